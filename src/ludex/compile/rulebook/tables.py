"""Fold: constants of the generated code, and the places where it gives up."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from ludex.compile.rulebook.errors import Site


@dataclass(eq=False)
class Tables:
    """The arrays that generated code reads, by their contents; and its traps."""

    arrays: dict[tuple[int, ...], str] = field(default_factory=dict)
    traps: list[tuple[Site, str]] = field(default_factory=list)
    tabulated: int = 0
    """So many calls were answered by a table."""
    files: set[str] = field(default_factory=set)
    """The files of which something was compiled."""

    def array(self, numbers: Sequence[int]) -> str:
        """The name of an array with these numbers."""
        key = tuple(map(int, numbers))
        if key not in self.arrays:
            self.arrays[key] = f"T{len(self.arrays) + 1}"
        return self.arrays[key]

    def trap(self, site: Site, what: str) -> int:
        """The number of a place where a game is given up, and why."""
        place = (site, what)
        if place not in self.traps:
            self.traps.append(place)
        return self.traps.index(place) + 1

    def source(self) -> list[str]:
        """The arrays as Python writes them."""
        return [
            f"{name} = np.array({list(each)}, np.{_kind(each)})"
            for each, name in self.arrays.items()
        ]


def _kind(numbers: Sequence[int]) -> str:
    widest = max((abs(n) for n in numbers), default=0)
    return "int8" if widest < 1 << 7 else "int16" if widest < 1 << 15 else "int64"
