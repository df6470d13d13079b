"""The end of a game of FreeCell, and whose turn it is until then."""

from ludex.kernel import CHANCE, SOLO, Outcome, Seat, Sentence, lost, say, won

from .candidates import possible
from .state import Phase, State


def turn(s: State) -> Seat:
    """Chance deals, then the player moves."""
    return CHANCE if s.phase is Phase.SETUP else SOLO


def outcome(s: State) -> Outcome | None:
    """Won with every card home; lost at once when no move is left (X1, X2)."""
    if s.phase is Phase.SETUP:
        return None
    if s.is_won:
        why = say("all_home", "every card is home")
        return won(SOLO, say("won", "You win: {why}", why=why))
    if not any(move.permitted(s) for move in possible(s)):
        why = say("no_moves", "no moves are left")
        return lost(say("lost", "You lose: {why}", why=why))
    return None


def over(ended: Outcome) -> Sentence:
    """Return why nothing can be moved any more."""
    if ended.winners:
        return say("game_over", "The game is won: every card is home")
    return say("game_over", "The game is lost: no moves are left")
