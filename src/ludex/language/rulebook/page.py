"""The rules page of any game, as blocks that can be written as text or Markdown."""

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from inspect import cleandoc
from typing import ClassVar

from ludex.kernel import (
    AnyEvent,
    AnyGame,
    AnyState,
    Chance,
    Query,
    Reset,
    Sentence,
    Unreadable,
    Written,
    as_sentence,
    joined,
    say,
)
from ludex.language.document import document_of
from ludex.language.position import position_line
from ludex.language.rulebook.guards import contract_table, guard_table
from ludex.table.options import Option, meanings_of, options_of


@dataclass(frozen=True, slots=True)
class Heading:
    """A title; level 1 is the page's."""

    kind: ClassVar = "heading"
    level: int
    text: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Running text."""

    kind: ClassVar = "paragraph"
    text: str


@dataclass(frozen=True, slots=True)
class CodeLine:
    """A line to be typed literally."""

    kind: ClassVar = "code"
    text: str


@dataclass(frozen=True, slots=True)
class BulletList:
    """A list."""

    kind: ClassVar = "bullets"
    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TableBlock:
    """A table with a head."""

    kind: ClassVar = "table"
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


LONG = 76
"""Longer lines of code are wrapped in formats with a maximum line length."""

Block = Heading | Paragraph | CodeLine | BulletList | TableBlock


def page_blocks(
    game: AnyGame,
    preset: str | None = None,
    changes: Mapping[str, str] | None = None,
    *,
    source: bool = False,
) -> Iterator[Block]:
    """Yield the rules page: the game, its events, their refusals, the invariants.

    With a preset the page shows the options of that preset after single `changes`. With `source`
    each refusal has its code and its condition as written in the rulebook.
    """
    begun = game.start.varied(preset, changes or {})
    assert not isinstance(begun, Unreadable)
    yield Heading(1, game.title)
    yield Paragraph(game.summary)
    yield Paragraph(say("players", "Players: {players}.", players=players(game)))
    if document_of(game).title:
        yield Paragraph(say("source", "Source: {title}.", title=document_of(game).title))
    about = game.about or sys.modules[game.events[0].__module__].__doc__ or ""
    yield from _prose(about)
    yield Heading(2, "Events")
    for cls in game.events:
        yield from _event(cls, begun, source=source)
    yield Heading(3, Written("undo, redo"))
    yield Paragraph(
        "Take back the last event, or play it again. Queries and refused events are not "
        "part of the history; a reset clears it."
    )
    yield Heading(2, "Positions")
    line = position_line(game, begun)
    yield Paragraph(BROKEN_LINE if len(line) > LONG else LINE)
    yield CodeLine(line)
    yield from _properties(game)
    yield from _presets(game, preset, changes or {})
    if document_of(game).errata:
        yield Heading(2, "Errata")
        yield BulletList(
            tuple(
                say(
                    "erratum",
                    "{code}: {source} Here: {here}",
                    code=Written(e.code),
                    source=as_sentence(e.says),
                    here=as_sentence(e.here),
                )
                for e in document_of(game).errata
            )
        )


def translate_blocks(blocks: Iterable[Block], words: Callable[[str], str]) -> Iterator[Block]:
    """Return the page with every text replaced; literal input stays unchanged."""

    def translate(text: str) -> str:
        return text if isinstance(text, Written) else words(text)

    return (map_texts(block, translate) for block in blocks)


def map_texts(block: Block, change: Callable[[str], str]) -> Block:
    """Return the block with every text replaced; literal input stays unchanged."""
    match block:
        case Heading(level, text):
            return Heading(level, change(text))
        case Paragraph(text):
            return Paragraph(change(text))
        case BulletList(items):
            return BulletList(tuple(map(change, items)))
        case TableBlock(head, rows):
            changed = tuple(tuple(map(change, row)) for row in rows)
            return TableBlock(tuple(map(change, head)), changed)
    return block


def _prose(about: str) -> Iterator[Block]:
    """Paragraphs and lists: a list has a hyphen before each of its entries."""
    for text in cleandoc(about).strip().split("\n\n"):
        if text.lstrip().startswith("- "):
            entries = re.split(r"^\s*- ", text, flags=re.MULTILINE)[1:]
            yield BulletList(tuple(" ".join(entry.split()) for entry in entries))
        elif text.strip():
            yield Paragraph(" ".join(text.split()))


LINE = "A position is one line of text, such as the one the game begins with:"
BROKEN_LINE = (
    "A position is one line of text, such as the one the game begins with, broken here to fit:"
)


def players(game: AnyGame) -> Sentence:
    """`1`, `2` or `2 to 10`."""
    low, high = game.players
    if low == high:
        return say("count", "{number}", number=low)
    return say("counts", "{low} to {high}", low=low, high=high)


def _event(cls: type[AnyEvent], begun: AnyState, *, source: bool) -> Iterator[Block]:
    yield Heading(3, Written(cls.name))
    yield CodeLine(cls.declaration())
    yield Paragraph(_rule(cls))
    if cls.parameters():
        yield BulletList(tuple(_entry(p.name, p.atom.expected_in(begun)) for p in cls.parameters()))
    rows = guard_table(cls)
    if rows and source:
        yield TableBlock(
            ("", "refused, in this order", "code", "unless"),
            tuple(
                (str(i), r.reason, Written(r.code), Written(r.condition))
                for i, r in enumerate(rows, start=1)
            ),
        )
    elif rows:
        yield TableBlock(
            ("", "refused, in this order"),
            tuple((str(i), r.reason) for i, r in enumerate(rows, start=1)),
        )
    promises = contract_table(cls)
    if promises:
        yield Paragraph("Afterwards:")
        yield BulletList(tuple(row.reason for row in promises))


def _entry(name: str, meaning: str) -> Sentence:
    """A name as it is typed, and what is to be known of it."""
    return say("entry", "{name}: {what}", name=Written(name), what=as_sentence(meaning))


def _rule(cls: type[AnyEvent]) -> Sentence:
    rule, kind = cls.sentence(), _kind(cls)
    return say("rule", "{rule} {kind}", rule=rule, kind=kind) if kind else rule


def _kind(cls: type[AnyEvent]) -> Sentence | None:
    if issubclass(cls, Query):
        return say("query", "(A query: it shows something and changes nothing.)")
    if issubclass(cls, Reset):
        return say("reset", "(A reset: it clears the history and cannot be undone.)")
    if issubclass(cls, Chance):
        return say("chance", "(A chance event: no player chooses it.)")
    return None


def _properties(game: AnyGame) -> Iterator[Block]:
    if game.always or game.steps:
        yield Heading(2, "What always holds")
        yield BulletList((*game.always, *game.steps))
    if game.sometimes:
        yield Heading(2, "What can happen")
        yield BulletList(tuple(game.sometimes))


def _presets(game: AnyGame, preset: str | None, changes: Mapping[str, str]) -> Iterator[Block]:
    options, default = options_of(game), game.start.default
    if not options:
        return
    yield Heading(2, "Options")
    if preset is None:
        head = ("option", *map(Written, game.start.presets))
        rows = tuple(_typed(o.name, *(o.presets[p] for p in game.start.presets)) for o in options)
        usual = game.start.unnamed
        words = (
            "Presets: {presets}; {usual} is used unless another is named."
            if usual == default
            else "Presets: {presets}. A new game is played by {first}; scripts and "
            "simulations that name no preset use {usual}."
        )
        named = Written(", ".join(game.start.presets))
        first = Written(default)
        yield Paragraph(say("presets", words, presets=named, first=first, usual=Written(usual)))
        if meanings_of(game):
            meanings = meanings_of(game).items()
            yield BulletList(tuple(_entry(name, meaning) for name, meaning in meanings))
        yield TableBlock(head, rows)
        yield BulletList(tuple(_entry(o.name, o.explained()) for o in options))
        return
    new = tuple(o for o in options if _changed(o, preset, changes))
    summary = joined(
        say(
            "is",
            "{option} is {value}",
            option=Written(o.name),
            value=Written(changes[o.name]),
        )
        for o in new
    )
    words = "The preset {preset}, changed: {changes}." if new else "The preset {preset}:"
    name = Written(preset)
    yield Paragraph(say("preset", words, preset=name, changes=summary))
    if preset in meanings_of(game):
        yield Paragraph(meanings_of(game)[preset])
    yield TableBlock(
        ("option", "here" if new else name, MEANING),
        tuple(_at_a_table(o, changes.get(o.name, o.presets[preset])) for o in options),
    )
    if new:
        return
    others = tuple(p for p in game.start.presets if p != preset)
    if others:
        yield from _differences(options, (preset, *others))


MEANING = "meaning"
"""The heading of the questions and answers of the options."""


def _at_a_table(option: Option, value: str) -> tuple[str, ...]:
    """An option, what it is there, and the same in words."""
    answer = option.answered(value)
    answered = say("answer", "{question} {answer}", question=option.question, answer=answer)
    return (*_typed(option.name, value), answered)


def _typed(*words: str) -> tuple[str, ...]:
    """Words as they are typed, in any language."""
    return tuple(map(Written, words))


def _changed(option: Option, preset: str, changes: Mapping[str, str]) -> bool:
    return changes.get(option.name, option.presets[preset]) != option.presets[preset]


def _differences(options: tuple[Option, ...], presets: tuple[str, ...]) -> Iterator[Block]:
    yield Heading(2, "What differs from the other presets")
    rows = tuple(_typed(o.name, *(o.presets[p] for p in presets)) for o in options)
    differing = tuple(row for row in rows if len(set(row[1:])) > 1)
    if differing:
        yield TableBlock(("option", *_typed(*presets)), differing)
    else:
        yield Paragraph("Nothing differs.")
