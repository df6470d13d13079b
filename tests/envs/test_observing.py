"""Observations: what a seat sees as numbers, each with a name, and nothing that it must not see."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from every_game.test_secrets import states, watching
from ludex.envs.actions import Numbering
from ludex.envs.tensors.derive import NoTensor
from ludex.envs.tensors.observation import Observation
from ludex.kernel import ONLOOKER, Dice, Event, Game, Seat, Start, lost
from ludex.language.position import read_position
from ludex.registry import load
from playing import event_of, every_game, example, random_history
from secrets_of_games import SECRETS

GAMES = [game for game in every_game() if game.is_decided]


def seats(game: Game[Any], s: Any) -> list[Seat]:
    return [seat for seat in watching(game, s) if seat != ONLOOKER]


@pytest.mark.parametrize("name", SECRETS)
def test_states_that_a_seat_cannot_tell_apart_are_the_same_tensor(name: str) -> None:
    game = next(game for game in every_game() if game.name == name)
    otherwise, dice, changed = SECRETS[name], Dice(7), 0
    numbering = Numbering(game)
    known: dict[int, Observation] = {}
    some = states(game)
    for s in some[:: max(1, len(some) // 20)]:
        count = game.seat_count(s)
        if count not in known:
            known[count] = Observation(game, s)
        seen = known[count]
        for seat in seats(game, s):
            other = otherwise(s, seat, dice)
            changed += other != s
            first, second = (game.view(one, seat) for one in (s, other))
            assert np.array_equal(seen.tensor(first, seat), seen.tensor(second, seat))
            assert [*numbering.legal(first, seat)[0]] == [*numbering.legal(second, seat)[0]]
    assert changed > 5


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_number_has_a_name_and_lies_where_it_is_said_to(game: Game[Any]) -> None:
    seen = Observation(game, game.start())
    names = [seen.explain(i) for i in range(len(seen))]
    assert len({*names}) == len(names)
    assert all(names)
    assert (seen.low < seen.high).all()
    history = random_history(game.unchecked(), 5, 120)
    for step in history.steps[::5]:
        for seat in seats(game, step.state):
            tensor = seen.tensor(game.view(step.state, seat), seat)
            assert tensor.dtype == np.float32
            assert tensor.shape == (len(seen),)
            assert ((seen.low <= tensor) & (tensor <= seen.high)).all()
            parts = seen.parts(tensor)
            assert np.array_equal(np.concatenate([part.ravel() for part in parts.values()]), tensor)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_views_that_differ_are_different_tensors(game: Game[Any]) -> None:
    seen = Observation(game, game.start())
    found: dict[bytes, Any] = {}
    for seed in range(2):
        history = random_history(game.unchecked(), 50 + seed, 100)
        for step in history.steps[::2]:
            shown = game.view(step.state, Seat(0))
            key = seen.tensor(shown, Seat(0)).tobytes()
            assert found.setdefault(key, shown) == shown


def test_what_the_numbers_say() -> None:
    game = load("chess-solitaire")
    board = read_position(game, "NP.Q/.R.B/K.N./.P..")
    seen = Observation(game, board)
    assert seen.shapes["board"] == (6, 4, 4)
    named = seen.named(seen.tensor(board, Seat(0)))
    assert named["board: N on row 1, column 1"] == 1
    assert len([name for name in named if name.startswith("board")]) == 8
    game = load("freecell")
    history = random_history(game, 1, 1)
    seen = Observation(game, history.start)
    top = history.state.columns[0][-1]
    named = seen.named(seen.tensor(history.state, Seat(0)))
    assert named[f"1/place of {top} in columns[1], from the top"] == 1
    assert named["how many of columns[1]"] == 7


def test_a_seat_sees_its_own_card_and_no_other() -> None:
    game = example("kuhn_poker")
    s = game.after(game.start(), event_of(game, "deal(jack,king)"))
    seen = Observation(game, game.start())
    mine, theirs = (seen.named(seen.tensor(game.view(s, Seat(i)), Seat(i))) for i in (0, 1))
    assert "cards[1] is jack" in mine
    assert "cards[2] is king" not in mine
    assert "cards[2] is king" in theirs
    assert "player 2 looks" in theirs


def test_the_same_game_has_the_same_numbers_in_every_process() -> None:
    games = {game.name: game for game in GAMES}
    versions = {name: Observation(games[name], games[name].start()).version for name in VERSIONS}
    assert versions == VERSIONS


VERSIONS = {
    "carcassonne": "b202cc5f",
    "chess-solitaire": "07b01ecd",
    "freecell": "dadcc3ee",
    "holdem": "fe2836b5",
    "kuhn-poker": "8ac6531e",
    "leduc-poker": "c11885f4",
    "russian-bank": "a6c5a66f",
    "tic-tac-toe": "22386e59",
}
"""Networks were trained on these numbers: they change only on purpose."""


def test_a_state_without_numbers_is_named_in_one_line() -> None:
    @dataclass(frozen=True)
    class Odd:
        thing: object = None

    class Go(Event[Odd]):
        """Go."""

        def apply(self, s: Odd) -> Odd:
            return s

    game = Game(
        name="odd", title="Odd", summary="Odd.", start=Start.fixed(Odd()), events=(Go,),
        outcome=lambda _: lost("so"), text=str,
    )  # fmt: skip
    with pytest.raises(NoTensor, match="thing: <class 'object'> cannot be encoded as numbers"):
        Observation(game, game.start())


@pytest.mark.parametrize("index", [-1, 10**6])
def test_a_number_that_there_is_not_is_refused(index: int) -> None:
    game = example("tic_tac_toe")
    with pytest.raises(IndexError, match="they are 0 to 24"):
        Observation(game, game.start()).explain(index)
