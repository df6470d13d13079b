"""Fresh scripts for other people's programs: a right one passes, and each mistake is found."""

from ludex.language.script_check import Dialect
from ludex.registry import load
from ludex.study.grade.exam import Oracle
from ludex.study.grade.generation import generate_scripts
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


def scripts(seed: int, *, undo: bool = False, count: int = 12) -> list[str]:
    made = generate_scripts(CHESS, CHESS.start(), count, seed, undo=undo)
    return ["".join(f"{event}\n" for event in one) for one in made]


def passed(texts: list[str], mistake: str) -> int:
    oracle = Oracle(CHESS, CHESS.start(), Dialect.ETF)
    rights = [oracle.test(str(i), text).transcript for i, text in enumerate(texts)]
    return sum(
        lab3.transcript(text, mistake, "etf") == right
        for text, right in zip(texts, rights, strict=True)
    )


def test_twelve_tests_are_twelve_and_have_the_document_s_events_alone() -> None:
    for seed in SEEDS:
        texts = scripts(seed)
        assert len(texts) == 12
        names = {line.partition("(")[0] for text in texts for line in text.splitlines()}
        assert names == DECLARED


def test_a_right_program_of_the_document_s_five_events_passes_with_every_seed() -> None:
    for seed in SEEDS:
        assert passed(scripts(seed), "") == 12


def test_each_of_eight_mistakes_in_one_phase_is_found_with_every_seed() -> None:
    for seed in SEEDS:
        texts = scripts(seed)
        missed = [mistake for mistake in EIGHT if passed(texts, mistake) == 12]
        assert missed == [], seed


def test_every_other_mistake_is_found_too_and_those_of_the_history_where_it_is_asked_for() -> None:
    texts, with_history = scripts(7), scripts(7, undo=True, count=20)
    for mistake in lab3.MISTAKES:
        tried = with_history if mistake in OF_HISTORY else texts
        assert passed(tried, mistake) < len(tried), mistake
    assert passed(with_history, "") == len(with_history)


def test_more_tests_than_the_suite_has_scripts_are_short_walks() -> None:
    many = scripts(1, count=120)
    assert len(many) == 120
    assert max(len(text.splitlines()) for text in many[-20:]) <= 20
