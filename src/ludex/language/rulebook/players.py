"""The rules page for players: a lesson first, then the whole rules.

What is typed, and which paragraph of a document asks for what, is for the handouts and the book;
so are errata and the table of presets.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from ludex.kernel import Sentence, Written, say
from ludex.language.rulebook.page import (
    MEANING,
    Block,
    BulletList,
    CodeLine,
    Heading,
    Paragraph,
    TableBlock,
    map_texts,
    translate_blocks,
)

CODE = re.compile(r"\s*\((?:(?:[A-Z]{1,3}\d+[a-z]?(?:,\s*)?)+|[^()]*\bdocument[^()]*)\)")
"""Such as (M19), or a section of the document in brackets."""

TYPED = re.compile(r"\s*\(`\w+=\w+`\)")
"""Such as (`farmers=by_city`): how an option is given by who types it."""

NAMED = re.compile(r"`([a-z]+)`|‹([a-z]+)›")
"""The subject of an event, by the name that is typed for it."""

JOINED = re.compile(r"(?<=[a-z])_(?=[a-z])")
"""Between the words of a name."""

SOURCE = re.compile(r"Source: |From the document|The document is ")
"""So begins a paragraph about where the rules come from, and not about the game."""


class Chapters(NamedTuple):
    """The page in two parts."""

    first: tuple[Block, ...]
    """The lesson on how to play."""

    whole: tuple[Block, ...]
    """Everything else that a player may want to know."""


def for_players(blocks: Iterable[Block], words: Callable[[str], str] = str) -> Chapters:
    """Return the rules page as players read it."""
    title, *rest = blocks
    assert isinstance(title, Heading)
    end = next(
        (i for i, b in enumerate(rest) if isinstance(b, Heading) and b.level == 2),
        len(rest),
    )
    first = (b for b in rest[:end] if not (isinstance(b, Paragraph) and SOURCE.match(b.text)))
    events = _called_by_what_they_do([*_untyped(rest[end:])])
    whole = _without_bare_headings([*_agreed(events)])
    return Chapters(
        tuple(_in_words(block, words) for block in translate_blocks(first, words)),
        tuple(_in_words(block, words) for block in translate_blocks(whole, words)),
    )


def _untyped(blocks: Sequence[Block]) -> Iterator[Block]:
    """Leave out what is typed: declarations, the arguments listed after them, positions."""
    for i, block in enumerate(blocks):
        before = blocks[max(0, i - 2) : i]
        kinds = [type(b) for b in before]
        are_arguments = isinstance(block, BulletList) and kinds == [CodeLine, Paragraph]
        leads_to_code = isinstance(block, Paragraph) and any(
            isinstance(b, CodeLine) for b in blocks[i + 1 : i + 2]
        )
        if not (isinstance(block, CodeLine) or are_arguments or leads_to_code):
            yield block


def _called_by_what_they_do(blocks: Sequence[Block]) -> Iterator[Block]:
    """Events under the sentence of their rule, not under a name; queries are for who types."""
    is_query = False
    for i, block in enumerate(blocks):
        before = blocks[i - 1] if i else None
        after = blocks[i + 1] if i + 1 < len(blocks) else None
        is_event = isinstance(block, Heading) and isinstance(block.text, Written)
        if isinstance(block, Heading):
            is_query = is_event and isinstance(after, Paragraph) and _is_query(after.text)
        if is_query or (is_event and isinstance(after, Paragraph)):
            continue
        was_event = isinstance(before, Heading) and isinstance(before.text, Written)
        if was_event and isinstance(block, Paragraph):
            yield Heading(3, _marked(block.text))
        else:
            yield block


def _marked(rule: str) -> str:
    """Mark the arguments of an event in the words of its rule: ‹count› cards."""
    if not isinstance(rule, Sentence):
        return rule
    values = {name: _marked_value(value) for name, value in rule.values.items()}
    return say(rule.code, rule.template, **values)


def _marked_value(value: object) -> object:
    if isinstance(value, Sentence):
        return _marked(value)
    if isinstance(value, str) and value.isalpha():
        return Written(f"‹{value}›")
    return value


def _is_query(rule: str) -> bool:
    kind = rule.values.get("kind") if isinstance(rule, Sentence) else None
    return isinstance(kind, Sentence) and kind.code == "query"


NOT_FOR_PLAYERS = ("Errata", "What differs from the other presets")


def _agreed(blocks: Iterable[Block]) -> Iterator[Block]:
    """Leave out errata; of the options keep the questions and the answers of this table."""
    section = ""
    for block in blocks:
        if isinstance(block, Heading) and block.level == 2:
            section = block.text
        if section in NOT_FOR_PLAYERS:
            continue
        if section != "Options" or isinstance(block, Heading):
            yield block
        elif isinstance(block, TableBlock) and block.head[-1] == MEANING:
            yield BulletList(tuple(answered for *_, answered in block.rows))


def _without_bare_headings(blocks: Sequence[Block]) -> Iterator[Block]:
    """A heading with nothing below it, such as that of the line of a position, goes."""
    for i, block in enumerate(blocks):
        after = blocks[i + 1] if i + 1 < len(blocks) else Heading(0, "")
        below = not isinstance(after, Heading) or (
            isinstance(block, Heading) and after.level > block.level
        )
        if not isinstance(block, Heading) or below:
            yield block


def _in_words(block: Block, words: Callable[[str], str]) -> Block:
    """In words: no codes, and events by what they are called."""
    plain = map_texts(block, lambda text: _plain(text, words))
    if isinstance(plain, Heading):
        spoken = plain.text.replace("_", " ")
        return Heading(plain.level, spoken[:1].upper() + spoken[1:])
    return plain


def _plain(text: str, words: Callable[[str], str]) -> str:
    plain = JOINED.sub(" ", TYPED.sub("", CODE.sub("", text)))
    return NAMED.sub(lambda found: f"‹{words(found[1] or found[2])}›", plain)
