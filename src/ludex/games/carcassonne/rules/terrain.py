"""The terrain: tiles and meeples on the map, and what is worth knowing at every moment.

Two things are the position: which tile lies where, and which meeple stands where. All
else (features, free places and what they need, how many of each type lie) follows from them
and is carried along from tile to tile, so that nothing is searched for in play.

House rules of this file:
1. A terrain is a value: equal when tiles and meeples are, hashable, never changed. New
   ones are made from copies of its tables.
2. It knows no rules of play. It takes positions that break them (sides that do not match,
   islands), as the document's programs do; `PlaceTile` and the validity check are stricter.
"""

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from operator import itemgetter
from typing import NamedTuple

from ludex.kernel import Seat

from .features import NOWHERE, Feature, Features
from .places import Place, neighbours
from .segments import FITS, NO_NEED, Turned
from .tiles import (
    ON_GROUND,
    Ground,
    Role,
    Tile,
)


class Meeple(NamedTuple):
    """A follower on the map: whose it is and what it is there."""

    seat: Seat
    role: Role


class Opening(NamedTuple):
    """A free place beside some tile: what it needs, and the pieces it would join."""

    need: str = NO_NEED
    touching: tuple[tuple[int, int], ...] = ()
    """Its ports, and the piece that each of them touches."""


class LaidTile(NamedTuple):
    """A tile, where it lies, and the meeple put on it."""

    at: Place
    turned: Turned
    meeple: Meeple | None = None


NO_OPENING = Opening()


def mismatches(
    tiles: Mapping[Place, Turned], at: Place, turned: Turned
) -> list[tuple[int, Ground, Place, Ground]]:
    """Return each side of a tile that is another ground than its neighbour's: ours, the neighbour, theirs."""
    found = []
    for side, place in enumerate(neighbours(at)):
        other = tiles.get(place)
        if other is not None:
            ours, theirs = turned.sides[side], other.sides[side - 2]  # the opposite
            if ours is not theirs:
                found.append((side, ours, place, theirs))
    return found


def joined(turned: Turned, claimed: int, features: tuple[int, ...]) -> int:
    """Return the ports of a tile behind which meeples will stand when it has joined features.

    The tile can join features by a detour: one of its parts touches a field which another
    part of it touches too, and that one touches a field with a farmer.
    """
    before = 0
    while before != claimed:
        before = claimed
        for ports in (*turned.ports, *features):
            claimed |= ports if ports & claimed else 0
    return claimed


@dataclass(frozen=True, slots=True, eq=False)
class Terrain:
    """The map; `EMPTY` has no tile."""

    tiles: dict[Place, Turned]
    """In the order in which they were laid. Never changed, as all that is here."""

    meeples: dict[Place, Meeple]
    openings: dict[Place, Opening]
    """The free places that share a side with a tile."""

    types: dict[Tile, int]
    """The number of tiles of each type that lie."""

    pieces: dict[Place, int]
    """The number of each tile's first part; its others follow."""

    stands: dict[Place, int]
    """The piece on which each meeple stands, in the same order; a monk is `NOWHERE`."""

    features: Features

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Terrain):
            return NotImplemented
        return self.tiles == other.tiles and self.meeples == other.meeples

    def __hash__(self) -> int:
        return hash((frozenset(self.tiles.items()), frozenset(self.meeples.items())))

    def __repr__(self) -> str:
        tiles = " ".join(f"{turned}{at}" for at, turned in self.tiles.items())
        meeples = " ".join(
            f"{seat + 1}{role.value}{at}" for at, (seat, role) in self.meeples.items()
        )
        return f"<Terrain {tiles} | {meeples}>"

    # -- questions -----------------------------------------------------------------------

    def has_room(self, tile: Tile) -> bool:
        """Can `tile` be laid anywhere?"""
        fits = FITS[tile]
        for opening in self.openings.values():  # noqa: SIM110  # `any` takes twice as long
            if opening.need in fits:
                return True
        return False

    def placements(self, tile: Tile) -> int:
        """Return in how many ways (place and facing) `tile` can be laid."""
        fits = FITS[tile]
        return sum(len(fits.get(opening.need, ())) for opening in self.openings.values())

    def is_taken(self, at: Place, turned: Turned, role: Role) -> bool:
        """Would the part for `role` be in a feature with a meeple once the tile lies there?"""
        part, opening = turned.part_of.get(role), self.openings.get(at)
        if part is None or opening is None:
            return False
        claimed, features = self.features.behind(opening.touching)
        return bool(claimed and turned.ports[part] & joined(turned, claimed, features))

    def used(self, seat: Seat) -> int:
        """Return how many meeples of a player are on the map."""
        return [*map(itemgetter(0), self.meeples.values())].count(seat)

    def of_ground(self, ground: Ground) -> Iterator[tuple[int, Feature]]:
        """Yield every city, road or field with its root."""
        return (
            (root, feature) for root, feature in self.features.items() if feature.ground is ground
        )

    def members(self, roots: Container[int]) -> dict[int, dict[Place, tuple[int, ...]]]:
        """Return the parts of some features by place, in order, by root: for showing, not for playing."""
        found: dict[int, dict[Place, tuple[int, ...]]] = {}
        root_of = self.features.root
        for at in sorted(self.tiles):
            first = self.pieces[at]
            for part in range(len(self.tiles[at].grounds)):
                root = root_of(first + part)
                if root in roots:
                    places = found.setdefault(root, {})
                    places[at] = (*places.get(at, ()), part)
        return found

    # -- changes: new values --------------------------------------------------------------

    def with_tiles(self, laid: Iterable[LaidTile]) -> "Terrain":
        """Return the terrain with more tiles; on a place that is taken the first tile stays.

        Meeples enter their features last: however many they are, joining the tiles has not
        carried them along.
        """
        entering: list[tuple[int, Seat]] = []
        new = Terrain(
            {**self.tiles},
            {**self.meeples},
            {**self.openings},
            {**self.types},
            {**self.pieces},
            {**self.stands},
            self.features.copy(),
        )
        for at, turned, meeple in laid:
            if at not in new.tiles:
                new.lay_tile(at, turned)
                if meeple is not None:
                    new.put_meeple(at, meeple)
                    if new.stands[at] != NOWHERE:
                        entering.append((new.stands[at], meeple.seat))
        if entering:
            new.features.enter(entering)
        return new

    def without(self, places: Iterable[Place]) -> "Terrain":
        """Return the terrain after the meeples there have gone home, each feature of them whole."""
        meeples, stands = {**self.meeples}, {**self.stands}
        features = self.features.copy()
        for at in places:
            del meeples[at]
            piece = stands.pop(at)
            if piece != NOWHERE:
                features.clear(piece)
        return Terrain(
            self.tiles,
            meeples,
            self.openings,
            self.types,
            self.pieces,
            stands,
            features,
        )

    # -- on a copy only --------------------------------------------------------------------

    def lay_tile(self, at: Place, turned: Turned) -> None:
        """Lay a tile: its parts are joined, free places beside it get new needs."""
        need, touching = self.openings.pop(at, NO_OPENING)
        alone = turned.alone
        if turned.facing not in FITS[turned.tile].get(need, ()):
            touching, alone = self.shut_sides(need, touching, turned)
        features, tiles, openings = self.features, self.tiles, self.openings
        first, part_at, bit = len(features), turned.part_at, 1 << len(tiles)
        joined: list[list[int]] = [[] for _ in alone]
        for port, piece in touching:
            joined[part_at[port]].append(piece)
        for feature, has_twin, pieces in zip(alone, turned.twins, joined, strict=True):
            features.add(feature, bit if has_twin else 0, pieces)
        tiles[at], self.pieces[at] = turned, first
        self.types[turned.tile] += 1
        for side, place in enumerate(neighbours(at)):
            if place not in tiles:
                need, touching = openings.get(place, NO_OPENING)
                parts = [(port, first + part) for port, part in turned.shows[side]]
                need = shown_at((side + 2) % 4, turned.letters[side], need)
                openings[place] = Opening(need, (*touching, *parts))

    def shut_sides(
        self, need: str, touching: tuple[tuple[int, int], ...], turned: Turned
    ) -> tuple[tuple[tuple[int, int], ...], tuple[Feature, ...]]:
        """Return what touches all the same, and what is open, in a position that breaks the rules.

        Where two sides do not match nothing is joined, and neither of them is open.
        """
        sides = zip(turned.letters, need, strict=True)
        wrong = [i for i, (ours, there) in enumerate(sides) if there not in (".", ours)]
        open_ports = [feature.open for feature in turned.alone]
        for port in (3 * side + i for side in wrong for i in range(3)):
            part = turned.part_at[port]
            if part >= 0:
                open_ports[part] -= 1
        for port, piece in touching:
            if port // 3 in wrong:
                self.features.shut(piece)
        matching = tuple(touch for touch in touching if touch[0] // 3 not in wrong)
        parts = zip(turned.alone, open_ports, strict=True)
        return matching, tuple(part._replace(open=free) for part, free in parts)

    def put_meeple(self, at: Place, meeple: Meeple) -> None:
        """Put a meeple on the tile at `at`.

        A knight on a tile without a city stands in a city of that tile alone, closed all
        round, and a farmer on a tile without a field likewise: so the original took them
        (E-CA-6). Only the document's programs let such followers in, with a warning.
        """
        self.meeples[at] = meeple
        ground = STANDS_ON.get(meeple.role)
        part = self.tiles[at].part_of.get(meeple.role)
        if ground is None:
            self.stands[at] = NOWHERE
        elif part is None:
            self.stands[at] = len(self.features)
            self.features.add(Feature(ground, 1, 0), 0, ())
        else:
            self.stands[at] = self.pieces[at] + part


@cache
def shown_at(side: int, letter: str, need: str) -> str:
    """Return a need to which a neighbour shows a letter at one side more."""
    return need[:side] + letter + need[side + 1 :]


STANDS_ON = {role: ground for ground, roles in ON_GROUND.items() for role in roles}
"""The ground of each role; a monk has none."""

EMPTY = Terrain({}, {}, {}, dict.fromkeys(Tile, 0), {}, {}, Features([], {}))
