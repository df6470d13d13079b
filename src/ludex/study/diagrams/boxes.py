"""The contents of a diagram of a rulebook: boxes with lines in them, and edges between boxes.

Of classes: the state, the records and enumerations that it is made of, and the events with their
arguments. Of events: who makes them, and the reasons for which each is refused, in their order.
"""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Annotated, NamedTuple, get_args, get_origin, get_type_hints

from ludex.kernel import AnyEvent, AnyGame, Chance, Query
from ludex.kernel.domains.atoms import Whole, domain_of
from ludex.language.rulebook.guards import guard_table

MEMBERS = 12
"""Values of an enumeration, and refusals of an event, that are shown."""

LONGEST = 60


class Box(NamedTuple):
    """A class, or an event, with what it has."""

    name: str
    kind: str
    """The kind of the box, in a word: state, record, enumeration, event, chance, query, seat."""

    lines: tuple[str, ...] = ()


class Edge(NamedTuple):
    """An arrow from one box to another."""

    source: str
    target: str
    words: str = ""
    is_part: bool = False


class Diagram(NamedTuple):
    """Boxes and lines."""

    title: str
    boxes: tuple[Box, ...]
    lines: tuple[Edge, ...]


def classes(game: AnyGame) -> Diagram:
    """The state with its parts, and the events."""
    boxes: dict[str, Box] = {}
    lines: dict[Edge, None] = {}
    state = type(game.start())
    for line in _record(state, "state", boxes):
        lines[line] = None
    for cls in game.events:
        name = cls.__name__
        hints = get_type_hints(cls, include_extras=True)
        members = tuple(f"{f.name}: {_type(hints[f.name])}" for f in cls.fields())
        boxes[name] = Box(name, _kind(cls), members)
        for field in cls.fields():
            for part in _classes_in(hints[field.name]):
                if issubclass(part, Enum) or _is_record(part):
                    for line in _part(part, boxes):
                        lines[line] = None
                    lines[Edge(name, part.__name__)] = None
        lines[Edge(name, state.__name__, "asks" if issubclass(cls, Query) else "changes")] = None
    return Diagram(f"{game.title}: classes", (*boxes.values(),), (*lines,))


def _kind(cls: type[AnyEvent]) -> str:
    if issubclass(cls, Query):
        return "query"
    if issubclass(cls, Chance):
        return "chance"
    return "aside" if cls.aside else "event"


def _record(kind: type, stereotype: str, boxes: dict[str, Box]) -> Iterator[Edge]:
    if kind.__name__ in boxes:
        return
    try:
        hints = get_type_hints(kind, include_extras=True)
    except (NameError, TypeError):
        hints = {}
    names = _names(kind)
    lines = tuple(f"{name}: {_type(hints.get(name, object))}" for name in names)
    boxes[kind.__name__] = Box(kind.__name__, stereotype, lines)
    for name in names:
        for part in _classes_in(hints.get(name, object)):
            if part is not kind and (issubclass(part, Enum) or _is_record(part)):
                yield from _part(part, boxes)
                yield Edge(kind.__name__, part.__name__, name, is_part=True)


def _part(kind: type, boxes: dict[str, Box]) -> Iterator[Edge]:
    if issubclass(kind, Enum):
        words = [member.name for member in kind]
        more = [f"and {len(words) - MEMBERS} more"] if len(words) > MEMBERS else []
        box = Box(kind.__name__, "enumeration", (*words[:MEMBERS], *more))
        boxes.setdefault(kind.__name__, box)
    else:
        yield from _record(kind, "record", boxes)


def _names(kind: type) -> list[str]:
    if is_dataclass(kind):
        return [field.name for field in fields(kind)]
    return [*getattr(kind, "_fields", ())]


def _is_record(kind: type) -> bool:
    return is_dataclass(kind) or hasattr(kind, "_fields")


def _classes_in(hint: object) -> Iterator[type]:
    """The classes that a type is made of: `tuple[Card, ...] | None` has Card."""
    kind = get_origin(hint) or hint
    if isinstance(kind, type):
        yield kind
    for part in get_args(hint):
        yield from _classes_in(part)


def _type(hint: object) -> str:
    """A type in a few letters."""
    if get_origin(hint) is Annotated:
        domain = domain_of(hint)
        if isinstance(domain, Whole):
            return f"{domain.low}..{domain.high}"
        return _type(get_args(hint)[0])
    args = get_args(hint)
    if args:
        origin: object = get_origin(hint)
        inner = ["..." if one is Ellipsis else _type(one) for one in args]
        name = getattr(origin, "__name__", str(origin))
        if name in ("UnionType", "Union"):
            return " or ".join(inner)
        return f"{name}({', '.join(inner)})"
    if hint is type(None):
        return "None"
    return hint.__name__ if isinstance(hint, type) else str(hint).rpartition(".")[2].strip("~+-")


def events(game: AnyGame) -> Diagram:
    """Return a diagram of the events: the player of each, and its refusals."""
    boxes: list[Box] = []
    lines: list[Edge] = []
    seats: dict[str, str] = {}
    for cls in game.events:
        given = ", ".join(parameter.name for parameter in cls.parameters())
        title = f"{cls.name}({given})" if given else cls.name
        reasons = [" ".join(row.reason.split()) for row in guard_table(cls)]
        members = [f"{i}. {_short(reason)}" for i, reason in enumerate(reasons, start=1)]
        if len(members) > MEMBERS:
            members = [*members[:MEMBERS], f"and {len(members) - MEMBERS} more"]
        boxes.append(Box(title, _kind(cls), tuple(members) or ("never refused",)))
        seat = "Chance" if issubclass(cls, Chance) else "Player"
        seat = "Anybody" if cls.by_anyone else seat
        seats[seat] = ""
        lines.append(Edge(seat, title))
    every = [*(Box(seat, "seat") for seat in seats), *boxes]
    return Diagram(f"{game.title}: events", tuple(every), tuple(lines))


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
