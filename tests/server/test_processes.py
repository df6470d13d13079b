"""Servers as processes: killed, asked to end, two of them at one table."""

import gc
import json
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from time import monotonic, sleep

import pytest
from websockets.exceptions import ConnectionClosed

from commands import ludex, started
from ludex.store.address import read_address
from ludex.store.database import Database
from serving import PATIENCE, Player, Process, Server, process


@pytest.fixture(autouse=True)
def _nothing_is_left_for_other_tests() -> Iterator[None]:
    yield
    gc.collect()


def play_on(player: Player, seen: list[tuple[int, str]]) -> None:
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


def test_after_kill_9_everything_acknowledged_is_there(database_url: str) -> None:
    with process(database_url) as first:
        tables = []
        threads = []
        for deal in range(1, 5):
            made = first.server.post("/api/tables", {"game": "freecell", "deal": deal})
            seen: list[tuple[int, str]] = []
            tables.append((made, seen))

            def play(
                made: dict[str, str] = made, seen: list[tuple[int, str]] = seen
            ) -> None:
                with first.server.player(made["table"], made["token"]) as player:
                    player.seat_down()
                    play_on(player, seen)

            threads.append(threading.Thread(target=play))
            threads[-1].start()
        deadline = monotonic() + PATIENCE
        while min(len(seen) for _, seen in tables) < 8 and monotonic() < deadline:
            sleep(0.05)  # whenever the blow comes, the promise is the same
        first.process.send_signal(signal.SIGKILL)
        for thread in threads:
            thread.join()
    assert all(len(seen) >= 8 for _, seen in tables)
    with process(database_url) as second:
        for made, seen in tables:
            with second.server.player(made["table"], made["token"]) as player:
                player.seat_down()
                # One more may have been committed and not yet been told.
                assert 0 <= player.table["seq"] - seen[-1][0] <= 1
                replay(second, made, player)
        store = Database(read_address(database_url))
        for made, seen in tables:
            stored = store.load(made["table"])
            assert stored is not None
            lines = [line.event for line in stored.lines]
            assert seen == list(enumerate(lines[: len(seen)], start=1))
        store.close()


def replay(running: Process, made: dict[str, str], player: Player) -> None:
    """The log is a game by the rules, event for event, and it goes on."""
    script = running.server.get(f"/api/tables/{made['table']}/script", made["token"])
    head, *events = script.splitlines()
    assert [entry["event"] for entry in player.log] == events
    position = head.split("--position ")[1].removesuffix(" FILE").strip("'")
    done = ludex(
        "run", "freecell", "-", "--position", position, stdin="\n".join(events)
    )
    assert done.status == 0, done.err
    assert "Error" not in done.out
    player.act((*player.events, "undo")[0])


def test_being_asked_to_end_finishes_what_was_accepted(sqlite_url: str) -> None:
    with process(sqlite_url) as running:
        wish = {"game": "carcassonne", "seats": ["me"], "seed": 1}
        made = running.server.post("/api/tables", wish)
        with running.server.player(made["table"], made["token"]) as player:
            player.seat_down()
            for _ in range(5):
                player.act(player.events[0])
            player.send("act", event=player.events[0])
            running.process.send_signal(signal.SIGTERM)
            with pytest.raises((ConnectionClosed, EOFError)) as closed:
                listening(player)
            if isinstance(closed.value, ConnectionClosed):
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 1012  # come again
        assert running.process.wait(30) == 0
    with (
        process(sqlite_url) as again,
        again.server.player(made["table"], made["token"]) as back,
    ):
        back.seat_down()
        assert back.table["seq"] >= player.table["seq"] >= 5
        assert back.log[: len(player.log)] == player.log


def listening(player: Player) -> None:
    while True:
        player.receive()


def test_two_processes_serve_one_table(postgresql_url: str) -> None:
    with process(postgresql_url) as one, process(postgresql_url) as two:
        made = one.server.post(
            "/api/tables", {"game": "carcassonne", "seats": ["me", "friend"]}
        )
        token = one.server.claim(made)
        with (
            one.server.player(made["table"], made["token"]) as me,
            two.server.player(made["table"], token) as you,
        ):
            me.my_turn()
            you.when(lambda m: m["turn"] == 1)
            # Each knows that the other sits there, through the other process.
            for player in (me, you):
                if not all(seat["here"] for seat in player.table["seats"]):
                    player.see(lambda m: all(seat["here"] for seat in m["seats"]))
            for _ in range(6):
                for mover, other in ((me, you), (you, me)):
                    mover.my_turn()
                    mover.act(mover.events[0])
                    other.when(lambda m, seq=mover.table["seq"]: m["seq"] >= seq)
                    assert other.log == mover.log
                    assert (
                        other.table["scene"]["zones"] == mover.table["scene"]["zones"]
                    )
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
    postgresql_url: str,
) -> None:
    wish = {
        "game": "russian-bank",
        "options": {"match_target": "games", "match_games": "1"},
        "seats": ["me", "friend"],
        "together": True,
    }
    with process(postgresql_url) as one, process(postgresql_url) as two:
        for _ in range(5):
            made = one.server.post("/api/tables", wish)
            token = one.server.claim(made)
            with (
                one.server.player(made["table"], made["token"]) as me,
                two.server.player(made["table"], token) as you,
            ):
                for player in (me, you):
                    player.see()
                for player, share in ((me, "1" * 64), (you, "2" * 64)):
                    player.send("share", share=share)
                for player in (me, you):
                    player.see(lambda m: m["turn"] > 0)
                    assert set(player.table["shuffle"]["shares"]) == {"1", "2"}
                you.act("resign(2)")
                me.see(lambda m: m["finished"])
            path = f"/api/tables/{made['table']}/verdict"
            assert one.server.get(path, made["token"])["holds"]


def test_a_race_between_two_processes_applies_once(postgresql_url: str) -> None:
    with process(postgresql_url) as one, process(postgresql_url) as two:
        made = one.server.post("/api/tables", {"game": "freecell", "deal": 11})
        with (
            one.server.player(made["table"], made["token"]) as here,
            two.server.player(made["table"], made["token"]) as there,
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


def test_a_bot_goes_on_when_the_process_that_played_it_dies(
    postgresql_url: str,
) -> None:
    wish = {"game": "carcassonne", "seats": ["me", "bot:random"]}
    with process(postgresql_url, "--pause", "3") as one, process(postgresql_url) as two:
        made = one.server.post("/api/tables", wish)
        with (
            one.server.player(made["table"], made["token"]) as here,
            two.server.player(made["table"], made["token"]) as there,
        ):
            here.my_turn()
            there.my_turn()
            here.act(here.events[0])
            there.when(lambda m: m["turn"] == 2)
            one.process.kill()  # while its bot waits
            assert there.see(lambda m: m["your_turn"])["turn"] == 1


def test_logs_have_no_tokens_in_them(sqlite_url: str) -> None:
    with started(
        "serve", "--port", "0", "--db", sqlite_url, "--log-requests",
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    ) as running:  # fmt: skip
        assert running.stdout is not None
        web = Server(running.stdout.readline().split()[3])
        made = web.post(
            "/api/tables", {"game": "russian-bank", "seats": ["me", "friend"]}
        )
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
        running.send_signal(signal.SIGTERM)
        told = running.stdout.read()
    assert "POST /api/tables 201" in told
    assert "GET (none) 404" in told or "GET /{name:path} 404" in told
    assert not any(token in told for token in tokens), told


def test_the_command_says_in_one_line_what_is_wrong(sqlite_url: str) -> None:
    with process(sqlite_url) as running:
        port = running.server.address.rsplit(":", 1)[1]
        taken = ludex("serve", "--port", port, "--db", sqlite_url)
        assert taken.status == 2
        assert (
            taken.err
            == f"ludex: cannot listen at 127.0.0.1:{port}: Address already in use\n"
        )
    for address, text in (
        ("games", "expected sqlite:///FILE"),
        ("mysql://a/b", "there is no store in mysql"),
        ("postgresql://nobody@127.0.0.1:1/x", "--db: "),
        ("sqlite:////proc/nothing/here.db", ""),
    ):
        done = ludex("serve", "--port", "0", "--db", address)
        assert (done.status, done.out) == (2, ""), address
        assert done.err.startswith("ludex: ")
        assert text in done.err
        assert done.err.count("\n") == 1
    for option, value, text in (
        ("--request-rate", "inf", "--request-rate: inf is no number"),
        ("--pause", "inf", "--pause: inf is no number"),
        ("--idle-days", "inf", "--idle-days: inf is no number"),
        ("--limit", "cakes=1", "--limit: there is no limit 'cakes'; there are "),
        ("--limit", "lately", "--limit: lately: expected a number, such as lately=60"),
        ("--limit", "lately=inf", "--limit: lately=inf: expected a number"),
        ("--limit", "questions=1.5", "--limit: questions=1.5: expected a whole number"),
        ("--limit", "questions=-1", "--limit: questions=-1: expected a whole number"),
        ("--host", "", "--host: an address is needed"),
        ("--proxy", "nearby", "--proxy: nearby is no address"),
    ):
        done = ludex("serve", "--port", "0", "--db", sqlite_url, option, value)
        assert (done.status, done.out) == (2, ""), option
        assert done.err.startswith(f"ludex: {text}")
        assert done.err.count("\n") == 1


def test_limits_are_set_by_name(sqlite_url: str) -> None:
    limits = ("--limit", "tables_per_day=1", "--limit", "lately=0.5")
    with process(sqlite_url, *limits) as running:
        running.server.post("/api/tables", {"game": "freecell", "deal": 1})
        told = running.server.refused("/api/tables", {"game": "freecell", "deal": 1})
        assert told == (
            429,
            "You have created too many tables today; go on in 24 hours.",
        )


def test_a_file_has_one_server(sqlite_url: str) -> None:
    with process(sqlite_url) as first:
        second = ludex("serve", "--port", "0", "--db", sqlite_url)
        assert second.status == 2
        assert second.err.startswith("ludex: --db: another server has ")
        first.process.kill()
        first.process.wait()
    with process(sqlite_url) as third:  # a server that was killed leaves nothing behind
        assert third.server.status("/health") == 200


def test_listening_for_others_is_warned_of(sqlite_url: str) -> None:
    with started(
        "serve", "--host", "0.0.0.0", "--port", "0", "--db", sqlite_url,
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
    monkeypatch.delitem(sys.modules, "ludex.server.running.serving")
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    done = ludex("serve")
    assert done.status == 2
    assert done.err == "ludex: the web table needs uvicorn: pip install 'ludex[web]'\n"
