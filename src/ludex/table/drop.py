"""The event that a player means by dropping a piece on a place, legal or not.

It follows from the gestures of the events, so that the two cannot contradict each other. A drop
that is not allowed can thus be answered with the reason.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from ludex.kernel import Event, Game, Refusal
from ludex.table.looks import looks_of
from ludex.table.scene import Gesture, Zone

S = TypeVar("S")


def find_dropped_event(
    game: Game[S], s: S, zones: Sequence[Zone], pick: str, drop: str
) -> Event[S] | None:
    """Return the event whose gesture picks and drops so: a legal one, or the one that comes closest.

    `pick` is a piece or a zone. A gesture for the piece itself goes before one for its zone.
    """
    found = [*_events(game, s, drop)]
    for picks in ({pick}, _instead(zones, pick)):
        matching = [event for event, gesture in found if gesture.pick in picks]
        if matching:
            return max(matching, key=lambda event: _passed(game.refusal(s, event)))
    return None


def _events(game: Game[S], s: S, drop: str) -> Iterator[tuple[Event[S], Gesture]]:
    """The events that end on a place, with their gestures."""
    looks = looks_of(game)
    events: Iterable[Event[S]] = looks.drops(s, drop) if looks.drops else game.brute(s)
    for event in events:
        try:
            gesture = looks.gesture(s, event)
        except Exception:  # noqa: BLE001, S112  # a rulebook shows legal events; others need no gesture
            continue
        if gesture.drop == drop:
            yield event, gesture


def _instead(zones: Sequence[Zone], pick: str) -> set[str]:
    """The zone of a piece, and the top piece of a zone."""
    found = {zone.key for zone in zones if any(piece.key == pick for piece in zone.pieces)}
    return found | {zone.pieces[-1].key for zone in zones if zone.key == pick and zone.pieces}


def _passed(refusal: Refusal | None) -> int:
    """Return the number of guards that let an event pass; all of them where it is legal."""
    return 1 << 30 if refusal is None else refusal.guard
