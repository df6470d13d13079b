"""Scenes as they are sent: put together from parts that are encoded once.

After a move most piles lie as they lay, and most of what could be played still can be. Games
give the very same zones and gestures then, and their bytes are looked up, not made again.

A client that asks for numbers (`hello` with `numbers`) is told each part of its scenes once: each
place, piece, zone, gesture and highlight. After that it is sent the number of the part. Sentences
are sent as the number of a template and what fills its holes: `[7,"Q♠",3]` for `Q♠ to free cell
3`. The client writes the words itself, in whatever language. Templates have the numbers of one
game in one process, in the order in which they were first needed; what has been encoded once
stays right as long as the process runs. Parts have the numbers of one seat at one table. All
other clients are sent whole scenes with English texts.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, Final, Generic, TypeVar

from msgspec import Raw
from msgspec.json import Encoder

from ludex.kernel import History, Sentence
from ludex.parts.remembered import remembered
from ludex.server.tables.live import LiveTable, ShownTable
from ludex.table import NO_SIDE_PANEL, Gesture, Piece, Scene, TablePlace, Zone, scene_of
from ludex.table.sentence_data import fillings

SENTENCES = 1 << 13
"""Sentences of a game that are remembered as they are sent: they are parts of many others."""

MOST = 4000
"""Templates that are numbered; a rulebook that makes up more is sent as texts."""

Highlight = tuple[str, tuple[str, ...]]
"""The name of some zones that are shown together, and their keys."""

Part = Zone | Gesture | Highlight
"""A part of a scene: most lie as they lay before, and their bytes are looked up."""

Sent = TypeVar("Sent")
"""A part as it is sent: its bytes, or its number."""

ROOM = 300
"""Parts that a seat has been told beyond those of its scene, before it is told all of them anew."""

encode: Final = Encoder(enc_hook=str).encode
"""Sentences as English texts."""


class Encoding:
    """The encoding for one kind of client."""

    def __init__(self, worded: Callable[[object], object] = str) -> None:
        self.encode = Encoder(enc_hook=worded).encode
        self.templates: list[tuple[str, str]] = []
        """The code and the text of each template, by its number."""


class RecentParts(Generic[Sent]):
    """The parts of the last scene of a seat and how they are sent, by identity.

    A cache for all tables of a game would hold every gesture of the last hours. Gestures are kept for
    a seat that moves several times in a row: others see new ones when it is their turn again.
    """

    def __init__(self, encoding: Encoding) -> None:
        self._encode = encoding.encode
        self._last: dict[int, tuple[object, Sent]] = {}
        self._now: dict[int, tuple[object, Sent]] = {}
        self._had_gestures = False

    @property
    def is_full(self) -> bool:
        """Are most of them not seen any more?"""
        return False

    def begin(self) -> None:
        """A new scene begins: only the parts of the last one are kept."""
        self._last, self._now = self._now, {}

    def end(self) -> None:
        """The scene is complete: the one before it is not needed any more."""
        self._last = {}

    def join(self, parts: Sequence[Part]) -> bytes:
        """Return parts of a scene as they are sent."""
        return self.joined([self.known(part) for part in parts])

    def join_gestures(self, gestures: Sequence[Gesture]) -> bytes:
        """Return what can be done in a scene as it is sent."""
        is_kept, self._had_gestures = self._had_gestures, bool(gestures)
        if is_kept:
            return self.join(gestures)
        return self.joined([self.sent(gesture) for gesture in gestures])

    def known(self, part: Part | TablePlace | Piece) -> Sent:
        """Return a part as it is sent; what lies as it lay is looked up."""
        key = id(part)
        found = self._now.get(key)
        if found is None:
            found = self._now[key] = self._last.get(key) or (part, self.sent(part))
        return found[1]

    def sent(self, part: Part | TablePlace | Piece) -> Sent:
        """Return a part as it is sent, made anew."""
        raise NotImplementedError

    def joined(self, sent: list[Sent]) -> bytes:
        """Return parts as they are sent together."""
        raise NotImplementedError


class WholeParts(RecentParts[bytes]):
    """The parts of a seat that is sent each of them whole."""

    def sent(self, part: Part | TablePlace | Piece) -> bytes:
        """Return the bytes of a part."""
        return self._encode(part.message() if isinstance(part, Zone) else part)

    def joined(self, sent: list[bytes]) -> bytes:
        """Return the parts in a row."""
        return b",".join(sent)


class NumberedParts(RecentParts[int]):
    """The parts that a seat has been told, each with its number, the first of them 0."""

    def __init__(self, encoding: Encoding) -> None:
        super().__init__(encoding)
        self._numbers: dict[int, int] = {}
        """The numbers of parts by the hashes of their bytes, which take less room."""

        self.forgotten = 0
        """The number of the first part whose bytes are kept: those of the last scene are."""

        self._used = 0
        self.encoded: list[bytes] = []
        """The parts from there on as they are told."""

    @property
    def count(self) -> int:
        """Return how many parts the seat has been told."""
        return self.forgotten + len(self.encoded)

    @property
    def is_full(self) -> bool:
        return self.count > ROOM + 2 * self._used

    def begin(self) -> None:
        """A new scene begins."""
        super().begin()
        self.forgotten, self._used = self.count, 0
        self.encoded.clear()

    def sent(self, part: Part | TablePlace | Piece) -> int:
        """Return the number of a part, which the seat is told if it is new."""
        encoded = self._encode(self._zone(part) if isinstance(part, Zone) else part)
        key = hash(encoded)
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = self.count
            self.encoded.append(encoded)
        return number

    def joined(self, sent: list[int]) -> bytes:
        """Return the numbers of the parts."""
        self._used += len(sent)
        return encode(sent)[1:-1]

    def _zone(self, zone: Zone) -> dict[str, object]:
        """Return a zone by the numbers of its place and pieces, and what else there is."""
        place = zone.place
        record: dict[str, object] = {
            "place": self.known(place),
            "pieces": [self.known(piece) for piece in zone.pieces],
        }
        if zone.label is not place.label:
            record["label"] = zone.label
        if zone.look != place.look:
            record["look"] = zone.look
        record.update((name, more) for name in MORE if (more := getattr(zone, name)))
        return record


MORE = ("caption", "signs", "notes")
"""The fields of a zone that are told only where there is anything in them."""

Parts = WholeParts | NumberedParts


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


class Reader:
    """A client: in which form it wants scenes, and which templates and parts it knows."""

    def __init__(self, encoding: Encoding) -> None:
        self.encoding = encoding
        self.is_numbered = isinstance(encoding, NumberedEncoding)
        self._known = 0
        self._parts: Parts | None = None
        self._parts_known = 0

    def news(self) -> bytes:
        """Return the templates that it has not been told yet; it is told them with this."""
        templates: Sequence[object] = self.encoding.templates
        if self._known == len(templates):
            return b""
        news = {"from": self._known, "list": templates[self._known :]}
        self._known = len(templates)
        return b',"templates":' + encode(news)

    def can_follow(self, parts: Parts, *, is_made: bool) -> bool:
        """Can it be told the parts of a scene, made already or not, that it does not know?

        A new client cannot: it need not hear what a seat saw before. One that has missed a scene
        cannot, either: only the parts of the last one are kept.
        """
        if isinstance(parts, WholeParts):
            return True
        first = parts.forgotten if is_made else parts.count
        return self._parts is not None and self._known_of(parts) >= first

    def _known_of(self, parts: NumberedParts) -> int:
        return self._parts_known if self._parts is parts else 0

    def parts_told(self, parts: Parts) -> bytes:
        """Return the parts that it has not been told yet; it is told them with this."""
        if isinstance(parts, WholeParts):
            return b""
        known = self._known_of(parts)
        self._parts, self._parts_known = parts, parts.count
        if known == self._parts_known:
            return b""
        encoded = parts.encoded[known - parts.forgotten :]
        return b',"parts":{"from":%d,"list":[%b]}' % (known, b",".join(encoded))


def encode_table_scene(
    live: LiveTable, table: ShownTable, number: int, reader: Reader
) -> tuple[bytes, bytes]:
    """Return what a seat sees and can do at a table, and the parts of it that are new to a client."""
    seen = number, reader.is_numbered
    parts, made = live.cache.parts.get(seen), table.scenes.get(seen)
    is_made = made is not None and made[0] is parts  # and not with the numbers of other parts
    if parts is None or parts.is_full or not reader.can_follow(parts, is_made=is_made):
        kind = NumberedParts if reader.is_numbered else WholeParts
        parts, is_made = kind(reader.encoding), False
        live.cache.parts[seen] = parts
    if made is None or not is_made:
        scene = _encoded_table(live, table.history, number, reader.encoding, parts)
        made = table.scenes[seen] = parts, scene
    return made[1], reader.parts_told(parts)


def _encoded_table(
    live: LiveTable, history: History[Any], number: int, encoding: Encoding, parts: Parts
) -> bytes:
    """Return the scene of a seat at a table, in which not all can be done that the rules know."""
    scene = scene_of(live.game, history.state, live.eyes(number, history.past))
    gestures: Sequence[Gesture] = scene.gestures
    if live.now.is_closed:
        gestures = ()
    elif anew := live.offered.resets:  # none of them is an ordinary move
        gestures = [
            g
            for g in gestures
            if not (g.aside or g.prominent) or g.event.partition("(")[0] not in anew
        ]
    return encode_scene(scene, gestures, encoding, parts)


def encode_scene(
    scene: Scene, gestures: Sequence[Gesture], encoding: Encoding, parts: Parts | None = None
) -> bytes:
    """Return a scene and what can be done in it, as they are sent: whole unless parts are numbered."""
    parts = parts or WholeParts(encoding)
    parts.begin()
    encoded = b"".join(
        (
            b'{"zones":[',
            parts.join(scene.zones),
            b'],"gestures":[',
            parts.join_gestures(gestures),
            b'],"status":',
            encoding.encode(scene.status),
            b',"highlights":[',
            parts.join(scene.highlights),
            b"]",
            _encoded_beside(scene, gestures, encoding),
            b"" if scene.zones else _encoded_words(scene, gestures, encoding),
            b"}",
        )
    )
    parts.end()
    return encoded


def _encoded_beside(scene: Scene, gestures: Sequence[Gesture], encoding: Encoding) -> bytes:
    """Return what is told beside the pieces, where anything is; who has to act decides now."""
    panel = scene.side_panel
    if panel.ahead and gestures:
        panel = replace(panel, ahead=())
    return b"" if panel == NO_SIDE_PANEL else b',"beside":' + encoding.encode(panel)


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
