"""Why a capture is good, in a sentence: which of the others would lose."""

from ludex.kernel import Sentence, say

from ..game import game
from ..rules.state import State
from .exact import Exact


def reason(exact: Exact, s: State) -> Sentence | None:
    """Return how many other captures lose; None where there is no choice, or not all is known."""
    winnable = [exact.is_winnable(game.after(s, event)) for event in game.moves(s)]
    if len(winnable) == 1 or None in winnable:
        return None
    lost = winnable.count(False)
    if not lost:
        return say("reason", "No capture loses yet.")
    if lost == len(winnable) - 1:
        return say("reason", "Every other capture loses.")
    words = "Of {captures} captures {lost} lose."
    if lost == 1:
        words = "Of {captures} captures one loses."
    return say("reason", words, captures=len(winnable), lost=lost)
