"""The outcomes of events, and those that no requirement speaks of.

An event is refused with a code, or it happens, or it happens and ends the game with an outcome. What a
document is silent about is found by walking: every such pair that is met and that no requirement
names, each with a script that leads there.
"""

from collections.abc import Iterable, Iterator
from time import process_time
from typing import Final, NamedTuple

from ludex.kernel import AnyEvent, AnyGame, AnyState, Dice
from ludex.study.coverage import Effort, Happened, Refused, survey
from ludex.study.coverage.walks import walk
from ludex.study.requirements.links import (
    ENDS,
    LinkKind,
    RequirementLink,
    code,
    guard_of,
    plain_code,
)

HAPPENS: Final = "happens"
LENGTHS: Final = (4, 12, 40, 400, 2_000)
"""Events of a walk: the ends of some games are near, those of others far."""


class Pair(NamedTuple):
    """An event and what can come of it."""

    event: str
    outcome: str
    """`happens`, `refused: CODE` or `ends: CODE`."""


class Unmentioned(NamedTuple):
    """An outcome that no requirement speaks of, and a script for it."""

    pair: Pair
    script: tuple[AnyEvent, ...]


class Silence(NamedTuple):
    """Everything that a document is silent about."""

    unmentioned: tuple[Unmentioned, ...]
    met: int
    """Pairs that were met, of the events of the source."""

    covers: str
    """What was looked at, in words."""


def mentioned_pairs(game: AnyGame, links: Iterable[RequirementLink]) -> set[Pair]:
    """The pairs that some requirement speaks of."""
    return {pair for link in links for pair in _mentioned(game, link)}


def _mentioned(game: AnyGame, link: RequirementLink) -> Iterator[Pair]:
    match link.kind:
        case LinkKind.EVENT:
            yield Pair(link.name, HAPPENS)
        case LinkKind.GUARD:
            event, _, name = link.name.partition(".")
            row = guard_of(game.calls[event], name)
            if row is not None:
                yield Pair(event, f"refused: {code(row)}")
        case LinkKind.ENDING:
            event, _, outcome = (part.strip() for part in link.name.partition(ENDS))
            yield Pair(event, f"ends: {outcome}")


def find_unmentioned(
    game: AnyGame,
    starts: Iterable[AnyState],
    links: Iterable[RequirementLink],
    *,
    seconds: float,
    seed: int = 1,
) -> Silence:
    """Return the outcomes from some starts that no requirement speaks of."""
    known = mentioned_pairs(game, links)
    found: dict[Pair, tuple[AnyEvent, ...]] = {}
    beginnings = [*starts]
    share = seconds / (2 * len(beginnings))
    covers = ""
    for start in beginnings:
        seen = survey(game, start, Effort(seconds=share, idle=20_000), seed=seed)
        covers = covers or seen.covers
        for one, script in seen.witness.items():
            if isinstance(one, Happened):
                _keep(found, Pair(one.event, HAPPENS), script)
            elif isinstance(one, Refused):
                row = seen.catalogue.guards[one.event][one.guard - 1]
                _keep(found, Pair(one.event, f"refused: {code(row)}"), script)
        for pair, script in _endings(game, start, share, seed):
            _keep(found, pair, script)
    theirs = [
        Unmentioned(pair, script)
        for pair, script in found.items()
        if not game.calls[pair.event].beyond_source
    ]
    order = {name: at for at, name in enumerate(game.calls)}
    silent = [one for one in theirs if one.pair not in known]
    silent.sort(key=lambda one: (order[one.pair.event], one.pair.outcome))
    return Silence(tuple(silent), len(theirs), covers)


def _keep(
    found: dict[Pair, tuple[AnyEvent, ...]], pair: Pair, script: tuple[AnyEvent, ...]
) -> None:
    if pair not in found or len(script) < len(found[pair]):
        found[pair] = script


def _endings(
    game: AnyGame, start: AnyState, seconds: float, seed: int
) -> Iterator[tuple[Pair, tuple[AnyEvent, ...]]]:
    """Yield the ends of random walks, each with its event."""
    dice, clock = Dice(seed), process_time()
    game = game.unchecked()
    for number in range(WALKS):
        if process_time() - clock > seconds:
            return
        taken = walk(game, start, dice, LENGTHS[number % len(LENGTHS)])
        for i, event in enumerate(taken.events):
            outcome = game.outcome(taken.states[i + 1])
            if outcome is not None and game.outcome(taken.states[i]) is None:
                said = plain_code(outcome.reason)
                yield Pair(event.name, f"ends: {said}"), taken.way(i + 1)


WALKS: Final = 2_000
