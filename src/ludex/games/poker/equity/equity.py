"""Equity in hold'em: the part of the pot that each hand or range gets in the long run.

`equity(["AsAh", "KdKc"])` counts every board when that is feasible and says so
(`exact`); otherwise, or when asked, it plays a sample and gives the margin of error.
Exact counting uses suit isomorphism twice: deals that differ by an exchange of suits
are counted once, and boards are counted by class (`ludex.games.poker.equity.runout`).
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from importlib.util import find_spec
from typing import Final

from ludex.games.poker.equity import runout, sampling
from ludex.games.poker.equity.ranges import ALL_HOLES, Range, kind
from ludex.games.poker.equity.runout import BOARD, Hole, Tally
from ludex.games.poker.equity.sampling import Drawing, Drawn
from ludex.games.poker.equity.spot import Equity, Spot

Progress = Callable[[int, int], None]
"""LogEntry how much is done and how much there is to do."""

_Count = Callable[[Sequence[Hole], Sequence[int], Sequence[int]], Tally]
_Draw = Callable[[Drawing, int, int, int], Drawn]

TRIALS: Final = 200_000


class OutOfReach(ValueError):
    """Exact counting was asked for and would never end."""


class Method(Enum):
    """How to find the equity."""

    AUTO = "auto"
    """Exact when it takes seconds, else a sample."""
    EXACT = "exact"
    SAMPLE = "sample"


class Face(Enum):
    """Which implementation counts; all give the same numbers."""

    PURE = "pure"
    ARRAYS = "arrays"
    COMPILED = "compiled"


@dataclass(frozen=True, slots=True)
class _Cost:
    """What exact counting costs with one face, in seconds, roughly."""

    a_deal: float
    a_class: float


_COSTS: Final = {
    Face.PURE: _Cost(5e-5, 1e-6),
    Face.ARRAYS: _Cost(4e-4, 1.5e-8),
    Face.COMPILED: _Cost(1e-5, 1e-8),
}
_CLASSES: Final = {5: 80_000, 2: 700, 1: 45, 0: 1}
_PATIENCE: Final = 20.0  # seconds
_MOST_DEALS: Final = 300_000
_REACH: Final = 10_000_000
"""More deals than this do not fit into memory, whatever one's patience."""

_COMPILING: Final = 5.0  # seconds, the first time a compiled face is used


def equity(
    hands: Sequence[str | Range],
    board: str = "",
    dead: str = "",
    players: int = 0,
    *,
    method: Method = Method.AUTO,
    trials: int = TRIALS,
    seed: int = 0,
    progress: Progress | None = None,
    face: Face | None = None,
) -> Equity:
    """The equity of each of `hands`, cards like `AsAh` or ranges like `QQ+, AKs`.

    `players` beyond the hands given hold any two cards. Input that cannot be is refused
    (`NotCards`), and so is exact counting that would never end (`OutOfReach`).
    """
    spot = Spot.of(hands, board, dead, max(players, len(hands)))
    told = progress or _silent
    if method is Method.EXACT and spot.most_deals > _REACH:
        raise OutOfReach(
            f"{spot.most_deals:,} ways to hold these hands are too many to count: "
            "ask for a sample"
        )
    few = method is Method.AUTO and spot.most_deals <= _MOST_DEALS
    if few or method is Method.EXACT:
        deals = _distinct_deals(spot)
        chosen = face or _face_for(spot, deals)
        if method is Method.EXACT or _seconds(spot, deals, chosen) <= _PATIENCE:
            return _exact(spot, deals, chosen, told)
    return _sampled(spot, trials, seed, told, face or _fast_face())


@dataclass(frozen=True, slots=True)
class KindEquity:
    """How one of the 169 kinds of starting hands fares."""

    pots: float
    """The part of the pot it gets."""
    weight: int
    """How much of the range it is."""


def equity_by_kind(
    first: str | Range,
    second: str | Range,
    board: str = "",
    dead: str = "",
    *,
    progress: Progress | None = None,
    face: Face | None = None,
) -> dict[str, KindEquity]:
    """Range against range: the exact equity of each kind of hand in the first."""
    spot = Spot.of([first, second], board, dead, 2)
    deals = _distinct_deals(spot)
    found: dict[str, list[float]] = {}
    known = _tallies(spot, deals, face or _face_for(spot, deals), progress or _silent)
    tallies = {deal: counts for deal, _, counts in known}
    name = _Namer(spot)
    for deal, weight in spot.deals():
        wins, ties = tallies[name.of(deal)][0]
        row = found.setdefault(kind(deal[0]), [0.0, 0])
        row[0] += weight * (wins + ties / 2)
        row[1] += weight
    return {
        hand: KindEquity(pots / weight / spot.boards, int(weight))
        for hand, (pots, weight) in found.items()
    }


class _Namer:
    """One name for all deals that an exchange of suits turns into each other."""

    def __init__(self, spot: Spot) -> None:
        renamings = spot.symmetries()
        self._renamed = {
            (a, b): [
                (new[a], new[b]) if new[a] > new[b] else (new[b], new[a])
                for new in renamings
            ]
            for a, b in ALL_HOLES
        }

    def of(self, deal: tuple[Hole, ...]) -> tuple[Hole, ...]:
        return min(zip(*[self._renamed[hole] for hole in deal], strict=True))


def _distinct_deals(spot: Spot) -> Counter[tuple[Hole, ...]]:
    """The deals that are really different, with their weights."""
    name = _Namer(spot)
    found: Counter[tuple[Hole, ...]] = Counter()
    for deal, weight in spot.deals():
        found[name.of(deal)] += weight
    return found


def _exact(
    spot: Spot, deals: Counter[tuple[Hole, ...]], face: Face, told: Progress
) -> Equity:
    players = len(spot.ranges)
    total = [[0] * players for _ in range(players)]
    for _, weight, counts in _tallies(spot, deals, face, told):
        for p, row in enumerate(counts):
            for k, n in enumerate(row):
                total[p][k] += weight * n
    boards = spot.boards * deals.total()
    return Equity.of(tuple(map(tuple, total)), boards, exact=True)


def _tallies(
    spot: Spot, deals: Counter[tuple[Hole, ...]], face: Face, told: Progress
) -> Iterator[tuple[tuple[Hole, ...], int, Tally]]:
    count = _counter(face)
    for done, (deal, weight) in enumerate(deals.items()):
        told(done, len(deals))
        yield deal, weight, count(deal, spot.board, spot.dead)
    told(len(deals), len(deals))


def _sampled(spot: Spot, trials: int, seed: int, told: Progress, face: Face) -> Equity:
    if trials < 1:
        raise ValueError(f"{trials} trials: a sample needs one at least")
    drawing, draw = Drawing.of(spot), _drawer(face)
    players = drawing.players
    total = [[0] * players for _ in range(players)]
    done, attempt = 0, 0
    while done < trials:
        told(done, trials)
        some = min(trials - done, 2_000 if face is Face.PURE else 100_000)
        drawn = draw(drawing, some, seed, attempt)
        attempt = drawn.next_attempt
        done += some
        for p, row in enumerate(drawn.tally):
            for k, n in enumerate(row):
                total[p][k] += n
    told(trials, trials)
    return Equity.of(tuple(map(tuple, total)), trials, exact=False, seed=seed)


def _seconds(spot: Spot, deals: Counter[tuple[Hole, ...]], face: Face) -> float:
    cost = _COSTS[face]
    classes = _CLASSES[BOARD - len(spot.board)] * len(spot.ranges)
    return len(deals) * (cost.a_deal + cost.a_class * classes)


def _face_for(spot: Spot, deals: Counter[tuple[Hole, ...]]) -> Face:
    """The fastest face for so many deals: compiling must pay for itself."""
    if not find_spec("numpy"):
        return Face.PURE
    arrays = min((Face.PURE, Face.ARRAYS), key=lambda f: _seconds(spot, deals, f))
    wins_by = _seconds(spot, deals, arrays) - _seconds(spot, deals, Face.COMPILED)
    return Face.COMPILED if find_spec("numba") and wins_by > _COMPILING else arrays


def _fast_face() -> Face:
    return Face.ARRAYS if find_spec("numpy") else Face.PURE


def _counter(face: Face) -> _Count:
    match face:
        case Face.PURE:
            return runout.tally
        case Face.ARRAYS:
            from ludex.games.poker.equity.arrays import array_runout  # noqa: PLC0415 - extra

            return array_runout.tally
        case Face.COMPILED:
            from ludex.games.poker.equity.arrays import compiled_runout  # noqa: PLC0415 - extra

            return compiled_runout.tally


def _drawer(face: Face) -> _Draw:
    match face:
        case Face.PURE:
            return sampling.draw
        case Face.ARRAYS | Face.COMPILED:
            from ludex.games.poker.equity.arrays import array_sampling  # noqa: PLC0415 - extra

            return array_sampling.draw


def _silent(done: int, total: int) -> None:
    """No one wants to know."""
