"""A game that is over is seen again step by step, with the same eyes as at the time."""

import asyncio
import json
from typing import Any

import pytest

from ludex.kernel import History, Unreadable
from ludex.play.starts import apply_deal
from ludex.registry import load
from ludex.server.presentation.cache import SingleFlight
from ludex.server.presentation.replay import standings_message
from serving import Player, Server


def asked(player: Player, **fields: Any) -> None:
    player.socket.send(json.dumps({"type": "replay", **fields}))


def test_every_step_is_shown_as_it_was_seen_then_and_nothing_before_the_end(
    web: Server,
) -> None:
    seats = ["me", "friend"]
    made = web.post("/api/tables", {"game": "holdem", "seats": seats, "options": {"hands": "1"}})  # fmt: skip
    with (
        web.player(made["table"], made["token"]) as me,
        web.player(made["table"], web.claim(made)) as you,
    ):
        pair = me, you
        seen: dict[tuple[int, int], Any] = {}
        asked(me, at=1)
        assert me.hear("refusal")["text"] == "A game can be replayed when it is over."
        while True:
            for player in pair:
                player.when(lambda m: m["turn"] > 0 or m["outcome"] is not None)
                table = player.table
                seen[table["seat"], table["log_length"]] = table["scene"]
            if me.table["outcome"]:
                break
            mover, other = pair if me.table["your_turn"] else pair[::-1]
            seq = mover.table["seq"]
            mover.act(next(e for e in ("check", "call", "show", "fold") if e in mover.events))  # fmt: skip
            other.see(lambda m, seq=seq: m["seq"] > seq)
        assert len(seen) > 8
        for player in pair:
            for (seat, at), scene in seen.items():
                if seat == player.table["seat"]:
                    asked(player, at=at)
                    again = player.hear("replay")
                    assert again["at"] == at
                    assert again["scene"]["zones"] == scene["zones"]
                    assert again["scene"]["gestures"] == []
        asked(me)
        stood = me.hear("standings")
        length = me.table["log_length"]
        assert (stood["at"][0], stood["at"][-1]) == (0, length)
        assert stood["lines"][0] == [0, 0]
        assert sum(stood["lines"][-1]) == 0
        assert stood["unit"] == "chips"


def test_alone_it_is_seen_how_far_one_had_come() -> None:
    game = load("freecell")
    start = apply_deal(game, game.start(), 5)
    assert not isinstance(start, Unreadable)
    history = History(game, start)
    for text in ("move_game_to_free(0,0)", "move_game_to_home(1,0)"):
        event = next(e for e in game.legal(history.state) if str(e) == text)
        played = history.play(event)
        assert isinstance(played, History)
        history = played
    found = json.loads(standings_message(game, history))
    assert found["lines"] == [[0], [0], [1]]
    assert found["unit"] == "cards home"


def test_who_asks_again_and_again_is_told_what_was_found_once() -> None:
    asked: list[int] = []

    async def find() -> str:
        asked.append(len(asked))
        await asyncio.sleep(0)
        if len(asked) == 1:
            raise ConnectionError
        return f"found {len(asked)}"

    async def everybody() -> None:
        once, one_game, another = SingleFlight(), object(), object()
        with pytest.raises(ConnectionError):
            await once.answer(one_game, find)
        together = await asyncio.gather(*(once.answer(one_game, find) for _ in "abc"))
        assert {*together, await once.answer(one_game, find)} == {"found 2"}
        assert await once.answer(another, find) == "found 3"

    asyncio.run(everybody())
