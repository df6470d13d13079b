"""Matches: the stronger bot, and the certainty of the verdict.

Every deal is played once with each bot in each seat. The cards of a deal stay the same, so luck
favours no bot. Chance and each bot have separate dice, so the draws of a bot do not change its
cards.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import sqrt
from statistics import fmean
from time import perf_counter
from typing import TypeVar

from ludex.bots.observation import Bot, view_of
from ludex.kernel import Dice, Event, Game, History, Seat
from ludex.kernel.loop import turns
from ludex.players.rating import SURE, Estimate, around, ratings

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class MatchGame:
    """One game of a match, with the result of each bot."""

    winners: frozenset[int]
    """The bots on winning seats; none, if the game did not end."""

    scores: tuple[float, ...]
    """The sum of the scores of each bot's seats; without scores, one for a win."""

    moves: tuple[int, ...]
    seconds: tuple[float, ...]
    events: tuple[str, ...] = ()
    """The events, if they were to be stored."""

    def points(self, one: int, other: int) -> float:
        """Return the points of one bot against another: 1 for the better, 1/2 for equal results.

        A win beats every other result. Between two bots that lost to a third, the higher score
        decides.
        """
        its, others = one in self.winners, other in self.winners
        if self.winners and not its and not others:
            its, others = (
                self.scores[one] > self.scores[other],
                self.scores[other] > self.scores[one],
            )
        return (1 + its - others) / 2


def seating(seats: int, bots: int, rotation: int) -> tuple[int, ...]:
    """Return the seat of each bot; with each rotation they move on by a seat."""
    return tuple((seat + rotation) % bots for seat in range(seats))


def play_deal(
    game: Game[S], start: S, bots: Sequence[Bot[S]], seed: int, *, with_events: bool = False
) -> tuple[MatchGame, ...]:
    """Play one deal as often as there are bots; each time the bots move on by one seat.

    With `kept`, the games are stored event by event.
    """
    return tuple(
        play_game(game, start, bots, seed, rotation, with_events=with_events)
        for rotation in range(len(bots))
    )


def play_game(
    game: Game[S],
    start: S,
    bots: Sequence[Bot[S]],
    seed: int,
    rotation: int,
    *,
    with_events: bool = False,
) -> MatchGame:
    """Play one game; the seed alone determines the chance events."""
    source = Dice(seed)
    chance = source.split()
    dice = [source.split() for _ in range(len(bots) * (rotation + 1))][-len(bots) :]
    game = game.unchecked()
    history = History(game, start)
    at = seating(game.seat_count(start), len(bots), rotation)
    moves, seconds = [0] * len(bots), [0.0] * len(bots)

    def choose(s: S, seat: Seat) -> Event[S]:
        bot, begun = at[seat], perf_counter()
        event = bots[bot](view_of(game, s, seat), dice[bot])
        seconds[bot] += perf_counter() - begun
        moves[bot] += 1
        return demand_move(game, s, seat, event)

    for turn in turns(history, choose, chance):
        history = turn.history
    events = tuple(map(str, history.journal)) if with_events else ()
    winners, scores = _result(game, history.state, at, len(bots))
    return MatchGame(winners, scores, tuple(moves), tuple(seconds), events)


def demand_move(game: Game[S], s: S, seat: Seat, event: Event[S]) -> Event[S]:
    """Return a bot's event; a bot that breaks the rules is a bug."""
    refusal = game.refusal(s, event)
    assert refusal is None, f"{event}: {refusal.text}"
    assert game.seat_of(s, event) == seat, f"{event} is not for this seat"
    return event


def _result(
    game: Game[S], s: S, at: tuple[int, ...], bots: int
) -> tuple[frozenset[int], tuple[float, ...]]:
    """Return the bots that have won, and the score of each."""
    outcome = game.outcome(s)
    if outcome is None:
        return frozenset(), (0.0,) * bots
    by_seat = outcome.scores or [seat in outcome.winners for seat in range(len(at))]
    scores = [0.0] * bots
    for bot, score in zip(at, by_seat, strict=True):
        scores[bot] += score
    return frozenset(at[seat] for seat in outcome.winners), tuple(scores)


# -- what many games have shown ------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BotRecord:
    """The results of one bot."""

    wins: int
    draws: int
    losses: int
    rate: Estimate
    """Part of the games won; a draw counts half."""

    lead: Estimate | None
    """Return its mean lead per game over the others, with the interval; None after one deal."""

    moves: int
    seconds: float
    elo: Estimate
    """Its rating among the bots of this match; the mean rating is 0."""


@dataclass(slots=True)
class PairResult:
    """The results of one bot against another."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    def add(self, points: float) -> None:
        """A game between them."""
        self.wins += points == 1
        self.draws += points == 0.5
        self.losses += points == 0

    @property
    def games(self) -> int:
        """The number of games."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """The points of the first of them."""
        return self.wins + self.draws / 2


class Mean:
    """A mean and its interval, from numbers that are not stored (Welford's sums)."""

    def __init__(self) -> None:
        self._count, self._mean, self._squares = 0, 0.0, 0.0

    def add(self, value: float) -> None:
        """Add a number."""
        self._count += 1
        off = value - self._mean
        self._mean += off / self._count
        self._squares += off * (value - self._mean)

    @property
    def estimate(self) -> Estimate | None:
        """Return the mean and its interval; a single value has no interval."""
        if self._count < 2:
            return None
        return around(self._mean, sqrt(self._squares / (self._count - 1) / self._count))


class _Account:
    """The sums of one bot so far."""

    def __init__(self) -> None:
        self.games = self.wins = self.losses = self.moves = 0
        self.seconds = 0.0
        self.lead = Mean()


class Tally:
    """The deals of a match so far, as sums only, so the length of a match is unlimited."""

    def __init__(self, bots: int) -> None:
        self.games = 0
        """The number of games that have been played."""

        self.deals: Counter[float] = Counter()
        """The results of the first of the bots in a deal, and how often; of use where there are
        two."""

        self.met: dict[tuple[int, int], PairResult] = {}
        """The results of the first of each pair against the second."""

        self._accounts = [_Account() for _ in range(bots)]

    def add(self, deal: tuple[MatchGame, ...], order: Sequence[int] | None = None) -> None:
        """Add the games of one deal between the bots `order`, by number: all bots or some."""
        self.games += len(deal)
        order = range(len(self._accounts)) if order is None else order
        for at, bot in enumerate(order):
            account = self._accounts[bot]
            account.games += len(deal)
            for game in deal:
                account.wins += game.winners == {at}
                account.losses += bool(game.winners) and at not in game.winners
                account.moves += game.moves[at]
                account.seconds += game.seconds[at]
            account.lead.add(fmean(_lead(game, at) for game in deal))
        for i, j in combinations(range(len(order)), 2):
            meeting = self.met.setdefault((order[i], order[j]), PairResult())
            for game in deal:
                meeting.add(game.points(i, j))
        self.deals[sum(game.points(0, 1) for game in deal)] += 1

    def elo(self) -> list[Estimate]:
        """Return the ratings of all bots, computed from all pairs."""
        met = {pair: (its.games, its.points) for pair, its in self.met.items()}
        return ratings(len(self._accounts), met)

    def record(self, bot: int) -> BotRecord:
        """Return the results of a bot."""
        its = self._accounts[bot]
        draws = its.games - its.wins - its.losses
        return BotRecord(
            its.wins,
            draws,
            its.losses,
            wilson(its.wins + draws / 2, its.games),
            its.lead.estimate,
            its.moves,
            its.seconds,
            self.elo()[bot],
        )

    def summary(self, names: Sequence[str]) -> list[Mapping[str, object]]:
        """The records for machines."""
        return [_record_row(name, self.record(bot)) for bot, name in enumerate(names)]

    def pairs(self, names: Sequence[str]) -> list[Mapping[str, object]]:
        """Return the results of all pairs, for machines."""
        return [
            {
                "bots": [names[one], names[other]],
                "games": its.games,
                "wins": its.wins,
                "draws": its.draws,
                "losses": its.losses,
                "rate": [round(x, 4) for x in wilson(its.points, its.games)],
            }
            for (one, other), its in sorted(self.met.items())
        ]


def _lead(game: MatchGame, bot: int) -> float:
    """Return by how much a bot scored more than the others on the average."""
    others = [score for other, score in enumerate(game.scores) if other != bot]
    return game.scores[bot] - fmean(others)


def wilson(won: float, games: int) -> Estimate:
    """Return the share of wins, and its Wilson interval."""
    if not games:
        return Estimate(0.5, 0.0, 1.0)
    part, z = won / games, SURE
    weight = 1 + z * z / games
    middle = (part + z * z / (2 * games)) / weight
    wide = z / weight * sqrt(part * (1 - part) / games + (z / (2 * games)) ** 2)
    return Estimate(part, max(0.0, middle - wide), min(1.0, middle + wide))


def _record_row(name: str, record: BotRecord) -> Mapping[str, object]:
    lead = record.lead
    return {
        "bot": name,
        "wins": record.wins,
        "draws": record.draws,
        "losses": record.losses,
        "rate": [round(x, 4) for x in record.rate],
        "lead": None if lead is None else [round(x, 3) for x in lead],
        "moves": record.moves,
        "seconds": round(record.seconds, 3),
        "elo": [round(x, 1) for x in record.elo],
    }
