"""Events read from their texts, and how an event is declared in messages."""

import re
from collections.abc import Mapping
from typing import TypeVar

from ludex.kernel.call import Call
from ludex.kernel.event import Event
from ludex.kernel.free import split_words
from ludex.kernel.sentence import Written, say
from ludex.kernel.start import Unreadable

S = TypeVar("S")

EVENT = re.compile(r'\s*(\w+)\s*(?:\(((?:[^()"]|"[^"]*")+)\))?\s*')
"""A name, and what stands in its parentheses; a text in quotes may have some of its own."""


def read_event(calls: Mapping[str, type[Event[S]]], text: str) -> Event[S] | Unreadable:
    """The event written as `name(a,b)`, or what is wrong with the text."""
    written = EVENT.fullmatch(text)
    given = split_words(written[2]) if written and written[2] else ()
    if written is None or given is None:
        words = "{text} is not written like an event"
        return Unreadable((say("not_written", words, text=_quoted(text)),))
    cls = calls.get(written[1])
    if cls is None:
        quoted = _quoted(written[1])
        return Unreadable((say("no_event", "no event {name}", name=quoted),))
    event = cls.from_words(given)
    if event is None:
        problem = say(
            "not_conforming",
            "{text} does not conform to {declared}",
            text=Written(shortened(text)),
            declared=Written(declaration(cls)),
        )
        return Unreadable((problem,))
    return event


def _quoted(text: str) -> Written:
    return Written(repr(shortened(text)))


def shortened(text: str) -> str:
    """A text short enough for a message."""
    text = text.strip()
    return text if len(text) <= 60 else f"{text[:59]}…"


def declaration(cls: type[Call]) -> str:
    """`moves(row: INTEGER; col: INTEGER)`: an event as an interface declares it."""
    parameters = "; ".join(f"{p.name}: {p.atom.name}" for p in cls.parameters())
    return f"{cls.name}({parameters})" if parameters else cls.name
