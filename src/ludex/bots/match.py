"""Matches: which bot is stronger, and how sure is that?

Every deal is played once with each bot in each place: the cards that chance deals are the
same, only the seats are exchanged, so that luck takes no side. Chance and each bot have
dice of their own, or else what a bot throws would change what it is dealt.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean
from time import perf_counter
from typing import Final, TypeVar

from ludex.bots.seeing import Bot, view_of
from ludex.kernel import CHANCE, Dice, Event, Game, Seat

S = TypeVar("S")

SURE: Final = 1.959964
"""Standard errors to each side of an interval of 95 %."""

MOST_EVENTS: Final = 20_000
"""A game that has not ended by then is nobody's."""


@dataclass(frozen=True, slots=True)
class Played:
    """One game of a match, as it went for each bot."""

    winners: frozenset[int]
    """Which bots sat on winning seats; nobody, if the game did not end."""

    scores: tuple[float, ...]
    """What each bot's seats have scored together; without scores, one for a win."""

    moves: tuple[int, ...]
    seconds: tuple[float, ...]


def seating(seats: int, bots: int, rotation: int) -> tuple[int, ...]:
    """Which bot sits where; with each rotation they move on by a seat."""
    return tuple((seat + rotation) % bots for seat in range(seats))


def play_deal(
    game: Game[S], start: S, bots: Sequence[Bot[S]], seed: int
) -> tuple[Played, ...]:
    """One deal, played as often as there are bots, each time one seat further on."""
    return tuple(
        play_game(game, start, bots, seed, rotation) for rotation in range(len(bots))
    )


def play_game(
    game: Game[S], start: S, bots: Sequence[Bot[S]], seed: int, rotation: int
) -> Played:
    """One game; the seed alone decides what chance deals."""
    source = Dice(seed)
    chance = source.split()
    dice = [source.split() for _ in range(len(bots) * (rotation + 1))][-len(bots) :]
    game, s = game.unchecked(), start
    at = seating(game.seat_count(s), len(bots), rotation)
    moves, seconds = [0] * len(bots), [0.0] * len(bots)
    for _ in range(MOST_EVENTS):
        if game.outcome(s) is not None:
            break
        turn = game.turn(s)
        if turn == CHANCE:
            s = game.after(s, game.draw(s, chance))
            continue
        bot = at[turn]
        begun = perf_counter()
        event = bots[bot](view_of(game, s, turn), dice[bot])
        seconds[bot] += perf_counter() - begun
        moves[bot] += 1
        s = made(game, s, turn, event)
    return _result(game, s, at, tuple(moves), tuple(seconds))


def made(game: Game[S], s: S, turn: Seat, event: Event[S]) -> S:
    """The state after a bot's event; a bot that breaks the rules is a bug."""
    refusal = game.refusal(s, event)
    assert refusal is None, f"{event}: {refusal.text}"
    assert game.seat_of(s, event) == turn, f"{event} is not for this seat"
    return game.after(s, event)


def _result(
    game: Game[S],
    s: S,
    at: tuple[int, ...],
    moves: tuple[int, ...],
    seconds: tuple[float, ...],
) -> Played:
    outcome = game.outcome(s)
    if outcome is None:
        return Played(frozenset(), (0.0,) * len(moves), moves, seconds)
    winners = frozenset(at[seat] for seat in outcome.winners)
    by_seat = outcome.scores or [seat in outcome.winners for seat in range(len(at))]
    scores = [0.0] * len(moves)
    for bot, score in zip(at, by_seat, strict=True):
        scores[bot] += score
    return Played(winners, tuple(scores), moves, seconds)


# -- what many games have shown ------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number and the interval in which the true one lies, in 95 of 100 cases."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Record:
    """How one bot has fared."""

    wins: int
    draws: int
    losses: int
    rate: Estimate
    """Part of the games won; a draw counts half."""

    lead: Estimate | None
    """By how much it scores more than the others, in a game; None after one deal."""

    moves: int
    seconds: float


class Mean:
    """A mean and how sure it is, from numbers that are not kept (Welford's sums)."""

    def __init__(self) -> None:
        self._count, self._mean, self._squares = 0, 0.0, 0.0

    def add(self, value: float) -> None:
        """One more."""
        self._count += 1
        off = value - self._mean
        self._mean += off / self._count
        self._squares += off * (value - self._mean)

    @property
    def estimate(self) -> Estimate | None:
        """The mean and its interval; one value says nothing about how sure it is."""
        if self._count < 2:
            return None
        deviation = sqrt(self._squares / (self._count - 1))
        wide = SURE * deviation / sqrt(self._count)
        return Estimate(self._mean, self._mean - wide, self._mean + wide)


class _Account:
    """What one bot has done so far."""

    def __init__(self) -> None:
        self.wins = self.losses = self.moves = 0
        self.seconds = 0.0
        self.lead = Mean()


class Tally:
    """The deals of a match so far: their sums only, so that a match may last for ever."""

    def __init__(self, bots: int) -> None:
        self.games = 0
        """How many have been played."""

        self._accounts = [_Account() for _ in range(bots)]

    def count(self, deals: Iterable[tuple[Played, ...]]) -> Iterator[int]:
        """Count deals as they come, and say after each how many games there are."""
        for deal in deals:
            self.add(deal)
            yield self.games

    def add(self, deal: tuple[Played, ...]) -> None:
        """The games of one deal."""
        self.games += len(deal)
        for bot, account in enumerate(self._accounts):
            for game in deal:
                account.wins += game.winners == {bot}
                account.losses += bool(game.winners) and bot not in game.winners
                account.moves += game.moves[bot]
                account.seconds += game.seconds[bot]
            account.lead.add(fmean(_lead(game, bot) for game in deal))

    def record(self, bot: int) -> Record:
        """How a bot has fared."""
        its = self._accounts[bot]
        draws = self.games - its.wins - its.losses
        return Record(
            its.wins,
            draws,
            its.losses,
            wilson(its.wins + draws / 2, self.games),
            its.lead.estimate,
            its.moves,
            its.seconds,
        )

    def summary(self, names: Sequence[str]) -> list[Mapping[str, object]]:
        """The records for machines."""
        return [_written(name, self.record(bot)) for bot, name in enumerate(names)]


def _lead(game: Played, bot: int) -> float:
    """By how much a bot scored more than the others on the average."""
    others = [score for other, score in enumerate(game.scores) if other != bot]
    return game.scores[bot] - fmean(others)


def wilson(won: float, games: int) -> Estimate:
    """The part that was won, and Wilson's interval around it."""
    if not games:
        return Estimate(0.5, 0.0, 1.0)
    part, z = won / games, SURE
    weight = 1 + z * z / games
    middle = (part + z * z / (2 * games)) / weight
    wide = z / weight * sqrt(part * (1 - part) / games + (z / (2 * games)) ** 2)
    return Estimate(part, max(0.0, middle - wide), min(1.0, middle + wide))


def _written(name: str, record: Record) -> Mapping[str, object]:
    lead = record.lead
    return {
        "bot": name,
        "wins": record.wins,
        "draws": record.draws,
        "losses": record.losses,
        "rate": [round(x, 4) for x in _ends(record.rate)],
        "lead": None if lead is None else [round(x, 3) for x in _ends(lead)],
        "moves": record.moves,
        "seconds": round(record.seconds, 3),
    }


def _ends(estimate: Estimate) -> tuple[float, float, float]:
    return estimate.value, estimate.low, estimate.high
