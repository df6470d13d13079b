"""The legal moves of Chess Solitaire are the rulebook's candidates: no guard is asked."""

from collections.abc import Sequence

from ludex.kernel import Event, Refinement

from ..rules.candidates import candidates
from ..rules.events import captures
from ..rules.state import Phase, State


def moves(s: State) -> Sequence[Event[State]]:
    """Return every legal move, in the order in which the rulebook tries them."""
    if s.phase is Phase.PLAY:
        return [*captures(s.board)]
    return [*candidates(s)] if s.phase is Phase.SETUP else ()


REFINEMENT = Refinement(moves=moves)
