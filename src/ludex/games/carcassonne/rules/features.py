"""Features: the cities, roads and fields of a map, kept up to date by union.

A feature is a set of pieces: the parts of the tiles, numbered in the order in which they were
laid. The pieces form a forest: each points to another of its feature, the root to nothing. The
smaller feature is hung below the root of the larger one, so a root is found in few steps and
joining costs no more than the number of ports that touch.

House rule: a `Features` is never changed once a map holds it. A map that grows copies it and
changes the copy before anybody else sees it.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from ludex.games.carcassonne.rules.tiles import Ground
from ludex.kernel import Seat

ROOT: Final = -1
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


Counts = tuple[tuple[Seat, int], ...]
"""Players in the order of their seats, each with a number of meeples."""


def counted(seats: Iterable[Seat]) -> Counts:
    """How many of `seats` are whose."""
    counts: dict[Seat, int] = {}
    for seat in seats:
        counts[seat] = counts.get(seat, 0) + 1
    return tuple(sorted(counts.items()))


class Features:
    """All features of one map."""

    __slots__ = ("_above", "_features")

    def __init__(self, above: list[int], features: dict[int, Feature]) -> None:
        self._above = above
        self._features = features

    def copy(self) -> "Features":
        """A copy that may be changed."""
        return Features(self._above.copy(), self._features.copy())

    def __len__(self) -> int:
        """How many pieces there are."""
        return len(self._above)

    def root(self, piece: int) -> int:
        """The piece that stands for the whole feature of `piece`."""
        above = self._above
        while (higher := above[piece]) >= 0:
            piece = higher
        return piece

    def feature(self, piece: int) -> Feature:
        """The feature of `piece`."""
        return self._features[self.root(piece)]

    def behind(
        self, touching: Iterable[tuple[int, int]]
    ) -> tuple[int, tuple[int, ...]]:
        """The ports, one bit each, that touch a feature with a meeple; the ports of each feature."""
        above, features, claimed = self._above, self._features, 0
        ports: dict[int, int] = {}
        for port, piece in touching:
            root = piece
            while (higher := above[root]) >= 0:
                root = higher
            ports[root] = ports.get(root, 0) | 1 << port
            if features[root].seats:
                claimed |= 1 << port
        return claimed, tuple(ports.values()) if claimed else ()

    def seated(
        self, pieces: Iterable[int], meeples: Iterable[tuple[Seat, object]]
    ) -> dict[int, tuple[Seat, ...]]:
        """Whose meeples stand in which feature, by its root: on each piece that one."""
        above, found = self._above, dict[int, tuple[Seat, ...]]()
        for piece, (seat, _) in zip(pieces, meeples, strict=True):
            if piece >= 0:
                root = piece
                while (higher := above[root]) >= 0:
                    root = higher
                found[root] = (*found[root], seat) if root in found else (seat,)
        return found

    def claimants(self) -> dict[int, tuple[Seat, ...]]:
        """Whom each feature counts as its own, by its root, where there is anybody."""
        return {root: seats for root, (_, _, _, seats, _, _) in self.items() if seats}

    def to_score(self) -> dict[int, Feature]:
        """The complete cities and roads with meeples, by their roots."""
        return {
            root: feature
            for root, feature in self._features.items()
            if feature.seats and not feature.open and feature.ground is not Ground.FIELD
        }

    def items(self) -> Iterable[tuple[int, Feature]]:
        """Every feature with its root."""
        return self._features.items()

    def values(self) -> Iterable[Feature]:
        """Every feature."""
        return self._features.values()

    # -- changes, on a copy only ---------------------------------------------------------

    def add(
        self, ground: Ground, free: int, pennants: int, twins: int, touching: list[int]
    ) -> None:
        """Add a piece with so many `free` ports and join it to the pieces it touches.

        A piece is named once for each port at which it touches; that port of it is open
        no more.
        """
        above, features = self._above, self._features
        piece = len(above)
        above.append(ROOT)
        if not touching:
            features[piece] = Feature(ground, 1, free, (), pennants, twins)
            return
        joined: dict[int, Feature] = {}
        for neighbour in touching:
            free -= 1
            root = neighbour
            while (higher := above[root]) >= 0:
                root = higher
            if root not in joined:
                joined[root] = features.pop(root)
        tiles, size, largest = 1, 0, piece
        seats: tuple[Seat, ...] = ()
        for root, feature in joined.items():
            tiles += feature.tiles
            free += feature.open
            seats += feature.seats
            pennants += feature.pennants
            if feature.twins:
                tiles -= (twins & feature.twins).bit_count()
                twins |= feature.twins
            if feature.tiles > size:
                largest, size = root, feature.tiles
        for root in (piece, *joined):
            if root != largest:
                above[root] = largest
        features[largest] = Feature(ground, tiles, free, seats, pennants, twins)

    def shut(self, piece: int) -> None:
        """A port of `piece` now faces a tile that does not match: a broken position."""
        root = self.root(piece)
        feature = self._features[root]
        self._features[root] = feature._replace(open=feature.open - 1)

    def enter(self, meeples: Iterable[tuple[int, Seat]]) -> None:
        """Meeples step into the features of their pieces, all of one feature at once."""
        entering: dict[int, list[Seat]] = {}
        for piece, seat in meeples:
            entering.setdefault(self.root(piece), []).append(seat)
        for root, new in entering.items():
            ground, tiles, free, seats, pennants, twins = self._features[root]
            seats = (*seats, *new)
            self._features[root] = Feature(ground, tiles, free, seats, pennants, twins)

    def clear(self, piece: int) -> None:
        """All meeples leave the feature of `piece`."""
        root = self.root(piece)
        ground, tiles, free, _, pennants, twins = self._features[root]
        self._features[root] = Feature(ground, tiles, free, (), pennants, twins)
