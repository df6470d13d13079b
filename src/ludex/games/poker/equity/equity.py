"""Equity in hold'em: the part of the pot that each hand or range gets in the long run.

`equity(["AsAh", "KdKc"])` counts every board when that is feasible and says so
(`exact`); otherwise, or when asked, it plays a sample and gives the margin of error.
Exact counting uses suit isomorphism twice: deals that differ by an exchange of suits
are counted once, and boards are counted by class (`ludex.games.poker.equity.showdowns`).
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from importlib.util import find_spec
from typing import NamedTuple

from .ranges import ALL_HOLES, KINDS, Hole, Range, kind_of
from .showdowns import SamplePlan, Showdowns, in_python
from .spot import BOARD, Equity, EquitySpot, Tally

Progress = Callable[[int, int], None]
"""It is told how much is done and how much there is to do."""

Deal = tuple[Hole, ...]
Deals = Counter[Deal]
"""Deals that are really different, with their weights."""

TRIALS = 200_000


class OutOfReach(ValueError):
    """Exact counting was asked for and would never end."""


class Method(Enum):
    """The method of finding the equity."""

    AUTO = "auto"
    """Exact when it takes seconds, else a sample."""
    EXACT = "exact"
    SAMPLE = "sample"


_CLASSES = {5: 80_000, 2: 700, 1: 45, 0: 1}
"""About so many classes of boards there are, by the cards to come."""

_PATIENCE = 20.0  # seconds
_MOST_DEALS = 300_000
_REACH = 10_000_000
"""More deals than this do not fit into memory, whatever one's patience."""

_LOADING = 2.0  # seconds, to load the compiler and what it has made before


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
    compiled: bool | None = None,
) -> Equity:
    """The equity of each of `hands`, cards like `AsAh` or ranges like `QQ+, AKs`.

    `players` beyond the hands given hold any two cards. Input that cannot be is refused
    (`NotCards`), and so is exact counting that would never end (`OutOfReach`). Compiled
    loops count where they are installed and worth loading, unless `compiled` decides.
    """
    spot = EquitySpot.of(hands, board, dead, max(players, len(hands)))
    progress = progress or _silent
    if method is Method.EXACT and spot.most_deals > _REACH:
        raise OutOfReach(
            f"{spot.most_deals:,} ways to hold these hands are too many to count: ask for a sample"
        )
    few = method is Method.AUTO and spot.most_deals <= _MOST_DEALS
    if few or method is Method.EXACT:
        deals = _distinct_deals(spot)
        fast = _pays(_seconds(spot, deals)) if compiled is None else compiled
        if method is Method.EXACT or _seconds(spot, deals, fast=fast) <= _PATIENCE:
            return _exact(spot, deals, _showdowns(fast=fast), progress)
    fast = _pays(trials * len(spot.ranges) * 1e-5) if compiled is None else compiled
    return _sampled(spot, trials, seed, progress, _showdowns(fast=fast))


class KindEquity(NamedTuple):
    """The equity of one of the 169 kinds of starting hands."""

    pots: float
    """The part of the pot it gets."""
    weight: int
    """The part of the range that it makes up."""


def equity_by_kind(
    first: str | Range,
    second: str | Range,
    board: str = "",
    dead: str = "",
    *,
    progress: Progress | None = None,
) -> dict[str, KindEquity]:
    """Range against range: the exact equity of each kind of hand in the first."""
    spot = EquitySpot.of([first, second], board, dead, 2)
    deals = _distinct_deals(spot)
    showdowns = _showdowns(fast=_pays(_seconds(spot, deals)))
    known = _tallies(spot, deals, showdowns, progress or _silent)
    tallies = {deal: counts for deal, _, counts in known}
    name, pots, weights = _namer(spot), defaultdict[str, float](float), Counter[str]()
    for deal, weight in spot.deals():
        wins, ties = tallies[name(deal)][0]
        kind = KINDS[kind_of(*deal[0])]
        pots[kind] += weight * (wins + ties / 2)
        weights[kind] += weight
    return {kind: KindEquity(pots[kind] / n / spot.boards, n) for kind, n in weights.items()}


def _namer(spot: EquitySpot) -> Callable[[Deal], Deal]:
    """Return one name for all deals that an exchange of suits turns into each other."""
    renamings = spot.symmetries()
    renamed = {
        (a, b): [(new[a], new[b]) if new[a] > new[b] else (new[b], new[a]) for new in renamings]
        for a, b in ALL_HOLES
    }
    return lambda deal: min(zip(*[renamed[hole] for hole in deal], strict=True))


def _distinct_deals(spot: EquitySpot) -> Deals:
    """The deals that are really different, with their weights."""
    name = _namer(spot)
    found: Deals = Counter()
    for deal, weight in spot.deals():
        found[name(deal)] += weight
    return found


def _exact(spot: EquitySpot, deals: Deals, showdowns: Showdowns, progress: Progress) -> Equity:
    tallies = _tallies(spot, deals, showdowns, progress)
    total = _sum(len(spot.ranges), ((weight, counts) for _, weight, counts in tallies))
    return Equity.of(total, spot.boards * deals.total(), exact=True)


def _tallies(
    spot: EquitySpot, deals: Deals, showdowns: Showdowns, progress: Progress
) -> Iterator[tuple[Deal, int, Tally]]:
    for done, (deal, weight) in enumerate(deals.items()):
        progress(done, len(deals))
        yield deal, weight, showdowns.tally(deal, spot.board, spot.dead)
    progress(len(deals), len(deals))


def _sampled(
    spot: EquitySpot, trials: int, seed: int, progress: Progress, showdowns: Showdowns
) -> Equity:
    if trials < 1:
        raise ValueError(f"{trials} trials: a sample needs one at least")
    plan, tallies, attempt = SamplePlan.of(spot), [], 0
    for done in range(0, trials, _PART):
        progress(done, trials)
        tally, attempt = showdowns.draw(plan, min(trials - done, _PART), seed, attempt)
        tallies.append((1, tally))
    progress(trials, trials)
    return Equity.of(_sum(plan.players, tallies), trials, exact=False, seed=seed)


_PART = 5_000
"""So many trials are played before progress is told."""


def _sum(players: int, weighed: Iterable[tuple[int, Tally]]) -> Tally:
    total = [[0] * players for _ in range(players)]
    for weight, counts in weighed:
        for p, row in enumerate(counts):
            for k, n in enumerate(row):
                total[p][k] += weight * n
    return tuple(map(tuple, total))


def _seconds(spot: EquitySpot, deals: Deals, *, fast: bool = False) -> float:
    """Return what exact counting costs, roughly."""
    classes = _CLASSES[BOARD - len(spot.board)] * len(spot.ranges)
    return len(deals) * (1e-5 + 1e-8 * classes if fast else 5e-5 + 1e-6 * classes)


def _pays(seconds: float) -> bool:
    """Would compiled loops save more time than it takes to load them?"""
    return seconds > _LOADING and find_spec("numba") is not None


def _showdowns(*, fast: bool) -> Showdowns:
    if not fast:
        return in_python()
    from .compiled import compiled_showdowns  # noqa: PLC0415 - extra

    return compiled_showdowns()


def _silent(done: int, total: int) -> None:
    """No one wants to know."""
