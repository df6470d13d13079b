"""One game from start to end, in one call.

    history = play_out(load("carcassonne"), seed=1, bots=("greedy", "random"))
    for turn in each_turn(load("carcassonne"), seed=1, bots=("greedy", "random")): ...

Chance draws by the weights of the rules (`game.draw`), and never picks among its events as if
they were moves: of a bag of tiles the kind with five is five times as likely as that with one.
Chance and each seat have dice of their own, so that what a bot throws changes no deal.
"""

from collections.abc import Iterator, Sequence
from typing import TypeVar

from ludex.bots.observation import Bot, view_of
from ludex.kernel import Dice, Event, Game, History, Seat, Unreadable
from ludex.kernel.loop import MOST_EVENTS, GameTurn, turns
from ludex.players.opponents import find_bot

S = TypeVar("S")


def play_out(
    game: Game[S],
    seed: int,
    *,
    start: S | None = None,
    bots: Sequence[str | Bot[S]] = ("random",),
    most: int = MOST_EVENTS,
) -> History[S]:
    """Play a whole game and return its history; the same seed gives the same game.

    `start` is where it begins, as usual unless told. `bots` are names (`greedy`,
    `search:40`) or functions of your own; where there are fewer than seats, they take
    turns. A game that has not ended after `most` events is returned as far as it came.
    """
    first = game.start() if start is None else start
    history = History(game, first)
    for turn in each_turn(game, seed, start=first, bots=bots, most=most):
        history = turn.history
    return history


def each_turn(
    game: Game[S],
    seed: int,
    *,
    start: S | None = None,
    bots: Sequence[str | Bot[S]] = ("random",),
    most: int = MOST_EVENTS,
) -> Iterator[GameTurn[S]]:
    """Play the same game event by event, and yield each turn."""
    first = game.start() if start is None else start
    players = [_bot(game, bot, first) for bot in bots]
    source = Dice(seed)
    chance = source.split()
    dice = [source.split() for _ in range(game.seat_count(first))]

    def choose(s: S, seat: Seat) -> Event[S]:
        return players[seat % len(players)](view_of(game, s, seat), dice[seat])

    return turns(History(game, first), choose, chance, most)


def _bot(game: Game[S], bot: str | Bot[S], start: S) -> Bot[S]:
    if not isinstance(bot, str):
        return bot
    found: Bot[S] | Unreadable = find_bot(game, bot, start)
    if isinstance(found, Unreadable):
        raise ValueError(str(found))  # noqa: TRY004
    return found
