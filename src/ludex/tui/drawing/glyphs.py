"""Signs that games bring along, for looks that the terminal cannot draw by itself."""

from collections.abc import Mapping
from dataclasses import replace

from ludex.table import Piece, Scene


def add_signs(scene: Scene, signs: Mapping[str, str]) -> Scene:
    """Return the scene with every piece that has a sign shown by it."""
    if not signs:
        return scene
    zones = tuple(
        replace(zone, pieces=tuple(_signed(piece, signs) for piece in zone.pieces))
        for zone in scene.zones
    )
    return replace(scene, zones=zones)


def _signed(piece: Piece, signs: Mapping[str, str]) -> Piece:
    sign = signs.get(piece.look) or signs.get(piece.look.partition(":")[0])
    return piece if not sign else replace(piece, look=f"sign:{sign}")
