"""What belongs together on the map, for the eye: cities, roads, fields, cloisters.

Most features are as they were before the last tile, and then they are the very same objects
(`Features` makes a new one of every feature that changes, and never two of one). So the outline
of a feature is found by its identity; only for those that are new the tiles are gone through.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from ludex.kernel import Seat, joined, say, seat_name
from ludex.parts.remembered import remembered
from ludex.table import map_key

from ..rules.features import Feature
from ..rules.places import Place, surroundings
from ..rules.state import State
from ..rules.terrain import Terrain
from ..rules.tiles import GROUND_WORDS, Ground, Role
from .tile_looks import mark

Highlight = tuple[str, tuple[str, ...]]
"""A name, and the zones of the scene that it is about, each with the parts of its tile."""


class Outline(NamedTuple):
    """A feature as it is shown, and where it begins: they are shown in that order."""

    place: Place
    part: int
    shown: Highlight


@remembered(8)
def highlights(s: State) -> tuple[Highlight, ...]:
    """Each city, road, field and cloister of the map with the places of its tiles."""
    terrain = s.terrain
    found: dict[Ground, list[Outline]] = {ground: [] for ground in OUTLINES}
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
"""Where a feature lies, and which parts of the tile there belong to it."""


def _outlined(terrain: Terrain, feature: Feature, parts: Parts) -> Outline:
    marked = tuple((at, mark(terrain.tiles[at], of)) for at, of in parts.items())
    (first, (part, *_)), *_ = parts.items()
    return Outline(first, part, _outline(feature, marked))


def _outline(feature: Feature, marked: tuple[tuple[Place, str], ...]) -> Highlight:
    tiles = say("tiles", "{n} tile" if feature.tiles == 1 else "{n} tiles", n=feature.tiles)
    name = say("feature", OUTLINES[feature.ground], tiles=tiles, place=marked[0][0])
    open_ = say("open", "{number} open", number=feature.open)
    parts = [name, open_ if feature.open else say("closed", "closed")]
    one, several = CLAIMANTS[feature.ground]
    for seat, count in feature.counts:
        words, player = one if count == 1 else several, seat_name(seat)
        parts.append(say("claim", words, player=player, number=count))
    return joined(parts, ", ", GROUND_WORDS[feature.ground].code), tuple(
        f"{map_key(*at)}#{parts}" for at, parts in marked
    )


CLAIMANTS = {
    Ground.CITY: ("{player}: {number} knight", "{player}: {number} knights"),
    Ground.ROAD: ("{player}: {number} thief", "{player}: {number} thieves"),
    Ground.FIELD: ("{player}: {number} farmer", "{player}: {number} farmers"),
}
"""One of those who stand on a ground, and several."""

OUTLINES = {
    Ground.CITY: "city of {tiles} at {place}",
    Ground.ROAD: "road of {tiles} at {place}",
    Ground.FIELD: "field of {tiles} at {place}",
}


def _cloisters(terrain: Terrain) -> Iterator[Highlight]:
    tiles = terrain.tiles
    for at in sorted(at for at, turned in tiles.items() if turned.has_cloister):
        around = tuple(place for place in surroundings(at) if place in tiles)
        meeple = terrain.meeples.get(at)
        has_monk = meeple is not None and meeple.role is Role.MONK
        yield _cloister(at, around, meeple.seat if meeple and has_monk else None)


@lru_cache(1 << 12)
def _cloister(at: Place, around: tuple[Place, ...], monk: Seat | None) -> Highlight:
    words = "cloister at {place}, {tiles} of 9 tiles"
    parts = [say("cloister", words, place=at, tiles=1 + len(around))]
    if monk is not None:
        words, player = "{player}: {number} monk", seat_name(monk)
        parts.append(say("claim", words, player=player, number=1))
    shown = (map_key(*place) for place in sorted([at, *around]))
    return joined(parts, ", ", "cloister"), tuple(shown)
