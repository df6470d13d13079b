"""Zones: the cities, roads and fields of a map, kept up to date by union.

A zone is a set of pieces: the parts of the tiles, numbered in the order in which they were
laid. The pieces form a forest: each points to another of its zone, the root to nothing. The
smaller zone is hung below the root of the larger one, so a root is found in few steps and
joining costs no more than the number of ports that touch.

House rule: a `Zones` is never changed once a map holds it. A map that grows copies it and
changes the copy before anybody else sees it.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from ludex.games.carcassonne.tiles import Ground
from ludex.kernel import Seat

ROOT: Final = -1


class Zone(NamedTuple):
    """What is known of one city, road or field."""

    ground: Ground
    tiles: int
    open: int
    """Ports that face a free place; a city or road with none is complete."""

    seats: tuple[Seat, ...] = ()
    """Whose meeples stand in it, one entry a meeple."""

    pennants: int = 0
    twins: int = 0
    """The tiles of it that have another part of the same ground, one bit each.

    Only they can be in two zones that are joined, and count once in the new one.
    """

    @property
    def counts(self) -> "Counts":
        """How many meeples each player has in it."""
        return counted(self.seats)


Counts = tuple[tuple[Seat, int], ...]
"""Players in the order of their seats, each with a number of meeples."""


def counted(seats: Iterable[Seat]) -> Counts:
    """How many of `seats` are whose."""
    counts: dict[Seat, int] = {}
    for seat in seats:
        counts[seat] = counts.get(seat, 0) + 1
    return tuple(sorted(counts.items()))


class Zones:
    """All zones of one map."""

    __slots__ = ("_above", "_zones")

    def __init__(self, above: list[int], zones: dict[int, Zone]) -> None:
        self._above = above
        self._zones = zones

    def copy(self) -> "Zones":
        """A copy that may be changed."""
        return Zones(self._above.copy(), self._zones.copy())

    def __len__(self) -> int:
        """How many pieces there are."""
        return len(self._above)

    def root(self, piece: int) -> int:
        """The piece that stands for the whole zone of `piece`."""
        above = self._above
        while (higher := above[piece]) >= 0:
            piece = higher
        return piece

    def zone(self, piece: int) -> Zone:
        """The zone of `piece`."""
        return self._zones[self.root(piece)]

    def claimed(self, touching: Iterable[tuple[int, int]]) -> int:
        """The ports, one bit each, behind which a meeple stands in the zone."""
        above, zones, ports = self._above, self._zones, 0
        for port, piece in touching:
            root = piece
            while (higher := above[root]) >= 0:
                root = higher
            if zones[root].seats:
                ports |= 1 << port
        return ports

    def items(self) -> Iterable[tuple[int, Zone]]:
        """Every zone with its root."""
        return self._zones.items()

    def values(self) -> Iterable[Zone]:
        """Every zone."""
        return self._zones.values()

    # -- changes, on a copy only ---------------------------------------------------------

    def add(
        self, ground: Ground, free: int, pennants: int, twins: int, touching: list[int]
    ) -> None:
        """Add a piece with so many `free` ports and join it to the pieces it touches.

        A piece is named once for each port at which it touches; that port of it is open
        no more.
        """
        above, zones = self._above, self._zones
        piece = len(above)
        above.append(ROOT)
        if not touching:
            zones[piece] = Zone(ground, 1, free, (), pennants, twins)
            return
        joined: dict[int, Zone] = {}
        for neighbour in touching:
            free -= 1
            root = neighbour
            while (higher := above[root]) >= 0:
                root = higher
            if root not in joined:
                joined[root] = zones.pop(root)
        tiles, size, largest = 1, 0, piece
        seats: tuple[Seat, ...] = ()
        for root, zone in joined.items():
            tiles += zone.tiles
            free += zone.open
            seats += zone.seats
            pennants += zone.pennants
            if zone.twins:
                tiles -= (twins & zone.twins).bit_count()
                twins |= zone.twins
            if zone.tiles > size:
                largest, size = root, zone.tiles
        for root in (piece, *joined):
            if root != largest:
                above[root] = largest
        zones[largest] = Zone(ground, tiles, free, seats, pennants, twins)

    def shut(self, piece: int) -> None:
        """A port of `piece` now faces a tile that does not match: a broken position."""
        root = self.root(piece)
        zone = self._zones[root]
        self._zones[root] = zone._replace(open=zone.open - 1)

    def enter(self, meeples: Iterable[tuple[int, Seat]]) -> None:
        """Meeples step into the zones of their pieces, all of one zone at once."""
        entering: dict[int, list[Seat]] = {}
        for piece, seat in meeples:
            entering.setdefault(self.root(piece), []).append(seat)
        for root, new in entering.items():
            ground, tiles, free, seats, pennants, twins = self._zones[root]
            seats = (*seats, *new)
            self._zones[root] = Zone(ground, tiles, free, seats, pennants, twins)

    def clear(self, piece: int) -> None:
        """All meeples leave the zone of `piece`."""
        root = self.root(piece)
        ground, tiles, free, _, pennants, twins = self._zones[root]
        self._zones[root] = Zone(ground, tiles, free, (), pennants, twins)
