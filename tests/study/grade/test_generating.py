"""Fresh scripts for other people's programs: a right one passes, and each mistake is found."""

from collections.abc import Sequence
from functools import cache

from ludex.kernel import Dice
from ludex.language.script_check import Dialect
from ludex.registry import load
from ludex.study.grade.exam import Oracle, Test
from ludex.study.grade.generation import generate_scripts, random_walks
from playing import example
from study.grade.students import lab3

CHESS = load("chess-solitaire")
SEEDS = range(1, 11)
DECLARED = {"setup_chess", "start_game", "reset_game", "moves", "move_and_capture"}

EIGHT = (
    "start_after_end",
    "start_after_loss",
    "setup_after_end",
    "setup_after_loss",
    "empty_goes_on",
    "pawn_down_row1",
    "moves_after_loss",
    "reset_after_win",
)
"""Mistakes in a single phase, or at a single end of the board."""

OF_HISTORY = ("undo_after_reset", "redo_after_move", "refused_is_undone")


ORACLE = Oracle(CHESS, CHESS.start(), Dialect.ETF)


@cache
def exam(seed: int, *, undo: bool = False, count: int = 12) -> tuple[Test, ...]:
    made = generate_scripts(CHESS, CHESS.start(), count, seed, undo=undo)
    scripts = ["".join(f"{event}\n" for event in one) for one in made]
    return tuple(ORACLE.test(str(i), script) for i, script in enumerate(scripts))


def passed(tests: Sequence[Test], mistake: str) -> int:
    return sum(lab3.transcript(one.script, mistake, "etf") == one.transcript for one in tests)


def test_twelve_tests_are_twelve_and_have_the_document_s_events_alone() -> None:
    for seed in SEEDS:
        tests = exam(seed)
        assert len(tests) == 12
        names = {line.partition("(")[0] for one in tests for line in one.script.splitlines()}
        assert names == DECLARED


def test_a_right_program_of_the_document_s_five_events_passes_with_every_seed() -> None:
    for seed in SEEDS:
        assert passed(exam(seed), "") == 12


def test_each_of_eight_mistakes_in_one_phase_is_found_with_every_seed() -> None:
    for seed in SEEDS:
        missed = [mistake for mistake in EIGHT if passed(exam(seed), mistake) == 12]
        assert missed == [], seed


def test_every_other_mistake_is_found_too_and_those_of_the_history_where_it_is_asked_for() -> None:
    tests, with_history = exam(7), exam(7, undo=True, count=20)
    for mistake in lab3.MISTAKES:
        tried = with_history if mistake in OF_HISTORY else tests
        assert passed(tried, mistake) < len(tried), mistake
    assert passed(with_history, "") == len(with_history)


def test_more_tests_than_the_suite_has_scripts_are_short_walks() -> None:
    many = generate_scripts(CHESS, CHESS.start(), 120, seed=1)
    assert len(many) == 120
    assert max(map(len, many[-20:])) <= 20


def test_a_walk_goes_on_with_moves_between_its_near_misses() -> None:
    game = example("tic_tac_toe")
    walks = [*random_walks(game, game.start(), 5, Dice(1), length=12)]
    assert [len(one) for one in walks] == [12] * 5
