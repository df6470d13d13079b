"""The rules page of any game, as blocks that can be written as text or Markdown."""

import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from inspect import cleandoc
from typing import Final, TypeVar

from ludex.kernel import (
    Chance,
    Event,
    Game,
    Option,
    Query,
    Reset,
    Unreadable,
    declaration,
)
from ludex.rulebook.guards import contract_table, guard_table

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Heading:
    """A title; level 1 is the page's."""

    level: int
    text: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Running text."""

    text: str


@dataclass(frozen=True, slots=True)
class Code:
    """A line to be typed as it stands."""

    text: str


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list."""

    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table with a head."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


LONG: Final = 96
"""A line of code that is longer is broken where lines have an end."""

Block = Heading | Paragraph | Code | Bullets | Table


def page(
    game: Game[S],
    preset: str | None = None,
    changes: Mapping[str, str] | None = None,
    *,
    source: bool = False,
) -> Iterator[Block]:
    """What it is, what can happen, what is refused and why, what always holds.

    With a preset its options are told, as they are after single `changes` of it. With
    `source` each refusal has its code and its condition as the rulebook writes it.
    """
    begun = game.start.varied(preset, changes or {})
    assert not isinstance(begun, Unreadable)
    yield Heading(1, game.title)
    yield Paragraph(game.summary)
    yield Paragraph(f"Players: {players(game)}.")
    if game.document.title:
        yield Paragraph(f"Source: {game.document.title}.")
    about = game.about or sys.modules[game.events[0].__module__].__doc__ or ""
    yield from _prose(about)
    yield Heading(2, "Events")
    for cls in game.events:
        yield from _event(cls, begun, source=source)
    yield Heading(3, "undo, redo")
    yield Paragraph(
        "Take back the last event, or play it again. Queries and refused events are no "
        "part of the history; a reset clears it."
    )
    yield Heading(2, "Positions")
    line = game.position(begun)
    broken = ", broken here to fit" if len(line) > LONG else ""
    yield Paragraph(
        f"A position is one line of text, such as the one the game begins with{broken}:"
    )
    yield Code(line)
    yield from _properties(game)
    yield from _presets(game, preset, changes or {})
    if game.document.errata:
        yield Heading(2, "Errata")
        yield Bullets(
            tuple(f"{e.code}: {e.source} Here: {e.here}" for e in game.document.errata)
        )


def _prose(about: str) -> Iterator[Block]:
    """Paragraphs and lists: a list has a hyphen before each of its entries."""
    for text in cleandoc(about).strip().split("\n\n"):
        if text.lstrip().startswith("- "):
            entries = re.split(r"^\s*- ", text, flags=re.MULTILINE)[1:]
            yield Bullets(tuple(" ".join(entry.split()) for entry in entries))
        elif text.strip():
            yield Paragraph(" ".join(text.split()))


def players(game: Game[S]) -> str:
    """`1`, `2` or `2 to 10`."""
    low, high = game.players
    return str(low) if low == high else f"{low} to {high}"


def _event(cls: type[Event[S]], begun: S, *, source: bool) -> Iterator[Block]:
    yield Heading(3, cls.name)
    yield Code(declaration(cls))
    yield Paragraph(cls.sentence() + _kind(cls))
    if cls.parameters():
        yield Bullets(
            tuple(f"{p.name}: {p.atom.expected_in(begun)}" for p in cls.parameters())
        )
    rows = guard_table(cls)
    if rows and source:
        yield Table(
            ("", "refused, in this order", "code", "unless"),
            tuple(
                (str(i), r.reason, r.code, r.condition)
                for i, r in enumerate(rows, start=1)
            ),
        )
    elif rows:
        yield Table(
            ("", "refused, in this order"),
            tuple((str(i), r.reason) for i, r in enumerate(rows, start=1)),
        )
    promises = contract_table(cls)
    if promises:
        yield Paragraph("Afterwards:")
        yield Bullets(tuple(row.reason for row in promises))


def _kind(cls: type[Event[S]]) -> str:
    if issubclass(cls, Query):
        return " (A query: it shows something and changes nothing.)"
    if issubclass(cls, Reset):
        return " (A reset: it clears the history and cannot be undone.)"
    if issubclass(cls, Chance):
        return " (Chance: nobody chooses it.)"
    return ""


def _properties(game: Game[S]) -> Iterator[Block]:
    if game.always or game.steps:
        yield Heading(2, "What always holds")
        yield Bullets((*game.always, *game.steps))
    if game.sometimes:
        yield Heading(2, "What can happen")
        yield Bullets(tuple(game.sometimes))


def _presets(
    game: Game[S], preset: str | None, changes: Mapping[str, str]
) -> Iterator[Block]:
    options, default = game.start.options, game.start.default
    if not options:
        return
    yield Heading(2, "Options")
    if preset is None:
        head = ("option", *game.start.presets)
        rows = tuple(
            (o.name, *(o.presets[p] for p in game.start.presets)) for o in options
        )
        yield Paragraph(
            f"Presets: {', '.join(game.start.presets)}; {default} is played unless another is named."
        )
        yield Table(head, rows)
        yield Bullets(tuple(_option(o) for o in options))
        return
    new = tuple(o for o in options if _changed(o, preset, changes))
    told = ", ".join(f"{o.name} is {changes[o.name]}" for o in new)
    yield Paragraph(f"The preset {preset}{f', changed: {told}.' if new else ':'}")
    yield Table(
        ("option", "here" if new else preset, "meaning"),
        tuple(
            (o.name, changes.get(o.name, o.presets[preset]), o.meaning) for o in options
        ),
    )
    if new:
        return
    others = tuple(p for p in game.start.presets if p != preset)
    if others:
        yield from _differences(options, (preset, *others))


def _option(option: Option) -> str:
    """What it means, and what it may be."""
    meaning = f"{option.meaning} " if option.meaning else ""
    return f"{option.name}: {meaning}({option.expected})"


def _changed(option: Option, preset: str, changes: Mapping[str, str]) -> bool:
    return changes.get(option.name, option.presets[preset]) != option.presets[preset]


def _differences(
    options: tuple[Option, ...], presets: tuple[str, ...]
) -> Iterator[Block]:
    yield Heading(2, "What differs from the other presets")
    rows = tuple((o.name, *(o.presets[p] for p in presets)) for o in options)
    differing = tuple(row for row in rows if len(set(row[1:])) > 1)
    if differing:
        yield Table(("option", *presets), differing)
    else:
        yield Paragraph("Nothing differs.")
