"""A seed stands for the same walks, questions and scripts in every process and every version.

Whoever notes the seed of what was found can find it again. What a seed stands for changes only
on purpose.
"""

from typing import Any

import pytest

from ludex.kernel import Dice, Event
from ludex.registry import load
from ludex.study.coverage import Effort, survey
from ludex.study.coverage.walks import vary_script, walk
from ludex.study.suites import SuitePlan, suite
from playing import example

CHESS = load("chess-solitaire")
BOARD = CHESS.read_position("R.../.Q../..../...N")
EFFORT = Effort(states=10, questions=3_000, idle=3_000, seconds=300, length=20)

WALKS = """\
move_and_capture(2,2,4,4) move_and_capture(4,4,1,1)
move_and_capture(2,2,1,1) reset_game setup_chess(Q,3,4) move_piece(3,4,1,2) move_piece(1,2,2,4) setup_chess(P,1,3) move_piece(2,4,3,4) move_piece(1,3,2,4)
move_and_capture(2,2,1,1) move_and_capture(1,1,4,4)
reset_game setup_chess(B,3,4) setup_chess(B,4,3) move_piece(3,4,3,1) setup_chess(R,2,2) clear_board setup_chess(R,3,1) setup_chess(B,3,2)
move_and_capture(2,2,1,1) move_and_capture(1,1,4,4) reset_game setup_chess(Q,1,2) setup_chess(P,2,2) setup_chess(P,4,1) setup_chess(N,3,2) setup_chess(K,3,1)
reset_game setup_chess(N,1,1) setup_chess(N,2,4) setup_chess(Q,4,1) move_piece(1,1,3,3) setup_chess(Q,1,1) clear_board setup_chess(B,3,3)"""

VARIED = """\
move_and_capture(2,2,4,4)
move_and_capture(2,2,1,1) reset_game setup_chess(K,3,4) move_piece(3,4,1,2) move_piece(1,2,2,4) setup_chess(P,1,3) move_piece(2,4,3,4) move_piece(1,3,2,4)
reset_game
reset_game setup_chess(B,3,4) setup_chess(K,4,3) move_piece(3,4,3,1) setup_chess(R,2,2) setup_chess(B,3,2)
move_and_capture(2,2,1,1) reset_game setup_chess(Q,1,2) move_piece(1,2,2,4) setup_chess(P,2,2) setup_chess(P,4,1) setup_chess(N,3,2) setup_chess(K,3,1)
reset_game setup_chess(N,1,1) setup_chess(N,2,4) setup_chess(Q,4,1) move_piece(1,1,3,3) setup_chess(Q,1,1) clear_board setup_chess(B,3,3)"""

SUITE = """\
mark(10) mark(9) mark(-2147483647) mark(0) mark(9)
mark(1) mark(1) mark(2) mark(2)
mark(7) mark(3) mark(2) mark(9) mark(0) mark(6) mark(5) mark(4) mark(1) mark(1)
mark(8) mark(6) mark(1) mark(3) mark(9) mark(2) mark(7) mark(1)
mark(2) mark(5) mark(8) mark(4) mark(3) mark(7) mark(6) mark(1) mark(1)"""


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
        ("connect_four", (3015, 25, 154, 3, 1)),
        ("leduc_poker", (3005, 91, 480, 7, 0)),
        ("chess-solitaire", (3872, 1, 5, 73, 37)),
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
