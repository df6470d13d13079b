"""Features: the cities, roads and fields of a map, kept up to date by union.

A feature is a set of pieces: the parts of the tiles, numbered in the order in which they were
laid. The pieces form a forest: each points to another of its feature, the root to nothing. The
smaller feature is hung below the root of the larger one, so a root is found in few steps and
joining costs no more than the number of ports that touch.

House rule: a `Features` is never changed once a map holds it. A map that grows copies it and
changes the copy before anybody else sees it.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ludex.kernel import Seat

from .tiles import Ground

ROOT = -1
NOWHERE = -1
"""In place of a piece: what is claimed is no part of a tile."""


class Feature(NamedTuple):
    """The known facts of one city, road or field."""

    ground: Ground
    tiles: int
    open: int
    """Ports that face a free place; a city or road with none is complete."""

    seats: tuple[Seat, ...] = ()
    """The owners of the meeples in it, one entry a meeple."""

    pennants: int = 0
    twins: int = 0
    """The tiles of it that have another part of the same ground, one bit each.

    Only they can be in two features that are joined, and count once in the new one.
    """

    @property
    def counts(self) -> "Counts":
        """Return the number of meeples that each player has in it."""
        return counted(self.seats)

    @property
    def is_built(self) -> bool:
        """Is it a city or road that is complete?"""
        return not self.open and self.ground is not Ground.FIELD


Counts = tuple[tuple[Seat, int], ...]
"""Players in the order of their seats, each with a number of meeples."""


def counted(seats: Iterable[Seat]) -> Counts:
    """Count how many of `seats` are whose."""
    counts: dict[Seat, int] = {}
    for seat in seats:
        counts[seat] = counts.get(seat, 0) + 1
    return tuple(sorted(counts.items()))


def leaders(counts: Counts) -> tuple[Seat, ...]:
    """Return the players with the most meeples: each gets all the points."""
    most = max(n for _, n in counts)
    return tuple(seat for seat, n in counts if n == most)


class Features:
    """All features of one map."""

    __slots__ = ("_above", "_features")

    def __init__(self, above: list[int], features: dict[int, Feature]) -> None:
        self._above = above
        self._features = features

    def copy(self) -> "Features":
        """Return a copy that may be changed."""
        return Features(self._above.copy(), self._features.copy())

    def __len__(self) -> int:
        """Return how many pieces there are."""
        return len(self._above)

    def root(self, piece: int) -> int:
        """Return the piece that stands for the whole feature of `piece`."""
        above = self._above
        while (higher := above[piece]) >= 0:
            piece = higher
        return piece

    def feature(self, piece: int) -> Feature:
        """Return the feature of `piece`."""
        return self._features[self.root(piece)]

    def behind(self, touching: Iterable[tuple[int, int]]) -> tuple[int, tuple[int, ...]]:
        """Return the ports, one bit each, that touch a feature with a meeple; the ports of each feature."""
        above, features, claimed = self._above, self._features, 0
        ports: dict[int, int] = {}
        for port, piece in touching:
            root = piece
            while (higher := above[root]) >= 0:  # `self.root` takes twice as long
                root = higher
            ports[root] = ports.get(root, 0) | 1 << port
            if features[root].seats:
                claimed |= 1 << port
        return claimed, tuple(ports.values()) if claimed else ()

    def items(self) -> Iterable[tuple[int, Feature]]:
        """Return every feature with its root."""
        return self._features.items()

    # -- changes, on a copy only ---------------------------------------------------------

    def add(self, alone: Feature, twins: int, touching: Sequence[int]) -> None:
        """Add a piece, a feature by itself but for its twins, and join it to the pieces it touches.

        A piece is named once for each port at which it touches; the ports on both sides are
        open no more.
        """
        above, features = self._above, self._features
        piece = largest = len(above)
        above.append(ROOT)
        ground, tiles, free, seats, pennants, _ = alone
        if not touching:
            features[piece] = Feature(ground, tiles, free, seats, pennants, twins)
            return
        joined: dict[int, Feature] = {}
        for neighbour in touching:
            free -= 2
            root = neighbour
            while (higher := above[root]) >= 0:
                root = higher
            if root not in joined:
                joined[root] = features.pop(root)
        size = 0
        for root, more in joined.items():
            tiles += more.tiles
            free += more.open
            seats += more.seats
            pennants += more.pennants
            if more.twins:
                tiles -= (twins & more.twins).bit_count()
                twins |= more.twins
            if more.tiles > size:
                largest, size = root, more.tiles
        for root in (piece, *joined):
            if root != largest:
                above[root] = largest
        features[largest] = Feature(ground, tiles, free, seats, pennants, twins)

    def shut(self, piece: int) -> None:
        """Close a port of `piece`, which faces a tile that does not match: a broken position."""
        feature = self.feature(piece)
        self._features[self.root(piece)] = feature._replace(open=feature.open - 1)

    def enter(self, meeples: Iterable[tuple[int, Seat]]) -> None:
        """Let meeples step into the features of their pieces, all of one feature at once."""
        entering: dict[int, list[Seat]] = {}
        for piece, seat in meeples:
            entering.setdefault(self.root(piece), []).append(seat)
        for root, new in entering.items():
            ground, tiles, free, seats, pennants, twins = self._features[root]
            self._features[root] = Feature(ground, tiles, free, (*seats, *new), pennants, twins)

    def clear(self, piece: int) -> None:
        """Let all meeples leave the feature of `piece`."""
        self._features[self.root(piece)] = self.feature(piece)._replace(seats=())
