"""The game loop: chance draws by its weights, a function decides for every seat, guards judge."""

from collections.abc import Callable, Iterator
from typing import Generic, NamedTuple, TypeVar

from ludex.kernel.dice import Dice
from ludex.kernel.event import Event, Refusal
from ludex.kernel.game import Game
from ludex.kernel.history import History
from ludex.kernel.seat import CHANCE, Seat

S = TypeVar("S")

MOST_EVENTS = 20_000
"""A game that has not ended by then is given up."""


class GameTurn(NamedTuple, Generic[S]):
    """One event of a game, as it has just happened."""

    before: S
    seat: Seat
    """The owner of the event; CHANCE draws, too."""

    event: Event[S]
    history: History[S]
    """The game up to it."""

    @property
    def state(self) -> S:
        """The state after the event."""
        return self.history.state

    @property
    def is_chance(self) -> bool:
        """Did nobody decide it?"""
        return self.seat == CHANCE


def turns(
    history: History[S],
    choose: Callable[[S, Seat], Event[S] | None],
    chance: Dice,
    most: int = MOST_EVENTS,
) -> Iterator[GameTurn[S]]:
    """Yield the events of a game until it ends, or a seat chooses nothing."""
    game = history.game
    while game.outcome(history.state) is None and history.length < most:
        s = history.state
        seat = game.turn(s)
        event = game.draw(s, chance) if seat == CHANCE else choose(s, seat)
        if event is None:
            return
        played = history.play(event)
        if isinstance(played, Refusal):
            raise ValueError(f"{event} is refused: {played.text}")  # noqa: TRY004
        history = played
        yield GameTurn(s, seat, event, history)


def random_turns(game: Game[S], s: S, dice: Dice) -> Iterator[GameTurn[S]]:
    """Play a game at random from a state; it ends where nobody can move, too."""
    return turns(History(game, s), lambda t, _: random_move(game, t, dice), dice)


def random_move(game: Game[S], s: S, dice: Dice) -> Event[S] | None:
    """Return any of the moves; None where there is none."""
    moves = game.moves(s)
    return dice.choice(moves) if moves else None


def random_event(game: Game[S], s: S, dice: Dice) -> Event[S] | None:
    """Return what happens next at random; None at the end, or where nobody can move."""
    if game.outcome(s) is not None:
        return None
    return game.draw(s, dice) if game.turn(s) == CHANCE else random_move(game, s, dice)
