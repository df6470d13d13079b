"""What a hostile client sends, and a rulebook that prints, hangs or breaks: the server goes on."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from commands import ludex, started
from mcp_clients import data_of, hall, in_process, run, text_of

CHATTY = """\
import os
import sys
from dataclasses import dataclass
from ludex.kernel import Event, Game, Start, say, won, Seat

print("a rulebook is loaded")
os.write(1, b"behind its back\\n")

@dataclass(frozen=True)
class State:
    left: int = 3

class Take(Event[State]):
    '''Take so many.'''

    number: int

    def guards(self, s):
        print("a guard is asked", sys.stdin.read())
        os.system("echo a guard has a shell")
        yield 1 <= self.number <= s.left or say("few", "There are only {left}", left=s.left)
        yield self.number != 2 or str(1 // 0)

    def apply(self, s):
        return State(s.left - self.number)

game = Game(
    name="chatty", title="Chatty", summary="Take everything.", start=Start.fixed(State()),
    events=(Take,), outcome=lambda s: None if s.left else won(Seat(0)), text=lambda s: f"{s.left} left",
)
"""

HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "raw", "version": "0"},
    },
}
READY = {"jsonrpc": "2.0", "method": "notifications/initialized"}

GARBAGE: tuple[bytes, ...] = (
    b"",
    b"hello",
    b"\x00\xff\xfe",
    b"{",
    b"[]",
    b"null",
    b'{"jsonrpc":"2.0"}',
    b'{"jsonrpc":"2.0","id":5,"method":17}',
    b'{"jsonrpc":"2.0","id":{"a":1},"method":"ping"}',
    b'{"jsonrpc":"2.0","id":"\\ud800","method":"tools/call","params":{"name":"\\ud800"}}',
    b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}',
    b'{"jsonrpc":"2.0","id":999,"result":{}}',
    b"[" * 100_000,
    b'{"jsonrpc":"2.0","id":6,"method":"x","params":' + b'{"a":' * 5_000,
    b"x" * 3_000_000,
)


def called(number: int, tool: object, said: object) -> dict[str, Any]:
    params = {"name": tool, "arguments": said}
    return {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params}


def test_garbage_and_a_rulebook_that_prints_do_not_disturb_the_protocol(
    tmp_path: Path,
) -> None:
    rulebook = tmp_path / "chatty.py"
    rulebook.write_text(CHATTY)
    good: list[dict[str, Any]] = [
        HELLO,
        READY,
        called(2, "start_table", {"game": "chatty"}),
        called(3, "play", {"event": "take(1)"}),
        called(4, "play", {"event": "take(9)"}),
        called(5, "play", {"event": "take(2)"}),
        called(6, 7, []),
        called(7, "play", "take(1)"),
        called(8, "view", {}),
        {"jsonrpc": "2.0", "id": 9, "method": "no/such"},
    ]
    with started(
        *("mcp", str(rulebook), "--save-dir", str(tmp_path / "saves")),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        answers: dict[Any, dict[str, Any]] = {}
        assert process.stdin is not None
        assert process.stdout is not None
        for message in good:
            for garbage in GARBAGE if "id" not in message else ():
                process.stdin.write(garbage + b"\n")
            process.stdin.write(json.dumps(message).encode() + b"\n")
            process.stdin.flush()
            while "id" in message and message["id"] not in answers:
                answer = json.loads(process.stdout.readline())  # and nothing else
                answers[answer.get("id")] = answer
        out, err = process.communicate(b'{"half of a line', timeout=60)
    assert all(json.loads(line) for line in out.splitlines())
    assert process.returncode == 0
    assert b"a rulebook is loaded" in err
    assert b"behind its back" in err
    assert b"a guard has a shell" in err
    assert b"Traceback" not in err

    def said(number: int) -> str:
        return str(answers[number]["result"]["content"][0]["text"])

    assert "2 left" in said(3)
    assert "There are only 2" in said(4)
    assert "rulebook" in said(5)
    assert "2 left" in said(8)
    for number in (6, 7, 9):
        assert "error" in answers[number]
    assert len([*(tmp_path / "saves").glob("*.jsonl")]) == 1


@pytest.mark.slow
def test_it_ends_when_it_is_asked_to(tmp_path: Path) -> None:
    rulebook = tmp_path / "chatty.py"
    rulebook.write_text(CHATTY)
    with started(
        "mcp", str(rulebook), "--save-dir", str(tmp_path),
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(json.dumps(HELLO).encode() + b"\n")
        process.stdin.flush()
        assert b'"ludex"' in process.stdout.readline()
        os.kill(process.pid, signal.SIGTERM)
        assert process.wait(timeout=30) == 130
        assert process.stderr.read().splitlines()[-1] == b"ludex: interrupted"


def test_a_rulebook_that_hangs_costs_a_call_and_not_the_others(tmp_path: Path) -> None:
    rulebook = tmp_path / "hangs.py"
    quiet = [line for line in CHATTY.splitlines() if "print" not in line and "os." not in line]
    rulebook.write_text(
        "\n".join(quiet)
        .replace("chatty", "hangs")
        .replace("text=lambda s:", "text=lambda s: __import__('time').sleep(3) or")
    )

    async def scenario() -> None:
        with hall(tmp_path / "saves", str(rulebook), answering=1.0) as made:
            async with in_process(made) as call:
                late = await call("start_table", game="hangs")
                assert late.is_error
                assert "was cancelled" in text_of(late)
                assert data_of(await call("list_games"))["games"]

    run(scenario)


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["nonesuch"], "no game 'nonesuch'"),
        (["nowhere.py"], "no such file"),
        (["freecell", "freecell"], "two games are called 'freecell'"),
        (["--tables", "0"], "--tables"),
        (["--thinking", "nan"], "thinking"),
        (["fighting"], "has no decisions for players"),
    ],
)
def test_bad_use_is_one_line(words: list[str], problem: str, tmp_path: Path) -> None:
    done = ludex("mcp", *words, "--save-dir", str(tmp_path))
    assert (done.status, done.out) == (2, "")
    assert problem in done.err
    assert done.err.count("\n") == 1


def test_without_the_sdk_one_line_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("mcp", "mcp_types"):
        monkeypatch.setitem(sys.modules, name, None)
    done = ludex("mcp")
    assert (done.status, done.out) == (2, "")
    assert 'pip install "ludex[mcp]"' in done.err
    assert done.err.count("\n") == 1


def test_the_help_teaches() -> None:
    done = ludex("mcp", "--help")
    assert done.status == 0
    assert '{"mcpServers"' in done.out
