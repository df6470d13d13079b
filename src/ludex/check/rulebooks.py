"""The text of a rulebook: the functions that decide a game, and the tables they look into.

Begun at the guards and effects of the events, at outcomes and turns, every function that they
name is followed, as far as it belongs to the same package or file. What draws a game, or only
narrows what is tried, decides nothing and is not among them.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from functools import partial
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

from ludex.kernel import AnyGame, Call, Event, Query, Sentence

ASKED = ("guards", "apply", "answer", "weight", "seat")
"""The methods of an event that decide something."""


@dataclass(frozen=True, slots=True)
class DataTable:
    """Data that the rules look into: a mapping, a tuple or a set at the top of a module."""

    name: str
    value: Any = field(compare=False)
    module: str = ""


class Rulebook(NamedTuple):
    """The modules, functions and tables of a rulebook."""

    modules: tuple[ModuleType, ...]
    functions: tuple[FunctionType, ...]
    tables: tuple[DataTable, ...]


def rulebook_of(game: AnyGame) -> Rulebook:
    """The functions and tables that decide a game."""
    return _rulebook(_modules(game), _roots(game))


def rulebook_below(game: AnyGame, function: Callable[..., Any]) -> Rulebook:
    """The functions and tables that a function uses, as far as they belong to the game's package."""
    parts = _modules(game)[0].__name__.split(".")
    package = f"{'.'.join(parts[: 3 if parts[0] == 'ludex' else 1])}."
    modules = (sys.modules[name] for name in sorted(sys.modules) if name.startswith(package))
    return _rulebook(tuple(modules), _functions_in(function))


def _rulebook(modules: tuple[ModuleType, ...], roots: Iterable[FunctionType]) -> Rulebook:
    methods = _methods(modules)
    homes = {module.__name__ for module in modules}
    functions: dict[int, FunctionType] = {}
    tables: dict[int, DataTable] = {}
    waiting = [*roots]
    while waiting:
        function = waiting.pop(0)
        if id(function) in functions or function.__module__ not in homes:
            continue
        functions[id(function)] = function
        names = dict.fromkeys(_names(function.__code__))
        for name in names:
            found = function.__globals__.get(name)
            waiting += _functions_in(found)
            if isinstance(found, ModuleType) and found.__name__ in homes:
                for inner in names:  # what is named of a module
                    waiting += _functions_in(vars(found).get(inner))
            waiting += methods.get(name, ())
            if is_table(found) and id(found) not in tables:
                tables[id(found)] = DataTable(name, found, _home(name, found, modules))
    ordered = sorted(functions.values(), key=lambda f: (f.__module__, f.__code__.co_firstlineno))
    return Rulebook(modules, tuple(ordered), tuple(tables.values()))


def _modules(game: AnyGame) -> tuple[ModuleType, ...]:
    """The modules of the packages, or the files, in which the events stand."""
    found = {cls.__module__: sys.modules[cls.__module__] for cls in game.events}
    packages = {module.__package__ or "" for module in found.values()}
    for package in sorted(packages):
        if not getattr(sys.modules.get(package), "__path__", None):
            continue  # a file that is loaded by its path stands in no package
        for name in sorted(sys.modules):
            if name == package or name.startswith(f"{package}."):
                found[name] = sys.modules[name]
    return tuple(found.values())


def _home(name: str, value: object, modules: Iterable[ModuleType]) -> str:
    """The module in which a table is made: the first that has it and not from another."""
    holders = [m for m in modules if vars(m).get(name) is value]
    made = [m for m in holders if any(line.startswith(name) for line in _lines(m))]
    return (made or holders)[0].__name__ if holders else ""


def _lines(module: ModuleType) -> list[str]:
    import inspect  # noqa: PLC0415  # only where a table is found

    try:
        return inspect.getsource(module).splitlines()
    except (OSError, TypeError):
        return []


def _roots(game: AnyGame) -> Iterator[FunctionType]:
    for cls in game.events:
        for name in ASKED:
            yield from _functions_in(getattr(cls, name, None))
    for made in (game.outcome, game.turn, game.seats, game.goes_on):
        yield from _functions_in(made)


def _functions_in(thing: object) -> Iterator[FunctionType]:
    """The function itself, or under what wraps it; the methods of a class."""
    while isinstance(thing, partial):
        thing = thing.func
    thing = getattr(thing, "__func__", thing)
    thing = getattr(thing, "__wrapped__", thing)
    if isinstance(thing, FunctionType):
        yield thing


def _methods(modules: Iterable[ModuleType]) -> dict[str, list[FunctionType]]:
    """The methods of all classes that are no events, by name: who calls one says no more."""
    found: dict[str, list[FunctionType]] = {}
    for module in modules:
        for cls in vars(module).values():
            if not isinstance(cls, type) or issubclass(cls, Call):
                continue
            if cls.__module__ != module.__name__:
                continue
            for name, member in vars(cls).items():
                if name.startswith("__"):
                    continue
                inner = member.fget if isinstance(member, property) else member
                inner = getattr(inner, "func", inner)  # a cached property
                found.setdefault(name, []).extend(_functions_in(inner))
    return found


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


# -- tables -----------------------------------------------------------------------------------


def is_table(thing: object) -> bool:
    """Is it data, and more than one of them?"""
    match thing:
        case Mapping():
            inside: Iterable[object] = [*thing.keys(), *thing.values()]
        case tuple() | list() | frozenset() | set() if not is_record(thing):
            inside = thing
        case _:
            return False
    return len(thing) > 1 and all(map(is_data, inside))


def is_record(thing: object) -> bool:
    """A tuple whose places have names is one value."""
    return isinstance(thing, tuple) and hasattr(thing, "_fields")


def is_data(thing: object) -> bool:
    """A value that a table may hold: no function, no event, no words."""
    if isinstance(thing, Sentence | Event | type) or callable(thing):
        return False
    if isinstance(thing, Mapping):
        return all(map(is_data, thing.keys())) and all(map(is_data, thing.values()))
    if isinstance(thing, tuple | list | frozenset | set):
        return all(map(is_data, thing))
    if isinstance(thing, bool | int | float | str | Enum | Fraction | None):
        return True
    return hasattr(thing, "__dataclass_fields__") and not isinstance(thing, Query)


def caches(modules: Iterable[ModuleType]) -> list[Callable[[], None]]:
    """Return the functions that clear the caches of a rulebook's functions."""
    found: dict[int, Callable[[], None]] = {}
    for module in modules:
        for thing in [*vars(module).values()]:
            inside = [thing, *vars(thing).values()] if isinstance(thing, type) else [thing]
            for one in inside:
                clear = getattr(one, "cache_clear", None)
                if callable(clear) and not isinstance(one, type):
                    found[id(one)] = clear
    return [*found.values()]
