"""Which moves of Chess Solitaire are legal, looked up in tables: no guard is asked."""

from collections.abc import Sequence
from typing import Final

from ludex.games.chess_solitaire.rules.candidates import candidates
from ludex.games.chess_solitaire.rules.events import CAPTURES
from ludex.games.chess_solitaire.rules.pieces import BETWEEN
from ludex.games.chess_solitaire.rules.state import Phase, State
from ludex.kernel import Event, Refinement


def moves(s: State) -> Sequence[Event[State]]:
    """Every legal move, in the order in which the rulebook tries them."""
    if s.phase is Phase.SETUP:
        return [*candidates(s)]  # as they are: only what is free is tried
    if s.phase is not Phase.PLAY:
        return ()
    board = s.board
    return [
        CAPTURES[a, b]
        for a in board
        for b, path in BETWEEN[board[a]][a].items()
        if b in board and board.is_clear(path)
    ]


REFINEMENT: Final = Refinement(moves=moves)
