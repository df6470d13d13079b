"""`ludex etf`: the oracle's command line, so that our program can stand in its place."""

from pathlib import Path

import pytest

from commands import ludex
from playing import SHARED

ORACLE = SHARED / "conformance" / "chess_solitaire"
"""Scripts and transcripts of the oracle itself, where they are at hand."""

ETF = ("etf", "chess-solitaire")
RUN = "Run 'ludex etf chess-solitaire -help' to see more details\n"


def test_without_a_mode_it_says_what_the_document_says() -> None:
    done = ludex(*ETF)
    assert (done.status, done.err) == (0, "")
    assert done.out == f"Error: a mode is not specified\n{RUN}"
    named = ludex(*ETF, "--called", "./oracle")
    assert named.out.endswith("Run './oracle -help' to see more details\n")


def test_a_mode_that_is_none_and_one_with_too_many_words_are_told() -> None:
    assert ludex(*ETF, "-x").out == f"Error: '-x' is not a valid mode\n{RUN}"
    wrong = "Error: wrong number of arguments for the '{}' mode\n"
    assert ludex(*ETF, "-b").out == wrong.format("-b") + RUN
    assert ludex(*ETF, "-i", "x").out == wrong.format("-i") + RUN
    assert ludex(*ETF, "-help", "x").out == wrong.format("-help") + RUN


def test_help_and_version_are_those_of_the_framework() -> None:
    assert ludex(*ETF, "-version").out.startswith("Eiffel Testing Framework (ETF) Version: ")
    told = ludex(*ETF, "-help").out
    assert told.startswith("The executable ludex etf chess-solitaire may be invoked as: \n")
    assert "\tludex etf chess-solitaire -b     input.txt [output.txt] \n" in told
    assert "ludex etf chess-solitaire --called" in ludex("etf", "--help").out


@pytest.mark.requirement("chess-solitaire.-b")
def test_a_script_is_printed_or_goes_to_a_new_file(tmp_path: Path) -> None:
    script, out = tmp_path / "at.txt", tmp_path / "out.txt"
    script.write_text("-- a king\nsetup_chess (K, 1, 1)\n\nstart_game\n")
    printed = ludex(*ETF, "-b", str(script))
    assert printed.out.startswith("  # of chess pieces on board: 0\n")
    assert "->setup_chess(K,1,1)\n" in printed.out
    done = ludex(*ETF, "-b", str(script), str(out))
    assert (done.status, done.out, done.err) == (0, "", "")
    assert out.read_text() == printed.out
    again = ludex(*ETF, "-b", str(script), str(out))
    assert again.out == f"Error: output file {out} already exists!\n"


def test_a_script_that_is_missing_is_told(tmp_path: Path) -> None:
    missing, out = str(tmp_path / "no.txt"), tmp_path / "out.txt"
    assert ludex(*ETF, "-b", missing).out == f"error: '{missing}' does not exist\n"
    assert ludex(*ETF, "-b", missing, str(out)).out.startswith("error: ")
    assert not out.exists()
    assert ludex(*ETF, "-b", str(tmp_path)).out == f"error: '{tmp_path}' is not readable\n"


def test_an_error_in_a_script_is_its_result(tmp_path: Path) -> None:
    script, out = tmp_path / "at.txt", tmp_path / "out.txt"
    script.write_text("start\n")
    done = ludex(*ETF, "-b", str(script), str(out))
    assert (done.status, done.out) == (0, "")
    assert out.read_text() == (
        "Type Error: specification of command executions is not type-correct\n"
        "Error: unknown event name start\n"
    )


def test_it_talks_line_by_line_until_quit_or_the_end() -> None:
    done = ludex(*ETF, "-i", stdin="setup_chess(K,1,1)\nquit\nstart_game\n")
    assert done.out.count("->") == 2
    assert "->  # of chess pieces on board: 1\n" in done.out
    assert "In Progress" not in done.out
    assert done.out.endswith("->")
    assert ludex(*ETF, "-i").out.endswith("  ....\n->")


def test_windows_of_a_script_are_shown(tmp_path: Path) -> None:
    script = tmp_path / "at.txt"
    script.write_text("setup_chess(K,1,1)\nstart_game\n")
    last = ludex(*ETF, "-l", str(script)).out
    assert last.count("->") == 1
    assert last.endswith("  Game Over: You Win!\n  K...\n  ....\n  ....\n  ....\n")
    assert ludex(*ETF, "-w", "-1", "0", str(script)).out == last
    wrong = ludex(*ETF, "-w", "2", "1", str(script)).out
    assert wrong.startswith("Error: a window [start, end) should be")


def test_there_is_no_window_of_the_other_kind() -> None:
    done = ludex(*ETF, "-g")
    assert (done.status, done.out) == (2, "")
    assert done.err == "ludex: there is no window here; `ludex play` draws the board\n"


@pytest.mark.requirement("chess-solitaire.oracle")
def test_the_oracle_s_transcripts_are_ours_byte_for_byte(tmp_path: Path) -> None:
    for script in sorted(ORACLE.glob("*.in.txt")):
        expected = script.with_name(script.name.replace(".in.", ".expected."))
        out = tmp_path / expected.name
        ludex(*ETF, "-b", str(script), str(out))
        assert out.read_bytes() == expected.read_bytes(), script.name
