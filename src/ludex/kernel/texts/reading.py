"""Events read from their texts."""

import re
from collections.abc import Mapping
from typing import TypeVar

from ludex.kernel.domains.free import split_words
from ludex.kernel.event import Event
from ludex.kernel.start import Unreadable
from ludex.kernel.texts.sentence import Written, say

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
            declared=Written(cls.declaration()),
        )
        return Unreadable((problem,))
    return event


def _quoted(text: str) -> Written:
    return Written(repr(shortened(text)))


def shortened(text: str) -> str:
    """A text short enough for a message."""
    text = text.strip()
    return text if len(text) <= 60 else f"{text[:59]}…"
