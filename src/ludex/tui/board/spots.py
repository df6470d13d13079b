"""Spots: a piece or a place that can be pointed at, and all that is pointed at now."""

from dataclasses import dataclass
from typing import NamedTuple

from ludex.table import Piece, Scene, Zone

SEVERAL = 6
"""The number of places beyond which a change was a deal, and is not pointed out."""


class BoardSpot(NamedTuple):
    """A zone by its key, and a piece of it by its number; None is the whole place."""

    zone: str
    piece: int | None = None


@dataclass(frozen=True, slots=True)
class BoardHighlights:
    """All that is pointed at, and why."""

    cursor: BoardSpot | None = None
    picked: BoardSpot | None = None
    legal: frozenset[str] = frozenset()
    """The targets of the piece that is held."""

    hint: tuple[BoardSpot, ...] = ()
    changed: frozenset[str] = frozenset()
    """The places that changed since the player's last decision."""

    lit: frozenset[str] = frozenset()
    """A set of zones that belong together, such as a city."""


def zone_of(scene: Scene, key: str) -> Zone | None:
    """Find the zone of a key."""
    return next((zone for zone in scene.zones if zone.key == key), None)


def piece_of(scene: Scene, spot: BoardSpot) -> Piece | None:
    """Find the piece of a spot; of a whole place the last, which lies on top."""
    zone = zone_of(scene, spot.zone)
    if zone is None or not zone.pieces:
        return None
    index = len(zone.pieces) - 1 if spot.piece is None else spot.piece
    return zone.pieces[index] if 0 <= index < len(zone.pieces) else None


def spot_of(scene: Scene, key: str) -> BoardSpot | None:
    """Find where the piece or the zone of a key is."""
    for zone in scene.zones:
        if zone.key == key:
            return BoardSpot(key)
    for zone in scene.zones:
        for i, piece in enumerate(zone.pieces):
            if piece.key == key:
                return BoardSpot(zone.key, i)
    return None


def describe_spot(scene: Scene, spot: BoardSpot | None) -> str:
    """Say what lies there."""
    zone = zone_of(scene, spot.zone) if spot else None
    if zone is None or spot is None:
        return ""
    piece = piece_of(scene, spot)
    count = len(zone.pieces)
    if piece is None or piece.label in zone.label:
        return zone.label
    more = f" × {count}" if count > 1 else ""
    return f"{piece.label} ({zone.label}{more})"


def changed(before: Scene | None, after: Scene) -> frozenset[str]:
    """List the zones whose pieces are others than before."""
    if before is None:
        return frozenset()
    pieces = {zone.key: zone.pieces for zone in before.zones}
    return frozenset(
        zone.key
        for zone in after.zones
        if (zone.key in pieces and pieces[zone.key] != zone.pieces)
        or (zone.key not in pieces and zone.pieces)
    )


def emptied_zones(before: Scene, after: Scene) -> frozenset[str]:
    """List the zones from which something has gone away."""
    left = {zone.key: {piece.key for piece in zone.pieces} for zone in after.zones}
    return frozenset(
        zone.key
        for zone in before.zones
        if {piece.key for piece in zone.pieces} - left.get(zone.key, set())
    )
