"""Positions of the base game worked by hand from the published rules.

Written as in position lines: type, facing, x, y, meeple.
"""

import pytest

from games.carcassonne.lines import completed, final, state, terrain, told
from ludex.games.carcassonne.game import State, game
from ludex.games.carcassonne.rules.events import DrawTile, PlaceTile, played
from ludex.games.carcassonne.rules.options import PRESETS
from ludex.games.carcassonne.rules.places import Place
from ludex.games.carcassonne.rules.scoring import due, points
from ludex.games.carcassonne.rules.state import Phase
from ludex.games.carcassonne.rules.tiles import Facing, Role, Tile, TileSet
from ludex.kernel import CHANCE, Dice, Seat
from ludex.language.position import position_line, read_position
from ludex.table.options import meanings_of

BASE, FIRST = PRESETS["base"], PRESETS["first_edition"]
ONE, TWO = Seat(0), Seat(1)


def test_the_game_begins_with_a_tile_on_the_table_and_player_1_to_move() -> None:
    start = game.start("base")
    assert position_line(game, start) == "scores=0:0 next=- tiles=D,N,0,0 set=base"
    after = game.after(start, DrawTile(Tile.X))
    assert game.turn(after) == ONE
    assert sum(after.left(tile) for tile in TileSet.BASE.kinds) == 70


def test_a_road_closed_at_both_ends_gives_one_point_a_tile() -> None:
    awards = completed(terrain("W,N,0,0,1T2", "U,E,1,0", "A,E,2,0"), BASE)
    assert told(awards) == ["road of 3 tiles, complete: 3 points to player 1, one thief"]


def test_a_road_that_is_a_ring_is_complete_and_each_tile_counts_once() -> None:
    ring = ("V,W,0,0,1T", "V,N,1,0", "V,S,0,-1", "V,E,1,-1")
    assert told(completed(terrain(*ring), BASE)) == [
        "road of 4 tiles, complete: 4 points to player 1, one thief"
    ]


def test_a_road_that_leaves_a_crossing_and_comes_back_counts_it_once() -> None:
    """Out of the crossing to the east, round, and into it from the south."""
    loop = terrain("X,N,0,0,1T3", "V,N,1,0", "V,E,1,-1", "V,S,0,-1")
    assert told(completed(loop, BASE)) == [
        "road of 4 tiles, complete: 4 points to player 1, one thief"
    ]


def test_an_open_road_gives_its_tiles_at_the_end_only() -> None:
    laid = terrain("D,N,0,0,2T", "U,E,1,0")
    assert completed(laid, BASE) == ()
    assert told(final(laid, BASE)) == [
        "road of 2 tiles, incomplete: 2 points to player 2, one thief"
    ]


def test_pennants_count_two_in_a_complete_city_and_one_in_an_open_one() -> None:
    whole = terrain("E,S,0,1", "F,E,0,0,1K", "E,N,0,-1")
    assert told(completed(whole, BASE)) == [
        "city of 3 tiles with 1 pennant, complete: 8 points to player 1, one knight"
    ]
    part = terrain("F,E,0,0,1K", "E,N,0,-1")
    assert points(final(part, BASE)) == {ONE: 3}


def test_a_city_of_two_tiles_gives_four_or_by_the_first_edition_two() -> None:
    small = terrain("E,N,0,0,1K", "E,S,0,1")
    assert points(completed(small, BASE)) == {ONE: 4}
    assert points(completed(small, FIRST)) == {ONE: 2}


def test_one_tile_completes_a_city_on_three_sides() -> None:
    ends = "E,S,0,1,1K;E,E,-1,0,2K;E,W,1,0,1K;B,N,-1,1;B,N,1,1"
    s = state(f"scores=0:0 next=R tiles={ends} set=base")
    event = PlaceTile(Place(0, 0), Facing.NORTH, Role.NONE)
    assert told(due(played(s, event))) == [
        "city of 4 tiles, complete: 8 points to player 1, two knights "
        "(against one knight of player 2)"
    ]
    after = game.apply(s, event)
    assert isinstance(after, State)
    assert after.scores == (8, 0)
    assert not after.terrain.meeples


def test_two_cities_of_one_tile_that_are_joined_outside_count_it_once() -> None:
    laid = terrain("I,N,0,0,1K", "N,S,0,1", "N,W,1,1", "N,N,1,0")
    assert told(completed(laid, BASE)) == [
        "city of 4 tiles, complete: 8 points to player 1, one knight"
    ]


FARMS = ("E,N,0,0,1F", "E,S,0,1,2F", "E,N,1,0", "E,S,1,1")


def test_one_city_pays_two_farms_and_a_farm_two_cities() -> None:
    laid = terrain(*FARMS)
    assert points(final(laid, BASE)) == {ONE: 6, TWO: 6}


def test_by_the_first_edition_a_city_pays_the_majority_around_it_four_points() -> None:
    assert points(final(terrain(*FARMS), FIRST)) == {ONE: 8, TWO: 8}
    won = terrain(*FARMS, "B,N,0,-1,1F")
    assert points(final(won, FIRST)) == {ONE: 8}


def test_farmers_who_tie_in_a_field_all_get_its_points() -> None:
    laid = terrain("E,N,0,0,1F", "E,S,0,1", "E,N,1,0,2F", "E,S,1,1")
    assert points(final(laid, BASE)) == {ONE: 6, TWO: 6}


def test_a_road_cuts_a_field_and_only_one_half_touches_the_city() -> None:
    laid = terrain("D,N,0,0,1F", "E,S,0,1")
    assert points(final(laid, BASE)) == {ONE: 3}
    beyond = terrain("D,N,0,0,1F2", "E,S,0,1")
    assert points(final(beyond, BASE)) == {ONE: 0}


def test_a_cloister_at_the_end_counts_itself_and_its_neighbours() -> None:
    laid = terrain("D,N,0,0", "U,N,0,1", "B,N,1,-1,1M", "B,N,0,-1")
    assert points(final(laid, BASE)) == {ONE: 3}


def test_two_halves_of_a_road_side_are_two_fields_for_two_farmers() -> None:
    s = state("scores=0:0 next=U tiles=D,N,0,0,2F2 set=base")
    east = [e for e in game.moves(s) if isinstance(e, PlaceTile) and e.at == Place(1, 0)]
    allowed = {(str(e.facing), str(e.meeple)) for e in east}
    assert allowed == {("E", r) for r in ("none", "T", "F")} | {
        ("W", r) for r in ("none", "T", "F2")
    }


def test_a_tile_that_fits_nowhere_is_put_away_and_another_drawn() -> None:
    s = state("scores=0:0 next=- tiles=E,N,0,0;E,S,0,1 set=base")
    after = game.apply(s, DrawTile(Tile.C))
    assert isinstance(after, State)
    assert after.away == (Tile.C,)
    assert after.phase is Phase.DRAW
    assert after.left(Tile.C) == 0
    assert game.consequences(s, DrawTile(Tile.C), after) == (
        "The tile with city on all sides fits nowhere and is put away",
    )
    assert read_position(game, position_line(game, after)) == after


def test_fewer_tiles_end_the_game_earlier() -> None:
    s = game.start.varied("base", {"length": "10"})
    assert isinstance(s, State)
    dice = Dice(3)
    while game.outcome(s) is None:
        chance = game.turn(s) == CHANCE
        s = game.after(s, game.draw(s, dice) if chance else dice.choice(game.moves(s)))
    assert len(s.terrain.tiles) + len(s.away) == 10


@pytest.mark.parametrize("players", [1, 6, 10])
def test_the_base_game_is_for_two_to_five(players: int) -> None:
    wrong = game.start.varied("base", {"players": str(players)})
    assert str(wrong) == f"the base game is for 2 to 5 players, not {players}"


def test_where_no_preset_is_named_the_document_is_meant() -> None:
    assert game.start() == game.start("standard")
    assert game.start.default == "base"


def test_the_base_game_is_offered_first_and_the_document_s_edition_says_what_it_is() -> None:
    first, second, *_ = game.start.presets
    assert (first, second) == ("base", "standard")
    assert meanings_of(game).keys() == {*game.start.presets}
    assert "The document's edition" in meanings_of(game)[second]
    assert "All 72 tiles" in meanings_of(game)[first]
