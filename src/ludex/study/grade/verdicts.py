"""Verdicts, as judges give them, and what stands behind each."""

from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from ludex.study.grade.comparison import visible


class GradeVerdict(StrEnum):
    """The verdict on a program's run on a test."""

    ACCEPTED = "accepted"
    PRESENTATION = "presentation only"
    WRONG = "wrong answer"
    CRASH = "crash"
    TIME = "time limit"
    OUTPUT = "output limit"
    SILENT = "no output"


@dataclass(frozen=True, slots=True)
class GuardClaim:
    """The guard by which a program seems to refuse, told by its words."""

    guard: int
    code: str
    sentence: str
    holds: bool
    """Does it hold in truth?"""


@dataclass(frozen=True, slots=True)
class Divergence:
    """The first divergence of a program from the oracle, and the rule that decides it."""

    test: str
    line: int
    number: int
    """Of the event in the script, counted from 1; 0 is the first state."""

    event: str | None
    rule: str = ""
    """The key of the rule."""

    told: str = ""
    """The rule in words."""

    code: str = ""
    sentence: str = ""
    """The sentence of the oracle, if it refuses; else the effect of the event."""

    requirement: str = ""
    """The requirement of the document."""

    expected: tuple[str, ...] = ()
    found: tuple[str, ...] = ()
    before: str = ""
    """The state before the event, drawn."""

    position: str = ""
    """The same on one line."""

    script: tuple[str, ...] = ()
    """The events to there."""

    claim: GuardClaim | None = None

    def record(self) -> dict[str, Any]:
        """For machines."""
        value = asdict(self)
        value["expected"] = [visible(line) for line in self.expected]
        value["found"] = [visible(line) for line in self.found]
        return value


@dataclass(frozen=True, slots=True)
class GradedTest:
    """One test of one program."""

    test: str
    verdict: GradeVerdict
    detail: str = ""
    """The manner of the crash."""

    step: int | None = None
    """The step that first differs."""

    divergence: Divergence | None = None
    hidden: bool = False
    smallest: tuple[str, ...] | None = None
    """A script that shows the same and of which nothing can be left out."""
