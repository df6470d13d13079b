"""What a seat may know: the tops of piles, as at a real table.

Reserve, hand and waste are squared piles: everybody sees the top card of a reserve and a
waste, the turned hand card, and how many cards there are. Houses are fanned, and what
lies in a foundation follows from its top. The backs tell nothing: every hidden card is
the same value. What a player could remember is left to the player.
"""

from dataclasses import replace

from ludex.games.russian_bank.table import Calm, Pile, Side, State
from ludex.kernel import Seat
from ludex.parts.cards import Hidden
from ludex.parts.remembered import remembered

UNKNOWN = Hidden()


def view(s: State, _: Seat) -> State:
    """What a seat sees: here both see the same."""
    return seen_by_both(s)


@remembered(most=64)  # it is asked for by everybody at the table
def seen_by_both(s: State) -> State:
    """The state as both players see it.

    Fingerprints of past positions would tell the hidden cards apart, so they are gone;
    no legal event depends on them. Whether an action was a fault is for the opponent to
    notice: who is watched is known, what is on record is not.
    """
    court = s.court._replace(fault=None)
    one, two = s.sides
    return replace(s, sides=(seen(one), seen(two)), calm=Calm(s.calm.idle), court=court)


def seen(side: Side) -> Side:
    """A player's piles, seen from above."""
    return Side(
        topmost(side.reserve),
        (UNKNOWN,) * len(side.hand),
        topmost(side.waste),
        side.loaded,
    )


def topmost(pile: Pile) -> Pile:
    """The pile with all but its top card hidden."""
    return (UNKNOWN,) * (len(pile) - 1) + pile[-1:]
