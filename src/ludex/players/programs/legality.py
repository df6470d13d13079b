"""What a player from outside wants to do, judged by the guards."""

from typing import TypeVar

from ludex.bots import View
from ludex.kernel import Event, Game
from ludex.players.programs.pipe import Failed

S = TypeVar("S")


class Illegal(Failed):
    """A program made a move that the rules refuse."""


def demand_legal(game: Game[S], view: View[S], event: Event[S]) -> Event[S]:
    """The event, if it is legal; Illegal says which rule is against it."""
    if event in view.legal:
        return event
    refusal = game.refusal(view.shown, event)
    if refusal is not None:
        raise Illegal(f"{event} is refused: {refusal.text}")
    if not game.belongs_to(view.shown, event, view.seat):
        raise Illegal(f"{event} is not this seat's to make")
    if event.sampled:
        return event  # of amounts only some are listed
    raise Illegal(f"{event} is no move of the game")
