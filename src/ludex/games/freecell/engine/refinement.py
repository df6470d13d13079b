"""The legal moves of FreeCell are the rulebook's candidates: no guard is asked."""

from collections.abc import Sequence

from ludex.kernel import Event, Outcome, Refinement
from ludex.parts.remembered import remembered

from ..rules import ending as rulebook
from ..rules.candidates import candidates
from ..rules.state import State


@remembered(512)  # who asks for the outcome asks for the moves soon
def moves(s: State) -> Sequence[Event[State]]:
    """Return every legal move, in the order in which the rulebook tries them."""
    return () if s.is_won else [*candidates(s)]


def outcome(s: State) -> Outcome | None:
    """Return the rulebook's outcome, asked only when the game may be over."""
    return None if moves(s) else ended(s)


@remembered(64)  # a table where nothing can be moved is asked again and again
def ended(s: State) -> Outcome | None:
    """Return the rulebook's outcome."""
    return rulebook.outcome(s)


REFINEMENT = Refinement(moves=moves, outcome=outcome)
