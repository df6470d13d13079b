"""Filters: programs of a document that read a text and print one, judged by their game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ludex.kernel import Game, Unreadable
from ludex.registry import Filter, companion_of
from ludex.sandbox import Isolation
from ludex.study.grade.comparison import Compared, compared
from ludex.study.grade.evaluation import verdict
from ludex.study.grade.exam import Step, Test, Unfit
from ludex.study.grade.program import Program, answered
from ludex.study.grade.rules import Rule
from ludex.study.grade.tolerances import Tolerance
from ludex.study.grade.verdicts import Divergence, Judged


def filter_named(game: Game[Any], name: str) -> Filter:
    """The filter of that name; Unfit says which there are."""
    there = companion_of(game).filters()
    for one in there:
        if one.name == name:
            return one
    if not there:
        raise Unfit(f"{game.name} has no programs that are filters")
    names = ", ".join(one.name for one in there)
    raise Unfit(f"no filter {name!r} of {game.name}; there are: {names}")


def as_test(one: Filter, name: str, given: str, *, hidden: bool = False) -> Test:
    """An input as a test; Unfit says what is wrong with it."""
    parts = one.right(given, "")
    if isinstance(parts, Unreadable):
        raise Unfit(f"{name}: {parts.problems[0]}")
    return Test(name, given, _steps(one, given, ""), hidden)


def _steps(one: Filter, given: str, said: str) -> tuple[Step, ...]:
    parts = one.right(given, said)
    if isinstance(parts, Unreadable):
        return ()
    return tuple(
        Step(None, part.text, (part.rule,), part.about, part.because, part.code)
        for part in parts
    )


@dataclass(frozen=True, slots=True)
class Filtered:
    """Judges filters: what is right may depend on what was printed."""

    filter: Filter
    walls: Isolation
    granted: frozenset[Tolerance] = frozenset()
    told: dict[str, str] = field(default_factory=dict)

    def judged(self, program: Program, tests: Sequence[Test]) -> list[Judged]:
        """Every input of one program."""
        return [self._judged(program, test) for test in tests]

    def _judged(self, program: Program, test: Test) -> Judged:
        run, said = answered(program, test, self.walls)
        text = said.decode("utf-8", errors="backslashreplace")
        steps = _steps(self.filter, test.script, text)
        right = replace(test, steps=steps)
        found = compared(right, said, self.granted)
        one = verdict(program, run, said, found)
        named = replace(one, test=test.name, hidden=test.hidden)
        if found.same:
            return named
        return replace(named, divergence=self._divergence(right, found))

    def _divergence(self, test: Test, found: Compared) -> Divergence:
        step = test.steps[found.step]
        rule = step.rules[0]
        return Divergence(
            test=test.name,
            line=found.line,
            number=found.step + 1,
            event=step.about,
            rule=rule,
            told=self._words(test, rule),
            code=step.code or rule,
            sentence=step.because,
            requirement="",
            expected=found.expected,
            found=found.found,
            before="",
            position="",
            script=(),
        )

    def _words(self, test: Test, rule: str) -> str:
        if rule not in self.told:
            self._learn(test)
        return self.told.get(rule, rule)

    def _learn(self, test: Test) -> None:
        for said in ("", "?"):
            parts = self.filter.right(test.script, said)
            if not isinstance(parts, Unreadable):
                self.told.update((part.rule, part.told) for part in parts)

    def known(self, tests: Sequence[Test]) -> Mapping[str, Rule]:
        """The rules that inputs show."""
        for test in tests:
            self._learn(test)
        keys = dict.fromkeys(key for test in tests for key in test.rules)
        return {key: Rule(key, "effects", self.told.get(key, key), key) for key in keys}
