"""Shrinking: from a long random script to one that nothing can be left out of.

Events are dropped and arguments lowered as long as the same thing goes wrong. What is left is
*locally* minimal: without any one of its events it shows nothing. A shortest script of all is
what exploring finds; `nearest` asks it first, and says whether it could.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, islice, takewhile
from operator import ne
from time import monotonic
from typing import NamedTuple

from ludex.check.errors import describe_error
from ludex.check.explore import ExploreLimits, FindingKind, explore
from ludex.check.explore.graph import STUCK, Graph
from ludex.check.trials import event_pool
from ludex.kernel import (
    CHANCE,
    AnyEvent,
    AnyGame,
    AnyState,
    Event,
    Fault,
    Query,
    Unreadable,
    Violation,
)

TRIES = 2_000
"""So many scripts are tried at most."""

LOWER = 16
"""So many smaller values of an argument."""

NEAR = ExploreLimits(states=20_000, seconds=3.0)
"""The bound on the search for a shortest script."""

Script = tuple[AnyEvent, ...]


class ScriptProblem(NamedTuple):
    """A problem at the end of a script."""

    key: str
    """The same for the same trouble in other places."""

    problem: str
    after: int
    """So many events have been played, the last of them the one that goes wrong."""

    event: AnyEvent | None = None
    """The event at fault, where it was not played but asked about after all the others."""


def trouble(  # noqa: PLR0911  # one a kind
    game: AnyGame, start: AnyState, script: Sequence[AnyEvent]
) -> ScriptProblem | None:
    """Return the problem of a script when it is played; None if there is none, or an event is refused."""
    s, count, is_through = start, 0, False
    try:
        for name, holds in game.always.items():
            if not holds(s):
                return ScriptProblem(f"property {name}", f"{name!r} does not hold", 0)
        for event in script:
            count += 1
            if game.refusal(s, event) is not None:
                return None
            if isinstance(event, Query):
                event.answer(s)
            else:
                s = game.after(s, event)
        is_through = True
        if game.outcome(s) is None and game.turn(s) != CHANCE and not game.moves(s):
            return ScriptProblem(STUCK, STUCK, count)
    except Violation as violation:
        return ScriptProblem(_kind_of(game, violation.prop), violation.broken, count)
    except Fault as fault:
        at_fault = fault.event if isinstance(fault.event, Event) else None
        values = re.compile(r"[(:].*")  # the same trouble in other places has others
        key = f"{at_fault.name if at_fault else ''} {values.sub('', fault.problem)}"
        return ScriptProblem(key, str(fault), count, at_fault if is_through else None)
    except Exception as bug:  # noqa: BLE001  # a crash in a rulebook is trouble too
        return ScriptProblem(type(bug).__name__, describe_error(bug), count)
    return None


def _kind_of(game: AnyGame, promise: str) -> str:
    """Name a promise; a contract may also say what it is about in this state."""
    is_property = promise in game.always or promise in game.steps
    return f"property {promise if is_property else re.sub(r'[0-9]+', '#', promise)}"


# -- shrinking ------------------------------------------------------------------------------


def shrink_script(
    game: AnyGame,
    start: AnyState,
    script: Sequence[AnyEvent],
    fails: Callable[[Script], bool],
) -> Script:
    """The script without what is not needed for it to fail."""
    best, tries = tuple(script), 0
    while True:
        for candidate in chain(_shorter(best), _lower(best)):
            tries += 1
            if tries > TRIES:
                return best
            legal = _legal(game, start, candidate)
            if legal != best and fails(legal):
                best = legal
                break
        else:
            return best


def _shorter(script: Script) -> Iterator[Script]:
    """Yield the script without a half, a quarter, and so on to a single event."""
    size = len(script) // 2
    while size:
        for begin in range(0, len(script), size):
            yield script[:begin] + script[begin + size :]
        size //= 2


def _lower(script: Script) -> Iterator[Script]:
    """Yield the script with one argument that comes earlier among the values of its domain."""
    for i, event in enumerate(script):
        for field in event.fields():
            value = getattr(event, field.name)
            for other in takewhile(partial(ne, value), islice(field.domain.values(), LOWER)):
                changed = replace(event, **{field.name: other})
                yield (*script[:i], changed, *script[i + 1 :])


def _legal(game: AnyGame, start: AnyState, script: Script) -> Script:
    """Return the script without events that can no longer happen; what is tried last stays."""
    events, s = list[AnyEvent](), start
    for event in script[:-1]:
        try:
            if game.refusal(s, event) is None:
                s = s if isinstance(event, Query) else game.after(s, event)
                events.append(event)
        except Exception:  # noqa: BLE001  # it fails earlier: so much the better
            return (*events, event)
    return (*events, *script[-1:])


# -- the shortest of all --------------------------------------------------------------------


class ShortestScript(NamedTuple):
    """A script as short as could be found, and whether there can be no shorter one."""

    script: Script
    problem: str
    is_shortest: bool


def shrink_problem(
    game: AnyGame, start: AnyState, script: Sequence[AnyEvent]
) -> ShortestScript | None:
    """The smallest script that shows the trouble of `script`; None if it shows none."""
    found = trouble(game, start, script)
    if found is None:
        return None
    script = tuple(script)[: found.after]

    def fails(candidate: Script) -> bool:
        trouble_after = trouble(game, start, candidate)
        return trouble_after is not None and trouble_after.key == found.key

    small = shrink_script(game, start, script, fails)
    nearest, proved = _nearest(game, start, small, fails)
    last = trouble(game, start, nearest)
    assert last is not None
    if last.event is not None:
        nearest = (*nearest, last.event)
    return ShortestScript(nearest, last.problem, proved)


def _nearest(
    game: AnyGame, start: AnyState, small: Script, fails: Callable[[Script], bool]
) -> tuple[Script, bool]:
    """A shorter script than `small` if exploring finds one; and is it a shortest?

    Exploring plays moves. Asides, queries and hostile arguments are tried in its states
    afterwards, where the last event of `small` is one: the others of its kind.
    """
    graph = explore(game, start, replace(NEAR, depth=max(0, len(small) - 1)))
    for finding in graph.findings:
        if finding.kind in (FindingKind.ENDLESS, FindingKind.VALUE):
            continue
        script = tuple(graph.path(finding.state))
        if finding.event is not None:
            event = game.read(finding.event)
            if isinstance(event, Unreadable):
                continue
            script = (*script, event)
        if len(script) <= len(small) and fails(script):
            return script, graph.is_listed and not _has_byways(graph, len(script))
    found = _tried_last(graph, small, fails)
    if found is not None:
        return found
    whole = all(reason.startswith("at depth") for reason in graph.cuts)
    is_known = whole and graph.is_listed and graph.looked_at == len(graph)
    return small, len(small) <= 1 or (is_known and not _has_byways(graph, len(small)))


def _tried_last(
    graph: Graph, small: Script, fails: Callable[[Script], bool]
) -> tuple[Script, bool] | None:
    """Try the last event of `small`, and all others of its kind, in the states that are nearer."""
    if not small or _is_move(small[-1]):
        return None
    pool, until = event_pool(type(small[-1])), monotonic() + (NEAR.seconds or 0)
    for number in range(graph.looked_at):
        way = graph.path(number)
        if len(way) >= len(small) - 1:
            break
        if monotonic() > until:
            return small, False
        for event in small[-1:] if pool is None else pool:
            if fails((*way, event)):
                is_known = graph.is_listed and pool is not None
                return (*way, event), is_known and not _has_byways(graph, len(way))
    return (small, False) if pool is None else None


def _has_byways(graph: Graph, length: int) -> bool:
    """Could an aside lead elsewhere, in a state that a script of this length goes through?"""
    game, until = graph.game, monotonic() + (NEAR.seconds or 0)
    pools = [event_pool(cls) for cls in game.events if cls.aside]
    for number in range(graph.looked_at if pools else 0):
        if graph.depth_of(number) >= length - 1:
            break
        s = graph.state(number)
        for pool in pools:
            if pool is None or monotonic() > until:
                return True
            if any(game.refusal(s, event) is None and event.apply(s) != s for event in pool):
                return True
    return False


def _is_move(event: AnyEvent) -> bool:
    """Is it an event that exploring plays?"""
    if event.aside or isinstance(event, Query):
        return False
    return all(one.domain.allows(getattr(event, one.name)) for one in event.fields())
