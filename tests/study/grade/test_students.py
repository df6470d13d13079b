"""Twenty-four wrong programs, each with one mistake: refused, and with the right rule."""

from pathlib import Path

from ludex.language.script_check import Dialect
from ludex.registry import load
from ludex.sandbox import Isolation
from ludex.study.grade.comparison import compare_output
from ludex.study.grade.evaluation import ScriptGrader, rules_kept
from ludex.study.grade.exam import Oracle, Test
from ludex.study.grade.verdicts import Divergence
from study.grade.students import lab3
from study.grade.test_generating import EIGHT

STUDENTS = Path(__file__).parent / "students"
SCRIPTS = sorted((STUDENTS / "tests").glob("*.txt"))

RIGHTLY = {
    "precedence": ("move_and_capture:3<5", "off_board"),
    "over_before_setup": ("moves:1<2", "not_started"),
    "target_first": ("move_and_capture:5<6", "vacant"),
    "knight_path": ("move_and_capture:8", "blocked"),
    "knight_jumps": ("move_and_capture:8", "blocked"),
    "pawn_down": ("moves", ""),
    "pawn_straight": ("moves", ""),
    "king_like_queen": ("moves", ""),
    "bishop_one_way": ("moves", ""),
    "rook_blind": ("move_and_capture:8", "blocked"),
    "off_by_one": ("setup_chess:2", "off_board"),
    "zero_allowed": ("setup_chess:2", "off_board"),
    "moves_shows_others": ("moves", ""),
    "moves_stops": ("moves", ""),
    "loss_not_seen": ("-> lost", "lost"),
    "win_by_start_not_seen": ("-> won", "won"),
    "empty_goes_on": ("-> lost", "lost"),
    "undo_after_reset": ("undo:nothing_to_undo", "nothing_to_undo"),
    "redo_after_move": ("redo:nothing_to_redo", "nothing_to_redo"),
    "reset_any_time": ("reset_game:1", "not_started"),
    "count_after_capture": ("move_and_capture", ""),
    "message_typo": ("move_and_capture:8", "blocked"),
    "setup_overwrites": ("setup_chess:3", "occupied"),
    "refused_is_undone": ("undo", ""),
}


def judge(dialect: Dialect = Dialect.DOCUMENT) -> ScriptGrader:
    game = load("chess-solitaire")
    return ScriptGrader(Oracle(game, game.start(), dialect), Isolation("bare"))


def exam(by: ScriptGrader) -> list[Test]:
    return [by.oracle.test(path.name, path.read_text()) for path in SCRIPTS]


def divergences(mistake: str, dialect: Dialect = Dialect.DOCUMENT) -> list[Divergence]:
    by = judge(dialect)
    found = [
        (
            test,
            compare_output(test, lab3.transcript(test.script, mistake, dialect.value).encode()),
        )
        for test in exam(by)
    ]
    shown = rules_kept(found)
    return [by.divergence(test, one, shown) for test, one in found if not one.same]


def test_the_right_program_is_right_in_both_dialects() -> None:
    for dialect in Dialect:
        assert divergences("", dialect) == [], dialect


def test_every_mistake_has_its_rule() -> None:
    assert RIGHTLY.keys() == lab3.MISTAKES.keys() - {*EIGHT} | {"empty_goes_on"}


def test_a_wrong_program_is_refused_with_the_right_rule() -> None:
    for mistake, rightly in RIGHTLY.items():
        told = {(one.rule, one.code) for one in divergences(mistake)}
        assert rightly in told, mistake


def test_a_divergence_tells_the_event_the_guard_and_the_state_before() -> None:
    (told,) = divergences("target_first")
    assert (told.test, told.number, told.event) == (
        "refusals.txt", 9, "move_and_capture(2,2,3,3)",
    )  # fmt: skip
    assert told.expected[2] == "Error: Slot @ (2, 2) not occupied\n"
    assert told.found[2] == "Error: Slot @ (3, 3) not occupied\n"
    assert told.sentence == "Slot @ (2, 2) not occupied"
    assert told.claim is not None
    assert (told.claim.guard, told.claim.holds) == (6, False)
    assert told.before.endswith("RP.B\n....\n....\nN...")
    assert told.position == "RP.B/..../..../N..."
    assert told.script[-1] == told.event
    assert len(told.script) == told.number


def test_of_several_rules_at_one_event_that_is_blamed_which_was_kept_nowhere() -> None:
    """A lost game that is not seen: starting works elsewhere, so the end is to blame."""
    told = divergences("loss_not_seen")
    assert {one.rule for one in told} == {"-> lost"}
    assert any(one.event == "start_game" for one in told)


def test_a_divergence_names_what_the_document_asks_for() -> None:
    (told,) = divergences("rook_blind")
    assert "Table 2" in told.requirement
    lost = divergences("loss_not_seen")[0]
    assert lost.requirement.startswith("R5: The player loses if several pieces are left")
    assert lost.sentence.startswith("You lose: ")
