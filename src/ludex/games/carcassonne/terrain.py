"""The terrain: tiles and meeples on the map, and what is worth knowing at every moment.

Two things are the position: which tile lies where, and which meeple stands where. All
else (zones, free places and what they need, how many of each type lie) follows from them
and is carried along from tile to tile, so that nothing is searched for in play.

House rules of this file:
1. A terrain is a value: equal when tiles and meeples are, hashable, never changed. New
   ones are made from copies of its tables.
2. It knows no rules of play. It takes positions that break them (sides that do not match,
   islands), as the document's programs do; `PlaceTile` and the validity check are stricter.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from ludex.games.carcassonne.places import Place, neighbours
from ludex.games.carcassonne.tiles import (
    FITS,
    Facing,
    Ground,
    Role,
    Tile,
    Turned,
    opposite,
)
from ludex.games.carcassonne.zones import Zones
from ludex.kernel import Seat


class Meeple(NamedTuple):
    """A follower on the map: whose it is and what it is there."""

    seat: Seat
    role: Role


class Opening(NamedTuple):
    """A free place beside some tile: what it needs, and the pieces it would join."""

    need: int
    cities: tuple[Place, ...] = ()
    fields: tuple[Place, ...] = ()


class Laid(NamedTuple):
    """A tile, where it lies, and the meeple put on it."""

    at: Place
    turned: Turned
    meeple: Meeple | None = None


NO_OPENING: Final = Opening(0)


@dataclass(frozen=True, slots=True, eq=False)
class Terrain:
    """The map; `EMPTY` has no tile."""

    tiles: Mapping[Place, Turned]
    """In the order in which they were laid."""

    meeples: Mapping[Place, Meeple]
    openings: Mapping[Place, Opening]
    """The free places that share a side with a tile."""

    types: Mapping[Tile, int]
    """How many tiles of each type lie."""

    cities: Zones
    fields: Zones

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

    def facings(self, tile: Tile, at: Place) -> tuple[Facing, ...]:
        """The ways round that `tile` fits at the free place `at`."""
        opening = self.openings.get(at)
        return () if opening is None else FITS[tile].get(opening.need, ())

    def has_room(self, tile: Tile) -> bool:
        """Can `tile` be laid anywhere?"""
        fits = FITS[tile]
        for opening in self.openings.values():  # noqa: SIM110  # `any` takes twice as long
            if opening.need in fits:
                return True
        return False

    def placements(self, tile: Tile) -> int:
        """In how many ways (place and facing) `tile` can be laid."""
        fits = FITS[tile]
        return sum(
            len(fits.get(opening.need, ())) for opening in self.openings.values()
        )

    def taken(self, opening: Opening) -> tuple[bool, bool]:
        """Would a tile there join a city with a knight, a field with a farmer?"""
        _, cities, fields = opening
        return (
            bool(cities) and self.cities.has_meeple(cities),
            bool(fields) and self.fields.has_meeple(fields),
        )

    def used(self, seat: Seat) -> int:
        """How many meeples of a player are on the map."""
        return [meeple.seat for meeple in self.meeples.values()].count(seat)

    # -- changes: new values --------------------------------------------------------------

    def with_tiles(self, laid: Iterable[Laid]) -> "Terrain":
        """The terrain with more tiles; on a place that is taken the first tile stays."""
        draft = _Draft(self)
        for at, turned, meeple in laid:
            if at not in draft.tiles:
                draft.lay(at, turned)
                if meeple is not None:
                    draft.man(at, turned, meeple)
        return draft.terrain()

    def without(self, places: Iterable[Place]) -> "Terrain":
        """The terrain after the meeples there have gone home, each zone of them whole."""
        meeples = {**self.meeples}
        cities, fields = self.cities.copy(), self.fields.copy()
        for at in places:
            role = meeples.pop(at).role
            if role is Role.KNIGHT:
                cities.clear(at)
            elif role is Role.FARMER:
                fields.clear(at)
        return Terrain(self.tiles, meeples, self.openings, self.types, cities, fields)


class _Draft:
    """The tables of a terrain to come, copied so that they may be changed."""

    __slots__ = (
        "cities",
        "farmers",
        "fields",
        "knights",
        "meeples",
        "openings",
        "tiles",
        "types",
    )

    def __init__(self, terrain: Terrain) -> None:
        self.tiles = {**terrain.tiles}
        self.meeples = {**terrain.meeples}
        self.openings = {**terrain.openings}
        self.types = {**terrain.types}
        self.cities = terrain.cities.copy()
        self.fields = terrain.fields.copy()
        self.knights: list[tuple[Place, Seat]] = []
        self.farmers: list[tuple[Place, Seat]] = []

    def terrain(self) -> Terrain:
        """The finished terrain; the draft is not to be used any more.

        Only now do its new meeples enter their zones: however many they are, joining
        the tiles has not carried them along.
        """
        if self.knights:
            self.cities.enter(self.knights)
        if self.farmers:
            self.fields.enter(self.farmers)
        return Terrain(
            self.tiles,
            self.meeples,
            self.openings,
            self.types,
            self.cities,
            self.fields,
        )

    def lay(self, at: Place, turned: Turned) -> None:
        """Lay a tile: neighbours are joined, free places beside it get new needs."""
        city_sides = field_sides = 0
        cities: list[Place] = []
        fields: list[Place] = []
        for side, beside in enumerate(neighbours(at)):
            is_city = turned.sides[side] is Ground.CITY
            neighbour = self.tiles.get(beside)
            if neighbour is None:
                self.open(beside, turned.asks[side], at, is_city=is_city)
                city_sides += is_city
                field_sides += not is_city
            elif (neighbour.sides[opposite(side)] is Ground.CITY) is is_city:
                (cities if is_city else fields).append(beside)
            else:  # only in a position that breaks the rules
                (self.fields if is_city else self.cities).shut(beside)
        self.openings.pop(at, None)
        self.tiles[at] = turned
        self.types[turned.tile] += 1
        if turned.has_city:
            self.cities.add(at, city_sides, cities)
        if turned.has_field:
            self.fields.add(at, field_sides, fields)

    def open(self, beside: Place, ask: int, at: Place, *, is_city: bool) -> None:
        """A free place gets the tile at `at` as a neighbour, with its city or field."""
        need, cities, fields = self.openings.get(beside, NO_OPENING)
        if is_city:
            cities = (*cities, at)
        else:
            fields = (*fields, at)
        self.openings[beside] = Opening(need | ask, cities, fields)

    def man(self, at: Place, turned: Turned, meeple: Meeple) -> None:
        """Put a meeple on the tile at `at` and count it in its zone.

        A knight on a tile without a city stands in a city of that tile alone, closed all
        round, and a farmer on a tile without a field likewise: so the original took them
        (E-CA-6). Only the document's programs let such followers in, with a warning.
        """
        self.meeples[at] = meeple
        if meeple.role is Role.KNIGHT:
            if not turned.has_city:
                self.cities.add(at, 0, ())
            self.knights.append((at, meeple.seat))
        elif meeple.role is Role.FARMER:
            if not turned.has_field:
                self.fields.add(at, 0, ())
            self.farmers.append((at, meeple.seat))


EMPTY: Final = Terrain({}, {}, {}, dict.fromkeys(Tile, 0), Zones({}, {}), Zones({}, {}))
