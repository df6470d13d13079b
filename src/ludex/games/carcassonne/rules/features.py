"""Features: the cities, roads and fields of a map, kept up to date by union.

A feature is a set of pieces: the parts of the tiles, numbered in the order in which they were
laid. One of them, the root, stands for the whole feature, and each piece knows its root.

House rule: a `Features` is never changed once a map holds it. A map that grows copies it and
changes the copy before anybody else sees it.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from ludex.games.carcassonne.rules.tiles import Ground
from ludex.kernel import Seat

NOWHERE: Final = -1
"""In place of a piece: what is claimed is no part of a tile."""


class Feature(NamedTuple):
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

    Only they can be in two features that are joined, and count once in the new one.
    """

    @property
    def counts(self) -> "Counts":
        """How many meeples each player has in it."""
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


class Features:
    """All features of one map."""

    __slots__ = ("_features", "_roots")

    def __init__(self, roots: list[int], features: dict[int, Feature]) -> None:
        self._roots = roots
        self._features = features

    def copy(self) -> "Features":
        """Return a copy that may be changed."""
        return Features(self._roots.copy(), self._features.copy())

    def __len__(self) -> int:
        """How many pieces there are."""
        return len(self._roots)

    def root(self, piece: int) -> int:
        """Return the piece that stands for the whole feature of `piece`."""
        return self._roots[piece]

    def feature(self, piece: int) -> Feature:
        """Return the feature of `piece`."""
        return self._features[self._roots[piece]]

    def behind(
        self, touching: Iterable[tuple[int, int]]
    ) -> tuple[int, tuple[int, ...]]:
        """Return the ports, one bit each, that touch a feature with a meeple; the ports of each feature."""
        claimed, ports = 0, dict[int, int]()
        for port, piece in touching:
            root = self._roots[piece]
            ports[root] = ports.get(root, 0) | 1 << port
            if self._features[root].seats:
                claimed |= 1 << port
        return claimed, tuple(ports.values()) if claimed else ()

    def items(self) -> Iterable[tuple[int, Feature]]:
        """Every feature with its root."""
        return self._features.items()

    # -- changes, on a copy only ---------------------------------------------------------

    def add(self, alone: Feature, touching: Iterable[int]) -> None:
        """Add a piece, a feature by itself, and join it to the pieces it touches.

        A piece is named once for each port at which it touches; the ports on both sides are
        open no more.
        """
        roots, features = self._roots, self._features
        root = len(roots)
        ground, tiles, free, seats, pennants, twins = alone
        joined: dict[int, Feature] = {}
        for piece in touching:
            free -= 2
            other = roots[piece]
            if other not in joined:
                joined[other] = features.pop(other)
        size = 0
        for other, more in joined.items():
            tiles += more.tiles - (twins & more.twins).bit_count()
            free += more.open
            seats += more.seats
            pennants += more.pennants
            twins |= more.twins
            if more.tiles > size:
                root, size = other, more.tiles
        roots.append(root)
        if len(joined) > 1:
            self._roots = [root if each in joined else each for each in roots]
        features[root] = Feature(ground, tiles, free, seats, pennants, twins)

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
            seats = (*self._features[root].seats, *new)
            self._features[root] = self._features[root]._replace(seats=seats)

    def clear(self, piece: int) -> None:
        """Let all meeples leave the feature of `piece`."""
        self._features[self.root(piece)] = self.feature(piece)._replace(seats=())
