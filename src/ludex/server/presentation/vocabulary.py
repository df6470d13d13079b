"""Sentences as they are sent: the number of a template and what fills its holes.

A client that asks for it (`hello` with `sentences`) is told each template once, with its code,
and after that only numbers: `[7,"Q♠",3]` for `Q♠ to free cell 3`. It writes the words itself,
in whatever language. Numbers are those of one game in one process, in the order in which its
templates were first needed; what has been encoded once stays right as long as the process
runs. All others are sent the English text, as ever.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Final

from msgspec.json import Encoder

from ludex.kernel import Sentence
from ludex.parts.remembered import remembered
from ludex.table import Gesture, Zone

MOST: Final = 4000
"""Templates that are numbered; a rulebook that makes up more is sent as texts."""

PARTS: Final = 1 << 15
"""Zones and gestures whose bytes are remembered: those of 500 tables of a game, 25 MB at most."""

Highlight = tuple[str, tuple[str, ...]]
"""The name of some zones that are shown together, and their keys."""

Part = Zone | Gesture | Highlight
"""A part of a scene: most lie as they lay before, and their bytes are looked up."""

encode: Final = Encoder(enc_hook=str).encode
"""Sentences as English texts."""


class Encoding:
    """The encoding for one kind of client; what lies as it lay is encoded once."""

    def __init__(self, worded: Callable[[object], object] = str) -> None:
        self.encode = encode = Encoder(enc_hook=worded).encode
        self.templates: list[tuple[str, str]] = []
        """The code and the text of each template, by its number."""

        @remembered(most=PARTS)
        def encoded(part: Part) -> bytes:
            return encode(part.message() if isinstance(part, Zone) else part)

        def join(parts: Sequence[Part]) -> bytes:
            return b",".join(map(encoded, parts))

        self.parts = join
        self.zones = remembered(most=64)(join)  # at some tables all see the same
        self.highlights = remembered(most=64)(join)


class NumberedEncoding(Encoding):
    """Sentences by the numbers of their templates."""

    def __init__(self) -> None:
        super().__init__(self._worded)
        self._numbers: dict[tuple[str, str], int] = {}

    def _worded(self, text: object) -> object:
        if not isinstance(text, Sentence):
            return str(text)
        number = self._numbers.get((text.code, text.template))
        if number is None:
            number = self._number(text)
            if number is None:
                return str(text)
        return (number, *text.fillings()) if text.values else (number,)

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


class Reader:
    """A client: in which form it wants sentences, and which templates it knows."""

    def __init__(self, encoding: Encoding) -> None:
        self.encoding = encoding
        self.is_numbered = isinstance(encoding, NumberedEncoding)
        self._told = 0

    def news(self) -> bytes:
        """Return the templates that it has not been told yet; it is told them with this."""
        templates: Sequence[object] = self.encoding.templates
        if self._told == len(templates):
            return b""
        said = {"from": self._told, "list": templates[self._told :]}
        self._told = len(templates)
        return b',"templates":' + encode(said)
