"""Scenes as they are sent: put together from parts that are encoded once.

After a move most piles lie as they lay, and most of what could be played still can be. Games
give the very same zones and gestures then, and their bytes are looked up, not made again.

Sentences are sent as the number of a template and what fills its holes, to a client that asks
for it (`hello` with `sentences`). It is told each template once, with its code, and after that
only numbers: `[7,"Q♠",3]` for `Q♠ to free cell 3`. It writes the words itself, in whatever
language. Numbers are those of one game in one process, in the order in which its templates were
first needed; what has been encoded once stays right as long as the process runs. All others are
sent the English text, as ever.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, Final

from msgspec.json import Encoder

from ludex.kernel import ONLOOKER, History, Seat, Sentence
from ludex.parts.remembered import remembered
from ludex.server.tables.live import LiveTable
from ludex.table import NO_SIDE_PANEL, Gesture, Scene, Zone, scene_of

MOST = 4000
"""Templates that are numbered; a rulebook that makes up more is sent as texts."""

PARTS = 1 << 15
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


def seat_from(number: int) -> Seat:
    """Return the seat that people count as `number`; 0 looks on."""
    return Seat(number - 1) if number else ONLOOKER


def encode_table_scene(
    live: LiveTable, history: History[Any], number: int, encoding: Encoding
) -> bytes:
    """Return what a seat sees and can do at a table, which is not all that the rules know."""
    scene = scene_of(live.game, history.state, seat_from(number))
    gestures: Sequence[Gesture] = scene.gestures
    if live.now.is_closed:
        gestures = ()
    elif anew := live.offered.resets:  # none of them is an ordinary move
        gestures = [
            g
            for g in gestures
            if not (g.aside or g.prominent) or g.event.partition("(")[0] not in anew
        ]
    return encode_scene(scene, gestures, encoding)


def encode_scene(scene: Scene, gestures: Sequence[Gesture], encoding: Encoding) -> bytes:
    """A scene and what can be done in it, as they are sent."""
    return b"".join(
        (
            b'{"zones":[',
            encoding.zones(scene.zones),
            b'],"gestures":[',
            encoding.parts(gestures),
            b'],"status":',
            encoding.encode(scene.status),
            b',"highlights":[',
            encoding.highlights(scene.highlights),
            b"]",
            _encoded_beside(scene, gestures, encoding),
            b"" if scene.zones else _encoded_words(scene, gestures, encoding),
            b"}",
        )
    )


def _encoded_beside(scene: Scene, gestures: Sequence[Gesture], encoding: Encoding) -> bytes:
    """Return what is told beside the pieces, where anything is; who has to act decides now."""
    beside = scene.side_panel
    if beside.ahead and gestures:
        beside = replace(beside, ahead=())
    return b"" if beside == NO_SIDE_PANEL else b',"beside":' + encoding.encode(beside)


def _encoded_words(scene: Scene, gestures: Sequence[Gesture], encoding: Encoding) -> bytes:
    """A game without zones is shown by its text; its events are buttons, or forms."""
    forms = scene.forms if gestures else ()
    return b"".join(
        (
            b',"text":',
            encoding.encode(scene.text),
            b',"forms":',
            encoding.encode(forms),
        )
    )
