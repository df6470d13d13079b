"""Scenes as they are sent: put together from parts that are encoded once.

After a move most piles lie as they lay, and most of what could be played still can be. Games
give the very same zones and gestures then, and their bytes are looked up, not made again.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ludex.kernel import ONLOOKER, History, Seat
from ludex.server.presentation.vocabulary import Encoding
from ludex.server.tables.live import LiveTable
from ludex.table import NO_SIDE_PANEL, Gesture, Scene, scene_of


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
