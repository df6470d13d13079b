"""The first difference from an expected transcript, shown with its event."""

from collections.abc import Iterator

from ludex.games.chess_solitaire.game import game
from ludex.kernel import History
from ludex.language.expectation import TranscriptDifference, first_difference
from ludex.language.script_check import Dialect, Typed
from ludex.language.transcript import TranscriptEntry, run_script, transcript_pieces

SCRIPT = ["setup_chess(N,1,1) setup_chess(K,2,2) start_game"]


def entries() -> Iterator[TranscriptEntry]:
    return run_script(History(game, game.start()), Typed(game).events(lambda: SCRIPT))


def expected() -> list[str]:
    return "".join(transcript_pieces(entries())).splitlines(keepends=True)


def compared(lines: list[str]) -> TranscriptDifference | None:
    return first_difference(entries(), Dialect.DOCUMENT, lines)


def test_the_same_transcript_has_no_difference() -> None:
    assert compared(expected()) is None


def test_a_changed_row_is_shown_under_its_event() -> None:
    lines = expected()
    lines[10] = ".K..\n"
    difference = compared(lines)
    assert difference is not None
    assert (difference.line, difference.event) == (11, "setup_chess(N,1,1)")
    assert difference.picture() == (
        "line 11 differs, after setup_chess(N,1,1) (- the file, + the rulebook)\n"
        "  ->setup_chess(N,1,1)\n"
        "  # of chess pieces on board: 1\n"
        "  Game being Setup...\n"
        "  N...\n"
        "- .K..\n"
        "+ ....\n"
        "  ....\n"
        "  ...."
    )


def test_a_transcript_that_ends_too_early_or_too_late_differs() -> None:
    short = compared(expected()[:-1])
    assert short is not None
    assert short.event == "start_game"
    longer = compared([*expected(), "->undo\n"])
    assert longer is not None
    assert longer.given == ["->undo\n"]


def test_blanks_and_returns_that_nobody_sees_are_made_visible() -> None:
    lines = expected()
    lines[2] = "....  \r\n"
    difference = compared(lines)
    assert difference is not None
    assert "- ....␣␣\\r" in difference.picture()


def test_a_missing_newline_at_the_end_is_a_difference() -> None:
    lines = expected()
    lines[-1] = lines[-1].removesuffix("\n")
    difference = compared(lines)
    assert difference is not None
    assert "- .... (no newline at the end)\n+ ...." in difference.picture()
