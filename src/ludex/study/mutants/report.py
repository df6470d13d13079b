"""Reports of mutants: in words, for machines, and for JUnit."""

from collections.abc import Sequence

from ludex.language.templates import render_lines
from ludex.study.junit import JUnitCase, junit_report
from ludex.study.mutants.mutant import KINDS
from ludex.study.mutants.trial import MutantVerdict, TriedMutant


def score(found: Sequence[TriedMutant]) -> float:
    """The share that was killed, in percent, of those that are no equivalents."""
    counted = [one for one in found if one.verdict is not MutantVerdict.EQUIVALENT]
    killed = sum(one.verdict is MutantVerdict.KILLED for one in counted)
    return 100 * killed / len(counted) if counted else 100.0


def report_lines(found: Sequence[TriedMutant], game: str, seed: int, judge: str) -> list[str]:
    """Return the report line by line."""
    return render_lines(
        "study/mutants/report.txt.j2",
        found=found,
        game=game,
        seed=seed,
        judge=judge,
        verdicts=MutantVerdict,
        kinds=KINDS,
        score=score(found),
        compared=_compared,
    )


def _compared(one: TriedMutant) -> str:
    compared = one.compared
    if compared is None:
        return "not compared with the rulebook"
    if compared.script is not None:
        words = " ".join(compared.script)
        events = f"{len(compared.script)} event{'s' * (len(compared.script) != 1)}"
        return f"a script that would kill it, {events}: {words}"
    if compared.because:
        return compared.because
    if compared.is_proved:
        return f"it is equivalent in all {compared.states:,} reachable states"
    if compared.is_hidden:
        return "states or outcomes differ, but no transcript of a single event shows it"
    return f"no difference was found in {compared.states:,} states"


def summary(found: Sequence[TriedMutant]) -> dict[str, object]:
    """Everything as plain values."""
    return {
        "mutants": len(found),
        "score": round(score(found), 2),
        **{v.value: sum(one.verdict is v for one in found) for v in MutantVerdict},
        "kinds": {
            kind: {
                v.value: sum(o.verdict is v for o in found if o.mutant.kind == kind)
                for v in MutantVerdict
            }
            for kind in KINDS
            if any(one.mutant.kind == kind for one in found)
        },
        "alive": [
            {
                "verdict": one.verdict.value,
                "kind": one.mutant.kind,
                "file": one.mutant.file,
                "line": one.mutant.line,
                "where": one.mutant.where,
                "before": one.mutant.before,
                "after": one.mutant.after,
                "script": one.compared and one.compared.script,
                "states": one.compared and one.compared.states,
                "because": _compared(one),
            }
            for one in found
            if one.verdict is not MutantVerdict.KILLED
        ],
    }


def junit(found: Sequence[TriedMutant], game: str) -> str:
    """Report each mutant as a test: it fails where the mutant survived."""
    return junit_report({f"ludex mutate {game}": [*map(_case, found)]})


def _case(one: TriedMutant) -> JUnitCase:
    mutant = one.mutant
    name = f"{mutant.place}: {mutant.before} -> {mutant.after}"
    match one.verdict:
        case MutantVerdict.KILLED:
            return JUnitCase(mutant.kind, name, one.by)
        case MutantVerdict.SURVIVED:
            text = _compared(one)
            return JUnitCase(mutant.kind, name, text, failure="no test detects it")
        case _:
            return JUnitCase(mutant.kind, name, skipped="it is equivalent")
