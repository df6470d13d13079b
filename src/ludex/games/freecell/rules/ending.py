"""The end of a game of FreeCell, and whose turn it is until then."""

from ludex.kernel import CHANCE, SOLO, Outcome, Seat, Sentence, lost, say, won
from ludex.parts.cards import Card

from .state import Phase, State, accepts, takes


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
    if not can_move(s):
        why = say("no_moves", "no moves are left")
        return lost(say("lost", "You lose: {why}", why=why))
    return None


def can_move(s: State) -> bool:
    """Is a move left? Where several cards can be moved together, there is a move of one, too."""
    if s.free_cells and any(s.columns):
        return True
    return any(has_a_place(s, column[-1]) for column in s.columns if column) or any(
        has_a_place(s, card) for card in s.cells if card is not None
    )


def has_a_place(s: State, card: Card) -> bool:
    """May `card` go home, or onto some column?"""
    return any(takes(home, card) for home in s.homes) or any(
        accepts(s.rules, column, card) for column in s.columns
    )


def over(ended: Outcome) -> Sentence:
    """Return why nothing can be moved any more."""
    if ended.winners:
        return say("game_over", "The game is won: every card is home")
    return say("game_over", "The game is lost: no moves are left")
