"""The table as data: an open map, free places, choices, cities and fields to show."""

from itertools import combinations
from math import hypot

import pytest

from ludex.games.carcassonne.game import State, game
from ludex.games.carcassonne.rules.events import DrawTile
from ludex.games.carcassonne.rules.segments import KIND
from ludex.games.carcassonne.rules.tiles import Tile
from ludex.games.carcassonne.table.tile_looks import MIDDLE_CELL, STANDS
from ludex.kernel import CHANCE, Dice, Seat, Unreadable
from ludex.language.position import position_line, read_position
from ludex.table import PlacedGesture, Scene, brief_scene_of, looks_of, scene_of

LINE = "scores=0:4 next=E tiles=E,E,0,0,1K;N,W,1,0;B,N,0,-1,1M;E,W,-1,0,2K"


def scene(line: str = LINE, seat: int = 0) -> Scene:
    state = read_position(game, line)
    assert not isinstance(state, Unreadable), state
    return scene_of(game, state, Seat(seat))


def test_tiles_and_free_places_lie_on_a_map_that_grows_in_all_directions() -> None:
    on_map = {zone.key: zone for zone in scene().zones if zone.region == "map"}
    south = on_map["0,-1"]
    assert (south.x, south.y) == (0, 1)
    assert [piece.look for piece in south.pieces] == ["tile:m", "meeple:1:M:50,50"]
    assert on_map["0,0"].pieces[0].turned == 1
    assert on_map["0,0"].label == (
        "city on one side at (0, 0), facing east, with a knight of player 1"
    )
    assert on_map["2,0"].pieces == ()
    assert on_map["2,0"].look == "place:free"
    assert "9,9" not in on_map


def test_every_way_to_lay_the_tile_is_a_gesture_with_choices() -> None:
    gestures = scene().gestures
    state = read_position(game, LINE)
    assert isinstance(state, State)
    assert len(gestures) == len(game.moves(state))
    assert {gesture.pick for gesture in gestures} == {"drawn"}
    at = [gesture for gesture in gestures if gesture.drop == "2,0"]
    assert {gesture.choices for gesture in at} == {
        (way, meeple)
        for way in ("north", "east", "south")
        for meeple in ("no meeple", "knight", "farmer")
    }
    assert at[0].words == "Lay city on one side at (2, 0), facing north, no meeple"


def test_the_first_tile_has_one_place() -> None:
    free = [z.key for z in scene("scores=0:0 next=E tiles=").zones if z.region == "map"]
    assert free == ["0,0"]


def test_only_the_player_to_move_has_gestures() -> None:
    assert scene(seat=1).gestures == ()


def test_the_bag_and_the_players_are_beside_the_map() -> None:
    labels = {zone.key: zone.label for zone in scene().zones if zone.region == "table"}
    assert labels["bag:E"] == "15 left: city on one side"
    assert labels["drawn"] == "the drawn tile (city on one side)"
    assert labels["player:2"] == ("player 2: 4 points (5 if the game ended now), 6 meeples")
    shown = {zone.key: zone.caption for zone in scene().zones}
    assert shown["bag:E"] == "15 left"
    assert shown["player:2"] == "player 2: 4 (5 if it ended)"


def test_cities_fields_and_cloisters_can_be_shown_with_their_tiles() -> None:
    highlights = scene().highlights
    assert highlights == (
        ("city of 1 tile at (-1, 0), 1 open, player 2: 1 knight", ("-1,0#c1",)),
        ("city of 2 tiles at (0, 0), 1 open, player 1: 1 knight", ("0,0#c1", "1,0#c1")),
        ("field of 3 tiles at (-1, 0), 6 open", ("-1,0#f4", "0,-1#f1", "0,0#f4")),
        ("field of 1 tile at (1, 0), 2 open", ("1,0#f4",)),
        (
            "cloister at (0, -1), 4 of 9 tiles, player 1: 1 monk",
            ("-1,0", "0,-1", "0,0", "1,0"),
        ),
    )


def test_features_alike_are_shown_each_at_its_own_place() -> None:
    for other in ("1,0", "-1,0"):
        twice = f"scores=0:0 next=E tiles=E,N,0,0;E,N,{other} set=base"
        shown = [where for words, where in scene(twice).highlights if "city" in words]
        assert sorted(shown) == sorted([("0,0#c1",), (f"{other}#c1",)])


def test_a_draw_is_a_button() -> None:
    state = game.start()
    words = looks_of(game).gesture(state, DrawTile(Tile.E)).words
    assert words == "Draw tile E (city on one side)"


BASE = "scores=0:3 next=U tiles=D,N,0,0;U,E,1,0,2T;L,N,2,0,1F3 set=base"


def test_the_base_game_has_one_bag_roads_and_parts_that_are_told_apart() -> None:
    zones = {zone.key: zone for zone in scene(BASE).zones}
    assert zones["bag"].caption == "68 left"
    assert zones["bag"].label.startswith("68 tiles to come, of these: 2 cloister")
    assert zones["1,0"].pieces[0].look == "tile:rNS"
    assert zones["2,0"].label.endswith("with a farmer (south-east) of player 1")
    roads = [words for words, _ in scene(BASE).highlights if words.startswith("road")]
    assert roads[0] == "road of 3 tiles at (0, 0), 1 open, player 2: 1 thief"


def test_when_the_game_is_over_nobody_is_told_what_would_be() -> None:
    over = scene("scores=7:9 next=- tiles=D,N,0,0;V,N,1,0 set=base length=2")
    shown = {zone.key: zone.caption for zone in over.zones}
    assert shown["player:1"] == "player 1: 7"
    labels = {zone.key: zone.label for zone in over.zones}
    assert labels["player:2"] == "player 2: 9 points, 7 meeples"


@pytest.mark.parametrize("preset", ["base", "standard"])
def test_what_is_remembered_of_a_map_is_what_is_found_on_the_same_map_anew(
    preset: str,
) -> None:
    """Features that stay are outlined once; a position that is read has no old ones."""
    dice, state = Dice(1), game.start(preset)
    before: State | None = None
    while game.outcome(state) is None:
        if game.turn(state) != CHANCE:
            anew = read_position(game, position_line(game, state))
            assert isinstance(anew, State)
            for seat in map(Seat, range(2)):
                assert scene_of(game, state, seat) == scene_of(game, anew, seat)
        if before is not None and dice.below(4) == 0:
            state = before  # taken back: the same tile is laid otherwise
        by_chance = game.turn(state) == CHANCE
        before = state
        event = game.draw(state, dice) if by_chance else dice.choice(game.moves(state))
        state = game.unchecked().after(state, event)


def test_gestures_made_at_once_are_those_made_one_by_one() -> None:
    """Also when so many have been made that the first are forgotten again."""
    single = looks_of(game).gesture
    dice, s = Dice(7), game.start("base")
    while game.outcome(s) is None:
        legal = game.legal(s)
        scene, offered = brief_scene_of(game, s, game.turn(s))
        gestures = tuple(single(s, event) for event in legal)
        assert scene_of(game, s, game.turn(s)).gestures == gestures
        places = {zone.place for zone in scene.zones}
        assert places >= {one.place for one in offered if isinstance(one, PlacedGesture)}
        by_chance = game.turn(s) == CHANCE
        s = game.after(s, game.draw(s, dice) if by_chance else dice.choice(legal))


APART = 2
"""Cells between two meeples, from middle to middle: a little more than one is wide."""


def test_followers_of_a_tile_stand_apart_and_each_on_its_part() -> None:
    for tile in Tile:
        found, parts = STANDS[tile], {part.role: part for part in KIND[tile].parts}
        assert found.keys() == parts.keys(), tile
        assert all(at in parts[role].cells for role, at in found.items()), tile
        middle = [MIDDLE_CELL] if KIND[tile].has_cloister else []
        for a, b in combinations([*found.values(), *middle], 2):
            assert hypot(a[0] - b[0], a[1] - b[1]) >= APART, tile
