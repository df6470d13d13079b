"""What lockstep must notice: an engine with one thing wrong, for each thing that it compares."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from lockstep_walks import LOCKSTEP, steps_of
from ludex.compile.engine import OVER, Engine, Row
from ludex.compile.jit import step
from ludex.compile.lockstep import walked
from ludex.compile.rulebook.events import HEAD
from ludex.games.carcassonne.engine.engine import decode, encode, matches
from ludex.games.carcassonne.engine.layout import DRAWN, PHASE, POINTS, TILE, TILES
from ludex.games.russian_bank.engine.layout import FLAGS, MARKS, TOPS, WANTED
from ludex.games.russian_bank.engine.packing import is_row_of, packed
from ludex.kernel import CHANCE, Dice, Game
from ludex.registry import engine as derived
from ludex.registry import load, refined
from playing import example


@pytest.fixture(scope="module")
def engine() -> Engine:
    return derived(example("tic_tac_toe"))


@step
def only_the_first(_state: Row, found: Row) -> int:
    found[0] = 0
    return 1


@step
def backwards(_state: Row, found: Row) -> int:
    for cell in range(9):
        found[cell] = 8 - cell
    return 9


@step
def nobody(_state: Row) -> int:
    return OVER


@step
def without_a_change_of_turn(state: Row, cell: int) -> None:
    state[HEAD + cell] = 1 + state[1]


@step
def a_point_for_everybody(_state: Row, _seat: int) -> float:
    return 1.0


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"legal": only_the_first}, "is not legal; by the rules it is"),
        ({"legal": backwards}, "the moves are not listed once each, in order"),
        ({"actor": nobody}, "nobody would act; by the rules it is player 1"),
        ({"apply": without_a_change_of_turn}, "it gives State("),
        ({"score": a_point_for_everybody}, "player "),
    ],
)
@pytest.mark.parametrize("constant", [False, True])
def test_a_step_that_is_wrong_is_found(
    engine: Engine,
    wrong: dict[str, Callable[..., Any]],
    told: str,
    constant: bool,
) -> None:
    broken = replace(engine, steps=replace(engine.steps, **wrong), constant=constant)
    _, difference = walked(broken, range(20), 100)
    assert difference is not None
    assert difference.problem.startswith(told) or told in difference.problem
    assert str(difference).count("\n") == 2


@step
def the_last_word(state: Row, _seat: int, seen: Row) -> None:
    seen[0] = state[-1]


def test_what_is_left_of_the_game_before_is_found(engine: Engine) -> None:
    roomy = replace(engine, words=engine.words + 1)  # nobody clears the last word
    assert walked(roomy, range(20), 100)[1] is None
    seeing = replace(roomy, steps=replace(engine.steps, observe=the_last_word))
    _, difference = walked(seeing, range(20), 100)
    assert difference is not None
    assert difference.problem == "player 1 sees data of the previous game"


@pytest.mark.parametrize("constant", [False, True])
def test_a_number_that_is_wrong_is_found(
    engine: Engine,
    constant: bool,
) -> None:
    broken = replace(engine, action=lambda _row, _event: 4, constant=constant)
    _, difference = walked(broken, range(20), 100)
    assert difference is not None
    assert difference.problem == "mark(1) has the number 4, not 0"


def played(game: Game[Any], s: Any, moves: int) -> Any:
    """The state after so many random moves."""
    dice = Dice(7)
    for _ in range(moves):
        by_chance = game.turn(s) == CHANCE
        event = game.draw(s, dice) if by_chance else dice.choice(game.moves(s))
        s = game.after(s, event)
    return s


def test_a_row_of_carcassonne_is_that_of_one_state_only() -> None:
    game = refined(load("carcassonne")).unchecked()
    s = played(game, game.start("base"), 61)
    row = np.array(encode(s), np.int64)
    assert matches(row, s)
    assert decode(s.rules, row) == s
    tiles = int(row[TILES])
    for place in (PHASE, DRAWN, TILES, POINTS, POINTS + 1):
        assert not matches(changed(row, place, 1), s)
    for place in range(TILE, TILE + tiles):
        for bit in (40, 48, 12, 22):  # where it lies, how, and who stands on it
            assert not matches(changed(row, place, 1 << bit), s)


def test_a_row_of_russian_bank_is_that_of_one_state_only() -> None:
    game = refined(load("russian-bank")).unchecked()
    s = played(game, game.start(), 120)
    row = np.array(packed(s), np.int64)
    assert is_row_of(row, s)
    for place in (FLAGS, *range(TOPS, WANTED + 1), *range(MARKS, MARKS + 4)):
        assert not is_row_of(changed(row, place, 1), s)


def changed(row: Row, place: int, bits: int) -> Row:
    """A row with something else in one place."""
    other = row.copy()
    other[place] ^= bits
    return other


def test_all_tables_together_make_as_many_steps_as_are_wanted() -> None:
    presets, tables = "abc", "abcdefg"
    made = [steps_of(name, presets, tables) for name in tables]
    assert LOCKSTEP <= sum(made) < LOCKSTEP + len(tables)
    assert steps_of("a", presets, presets) * 3 >= LOCKSTEP
    assert made[0] > 3 * made[-1]
