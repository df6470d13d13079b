"""Pickling of games: a game travels to another process by the name of the module that holds it.

A game is a record of functions, many of them nameless; but every process can import its module.
What a variant changed (`unchecked`, `refined`, or any `dataclasses.replace`) travels beside it.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import fields, replace
from importlib import import_module
from pickle import PicklingError
from typing import Any

from ludex.kernel.call import Call


def reduced(game: object, name: str, events: Iterable[type[Call]]) -> tuple[object, ...]:
    """Return a function, and its arguments, that give the game again, as `pickle` asks for them."""
    kind: Any = type(game)
    for module in dict.fromkeys(_modules(events)):
        members: dict[str, Any] = {}
        with suppress(ModuleNotFoundError):
            members = vars(import_module(module))
        for key, found in members.items():
            if type(found) is kind and found.events is events:
                parts = [part.name for part in fields(found)]
                values = {part: getattr(game, part) for part in parts}
                changes = {p: v for p, v in values.items() if v is not getattr(found, p)}
                return _restored, (module, key, changes)
    raise PicklingError(
        f"{name}: no module of its events holds this game, so no other process can find it"
    )


def _modules(events: Iterable[type[Call]]) -> Iterator[str]:
    """The modules of the events, the packages around them, and the module `game` of each."""
    for cls in events:
        parts = cls.__module__.split(".")
        for size in range(len(parts), 0, -1):
            yield (module := ".".join(parts[:size]))
            yield f"{module}.game"


def _restored(module: str, key: str, changes: Mapping[str, Any]) -> object:
    game = getattr(import_module(module), key)
    return replace(game, **changes) if changes else game
