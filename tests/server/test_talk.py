"""Talk at a table: between the people who sit there, kept nowhere, and not too fast."""

import json
from collections import deque
from contextlib import ExitStack
from typing import Any

from ludex.play.protocol.effects import Rejection
from ludex.server.tables.records.seats import new_token
from ludex.server.tables.talk import KEPT, LONGEST, Remark, heard_by, remark_in
from serving import Player, Server


def say(player: Player, **what: Any) -> None:
    player.socket.send(json.dumps({"type": "chat", **what}))


def test_those_who_sit_there_hear_it_and_nobody_else_and_nothing_keeps_it(
    web: Server,
) -> None:
    made = web.post("/api/tables", {"game": "russian-bank", "seats": ["me", "friend"]})
    token, watch = web.claim(made), made["watch"].split("#")[1]
    with ExitStack() as stack:
        me, you, onlooker = (
            stack.enter_context(web.player(made["table"], key))
            for key in (made["token"], token, watch)
        )
        for player in (me, you, onlooker):
            player.see(lambda m: all(s["here"] for s in m["seats"]))
        say(me, text="good\x00 luck\n  now")
        heard = {"seat": 1, "text": "good luck now", "phrase": None}
        assert you.hear("chat")["lines"] == me.hear("chat")["lines"] == [heard]
        say(you, phrase=2)
        assert me.hear("chat")["lines"] == [{"seat": 2, "text": "", "phrase": 2}]
        say(onlooker, text="psst")
        assert onlooker.hear("refusal")["to"] == "chat"
        say(me, text=" ")
        assert me.hear("refusal")["text"] == "The message is empty."
        with web.player(made["table"], token) as again:  # a second tab, or back again
            heard_before = again.hear("chat")
            assert heard_before["again"] is True
            assert len(heard_before["lines"]) == 2
        assert not any('"chat"' in text for text in onlooker.received if "refusal" not in text)  # fmt: skip
        me.act("resign(1)")
        live = web.live(made["table"])
        assert not any("luck" in str(step.event) for step in live.now.history.steps)


def test_who_floods_is_told_to_wait_and_the_others_go_on_playing(web: Server) -> None:
    made = web.post("/api/tables", {"game": "russian-bank", "seats": ["me", "friend"]})
    with web.player(made["table"], made["token"]) as me:
        me.see()
        for n in range(10):
            say(me, text=f"spam {n}")
        told = me.hear("refusal")
        assert told["text"] == "Too fast; wait a moment."
        assert told["wait"] > 0
        say(me, text="x" * 9000)  # too long is cut, not believed
    alone = web.post("/api/tables", {"game": "russian-bank", "seats": ["me", "bot:random"]})  # fmt: skip
    with web.player(alone["table"], alone["token"]) as me:
        me.see()
        say(me, text="hello?")
        assert me.hear("refusal")["text"] == "There is no other person at this table."


def test_what_is_said_is_one_short_line_and_only_for_those_of_the_time() -> None:
    old, new = new_token().encode(), new_token().encode()
    remark = remark_in({"text": "a" * 900}, 1, [old])
    assert isinstance(remark, Remark)
    assert len(remark.text) == LONGEST
    for nonsense in ({}, {"text": 7}, {"phrase": 99}, {"phrase": -1}, {"text": "\n"}):
        assert isinstance(remark_in(nonsense, 1, [old]), Rejection)
    phrase = remark_in({"phrase": True}, 1, [old])
    assert isinstance(phrase, Remark)
    assert type(phrase.as_message["phrase"]) is int
    talk = deque[Remark](maxlen=KEPT)
    talk.append(remark)
    assert [heard_by(old, talk), heard_by(new, talk)] == [[remark.as_message], []]
    for _ in range(500):
        talk.append(remark)
    assert len(heard_by(old, talk)) == 50
