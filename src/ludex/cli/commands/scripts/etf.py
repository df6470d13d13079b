"""`ludex etf GAME -b IN OUT`: the program of the Eiffel Testing Framework, in its own words."""

import sys
from collections.abc import Callable
from pathlib import Path

from ludex.cli.arguments import GameName, find_game
from ludex.cli.errors import BadInput
from ludex.language.etf.program import (
    LAST,
    VERSION,
    EtfProgram,
    read_window,
    usage,
    usage_error,
)
from ludex.language.etf.scanner import remaining


def etf(
    name: GameName,
    words: list[str] | None = None,
    *,
    called: str | None = None,
) -> None:
    """Answer like the course's oracle, as a replacement for it.

    A file called `oracle` contains only

    \b
    exec ludex etf chess-solitaire --called "$0" "$@"

    As with the oracle, all messages go to standard output, even those about a missing file or
    an unreadable event, and the exit status is always 0. There is no window (-g): `ludex
    play` and `ludex serve` draw the board.

    Options:
      words (MODE): -b IN [OUT], -w M N IN [OUT], -l IN [OUT], -i, -help or -version.
      called (NAME): The name of the program in its messages.
    """
    game = find_game(name)
    program = EtfProgram(game, game.start())
    answer = _answer(program, words or [], called or f"ludex etf {game.name}")
    sys.stdout.write(answer)


def _answer(program: "EtfProgram", words: list[str], command: str) -> str:
    if not words:
        return usage_error("Error: a mode is not specified", command)
    mode, *rest = words
    if mode == "-g":
        raise BadInput("there is no window here; `ludex play` draws the board")
    modes: dict[str, tuple[set[int], Callable[[], str]]] = {
        "-help": ({0}, lambda: usage(command)),
        "-version": ({0}, lambda: f"{VERSION}\n"),
        "-i": ({0}, lambda: _conversation(program)),
        "-b": ({1, 2}, lambda: _from_file(rest, program.in_parts if rest[1:] else program.execute)),
        "-w": ({3, 4}, lambda: _window(program, rest, command)),
        "-l": ({1, 2}, lambda: _from_file(rest, lambda lines: program.window(lines, LAST))),
    }
    if mode not in modes:
        return usage_error(f"Error: '{mode}' is not a valid mode", command)
    numbers, answer = modes[mode]
    if len(rest) not in numbers:
        return usage_error(f"Error: wrong number of arguments for the '{mode}' mode", command)
    return answer()


def _window(program: "EtfProgram", words: list[str], command: str) -> str:
    first, end, *files = words
    window = read_window(first, end)
    if isinstance(window, str):
        return usage_error(window, command)
    return _from_file(files, lambda lines: program.window(lines, window))


def _from_file(files: list[str], run: "Callable[[list[str]], str]") -> str:
    """Run a script; the result goes to a new file, if one is named."""
    path, *out = files
    if not Path(path).exists():
        return f"error: '{path}' does not exist\n"
    try:
        text = Path(path).read_text(encoding="utf-8", errors="backslashreplace")
    except OSError:
        return f"error: '{path}' is not readable\n"
    lines = [*remaining(text.split("\n"))]
    if not out:
        return run(lines)
    if Path(out[0]).exists():
        return f"Error: output file {out[0]} already exists!\n"
    result = run(lines)
    with Path(out[0]).open("x", encoding="utf-8", newline="\n") as file:
        file.write(result)
    return ""


def _conversation(program: "EtfProgram") -> str:
    """Line by line: `quit` ends it, and so does the end of the input."""
    sys.stdout.write(program.state)
    while True:
        sys.stdout.write("->")
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not line or line.rstrip("\r\n") == "quit":
            return ""
        sys.stdout.write(program.answer(line.rstrip("\r\n")))
