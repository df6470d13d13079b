"""The client's types of messages are those of the server: TypeScript checks what is really sent.

What a server answers is written as constants of the types in `web/src/server/protocol.ts`. The
compiler names a field that is missing there, one that the client does not know, and one of another
type; every message of either side has to occur, and every field of a type.
"""

import json
import re
import shutil
import subprocess
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from ludex.play.protocol.shuffle import share_hash
from ludex.server.game_list import GameList
from playing import ROOT
from serving import Player, Server, server

WEB = ROOT / "web"
PROTOCOL = WEB / "src" / "server" / "protocol.ts"
COMPILER = WEB / "node_modules" / ".bin" / "tsc"
NO_MESSAGE = "There is no such message"

pytestmark = pytest.mark.skipif(
    not COMPILER.exists() or shutil.which("node") is None,
    reason="the client is not installed",
)

SHARE = "ab" * 32


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
    line.ask("log", "log", to=1)
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
    one.asked("share", hash=share_hash(1, SHARE))
    other.asked("share", hash=None)
    one.player.when(lambda m: m["shuffle"]["opens"] == [1])
    one.asked("share", share=SHARE)
    one.ask("object")
    one.asked("deal")
    one.asked("agree", agree=False)
    one.asked("close")
    one.ask("vote", seat=2, tenure=one.player.table["seats"][1]["tenure"], release=True)
    other.ask("leave")
    seats = one.player.see(lambda m: bool(m["seats"][1]["open"]))["seats"]
    one.ask("invite", "invitation", seat=2, tenure=seats[1]["tenure"])
    tenure = one.player.when(lambda m: bool(m["seats"][1]["invited"]))["seats"][1]
    one.ask("revoke", "table", seat=2, tenure=tenure["tenure"])


def voted(one: Line, other: Line) -> None:
    """Two vote against a third, who has a minute to object."""
    for line in (one, other):
        line.player.see(lambda m: not m["seats"][2]["open"])
        line.ask("vote", seat=3, tenure=line.player.table["seats"][2]["tenure"], release=True)
    one.player.when(lambda m: "released_in" in m)


def played(line: Line, moves: int) -> None:
    """Some moves are played, and more until they have brought points, where there are any."""
    player = line.player
    for _ in range(moves):
        if player.my_turn()["outcome"] is not None:
            return
        line.asked("act", "table", event=player.events[0])


def scored(line: Line) -> None:
    """A map is played on until something has brought points."""
    while not any(entry["sight"] and entry["sight"]["gains"] for entry in line.player.log):
        played(line, 1)


def sat_out(line: Line) -> None:
    line.player.see()
    line.ask("sit", out=True)
    line.player.see(lambda m: any(seat.get("out") for seat in m["seats"]))


def numbered(web: Server, line: Line) -> None:
    """To a page sentences and parts are numbers; what they mean comes along, with a replay too."""
    made = line.player.made
    with web.player(made["table"], made["token"], numbers=True) as page:
        page.see()
        page.send("replay", at=0)
        page.hear("replay")
        noted_numbers(page, line)


def numbered_late(web: Server, line: Line) -> None:
    """A page that comes later is told the parts of the scene with their numbers."""
    made = line.player.made
    line.player.my_turn()
    with web.player(made["table"], made["token"], numbers=True) as page:
        page.my_turn()
        page.act(line.player.events[0])
        page.my_turn()
        with web.player(made["table"], made["token"], numbers=True) as late:
            late.see()
            noted_numbers(late, line)


def noted_numbers(page: Player, line: Line) -> None:
    for raw in page.received:
        message = json.loads(raw)
        plain = next(one for one in line.heard if one["type"] == message["type"])
        news = {key: message[key] for key in ("templates", "parts", "kinds") if key in message}
        if message["type"] == "table":  # with texts in place of numbers
            news["beside"] = plain["scene"].get("beside")
        line.heard.append({**plain, **news})


NIM = """
from typing import Annotated, NamedTuple
from ludex.kernel import Event, Game, Guards, Outcome, Seat, Start, Whole, won
from ludex.table import Drawing, Looks

WIDE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"/>'

class State(NamedTuple):
    stones: int
    turn: Seat

class Take(Event[State]):
    \"\"\"Take `count` stones.\"\"\"
    count: Annotated[int, Whole(1, 30)]
    def guards(self, s: State) -> Guards:
        yield self.count <= s.stones or "so many are not left"
    def apply(self, s: State) -> State:
        return State(s.stones - self.count, Seat(1 - s.turn))

game = Game(
    name="nim", title="Nim", summary="Take stones.", players=(2, 2),
    start=Start.fixed(State(21, Seat(0))), events=(Take,), turn=lambda s: s.turn,
    outcome=lambda s: None if s.stones else won(Seat(1 - s.turn), "took the last stone"),
    text=lambda s: f"{s.stones} stones", looks=Looks(drawings={"wall": Drawing(svg=WIDE)}),
)
"""


@pytest.fixture(scope="module")
def said(web: Server, tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Any]]:
    """All that was said, by the name of its type."""
    folder: Path = tmp_path_factory.mktemp("nim")
    (folder / "nim.py").write_text(NIM)
    nim = GameList([str(folder / "nim.py")])
    heard: list[Any] = []
    sent: list[Any] = []
    wishes: list[Any] = []
    with ExitStack() as stack:

        def table(at: Server = web, /, **wish: Any) -> Line:
            wishes.append(wish)
            return Line(stack.enter_context(at.table(**wish)), heard, sent)

        # Hard enough that the first move in each position loses it, which the review tells.
        *_, hardest = web.get("/api/puzzles/packs?game=chess-solitaire")["packs"]
        puzzle = table(game="chess-solitaire", puzzle={"id": hardest["puzzles"][0]})
        alone(puzzle)
        clock = {"each": 30, "bank": 60, "more": 0}
        against = {"seats": ["me", "bot:random"], "clock": clock}
        games = [table(game=name, **against) for name in ("carcassonne", "russian-bank")]
        games += [table(game="holdem", options={"players": "2"}, **against)]
        for line in games:
            played(line, 8)
        scored(games[0])
        cash = table(game="holdem", preset="cash", seats=["me", "friend"], open_hands=True)
        sat_out(cash)
        words = stack.enter_context(server(f"sqlite:///{folder / 'games.db'}", games=nim))
        plain = table(words, game="nim", seats=["me", "friend"], seed="7")
        plain.player.see()
        shared = table(game="russian-bank", seats=["me", "friend"], together=True)
        made = shared.player.made
        friend = web.player(made["table"], web.claim(made))
        other = Line(stack.enter_context(friend), heard, sent)
        together(shared, other)
        again = web.player(made["table"], made["token"])
        back = Line(stack.enter_context(again), heard, sent)
        back.player.hear("chat")
        three = table(game="carcassonne", seats=["me", "friend", "friend"])
        tokens = [web.claim(three.player.made, n) for n in range(2)]
        second = web.player(three.player.made["table"], tokens[0])
        voted(three, Line(stack.enter_context(second), heard, sent))
        for line in (puzzle, *games, cash, plain, shared, other, back, three):
            line.noted()
        numbered(web, puzzle)
        numbered_late(web, table(game="carcassonne", seats=["me", "bot:random"]))
        keys = [{k: line.player.made[k] for k in ("table", "token")} for line in (puzzle, *games)]  # fmt: skip
        waits = {"game": "holdem", "seats": ["me", "friend"], "open": True, "clock": clock}
        waiting = table(**waits, options={"players": "2"})
        waiting.player.see(lambda m: bool(m["seats"][0]["here"]))
        own, daily = puzzle.player.made, web.get("/api/puzzles/daily")
        board = {"game": daily["game"], "position": daily["position"]}
        more: list[Any] = [
            {"game": "freecell", "deal": 617},
            board,
            {"like": keys[0], "fresh": True},
            *(
                {"game": "chess-solitaire", "puzzle": one}
                for one in (
                    {"level": "easy"},
                    {"pieces": 4, "unique": True},
                    {"daily": True},
                    {"id": daily["id"]},
                )
            ),
        ]
        opened = [web.post("/api/tables", wish) for wish in more]
        return {
            "FromServer": heard,
            "ToServer": [{"type": "hello", "token": "x", "numbers": 2}, *sent],
            "GameInfo": [*web.get("/api/games"), *words.get("/api/games")],
            "RulesPage": [
                web.get(f"/api/games/{name}/rules") for name in ("freecell", "carcassonne")
            ],
            "NewTable": [*wishes, *more],
            "Opened": [*opened, made],
            "MyTable": web.post("/api/tables/mine", {"tables": keys}),
            "GameStatistics": web.post("/api/statistics", {"tables": keys}),
            "WaitingTable": web.get("/api/tables/open"),
            "Daily": [daily],
            "DealOfDay": [web.get("/api/deals/daily")],
            "Packs": [web.get("/api/puzzles/packs?game=chess-solitaire")],
            "Check": [web.post("/api/puzzles/check", board)],
            "ReviewPart": [web.get(f"/api/tables/{own['table']}/review?begun=0", own["token"])],
        }


@pytest.fixture(scope="module")
def written(said: dict[str, list[Any]], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same as constants in TypeScript, beside the types."""
    folder: Path = tmp_path_factory.mktemp("said")
    lines = [f'import type {{ {", ".join(said)} }} from "./protocol";']
    lines += [
        f"export const {kind.lower()}{i}: {kind} = {json.dumps(one)};"
        for kind, several in said.items()
        for i, one in enumerate(several)
    ]
    shutil.copy(PROTOCOL, folder / "protocol.ts")
    file = folder / "said.ts"
    file.write_text("\n".join(lines))
    return file


def run(*command: str | Path) -> str:
    return subprocess.run([*command], capture_output=True, text=True, check=False).stdout


def test_what_is_said_has_the_types_that_the_client_expects(written: Path) -> None:
    strict = ("--noEmit", "--strict", "--target", "es2022", "--module", "esnext")
    assert run(COMPILER, *strict, "--moduleResolution", "bundler", written) == ""


def test_the_client_expects_no_field_that_is_never_said(written: Path) -> None:
    assert run("node", WEB / "tests" / "fields.js", written).split() == []


@pytest.mark.parametrize("union", ["FromServer", "ToServer"])
def test_every_message_occurs(said: dict[str, list[Any]], union: str) -> None:
    text = PROTOCOL.read_text()
    body = text.partition(f"export type {union} =")[2].partition(";\n\n")[0]
    named = re.findall(r"\| (\w+)$", body, re.MULTILINE)
    parts = [body, *(text.partition(f"interface {name} ")[2].partition("\n}")[0] for name in named)]  # fmt: skip
    types = [found for part in parts for found in re.findall(r"type: ((?:\"\w+\"(?: \| )?)+)", part)]  # fmt: skip
    kinds = {kind for found in types for kind in re.findall(r"\w+", found)}
    assert kinds == {message["type"] for message in said[union]}
