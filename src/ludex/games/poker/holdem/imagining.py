"""What could lie behind a view: the hidden hands, dealt from the cards that nobody sees.

Every hand is as likely as any other; what their owners' bets may tell about them is left
to the player. The cards to come follow: chance deals what does not lie on the table.
"""

from ludex.games.poker.holdem.state import State
from ludex.games.poker.pack import UNKNOWN, Pack
from ludex.kernel import Dice, Seat


def imagine(shown: State, _: Seat, dice: Dice) -> State:
    """The same table with cards behind all the backs."""
    pack = Pack(shown.dealt, dice)
    return shown._replace(
        holes=tuple(
            pack.deal(len(hole)) if UNKNOWN in hole else hole for hole in shown.holes
        )
    )
