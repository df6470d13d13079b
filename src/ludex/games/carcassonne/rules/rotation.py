"""Tiles as they lie: turned by quarters, with all that a map asks about them in tables."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import Final

from .features import Feature
from .segments import KIND, NO_PART
from .tiles import (
    FACINGS,
    Facing,
    Ground,
    Role,
    Tile,
    opposite,
)

PORTS: Final = 12

NO_NEIGHBOUR: Final = "."
NO_NEED: Final = 4 * NO_NEIGHBOUR
"""A need is what the neighbours of a free place show to its four sides, by the first letters of the
grounds, with a dot where there is no neighbour: `c..f`."""

BY_LETTER: Final = {ground.value[0]: ground for ground in Ground}


def facing_port(port: int) -> int:
    """Return the port of the neighbour that touches `port`."""
    side, part = divmod(port, 3)
    return 3 * opposite(side) + 2 - part


@dataclass(frozen=True, slots=True, eq=False)
class Turned:
    """A tile as it lies: type, facing, and what follows from them. There is one of each."""

    tile: Tile
    facing: Facing
    sides: tuple[Ground, ...]
    letters: str
    """The first letters of the sides."""

    shows: tuple[tuple[tuple[int, int], ...], ...]
    """For each side the neighbour's ports there, and the part that each of them touches."""

    part_at: tuple[int, ...]
    """The part at each port, or `NO_PART`."""

    ports: tuple[int, ...]
    """The ports of each part, one bit each."""

    grounds: tuple[Ground, ...]
    alone: tuple[Feature, ...]
    """What each part is by itself: a feature of one tile, all its ports open."""

    twins: tuple[bool, ...]
    """Has the tile another part of the same ground?"""

    touching: tuple[tuple[int, int], ...]
    """Each field with each city that it touches here."""

    part_of: Mapping[Role, int]
    """The part on which each role stands."""

    has_cloister: bool

    def __str__(self) -> str:
        return f"{self.tile}{self.facing}"

    def __reduce__(self) -> tuple[object, tuple[Tile, Facing]]:
        return turned, (self.tile, self.facing)


def _moved(ports: int, quarters: int) -> int:
    """Return the ports of a part after quarter turns clockwise."""
    by = 3 * quarters
    return (ports << by | ports >> PORTS - by) & (1 << PORTS) - 1


def _turned(tile: Tile, facing: Facing) -> Turned:
    kind, quarters = KIND[tile], FACINGS.index(facing)
    ports = tuple(_moved(part.ports, quarters) for part in kind.parts)
    part_at = tuple(
        next((i for i, of_part in enumerate(ports) if of_part >> port & 1), NO_PART)
        for port in range(PORTS)
    )
    grounds = tuple(part.ground for part in kind.parts)
    sides = tuple(kind.sides[(side - quarters) % 4] for side in range(4))
    return Turned(
        tile,
        facing,
        sides,
        "".join(ground.value[0] for ground in sides),
        tuple(
            tuple(
                (facing_port(port), part_at[port])
                for port in range(3 * side, 3 * side + 3)
                if part_at[port] != NO_PART
            )
            for side in range(4)
        ),
        part_at,
        ports,
        grounds,
        tuple(
            Feature(part.ground, 1, part.ports.bit_count(), (), part.pennants)
            for part in kind.parts
        ),
        tuple(grounds.count(ground) > 1 for ground in grounds),
        kind.touching,
        {part.role: i for i, part in enumerate(kind.parts)},
        kind.has_cloister,
    )


TURNED: Final[Mapping[Tile, Mapping[Facing, Turned]]] = {
    tile: {facing: _turned(tile, facing) for facing in Facing} for tile in Tile
}


def turned(tile: Tile, facing: Facing) -> Turned:
    """Return the tile that lies so: the one that there is."""
    return TURNED[tile][facing]


def _fits(tile: Tile) -> Mapping[str, tuple[Facing, ...]]:
    ways: dict[str, tuple[Facing, ...]] = {}
    for facing in Facing:
        letters = TURNED[tile][facing].letters
        for need in map("".join, product(*((NO_NEIGHBOUR, letter) for letter in letters))):
            ways[need] = (*ways.get(need, ()), facing)
    return ways


FITS: Final[Mapping[Tile, Mapping[str, tuple[Facing, ...]]]] = {tile: _fits(tile) for tile in Tile}
"""FITS[tile][need]: the facings that meet a need; a need is missing if none does.

It narrows what is tried and counted; whether a tile fits, the guard of `PlaceTile` says. B and C
look alike in all facings; all four are kept as moves of their own (1.2).
"""
