"""Players over pipes behind walls: bombs and thieves lose their game, and nothing else happens."""

import os
import socket
import sys
from pathlib import Path
from time import monotonic

import pytest

from foreign_programs import FIRST, program
from ludex.players.programs.pipe import Failed, Pipe, PipeLimits
from ludex.players.programs.program import Program
from ludex.sandbox import choose_isolation
from players.programs.test_programs import TIC_TAC_TOE, answer_of, first_view

walls = pytest.mark.skipif(
    bool(choose_isolation().missing), reason="the sandbox of this machine is not complete"
)
SMALL = PipeLimits(memory=128 << 20, processes=16)


def move(command: str, seconds: float = 3.0) -> str:
    playing = Program(TIC_TAC_TOE, f"cmd:{command}", seconds, bounds=SMALL)
    try:
        return str(playing.move(first_view()))
    finally:
        playing.close()


@pytest.mark.slow
@walls
@pytest.mark.parametrize(
    ("bomb", "told"),
    [
        ("import os\nwhile True:\n try: os.fork()\n except OSError: pass", "took too long"),
        ("x = []\nwhile True: x.append(bytearray(1 << 20))", "MemoryError"),
        (
            "import os\nfor _ in range(12):\n"
            " if not os.fork(): x = bytearray(b'x') * (60 << 20); time.sleep(9)\ntime.sleep(9)",
            "has ended out of memory",
        ),
        ("sys.exit('\\x1b[2J\\x9b1m')", "status 1 (�[2J�1m)"),
        ("while True: sys.stderr.write('x\\n' * 9999)", "took too long"),
        ("import os\nfor _ in range(20000): os.mkdir('/tmp/d'); os.chdir('/tmp/d')", "status 1"),
    ],
)
def test_a_bomb_loses_its_game_and_leaves_nothing(tmp_path: Path, bomb: str, told: str) -> None:
    begun = monotonic()
    path = tmp_path / "bomb.py"
    path.write_text(f"import sys, time\nprint('hello', flush=True)\nsys.stdin.readline()\n{bomb}\n")
    with pytest.raises(Failed) as failed:
        move(f"{sys.executable} {path}", 2.0)
    assert told in str(failed.value)
    assert monotonic() - begun < 20


@walls
def test_a_player_sees_no_files_sockets_or_processes_of_others(tmp_path: Path) -> None:
    secret = tmp_path / "elsewhere" / "secret"
    secret.parent.mkdir()
    secret.write_text("hidden")
    own = tmp_path / "own"
    own.mkdir()
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(f"\0ludex-{os.getpid()}")
        listening.listen()
        spy = (
            "import os, socket\n"
            "found = []\n"
            "def tried(what, *given):\n"
            "    try: found.append(what(*given))\n"
            "    except OSError: pass\n"
            f"tried(open, {str(secret)!r}); tried(open, {str(own / 'new')!r}, 'w')\n"
            f"tried(os.kill, {os.getpid()}, 0); tried(open, '/proc/{os.getpid()}/environ')\n"
            "tried(socket.socket, socket.AF_UNIX); tried(socket.create_connection, ('127.0.0.1', 9), 1)\n"
            f"found.extend(name for name in os.environ if name.startswith('LUDEX_'))\n"
            f"if not found: {FIRST}"
        )
        assert move(program(own, f"exec({spy!r})")) == "mark(1)"
    assert not (own / "new").exists()


@walls
def test_a_trusted_player_is_let_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = f"open({str(tmp_path / 'diary')!r}, 'w').write('dear'); {FIRST}"
    with pytest.raises(Failed):
        answer_of(program(tmp_path, answer))
    monkeypatch.setenv("LUDEX_PLAYER_WALLS", "bare")
    assert answer_of(program(tmp_path, answer)) == "mark(1)"
    assert (tmp_path / "diary").read_text() == "dear"


def test_walls_that_are_none_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDEX_PLAYER_WALLS", "paper")
    with pytest.raises(Failed, match="cannot be started: no sandbox 'paper'; there are: auto"):
        Pipe("true")
