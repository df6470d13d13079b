"""Hidden information: the things some seat may not know, asked in one place.

A view is a state in which everything hidden is replaced by unknowns. So something is hidden
where a view differs from the state, and an event has shown a seat something new where it
gives, made on what the seat saw, another thing than what the seat sees now.
"""

from collections.abc import Iterable, Iterator
from typing import TypeVar

from ludex.kernel import ONLOOKER, Event, Game, History, Seat
from ludex.kernel.history import Step

S = TypeVar("S")


def hides(game: Game[S], s: S) -> bool:
    """Is there anything in this state that some seat may not see?"""
    return any(game.view(s, seat) != s for seat in _seats(game, s))


def has_hidden(history: History[S], known: Step[S] | None = None) -> bool:
    """Was anything ever hidden in this game? Up to `known` it is known that nothing was."""
    game = history.game
    if known is None and hides(game, history.start):
        return True
    return any(hides(game, s) for s in _states_after(history, known))


def foretells(history: History[S]) -> bool:
    """Would the same deal once more be known to who has played this one?"""
    steps = history.steps
    drawn = [step.event.by_chance for step in steps]
    laid_out = drawn.index(False) if False in drawn else len(drawn)
    states = (step.state for step in (*steps[:laid_out], *steps[-1:]))
    return any(drawn[laid_out:]) or any(hides(history.game, s) for s in states)


def is_open(history: History[S], seat: Seat) -> bool:
    """May `seat` know all of the last event?

    People act in the open. What chance does is open where the seat can see it anyway.
    """
    game, past = history.game, history.past
    if past is None or not past.event.by_chance:
        return True
    seen = game.view(past.state, seat)
    if seen is past.state or seen == past.state:
        return True  # nothing is hidden from this seat
    return past.event.apply(game.view(state_before(history), seat)) == seen


def holds_nothing(history: History[S], seat: Seat, coming: Event[S] | None = None) -> bool:
    """Does a seat see nothing that an onlooker does not, or nothing any more when chance has
    made the event that is coming?"""
    game, s = history.game, history.state
    if game.outcome(s) is not None or game.view(s, seat) == game.view(s, ONLOOKER):
        return True
    after = None if coming is None else history.play(coming)
    return isinstance(after, History) and is_dealt_anew(after, seat)


def is_dealt_anew(history: History[S], seat: Seat) -> bool:
    """Does all that a seat sees follow from the last event, and from what everybody saw before?"""
    game, past = history.game, history.past
    if past is None:
        return False
    before = game.view(state_before(history), ONLOOKER)
    known = _foreseen(past.event, before)
    return known is not None and game.view(known, seat) == game.view(past.state, seat)


def reveals(history: History[S], people: Iterable[Seat]) -> bool:
    """Has the last event shown anybody what could not have been known before it?"""
    game, past = history.game, history.past
    if past is None:
        return False
    if past.event.by_chance:
        return True
    before = state_before(history)
    return any(
        _foreseen(past.event, game.view(before, seat)) != game.view(past.state, seat)
        for seat in people
    )


def _foreseen(event: Event[S], seen: S) -> S | None:
    """Return the part of the next state that a seat could have known; None where it hangs on what
    is hidden."""
    try:
        return event.apply(seen)
    except Exception:  # noqa: BLE001  # a rulebook need not know what to do with unknowns
        return None


def seen(history: History[S], seat: Seat) -> Iterator[tuple[S, Event[S], S]]:
    """Yield the view of a seat before and after each event; what chance hid is in the event."""
    view, before = history.game.view, history.start
    for step in history.steps:
        yield view(before, seat), step.event, view(step.state, seat)
        before = step.state


def hides_anew(history: History[S], event: Event[S]) -> bool:
    """Does chance hide something anew by this event, in a game that has begun?"""
    if not history.length:
        return False
    after = history.play(event)
    assert isinstance(after, History)
    seats = _seats(history.game, history.state)
    return not all(is_open(after, seat) for seat in seats)


def follows_chance(history: History[S]) -> bool:
    """Was the last event chance's, with nobody to decide anything since?"""
    return history.past is not None and history.past.event.by_chance


def state_before(history: History[S]) -> S:
    """The state before the last event."""
    past = history.past
    return past.rest.state if past and past.rest else history.start


def _seats(game: Game[S], s: S) -> Iterator[Seat]:
    return map(Seat, range(game.seat_count(s)))


def _states_after(history: History[S], known: Step[S] | None) -> Iterator[S]:
    step = history.past
    while step is not None and step is not known:
        yield step.state
        step = step.rest
