"""What a seat is not to know is in no byte that it is sent.

Whole games are played over real sockets while the test looks at the server's true state.
First by names: every card that is named to seat 2 lies open to it, or has lain open before.
Then by exchange: the hidden cards are dealt anew behind the very same views, the same moves
are made, and seat 2 must be sent the very same bytes.
"""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, cast

import pytest

from ludex.bots import thinking_of
from ludex.kernel import ONLOOKER, Dice, Event, Game, History, Seat
from ludex.language.position import position_line
from ludex.play.protocol.log import Header, LogLine
from ludex.server.game_list import OfferedGame, game_list
from ludex.server.limits.budgets import Account, Budgets
from ludex.server.presentation.messages import table_message
from ludex.server.settings import Settings
from ludex.server.store.records import Chair, NewTable, StoredTable
from ludex.server.tables.live import LiveTable
from playing import example
from serving import Player, Server

SECOND = Seat(1)
BEGUN = "2026-11-15T12:00:00+00:00"
MOVES = 60
SYMBOLS = {"♠": "S", "♥": "H", "♣": "C", "♦": "D"}
RANKS = {
    "ace": "A", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6",
    "seven": "7", "eight": "8", "nine": "9", "ten": "T", "jack": "J", "queen": "Q",
    "king": "K",
}  # fmt: skip


def cards_named(text: str) -> set[str]:
    """Every card in a text, however it is written: `QS`, `Qs'`, `card:QS`, `10♦`, in words."""
    short = re.findall(r"(?<![A-Za-z0-9])([A2-9TJQK])([SHCDshcd])(?![A-Za-z0-9])", text)
    drawn = re.findall(r"(10|[A2-9JQK])([♠♥♣♦])", text)
    spoken = re.findall(rf"({'|'.join(RANKS)}) of (spade|heart|club|diamond)s", text)
    return (
        {rank + suit.upper() for rank, suit in short}
        | {("T" if rank == "10" else rank) + SYMBOLS[suit] for rank, suit in drawn}
        | {RANKS[rank] + suit[0].upper() for rank, suit in spoken}
    )


def cards_of(game: Game[Any], state: Any, seat: Seat) -> set[str]:
    """The cards that lie open to a seat, read off its view by the position line."""
    return cards_named(position_line(game, game.view(state, seat)).replace("/", " "))


def usual(player: Player, dice: Dice) -> str:
    """Any move that does not end the game at once."""
    events = [e for e in player.events if not e.startswith(("resign", "agree", "fold"))]
    return dice.choice(events or player.events)


def played(web: Server, wish: dict[str, Any]) -> Iterator[tuple[Player, Player, LiveTable]]:
    """Both seats and an onlooker's peace: after every move, both have seen it."""
    made = web.post("/api/tables", {**wish, "seats": ["me", "friend"]})
    friend = web.claim(made)
    dice = Dice(11)
    with (
        web.player(made["table"], made["token"]) as one,
        web.player(made["table"], friend) as two,
    ):
        live = web.live(made["table"])
        for player in (one, two):
            player.see(lambda m: m["turn"] > 0)
        for _ in range(MOVES):
            yield one, two, live
            mover, other = (one, two) if one.table["your_turn"] else (two, one)
            if mover.table["outcome"]:
                return
            mover.act(usual(mover, dice))
            other.when(lambda m, seq=mover.table["seq"]: m["seq"] >= seq)


@pytest.mark.parametrize(
    "wish",
    [
        {"game": "russian-bank"},
        {"game": "holdem", "options": {"players": "2", "hands": "8"}},
    ],
    ids=lambda wish: wish["game"],
)
def test_no_byte_sent_to_seat_2_names_a_card_that_it_may_not_know(
    web: Server, wish: dict[str, Any]
) -> None:
    known: set[str] = set()
    looked = hidden_seen = steps = 0
    for _, two, live in played(web, wish):
        game, history = live.game, live.shown.history
        for step in history.steps[-3:]:
            known |= cards_of(game, step.state, SECOND)
        told = "\n".join(two.received[looked:])
        looked = len(two.received)
        assert "seed" in json.loads(two.received[-1])
        assert json.loads(two.received[-1])["seed"] is None or live.now.is_over
        assert str(live.header.seed) not in told or live.now.is_over
        assert cards_named(told) <= known
        for step in history.steps:  # a number can tell a whole deal
            if step.event.name in ("deal", "deal_holes"):
                assert str(step.event) not in told
                assert not any(word in told for word in step.event.words() if len(word) > 4)
        everything = cards_named(position_line(game, history.state).replace("/", " "))
        hidden_seen += bool(everything - known)
        steps += 1
        if game.name == "holdem" and len(history.state.board) == 0:
            known = cards_of(game, history.state, SECOND)  # a new hand, a new pack
    assert steps > 30
    assert hidden_seen > 10  # there was something to hide


def live_from(game: Game[Any], states: list[Any], events: list[Event[Any]]) -> LiveTable:
    """A table whose history is exactly this one."""
    header = Header(game.name, 1, ("person", "person"), BEGUN, None, {}, None)
    chairs = {1: Chair(b"one"), 2: Chair(b"two")}
    stored, no_store = StoredTable(NewTable("t", header, chairs), ()), cast("Any", None)
    live = LiveTable(stored, game_list()[game.name], no_store, Account(Budgets(Settings()), ""))
    history = History(game, states[0])
    for event in events:
        after = history.play(event)
        assert isinstance(after, History), (event, after)
        history = after
    live.now = replace(live.now, history=history)
    live.publish()
    return live


def bytes_for(live: LiveTable, number: int) -> list[bytes]:
    """What a seat is sent at every step of a table's history, from its beginning."""
    sent, known = [], None
    whole = live.now.history
    for step in whole.steps:
        past = History(live.game, whole.start, step)
        live.now = replace(live.now, history=past)
        live.publish()
        sent.append(table_message(live, live.shown, number, known))
        known = step
    return sent


def test_the_next_holder_of_a_seat_reads_the_log_as_an_onlooker() -> None:
    offered, no_store = OfferedGame(example("liars_dice")), cast("Any", None)
    game, chairs = offered.game, {1: Chair(b"one"), 2: Chair(b"two")}
    header = Header(game.name, 1, ("person", "person"), BEGUN, None, {}, None)
    lines = (LogLine("roll(5)", 0), LogLine("roll(3)", 0))
    stored = StoredTable(NewTable("t", header, chairs), lines)
    live = LiveTable(stored, offered, no_store, Account(Budgets(Settings()), ""))
    assert b"roll(5)" in table_message(live, live.shown, 1, None)
    live.new = replace(live.new, chairs={**chairs, 1: Chair(b"another", since=2)})
    live.publish()
    told = table_message(live, live.shown, 1, None)
    assert b'"event":"roll"' in told
    assert b"roll(" not in told


Exchange = Callable[[Game[Any], Any, Seat, Dice], Any]


def imagined(game: Game[Any], state: Any, seat: Seat, dice: Dice) -> Any:
    """Another whole state behind the very same view of a seat."""
    return thinking_of(game).imagine(game.view(state, seat), seat, dice)


def begun(name: str, dice: Dice) -> tuple[Game[Any], Any]:
    """The game just after the first deal."""
    game = game_list()[name].game
    options = {"players": "2", "hands": "1"} if name == "holdem" else {}
    start = game.start.varied(None, options)
    return game, game.after(start, game.draw(start, dice))


def same_moves(game: Game[Any], one: Any, two: Any, dice: Dice) -> list[Event[Any]]:
    """Moves that are legal in both, for as long as the views of seat 2 stay the same."""
    events: list[Event[Any]] = []
    while len(events) < MOVES and game.outcome(one) is None:
        if game.turn(one) < 0:
            event = game.draw(one, dice)
        else:
            moves = [e for e in game.moves(one) if e.name not in ("fold", "show")]
            event = dice.choice(moves or game.moves(one))
        if game.refusal(two, event) is not None:
            break
        after = game.after(one, event), game.after(two, event)
        if game.view(after[0], SECOND) != game.view(after[1], SECOND):
            break  # something that was hidden has been turned up
        one, two = after
        events.append(event)
    return events


@pytest.mark.parametrize("name", ["russian-bank", "holdem"])
def test_other_hidden_cards_behind_the_same_views_give_the_same_bytes(
    name: str,
) -> None:
    compared = different = 0
    for seed in range(30):
        dice = Dice(seed)
        game, state = begun(name, dice)
        other = imagined(game, state, SECOND, dice)
        assert game.view(other, SECOND) == game.view(state, SECOND)
        different += other != state
        events = same_moves(game, state, other, dice)
        one, two = (live_from(game, [s], events) for s in (state, other))
        assert bytes_for(one, 2) == bytes_for(two, 2)
        if game.view(other, ONLOOKER) == game.view(state, ONLOOKER):
            assert bytes_for(one, 0) == bytes_for(two, 0)
        compared += len(events)
    assert different > 20
    assert compared > 60
