"""Shorthand: the notation of the field that players type, read as events."""

from typing import Any

from ludex.kernel import AnyEvent, AnyGame, AnyState, Sentence
from ludex.play.protocol.effects import Rejection, RejectionKind
from ludex.registry import Shorthand, companion_of


def shorthand_of(game: AnyGame) -> Shorthand[Any] | None:
    """Return how moves of a game are written in short, if they are."""
    found = companion_of(game).shorthand
    return None if found is None else found()


def in_full(shorthand: Shorthand[Any] | None, state: AnyState, text: str) -> str | Rejection:
    """Return the event that is meant, as it is written; anything else stays as it is."""
    event = None if shorthand is None else shorthand.read(state, text)
    if isinstance(event, Sentence):
        return Rejection(event, RejectionKind.RULES)
    return text if event is None else str(event)


def in_short(shorthand: Shorthand[Any] | None, state: AnyState, event: AnyEvent) -> str | None:
    """Return an event as players write it, where they have a way to."""
    return None if shorthand is None else shorthand.write(state, event)
