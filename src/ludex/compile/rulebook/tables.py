"""Fold: constants of the generated code, and the places where it gives up."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from ludex.compile.rulebook.errors import Site
from ludex.kernel import ByHand


@dataclass(eq=False)
class Tables:
    """The arrays that generated code reads, by their contents; and its traps."""

    arrays: dict[tuple[int, ...], str] = field(default_factory=dict)
    traps: list[tuple[Site, str]] = field(default_factory=list)
    tabulated: int = 0
    """So many calls were answered by a table."""
    files: set[str] = field(default_factory=set)
    """The files of which something was compiled."""
    by_hand: Mapping[Callable[..., int], ByHand] = field(default_factory=dict)
    """The functions that are not compiled, as somebody wrote faster ones."""
    imports: dict[str, str] = field(default_factory=dict)
    """The names of those that the generated code calls."""

    def array(self, numbers: Sequence[int]) -> str:
        """The name of an array with these numbers."""
        key = tuple(map(int, numbers))
        if key not in self.arrays:
            self.arrays[key] = f"T{len(self.arrays) + 1}"
        return self.arrays[key]

    def numbers(self, name: str) -> tuple[int, ...]:
        """The numbers of an array."""
        return next(numbers for numbers, each in self.arrays.items() if each == name)

    @property
    def sizes(self) -> dict[str, int]:
        """The lengths of the arrays, by their names."""
        return {name: len(numbers) for numbers, name in self.arrays.items()}

    def trap(self, site: Site, problem: str) -> int:
        """The number of a place where a game is given up, and why."""
        place = (site, problem)
        if place not in self.traps:
            self.traps.append(place)
        return self.traps.index(place) + 1

    def imported(self, step: str) -> str:
        """The name of a step that somebody wrote, as `module:name`."""
        return self.imports.setdefault(step, f"by_hand_{len(self.imports) + 1}")

    def source(self) -> list[str]:
        """The arrays as Python writes them, after what they import."""
        steps = [(*step.split(":"), name) for step, name in self.imports.items()]
        return [f"from {module} import {step} as {name}" for module, step, name in steps] + [
            f"{name} = np.array({list(each)}, np.{_kind(each)})"
            for each, name in self.arrays.items()
        ]


def _kind(numbers: Sequence[int]) -> str:
    widest = max((abs(n) for n in numbers), default=0)
    return "int8" if widest < 1 << 7 else "int16" if widest < 1 << 15 else "int64"
