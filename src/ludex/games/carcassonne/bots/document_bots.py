"""The document's strategies at the table: they see what any bot sees."""

from ludex.bots import Bot, View
from ludex.kernel import Dice, Event

from ..formats.strategies import STRATEGIES, Turn
from ..rules.events import PlaceTile
from ..rules.state import State


def document_bot(name: str) -> Bot[State]:
    """Return a bot that makes the moves of a strategy, of the legal ones."""

    def play(view: View[State], dice: Dice) -> Event[State]:
        s, seat = view.shown, view.seat
        assert s.drawn is not None
        legal = tuple(event for event in view.legal if isinstance(event, PlaceTile))
        turn = Turn(s.terrain, s.drawn, seat, s.meeples(seat) > 0, legal)
        move = STRATEGIES[name](turn, dice)
        assert move is not None, "a tile that is drawn can be laid"
        return move

    return play
