"""A mutant: a rulebook with one mistake in it, in place as long as it is looked at."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field

from ludex.study.coverage.tables import TableRow

NEGATE, DROP, SHIFT, SWAP, EFFECT, TABLE = (
    "negate", "drop", "shift", "swap", "effect", "table",
)  # fmt: skip
PART, CONFUSE, EXCHANGE, SIGN, SKIP = ("part", "confuse", "exchange", "sign", "skip")
KINDS = (NEGATE, DROP, SWAP, SHIFT, EFFECT, PART, CONFUSE, EXCHANGE, SIGN, SKIP, TABLE)


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change of a rulebook."""

    kind: str
    file: str
    line: int
    where: str
    """The function, or the row of a table."""

    before: str
    after: str
    put: Callable[[], AbstractContextManager[None]] = field(repr=False, compare=False)
    """A context in which the rulebook has the mistake."""

    row: TableRow | None = None
    """The changed row of a table; functions that do not read it are not affected."""

    same: Callable[[], str] = field(default=str, repr=False, compare=False)
    """The proof that it is equivalent, if there is one without playing; else empty. Call it while
    the mistake is in place."""

    @property
    def place(self) -> str:
        """The file, line and function."""
        line = f":{self.line}" if self.line else ""
        return f"{self.file}{line} {self.where}"
