"""Pickling of games: a game travels to another process by the name of its module, never by its
contents.

A game is a record of functions, many of them small and nameless; but a module holds it, and
every process can import that. What a variant changed (`unchecked`, `refined`, or any
`dataclasses.replace`) travels beside the name.
"""

from collections.abc import Mapping
from dataclasses import fields, replace
from importlib import import_module
from pickle import PicklingError
from typing import Any, Protocol

from ludex.kernel.call import Call


class Held(Protocol):
    """A game together with the name by which it is pickled."""

    @property
    def name(self) -> str:
        """Return the name of the game."""
        ...

    @property
    def events(self) -> tuple[type[Call], ...]:
        """Its events, which are its own."""
        ...


def reduced(game: Held) -> tuple[object, tuple[object, ...]]:
    """Return a function, and its arguments, that give the game again, as `pickle` asks for them."""
    for module in _modules(game):
        try:
            there = vars(import_module(module))
        except ModuleNotFoundError:
            continue
        for name, held in there.items():
            if type(held) is type(game) and held.events is game.events:
                changes = {
                    part.name: getattr(game, part.name)
                    for part in fields(game)  # type: ignore[arg-type]  # a dataclass
                    if getattr(game, part.name) is not getattr(held, part.name)
                }
                return _again, (module, name, changes)
    problem = (
        f"{game.name}: no module of its events holds this game, so no other process can find it"
    )
    raise PicklingError(problem)


def _modules(game: Held) -> list[str]:
    """The modules of its events, the packages around them, and the module `game` of each
    package: one of them holds the game."""
    found: dict[str, None] = {}
    for cls in game.events:
        parts = cls.__module__.split(".")
        for size in range(len(parts), 0, -1):
            name = ".".join(parts[:size])
            found |= {name: None, f"{name}.game": None}
    return list(found)


def _again(module: str, name: str, changes: Mapping[str, Any]) -> object:
    held = getattr(import_module(module), name)
    return replace(held, **changes) if changes else held
