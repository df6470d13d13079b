"""A seed stands for the same walks, questions and scripts in every process and every version.

Whoever notes the seed of what was found can find it again. What a seed stands for changes only
on purpose.
"""

from typing import Any

import pytest

from ludex.kernel import Dice, Event
from ludex.language.position import read_position
from ludex.registry import load
from ludex.study.coverage import Effort, survey
from ludex.study.coverage.walks import vary_script, walk
from ludex.study.suites import SuitePlan, suite
from playing import example

CHESS = load("chess-solitaire")
BOARD = read_position(CHESS, "R.../.Q../..../...N")
EFFORT = Effort(states=10, questions=3_000, idle=3_000, seconds=300, length=20)

WALKS = """\
move_and_capture(2,2,1,1) move_and_capture(1,1,4,4)
move_and_capture(2,2,4,4) reset_game setup_chess(R,3,4) take_off(3,4) setup_chess(K,1,1) setup_chess(K,4,4) setup_chess(R,2,3) move_piece(4,4,2,4)
move_and_capture(2,2,1,1) move_and_capture(1,1,4,4) reset_game setup_chess(P,2,2) setup_chess(K,4,2) setup_chess(B,1,1) setup_chess(B,4,3) setup_chess(B,1,4)
move_and_capture(2,2,4,4) move_and_capture(4,4,1,1)
move_and_capture(2,2,4,4) move_and_capture(4,4,1,1) reset_game setup_chess(P,3,3) setup_chess(B,2,1) setup_chess(N,3,1) start_game reset_game
reset_game start_game"""

VARIED = """\
move_and_capture(2,2,1,1) move_and_capture(1,1,4,4)
move_and_capture(2,2,4,4)
move_and_capture(2,2,1,1) move_and_capture(1,1,4,4) reset_game setup_chess(P,2,2) setup_chess(K,4,2) setup_chess(B,4,3) setup_chess(B,4,4) setup_chess(B,1,4)
move_and_capture(2,2,4,4) reset_game
reset_game setup_chess(R,3,3) setup_chess(B,2,1) setup_chess(N,3,1) start_game reset_game
reset_game"""

SUITE = """\
mark(10) mark(6) mark(0) mark(6)
mark(1) mark(1) mark(8) mark(8) mark(3) mark(5) mark(9) mark(9) mark(0) mark(4) mark(0) mark(2) mark(1)
mark(7) mark(1) mark(2) mark(4) mark(5) mark(6) mark(8) mark(1)
mark(4) mark(9) mark(7) mark(8) mark(6) mark(3) mark(1) mark(1)
mark(3) mark(1) mark(5) mark(8) mark(6) mark(9) mark(7) mark(1)
mark(4) mark(9) mark(5) mark(7) mark(1) mark(3) mark(2) mark(8) mark(1)
mark(8) mark(7) mark(2) mark(9) mark(3) mark(1) mark(4) mark(5) mark(1)
mark(7) mark(5) mark(3) mark(8) mark(2) mark(6) mark(9) mark(4)
mark(7) mark(3) mark(6) mark(5) mark(8) mark(9) mark(1) mark(4) mark(2)"""


def text(scripts: list[tuple[Event[Any], ...]]) -> list[str]:
    return [" ".join(map(str, script)) for script in scripts]


def walks(count: int, length: int, dice: Dice) -> list[tuple[Event[Any], ...]]:
    """Every second one may leave the source of the rules."""
    used = {"move_and_capture(1,1,2,2)"}
    return [
        walk(CHESS, BOARD, dice, length, used=used, beyond=i % 2 == 1).events for i in range(count)
    ]


def test_walks_and_their_variations_are_those_of_the_seed() -> None:
    dice = Dice(7)
    gone = walks(6, 8, dice)
    assert text(gone) == WALKS.splitlines()
    assert text([vary_script(CHESS, BOARD, script, dice)[0] for script in gone]) == (
        VARIED.splitlines()
    )


def test_a_walk_is_no_longer_than_it_may_be_and_stays_in_the_rules() -> None:
    gone = walks(60, 3, Dice(1))
    assert max(map(len, gone)) == 3
    assert not any(event.beyond_source for way in gone[::2] for event in way)
    assert any(event.aside for way in gone[::2] for event in way)
    assert any(event.beyond_source for way in gone[1::2] for event in way)


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("connect_four", (3003, 34, 231, 2, 1)),
        ("leduc_poker", (3005, 96, 475, 7, 0)),
        ("chess-solitaire", (3942, 1, 5, 33, 14)),
    ],
)
def test_a_survey_asks_the_questions_of_its_seed(name: str, found: tuple[int, ...]) -> None:
    game = CHESS if name == CHESS.name else example(name)
    known = survey(game, game.start(), EFFORT, seed=3)
    seen = known.questions, known.walks, known.states, len(known.witness)
    assert (*seen, len(known.apart)) == found


def test_a_suite_is_the_one_of_its_seed() -> None:
    game = example("tic_tac_toe")
    plan = SuitePlan(effort=EFFORT, seconds=300, rounds=12)
    made = suite(game, game.start(), plan, seed=3)
    assert text(made.scripts) == SUITE.splitlines()
