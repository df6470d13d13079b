"""The tiles of Carcassonne as tables of small numbers, read off the rulebook's.

A tile as it lies is its kind and four, by the facing. Roles are numbered as the rulebook names
them; the sides are north, east, south, west, with three ports each.
"""

from collections.abc import Iterable
from itertools import chain
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from ..rules.rotation import (
    FITS,
    PORTS,
    TURNED,
    facing_port,
)
from ..rules.tiles import (
    FACINGS,
    ON_GROUND,
    Ground,
    Role,
    Tile,
    opposite,
)

Table = npt.NDArray[np.signedinteger[Any]]
"""Bytes where they suffice: what kernels hold as constants is 64 kB, each use counted."""

KINDS: Final = tuple(Tile)
ROLES: Final = (Role.NONE, *chain.from_iterable(ON_GROUND.values()), Role.MONK)
"""In the order in which the rulebook tries them, so that a list of moves has its order."""
GROUNDS: Final = (Ground.FIELD, Ground.CITY, Ground.ROAD)
FIELD, CITY, ROAD = range(3)
NOBODY, MONK = ROLES.index(Role.NONE), ROLES.index(Role.MONK)

LYING: Final = tuple(TURNED[kind][facing] for kind in KINDS for facing in FACINGS)
"""All tiles as they may lie."""

NONE: Final = -1


def _table(rows: Iterable[Iterable[int]], filler: int = 0) -> Table:
    lists = [[*row] for row in rows]
    numbers = [*chain(*lists)]
    size = np.int8 if max(map(abs, numbers)) < 128 else np.int16
    found = np.full((len(lists), max(map(len, lists))), filler, size)
    for i, row in enumerate(lists):
        found[i, : len(row)] = row
    return found


PARTS: Final = np.array([len(each.grounds) for each in LYING], np.int8)
"""How many parts a tile has."""

PART_AT: Final = _table(each.part_at for each in LYING)
PORTS_OF: Final = _table(each.ports for each in LYING)
LINKS: Final = _table((part.open for part in each.alone) for each in LYING)
GROUND: Final = _table(map(GROUNDS.index, each.grounds) for each in LYING)
PENNANTS: Final = _table((part.pennants for part in each.alone) for each in LYING)
IS_TWIN: Final = _table(
    (
        int(twin and ground is not Ground.FIELD)
        for twin, ground in zip(each.twins, each.grounds, strict=True)
    )
    for each in LYING
)
"""Has the tile another city, or another road? Of fields nobody counts the tiles."""

HAS_TWINS: Final = np.array([row.any() for row in IS_TWIN], np.int8)
IS_DIVIDED: Final = np.array([any(each.twins) for each in LYING], np.int8)
"""Has the tile two parts of one ground, which may touch the same feature?"""

ASKED: Final = ".fcr"
"""What a neighbour asks of a side, in two bits: nothing, field, city or road."""

ASKS: Final = _table(
    (ASKED.index(letter) << 2 * opposite(side) for side, letter in enumerate(each.letters))
    for each in LYING
)
"""What each side asks of the place beside it, as a need of that place."""

FACING_PORT: Final = np.array([facing_port(port) for port in range(PORTS)], np.int8)

TOUCHING: Final = _table(
    ((field << 4 | city for field, city in each.touching) for each in LYING), NONE
)
"""Each field with each city that it touches on the tile."""


def _need(bits: int) -> str:
    return "".join(ASKED[bits >> 2 * side & 3] for side in range(4))


FITTING: Final = _table(
    (
        sum(1 << FACINGS.index(facing) for facing in FITS[kind].get(_need(bits), ()))
        for bits in range(256)
    )
    for kind in KINDS
)
"""The facings that meet a need, one bit each."""

ROLE_OF: Final = _table(
    sorted(map(ROLES.index, each.part_of), key=lambda role: each.part_of[ROLES[role]])
    for each in LYING
)
"""Who stands on each part."""

PART_OF: Final = _table((each.part_of.get(role, NONE) for role in ROLES) for each in LYING)
"""Where each role stands; a monk stands on no part."""

HAS_CLOISTER: Final = np.array([each.has_cloister for each in LYING], np.int8)

EAST: Final = np.array([0, 1, 0, -1], np.int8)
NORTH: Final = np.array([1, 0, -1, 0], np.int8)
"""Where the neighbour on each side lies."""
