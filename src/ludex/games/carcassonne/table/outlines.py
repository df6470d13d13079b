"""Features on the map, outlined for the eye: cities, roads, fields, cloisters.

Most features are as they were before the last tile, and then they are the very same objects
(`Features` makes a new one of every feature that changes, and never two of one). So the outline
of a feature is found by its identity; only for those that are new the tiles are gone through.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from ludex.kernel import Seat, joined, seat_name
from ludex.parts.remembered import remembered
from ludex.table import by_number, map_key

from ..rules.features import Feature
from ..rules.places import Place, surroundings
from ..rules.state import State
from ..rules.terrain import Terrain
from ..rules.tiles import GROUND_WORDS, Ground, Role
from . import tell
from .tile_looks import mark

Highlight = tuple[str, tuple[str, ...]]
"""A name, and the zones of the scene that it is about, each with the parts of its tile."""


GROUNDS = (Ground.CITY, Ground.ROAD, Ground.FIELD)


class Outline(NamedTuple):
    """A feature as it is shown, and where it begins: they are shown in that order."""

    place: Place
    part: int
    shown: Highlight


@remembered(8)
def highlights(s: State) -> tuple[Highlight, ...]:
    """Each city, road, field and cloister of the map with the places of its tiles."""
    terrain = s.terrain
    found: dict[Ground, list[Outline]] = {ground: [] for ground in GROUNDS}
    new: dict[int, list[Outline]] = {}
    for root, feature in terrain.features.items():
        known = _known(feature)
        if known:
            found[feature.ground] += known
        else:
            new[root] = known
    if new:
        for root, parts in terrain.members(new).items():
            feature = terrain.features.feature(root)
            new[root].append(_outlined(terrain, feature, parts))
            found[feature.ground] += new[root]
    outlines = (outline for some in found.values() for outline in sorted(some))
    return (*(outline.shown for outline in outlines), *_cloisters(terrain))


@remembered(1 << 14)
def _known(_: Feature) -> list[Outline]:
    """The outline of a feature, once it has been made."""
    return []


Parts = dict[Place, tuple[int, ...]]
"""The place of a feature, and the parts of the tile there that belong to it."""


def _outlined(terrain: Terrain, feature: Feature, parts: Parts) -> Outline:
    marked = tuple((at, mark(terrain.tiles[at], of)) for at, of in parts.items())
    (first, (part, *_)), *_ = parts.items()
    return Outline(first, part, _outline(feature, marked))


def _outline(feature: Feature, marked: tuple[tuple[Place, str], ...]) -> Highlight:
    ground, name = feature.ground.value, GROUND_WORDS[feature.ground]
    tiles = tell(by_number("tiles", feature.tiles), n=feature.tiles)
    is_open = tell("open", number=feature.open) if feature.open else tell("closed")
    parts = [tell(f"feature.{ground}", tiles=tiles, place=marked[0][0]), is_open]
    for seat, number in feature.counts:
        code = by_number(f"claim.{ground}", number)
        parts.append(tell(code, player=seat_name(seat), number=number))
    return joined(parts, ", ", name.code), tuple(f"{map_key(*at)}#{parts}" for at, parts in marked)


def _cloisters(terrain: Terrain) -> Iterator[Highlight]:
    tiles = terrain.tiles
    for at in sorted(at for at, turned in tiles.items() if turned.has_cloister):
        around = tuple(place for place in surroundings(at) if place in tiles)
        meeple = terrain.meeples.get(at)
        has_monk = meeple is not None and meeple.role is Role.MONK
        yield _cloister(at, around, meeple.seat if meeple and has_monk else None)


@lru_cache(1 << 12)
def _cloister(at: Place, around: tuple[Place, ...], monk: Seat | None) -> Highlight:
    parts = [tell("cloister.outline", place=at, tiles=1 + len(around))]
    if monk is not None:
        parts.append(tell("claim.cloister.one", player=seat_name(monk), number=1))
    keys = (map_key(*place) for place in sorted([at, *around]))
    return joined(parts, ", ", "cloister"), tuple(keys)
