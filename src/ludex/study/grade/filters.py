"""Filters: programs of a document that read a text and print one, judged by their game."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ludex.kernel import AnyGame, Dice, Unreadable
from ludex.registry import Filter, PrintedPart, companion_of
from ludex.sandbox import Isolation
from ludex.study.grade.comparison import OutputComparison, compare_output
from ludex.study.grade.evaluation import judge_run
from ludex.study.grade.exam import ExamStep, InvalidScript, Test
from ludex.study.grade.program import GradedProgram, run_test
from ludex.study.grade.rules import Rule
from ludex.study.grade.tolerances import Tolerance
from ludex.study.grade.verdicts import Divergence, GradedTest


def find_filter(game: AnyGame, name: str) -> Filter:
    """The filter of that name; Unfit says which there are."""
    there = companion_of(game).filters()
    for one in there:
        if one.name == name:
            return one
    if not there:
        raise InvalidScript(f"{game.name} has no programs that are filters")
    names = ", ".join(one.name for one in there)
    raise InvalidScript(f"no filter {name!r} of {game.name}; there are: {names}")


def generate_inputs(one: Filter, count: int, seed: int) -> Iterator[str]:
    """Yield so many inputs: those made by hand, those that show the most, and others by chance."""
    dice = Dice(seed)
    yield from one.given[:count]
    chosen = [Dice(number) for number in one.seeds]
    for number in range(count - len(one.given)):
        yield one.generate(chosen[number] if number < len(chosen) else dice.split())


def as_test(one: Filter, name: str, given: str, *, hidden: bool = False) -> Test:
    """An input as a test; Unfit says what is wrong with it."""
    parts = one.right(given, "")
    if isinstance(parts, Unreadable):
        raise InvalidScript(f"{name}: {parts.problems[0]}")
    return Test(name, given, _steps(one, given, ""), hidden)


def _steps(one: Filter, given: str, output: str) -> tuple[ExamStep, ...]:
    parts = one.right(given, output)
    if isinstance(parts, Unreadable):
        return ()
    return tuple(
        ExamStep(None, part.text, rules_of(part), part.about, part.because, part.code)
        for part in parts
    )


def rules_of(part: PrintedPart) -> tuple[str, ...]:
    """The names of the rules that a part shows, each once."""
    return tuple(dict.fromkeys((part.rule, *(name for name, _ in part.others))))


@dataclass(frozen=True, slots=True)
class FilterGrader:
    """Judges filters: what is right may depend on what was printed."""

    filter: Filter
    isolation: Isolation
    granted: frozenset[Tolerance] = frozenset()
    descriptions: dict[str, str] = field(default_factory=dict)

    def grade(self, program: GradedProgram, tests: Sequence[Test]) -> list[GradedTest]:
        """Every input of one program."""
        return [self._grade(program, test) for test in tests]

    def _grade(self, program: GradedProgram, test: Test) -> GradedTest:
        run, output = run_test(program, test, self.isolation)
        text = output.decode("utf-8", errors="backslashreplace")
        steps = _steps(self.filter, test.script, text)
        right = replace(test, steps=steps)
        found = compare_output(right, output, self.granted)
        one = judge_run(program, run, output, found)
        named = replace(one, test=test.name, hidden=test.hidden)
        if found.same:
            return named
        return replace(named, divergence=self._divergence(right, found))

    def _divergence(self, test: Test, found: OutputComparison) -> Divergence:
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
            expected=found.expected,
            found=found.found,
        )

    def _words(self, test: Test, rule: str) -> str:
        if rule not in self.descriptions:
            self._learn(test)
        return self.descriptions.get(rule, rule)

    def _learn(self, test: Test) -> None:
        for output in ("", "?"):
            parts = self.filter.right(test.script, output)
            if not isinstance(parts, Unreadable):
                for part in parts:
                    self.descriptions.update((*part.others, (part.rule, part.description)))

    def known(self, tests: Sequence[Test]) -> Mapping[str, Rule]:
        """The rules that inputs show."""
        for test in tests:
            self._learn(test)
        keys = dict.fromkeys(key for test in tests for key in test.rules)
        return {key: Rule(key, "effects", self.descriptions.get(key, key), key) for key in keys}
