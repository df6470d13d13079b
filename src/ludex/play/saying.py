"""What happened, in words: for the log of a table and for whoever cannot see it."""

from typing import TypeVar

from ludex.kernel import CHANCE, Event, Game, Seat, button, seat_name

S = TypeVar("S")


def words_of(game: Game[S], before: S, event: Event[S], viewer: Seat) -> str:
    """An event in words, as somebody says it who sees what `viewer` sees.

    `before` is the state in which it was made. What chance does in a game that hides things
    is told by its name alone.
    """
    shown = game.view(before, viewer)
    if event.by_chance and any(
        game.view(before, Seat(i)) != before or game.view(after, Seat(i)) != after
        for after in (game.unchecked().after(before, event),)
        for i in range(game.seat_count(before))
    ):
        return event.name.replace("_", " ").capitalize()
    gesture = game.gesture(shown, event)
    # A slider's words have no number in them.
    return button(event).words if gesture.amount is not None else gesture.words


def announced(
    game: Game[S], before: S, seat: Seat, event: Event[S], viewer: Seat
) -> str:
    """The same with who did it; nobody else plays a solitaire, so it is not said there."""
    words = words_of(game, before, event, viewer)
    if game.players[1] == 1 and seat != CHANCE:
        return words
    return f"{seat_name(seat)}: {words}"
