"""The outcomes of events, and those that no requirement speaks of.

An event is refused with a code, or it happens, or it happens and ends the game with an outcome. What a
document is silent about is found by walking: every such pair that is met and that no requirement
names, each with a script that leads there.
"""

from collections.abc import Iterable, Iterator
from itertools import chain
from time import process_time
from typing import NamedTuple

from ludex.kernel import AnyEvent, AnyGame, AnyState, Dice
from ludex.study.coverage import Effort, EventSuccess, Refused, Survey, survey
from ludex.study.coverage.walks import walk
from ludex.study.requirements.links import (
    ENDS,
    LinkKind,
    RequirementLink,
    code,
    guard_of,
    plain_code,
)

HAPPENS = "happens"
LENGTHS = (4, 12, 40, 400, 2_000)
"""Events of a walk: the ends of some games are near, those of others far."""


class Pair(NamedTuple):
    """An event and a possible outcome."""

    event: str
    outcome: str
    """`happens`, `refused: CODE` or `ends: CODE`."""


class Unmentioned(NamedTuple):
    """An outcome that no requirement mentions, with a script."""

    pair: Pair
    script: tuple[AnyEvent, ...]


class UnmentionedOutcomes(NamedTuple):
    """Everything that a document is silent about."""

    unmentioned: tuple[Unmentioned, ...]
    met: int
    """Pairs that were met, of the events of the source."""

    covers: str
    """The extent of the search, in words."""


def _mentioned(game: AnyGame, link: RequirementLink) -> Iterator[Pair]:
    """Yield the pairs that a link speaks of."""
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
    start: AnyState,
    links: Iterable[RequirementLink],
    *,
    seconds: float,
    seed: int = 1,
) -> UnmentionedOutcomes:
    """Return the outcomes from a start that no requirement mentions."""
    known = {pair for link in links for pair in _mentioned(game, link)}
    found: dict[Pair, tuple[AnyEvent, ...]] = {}
    seen = survey(game, start, Effort(seconds=seconds / 2, idle=20_000), seed=seed)
    for pair, script in chain(_met(seen), _endings(game, start, seconds / 2, seed)):
        if pair not in found or len(script) < len(found[pair]):
            found[pair] = script
    theirs = [
        Unmentioned(pair, script)
        for pair, script in found.items()
        if not game.calls[pair.event].beyond_source
    ]
    order = {name: at for at, name in enumerate(game.calls)}
    silent = [one for one in theirs if one.pair not in known]
    silent.sort(key=lambda one: (order[one.pair.event], one.pair.outcome))
    return UnmentionedOutcomes(tuple(silent), len(theirs), seen.covers)


def _met(seen: Survey) -> Iterator[tuple[Pair, tuple[AnyEvent, ...]]]:
    """Yield what a survey has met of single events and guards, each with its script."""
    for one, script in seen.witness.items():
        if isinstance(one, EventSuccess):
            yield Pair(one.event, HAPPENS), script
        elif isinstance(one, Refused):
            row = seen.catalogue.guards[one.event][one.guard - 1]
            yield Pair(one.event, f"refused: {code(row)}"), script


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
                code = plain_code(outcome.reason)
                yield Pair(event.name, f"ends: {code}"), taken.way(i + 1)


WALKS = 2_000
