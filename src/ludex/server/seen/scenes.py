"""Scenes as they are sent: put together from parts that are encoded once.

After a move most piles lie as they lay, and most of what could be played still can be. Games
give the very same zones and gestures then, and their bytes are looked up, not made again.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from msgspec.json import Encoder

from ludex.kernel import ONLOOKER, Gesture, History, Scene, Seat, Zone
from ludex.parts.remembered import remembered
from ludex.server.http.offers import PUZZLES, resets
from ludex.server.tables.editing import edits

if TYPE_CHECKING:
    from ludex.server.tables.live import LiveTable

PARTS: Final = 1 << 16
"""Zones and gestures whose bytes are remembered: those of a thousand tables, 50 MB at most."""

# A refusal is a text that may know another wording of itself: here it is a text.
encode = Encoder(enc_hook=str).encode


def seat_from(number: int) -> Seat:
    """The seat that people count as `number`; 0 looks on."""
    return Seat(number - 1) if number else ONLOOKER


def scene_sent(live: "LiveTable", history: History[Any], number: int) -> bytes:
    """What a seat sees and can do at a table, which is not all that the rules know."""
    scene = live.game.scene(history.state, seat_from(number))
    anew = resets(live.game.name)  # none of them is an ordinary move
    kept = [
        g
        for g in scene.gestures
        if not (g.aside or g.prominent) or g.event.partition("(")[0] not in anew
    ]
    if live.has_closed(live.shown.notes):
        kept = []
    if number and live.game.name == PUZZLES:
        kept += [gesture for gesture, _ in edits(history).values()]
    return _encoded_scene(scene, kept)


def _encoded_scene(scene: Scene, gestures: Sequence[Gesture]) -> bytes:
    return b"".join(
        (
            b'{"zones":[',
            _encoded_zones(scene.zones),
            b'],"gestures":[',
            b",".join(map(_encoded, gestures)),
            b'],"status":',
            encode(scene.status),
            b',"highlights":',
            _encoded_highlights(scene.highlights),
            b"}",
        )
    )


@remembered(most=PARTS)
def _encoded(part: Zone | Gesture) -> bytes:
    return encode(part)


@remembered(most=64)  # at some tables everybody sees the same
def _encoded_zones(zones: tuple[Zone, ...]) -> bytes:
    return b",".join(map(_encoded, zones))


@remembered(most=64)
def _encoded_highlights(highlights: tuple[tuple[str, tuple[str, ...]], ...]) -> bytes:
    return encode(highlights)
