"""Sentences of a rulebook: texts that remember how they were made.

    yield a in board or say("empty_slot", "There is no piece on {slot:square}", slot=a)

A sentence *is* its English text, so whoever only prints it prints it. It also carries a
code, which tests and programs name; a template, which translators and the printed rulebook
read; and the values that fill it. The code is stable: words may be improved, and several
sentences may share one code where they are cases of one rule (`outside_bounds`).

Other wordings (a document's own, a course oracle's, another language) are catalogues from
template to template. A hole may say how its value is to be written, `{slot:square}`, as in
Python's own format strings: so the same value is `b3` to a player and `(2, 3)` in a
document. Values that are sentences themselves are worded in the same catalogue.

The hole of a player may hold the words that go with the grammatical person, `*` being the name:
`{player:* wins|you win}` is "player 2 wins", and to player 2 "you win" where an interface knows
who reads. A third form is for proper names: `{player:do *||de *}`; an empty one is the first.
"""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from string import Formatter
from typing import Self

Catalogue = Mapping[str, str]
"""A map from the template of a sentence to another wording."""

_FORMATTER = Formatter()


class Sentence(str):
    """A text with its code, its template and its values."""

    __slots__ = ("code", "template", "values")
    code: str
    template: str
    values: Mapping[str, object]

    def __new__(cls, code: str, template: str, values: Mapping[str, object]) -> Self:
        """Fill the template; a hole without a value is a bug in the rulebook."""
        made = super().__new__(cls, template.format_map(values))
        made.code, made.template, made.values = code, template, values
        return made

    def __reduce__(self) -> tuple[type[Self], tuple[str, str, dict[str, object]]]:
        return type(self), (self.code, self.template, {**self.values})

    def __format__(self, spec: str) -> str:
        return _about(self, spec) if "|" in spec else str.__format__(self, spec)

    def worded(self, catalogue: Catalogue) -> str:
        """Return the sentence in the words of a catalogue, or unchanged if the catalogue lacks it."""
        template = catalogue.get(self.template, self.template)
        values = {
            name: Written(value.worded(catalogue)) if isinstance(value, Sentence) else value
            for name, value in self.values.items()
        }
        return template.format_map(values)


def say(code: str, template: str, /, **values: object) -> Sentence:
    """Make a sentence of a rulebook."""
    return Sentence(code, template, values)


def as_sentence(text: str) -> Sentence:
    """Return the text as a sentence: a plain text is a template without placeholders."""
    if isinstance(text, Sentence):
        return text
    return Sentence(code_of(text), text.replace("{", "{{").replace("}", "}}"), {})


class Written(str):
    """A value that is already text: every placeholder shows it unchanged."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        return _about(self, spec) if "|" in spec else str(self)


def _about(name: str, forms: str) -> str:
    """The words about somebody, in the third person."""
    return forms.partition("|")[0].replace("*", name)


@lru_cache(maxsize=1 << 12)
def holes(template: str) -> tuple[str, ...]:
    """The holes of a template, each once, with how their values are written: `slot:square`.

    The forms of a grammatical person belong to the language: such a hole is its name alone.
    """
    found: dict[str, None] = {}
    for _, name, spec, _conversion in _FORMATTER.parse(template):
        if name is not None:
            found[f"{name}:{spec}" if spec and "|" not in spec else name] = None
    return tuple(found)


def code_of(text: str) -> str:
    """The code of a sentence; a plain text is its own, in small letters."""
    if isinstance(text, Sentence):
        return text.code
    return "_".join(re.findall(r"[a-z0-9]+", text.lower()))[:60]


def joined(
    parts: Iterable[object], between: str = ", ", code: str = "list", last: str = ""
) -> Sentence:
    """Join things with a separator, and optionally another one before the last."""
    things = [*parts]
    names, template = _row(len(things), between, last or between)
    return Sentence(code, template, dict(zip(names, things, strict=True)))


def listed(parts: Iterable[object], last: str = "and") -> Sentence:
    """Join things: `a`, `a and b`, `a, b and c`."""
    return joined(parts, last=f" {last} ")


@lru_cache(maxsize=1 << 8)  # every seat of every table is labelled by such a row
def _row(count: int, between: str, last: str) -> tuple[tuple[str, ...], str]:
    """Names for so many things, and the template that puts them in a row."""
    names = tuple(f"p{i}" for i in range(1, count + 1))
    *first, final = [f"{{{name}}}" for name in names] or [""]
    return names, last.join(([between.join(first)] if first else []) + [final])
