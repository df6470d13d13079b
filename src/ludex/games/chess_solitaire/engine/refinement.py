"""The legal moves of Chess Solitaire are the rulebook's candidates: no guard is asked."""

from collections.abc import Sequence
from typing import Final

from ludex.games.chess_solitaire.rules.candidates import candidates
from ludex.games.chess_solitaire.rules.events import captures
from ludex.games.chess_solitaire.rules.state import Phase, State
from ludex.kernel import Event, Refinement


def moves(s: State) -> Sequence[Event[State]]:
    """Return every legal move, in the order in which the rulebook tries them."""
    if s.phase is Phase.PLAY:
        return [*captures(s.board)]
    return [*candidates(s)] if s.phase is Phase.SETUP else ()


REFINEMENT: Final = Refinement(moves=moves)
