"""The Chess Solitaire document word for word: its tables, its rules, and the oracle beside."""

from functools import cache

import pytest

from ludex.games.chess_solitaire.document import model
from ludex.games.chess_solitaire.document.model import (
    TABLE_2,
    ModelState,
    errors,
    moves,
    status,
    table,
)
from ludex.games.chess_solitaire.document.record import at04, written
from ludex.games.chess_solitaire.game import game as rulebook
from ludex.games.chess_solitaire.rules.state import Phase
from ludex.kernel import Sentence
from ludex.language.position import position_line, read_position
from ludex.language.rulebook.guards import guard_table
from ludex.parts.grid import Square
from ludex.study.documents.difference import DifferenceKind, RoutineDifference
from ludex.study.documents.report import Section, differences, sections
from ludex.study.documents.routine import Undefined


@cache
def report() -> list[Section]:
    return [*sections(written)]


def found(kind: str, place: str) -> list[str]:
    """What was found of a kind in a place."""
    return [
        one.problem
        for _, some in report()
        for one in some
        if one.kind == kind and one.place == place
    ]


# -- what is printed ------------------------------------------------------------------------


def test_names_of_events_that_do_not_exist_are_found() -> None:
    """E-CS-1."""
    assert found("undeclared", "section 9") == [
        "move_and_check is declared nowhere; move_and_capture is"
    ]
    assert len(found("undeclared", "section 13.1")) == 1


def test_numbers_that_disagree_are_found() -> None:
    """E-CS-2."""
    assert found("contradicted", "section 10, step 7") == [
        "12 expected output files, where section 10 has 7"
    ]


def test_the_damaged_rows_of_table_1_are_found() -> None:
    """E-CS-3."""
    assert found("damaged", "Table 1, knight") == ["row 4 is printed .+., and the rules give +.+."]
    assert found("damaged", "Table 1, rook") == [
        "row 3 is printed +.., and the rules give .+..",
        "row 4 is printed +.., and the rules give .+..",
    ]
    assert found("damaged", "Table 1, king") == ["row 4 is missing: ...."]
    assert len(found("damaged", "Table 1, pawn")) == 2
    assert not found("damaged", "Table 1, queen")
    assert not found("damaged", "Table 1, bishop")


def test_the_line_of_the_transcript_that_the_oracle_contradicts_is_found() -> None:
    """E-CS-4."""
    assert found("contradicted", "section 8, at04, moves(4,3)") == [
        "row 3 is printed .+.., and the rules give .+.+"
    ]


@pytest.mark.requirement("chess-solitaire.highest error", "chess-solitaire.Table 2.*")
def test_the_rulebook_refuses_by_table_2_in_its_order_and_words() -> None:
    words = rulebook.wordings["document"]
    said = {row.code: row.message for row in TABLE_2}
    for cls in rulebook.events:
        if not cls.beyond_source:
            codes = [row.code for row in guard_table(cls)]
            assert tuple(dict.fromkeys(codes)) == errors(cls.name), cls.name
    assert {words[t].replace("{at}", "{slot}") for t in words} == {*said.values()}


# -- the rules ------------------------------------------------------------------------------


def test_a_board_without_a_piece_never_ends() -> None:
    """E-CS-5."""
    (one, _) = found("dead end", "section 6")
    assert one == "from setup ..../..../..../....: the game is not over, but no player can move"


def test_a_board_with_one_piece_never_ends() -> None:
    """E-CS-6."""
    (_, one) = found("dead end", "section 6")
    assert one.startswith("from setup K.../..../..../....: ")


def test_a_lost_game_has_no_words() -> None:
    """E-CS-7."""
    (one,) = found("property", "section 6")
    assert "the document has words for the status" in one
    with pytest.raises(Undefined, match="no words for a lost game"):
        status(ModelState(phase=Phase.LOST))


def test_nothing_else_is_wrong_with_its_exceptions_and_names() -> None:
    assert {heading for heading, _ in report()} == {
        "the document itself",
        "section 6, word for word, with no piece on the board",
        "section 6, with one piece on the board",
        "section 6, with two pieces that cannot capture",
        "section 6, on the board of at04",
        "compared with the intended meaning",
    }


def test_word_for_word_a_rook_does_not_see_behind_a_piece() -> None:
    rook = Square(1, 4)
    literal, read = (
        table("...R/N..P/..../..B."),
        table("...R/N..P/..../..B.", rays=True),
    )
    assert moves(rook).answer(literal).endswith("+++R\n...+\n....\n....")
    assert moves(rook).answer(read).endswith("+++R\n...+\n...+\n...+")


# -- against the oracle ---------------------------------------------------------------------


@cache
def differing() -> list[RoutineDifference]:
    return [*differences(written)]


def test_the_message_that_lacks_the_piece_is_found() -> None:
    """E-CS-8."""
    one = differing()[0]
    assert (one.name, one.calls, one.counts[DifferenceKind.WORDS]) == (
        "move_and_capture",
        1440,
        986,
    )
    case = one.smallest[DifferenceKind.WORDS]
    assert case.written == "refused: Invalid move from (1, 1) to (1, 3)"
    assert case.meant == "refused: Invalid move of K from (1, 1) to (1, 3)"


def test_moves_across_unoccupied_slots_are_found_and_the_document_s_test_notices() -> None:
    """E-CS-9."""
    blocked, asked = differing()[1], differing()[2]
    assert (blocked.calls, blocked.counts[DifferenceKind.WORDS]) == (272, 176)
    assert blocked.smallest[DifferenceKind.WORDS].meant.startswith("refused: Block exists")
    assert (asked.name, asked.counts[DifferenceKind.SHOWN]) == ("moves", 136)
    assert asked.noticed_by == ("at04",)
    assert blocked.noticed_by == (), "no call of at04 is blocked"


def test_with_that_mended_only_the_message_differs() -> None:
    said, blocked, asked = differing()[3:]
    assert said.differing == 986
    assert (blocked.differing, asked.differing) == (0, 0)
    assert said.noticed_by == ()


def test_the_document_s_test_is_played_as_it_stands() -> None:
    calls = [*at04()]
    assert [call.event.name for call in calls].count("move_and_capture") == 4
    *_, last = calls
    assert last.state.phase is Phase.WON
    refusal = last.event.refusal(last.state)
    assert refusal is not None
    assert isinstance(refusal.text, Sentence)
    assert refusal.text == "Game already over"


def test_the_model_is_a_game_with_positions() -> None:
    line = position_line(model.game, table("setup K.../..../..../...."))
    assert line == "setup K.../..../..../...."
    assert read_position(model.game, line) == table(line)
