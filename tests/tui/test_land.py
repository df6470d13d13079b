"""The land on tiles in cells: what is drawn is what the rulebook says is there, at any size."""

from itertools import product

import pytest

from ludex.games.carcassonne.rules.segments import TURNED
from ludex.games.carcassonne.rules.tiles import FACINGS, Facing, Ground, Tile, TileSet
from ludex.games.carcassonne.table.tile_looks import tile_look
from ludex.tui.drawing.land import Land, dots, land_of, spot

SIZES = [(5, 3), (7, 6), (9, 5), (10, 10), (14, 14), (21, 21)]
"""As a table in a small window has them, and larger ones."""

DOT = {Ground.CITY: "c", Ground.ROAD: "r", Ground.FIELD: "f"}


def land(look: str, turned: int = 0) -> Land:
    found = land_of(look, turned)
    assert found is not None
    return found


def edges(rows: tuple[str, ...]) -> tuple[str, str, str, str]:
    """The dots of each side: to the north, east, south and west."""
    return rows[0], "".join(r[-1] for r in rows), rows[-1], "".join(r[0] for r in rows)


def middle(side: str) -> str:
    return side[len(side) // 2]


def test_the_middle_of_every_side_shows_its_ground() -> None:
    for tile, facing in product(Tile, Facing):
        turned = TURNED[tile][facing]
        drawn = land(tile_look(tile, TileSet.BASE), FACINGS.index(facing))
        for wide, high in SIZES:
            shown = [middle(side) for side in edges(dots(drawn, wide, high))]
            grounds = [DOT[ground] for ground in turned.sides]
            assert shown == grounds, (tile, facing, wide, high)


def test_a_road_leaves_each_side_by_one_dot_the_same_on_every_tile() -> None:
    for tile, turned, (wide, high) in product(Tile, range(4), SIZES):
        drawn = land(tile_look(tile, TileSet.BASE), turned)
        for side in edges(dots(drawn, wide, high)):
            at = [i for i, dot in enumerate(side) if dot == "r"]
            assert at in ([], [len(side) // 2]), (tile, turned, wide, high)


def test_cities_that_are_not_joined_do_not_touch() -> None:
    for tile, size in product(Tile, [(10, 10), (14, 14), (21, 21)]):
        drawn = land(tile_look(tile, TileSet.BASE))
        assert patches_of_city(dots(drawn, *size)) == len(drawn.cities), (tile, size)


def patches_of_city(rows: tuple[str, ...]) -> int:
    city = {(y, x) for y, row in enumerate(rows) for x, dot in enumerate(row) if dot == "c"}  # fmt: skip
    count = 0
    while city:
        count, edge = count + 1, [city.pop()]
        while edge:
            y, x = edge.pop()
            near = city & {(y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)}
            city -= near
            edge += near
    return count


def test_a_tile_at_the_size_of_a_small_window() -> None:
    assert dots(land("tile:cN.rEW"), 9, 5) == (
        "ccccccccc",
        "ffcccccff",
        "rrrrrrrrr",
        "fffffffff",
        "fffffffff",
    )
    assert dots(land("tile:rE.rS.rW"), 9, 5) == (
        "fffffffff",
        "fffffffff",
        "rrrrxrrrr",
        "ffffrffff",
        "ffffrffff",
    )


def test_a_bend_turns_with_its_tile() -> None:
    bend = "tile:rSW"
    assert land(bend).road_at(4, 2, 9, 5) == "SW"
    assert land(bend, 1).road_at(4, 2, 9, 5) == "NW"
    assert land(bend).road_at(4, 0, 9, 5) == ""
    assert land(bend).road_at(0, 2, 9, 5) == "EW"
    assert land(bend).road_at(4, 4, 9, 5) == "NS"


def test_three_roads_make_a_crossing_and_two_do_not() -> None:
    crossings = ("tile:rE.rS.rW", "tile:rN.rE.rS.rW", "tile:cN.rEW")
    drawn = ["".join(dots(land(look), 9, 5)).count("x") for look in crossings]
    assert drawn == [1, 1, 0]


def test_pennants_cloisters_and_gardens_are_told() -> None:
    city, cloister = land("tile:cNW!.rES", 1).cities, land("tile:m.rS")
    assert [(sorted(c.sides), c.has_pennant) for c in city] == [(["E", "N"], True)]
    assert cloister.has_cloister
    assert not land("tile:cN").has_cloister
    assert land("tile:cN.g79,64").gardens == ((0.79, 0.64),)
    assert land("tile:cN.g79,64", 2).gardens == (pytest.approx((0.21, 0.36)),)


def test_what_is_no_land_is_none() -> None:
    assert land_of("tile:back", 0) is None
    assert land_of("card:AS", 0) is None


def test_a_spot_turns_with_its_tile_and_is_the_middle_where_none_is_told() -> None:
    assert spot("50,21", 0) == (0.5, 0.21)
    assert spot("50,21", 1) == pytest.approx((0.79, 0.5))
    assert spot("50,21", 4) == (0.5, 0.21)
    assert spot("", 1) == spot("a,b", 0) == (0.5, 0.5)
