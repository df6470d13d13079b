"""Sentences on the wire: numbers for who asks for them, English texts for everybody else."""

import json
from typing import Any
from urllib.error import HTTPError

import pytest
from websockets.exceptions import ConnectionClosed

from ludex.kernel import say
from ludex.server.presentation.encodings import NumberedEncoding, plain_encoding
from ludex.server.presentation.scenes import Reader
from sentence_listener import Listener
from serving import Player, Server

TWO = {"seats": ["me", "bot:random"]}
GAMES: dict[str, dict[str, list[str]]] = {
    "carcassonne": TWO,
    "chess-solitaire": {},
    "freecell": {},
    "holdem": TWO,
    "russian-bank": TWO,
}


@pytest.mark.parametrize("game", GAMES)
def test_numbers_and_templates_say_what_the_texts_say(web: Server, game: str) -> None:
    made = web.post("/api/tables", {"game": game, "seed": 5, **GAMES[game]})
    listener = Listener()
    with (
        web.player(made["table"], made["token"]) as plain,
        web.player(made["table"], made["token"], numbers=True) as numbered,
    ):
        for _ in range(6):
            both(plain, numbered, listener)
            if not plain.table["your_turn"]:
                break
            gestures = plain.table["scene"]["gestures"]
            event = next(g["event"] for g in gestures if not g["amount"])
            seq = plain.table["seq"]
            plain.send("act", event=event)
            for player in (plain, numbered):
                player.until(lambda m, seq=seq: _has_moved(m, seq))
    assert listener.templates


def _has_moved(message: dict[str, Any], seq: int) -> bool:
    """Is it the player's turn again, or all over?"""
    if message["type"] != "table" or message["seq"] <= seq:
        return False
    return message["your_turn"] or message["outcome"] is not None


def both(plain: Player, numbered: Player, listener: Listener) -> None:
    for player in (plain, numbered):
        if not player.table:
            player.until(lambda m: _has_moved(m, -1))
    assert plain.table["seq"] == numbered.table["seq"]
    heard = [json.loads(raw) for raw in numbered.received]
    numbered.received.clear()
    for message in heard:
        if message["type"] == "table":
            listener.hear(message)
    assert listener.scene(numbered.table["scene"]) == plain.table["scene"]
    assert [[listener.text(e["words"]), *map(listener.text, e["told"])] for e in numbered.log] == [
        [e["words"], *e["told"]] for e in plain.log
    ]  # fmt: skip


def test_who_does_not_ask_is_sent_texts(web: Server) -> None:
    with web.table(game="freecell", deal=617) as player:
        player.until(lambda m: m["type"] == "table")
        assert player.table["scene"]["status"] == "player 1 to move"
        assert "templates" not in player.table


def test_a_template_is_told_once_to_a_connection() -> None:
    encoding = NumberedEncoding()
    reader, late = Reader(encoding), Reader(encoding)
    few = say("few", "{count} cards of {whose}", count=2, whose=say("player", "you"))
    assert encoding.encode(few) == b"[0,2,[1]]"
    assert encoding.templates == [
        ("few", "{count} cards of {whose}"),
        ("player", "you"),
    ]
    told = b',"templates":{"from":0,"list":[["few","{count} cards of {whose}"],["player","you"]]}'
    assert reader.news() == told
    assert reader.news() == b""
    encoding.encode(say("more", "more"))
    assert reader.news() == b',"templates":{"from":2,"list":[["more","more"]]}'
    assert late.news().count(b"[") == 4
    assert plain_encoding("any game").encode(few) == b'"2 cards of you"'


def test_who_comes_is_told_the_parts_of_the_scene_and_no_earlier_ones(web: Server) -> None:
    made = web.post("/api/tables", {"game": "freecell", "deal": 617})

    def met(events: int) -> tuple[list[Any], Listener]:
        listener = Listener()
        with web.player(made["table"], made["token"], numbers=True) as player:
            for _ in range(events + 1):
                player.see()
                listener.hear(player.table)
                if events:
                    player.send("act", event=_some_event(listener, player))
        return player.table["scene"]["zones"], listener

    _, first = met(events=8)
    zones, late = met(events=0)
    there = {*zones}
    for zone in zones:
        there |= {late.parts[zone]["place"], *late.parts[zone]["pieces"]}
    assert {*late.parts} == there
    assert len(first.parts) > len(late.parts)


def _some_event(listener: Listener, player: Player) -> str:
    event: str = listener.gestures(player.table["scene"])[0]["event"]
    return event


@pytest.mark.parametrize("says", [{"sentences": True}, {"numbers": True}])
def test_a_page_older_than_the_server_is_told_to_reload(web: Server, says: dict[str, bool]) -> None:
    made = web.post("/api/tables", {"game": "freecell", "deal": 617})
    with web.player(made["table"], made["token"], numbers=True, says=says) as old:
        assert old.hear("refusal")["text"] == "This page is older than the server: reload it."
        with pytest.raises(ConnectionClosed) as closed:
            old.receive()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4401
    with web.player(made["table"], made["token"], numbers=True) as new:
        assert new.see()["log_length"] == 0


def test_a_refusal_has_its_code_its_values_and_its_guard(web: Server) -> None:
    with web.table(game="freecell", deal=617) as player:
        player.until(lambda m: m["type"] == "table")
        player.send("act", event="move_game_to_game(1,0,1)")
        refusal = player.until(lambda m: m["type"] == "refusal")
        assert refusal["site"]["event"] == "move_game_to_game"
        assert refusal["site"]["guard"] > 0
        said = refusal["said"]
        assert said["code"] == "invalid_move"
        assert said["template"] == "{card} does not go on {last_card}: {building}"
        assert said["values"]["building"]["template"].startswith("one lower")
        assert refusal["text"].startswith(said["values"]["card"])
        player.send("undo")
        refusal = player.until(lambda m: m["type"] == "refusal")
        assert refusal["site"] is None
        assert refusal["said"]["template"] == refusal["text"]


def test_an_error_is_a_sentence_too(web: Server) -> None:
    with pytest.raises(HTTPError) as refused:
        web.post("/api/tables", {"game": "ludo"})
    with refused.value as error:
        told = json.load(error)
    assert told["error"].startswith("There is no game ludo; there are: ")
    assert told["said"]["code"] == "no_game"
    assert told["said"]["values"]["name"] == "ludo"
