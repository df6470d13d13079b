"""The document's strategies at the table: they see what any bot sees."""

from ludex.games.carcassonne.formats.strategies import Strategy, Turn
from ludex.games.carcassonne.rules.events import PlaceTile
from ludex.games.carcassonne.rules.state import State
from ludex.kernel import Dice, Event, Seat


def choice(
    strategy: Strategy, s: State, seat: Seat, legal: list[PlaceTile], dice: Dice
) -> Event[State]:
    """The move that a strategy makes in a state, of the legal ones."""
    assert s.drawn is not None
    has_meeple = s.meeples(seat) > 0
    move = strategy(Turn(s.terrain, s.drawn, seat, has_meeple, tuple(legal)), dice)
    assert move is not None, "a tile that is drawn can be laid"
    return move
