"""Vectors of a game whose engine is derived: their observation is the tensor of the single environment."""

from typing import Any

import numpy as np
import pytest

import ludex.envs
from ludex.compile.rulebook.derive import derive
from ludex.compile.rulebook.fold import decoded, encoded
from ludex.compile.rulebook.proof import interpreted
from ludex.envs.tensors.compiled import TensorWriter
from ludex.envs.tensors.observation import observation_of
from ludex.kernel import Dice, Seat
from ludex.kernel.loop import random_turns
from playing import example

EXAMPLES = ("tic_tac_toe", "kuhn_poker", "leduc_poker", "pig", "connect_four")


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_compiled_tensor_is_that_of_the_observation(name: str) -> None:
    game = example(name)
    observation = observation_of(game, game.start())
    derived = derive(game, game.start(), TensorWriter(observation).write)
    write = interpreted(derived)["tensor"]
    room = np.zeros(derived.engine.words, np.int64)
    compared = 0
    for seed in range(6):
        for turn in random_turns(game, game.start(), Dice(seed)):
            for seat in range(derived.engine.seats):
                view = game.view(turn.state, Seat(seat))
                seen = np.array(encoded(derived.view, view), np.int64)
                assert decoded(derived.view, iter(seen.tolist())) == view
                found = np.full(len(observation), 7, np.float32)
                write(seen, room, seat, found)
                assert np.array_equal(found, observation.tensor(view, Seat(seat)))
                compared += 1
    assert compared > 30


@pytest.mark.slow
@pytest.mark.parametrize("name", ["kuhn_poker", "pig", "nine_mens_morris"])
def test_a_vector_gives_the_tensors_of_its_games(name: str) -> None:
    env: Any = ludex.envs.vector(example(name), 64, seat=None)
    seen, _ = env.reset(seed=1)
    game = env.engine.game
    observation = observation_of(game, game.start())
    assert env.single_observation_space.shape == (len(observation),)
    for _ in range(30):
        assert env.observation_space.contains(seen)
        seats = [max(0, int(seat)) for seat in env._batch.view.actors]
        for row, s, seat in zip(seen, env.states(), map(Seat, seats), strict=True):
            assert np.array_equal(row, observation.tensor(game.view(s, seat), seat))
        seen, *_ = env.step(env.random_actions())
