"""Many games at once: arrays in, arrays out."""

from collections.abc import Callable

import numpy as np
import pytest

from ludex.compile.bits import signed
from ludex.compile.draws import word
from ludex.compile.engine import Engine
from ludex.compile.games import Games
from ludex.compile.jit import step
from ludex.compile.playouts import simulate
from ludex.compile.starts import starting
from ludex.games.chess_solitaire.engine.engine import RESET
from ludex.games.chess_solitaire.engine.engine import engine as chess
from ludex.games.freecell.engine.engine import engine as freecell
from ludex.games.poker.holdem.engine.engine import engine as holdem
from ludex.games.russian_bank.engine.engine import engine as russian_bank
from ludex.kernel import Dice
from ludex.language.position import read_position
from ludex.registry import engine as derived
from playing import example

ENGINES: dict[str, Callable[[], Engine]] = {
    "chess-solitaire": lambda: chess(6),
    "kuhn-poker": lambda: derived(example("kuhn_poker")),
    "freecell": freecell,
    "holdem": holdem,
    "russian-bank": russian_bank,
}

QUICK = ("chess-solitaire", "kuhn-poker")
"""The loops are the same for all: in every run those are enough of which little is to be compiled."""

named = pytest.mark.parametrize(
    "name",
    [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in ENGINES],
)


@named
def test_masks_and_lists_say_the_same_and_what_is_legal_is_done(name: str) -> None:
    games = Games(ENGINES[name](), range(64))
    for _ in range(30):
        masks, lists, over = games.masks(), games.legal(), games.over
        assert [np.flatnonzero(mask).tolist() for mask in masks] == [
            each.tolist() for each in lists
        ]
        assert (masks.any(axis=1) == ~over).all()
        actions = games.chosen()
        assert (actions[over] == -1).all()
        assert masks[~over, actions[~over]].all()
        assert (games.step(actions) == ~over).all()


def test_what_is_not_legal_changes_nothing() -> None:
    games = Games(chess(6), range(64))
    before = games.states.copy()
    for strange in (RESET, -1, 10**9):
        assert not games.step(np.full(64, strange)).any()
        assert np.array_equal(games.states, before)
    for wrong in (np.zeros(3, np.int64), np.zeros(64), np.zeros((64, 1), np.int64)):
        with pytest.raises(ValueError, match="one whole number per game"):
            games.step(wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="seats are 0 to 0, not 1"):
        games.observe(1)


@named
def test_playouts_are_the_games_that_are_simulated(name: str) -> None:
    engine: Engine = ENGINES[name]()
    games = Games(engine, range(7, 107))
    returns = games.playout()
    assert np.array_equal(returns, simulate(engine, 100, first=7)[0])
    assert games.over.all() or name == "freecell"  # which can go on for ever


def test_games_that_are_over_begin_again() -> None:
    games = Games(chess(3), range(32))
    seen = 0
    for _ in range(20):
        seen += int(games.step(games.chosen(), reset=True).sum())
    assert seen > 200
    assert games.seeds.max() > 31
    assert len({seed % 32 for seed in games.seeds.tolist()}) == 32


def test_games_begin_with_a_state_if_one_is_given() -> None:
    s = read_position(chess(6).game, "NP.Q/.R.B/K.N./.P..")
    games = Games(starting(chess(6), s), range(5))
    for row in games.states:
        assert chess(6).decode(row) == s
    assert len({*games.chosen().tolist()}) > 1
    assert len({*games.observe(0)[:, 0].tolist()}) == 1


@step
def first_words(seed: int) -> tuple[int, int]:
    return word(seed & 1, 0), word(seed & 1 | 22 << 13, 7)


def test_words_are_those_of_the_dice_also_where_the_compiler_knows_the_seed() -> None:
    """Signed products that grow too large would be anything here."""
    for seed in (0, 1):
        early, late = Dice(seed), Dice(seed | 22 << 13)
        for _ in range(7):
            late.word()
        assert first_words(seed) == (
            signed(np.uint64(early.word())),
            signed(np.uint64(late.word())),
        )


def test_one_worker_plays_in_the_thread_that_asks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Who asks counts the time of its own thread.
    monkeypatch.setattr("ludex.compile.loops.ThreadPoolExecutor", None)
    assert len(simulate(chess(6), 10)[1]) == 10
    with pytest.raises(TypeError):
        simulate(chess(6), 10, workers=2)
