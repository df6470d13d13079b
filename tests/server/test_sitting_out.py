"""Sitting out: seen by everybody at the table, no event of the game, and nobody waits for it."""

import json
from contextlib import ExitStack
from functools import partial

import pytest

from ludex.server.tables import timeouts as timekeeping
from ludex.server.tables.timeouts import NO_SITTING_OUT
from serving import Player, Server

CASH = {"game": "holdem", "preset": "cash", "seats": ["me", "friend"]}


@pytest.fixture(autouse=True)
def _time_is_called_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timekeeping, "LAG", 0.05)


def sit(player: Player, *, out: object) -> None:
    player.socket.send(json.dumps({"type": "sit", "out": out}))


def outs(message: dict[str, list[dict[str, object]]]) -> list[object]:
    return [seat["seat"] for seat in message["seats"] if seat.get("out")]


def test_everybody_sees_who_sits_out_and_who_is_back(web: Server) -> None:
    made = web.post("/api/tables", CASH)
    token, watch = web.claim(made), made["watch"].split("#")[1]
    with ExitStack() as stack:
        me, you, onlooker = (
            stack.enter_context(web.player(made["table"], key))
            for key in (made["token"], token, watch)
        )
        for player in (me, you, onlooker):
            assert outs(player.see()) == []
        sit(you, out=True)
        for player in (me, you, onlooker):
            player.see(lambda m: outs(m) == [2])
        sit(onlooker, out=True)
        assert onlooker.hear("refusal")["to"] == "sit"
        sit(me, out="yes")
        assert me.hear("refusal")["to"] == "sit"
        sit(you, out=False)
        for player in (me, you, onlooker):
            player.see(lambda m: outs(m) == [])
        steps = web.live(made["table"]).now.history.steps
        assert {step.event.name for step in steps} <= {"deal_holes"}


def test_whoever_takes_over_the_seat_does_not_sit_out(web: Server) -> None:
    made = web.post("/api/tables", CASH)
    token = web.claim(made)
    with web.player(made["table"], made["token"]) as me:
        with web.player(made["table"], token) as you:
            you.see()
            sit(you, out=True)
            me.see(lambda m: outs(m) == [2])
            you.send("leave")
            me.see(lambda m: m["seats"][1]["open"])
        assert outs(me.table) == []


def test_nobody_waits_for_somebody_who_sits_out_and_has_gone(web: Server) -> None:
    made = web.post("/api/tables", CASH)
    token = web.claim(made)
    with web.player(made["table"], made["token"]) as me:
        with web.player(made["table"], token) as you:
            you.see()
            sit(you, out=True)
            me.see(lambda m: outs(m) == [2])
        for _ in range(3):  # both blinds, and the button
            hand = me.my_turn()["scene"]["beside"]["heading"]
            me.act(next(e for e in me.events if e.startswith(("bet", "raise"))))
            me.see(lambda m, hand=hand: m["scene"]["beside"]["heading"] != hand)
        assert {e["event"] for e in me.log if e["seat"] == 2} <= {"fold", "check"}


def test_nobody_sits_out_of_a_game_without_turns_to_miss(web: Server) -> None:
    made = web.post("/api/tables", {"game": "russian-bank", "seats": ["me", "friend"]})
    with web.player(made["table"], made["token"]) as me:
        me.see()
        sit(me, out=True)
        assert me.hear("refusal")["text"] == NO_SITTING_OUT.text
        sit(me, out=False)
        assert outs(me.see()) == []


def test_sitting_out_is_seen_through_another_process_and_nobody_waits_there(
    pair: tuple[Server, Server],
) -> None:
    one, two = pair
    made = one.post("/api/tables", CASH)
    token = one.claim(made)
    with one.player(made["table"], made["token"]) as me:
        with two.player(made["table"], token) as you:
            me.when(lambda m: all(seat["here"] for seat in m["seats"]))
            you.when(lambda m: all(seat["here"] for seat in m["seats"]))
            sit(you, out=True)
            for player in (me, you):
                player.see(lambda m: outs(m) == [2])
            sit(you, out=False)
            for player in (me, you):
                player.see(lambda m: outs(m) == [])
            sit(you, out=True)
            me.see(lambda m: outs(m) == [2])
            # Who comes to the other process later is told, too.
            watch = made["watch"].split("#")[1]
            with two.player(made["table"], watch) as onlooker:
                onlooker.when(lambda m: outs(m) == [2])
        for _ in range(2):  # the page is closed: the rules act for the other
            hand = me.my_turn()["scene"]["beside"]["heading"]
            me.act(next(e for e in me.events if e.startswith(("bet", "raise"))))
            me.see(lambda m, hand=hand: m["scene"]["beside"]["heading"] != hand)
        assert outs(me.table) == [2]
        # Back through the first process, and through the second again.
        for back in (one, two):
            with back.player(made["table"], token) as again:
                again.when(lambda m: outs(m) == [2])
                sit(again, out=False)
                me.see(lambda m: outs(m) == [])
                sit(again, out=True)
                me.see(lambda m: outs(m) == [2])


def test_what_is_said_again_is_told_to_a_process_that_has_heard_otherwise(
    pair: tuple[Server, Server],
) -> None:
    one, two = pair
    made = one.post("/api/tables", CASH)
    token = one.claim(made)
    with (
        one.player(made["table"], made["token"]) as me,
        two.player(made["table"], token) as you,
    ):
        me.when(lambda m: all(seat["here"] for seat in m["seats"]))
        you.when(lambda m: all(seat["here"] for seat in m["seats"]))
        assert two.hall is not None
        known_here = partial(two.live(made["table"]).sit, 2, out=True)
        two.hall.loop.call_soon_threadsafe(known_here)
        you.see(lambda m: outs(m) == [2])
        assert outs(me.table) == []
        sit(you, out=True)
        me.see(lambda m: outs(m) == [2])
