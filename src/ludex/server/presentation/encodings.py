"""Encodings: sentences as English texts, or as the numbers of their templates.

A sentence with a number is sent as the number of its template and what fills the holes: `[7,"Q♠",3]`
for `Q♠ to free cell 3`. The client writes the words itself, in whatever language. Templates have
the numbers of one game in one process, in the order in which they were first needed; what has been
encoded once stays right as long as the process runs.
"""

from collections.abc import Callable
from functools import cache
from typing import Final

from msgspec import Raw
from msgspec.json import Encoder

from ludex.kernel import Sentence
from ludex.parts.remembered import remembered
from ludex.table.sentence_data import fillings

SENTENCES = 1 << 13
"""Sentences of a game that are remembered as they are sent: they are parts of many others."""

MOST = 4000
"""Templates that are numbered; a rulebook that makes up more is sent as texts."""

encode: Final = Encoder(enc_hook=str).encode
"""Sentences as English texts."""


class Encoding:
    """The encoding for one kind of client."""

    def __init__(self, worded: Callable[[object], object] = str) -> None:
        self.encode = Encoder(enc_hook=worded).encode
        self.templates: list[tuple[str, str]] = []
        """The code and the text of each template, by its number."""


class NumberedEncoding(Encoding):
    """Sentences by the numbers of their templates."""

    def __init__(self) -> None:
        super().__init__(remembered(SENTENCES)(self._worded))
        self._numbers: dict[tuple[str, str], int] = {}

    def _worded(self, text: object) -> object:
        if not isinstance(text, Sentence):
            return str(text)
        number = self._numbers.get((text.code, text.template))
        if number is None:
            number = self._number(text)
            if number is None:
                return str(text)
        return Raw(self.encode((number, *fillings(text)) if text.values else (number,)))

    def _number(self, text: Sentence) -> int | None:
        """Return the number of a template that had none, unless there are too many."""
        number = len(self.templates)
        if number >= MOST:
            return None
        name = text.code, text.template
        self._numbers[name] = number
        self.templates.append(name)
        return number


@cache
def plain_encoding(_game: str) -> Encoding:
    """Return the encoding of texts; each game has parts of its own to remember."""
    return Encoding()


@cache
def numbered_encoding(_game: str) -> NumberedEncoding:
    """Return the encoding by the numbers of a game's templates."""
    return NumberedEncoding()
