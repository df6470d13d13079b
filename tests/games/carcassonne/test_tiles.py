"""The tiles: drawn as data, read into parts, turned; their copies, the ways they fit."""

import pickle

import pytest

from ludex.games.carcassonne.rules.segments import (
    FITS,
    GROUND_OF,
    KIND,
    SIDE_CELLS,
    TURNED,
    around,
    facing_port,
    kind_of,
)
from ludex.games.carcassonne.rules.tiles import DRAWINGS, SIZE, Facing, Ground, Tile, TileSet
from ludex.games.carcassonne.table.tile_looks import tile_look, where

SIDES = """\
B ffff ffff ffff ffff
C cccc cccc cccc cccc
E cfff fcff ffcf fffc
N cffc ccff fccf ffcc
"""

PUBLISHED = """\
A 2  tile:m.rS                     1
B 4  tile:m                        1
C 1  tile:cNESW!                   0
D 4  tile:cN.rEW                   2
E 5  tile:cN                       1
F 2  tile:cEW!                     2
G 1  tile:cNS                      2
H 3  tile:cW.cE                    1
I 2  tile:cN.cE                    1
J 3  tile:cN.rES                   2
K 3  tile:cN.rSW                   2
L 3  tile:cN.rW.rE.rS              3
M 2  tile:cNW!                     1
N 3  tile:cNW                      1
O 2  tile:cNW!.rES                 2
P 3  tile:cNW.rES                  2
Q 1  tile:cNEW!                    1
R 3  tile:cNEW                     1
S 2  tile:cNEW!.rS                 2
T 1  tile:cNEW.rS                  2
U 8  tile:rNS                      2
V 9  tile:rSW                      2
W 4  tile:rW.rE.rS                 3
X 1  tile:rN.rW.rE.rS              4
"""
"""Of each kind how many there are, what is on it, and its number of fields."""


@pytest.mark.requirement("carcassonne.type.Side", "carcassonne.type.Sides")
def test_the_sides_in_each_orientation_are_those_of_the_table() -> None:
    table = ""
    for tile in TileSet.DOCUMENT.kinds:
        facings = (
            "".join(ground.value[0] for ground in TURNED[tile][facing].sides) for facing in Facing
        )
        table += f"{tile} {' '.join(facings)}\n"
    assert table == SIDES


@pytest.mark.requirement("carcassonne.tiles")
def test_the_document_has_36_tiles() -> None:
    copies = {str(tile): n for tile, n in TileSet.DOCUMENT.copies.items() if n}
    assert copies == {"B": 6, "C": 2, "E": 18, "N": 10}
    assert TileSet.DOCUMENT.total == 36
    assert TileSet.DOCUMENT.first is Tile.E


def test_the_base_game_has_the_24_kinds_and_72_tiles_that_are_published() -> None:
    table = ""
    for tile, copies in TileSet.BASE.copies.items():
        look = tile_look(tile, TileSet.BASE).partition(".g")[0]
        fields = sum(part.ground is Ground.FIELD for part in KIND[tile].parts)
        table += f"{tile} {copies}  {look:29} {fields}\n"
    assert table == PUBLISHED
    assert TileSet.BASE.total == 72
    assert TileSet.BASE.first is Tile.D


def test_a_tile_of_the_document_has_at_most_one_city_and_one_field() -> None:
    for tile in TileSet.DOCUMENT.kinds:
        grounds = [part.ground for part in KIND[tile].parts]
        assert len(grounds) == len({*grounds})
        assert Ground.ROAD not in grounds


def test_the_cities_of_the_document_have_no_pennants() -> None:
    assert tile_look(Tile.C, TileSet.DOCUMENT) == "tile:cNESW"


def test_fields_touch_the_cities_that_roads_do_not_cut_off() -> None:
    """Which fields touch a city, by the roles of the farmers who stand there."""
    touching = {
        str(tile): " ".join(
            f"{kind.parts[field].role}:{kind.parts[city].role}" for field, city in kind.touching
        )
        for tile, kind in KIND.items()
        if kind.touching
    }
    one, both = "F:K", "F:K F2:K"
    assert touching == {
        "D": one, "E": one, "F": both, "G": both, "H": "F:K F:K2", "I": "F:K F:K2",
        "J": one, "K": one, "L": one, "M": one, "N": one, "O": one, "P": one, "Q": one,
        "R": one, "S": both, "T": both,
    }  # fmt: skip


def test_every_port_of_a_side_belongs_to_one_part_of_the_right_ground() -> None:
    for turned in (turned for ways in TURNED.values() for turned in ways.values()):
        for side, ground in enumerate(turned.sides):
            parts = turned.part_at[3 * side : 3 * side + 3]
            grounds = [None if p < 0 else turned.grounds[p] for p in parts]
            field = Ground.FIELD
            assert grounds == (
                [field, Ground.ROAD, field] if ground is Ground.ROAD else [None, ground, None]
            ), turned
        for port, part in enumerate(turned.part_at):
            assert part < 0 or turned.ports[part] >> port & 1, turned
        assert sum(part.open for part in turned.alone) == sum(
            part >= 0 for part in turned.part_at
        ), turned


def test_four_quarter_turns_are_none() -> None:
    for tile in Tile:
        ways = [TURNED[tile][facing] for facing in Facing]
        for turned, next_one in zip(ways, (*ways[1:], ways[0]), strict=True):
            moved = tuple(turned.part_at[(port - 3) % 12] for port in range(12))
            assert moved == next_one.part_at, tile


def test_ports_touch_each_other_crosswise() -> None:
    assert [facing_port(port) for port in range(12)] == [8, 7, 6, 11, 10, 9, 2, 1, 0, 5, 4, 3]  # fmt: skip
    assert all(facing_port(facing_port(port)) == port for port in range(12))


def test_several_parts_of_a_kind_are_told_apart_by_where_they_are() -> None:
    for tile in Tile:
        for turned in TURNED[tile].values():
            places = [
                (role.plain, where(turned, role))
                for role in turned.part_of
                if where(turned, role) is not None
            ]
            assert len(places) == len({*places}), (str(turned), places)
    assert [where(TURNED[Tile.V][f], KIND[Tile.V].parts[2].role) for f in Facing] == [
        "south-west",
        "north-west",
        "north-east",
        "south-east",
    ]


BAD = {
    "nothing is drawn as ?": ("?......", *DRAWINGS[Tile.B][1:]),
    "not 7 rows of 7 cells": DRAWINGS[Tile.B][1:],
    ".*.*. is no side": ("..*.*..", *DRAWINGS[Tile.B][1:]),
    "a field that touches no side": (*DRAWINGS[Tile.C][:3], "***.***", *DRAWINGS[Tile.C][4:]),
    "a road that ends nowhere": (*DRAWINGS[Tile.U][:3], *DRAWINGS[Tile.B][:1], *DRAWINGS[Tile.U][4:]),
    "a road with more than two ends, and no crossing": tuple(row.replace("x", "=") for row in DRAWINGS[Tile.X]),
}  # fmt: skip


def misdrawn(rows: tuple[str, ...]) -> str | None:
    """What keeps a drawing from being a tile."""
    if len(rows) != SIZE or any(len(row) != SIZE for row in rows):
        return f"not {SIZE} rows of {SIZE} cells"
    unknown = {*"".join(rows)} - {*GROUND_OF, *"Ox+"}
    if unknown:
        return f"nothing is drawn as {', '.join(sorted(unknown))}"
    for side in SIDE_CELLS:
        marks = "".join(rows[r][c] for r, c in side)
        grounds = "".join("?" if m not in GROUND_OF else GROUND_OF[m].value[0] for m in marks)
        if grounds not in ("ffrff", "ccccc", "fffff"):
            return f"{marks} is no side"
    for part in kind_of(rows).parts:
        if not part.ports:
            return f"a {part.ground} that touches no side"
        if part.ground is Ground.ROAD and part.ports.bit_count() > 2:
            return "a road with more than two ends, and no crossing"
        beside = {rows[r][c] for at in part.cells for r, c in around(at)}
        if part.ground is Ground.ROAD and part.ports.bit_count() == 1 and not beside & {*"xO*P"}:
            return "a road that ends nowhere"
    return None


@pytest.mark.parametrize(("problem", "rows"), BAD.items())
def test_a_drawing_that_is_no_tile_is_found(problem: str, rows: tuple[str, ...]) -> None:
    assert misdrawn(rows) == problem


@pytest.mark.parametrize("tile", Tile)
def test_every_tile_is_drawn_by_the_rules(tile: Tile) -> None:
    assert misdrawn(DRAWINGS[tile]) is None


def test_tiles_that_look_alike_all_round_fit_all_four_ways() -> None:
    field_to_the_north = "f..."
    city_to_the_north = "c..."
    road_to_the_north = "r..."
    assert FITS[Tile.B][field_to_the_north] == tuple(Facing)
    assert FITS[Tile.C][city_to_the_north] == tuple(Facing)
    assert city_to_the_north not in FITS[Tile.B]
    assert FITS[Tile.E][city_to_the_north] == (Facing.NORTH,)
    assert FITS[Tile.N][city_to_the_north] == (Facing.NORTH, Facing.EAST)
    assert FITS[Tile.X][road_to_the_north] == tuple(Facing)
    assert FITS[Tile.U][road_to_the_north] == (Facing.NORTH, Facing.SOUTH)
    assert FITS[Tile.A][road_to_the_north] == (Facing.SOUTH,)


def test_a_turned_tile_is_the_same_after_a_journey() -> None:
    turned = TURNED[Tile.L][Facing.WEST]
    assert pickle.loads(pickle.dumps(turned)) is turned  # our own
