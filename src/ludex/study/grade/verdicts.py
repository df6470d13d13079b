"""The verdicts of judges, and the reason for each."""

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
    """The guard by which a program seems to refuse, recognised by its message."""

    guard: int
    code: str
    sentence: str
    holds: bool
    """Does it actually hold?"""


@dataclass(frozen=True, slots=True)
class Divergence:
    """The first divergence of a program from the oracle, and the rule that decides it."""

    test: str
    line: int
    number: int
    """The number of the event in the script, counted from 1; 0 is the first state."""

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
    """The state before the event, on one line."""

    script: tuple[str, ...] = ()
    """The events up to the divergence."""

    claim: GuardClaim | None = None

    def record(self) -> dict[str, Any]:
        """Return the divergence as JSON."""
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
    """The reason for the verdict, such as an exit status."""

    step: int | None = None
    """The first step that differs."""

    divergence: Divergence | None = None
    hidden: bool = False
    smallest: tuple[str, ...] | None = None
    """A minimal script with the same divergence."""
