"""The exam: scripts with the output of the oracle, event by event, and the rules that each event
tests."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from ludex.kernel import AnyEvent, AnyGame, History
from ludex.language.script_check import Dialect, Typed, script_faults
from ludex.language.transcript import entry_text, run_script
from ludex.study.grade.rules import Rule, RuleCatalogue


class ExamStep(NamedTuple):
    """An event of a script, and the output of the oracle."""

    event: str | None
    """The event; None for the first state."""

    text: str
    """The text below its echo, in complete lines."""

    rules: tuple[str, ...] = ()
    """Keys of the rules that it tests."""

    about: str = ""
    """The subject of a step that is not an event: a row of a filter's input."""

    because: str = ""
    """The reason, if no guard gives it."""

    code: str = ""
    """The broken law, if no guard names it."""

    @property
    def printed(self) -> str:
        """The echo and the text below it."""
        return self.text if self.event is None else f"->{self.event}\n{self.text}"


@dataclass(frozen=True, slots=True)
class Test:
    """A script and its correct transcript."""

    name: str
    script: str
    steps: tuple[ExamStep, ...]
    hidden: bool = False
    """Do reports show only its rules, and not the script?"""

    __test__ = False  # pytest is not meant

    @property
    def transcript(self) -> str:
        """The oracle's output as a whole."""
        return "".join(step.printed for step in self.steps)

    @property
    def rules(self) -> tuple[str, ...]:
        """Keys of all rules that it tests, each once."""
        return tuple(dict.fromkeys(key for step in self.steps for key in step.rules))


def sources_of(game: AnyGame, name: str) -> list[Path]:
    """Return the files and folders that contain the rules of the oracle."""
    if name.endswith(".py"):
        file = Path(name).resolve()
        loaded = {getattr(one, "__file__", None) for one in [*sys.modules.values()]}
        in_same_folder = {Path(one) for one in loaded if one and Path(one).parent == file.parent}
        files = {file, *in_same_folder}
        compiled = (one.parent.glob(f"__pycache__/{one.stem}.*") for one in files)
        return [*files, *chain.from_iterable(compiled)]
    modules = (cls.__module__.split(".") for cls in game.events)
    packages = {
        ".".join(parts[: 3 if parts[0] == "ludex" else 1])
        for parts in modules
        if parts[0] != "ludex" or parts[1] == "games"
    }
    found = [Path(sys.modules[one].__file__ or "") for one in packages]
    return [one.parent if one.stem == "__init__" else one for one in found]


class InvalidScript(Exception):
    """An invalid script: the text gives the reason."""


class Oracle:
    """Makes tests of scripts: the rulebook's transcripts in one dialect."""

    def __init__(self, game: AnyGame, start: object, dialect: Dialect = Dialect.DOCUMENT) -> None:
        self.game, self.start, self.dialect = game, start, dialect
        self.rules = RuleCatalogue(game)

    def test(self, name: str, script: str, *, hidden: bool = False) -> Test:
        """Return a script as written, with its transcript."""
        lines = script.splitlines(keepends=True)
        wrong = [*script_faults(self.game, lambda: lines, self.dialect)]
        if wrong and self.dialect is Dialect.DOCUMENT:
            raise InvalidScript(f"{name}: {wrong[0]}")
        if wrong:  # the course's oracle says so, and that is its transcript
            text = "".join(f"{line}\n" for line in wrong)
            return Test(name, script, (ExamStep(None, text),), hidden)
        events = Typed(self.game, self.dialect).events(lambda: lines)
        return Test(name, script, tuple(self.steps(events)), hidden)

    def test_of(self, name: str, events: Sequence[AnyEvent], *, hidden: bool = False) -> Test:
        """Return some events as a test."""
        script = "".join(f"{event}\n" for event in events)
        return Test(name, script, tuple(self.steps(events)), hidden)

    def steps(self, events: Iterable[AnyEvent]) -> Iterator[ExamStep]:
        """Yield the output of the oracle, event by event."""
        before = self.start
        for entry in run_script(History(self.game, self.start), events):
            text = f"{entry_text(entry, self.dialect)}\n"
            if entry.event is None:
                yield ExamStep(None, text)
                continue
            met = self.rules.met(before, entry.event, entry.refusal, entry.state)
            yield ExamStep(str(entry.event), text, met)
            before = entry.state

    def before(self, test: Test, number: int) -> object:
        """Return the state before an event of a test, counted from 1."""
        state = self.start
        events = [self.game.read(step.event or "") for step in test.steps[1:number]]
        for entry in run_script(History(self.game, self.start), events):  # type: ignore[arg-type]  # they were read before
            state = entry.state
        return state

    def known(self, tests: Iterable[Test]) -> dict[str, Rule]:
        """Return the rules that tests show, by key."""
        return {key: self.rules[key] for test in tests for key in test.rules}
