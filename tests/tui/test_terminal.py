"""The command on a real terminal: drawn, killed in the middle, resumed."""

import fcntl
import json
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

import pytest

from commands import ENVIRONMENT, LUDEX, ludex
from playing import ROOT

TIMEOUT = 60.0
"""Seconds until a terminal that shows nothing is given up."""


class Terminal:
    """A process with a terminal of 80 by 24 cells, and what it has written."""

    def __init__(self, process: subprocess.Popen[bytes], end: int) -> None:
        self.process = process
        self.end = end
        self.written = b""

    def until(self, wanted: str) -> None:
        """Read until a text has been written."""
        while wanted.encode() not in self.written:
            ready, _, _ = select.select([self.end], [], [], TIMEOUT)
            assert ready, f"{wanted!r} never came: {self.written[-2000:]!r}"
            self.written += os.read(self.end, 65536)

    def reads_until(self, condition: Callable[[], bool]) -> None:
        """Read whatever is written until something is so."""
        assert self.reads_for_a_while(condition, TIMEOUT), "it never came to be so"

    def reads_for_a_while(self, condition: Callable[[], bool], seconds: float = 0.5) -> bool:
        """Read whatever is written until something is so, or for so many seconds; was it?"""
        end = monotonic() + seconds
        while not condition():
            if monotonic() > end:
                return False
            ready, _, _ = select.select([self.end], [], [], 0.01)
            if ready:
                self.written += os.read(self.end, 65536)
        return True

    def type(self, keys: str) -> None:
        self.written = b""
        os.write(self.end, keys.encode())

    def ended(self) -> int:
        """Read what is left, and the status."""
        while True:
            try:
                if not os.read(self.end, 65536):
                    break
            except OSError:  # the other end is closed
                break
        return self.process.wait()


@contextmanager
def terminal(*arguments: str, data: Path) -> Iterator[Terminal]:
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    environment = {**os.environ, **ENVIRONMENT, "TERM": "xterm-256color"}
    environment.pop("COLUMNS")
    process = subprocess.Popen(
        [*LUDEX, *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**environment, "XDG_DATA_HOME": str(data)},
        start_new_session=True,
    )
    os.close(theirs)
    try:
        yield Terminal(process, ours)
    finally:
        process.kill()
        process.wait()
        os.close(ours)


def events(path: Path) -> list[str]:
    """What a saved game says has happened: the lines that are written to their end."""
    lines = path.read_text().splitlines(keepends=True)[1:]
    return [json.loads(line)["event"] for line in lines if line.endswith("\n")]


ROUND = 4
"""The player lays a tile, one is drawn for the bot, the bot lays it, one is drawn again."""


@pytest.mark.slow
def test_a_bot_game_killed_in_the_middle_is_resumed_with_everything_accepted(
    tmp_path: Path,
) -> None:
    folder = ["--save-dir", str(tmp_path)]
    begin = ["play", "carcassonne", "--bot", "random@2", "--seed", "3", "--pause", "0"]
    with terminal(*begin, *folder, data=tmp_path) as screen:
        screen.until("your turn")
        (path,) = tmp_path.glob("*.jsonl")
        for turn in range(1, 4):
            before = len(events(path))
            # Where it goes, which way round, and who stands on it: Enter until it lies there.
            while len(events(path)) == before:
                screen.type("\r")
                screen.reads_for_a_while(
                    lambda n=before: b"Esc" in screen.written or len(events(path)) > n
                )
            # What is the same on the screen is not drawn again: the log says whose turn it is.
            screen.reads_until(lambda n=turn * ROUND: len(events(path)) > n)
        screen.process.send_signal(signal.SIGKILL)
        screen.process.wait()
    assert sum(event.startswith("place_tile") for event in events(path)) >= 6
    resumed = ludex("resume", "--plain", *folder, stdin="position\nquit\n")
    assert resumed.status == 0
    run = ludex("run", "carcassonne", "--from-save", str(path))
    assert run.out.rstrip("\n").split("->")[-1].partition("\n")[2] in resumed.out


def test_a_table_is_left_with_q_and_the_terminal_is_as_before(tmp_path: Path) -> None:
    with terminal("play", "freecell", "--deal", "617", data=tmp_path) as screen:
        screen.until("FreeCell")
        screen.until("keys")
        screen.type("q")
        assert screen.ended() == 0


@pytest.mark.slow
def test_nobody_waits_for_a_bot_with_ten_minutes_to_think(tmp_path: Path) -> None:
    seats = ["--bot", "search:600s@1", "--bot", "search:600s@2"]
    folder = ["--save-dir", str(tmp_path)]
    with terminal("play", "carcassonne", *seats, *folder, data=tmp_path) as screen:
        screen.until("is thinking")
        screen.type("q")
        began = monotonic()
        assert screen.ended() == 0
        assert monotonic() - began < 10  # a crowded machine is slow to end anything
    assert not list(tmp_path.glob("*.jsonl"))  # nobody has played, so nothing is kept


def test_without_arguments_there_is_a_lobby(tmp_path: Path) -> None:
    with terminal(data=tmp_path) as screen:
        screen.until("Statistics")
        screen.type("q")
        assert screen.ended() == 0


def test_the_help_says_that_a_terminal_is_drawn_on() -> None:
    assert "play on the screen, or line by line with --plain" in ludex("--help").out


def test_plain_is_line_mode_on_a_terminal_too(tmp_path: Path) -> None:
    given = ("--plain", "--deal", "617")
    with terminal("play", "freecell", *given, data=tmp_path) as screen:
        screen.until("help lists the commands")
        screen.type("1a\n")
        screen.until("J♦ to free cell 1.")
        (saved,) = tmp_path.rglob("*.jsonl")
        saved.unlink()  # by hand: the lobby throws nothing away that is being played
        screen.type("quit\n")
        screen.until("was deleted: the game is lost")
        assert screen.ended() == 0


def test_without_textual_it_is_said_and_line_mode_goes_on(tmp_path: Path) -> None:
    hidden = (
        "import importlib.util as u; real = u.find_spec;"
        "u.find_spec = lambda n, *a: None if n == 'textual' else real(n, *a);"
        "from ludex.cli import main; main()"
    )
    before, LUDEX[:] = list(LUDEX), [sys.executable, "-c", hidden]
    try:
        with terminal("play", "freecell", data=tmp_path) as screen:
            screen.until("continuing in line mode")
            screen.until("help lists the commands")
            screen.type("quit\n")
            assert screen.ended() == 0
    finally:
        LUDEX[:] = before


def test_textual_is_imported_only_when_a_table_is_drawn() -> None:
    code = (
        "import sys; from unittest.mock import patch; from ludex.cli import main\n"
        "for words in (['--help'], ['play', 'freecell', '--plain']):\n"
        "    try:\n"
        "        with patch('sys.argv', ['ludex', *words]): main()\n"
        "    except SystemExit: pass\n"
        "assert not [m for m in sys.modules if m.split('.')[0] == 'textual']\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **ENVIRONMENT},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


RAISING = (ROOT / "tests" / "check" / "faulty" / "raising.py").read_text()


@pytest.mark.slow
@pytest.mark.parametrize("bots", [True, False])
def test_a_fault_of_a_rulebook_is_a_line_on_the_terminal_too(tmp_path: Path, *, bots: bool) -> None:
    """A guard that raises at three stones, met by bots and by a person's own move."""
    seats = ["--bot", "random@1", "--bot", "random@2", "--pause", "0"] if bots else []
    two = "events=(Take,), players=(2, 2), turn=lambda s: Seat(s.stones % 2),"
    text = RAISING.replace("events=(Take,),", two).replace("Start, ", "Seat, Start, ")
    file = tmp_path / "raising.py"
    file.write_text(text)
    with terminal("play", str(file), *seats, "--seed", "1", data=tmp_path) as screen:
        for _ in range(0 if bots else 4):  # from seven to three
            screen.until("Take 1")
            screen.type("1")
        screen.until("a bug in the rulebook")
        screen.until("KeyError")
        assert screen.ended() == 1
        assert b"Traceback" not in screen.written
