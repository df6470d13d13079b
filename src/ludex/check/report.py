"""Reports of a check: in words, for machines, and as tests."""

from pathlib import PurePath

from ludex.check.examine import CheckResult
from ludex.check.explore import Graph
from ludex.language.templates import render_lines


def report_lines(found: CheckResult, command: str) -> list[str]:
    """Return the report line by line; `command` runs a script from standard input."""
    return render_lines(
        "check/report.txt.j2",
        found=found,
        graph=found.graph,
        findings=found.findings(),
        command=command,
    )


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
            {"what": one.text, "event": one.where or None, "line": one.line}
            for one in found.unwritten
        ],
        "unasked": found.unasked or None,
        "unexplored": found.unexplored,
        "interrupted": found.is_interrupted,
        "failures": found.failures(),
        "graph": None if found.graph is None else _graph_summary(found, found.graph),
    }


def _graph_summary(found: CheckResult, graph: Graph) -> dict[str, object]:
    reach, ends = found.reach, found.ends
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
        "findings": [
            {
                "kind": finding.kind.value,
                "problem": finding.problem,
                "count": finding.count,
                "script": list(graph.script(finding.state, finding.event)),
                "shortest": found.is_shortest(finding),
            }
            for finding in found.findings()
        ],
        "guards": reach
        and {
            "total": len(reach.guards),
            "dead": [guard.name for guard in reach.dead()],
            "not_met": [guard.name for guard in reach.not_met()],
            "alone": [g.name for g in reach.guards.values() if g.alone],
            "asked": reach.questions,
            "states": reach.states,
        },
        "ends": ends
        and {
            "stranded": ends.stranded and ends.stranded[0],
            "longest": None if ends.round else ends.longest,
            "round": ends.round and list(ends.round.events),
            "eventually": {p.name: p.holds for p in ends.promises},
        },
        "symmetries": list(graph.symmetries),
        "seconds": round(graph.seconds, 3),
        "bytes": graph.size,
        "collision": graph.collision(),
        **({"explored_on": graph.explored_on} if graph.explored_on else {}),
    }


# -- as tests -----------------------------------------------------------------------------------


def tests(found: CheckResult, name: str) -> list[str]:
    """Return each finding as a test that fails until the rulebook is mended."""
    scripts = [
        (finding.problem, found.graph.script(finding.state, finding.event))
        for finding in found.findings()
        if found.graph is not None
    ]
    scripts += [(b.problem, b.script) for b in found.breaches if b.law == "play"]
    stem = PurePath(name).stem.replace("-", "_")
    return render_lines(
        "check/tests.py.j2",
        scripts=scripts,
        stem=stem,
        name=name,
        position=found.position,
        repr=repr,
    )
