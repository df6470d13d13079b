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

Choose = Callable[[S, Seat], Event[S] | None]
"""The event that a seat chooses in a state; None ends the loop."""


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
        return self.history.state


def turns(
    history: History[S],
    choose: Choose[S],
    chance: Dice,
    most: int = MOST_EVENTS,
) -> Iterator[GameTurn[S]]:
    """Yield the events of a game until it ends, or a seat chooses nothing."""
    game = history.game
    while history.length < most:
        s = history.state
        event = next_event(game, s, choose, chance)
        if event is None:
            return
        played = history.play(event)
        if isinstance(played, Refusal):
            raise ValueError(f"{event} is refused: {played.text}")  # noqa: TRY004
        history = played
        yield GameTurn(s, game.turn(s), event, history)


def states(game: Game[S], s: S, choose: Choose[S], chance: Dice) -> Iterator[S]:
    """Yield a state and those after it, likewise; what is chosen is known to be legal."""
    yield s
    while (event := next_event(game, s, choose, chance)) is not None:
        s = game.after(s, event)
        yield s


def next_event(game: Game[S], s: S, choose: Choose[S], chance: Dice) -> Event[S] | None:
    """Return what happens next: chance draws, a seat chooses; None at the end."""
    if game.outcome(s) is not None:
        return None
    seat = game.turn(s)
    return game.draw(s, chance) if seat == CHANCE else choose(s, seat)


def nobody(_: object, _seat: Seat) -> None:
    """Choose nothing: chance acts until a seat is to."""


def random_turns(game: Game[S], s: S, dice: Dice) -> Iterator[GameTurn[S]]:
    """Play a game at random from a state; it ends where nobody can move, too."""
    return turns(History(game, s), at_random(game, dice), dice)


def at_random(game: Game[S], dice: Dice) -> Choose[S]:
    """Choose any of the moves; None where there is none."""

    def choose(s: S, _: Seat) -> Event[S] | None:
        moves = game.moves(s)
        return dice.choice(moves) if moves else None

    return choose


def random_event(game: Game[S], s: S, dice: Dice) -> Event[S] | None:
    """Return what happens next at random; None at the end, or where nobody can move."""
    return next_event(game, s, at_random(game, dice), dice)
