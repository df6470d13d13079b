"""Parts of scenes as they are sent: looked up where they lie as they lay, else made anew.

After a move most piles lie as they lay, and most of what could be played still can be. Games
give the very same zones and gestures then, and their bytes or numbers are looked up.

A client that asks for numbers is sent each part once, and after that its number. Zones and what is on
them have the numbers of one list, which the seats of a table share as long as they see the same;
gestures have those of another, as each seat is offered its own.
"""

from collections.abc import Iterable, Sequence
from dataclasses import fields
from operator import attrgetter
from typing import Any, Generic, TypeVar

from ludex.server.presentation.encodings import Encoding, encode
from ludex.table import Gesture, GestureKind, Piece, PlacedGesture, TablePlace, Zone

Highlight = tuple[str, tuple[str, ...]]
"""The name of some zones that are shown together, and their keys."""

Part = Zone | Gesture | GestureKind | Highlight
"""A part of a scene: most lie as they lay before, and their bytes are looked up."""

Sent = TypeVar("Sent")
"""A part as it is sent: its bytes, or its number."""

ROOM = 300
"""Parts that have been sent beyond those of the scene, before all numbers begin anew."""


class RecentParts(Generic[Sent]):
    """The parts of the last scene and how they are sent, by identity.

    A cache for all tables of a game would hold every zone of the last hours.
    """

    def __init__(self, encoding: Encoding) -> None:
        self._encode = encoding.encode
        self._last: dict[int, tuple[Any, Sent]] = {}
        self._now: dict[int, tuple[Any, Sent]] = {}

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

    def join(self, parts: Iterable[Part]) -> bytes:
        """Return parts of a scene as they are sent."""
        now, last, sent = self._now, self._last, list[Sent]()
        for part in parts:
            key = id(part)
            found = now[key] = last.get(key) or (part, self.sent(part))
            sent.append(found[1])
        return self.joined(sent)

    def known(self, part: Part | Piece) -> Sent:
        """Return a part as it is sent; what lies as it lay is looked up."""
        key = id(part)
        found = self._now.get(key)
        if found is None:
            found = self._now[key] = self._last.get(key) or (part, self.sent(part))
        return found[1]

    def sent(self, part: Part | Piece) -> Sent:
        """Return a part as it is sent, made anew."""
        raise NotImplementedError

    def joined(self, sent: list[Sent]) -> bytes:
        """Return parts as they are sent together."""
        raise NotImplementedError


class WholeParts(RecentParts[bytes]):
    """The parts of a client that is sent each of them whole."""

    def sent(self, part: Part | Piece) -> bytes:
        """Return the bytes of a part."""
        return self._encode(part.message() if isinstance(part, Zone) else part)

    def joined(self, sent: list[bytes]) -> bytes:
        """Return the parts in a row."""
        return b",".join(sent)


class NumberedParts(RecentParts[int]):
    """The parts that have been sent, each with its number, the first of them 0."""

    def __init__(self, encoding: Encoding) -> None:
        super().__init__(encoding)
        self._numbers: dict[int, int] = {}
        """The numbers of parts by the hashes of their bytes, which take less room."""

        self._lasting: dict[TablePlace | GestureKind, int] = {}
        """The numbers of those that a game makes once."""

        self._kinds: dict[GestureKind, int] = {}
        """The kinds of the gestures of the last scene."""

        self.forgotten = 0
        """The number of the first part whose bytes are kept: those of the last scene are."""

        self._used = 0
        self.encoded: list[bytes] = []
        """The parts from there on as they are sent."""

    @property
    def count(self) -> int:
        """Return how many parts have been sent."""
        return self.forgotten + len(self.encoded)

    @property
    def is_full(self) -> bool:
        return self.count > ROOM + 2 * self._used

    def begin(self) -> None:
        """A new scene begins."""
        super().begin()
        self.forgotten, self._used = self.count, 0
        self._kinds = {}
        self.encoded.clear()

    def lasting(self, part: TablePlace | GestureKind) -> int:
        """Return the number of something that stays the same at a table."""
        number = self._lasting.get(part)
        if number is None:
            number = self._lasting[part] = self.count
            self.encoded.append(self._encode(changed(part)))
        return number

    def sent(self, part: Part | Piece) -> int:
        """Return the number of a part, which is sent if it is new."""
        encoded = self._encode(self._record(part))
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

    def join_gestures(
        self, gestures: Sequence[Gesture | PlacedGesture], places: "NumberedParts"
    ) -> bytes:
        """Return what can be done: numbers of gestures, or of a place and the kinds that end there."""
        sent, at, lasting = list[int | list[int]](), None, self._lasting
        for one in gestures:
            if not isinstance(one, PlacedGesture):
                sent.append(self.known(one))
                at = None
                continue
            kind, place = one
            if place is not at:
                at, here = place, [places.lasting(place)]
                sent.append(here)
            number = lasting.get(kind)
            if number is None:
                number = self.lasting(kind)
            here.append(number)
            self._kinds[kind] = number
        self._used += len(self._now) + len(self._kinds)
        return encode(sent)[1:-1]

    def unknown(self, known: bytearray) -> dict[int, bytes]:
        """Return the parts of the last scene that are not among the known ones, and add them there."""
        known.extend(bytes(self.count - len(known)))
        found = dict[int, bytes]()

        def add(number: int, part: Part | Piece | TablePlace) -> None:
            if not known[number]:
                known[number] = True
                found[number] = self._encode(self._record(part))

        for kind, number in self._kinds.items():
            add(number, kind)
        for part, number in [*self._now.values()]:
            if isinstance(part, Zone) and not known[number]:
                add(self.lasting(part.place), part.place)
                for piece in part.pieces:
                    add(self.known(piece), piece)
            add(number, part)
        return found

    def _record(self, part: Part | Piece | TablePlace) -> object:
        """Return what is sent of a part: of a zone the numbers of its place and pieces."""
        if not isinstance(part, Zone):
            return part if isinstance(part, tuple) else changed(part)
        place = part.place
        record: dict[str, object] = {
            "place": self.lasting(place),
            "pieces": [self.known(piece) for piece in part.pieces],
        }
        if part.label is not place.label:
            record["label"] = part.label
        if part.look != place.look:
            record["look"] = part.look
        record.update((name, more) for name in MORE if (more := getattr(part, name)))
        return record


MORE = ("caption", "signs", "notes")
"""The fields of a zone that are sent only where there is anything in them."""

Parts = WholeParts | NumberedParts


def _usual(cls: type) -> tuple[tuple[str, object], ...]:
    return tuple((field.name, field.default) for field in fields(cls))


USUAL = {
    cls: (attrgetter(*(field.name for field in fields(cls))), _usual(cls))
    for cls in (Piece, TablePlace, Gesture, GestureKind)
}
"""A reader of the fields of each kind of part, and what is in them unless it says otherwise."""


def changed(part: Piece | TablePlace | Gesture | GestureKind) -> dict[str, object]:
    """Return the fields of a part that are not as usual."""
    read, usual = USUAL[type(part)]
    return {name: v for (name, u), v in zip(usual, read(part), strict=True) if v != u}
