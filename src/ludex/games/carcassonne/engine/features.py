"""Features of a position that foretell its end: some numbers for each seat, and their weights.

A city, road, field or cloister with a meeple counts for those with the most meeples in it. How
likely it is to be completed is judged by the tiles that are still in the bag: each open side needs one that
fits there and leaves nothing open.

What the signs are worth in points at the end was found by games against itself. `weights.txt` has a block for
each set of tiles, a line a sign: what one of it is worth when no tile is left, and how that changes with the part
of the tiles that is left, and with its square. `tools/carcassonne_weights.py` makes it.
"""

import math
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ludex.compile.engine import Row
from ludex.compile.jit import called

from .layout import (
    ABOVE,
    AROUND_AT,
    CITY,
    CLAIMS,
    FACING_PORT,
    FIELD,
    FITTING,
    IS_BASE,
    LEFT,
    LENGTH_AT,
    MEEPLES_AT,
    MONK,
    MOST_PIECES,
    MOST_SEATS,
    MOST_TILES,
    OPEN_AT,
    OPENING,
    OPENINGS,
    OPTIONS,
    OVER,
    PART_AT,
    PHASE,
    PIECES,
    POINTS,
    PORTS_OF,
    ROLE_AT,
    SEAT_AT,
    TILE,
    TILES,
    TOUCHING,
    Table,
    counted,
    first_piece,
    lies,
    need_of,
    root_of,
    seat_of,
    seats,
    tile_beside,
    used,
)
from .moves import TILE_KINDS
from .placement import COUNTED, worth

Numbers = npt.NDArray[np.float64]

SIGNS = (
    "points", "city points", "city points, as likely as they are",
    "city points, one side open", "city points, two sides open", "city points, more open",
    "cities, one side open", "cities, two sides open", "cities, more open",
    "road points", "roads, one end open", "roads, two ends open", "roads, as likely as they are",
    "cloister points", "cloisters", "cloisters, nearly done",
    "field points", "field points to come, as likely as they are", "open sides of fields",
    "fields, two farmers ahead", "fields", "fields of others", "meeples for nothing",
    "a meeple at home", "two", "three", "four", "five", "six", "seven", "the next turn",
)  # fmt: skip
"""The meaning of each number of a seat."""

(
    SCORE, CITY_NOW, CITY_HOPE, CITY_POINTS_1, CITY_POINTS_2, CITY_POINTS_3, CITY_1, CITY_2, CITY_3,
    ROAD_NOW, ROAD_1, ROAD_2, ROAD_HOPE, CLOISTER_NOW, CLOISTER, CLOISTER_SOON,
    FIELD_NOW, FIELD_HOPE, FIELD_OPEN, FIELD_FIRM, FIELDS, FIELD_LOST, MEEPLES_LOST, HOME,
) = range(24)  # fmt: skip
NEXT = len(SIGNS) - 1
AT_HOME = NEXT - HOME
NEARLY = 7
"""A cloister with so many of its nine tiles is nearly done."""
WIDE = 20
"""A field with more open sides is no better."""


def _closing() -> Table:
    """Return which kinds close what is open, by the need of a place and the side: some way round they
    fit and leave no other side of the same feature open."""
    closing = np.zeros((TILE_KINDS, 256, 4), np.int8)
    for kind, need, facing in np.ndindex(TILE_KINDS, 256, 4):
        if FITTING[kind, need] >> facing & 1:
            lying = 4 * kind + facing
            for side in range(4):
                ports = int(PORTS_OF[lying, PART_AT[lying, 3 * side + 1]])
                sides = [other for other in range(4) if ports >> 3 * other + 1 & 1]
                if all(need >> 2 * other & 3 for other in sides):
                    closing[kind, need, side] = 1
    return closing


CLOSING = _closing()


class TurnNotes(NamedTuple):
    """Numbers noted while positions of one turn are read."""

    signs: Numbers
    hope: Numbers
    """Of each piece that stands for a feature: how likely that is to be completed."""
    marks: Row
    """Of fields with farmers a number, of cities the fields that they touch, one bit each."""
    bag: Row
    """The kinds in the bag: the kind, and below it how many."""
    filled: Numbers
    """The probability that a place is filled, by the number of tiles that fit."""
    known: Numbers
    """The same by need and side, as far as it was asked for."""
    left: Row
    """The number of kinds in the bag, and of tiles."""


def new_notes() -> TurnNotes:
    """Return a clean sheet."""
    return TurnNotes(
        np.zeros((MOST_SEATS, len(SIGNS))),
        np.zeros(MOST_PIECES),
        np.zeros(MOST_PIECES, np.int64),
        np.zeros(TILE_KINDS, np.int64),
        np.zeros(MOST_TILES + 1),
        np.zeros(4 * 256),
        np.zeros(2, np.int64),
    )


@called
def look_into_bag(state: Row, notes: TurnNotes) -> None:
    """Note what all positions of one turn have in common: what is left, how places are filled."""
    kinds, tiles = 0, 0
    for kind in range(TILE_KINDS):
        some = counted(state, LEFT, kind)
        if some:
            notes.bag[kinds] = kind << 8 | some
            kinds += 1
            tiles += some
    notes.left[0], notes.left[1] = kinds, tiles
    turns = max(1.0, tiles / seats(state))
    for some in range(tiles + 1):
        others = 1.0 - some / max(1, tiles)
        missed = math.exp(turns * math.log(others)) if others > 0 else 0.0
        notes.filled[some] = 1.0 - missed
    for place in range(notes.known.shape[0]):
        notes.known[place] = -1.0


@called
def read(state: Row, notes: TurnNotes) -> float:
    """Note the signs of every seat; which part of all tiles is in the bag."""
    signs, players = notes.signs, seats(state)
    for seat in range(players):
        for sign in range(signs.shape[1]):
            signs[seat, sign] = 0.0
        signs[seat, SCORE] = state[POINTS + seat]
    if state[PHASE] == OVER:
        return 0.0
    judge_openings(state, notes)
    if read_built(state, notes):
        read_fields(state, notes)
    for number in range(state[TILES]):
        tile = int(state[TILE + number])
        if tile >> ROLE_AT & 15 == MONK:
            seat, tiles = (tile >> SEAT_AT & 15) - 1, 1 + (tile >> AROUND_AT & 15)
            signs[seat, CLOISTER_NOW] += tiles
            signs[seat, CLOISTER] += 1
            signs[seat, CLOISTER_SOON] += int(tiles >= NEARLY)
    meeples = int(state[OPTIONS] >> MEEPLES_AT & 15)
    for seat in range(players):
        for home in range(min(AT_HOME, meeples - used(state, seat))):
            signs[seat, HOME + home] = 1
    signs[seat_of(state), NEXT] = 1
    return float(notes.left[1] / (state[OPTIONS] >> LENGTH_AT & 127))


@called
def judge_openings(state: Row, notes: TurnNotes) -> None:
    """Compute the probability that each city and road is completed: that of all its open sides
    together."""
    for piece in range(state[PIECES]):
        notes.hope[piece] = 1.0
        notes.marks[piece] = 0
    for at in range(state[OPENINGS]):
        opening = int(state[OPENING + at])
        need = need_of(opening)
        for side in range(4):
            if need >> 2 * side & 3 < 2:  # a field, or nothing
                continue
            tile = int(state[TILE + tile_beside(opening, side)])
            part = int(PART_AT[lies(tile), int(FACING_PORT[3 * side + 1])])
            chance = notes.known[4 * need + side]
            if chance < 0:
                closing = 0
                for i in range(notes.left[0]):
                    if CLOSING[notes.bag[i] >> 8, need, side]:
                        closing += notes.bag[i] & 255
                chance = notes.filled[closing]
                notes.known[4 * need + side] = chance
            notes.hope[root_of(state, first_piece(tile) + part)] *= chance


@called
def read_built(state: Row, notes: TurnNotes) -> bool:
    """Cities and roads with meeples. Fields with farmers are numbered; are there any?"""
    signs, players, fields = notes.signs, seats(state), 0
    for root in range(state[PIECES]):
        claims = int(state[CLAIMS + root]) & COUNTED
        if claims == 0 or state[ABOVE + root] >= 0:
            continue
        known = ~int(state[ABOVE + root])
        ground, sides = known & 3, known >> OPEN_AT & 1023
        if ground == FIELD:
            fields += 1
            notes.marks[root] = fields
            continue
        most, now = 0, worth(state, known)
        for seat in range(players):
            most = max(most, claims >> 4 * seat & 15)
        for seat in range(players):
            meeples = claims >> 4 * seat & 15
            if meeples < most:
                signs[seat, MEEPLES_LOST] += meeples
            elif ground == CITY:
                some = min(sides, 3) - 1
                signs[seat, CITY_NOW] += now
                signs[seat, CITY_HOPE] += now * notes.hope[root]
                signs[seat, CITY_POINTS_1 + some] += now
                signs[seat, CITY_1 + some] += 1
            else:
                signs[seat, ROAD_NOW] += now
                signs[seat, ROAD_HOPE] += notes.hope[root]
                signs[seat, ROAD_1 + min(sides, 2) - 1] += 1
    return fields > 0


@called
def read_fields(state: Row, notes: TurnNotes) -> None:
    """Fields with farmers, by the cities that they touch."""
    marks = notes.marks
    for number in range(state[TILES]):
        tile = int(state[TILE + number])
        first = first_piece(tile)
        for place in range(TOUCHING.shape[1]):
            pair = int(TOUCHING[lies(tile), place])
            if pair < 0:
                break
            field = marks[root_of(state, first + (pair >> 4))]
            if field:
                marks[root_of(state, first + (pair & 15))] |= 1 << field
    for field in range(state[PIECES]):
        known = ~int(state[ABOVE + field])
        if marks[field] and known >= 0 and known & 3 == FIELD:
            read_field(state, notes, field)


@called
def read_field(state: Row, notes: TurnNotes, field: int) -> None:
    """Read one field."""
    signs, bit, done, hope = notes.signs, notes.marks[field], 0, 0.0
    for city in range(state[PIECES]):
        known = ~int(state[ABOVE + city])
        if known >= 0 and known & 3 == CITY and notes.marks[city] >> bit & 1:
            if known >> OPEN_AT & 1023:
                hope += notes.hope[city]
            else:
                done += 1
    claims = int(state[CLAIMS + field]) & COUNTED
    most, second = 0, 0
    for seat in range(seats(state)):
        farmers = claims >> 4 * seat & 15
        most, second = max(most, farmers), max(second, min(most, farmers))
    for seat in range(seats(state)):
        farmers = claims >> 4 * seat & 15
        if farmers == most:
            sides = ~int(state[ABOVE + field]) >> OPEN_AT & 1023
            signs[seat, FIELD_NOW] += 3 * done
            signs[seat, FIELD_HOPE] += 3 * hope
            signs[seat, FIELD_OPEN] += min(sides, WIDE)
            signs[seat, FIELDS] += 1
            signs[seat, FIELD_FIRM] += int(most - second >= 2)
        elif farmers:
            signs[seat, FIELD_LOST] += 1


@cache
def tables() -> dict[str, Numbers]:
    """Return the weights by the name of a set of tiles."""
    text = (files(__package__) / "weights.txt").read_text("utf-8")
    found = {}
    for block in text.strip().split("\n\n"):
        name, *lines = block.splitlines()
        numbers = [[float(word) for word in line.split()[:3]] for line in lines]
        found[name] = np.array(numbers)
    assert all(table.shape == (len(SIGNS), 3) for table in found.values())
    return found


def weights(row: Row) -> Numbers:
    """Return the weights of the tiles that a state is played with."""
    return tables()["base" if int(row[OPTIONS]) & IS_BASE else "document"]


@called
def weigh(state: Row, left: float, table: Numbers, notes: TurnNotes, hopes: Numbers) -> None:
    """Weigh the final points that each seat can hope for, by its features and the part of the tiles
    left."""
    for seat in range(seats(state)):
        hopes[seat] = 0.0
        if state[PHASE] == OVER:
            hopes[seat] = notes.signs[seat, SCORE]
            continue
        for sign in range(table.shape[0]):
            some = notes.signs[seat, sign]
            if some:
                each = table[sign, 0] + left * (table[sign, 1] + left * table[sign, 2])
                hopes[seat] += some * each
