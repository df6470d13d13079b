"""Zones: the cities, or the fields, of a map, kept up to date by union.

A zone is a set of pieces, one a tile, so a piece is named by the place of its tile. The
pieces of one kind form a forest: each points to another of its zone, the root to nothing.
The smaller zone is hung below the root of the larger one, so a root is found in few steps
and joining costs no more than the number of sides that touch.

House rule: a `Zones` is never changed once a map holds it. A map that grows copies it and
changes the copy before anybody else sees it.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ludex.games.carcassonne.places import Place
from ludex.kernel import Seat


class Zone(NamedTuple):
    """What is known of one city or field."""

    tiles: int
    open: int
    """Sides that face a free place; a city with none is complete."""

    seats: tuple[Seat, ...] = ()
    """Whose meeples stand in it, one entry a meeple."""

    @property
    def counts(self) -> "Counts":
        """How many meeples each player has in it."""
        counts: dict[Seat, int] = {}
        for seat in self.seats:
            counts[seat] = counts.get(seat, 0) + 1
        return tuple(sorted(counts.items()))


Counts = tuple[tuple[Seat, int], ...]
"""Players in the order of their seats, each with a number of meeples."""


class Zones:
    """All cities, or all fields, of one map."""

    __slots__ = ("_above", "_zones")

    def __init__(self, above: dict[Place, Place], zones: dict[Place, Zone]) -> None:
        self._above = above
        self._zones = zones

    def copy(self) -> "Zones":
        """A copy that may be changed."""
        return Zones(self._above.copy(), self._zones.copy())

    def root(self, piece: Place) -> Place:
        """The piece that stands for the whole zone of `piece`."""
        above = self._above
        while (higher := above.get(piece)) is not None:
            piece = higher
        return piece

    def zone(self, piece: Place) -> Zone:
        """The zone of `piece`."""
        return self._zones[self.root(piece)]

    def has_meeple(self, pieces: Iterable[Place]) -> bool:
        """Does a meeple stand in the zone of any of `pieces`?"""
        above, zones = self._above, self._zones
        for piece in pieces:
            root = piece
            while (higher := above.get(root)) is not None:
                root = higher
            if zones[root].seats:
                return True
        return False

    def items(self) -> Iterable[tuple[Place, Zone]]:
        """Every zone with its root."""
        return self._zones.items()

    def values(self) -> Iterable[Zone]:
        """Every zone."""
        return self._zones.values()

    def pieces(self) -> Iterator[Place]:
        """Every piece of every zone."""
        yield from self._zones
        yield from self._above

    def members(self) -> dict[Place, tuple[Place, ...]]:
        """The pieces of each zone, by root: for showing, not for playing."""
        found: dict[Place, list[Place]] = {}
        for piece in self.pieces():
            found.setdefault(self.root(piece), []).append(piece)
        return {root: tuple(sorted(pieces)) for root, pieces in found.items()}

    # -- changes, on a copy only ---------------------------------------------------------

    def add(self, piece: Place, open_sides: int, touching: Iterable[Place]) -> None:
        """Add a piece with so many open sides and join it to the pieces it touches.

        A neighbour is named once for each side on which it touches; that side of the
        neighbour is open no more.
        """
        joined: dict[Place, Zone] = {}
        for neighbour in touching:
            open_sides -= 1
            root = self.root(neighbour)
            if root not in joined:
                joined[root] = self._zones.pop(root)
        if not joined:
            self._zones[piece] = Zone(1, open_sides)
            return
        tiles = 1
        seats: tuple[Seat, ...] = ()
        largest, size = piece, 0
        for root, zone in joined.items():
            tiles += zone.tiles
            open_sides += zone.open
            seats += zone.seats
            if zone.tiles > size:
                largest, size = root, zone.tiles
        for root in (piece, *joined):
            if root != largest:
                self._above[root] = largest
        self._zones[largest] = Zone(tiles, open_sides, seats)

    def shut(self, piece: Place) -> None:
        """One side of `piece` now faces a tile that does not match: a broken position."""
        root = self.root(piece)
        tiles, open_sides, seats = self._zones[root]
        self._zones[root] = Zone(tiles, open_sides - 1, seats)

    def enter(self, meeples: Iterable[tuple[Place, Seat]]) -> None:
        """Meeples step into the zones of their pieces, all of one zone at once."""
        entering: dict[Place, list[Seat]] = {}
        for piece, seat in meeples:
            entering.setdefault(self.root(piece), []).append(seat)
        for root, new in entering.items():
            tiles, open_sides, seats = self._zones[root]
            self._zones[root] = Zone(tiles, open_sides, (*seats, *new))

    def clear(self, piece: Place) -> None:
        """All meeples leave the zone of `piece`."""
        root = self.root(piece)
        tiles, open_sides, _ = self._zones[root]
        self._zones[root] = Zone(tiles, open_sides)
