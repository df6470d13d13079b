"""The engines to learn from: compared with their rulebooks in every state there is."""

import sys
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType

import numpy as np
import pytest

from ludex.engines.lockstep import compared, stepped, walked
from ludex.engines.loops import simulated
from playing import ROOT


@pytest.fixture
def examples(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    monkeypatch.syspath_prepend(str(ROOT / "examples"))
    yield import_module("tic_tac_toe_engine")
    for name in ("tic_tac_toe_engine", "tic_tac_toe"):
        sys.modules.pop(name, None)


def test_tic_tac_toe_agrees_in_every_state(examples: ModuleType) -> None:
    engine = examples.engine
    game = engine.game
    seen, ahead = set(), [game.start()]
    while ahead:
        s = ahead.pop()
        if s in seen:
            continue
        seen.add(s)
        assert compared(engine, s) is None, s
        if game.outcome(s) is None:
            assert not [*stepped(engine, s)], s
            ahead += [game.after(s, event) for event in game.moves(s)]
    assert len(seen) == 5_478


def test_random_tic_tac_toe_ends_as_the_books_say(examples: ModuleType) -> None:
    made, difference = walked(examples.engine, range(50), 300)
    assert difference is None, difference
    assert made >= 300
    scores, lengths = simulated(examples.engine, 200_000)
    assert np.all(scores.sum(axis=1) == 1)
    # Exactly 737/1260 of all random games are won by who begins, 121/420 by the other.
    assert abs((scores[:, 0] == 1).mean() - 737 / 1260) < 0.005
    assert abs((scores[:, 1] == 1).mean() - 121 / 420) < 0.005
    assert lengths.min() == 5
    assert lengths.max() == 9
