"""How a game of Chess Solitaire ends."""

from ludex.games.chess_solitaire.state import Phase, State
from ludex.kernel import SOLO, Outcome, lost, say, won


def outcome(s: State) -> Outcome | None:
    """Won with one piece left, lost without a valid move."""
    match s.phase:
        case Phase.WON:
            return won(SOLO, say("won", "You win: one piece is left"))
        case Phase.LOST if not len(s.board):
            return lost(
                say("lost", "You lose: no valid move is left on an empty board")
            )
        case Phase.LOST:
            pieces = len(s.board)
            words = "You lose: no valid move is left on {pieces} pieces"
            return lost(say("lost", words, pieces=pieces))
        case _:
            return None
