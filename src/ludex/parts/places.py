"""Places in a row, which documents count from 0 and people from 1."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Nth:
    """A place as a sentence names it: `{column}` from 1, `{column:index}` from 0."""

    index: int

    def __str__(self) -> str:
        return str(self.index + 1)

    def __format__(self, spec: str) -> str:
        if spec == "index":
            return str(self.index)
        return format(self.index + 1, spec)
