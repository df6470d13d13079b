"""Code that cannot be compiled, in one paragraph: its place, the problem, and a remedy."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Site:
    """A place in a rulebook."""

    file: str = "?"
    line: int = 0
    expression: str = ""

    def __str__(self) -> str:
        return f"{Path(self.file).name}:{self.line}"


class CompileError(ValueError):
    """A rulebook that has no engine, and why."""

    def __init__(self, problem: str, instead: str = "", site: Site | None = None) -> None:
        self.problem, self.instead, self.site = problem, instead, site
        super().__init__(self.paragraph)

    @property
    def paragraph(self) -> str:
        """The file, the line, the expression, and what to write instead."""
        at = self.site
        source = f", `{at.expression}`" if at is not None and at.expression else ""
        where = "" if at is None else f"{at.file}, line {at.line}{source}: "
        instead = f" {self.instead}" if self.instead else ""
        return f"{where}{self.problem}.{instead}"

    def placed(self, site: Site) -> "CompileError":
        """Return the same error with its place, unless it has one."""
        return self if self.site is not None else CompileError(self.problem, self.instead, site)


class NotTabulable(CompileError):
    """A function that cannot be tabulated; perhaps it can be compiled."""
