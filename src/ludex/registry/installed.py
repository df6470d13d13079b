"""Games installed beside Ludex and their companions, found by entry points.

A package says in its own `pyproject.toml` what it has:

    [project.entry-points."ludex.games"]
    heaps = "heaps.rules:game"

Those that ship with Ludex are found in the same way: they are entry points of ours, and a list
that is known without asking what is installed comes first. A name is taken once, by the first
that has it. Whatever is wrong with a package of somebody else's is said in one line, once; it
never keeps the others from being found.
"""

import re
import sys
from collections.abc import Mapping
from functools import cache
from importlib import import_module, metadata
from importlib.metadata import EntryPoint
from typing import Any

from ludex.registry.files import NoGame

NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
"""The form of a game's name: it is typed, and stands in addresses."""


class EntryPointGroup:
    """The things of one group of entry points, by name."""

    def __init__(self, group: str, noun: str, kind: str, own: Mapping[str, str]) -> None:
        self.group, self.noun, self.kind = group, noun, kind
        """The group of entry points, and the kind of their values as `module:class`: a list of
        names is made, and asked for, without importing anything."""

        self.own = {
            name: EntryPoint(name, f"{module}:{noun}", group) for name, module in own.items()
        }
        """Those that ship with Ludex."""

        self._scanned: dict[str, EntryPoint] | None = None
        self._loaded: dict[str, Any] = {}

    @property
    def points(self) -> Mapping[str, EntryPoint]:
        """Every entry point, ours first; what is installed is asked once."""
        if self._scanned is None:
            found = dict(self.own)
            others = metadata.entry_points(group=self.group)
            for point in sorted(others, key=lambda p: (p.name, package(p), p.value)):
                self._add(found, point)
            self._scanned = found
        return self._scanned

    def _add(self, found: dict[str, EntryPoint], point: EntryPoint) -> None:
        before = found.get(point.name)
        if NAME.fullmatch(point.name) is None:
            tell(f"{self._named(point)} is left out: a name has only small letters, digits and -")
        elif before is None:
            found[point.name] = point
        elif before.value != point.value:
            owner = "Ludex" if point.name in self.own else package(before)
            tell(f"{self._named(point)} is left out: {owner} has one with that name")

    def _named(self, point: EntryPoint) -> str:
        return f"the {self.noun} {point.name!r} of the package {package(point)}"

    def knows(self, name: str) -> bool:
        """Is there one of that name? Asked of what ships first, which costs nothing."""
        return name in self.own or name in self.points

    def load(self, name: str) -> Any:  # noqa: ANN401  # of the group's own kind
        """Load what an entry point leads to; NoGame says in a line why it leads nowhere."""
        if name not in self._loaded:
            point = self.own.get(name) or self.points[name]
            self._loaded[name] = self._read(point)
        return self._loaded[name]

    def _read(self, point: EntryPoint) -> Any:  # noqa: ANN401  # as above
        try:
            found = point.load()
        except Exception as error:
            if point.name in self.own:
                raise  # a bug of ours is no trouble of a package
            reason = " ".join(str(error).split())
            raise NoGame(
                f"{self._named(point)} cannot be loaded: {type(error).__name__}: {reason}"
            ) from error
        module, _, kind = self.kind.partition(":")
        if not isinstance(found, getattr(import_module(module), kind)):
            raise NoGame(f"{self._named(point)} is left out: {point.value} is no {kind}")
        own = getattr(found, "name", point.name)
        if own != point.name:
            raise NoGame(f"{self._named(point)} is left out: its own name is {own!r}")
        return found

    def loaded(self) -> dict[str, Any]:
        """Everything that can be loaded; what cannot is told, and left out."""
        found = {}
        for name in self.points:
            try:
                found[name] = self.load(name)
            except NoGame as trouble:
                tell(str(trouble))
        return found

    def forget(self) -> None:
        """Ask anew what is installed."""
        self._scanned = None
        self._loaded.clear()


def package(point: EntryPoint) -> str:
    """The name of the package that an entry point belongs to."""
    return point.dist.name if point.dist is not None else "(unknown)"


@cache
def tell(line: str) -> None:
    """A warning, said once, and by the process that people have started."""
    from multiprocessing import parent_process  # noqa: PLC0415  # slow, and rarely needed

    if parent_process() is None:
        print(f"ludex: {line}", file=sys.stderr)
