"""The tiles: their sides in every facing, their copies, the ways they fit."""

from ludex.games.carcassonne.tiles import (
    COPIES,
    FITS,
    GROUNDS,
    TURNED,
    Facing,
    Ground,
    Tile,
    asked,
)

SIDES = """\
B ffff ffff ffff ffff
C cccc cccc cccc cccc
E cfff fcff ffcf fffc
N cffc ccff fccf ffcc
"""


def test_the_sides_in_each_orientation_are_those_of_the_table() -> None:
    table = ""
    for tile in Tile:
        facings = (
            "".join(ground.value[0] for ground in TURNED[tile][facing].sides)
            for facing in Facing
        )
        table += f"{tile} {' '.join(facings)}\n"
    assert table == SIDES


def test_there_are_36_tiles() -> None:
    assert {str(tile): copies for tile, copies in COPIES.items()} == {
        "B": 6,
        "C": 2,
        "E": 18,
        "N": 10,
    }
    assert sum(COPIES.values()) == 36


def test_a_tile_has_at_most_one_city_and_one_field() -> None:
    assert [t.value for t in Tile if Ground.CITY in GROUNDS[t]] == ["C", "E", "N"]
    assert [t.value for t in Tile if Ground.FIELD in GROUNDS[t]] == ["B", "E", "N"]


def test_tiles_that_look_alike_all_round_fit_all_four_ways() -> None:
    field_to_the_north = asked(Ground.FIELD, 0)
    city_to_the_north = asked(Ground.CITY, 0)
    assert FITS[Tile.B][field_to_the_north] == tuple(Facing)
    assert FITS[Tile.C][city_to_the_north] == tuple(Facing)
    assert city_to_the_north not in FITS[Tile.B]
    assert FITS[Tile.E][city_to_the_north] == (Facing.NORTH,)
    assert FITS[Tile.N][city_to_the_north] == (Facing.NORTH, Facing.EAST)
