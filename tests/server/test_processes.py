"""Servers as processes: killed, asked to end, two of them at one table."""

import gc
import json
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from websockets.exceptions import ConnectionClosed

from commands import ludex, started
from ludex.play.protocol.shuffle import share_hash
from ludex.server.process.serve import listen_at
from ludex.server.store.address import read_address
from ludex.server.store.database import Database
from ludex.server.store.file import alone_with
from serving import TIMEOUT, Player, Server, process, server


@pytest.fixture(autouse=True)
def _nothing_is_left_for_other_tests() -> Iterator[None]:
    yield
    gc.collect()


def play_on(player: Player, seen: list[tuple[int, str]], noted: Callable[[], object]) -> None:
    """Play as fast as can be until the connection breaks; note what was acknowledged."""
    with suppress(ConnectionClosed, EOFError, OSError):
        while True:
            seq = player.table["seq"]
            moves = player.events
            undo = player.table["can"]["undo"] and (seq % 7 == 6 or not moves)
            event = "undo" if undo else moves[seq % len(moves)]
            player.send("undo") if undo else player.send("act", event=event)
            table = player.see(lambda m, seq=seq: m["seq"] > seq)
            seen.append((table["seq"], event))
            noted()


def test_after_kill_9_everything_acknowledged_is_there(database_url: str) -> None:
    seen: dict[int, list[tuple[int, str]]] = {deal: [] for deal in range(1, 5)}
    enough = threading.Barrier(len(seen) + 1)
    with process(database_url, "freecell") as first:

        def play(made: dict[str, str], seen: list[tuple[int, str]]) -> None:
            with first.server.player(made["table"], made["token"]) as player:
                player.seat_down()
                play_on(player, seen, lambda: len(seen) == 8 and enough.wait(TIMEOUT))

        tables, threads = {}, []
        for deal, told in seen.items():
            made = first.server.post("/api/tables", {"game": "freecell", "deal": deal})
            tables[deal] = made
            threads.append(threading.Thread(target=play, args=(made, told)))
            threads[-1].start()
        enough.wait(TIMEOUT)  # whenever the blow comes, the promise is the same
        first.process.send_signal(signal.SIGKILL)
        for thread in threads:
            thread.join()
    with alone_with(read_address(database_url)):  # who was killed has left no lock
        pass
    with server(database_url) as second:
        for deal, made in tables.items():
            with second.player(made["table"], made["token"]) as player:
                player.seat_down()
                # One more may have been committed and not yet been told.
                assert 0 <= player.table["seq"] - seen[deal][-1][0] <= 1
                replay(second, made, player)
        store = Database(read_address(database_url))
        for deal, made in tables.items():
            stored = store.load(made["table"])
            assert stored is not None
            lines = [line.event for line in stored.lines]
            told = seen[deal]
            assert told == list(enumerate(lines[: len(told)], start=1))
        store.close()


def replay(web: Server, made: dict[str, str], player: Player) -> None:
    """The log is a game by the rules, event for event, and it goes on."""
    script = web.get(f"/api/tables/{made['table']}/script", made["token"])
    head, *events = script.splitlines()
    assert [entry["event"] for entry in player.log] == events
    position = head.split("--position ")[1].removesuffix(" FILE").strip("'")
    done = ludex("run", "freecell", "-", "--position", position, stdin="\n".join(events))
    assert done.status == 0, done.err
    assert "Error" not in done.out
    player.act((*player.events, "undo")[0])


@pytest.mark.slow
def test_being_asked_to_end_finishes_what_was_accepted(sqlite_url: str) -> None:
    with process(sqlite_url, "carcassonne") as running:
        wish = {"game": "carcassonne", "seats": ["me"], "seed": 1}
        made = running.server.post("/api/tables", wish)
        with running.server.player(made["table"], made["token"]) as player:
            player.seat_down()
            for _ in range(5):
                player.act(player.events[0])
            player.send("act", event=player.events[0])
            running.process.send_signal(signal.SIGTERM)
            with pytest.raises((ConnectionClosed, EOFError)) as closed:
                listen_on(player)
            if isinstance(closed.value, ConnectionClosed):
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 1012  # come again
        assert running.process.wait(30) == 0
    with (
        server(sqlite_url) as again,
        again.player(made["table"], made["token"]) as back,
    ):
        back.seat_down()
        assert back.table["seq"] >= player.table["seq"] >= 5
        assert back.log[: len(player.log)] == player.log


def listen_on(player: Player) -> None:
    while True:
        player.receive()


def test_two_processes_serve_one_table(pair: tuple[Server, Server]) -> None:
    one, two = pair
    made = one.post("/api/tables", {"game": "carcassonne", "seats": ["me", "friend"]})
    token = one.claim(made)
    with (
        one.player(made["table"], made["token"]) as me,
        two.player(made["table"], token) as you,
    ):
        me.my_turn()
        you.when(lambda m: m["turn"] == 1)
        # Each knows that the other sits there, through the other process.
        for player in (me, you):
            player.when(lambda m: all(seat["here"] for seat in m["seats"]))
        for _ in range(6):
            for mover, other in ((me, you), (you, me)):
                mover.my_turn()
                mover.act(mover.events[0])
                other.when(lambda m, seq=mover.table["seq"]: m["seq"] >= seq)
                assert other.log == mover.log
                assert other.table["scene"]["zones"] == mover.table["scene"]["zones"]
        me.my_turn()
        seq = me.table["seq"]
        # A wish crosses from one process to the other, and so does the agreement.
        me.send("undo")
        you.see(lambda m: m["undo_asked_by"] == 1)
        you.send("agree", agree=True)
        me.see(lambda m: m["seq"] > seq)
        you.see(lambda m: m["seq"] > seq)
        assert me.log == you.log


def test_shares_given_through_two_processes_at_once_are_both_in_the_deal(
    pair: tuple[Server, Server],
) -> None:
    wish = {
        "game": "russian-bank",
        "options": {"match_target": "games", "match_games": "1"},
        "seats": ["me", "friend"],
        "together": True,
    }
    one, two = pair
    for _ in range(2):
        made = one.post("/api/tables", wish)
        token = one.claim(made)
        with (
            one.player(made["table"], made["token"]) as me,
            two.player(made["table"], token) as you,
        ):
            for player in (me, you):
                player.see()
            for player, share in ((me, "1" * 64), (you, "2" * 64)):
                player.send("share", hash=share_hash(player.table["seat"], share))
            for player, share in ((me, "1" * 64), (you, "2" * 64)):
                player.when(lambda m: len(m["shuffle"]["opens"]) == 2)
                player.send("share", share=share)
            for player in (me, you):
                player.see(lambda m: m["turn"] > 0)
                assert set(player.table["shuffle"]["shares"]) == {"1", "2"}
            you.act("resign(2)")
            me.see(lambda m: m["finished"])
        path = f"/api/tables/{made['table']}/verdict"
        assert one.get(path, made["token"])["holds"]


def test_a_race_between_two_processes_applies_once(pair: tuple[Server, Server]) -> None:
    one, two = pair
    made = one.post("/api/tables", {"game": "freecell", "deal": 11})
    with (
        one.player(made["table"], made["token"]) as here,
        two.player(made["table"], made["token"]) as there,
    ):
        here.seat_down()
        there.seat_down()
        for n in range(15):
            for tab in (here, there):
                tab.send("act", event=tab.events[n % len(tab.events)])
            for tab in (here, there):
                while tab.table["seq"] < n + 1:
                    tab.receive()
        assert here.table["seq"] == there.table["seq"] == 15
        assert here.log == there.log


@pytest.mark.slow
def test_when_a_process_dies_another_plays_for_its_bots_and_for_who_sits_out(
    postgresql_url: str,
) -> None:
    with (
        process(postgresql_url, "carcassonne", "holdem", "--pause", "3") as one,
        server(postgresql_url) as two,
    ):
        game = {"game": "carcassonne", "seats": ["me", "bot:random"]}
        cash = {"game": "holdem", "preset": "cash", "seats": ["me", "friend"]}
        made, poker = (one.server.post("/api/tables", wish) for wish in (game, cash))
        token = one.server.claim(poker)
        with (
            one.server.player(made["table"], made["token"]) as here,
            two.player(made["table"], made["token"]) as there,
            two.player(poker["table"], poker["token"]) as me,
        ):
            with one.server.player(poker["table"], token) as you:
                me.when(lambda m: all(seat["here"] for seat in m["seats"]))
                you.socket.send(json.dumps({"type": "sit", "out": True}))
                me.see(sits_out)
            me.when(lambda m: not m["seats"][1]["here"])
            here.my_turn()
            there.my_turn()
            here.act(here.events[0])
            there.when(lambda m: m["turn"] == 2)
            one.process.kill()  # while its bot waits
            assert there.see(lambda m: m["your_turn"])["turn"] == 1
            for _ in range(2):
                hand = me.my_turn()["scene"]["beside"]["heading"]
                me.act(next(e for e in me.events if e.startswith(("bet", "raise"))))
                me.see(lambda m, hand=hand: m["scene"]["beside"]["heading"] != hand)
            assert sits_out(me.table)


def sits_out(message: dict[str, Any]) -> bool:
    """Does the second player sit out?"""
    return [seat["seat"] for seat in message["seats"] if seat.get("out")] == [2]


@pytest.mark.slow
def test_a_server_does_what_its_operator_says_and_its_log_has_no_tokens_in_it(
    sqlite_url: str, tmp_path: Path
) -> None:
    options = (
        "freecell", "russian-bank", "--host", "127.0.0.2", "--name", "Games.Example",
        "--proxy", "127.0.0.1", "--limit", "tables_per_day=2", "--limit", "attended_seconds=0.5",
        "--log-requests",
    )  # fmt: skip
    log = tmp_path / "log"
    with log.open("w") as file, process(sqlite_url, *options, stderr=file) as running:
        web = running.server

        def under(name: str) -> int:
            request = Request(f"{web.address}/health", headers={"host": name})
            try:
                with urlopen(request) as told:
                    return int(told.status)
            except HTTPError as error:
                with error:
                    return error.code

        assert web.address.startswith("http://127.0.0.2:")
        assert [under("games.example"), under("other.example")] == [200, 421]
        alone = web.post("/api/tables", {"game": "freecell", "deal": 1})
        origin = "https://games.example"
        with web.player(alone["table"], alone["token"], origin=origin) as me:
            assert me.seat_down()["seat"] == 1
        wish = {"game": "russian-bank", "seats": ["me", "friend"]}
        made = web.post("/api/tables", wish)
        tokens = [
            made["token"],
            made["invitations"][0]["path"].split("#join=")[1],
            web.claim(made),
            made["watch"].split("#")[1],
        ]
        with web.player(made["table"], made["token"]) as me:
            me.seat_down()
            me.socket.send(json.dumps({"type": "act", "token": made["token"]}))
            me.hear("refusal")
        web.refused(f"/api/tables/{made['table']}/{made['token']}")
        web.refused(f"/t/x/{made['token']}?token={made['token']}")
        web.refused("/api/tables", {"token": made["token"]})
        too_many = "You have created too many tables today; try again in 12 hours."
        assert web.refused("/api/tables", wish) == (429, too_many)
        second = ludex("serve", "--port", "0", "--db", sqlite_url)
        assert second.status == 2
        assert second.err.startswith("ludex: --db: another server is using ")
        running.process.send_signal(signal.SIGTERM)
        assert running.process.wait(30) == 0
    told = log.read_text()
    assert "POST /api/tables 201" in told
    assert "GET (none) 404" in told or "GET /{name:path} 404" in told
    assert not any(token in told for token in tokens), told


def test_the_command_says_in_one_line_what_is_wrong(sqlite_url: str) -> None:
    with listen_at("127.0.0.1", 0) as somebody:
        port = somebody.getsockname()[1]
        taken = ludex("serve", "--port", str(port), "--db", sqlite_url)
        assert taken.status == 2
        assert taken.err == f"ludex: cannot listen on 127.0.0.1:{port}: Address already in use\n"
    for address, text in (
        ("games", "expected sqlite:///FILE"),
        ("mysql://a/b", "the database mysql is not supported"),
        ("postgresql://nobody@127.0.0.1:1/x", "--db: "),
        ("sqlite:////proc/nothing/here.db", ""),
    ):
        done = ludex("serve", "--port", "0", "--db", address)
        assert (done.status, done.out) == (2, ""), address
        assert done.err.startswith("ludex: ")
        assert text in done.err
        assert done.err.count("\n") == 1
    for option, value, text in (
        ("--request-rate", "inf", "Invalid value for '--request-rate': inf is not a number"),
        ("--pause", "inf", "Invalid value for '--pause': inf is not a number"),
        ("--idle-days", "inf", "Invalid value for '--idle-days': inf is not a number"),
        ("--limit", "cakes=1", "--limit: there is no limit 'cakes'; there are "),
        (
            "--limit",
            "attended_seconds",
            "--limit: attended_seconds: expected a number, such as attended_seconds=60",
        ),
        ("--limit", "attended_seconds=inf", "--limit: attended_seconds=inf: expected a number"),
        ("--limit", "questions=1.5", "--limit: questions=1.5: expected a whole number"),
        ("--limit", "questions=-1", "--limit: questions=-1: expected a whole number"),
        ("--host", "", "--host: an address is needed"),
        ("--proxy", "nearby", "--proxy: nearby is not an IP address"),
    ):
        done = ludex("serve", "--port", "0", "--db", sqlite_url, option, value)
        assert (done.status, done.out) == (2, ""), option
        assert done.err.startswith(f"ludex: {text}")
        assert done.err.count("\n") == 1


@pytest.mark.slow
def test_listening_for_others_is_warned_of(sqlite_url: str) -> None:
    with started(
        "serve", "freecell", "--host", "0.0.0.0", "--port", "0", "--db", sqlite_url,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as running:  # fmt: skip
        assert running.stdout is not None
        assert running.stderr is not None
        assert running.stdout.readline().startswith("Ludex is at http://0.0.0.0:")
        running.terminate()  # before it has begun to answer: it ends in silence
        (told,) = running.stderr.read().splitlines()
        assert "can be reached from other machines" in told
        assert running.wait(30) == 0


def test_without_the_extra_there_is_a_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    # Only what is imported again: other tests go on with the same modules.
    monkeypatch.delitem(sys.modules, "ludex.server.process.serve")
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    done = ludex("serve")
    assert done.status == 2
    assert done.err == 'ludex: the web table needs uvicorn: pip install "ludex[web]"\n'
