"""The framework's program without its files: scripts in parts, windows, lines at a prompt."""

import pytest

from ludex.language.etf.program import (
    LAST,
    EtfProgram,
    Window,
    manual,
    read_window,
    usage,
    usage_error,
)
from ludex.language.etf.scanner import remaining
from ludex.registry import load

GAME = load("chess-solitaire")

SCRIPT = [
    "setup_chess(K,1,1)",
    "setup_chess(P,2,2)",
    "start_game",
    "move_and_capture(1,1,2,2)",
]


def program() -> EtfProgram:
    return EtfProgram(GAME, GAME.start())


def states(text: str) -> list[str]:
    """The states of a transcript, each as its rows joined by slashes."""
    rows = [line for line in text.split("\n") if set(line) <= set("  .KP+") and line]
    return ["/".join(row.strip() for row in rows[i : i + 4]) for i in range(0, len(rows), 4)]


EMPTY, KING, BOTH = "..../..../..../....", "K.../..../..../....", "K.../.P../..../...."


def test_a_script_is_run_after_the_first_state() -> None:
    text = program().execute(SCRIPT)
    assert states(text) == [EMPTY, KING, BOTH, BOTH, "..../.K../..../...."]
    assert text.endswith("\n")
    assert text.count("->") == 4


def test_a_fault_is_all_that_is_said_and_nothing_runs() -> None:
    one = program()
    said = one.execute([*SCRIPT, "moves(1"])
    assert said.startswith("Syntax Error: ")
    assert "->" not in said
    assert one.is_new
    assert states(one.execute([])) == [EMPTY]


def test_a_script_that_goes_to_a_file_is_run_a_hundred_lines_at_a_time() -> None:
    lines = [
        *SCRIPT,
        *["reset_game"] * 96,
        "moves(1",
        *["start_game"] * 99,
        "start_game",
    ]
    said = program().in_parts(lines)
    first, error, rest = said.partition("Syntax Error: ")
    assert error
    assert first.count("->") == 100
    assert rest.count("->") == 1, "the second hundred is not run, the last line is"
    assert "(Line 2, Column" in rest, "lines are counted from the first of the part"


def test_an_empty_script_shows_the_first_state() -> None:
    assert states(program().in_parts([])) == [EMPTY]


@pytest.mark.parametrize(
    ("window", "shown", "events"),
    [
        (Window(1, 1), [EMPTY], 0),
        (Window(1, 2), [EMPTY, KING], 1),
        (Window(2, 2), [KING], 0),
        (Window(2, 3), [KING, BOTH], 1),
        (Window(3, None), [BOTH, BOTH, "..../.K../..../...."], 2),
        (LAST, [BOTH, "..../.K../..../...."], 1),
        (Window(-1, -1), [BOTH], 0),
        (Window(0, 0), ["..../.K../..../...."], 0),
    ],
)
def test_a_window_shows_some_lines_and_the_state_before_them(
    window: Window, shown: list[str], events: int
) -> None:
    text = program().window(SCRIPT, window)
    assert states(text) == shown
    assert text.count("->") == events


def test_a_window_that_is_none_is_told() -> None:
    assert read_window("1", "_") == Window(1, None)
    assert read_window("-1", "0") == LAST
    assert read_window("x", "1") == "Error: the start of window is not a valid integer"
    assert read_window("1", "x") == "Error: the end of window is neither a valid integer nor '_'"
    assert read_window("2", "1") == (
        "Error: a window [start, end) should be such that start <= end"
    )
    assert read_window("0", "1") == (
        "Error: when the start of a window is non-positive, its end must be a non-positive number"
    )


def test_at_the_prompt_the_state_is_shown_without_an_echo() -> None:
    one = program()
    assert states(one.state) == [EMPTY]
    assert states(one.answer("setup_chess(K,1,1) setup_chess(P,2,2)")) == [BOTH]
    refused = one.answer("reset_game")
    assert "  Error: Game not yet started\n" in refused
    assert one.answer("") == refused, "nothing happened: the state says what it said"
    assert one.answer("moves(1") == (
        "Syntax Error: specification of command executions cannot be parsed\n"
        "parse error (Line 1, Column 8)\n"
    )
    assert one.answer("man") == manual(GAME)


def test_comments_and_blank_lines_are_left_out() -> None:
    lines = ["-- a", "", "  -- b", " start_game -- c", "\t"]
    assert [*remaining(lines)] == [" start_game -- c"]


def test_the_program_tells_how_it_is_started() -> None:
    assert usage("./oracle").startswith(
        "The executable ./oracle may be invoked as: \n\t./oracle -help \n"
    )
    assert usage_error("Error: no", "./oracle") == (
        "Error: no\nRun './oracle -help' to see more details\n"
    )
