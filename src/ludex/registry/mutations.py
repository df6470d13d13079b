"""Mutated rulebooks: a game with one small change of its rules, named `freecell@kings-go-home-first`.

`mutations.toml` beside the module of a game lists them. An entry names its
change and the replacements in files of the game's package: a rule and the sentences that print it. The package is
imported once more under the name of the mutation, by which every process finds it.
"""

import re
import sys
import tomllib
from atexit import register
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec, spec_from_file_location
from pathlib import Path
from shutil import copytree, rmtree
from tempfile import mkdtemp
from types import ModuleType
from typing import TYPE_CHECKING, Any

from ludex.registry.files import NoGame
from ludex.registry.shipped import INSTALLED

if TYPE_CHECKING:
    from ludex.kernel import Game

MODULES = f"{__name__}."
"""The beginning of the names of their modules."""

__path__: list[str] = []  # modules stand below this one, found by the finder alone

AT = "@"
FILE = "mutations.toml"


@dataclass(frozen=True, slots=True)
class Mutation:
    """One change of the rules of a game, and a proof that it is one."""

    name: str
    says: str
    """The changed rule in a sentence."""

    changes: Sequence[tuple[str, str, str]]
    """A file of the package, its text, and the new text."""

    start: str = ""
    """The position from which games are played to meet the change; empty: the usual start."""

    position: str = ""
    """A position in which the two rulebooks still agree."""

    event: str = ""
    """The event after which they do not: with the position, a shortest script."""

    def applied(self, file: str, source: str) -> str:
        """Return the text of a file after the change; spaces and line breaks inside may differ."""
        for where, before, after in self.changes:
            if where == file:
                inner = before.strip()
                first, last = before.split(inner)
                pattern = r"\s+".join(map(re.escape, inner.split()))
                pattern = f"{re.escape(first)}{pattern}{re.escape(last)}"
                source, count = re.subn(pattern, lambda _, text=after: text, source)  # type: ignore[misc]
                if not count:
                    raise NoGame(f"{self.name}: {file} does not say {before!r}")
        return source


def mutations_of(game: str) -> Mapping[str, Mutation]:
    """Return the mutations of a game by their names."""
    return _read(_Home.of(game).folder)


@cache
def _read(folder: Path) -> Mapping[str, Mutation]:
    file = folder / FILE
    if not file.is_file():
        return {}
    table = tomllib.loads(file.read_text("utf-8"))
    start = table.pop("start", "")
    return {name: Mutation(name, **{"start": start, **entry}) for name, entry in table.items()}


def load_mutated(name: str) -> "Game[Any]":
    """Return the mutated game of that name."""
    game, _, mutation = name.partition(AT)
    home = _Home.of(game)
    known = _read(home.folder)
    if mutation not in known:
        listed = ", ".join(known) or "none"
        raise NoGame(f"{game} has no mutation {mutation!r}; there are: {listed}")
    alias = f"{MODULES}{game}__{mutation}".replace("-", "_")
    found: Game[Any] = import_module(f"{alias}{home.module.removeprefix(home.package)}").game
    document: Any = found.document  # its errata are those of the usual rules
    return replace(found, name=name, document=document and replace(document, errata=()))


@dataclass(frozen=True, slots=True)
class _Home:
    """The module of a game, and the package around it that is imported again."""

    module: str
    package: str
    folder: Path

    @classmethod
    def of(cls, game: str) -> "_Home":
        if not INSTALLED.knows(game):
            raise NoGame(f"there is no game {game!r}")
        module = (INSTALLED.own.get(game) or INSTALLED.points[game]).module
        parts = module.split(".")
        spec = find_spec(module)
        if spec is None or spec.origin is None:
            raise NoGame(f"{module}: no such module")
        package = ".".join(parts[: 3 if parts[0] == "ludex" else 1])
        return cls(module, package, Path(spec.origin).parent)


class _CopyFinder(MetaPathFinder):
    """Finds the package of a mutated game: a copy, with the change in it."""

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,  # as importlib asks
        target: ModuleType | None = None,
    ) -> ModuleSpec | None:
        if not fullname.startswith(MODULES):
            return None
        alias = fullname.removeprefix(MODULES)
        if "." in alias:  # it is in the folder of its package
            return None
        game, _, name = alias.replace("_", "-").partition("--")
        home = _Home.of(game)
        package = find_spec(home.package)
        assert package is not None
        assert package.origin is not None
        folder = _folder() / alias
        copytree(Path(package.origin).parent, folder)
        mutation = _read(home.folder)[name]
        for inside in {file for file, _, _ in mutation.changes}:
            source = (folder / inside).read_text("utf-8")
            (folder / inside).write_text(mutation.applied(inside, source), "utf-8")
        start, folders = folder / "__init__.py", [str(folder)]
        return spec_from_file_location(fullname, start, submodule_search_locations=folders)


@cache
def _folder() -> Path:
    """Return the folder of the copies of this process; it is deleted when the process ends."""
    folder = mkdtemp(prefix="ludex-mutations-")
    register(rmtree, folder, ignore_errors=True)
    return Path(folder)


sys.meta_path.append(_CopyFinder())
