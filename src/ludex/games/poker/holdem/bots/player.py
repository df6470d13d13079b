"""A player who knows hold'em: cards, position, the price of staying in, and what a bet says.

Before the flop it raises and calls by position and price; when the stacks are short it is all in
or nothing, by a solved table. After the flop it weighs what it could do by what each may bring: how often the others
fold to a bet, how its cards fare against what they would call with. Of things that
are about as good it chooses by chance, so that nobody knows what a bet means.
"""

from ludex.bots import Bot, View
from ludex.kernel import Dice, Event

from ..rules import BUY_IN, MUCK, Phase, State
from ..table.showdown import usual
from . import blueprint, flop, preflop
from .simple import SIMPLE


def player(view: View[State], dice: Dice) -> Event[State]:
    """Return what it does now."""
    s = view.shown
    if s.phase is Phase.REBUY:
        return BUY_IN
    if s.phase is Phase.SHOWDOWN:
        return usual(s) or MUCK
    if s.board:
        return flop.choose(s, view.seat, dice)
    return preflop.evaluate(s, view.seat, dice)[0]


def learned(view: View[State], dice: Dice) -> Event[State]:
    """Return what it does between two players, as it has learned; else what the player above does."""
    s = view.shown
    if s.phase is not Phase.BETTING or not blueprint.knows(s):
        return player(view, dice)
    if not s.board and preflop.depth(s) <= preflop.SHORT:
        return player(view, dice)
    return blueprint.choose(s, view.seat, dice) or player(view, dice)


BOTS: tuple[tuple[str, str, Bot[State]], ...] = (
    *SIMPLE,
    (
        "regular",
        "Plays by position, price and the actions of the others; bluffs a little.",
        player,
    ),
    (
        "blueprint",
        "Plays against one opponent as it has learned from games against itself; otherwise like regular.",
        learned,
    ),
)
"""The names of all players of hold'em, and a sentence about each."""
