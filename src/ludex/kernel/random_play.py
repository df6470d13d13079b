"""Random play: chance draws by its weights, players choose any of their moves."""

from collections.abc import Iterator
from typing import TypeVar

from ludex.kernel.dice import Dice
from ludex.kernel.event import Event
from ludex.kernel.game import Game
from ludex.kernel.seat import CHANCE

S = TypeVar("S")


def random_event(game: Game[S], s: S, dice: Dice) -> Event[S] | None:
    """Return what happens next at random; None at the end, or where nobody can move."""
    if game.outcome(s) is not None:
        return None
    if game.turn(s) == CHANCE:
        return game.draw(s, dice)
    moves = game.moves(s)
    return dice.choice(moves) if moves else None


def random_walk(game: Game[S], s: S, dice: Dice) -> Iterator[tuple[S, Event[S], S]]:
    """Play a random game: each state, the event that happens in it, and the state after."""
    while (event := random_event(game, s, dice)) is not None:
        after = game.after(s, event)
        yield s, event, after
        s = after
