"""What a table must not give away while it is played: hidden cards, and what chance will do."""

from typing import TYPE_CHECKING, Any

from ludex.kernel import Game, History, Seat
from ludex.server.offers import has_deals

if TYPE_CHECKING:
    from ludex.server.live import LiveTable


def has_secrets(live: "LiveTable") -> bool:
    """Would the same deal once more tell its players what they must not know yet?"""
    return not live.is_over and (live.table.foretells or _has_chance(live.game))


def _has_chance(game: Game[Any]) -> bool:
    """Does chance do more than lay the cards open for all to see?"""
    return any(event.by_chance for event in game.events) and not has_deals(game.name)


def has_hidden(live: "LiveTable") -> bool:
    """Was anything in this game ever hidden from somebody at the table?

    Long logs take a while, so what has been looked at is remembered.
    """
    history = live.shown.history
    start, step, found = live.looked_at
    if start is not history.start:
        step, found = None, hides(history.game, history.start)
    if not found:
        found = any(hides(history.game, s) for s in _states_after(history, step))
    live.looked_at = history.start, history.past, found
    return found


def _states_after(history: History[Any], known: object) -> list[Any]:
    states, step = [], history.past
    while step is not None and step is not known:
        states.append(step.state)
        step = step.rest
    return states


def hides(game: Game[Any], state: Any) -> bool:  # noqa: ANN401  # of any game
    """Is there anything that some seat may not see?"""
    seats = map(Seat, range(game.seat_count(state)))
    return any(game.view(state, seat) != state for seat in seats)
