"""Reports of a check: in words, for machines, and as tests."""

from collections.abc import Iterator, Sequence
from pathlib import PurePath
from typing import Final

from ludex.check.examine import CheckResult
from ludex.check.explore import Finding, Graph
from ludex.check.explore.search import INTERRUPTED

SHOWN: Final = 10
"""Findings that are printed with their scripts."""

MISSING: Final = 60
"""Of what is not written yet, so much is named."""

LISTED: Final = 12
"""Guards, events and the like that are named."""


# -- in words -----------------------------------------------------------------------------------


def report_lines(found: CheckResult, command: str) -> Iterator[str]:
    """The report line by line; `command` runs a script from standard input."""
    game = found.game
    yield f"{game.name} from {found.position}"
    kept = found.laws - len({breach.law for breach in found.breaches} - {"play"})
    laws = f"{kept} of {found.laws} kept in random games, seed {found.seed}"
    if found.unasked:
        laws = f"not asked: {found.unasked}"
    elif found.is_interrupted and found.graph is None:
        laws = f"interrupted; {found.laws - kept} of {found.laws} broken so far"
    yield _row("laws", laws)
    if found.graph is None and found.unexplored is None:
        yield _row("states", "not explored")
    elif found.graph is None:
        assert found.unexplored is not None
        hint = "; --deal N or --seed N gives one" if "listed" in found.unexplored else ""
        yield _row("states", f"not explored: {found.unexplored}{hint}")
    else:
        yield from _graph(found, found.graph)
    yield from _unwritten(found)
    yield from _wrong(found, command)
    yield _row("verdict", _verdict(found))


def _unwritten(found: CheckResult) -> Iterator[str]:
    head = "missing"
    for one in found.unwritten[:MISSING]:
        yield _row(head, str(one))
        head = ""
    if len(found.unwritten) > MISSING:
        yield _row("", f"and {len(found.unwritten) - MISSING} more")


def _row(name: str, text: str) -> str:
    return f"{name:<12}{text}"


def _graph(found: CheckResult, graph: Graph) -> Iterator[str]:
    rest = len(graph) - graph.looked_at
    more = f"; {rest:,} of them not looked at" if rest else ""
    layers = f"{len(graph.layers):,} layer{'s' * (len(graph.layers) != 1)}"
    yield _row("states", f"{len(graph):,} in {layers}{more}")
    yield _row("transitions", f"{graph.transitions:,}")
    ends = ", ".join(f"{count:,} {kind}" for kind, count in graph.outcomes().items())
    yield _row("ended", ends or "no state in which the game is over")
    yield from _plays(found, graph)
    fired = ", ".join(f"{name} {count:,}" for name, count in graph.fired.most_common())
    yield _row("events", fired or "none")
    for name in found.dead_events():
        never = "never" if graph.is_complete else "not so far"
        yield _row("", f"{never}: {name}{_blocked(found, name)}")
    yield from _guards(found)
    yield from _sometimes(graph)
    yield from _views(graph)
    if graph.symmetries:
        yield _row("folded", f"by {', '.join(graph.symmetries)}: checked, then used")
    pace = len(graph) / max(graph.seconds, 1e-9)
    yield _row(
        "cost",
        f"{graph.seconds:.1f} seconds, {pace:,.0f} states a second, "
        f"{graph.size / max(1, len(graph)):.0f} bytes a state; two states taken for one with "
        f"probability {graph.collision():.1g}",
    )


def _plays(found: CheckResult, graph: Graph) -> Iterator[str]:
    ends = found.ends
    if ends is None:
        why = (
            ", because this is not all"
            if not graph.is_complete
            else ": interrupted"
            if found.is_interrupted
            else ", because something is wrong"
        )
        yield _row("plays", f"whether every play can end is not known{why}")
        return
    can = "every play can still end"
    if ends.stranded is not None:
        can = f"{ends.stranded[0]:,} states have no way to an end"
    if ends.round is None:
        yield _row("plays", f"{can}; the longest has {ends.longest:,} events")
    else:
        yield _row(
            "plays",
            f"{can}; a play can go on for ever: after "
            f"{len(graph.path(ends.round.state))} events, {', '.join(ends.round.events)} "
            "can be repeated",
        )
    for promise in ends.promises:
        words = "every play gets there" if promise.holds else "NOT every play gets there"
        yield _row("", f"{promise.name}: {words}")


def _blocked(found: CheckResult, name: str) -> str:
    guards = found.reach.blocking(name) if found.reach is not None else []
    if not guards:
        return ""
    return f" (guard {guards[0].number} alone blocks: {guards[0].row.reason})"


def _guards(found: CheckResult) -> Iterator[str]:
    reach = found.reach
    if reach is None or not reach.guards:
        return
    total, unmet = len(reach.guards), reach.unmet()
    dead = reach.dead()
    yield _row("guards", f"{total - len(unmet)} of {total} have refused something")
    if dead:
        yield _row("", "dead: they refuse nothing in any of these states, proved:")
        yield from (_row("", f"  {guard.name}") for guard in dead[:LISTED])
    rest = reach.not_met()
    if rest:
        where = f"{reach.asked:,} questions in {reach.states:,} states"
        yield _row("", f"not met in {where}:")
        yield from (_row("", f"  {guard.name}") for guard in rest[:LISTED])
    for some in (dead, rest):
        if len(some) > LISTED:
            yield _row("", f"  and {len(some) - LISTED} more")
    alone = sum(guard.alone is not None for guard in reach.guards.values())
    yield _row("", f"{alone} were seen to block an event alone")


def _sometimes(graph: Graph) -> Iterator[str]:
    head = "sometimes"
    for name, state in graph.sometimes.items():
        if state is not None:
            words = f"{name}: after {graph.depth_of(state)} events"
        elif graph.is_complete:
            words = f"{name}: never, proved"
        else:
            words = f"{name}: not so far"
        yield _row(head, words)
        head = ""


def _views(graph: Graph) -> Iterator[str]:
    views = graph.views
    if views is not None:
        yield _row(
            "views",
            f"player {views.seat + 1} can tell apart {len(views.seen):,} of "
            f"{graph.looked_at:,}; at most {max(views.alike, default=0):,} look alike",
        )


def _verdict(found: CheckResult) -> str:
    sound = "nothing wrong was found" if found.is_sound else "something is wrong"
    if found.unwritten:
        sound = f"not finished: {len(found.unwritten):,} things are still to be written"
    graph = found.graph
    verdict = "not explored" if graph is None else graph.verdict
    if found.is_interrupted and INTERRUPTED not in verdict:
        verdict = f"{verdict}; {INTERRUPTED}"
    return f"{verdict}; {sound}"


# -- what is wrong ------------------------------------------------------------------------------


def _wrong(found: CheckResult, command: str) -> Iterator[str]:
    for failure in found.failures():
        yield _row("failed", failure)
    yield from _promises(found, command)
    findings = found.findings()
    told = {finding.problem for finding in findings}
    for finding in findings[:SHOWN]:
        assert found.graph is not None
        script = found.graph.script(finding.state, finding.event)
        often = f", in {finding.count:,} places" if finding.count > 1 else ""
        yield _row("finding", f"{finding.kind.value}: {finding.problem}{often}")
        yield from _script(script, "a shortest script", command)
    if len(findings) > SHOWN:
        yield _row("", f"and {len(findings) - SHOWN} more findings")
    for breach in found.breaches:
        if breach.problem in told:
            continue
        told.add(breach.problem)
        yield _row("broken law", f"{breach.law}: {breach.problem}")
        kind = "a shortest script" if breach.is_shortest else "locally minimal script"
        here = breach.start == found.start
        yield from _script(breach.script, kind, command if here else "")


def _promises(found: CheckResult, command: str) -> Iterator[str]:
    graph, ends = found.graph, found.ends
    if graph is None or ends is None:
        return
    if ends.stranded is not None:
        yield _row("", "no way leads from here to an end:")
        yield from _script(graph.script(ends.stranded[1]), "a shortest script", command)
    for promise in ends.promises:
        if not promise.holds:
            yield _row("", f"a play without this: {promise.name}")
            kind = "script"
            if promise.around:
                kind = f"then for ever {', '.join(promise.around)}; script"
            yield from _script(promise.script, kind, command)


def _script(script: Sequence[str], kind: str, command: str) -> Iterator[str]:
    events = f"{len(script)} event{'s' * (len(script) != 1)}"
    run = f"; run it with: {command}" if command and script else ""
    yield _row("", f"{kind}, {events}{run}")
    yield from (f"    {event}" for event in script)


# -- for machines -------------------------------------------------------------------------------


def summary(found: CheckResult) -> dict[str, object]:
    """Everything as plain values."""
    return {
        "start": found.position,
        "seed": found.seed,
        "sound": found.is_sound,
        "laws": found.laws,
        "broken": [
            {
                "law": breach.law,
                "problem": breach.problem,
                "script": list(breach.script),
                "shortest": breach.is_shortest,
            }
            for breach in found.breaches
        ],
        "missing": [
            {"what": one.what, "event": one.where or None, "line": one.line}
            for one in found.unwritten
        ],
        "unasked": found.unasked or None,
        "unexplored": found.unexplored,
        "interrupted": found.is_interrupted,
        "failures": found.failures(),
        "graph": None if found.graph is None else _graph_summary(found, found.graph),
    }


def _graph_summary(found: CheckResult, graph: Graph) -> dict[str, object]:
    reach, ends, views = found.reach, found.ends, graph.views
    return {
        "verdict": graph.verdict,
        "complete": graph.is_complete,
        "cuts": graph.cuts,
        "states": len(graph),
        "looked_at": graph.looked_at,
        "transitions": graph.transitions,
        "depth": graph.depth,
        "layers": graph.layer_sizes(),
        "outcomes": dict(graph.outcomes()),
        "events": dict(graph.fired.most_common()),
        "events_dead": found.dead_events(),
        "sometimes": {
            name: None if state is None else list(graph.script(state))
            for name, state in graph.sometimes.items()
        },
        "findings": [_finding(graph, finding) for finding in found.findings()],
        "guards": reach
        and {
            "total": len(reach.guards),
            "dead": [guard.name for guard in reach.dead()],
            "not_met": [guard.name for guard in reach.not_met()],
            "alone": [g.name for g in reach.guards.values() if g.alone],
            "asked": reach.asked,
            "states": reach.states,
        },
        "ends": ends
        and {
            "stranded": ends.stranded and ends.stranded[0],
            "longest": None if ends.round else ends.longest,
            "round": ends.round and list(ends.round.events),
            "eventually": {p.name: p.holds for p in ends.promises},
        },
        "views": views
        and {
            "player": views.seat + 1,
            "different": len(views.seen),
            "most_alike": max(views.alike, default=0),
        },
        "symmetries": list(graph.symmetries),
        "seconds": round(graph.seconds, 3),
        "bytes": graph.size,
        "collision": graph.collision(),
    }


def _finding(graph: Graph, finding: Finding) -> dict[str, object]:
    return {
        "kind": finding.kind.value,
        "problem": finding.problem,
        "count": finding.count,
        "script": list(graph.script(finding.state, finding.event)),
        "shortest": True,
    }


# -- as tests -----------------------------------------------------------------------------------

TEST: Final = '''
def test_{name}() -> None:
    """{problem}"""
    game = load({game!r})
    start = game.read_position({position!r})
    script = [game.read(event) for event in {script!r}]
    assert trouble(game, start, script) is None
'''


def tests(found: CheckResult, name: str) -> Iterator[str]:
    """Each finding as a test that fails until the rulebook is mended."""
    yield ""
    yield "from ludex.check.shrink import trouble"
    yield "from ludex.registry import load"
    where = found.position
    scripts = [
        (finding.problem, found.graph.script(finding.state, finding.event))
        for finding in found.findings()
        if found.graph is not None
    ]
    scripts += [(b.problem, b.script) for b in found.breaches if b.law == "play"]
    for number, (problem, script) in enumerate(scripts, start=1):
        stem = PurePath(name).stem.replace("-", "_")
        words = problem.replace("\\", "/").replace('"', "'")
        yield TEST.format(
            name=f"{stem}_{number}",
            problem=words,
            game=name,
            position=where,
            script=list(script),
        )
