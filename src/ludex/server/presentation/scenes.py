"""Scenes as they are sent: put together from parts that are encoded once.

A client that asks for numbers (`hello` with `numbers`) is sent each part once, then its number; the
sentences in it are numbers too. It is not sent again what has not changed in the rest of a message.
All other clients are sent whole scenes with English texts.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from ludex.server.presentation.encodings import Encoding, NumberedEncoding, encode
from ludex.server.presentation.parts import NumberedParts, Parts, WholeParts
from ludex.server.tables.live import LiveTable, ShownTable
from ludex.table import (
    NO_SIDE_PANEL,
    Gesture,
    PlacedGesture,
    Scene,
    brief_scene_of,
    scene_of,
)

Offered = Sequence[Gesture | PlacedGesture]
"""The gestures of a scene, whole or by kind and place."""


class Reader:
    """A client: in which form it wants scenes, and what it knows already."""

    def __init__(self, encoding: Encoding) -> None:
        self.encoding = encoding
        self.is_numbered = isinstance(encoding, NumberedEncoding)
        self._known = 0
        self._parts: dict[bytes, KnownParts] = {}
        self._fields: dict[int, bytes] = {}

    def news(self) -> bytes:
        """Return the templates that it has not been sent yet; it is sent them with this."""
        templates: Sequence[object] = self.encoding.templates
        if self._known == len(templates):
            return b""
        news = {"from": self._known, "list": templates[self._known :]}
        self._known = len(templates)
        return b',"templates":' + encode(news)

    def changed(self, *fields: bytes) -> Iterator[bytes]:
        """Yield the fields of a message that it has not been sent so; it is sent them with this."""
        if not self.is_numbered:
            yield from fields
            return
        for i, field in enumerate(fields):
            if self._fields.get(i) != field:
                self._fields[i] = field
                yield field

    def new_parts(self, name: bytes, parts: Parts) -> bytes:
        """Return the parts of a list that it has not been sent yet; it is sent them with this."""
        if isinstance(parts, WholeParts):
            return b""
        last = self._parts.get(name)
        if last is None or last.parts is not parts:
            last = self._parts[name] = KnownParts(parts)
        return last.news(name)


class KnownParts:
    """The parts of a list that a client has been sent.

    A client that comes later, or misses a scene, is sent what it does not know of the scenes that it
    sees, and nothing else: it need not hear what a seat saw before.
    """

    def __init__(self, parts: NumberedParts) -> None:
        self.parts = parts
        self._count = 0
        self._some: bytearray | None = None
        """A flag for each part that the client knows; used if it does not know all up to a number."""

    def news(self, name: bytes) -> bytes:
        """Return what it does not know yet of the last scene, as a field of a message."""
        parts, known = self.parts, self._count
        self._count = parts.count
        if self._some is None and known < parts.forgotten:
            self._some = bytearray([True]) * known
        if self._some is not None:
            unknown = parts.unknown(self._some)
            numbers, news = b'"numbers":' + encode([*unknown]), [*unknown.values()]
        else:
            numbers, news = b'"from":%d' % known, parts.encoded[known - parts.forgotten :]
        return b',"%b":{%b,"list":[%b]}' % (name, numbers, b",".join(news)) if news else b""


class SeatParts(NamedTuple):
    """The parts that a seat has been sent: of what it sees, and of what it can do."""

    seen: Parts
    gestures: Parts


class SeenParts(NamedTuple):
    """The view of a seat, and its scene as it is sent; other seats may see the same."""

    scene: Scene
    parts: Parts
    zones: bytes
    highlights: bytes


class EncodedScene(NamedTuple):
    """The scene of a seat as it is sent, the side panel where it is sent beside it, and the parts."""

    scene: bytes
    panel: bytes
    parts: SeatParts


def encode_table_scene(
    live: LiveTable, table: ShownTable, number: int, reader: Reader
) -> EncodedScene:
    """Return what a seat sees and can do at a table."""
    form = number, reader.is_numbered
    made = table.scenes.get(form)
    if made is None:
        made = table.scenes[form] = _encoded_table(live, table, number, reader.encoding)
    return made


def _encoded_table(
    live: LiveTable, table: ShownTable, number: int, encoding: Encoding
) -> EncodedScene:
    history = table.history
    seat, numbered = live.eyes(number, history.past), isinstance(encoding, NumberedEncoding)
    gestures: Offered
    if numbered:
        scene, gestures = brief_scene_of(live.game, history.state, seat)
    else:
        scene = scene_of(live.game, history.state, seat)
        gestures = scene.gestures
    gestures = _possible(live, gestures)
    seen = _seen(live, table, number, scene, encoding)
    gesture_parts = live.cache.gestures.get((number, numbered))
    if gesture_parts is None or gesture_parts.is_full:
        gesture_parts = live.cache.gestures[number, numbered] = _new(encoding)
    parts = SeatParts(seen.parts, gesture_parts)
    encoded = _encoded_scene(scene, seen, gestures, encoding, gesture_parts)
    panel = _encoded_beside(scene, gestures, encoding)
    if numbered:
        return EncodedScene(encoded + b"}", b'"beside":' + (panel or b"null"), parts)
    return EncodedScene(encoded + (b',"beside":' + panel if panel else b"") + b"}", b"", parts)


def _new(encoding: Encoding) -> Parts:
    return (NumberedParts if isinstance(encoding, NumberedEncoding) else WholeParts)(encoding)


def _seen(
    live: LiveTable, table: ShownTable, number: int, scene: Scene, encoding: Encoding
) -> SeenParts:
    """Return what a seat sees as it is sent: once for all seats, until one sees something else."""
    known, form = live.cache.seen, isinstance(encoding, NumberedEncoding)
    last: SeenParts | None = table.seen.get(form)
    is_apart = (number, form) in known
    if last and not is_apart and _is_alike(last.scene, scene):
        return last
    owner = number if last or is_apart else None
    parts = known.get((owner, form))
    if parts is None or parts.is_full:
        parts = known[owner, form] = _new(encoding)
    parts.begin()
    made = SeenParts(scene, parts, parts.join(scene.zones), parts.join(scene.highlights))
    parts.end()
    if owner is None:
        table.seen[form] = made
    return made


def _is_alike(one: Scene, other: Scene) -> bool:
    return one.zones == other.zones and one.highlights == other.highlights


def _possible(live: LiveTable, gestures: Offered) -> Offered:
    """Return the gestures that are possible at a table: not all that the rules know are."""
    if live.now.is_closed:
        return ()
    if not (anew := live.offered.resets):  # none of them is an ordinary move
        return gestures
    return [
        g
        for g in gestures
        if isinstance(g, PlacedGesture)
        or not (g.aside or g.prominent)
        or g.event.partition("(")[0] not in anew
    ]


def encode_scene(scene: Scene, gestures: Sequence[Gesture], encoding: Encoding) -> bytes:
    """Return a whole scene and what can be done in it, as they are sent."""
    parts = WholeParts(encoding)
    zones, highlights = parts.join(scene.zones), parts.join(scene.highlights)
    seen = SeenParts(scene, parts, zones, highlights)
    encoded = _encoded_scene(scene, seen, gestures, encoding, parts)
    panel = _encoded_beside(scene, gestures, encoding)
    return encoded + (b',"beside":' + panel if panel else b"") + b"}"


def _encoded_scene(
    scene: Scene, seen: SeenParts, gestures: Offered, encoding: Encoding, parts: Parts
) -> bytes:
    """Return a scene without its end and its side panel."""
    return b"".join(
        (
            b'{"zones":[',
            seen.zones,
            b'],"gestures":[',
            _encoded_gestures(gestures, parts, seen.parts),
            b'],"status":',
            encoding.encode(scene.status),
            b',"highlights":[',
            seen.highlights,
            b"]",
            b"" if scene.zones else _encoded_words(scene, gestures, encoding),
        )
    )


def _encoded_gestures(gestures: Offered, parts: Parts, seen: Parts) -> bytes:
    parts.begin()
    if isinstance(parts, NumberedParts) and isinstance(seen, NumberedParts):
        encoded = parts.join_gestures(gestures, seen)
    else:
        encoded = parts.join([one for one in gestures if isinstance(one, Gesture)])
    parts.end()
    return encoded


def _encoded_beside(scene: Scene, gestures: Offered, encoding: Encoding) -> bytes:
    """Return what is told beside the pieces, where anything is; who has to act decides now."""
    panel = scene.side_panel
    if panel.ahead and gestures:
        panel = replace(panel, ahead=())
    return b"" if panel == NO_SIDE_PANEL else encoding.encode(panel)


def _encoded_words(scene: Scene, gestures: Offered, encoding: Encoding) -> bytes:
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
