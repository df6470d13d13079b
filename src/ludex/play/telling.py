"""What a seat is told of an event: what it may know, and no more.

People act in the open. What chance does is told when the seat can see it anyway: when the
event, made on what the seat saw, gives exactly what the seat sees now. A deal of hidden
cards does not, and then only its name is told.
"""

from typing import TypeVar

from ludex.kernel import Event, Game, Seat, button

S = TypeVar("S")


def is_open(game: Game[S], before: S, event: Event[S], after: S, seat: Seat) -> bool:
    """May `seat` know all of an event that led from one state to the next?"""
    if not event.by_chance:
        return True
    if game.view(after, seat) == after:
        return True  # nothing is hidden from this seat
    return event.apply(game.view(before, seat)) == game.view(after, seat)


def told(
    game: Game[S], before: S, event: Event[S], after: S, seat: Seat
) -> tuple[str, str]:
    """The event's text and the words for it, as `seat` may know them."""
    if not is_open(game, before, event, after, seat):
        words = event.name.replace("_", " ")
        return event.name, words[0].upper() + words[1:]
    shown = game.view(before, seat)
    gesture = button(event) if event.by_chance else game.gesture(shown, event)
    return str(event), gesture.words
