"""The narration of an event for a seat: as much as it may know, and no more.

People act in the open. What chance does is told when the seat can see it anyway; of a deal of
hidden cards only the name is told.
"""

from dataclasses import dataclass, replace
from typing import TypeVar

from ludex.kernel import CHANCE, History, Seat, say, seat_name, seat_number
from ludex.table.hidden import is_open, state_before
from ludex.table.looks import looks_of
from ludex.table.scene import NO_LAST_MOVE, Gesture, LastMove

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One event as a seat may know it."""

    n: int
    """Counted from 1."""

    seat: int
    """The owner of the event, counted from 1; 0 for chance."""

    event: str
    words: str
    told: tuple[str, ...]
    """The consequences, in sentences."""

    sight: LastMove | None = None
    """The visible traces of the event."""

    did: str | None = None
    """The same as a sentence about who did it, where the game has one."""


def last_entry(
    history: History[S], seat: Seat, sentences: tuple[str, ...] | None = None
) -> LogEntry:
    """The last event as `seat` may know it; there must be one.

    The sentences are the same for every seat: whoever asks for several may give them.
    """
    game, past, before = history.game, history.past, state_before(history)
    assert past is not None
    event = past.event
    text, sight = str(event), looks_of(game).last_move(before, event, past.state)
    if not is_open(history, seat):
        sight = NO_LAST_MOVE
        text, words = event.name, event.name.replace("_", " ").capitalize()
    elif event.by_chance:
        words = event.spoken()
    else:
        gesture = looks_of(game).gesture(game.view(before, seat), event)
        # The words of a slider have no number in them.
        words = gesture.words if gesture.amount is None else event.spoken()
    owner = game.seat_of(before, event)
    number = 0 if owner == CHANCE else seat_number(owner)
    did = None
    if is_open(history, seat):
        did = looks_of(game).narrate(before, event, past.state, owner)
    consequences = history.consequences if sentences is None else sentences
    seen = None if sight == NO_LAST_MOVE else sight
    return LogEntry(past.count, number, text, words, consequences, seen, did)


def by(seat: Seat, gesture: Gesture) -> Gesture:
    """A gesture that says who makes it, where several people could."""
    player = seat_name(seat)
    words = say("who_did", "{player}: {words}", player=player, words=gesture.words)
    return replace(gesture, words=words)


def last_event_text(history: History[S], seat: Seat) -> str:
    """The last event in words, with who did it; in a solitaire that goes without saying."""
    if history.past is None:
        return say("begun_anew", "Restarted")  # after a reset nothing has been played
    entry = last_entry(history, seat)
    if history.game.players[1] == 1 and entry.seat:
        return entry.words
    player = seat_name(Seat(entry.seat - 1))
    return say("who_did", "{player}: {words}", player=player, words=entry.words)
