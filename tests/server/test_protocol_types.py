"""The client's types of messages are those of the server: TypeScript checks what is really sent.

What a server answers is written as constants of the types in `web/src/server/protocol.ts`. The
compiler names a field that is missing there, one that the client does not know, and one of another
type; every message of either side has to occur.
"""

import json
import re
import shutil
import subprocess
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from playing import ROOT
from serving import Player, Server

WEB = ROOT / "web"
PROTOCOL = WEB / "src" / "server" / "protocol.ts"
COMPILER = WEB / "node_modules" / ".bin" / "tsc"
NO_MESSAGE = "There is no such message"

pytestmark = pytest.mark.skipif(
    not COMPILER.exists() or shutil.which("node") is None,
    reason="the client is not installed",
)


class Line:
    """A player whose messages of both directions are noted."""

    def __init__(self, player: Player, heard: list[Any], sent: list[Any]) -> None:
        self.player, self.heard, self.sent = player, heard, sent

    def ask(self, kind: str, answer: str = "", **fields: Any) -> None:
        message = {"type": kind, **fields}
        self.sent.append(message)
        self.player.socket.send(json.dumps(message))
        if answer:
            self.player.hear(answer)

    def asked(self, kind: str, answer: str = "", **fields: Any) -> None:
        """The same about the table as it is."""
        self.ask(kind, answer, seq=self.player.table["seq"], **fields)

    def noted(self) -> None:
        for raw in self.player.received:
            message = json.loads(raw)
            assert NO_MESSAGE not in message.get("text", "")
            self.heard.append(message)


def alone(line: Line) -> None:
    """A puzzle is asked about, played to its end by hints, and seen again."""
    player = line.player
    player.my_turn()
    line.asked("winnable", "winnable")
    line.asked("hint", "hint")
    line.asked("explain", "explained", event=player.events[0])
    line.asked("why", "refusal", pick="1,1", drop="1,1")
    line.ask("withdraw", of="hint")
    line.asked("act", "table", event=player.events[0])
    line.asked("undo", "table", times=1)
    line.asked("redo", "table")
    while player.table["outcome"] is None:
        line.asked("act", "table", event=player.events[0])
    line.ask("replay", "replay", at=1)
    line.ask("replay", "standings")
    line.ask("ping", "pong")


def together(one: Line, other: Line) -> None:
    """Two people talk, give their shares, and one of them goes."""
    one.player.see(lambda m: bool(m["seats"][1]["here"]))
    other.player.see()
    one.ask("name", name="Ada")
    one.ask("chat", "chat", text="Hello")
    one.ask("chat", "chat", phrase=1)
    one.ask("sit", out=False)
    one.asked("share", share=None)
    one.asked("deal")
    one.asked("agree", agree=False)
    one.asked("close")
    one.ask("vote", seat=2, tenure=one.player.table["seats"][1]["tenure"], release=True)
    other.ask("leave")
    seats = one.player.see(lambda m: bool(m["seats"][1]["open"]))["seats"]
    one.ask("invite", "invitation", seat=2, tenure=seats[1]["tenure"])
    tenure = one.player.when(lambda m: bool(m["seats"][1]["invited"]))["seats"][1]
    one.ask("revoke", "table", seat=2, tenure=tenure["tenure"])


def played(line: Line, moves: int) -> None:
    player = line.player
    for _ in range(moves):
        if player.my_turn()["outcome"] is not None:
            return
        line.asked("act", "table", event=player.events[0])


@pytest.fixture(scope="module")
def said(web: Server) -> dict[str, list[Any]]:
    """All that was said, by the name of its type."""
    heard: list[Any] = []
    sent: list[Any] = []
    with ExitStack() as stack:

        def table(**wish: Any) -> Line:
            return Line(stack.enter_context(web.table(**wish)), heard, sent)

        puzzle = table(game="chess-solitaire", puzzle={"level": "easy"})
        alone(puzzle)
        clock = {"each": 30, "bank": 60, "more": 0}
        against = {"seats": ["me", "bot:random"], "clock": clock}
        games = [table(game=name, **against) for name in ("carcassonne", "russian-bank")]
        games += [table(game="holdem", options={"players": "2"}, **against)]
        for line in games:
            played(line, 8)
        shared = table(game="russian-bank", seats=["me", "friend"], together=True)
        made = shared.player.made
        friend = web.player(made["table"], web.claim(made))
        other = Line(stack.enter_context(friend), heard, sent)
        together(shared, other)
        for line in (puzzle, *games, shared, other):
            line.noted()
        keys = [{k: line.player.made[k] for k in ("table", "token")} for line in (puzzle, *games)]  # fmt: skip
        wish = {
            "game": "holdem",
            "seats": ["me", "friend"],
            "open": True,
            "options": {"players": "2"},
        }
        own = puzzle.player.made
        position = puzzle.player.table["share"]["puzzle"]
        return {
            "FromServer": heard,
            "ToServer": [{"type": "hello", "token": "x", "sentences": True}, *sent],
            "GameInfo": web.get("/api/games"),
            "RulesPage": [
                web.get(f"/api/games/{name}/rules") for name in ("freecell", "carcassonne")
            ],
            "NewTable": [wish],
            "Opened": [web.post("/api/tables", wish), made],
            "MyTable": web.post("/api/tables/mine", {"tables": keys}),
            "GameStatistics": web.post("/api/statistics", {"tables": keys}),
            "WaitingTable": web.get("/api/tables/open"),
            "Daily": [web.get("/api/puzzles/daily")],
            "DealOfDay": [web.get("/api/deals/daily")],
            "Packs": [web.get("/api/puzzles/packs?game=chess-solitaire")],
            "Check": [
                web.post(
                    "/api/puzzles/check",
                    {"game": "chess-solitaire", "position": position},
                )
            ],
            "ReviewPart": [web.get(f"/api/tables/{own['table']}/review?begun=0", own["token"])],
        }


def test_what_is_said_has_the_types_that_the_client_expects(
    said: dict[str, list[Any]], tmp_path: Path
) -> None:
    lines = [f'import type {{ {", ".join(said)} }} from "./protocol";']
    lines += [
        f"export const {kind.lower()}{i}: {kind} = {json.dumps(one)};"
        for kind, several in said.items()
        for i, one in enumerate(several)
    ]
    shutil.copy(PROTOCOL, tmp_path / "protocol.ts")
    (tmp_path / "said.ts").write_text("\n".join(lines))
    command = [str(COMPILER), "--noEmit", "--strict", "--target", "es2022", "--module", "esnext", "--moduleResolution", "bundler", "said.ts"]  # fmt: skip
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)  # fmt: skip
    assert done.stdout == ""


@pytest.mark.parametrize("union", ["FromServer", "ToServer"])
def test_every_message_occurs(said: dict[str, list[Any]], union: str) -> None:
    text = PROTOCOL.read_text()
    body = text.partition(f"export type {union} =")[2].partition(";\n\n")[0]
    named = re.findall(r"\| (\w+)$", body, re.MULTILINE)
    parts = [body, *(text.partition(f"interface {name} ")[2].partition("\n}")[0] for name in named)]  # fmt: skip
    types = [found for part in parts for found in re.findall(r"type: ((?:\"\w+\"(?: \| )?)+)", part)]  # fmt: skip
    kinds = {kind for found in types for kind in re.findall(r"\w+", found)}
    assert kinds == {message["type"] for message in said[union]}
