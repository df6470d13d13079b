"""Forms: events to be filled in, where a table has no places to point at.

A game without zones is shown by its text. What can be done there is a button where few events
of a kind are legal, and a form with a blank for each argument where they are many.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ludex.kernel.call import Call
from ludex.kernel.event import Event

BUTTONS = 12
"""As many events of a kind are buttons; more are a form."""


@dataclass(frozen=True, slots=True)
class Blank:
    """An argument to be filled in."""

    name: str
    expected: str
    """The text that tells what to write, in words."""

    words: tuple[str, ...] = ()
    """The values that some legal event has there; none where they are too many to list."""


@dataclass(frozen=True, slots=True)
class Form:
    """An event with blanks: `event(first,second)` is what is said when they are filled in."""

    event: str
    words: str
    """The rule."""

    blanks: tuple[Blank, ...]


def forms(events: Iterable[type[Call]], legal: Iterable[Call]) -> tuple[Form, ...]:
    """A form for each kind of event of which many are legal, or more than can be listed."""
    found: dict[type[Call], list[tuple[str, ...]]] = {}
    for event in legal:
        found.setdefault(type(event), []).append(event.words())
    return tuple(_made(events, found))


def _made(
    events: Iterable[type[Call]], found: dict[type[Call], list[tuple[str, ...]]]
) -> Iterator[Form]:
    for cls in events:
        legal, parameters = found.get(cls, []), cls.parameters()
        is_sampled = issubclass(cls, Event) and cls.sampled
        if not parameters or not legal or not (is_sampled or len(legal) > BUTTONS):
            continue
        columns = [
            () if is_sampled else tuple(dict.fromkeys(column))
            for column in zip(*legal, strict=True)
        ]
        blanks = tuple(
            Blank(parameter.name, parameter.atom.expected, words)
            for parameter, words in zip(parameters, columns, strict=True)
        )
        yield Form(cls.name, cls.sentence(), blanks)
