"""The engines to learn from: compared with their rulebooks in every state there is."""

import sys
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import numpy as np
import pytest

from ludex.compile.engine import Engine
from ludex.compile.games import Games
from ludex.compile.lockstep import compared, stepped, walked
from ludex.compile.loops import loops
from ludex.compile.playouts import simulate
from ludex.kernel import CHANCE, Seat
from playing import ROOT

EXAMPLES = str(ROOT / "examples")


@pytest.fixture(autouse=True)
def examples(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.syspath_prepend(EXAMPLES)
    yield
    for name in ("tic_tac_toe", "kuhn_poker"):
        sys.modules.pop(name, None)
        sys.modules.pop(f"{name}_engine", None)


def engine_of(name: str) -> Engine:
    made: Engine = import_module(f"{name}_engine").engine
    return made


def states(engine: Engine) -> set[Any]:
    """Every state there is, each compared with the rulebook, and every move of it."""
    game = engine.game
    seen, ahead = set[Any](), [game.start()]
    while ahead:
        s = ahead.pop()
        if s in seen:
            continue
        seen.add(s)
        assert compared(engine, s) is None, s
        if game.outcome(s) is None:
            if game.turn(s) != CHANCE:
                assert not [*stepped(engine, s)], s
            ahead += [game.after(s, event) for event in game.moves(s)]
    return seen


@pytest.mark.slow
def test_tic_tac_toe_agrees_in_every_state() -> None:
    assert len(states(engine_of("tic_tac_toe"))) == 5_478


def test_random_tic_tac_toe_ends_as_the_books_say() -> None:
    engine = engine_of("tic_tac_toe")
    made, difference = walked(engine, range(50), 300)
    assert difference is None, difference
    assert made >= 300
    scores, lengths = simulate(engine, 200_000)
    assert np.all(scores.sum(axis=1) == 1)
    # Exactly 737/1260 of all random games are won by who begins, 121/420 by the other.
    assert abs((scores[:, 0] == 1).mean() - 737 / 1260) < 0.005
    assert abs((scores[:, 1] == 1).mean() - 121 / 420) < 0.005
    assert lengths.min() == 5
    assert lengths.max() == 9


def test_kuhn_poker_agrees_in_every_state() -> None:
    """Nine histories of six deals, and what is before the deal."""
    engine = engine_of("kuhn_poker")
    game, run = engine.game, loops(engine).one
    found = states(engine)
    assert len(found) == 1 + 6 * 9
    seen = np.zeros(1, np.int64)
    for s in found:
        row = engine.rows([s])[0]
        for seat in map(Seat, range(2)):
            run.observe(row, seat, seen)
            assert engine.decode(seen) == game.view(s, seat)
            if (outcome := game.outcome(s)) is not None:
                assert outcome.scores is not None
                assert run.score(row, seat) == outcome.scores[seat]


def test_kuhn_poker_is_dealt_as_the_rulebook_deals() -> None:
    engine = engine_of("kuhn_poker")
    game = engine.game
    dealt = Counter(engine.decode(row) for row in Games(engine, range(6_000)).states)
    expected = {game.after(game.start(), deal) for deal in game.moves(game.start())}
    assert {*dealt} == expected
    assert all(850 < times < 1_150 for times in dealt.values())
    made, difference = walked(engine, range(50), 300)
    assert difference is None, difference
    assert made >= 300


def test_random_kuhn_poker_comes_to_what_can_be_reckoned() -> None:
    scores, lengths = simulate(engine_of("kuhn_poker"), 200_000)
    assert np.all(scores.sum(axis=1) == 0)
    assert {*np.unique(lengths).tolist()} == {2, 3}
    # The first player takes the pot of one chip after bet and pass, and loses it after pass,
    # bet and pass; the cards decide the rest, for neither: 1/4 - 1/8.
    assert abs(scores[:, 0].mean() - 1 / 8) < 0.012
    assert abs(lengths.mean() - 2.25) < 0.005
