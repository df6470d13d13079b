"""What features are worth, to whom, and how it is explained (1.4).

Positions are written as in position lines: type, facing, x, y, meeple.
"""

import pytest

from games.carcassonne.lines import completed, final, state, terrain, told
from ludex.games.carcassonne.game import State, game
from ludex.games.carcassonne.rules.ending import projected
from ludex.games.carcassonne.rules.events import DrawTile, PlaceTile, played
from ludex.games.carcassonne.rules.places import Place
from ludex.games.carcassonne.rules.scoring import due, points
from ludex.games.carcassonne.rules.state import Phase, is_over
from ludex.games.carcassonne.rules.tiles import Facing, Role, Tile, TileSet
from ludex.kernel import CHANCE, Dice, History, Seat, Unreadable

ONE, TWO = Seat(0), Seat(1)


FIVE_TILE_CITY = (
    "C,N,0,0", "E,S,0,1,1K", "E,N,0,-1,2K", "E,W,1,0,1K", "E,E,-1,0,2K",
)  # fmt: skip


@pytest.mark.requirement("carcassonne.Next.cities", "carcassonne.Zone.city")
def test_a_city_of_two_tiles_gives_four_points() -> None:
    awards = completed(terrain("E,N,0,0,1K", "E,S,0,1"))
    assert told(awards) == ["city of 2 tiles, complete: 4 points to player 1, one knight"]


@pytest.mark.requirement(
    "carcassonne.Zone.majority", "carcassonne.shared", "carcassonne.type.ScoredTile"
)
def test_a_city_of_five_tiles_with_two_two_and_one_knights_gives_ten_ten_and_nothing() -> None:
    awards = completed(terrain("C,N,0,0,3K", *FIVE_TILE_CITY[1:]))
    assert told(awards) == [
        "city of 5 tiles, complete: 10 points to player 1 and player 2, two knights each "
        "(against one knight of player 3)"
    ]
    assert points(awards) == {ONE: 10, TWO: 10}


def test_a_shared_city_is_told_as_two_knights_each() -> None:
    assert told(completed(terrain(*FIVE_TILE_CITY))) == [
        "city of 5 tiles, complete: 10 points to player 1 and player 2, two knights each"
    ]


@pytest.mark.requirement("carcassonne.Next.end", "carcassonne.Zone.city")
def test_an_incomplete_city_gives_one_point_a_tile_and_only_at_the_end() -> None:
    laid = terrain("E,N,0,0,1K", "N,S,0,1")
    assert completed(laid) == ()
    assert told(final(laid)) == ["city of 2 tiles, incomplete: 2 points to player 1, one knight"]


def test_a_complete_city_without_a_knight_scores_for_nobody() -> None:
    laid = terrain("E,N,0,0", "E,S,0,1")
    assert completed(laid) == final(laid) == ()


RING = [
    "E,N,-1,1", "E,N,0,1", "E,N,1,1", "E,W,-1,0", "E,E,1,0", "E,S,-1,-1", "E,S,0,-1",
    "E,S,1,-1",
]  # fmt: skip


@pytest.mark.requirement(
    "carcassonne.Next.cloisters",
    "carcassonne.Zone.cloister",
    "carcassonne.Zone.cloister points",
)
def test_a_cloister_with_all_eight_neighbours_gives_nine_at_once() -> None:
    awards = completed(terrain(*RING, "B,N,0,0,1M"))
    assert told(awards) == ["cloister at (0, 0), complete: 9 points to player 1"]
    assert points(awards) == {ONE: 9}


@pytest.mark.requirement("carcassonne.Zone.cloister points", "carcassonne.Next.end")
def test_a_cloister_that_lacks_a_corner_gives_its_tiles_at_the_end() -> None:
    laid = terrain(*RING[1:], "B,N,0,0,1M")
    assert completed(laid) == ()
    assert told(final(laid)) == ["cloister at (0, 0), 8 of 9 tiles: 8 points to player 1"]


def test_twin_cloisters_are_scored_each_by_itself() -> None:
    """E-CA-1: the original gave 3 for both together."""
    laid = terrain("E,N,0,1", "B,N,0,0,1M", "B,N,1,0,1M")
    assert {award.tiles for award in final(laid)} == {3}
    assert points(final(laid)) == {ONE: 6}
    rivals = terrain("E,N,0,1", "B,N,0,0,1M", "B,N,1,0,2M")
    assert points(final(rivals)) == {ONE: 3, TWO: 3}


TWO_CITIES = ("E,N,0,0", "E,S,0,1", "E,N,1,0", "E,S,1,1")


@pytest.mark.requirement("carcassonne.Zone.field", "carcassonne.Next.end")
def test_a_field_gives_three_points_for_each_complete_city_it_touches() -> None:
    laid = terrain("E,N,0,0,1F", "E,S,0,1", "E,N,1,0", "N,S,1,1", "E,E,0,-1")
    assert told(final(laid)) == [
        "field of 3 tiles with 1 complete city: 3 points to player 1, one farmer"
    ]
    more = terrain("E,N,0,0,1F", *TWO_CITIES[1:])
    assert told(final(more)) == [
        "field of 2 tiles with 2 complete cities: 6 points to player 1, one farmer"
    ]


def test_a_field_without_a_complete_city_gives_nothing_and_says_so() -> None:
    laid = terrain("E,N,0,0,1F", "B,N,0,-1")
    assert told(final(laid)) == [
        "field of 2 tiles with 0 complete cities: 0 points to player 1, one farmer"
    ]


def test_a_field_is_never_scored_before_the_end() -> None:
    laid = terrain("E,N,0,0,1F", *TWO_CITIES[1:])
    assert completed(laid) == ()


@pytest.mark.requirement("carcassonne.Zone.majority", "carcassonne.shared")
def test_farmers_who_tie_all_get_the_points_of_the_field() -> None:
    laid = terrain("E,N,0,0,1F", "E,S,0,1", "E,N,1,0,2F", "E,S,1,1")
    assert points(final(laid)) == {ONE: 6, TWO: 6}
    majority = terrain("E,N,0,0,1F", "E,S,0,1", "E,N,1,0,2F", "E,S,1,1", "B,N,0,-1,1F")
    assert points(final(majority)) == {ONE: 6}


def test_one_city_is_counted_by_each_of_the_fields_that_touch_it() -> None:
    laid = terrain("E,N,0,0,1F", "E,S,0,1,2F")
    assert points(final(laid)) == {ONE: 3, TWO: 3}
    assert [award.cities for award in final(laid)] == [1, 1]


def test_a_city_that_touches_a_field_with_several_tiles_counts_once() -> None:
    laid = terrain("E,E,0,0,1F", "E,W,1,0", "B,N,0,1", "B,N,1,1")
    assert points(final(laid)) == {ONE: 3}


@pytest.mark.requirement("carcassonne.shared", "carcassonne.Zone.walk")
def test_cities_that_are_joined_are_scored_as_one_by_the_majority() -> None:
    parts = ("E,E,-1,0,1K", "E,W,1,0,2K")
    assert len(final(terrain(*parts))) == 2
    joined = terrain(*parts, "C,N,0,0")
    assert told(final(joined)) == [
        "city of 3 tiles, incomplete: 3 points to player 1 and player 2, one knight each"
    ]


def test_a_knight_may_enter_a_city_that_his_own_tile_completes_and_comes_home() -> None:
    before = state("scores=0:0 next=E tiles=E,N,0,0")
    event = PlaceTile(Place(0, 1), Facing.SOUTH, Role.KNIGHT)
    after = game.apply(before, event)
    assert isinstance(after, State)
    assert after.scores == (0, 4)
    assert after.meeples(TWO) == 7
    assert told(due(played(before, event))) == [
        "city of 2 tiles, complete: 4 points to player 2, one knight"
    ]


def test_all_knights_of_a_complete_city_come_home_the_losing_ones_too() -> None:
    before = state("scores=0:0 next=E tiles=C,N,0,0,1K;E,S,0,1,1K;E,N,0,-1,2K;E,E,-1,0")
    after = game.apply(before, PlaceTile(Place(1, 0), Facing.WEST, Role.NONE))
    assert isinstance(after, State)
    assert after.scores == (10, 0)
    assert not after.terrain.meeples


def test_farmers_stay_when_a_city_beside_them_is_complete() -> None:
    before = state("scores=0:0 next=E tiles=E,N,0,0,1F")
    after = game.apply(before, PlaceTile(Place(0, 1), Facing.SOUTH, Role.NONE))
    assert isinstance(after, State)
    assert after.scores == (0, 0)
    assert after.meeples(ONE) == 6
    assert projected(after) == (3, 0)


def last_turns(seed: int) -> tuple[State, PlaceTile, State]:
    dice, now = Dice(seed), game.start()
    while True:
        if game.turn(now) == CHANCE:
            now = game.after(now, game.draw(now, dice))
            continue
        event = dice.choice(game.moves(now))
        assert isinstance(event, PlaceTile)
        after = game.after(now, event)
        if after.phase is Phase.OVER:
            return now, event, after
        now = after


@pytest.mark.requirement(
    "carcassonne.end",
    "carcassonne.winner",
    "carcassonne.Next.end",
    "carcassonne.module.Pontuar",
)
def test_the_last_tile_scores_everything_and_sends_every_meeple_home() -> None:
    for seed in range(10):
        before, event, after = last_turns(seed)
        awards = due(played(before, event))
        assert len(after.terrain.tiles) == 36
        assert not after.terrain.meeples
        gains = points(awards)
        for i, score in enumerate(after.scores):
            assert score == before.scores[i] + gains.get(Seat(i), 0)
        assert {award.role for award in awards} >= {Role.FARMER}
        outcome = game.outcome(after)
        assert outcome is not None
        assert outcome.scores == after.scores


def test_every_point_of_a_game_can_be_traced() -> None:
    for seed in range(20):
        dice, now, traced = Dice(seed), game.start(), [0, 0]
        while game.outcome(now) is None:
            if game.turn(now) == CHANCE:
                event = game.draw(now, dice)
            else:
                event = dice.choice(game.moves(now))
                assert isinstance(event, PlaceTile)
                for award in due(played(now, event)):
                    assert award.text
                    for seat in award.winners:
                        traced[seat] += award.points
            now = game.after(now, event)
        assert tuple(traced) == now.scores


def test_a_table_is_told_where_the_points_of_a_turn_come_from() -> None:
    history = History(game, game.start())
    events = (
        "draw_tile(E)",
        "place_tile(0,0,N,K)",
        "draw_tile(E)",
        "place_tile(0,1,S,F)",
    )
    for text in events:
        event = game.read(text)
        assert not isinstance(event, Unreadable)
        played = history.play(event)
        assert isinstance(played, History)
        assert history.consequences == ()
        history = played
    assert history.consequences == ("city of 2 tiles, complete: 4 points to player 1, one knight",)


def test_projected_scores_are_those_of_a_game_that_ends_now() -> None:
    now = state("scores=4:0 next=E tiles=E,N,0,0,1F;E,S,0,1;B,N,1,0,2M;E,E,2,0,2F")
    assert projected(now) == (4 + 3, 0 + 3 + 4)
    assert game.text(now).endswith("points 4 : 0; meeples 6 : 5; in the bag 5 B, 2 C, 14 E, 10 N")


CLOSED_MAP = (
    *(f"B,N,{x},0" for x in range(6)),
    *(f"E,N,{x},1" for x in range(8)), *(f"E,S,{x},2" for x in range(8)),
    "N,E,0,3", "N,N,1,3", "N,S,0,4", "N,W,1,4",
    "N,E,2,3", "N,N,3,3", "N,S,2,4", "N,W,3,4",
    "E,E,4,4", "N,W,5,4", "N,E,5,3", "E,W,6,3",
)  # fmt: skip
"""All B, E and N tiles, and no side of city open: a C fits nowhere."""


def test_the_game_ends_early_when_only_tiles_are_left_that_fit_nowhere() -> None:
    before = state(f"scores=0:0 next=E tiles={';'.join(CLOSED_MAP[:-1])}")
    assert [before.left(tile) for tile in TileSet.DOCUMENT.kinds] == [0, 2, 0, 0]
    after = game.apply(before, PlaceTile(Place(6, 3), Facing.WEST, Role.KNIGHT))
    assert isinstance(after, State)
    assert len(after.terrain.tiles) == 34
    assert is_over(after)
    assert after.scores == (0, 8)
    assert game.outcome(after) is not None
    assert game.moves(after) == []
    assert game.refusal(after, DrawTile(Tile.C)) is not None
