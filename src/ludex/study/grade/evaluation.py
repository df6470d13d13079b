"""Judging: one program put to all tests, its first divergences explained."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Protocol

from ludex.check.why import Standing, why
from ludex.kernel import Event, Unreadable
from ludex.language.transcript import in_words
from ludex.sandbox import Ended, Isolation, RunResult
from ludex.study.grade.comparison import Compared, compared
from ludex.study.grade.exam import Oracle, Test
from ludex.study.grade.program import Program, answered
from ludex.study.grade.rules import Rule
from ludex.study.grade.tolerances import Tolerance
from ludex.study.grade.verdicts import Claim, Divergence, Judged, Verdict

LIMITS: Final = {Ended.TIME: Verdict.TIME, Ended.OUTPUT: Verdict.OUTPUT}


class Judge(Protocol):
    """Who judges programs: of a game's scripts, or of filters."""

    @property
    def walls(self) -> Isolation:
        """Behind which walls programs run."""

    def judged(self, program: Program, tests: Sequence[Test]) -> list[Judged]:
        """Every test of one program."""

    def known(self, tests: Sequence[Test]) -> Mapping[str, Rule]:
        """The rules that tests show, by key."""


@dataclass(frozen=True, slots=True)
class Scripts:
    """Judges programs that run scripts: by the oracle, and what is tolerated."""

    oracle: Oracle
    walls: Isolation
    granted: frozenset[Tolerance] = frozenset()

    def judged(self, program: Program, tests: Sequence[Test]) -> list[Judged]:
        """Every test of one program; what divergences are due to is told in the end."""
        runs = []
        for test in tests:
            run, said = answered(program, test, self.walls)
            found = compared(test, said, self.granted)
            one = verdict(program, run, said, found)
            named = replace(one, test=test.name, hidden=test.hidden)
            runs.append((test, found, named))
        seen = kept([(test, found) for test, found, _ in runs])
        return [
            replace(one, divergence=self.divergence(test, found, seen))
            if not found.same
            else one
            for test, found, one in runs
        ]

    def known(self, tests: Sequence[Test]) -> Mapping[str, Rule]:
        """The rules that tests show, by key."""
        return self.oracle.known(tests)

    def divergence(
        self, test: Test, found: Compared, seen: Collection[str] = ()
    ) -> Divergence:
        """Explain where a program first departs from the oracle.

        `seen` are rules that it was seen to keep elsewhere: they are the last to be blamed.
        """
        oracle, step = self.oracle, test.steps[found.step]
        event = oracle.game.read(step.event) if step.event is not None else None
        state: Any = oracle.before(test, found.step)
        drawn = (oracle.game.document.text or oracle.game.text)(state)
        told = Divergence(
            test=test.name,
            line=found.line,
            number=found.step,
            event=step.event,
            rule="",
            told="what is printed before the first event",
            code="",
            sentence="",
            requirement="",
            expected=found.expected,
            found=found.found,
            before=drawn if step.event is not None else "",
            position=oracle.game.position(state) if step.event is not None else "",
            script=tuple(
                one.event for one in test.steps[1 : found.step + 1] if one.event
            ),
        )
        if event is None or isinstance(event, Unreadable):
            return told
        claim, sentence = self._said(state, event, found)
        key = _blamed(step.rules, claim, event.name, seen)
        if key is not None and key.startswith("->"):
            sentence = self._ending(state, event)
        if key is None:
            return told
        rule = oracle.rules[key]
        return replace(
            told,
            rule=key,
            told=rule.told,
            code=rule.code,
            sentence=sentence,
            requirement=rule.requirement,
            claim=claim,
        )

    def _ending(self, s: Any, event: Event[Any]) -> str:  # noqa: ANN401  # of any game
        """How the game ends by an event."""
        ended = self.oracle.game.outcome(event.apply(s))
        return "" if ended is None else str(ended.text)

    def _said(
        self,
        s: Any,  # noqa: ANN401  # of any game
        event: Event[Any],
        found: Compared,
    ) -> tuple[Claim | None, str]:
        """By which other guard the program refuses, if it does; and what the oracle says."""
        game, dialect = self.oracle.game, self.oracle.dialect
        theirs = "".join(found.found)
        if event.of_history:
            return None, type(event).sentence()
        about = why(game, s, event)
        sentence = (
            in_words(game, about.refusal.text, dialect)
            if about.refusal is not None
            else type(event).sentence()
        )
        for guard in about.guards:
            words = in_words(game, guard.said, dialect) if guard.said else ""
            is_other = about.refusal is None or guard.number != about.refusal.guard
            if words and is_other and words != sentence and words in theirs:
                holds = guard.standing is Standing.HELD
                return Claim(guard.number, guard.code, words, holds), sentence
        return None, sentence


def verdict(program: Program, run: RunResult, said: bytes, found: Compared) -> Judged:
    """What a run comes to, without its explanation."""
    detail = ""
    is_failure = run.ended is Ended.BY_ITSELF and run.code and not program.any_status
    if run.ended in LIMITS:
        given = LIMITS[run.ended]
    elif run.ended is Ended.NOT_STARTED:
        given, detail = Verdict.CRASH, run.told
    elif run.ended is Ended.BY_SIGNAL or is_failure:
        given, detail = Verdict.CRASH, _last_words(run)
    elif found.same:
        given = Verdict.ACCEPTED
    elif not said:
        given = Verdict.SILENT
    else:
        given = Verdict.PRESENTATION if found.presentation else Verdict.WRONG
    return Judged("", given, detail, step=None if found.same else found.step)


def _last_words(run: RunResult) -> str:
    """How it ended, and the last line that it said about it."""
    lines = run.err.decode(errors="backslashreplace").strip().splitlines()
    last = "".join(c for c in lines[-1][:200] if c.isprintable()) if lines else ""
    return f"{run.told}: {last}" if last else run.told


def kept(runs: Iterable[tuple[Test, Compared]]) -> set[str]:
    """The rules that a program was seen to keep: of the steps before a first divergence."""
    seen: set[str] = set()
    for test, found in runs:
        end = len(test.steps) if found.same else found.step
        for step in test.steps[:end]:
            seen.update(step.rules)
    return seen


def _blamed(
    keys: Sequence[str], claim: Claim | None, event: str, seen: Collection[str]
) -> str | None:
    """The rule that decides: a pair whose order is wrong, else the first not kept elsewhere."""
    if claim is not None:
        pair = next(
            (
                k
                for k in keys
                if k.startswith(f"{event}:") and k.endswith(f"<{claim.guard}")
            ),
            None,
        )
        if pair is not None:
            return pair
    alone = [key for key in keys if "<" not in key] or [*keys]
    doubtful = [key for key in alone if key not in seen]
    return next(iter(doubtful or alone), None)
