"""Beginnings that players ask for: a numbered deal, a position line that makes sense."""

from typing import TypeVar

from ludex.kernel import CHANCE, Game, Refusal, Unreadable

S = TypeVar("S")


def dealt(game: Game[S], state: S, number: int) -> S | Unreadable:
    """The state after the game's own event `deal(number)`."""
    event = game.read(f"deal({number})")
    if isinstance(event, Unreadable):
        known = "deal" in game.calls
        return event if known else Unreadable((f"{game.name} has no numbered deals",))
    after = game.apply(state, event)
    return Unreadable((after.text,)) if isinstance(after, Refusal) else after


def no_position(game: Game[S], state: S) -> str | None:
    """Why a state that was read from a line is no position, or None.

    A line can be well written and no position at all: then the rules stumble over it.
    """
    try:
        broken = [name for name, holds in game.always.items() if not holds(state)]
        seat = game.turn(state)
        game.legal(state)
        game.text(state)
        if not (seat == CHANCE or 0 <= seat < game.seat_count(state)):
            broken.append(f"there is no player {seat + 1}")
    except Exception as error:  # noqa: BLE001  # whatever it is, it is the line's fault
        broken = [f"{type(error).__name__}: {error}"]
    if not broken:
        return None
    return f"this is no position of {game.name}: {'; '.join(broken)}"
