"""Zones kept by union are those that a plain search finds, at every step of any game."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.games.carcassonne import State, game
from ludex.games.carcassonne.events import PlaceTile, played
from ludex.games.carcassonne.options import Rules
from ludex.games.carcassonne.places import Place, neighbours
from ludex.games.carcassonne.state import begun
from ludex.games.carcassonne.terrain import EMPTY, Laid, Meeple, Terrain
from ludex.games.carcassonne.tiles import (
    FITS,
    TURNED,
    Facing,
    Ground,
    Role,
    Tile,
    asked,
    opposite,
)
from ludex.games.carcassonne.zones import Counts, Zones
from ludex.kernel import CHANCE, Dice, Seat

Found = set[tuple[frozenset[Place], int, Counts]]


def searched(terrain: Terrain, ground: Ground, role: Role) -> Found:
    """Every zone by breadth-first search: its tiles, open sides, meeples by player."""
    tiles = terrain.tiles
    waiting = {at for at, turned in tiles.items() if ground in turned.sides}
    found: Found = set()
    while waiting:
        zone, edge, open_sides = set(), [waiting.pop()], 0
        while edge:
            at = edge.pop(0)
            zone.add(at)
            for side, beside in enumerate(neighbours(at)):
                if tiles[at].sides[side] is not ground:
                    continue
                if beside not in tiles:
                    open_sides += 1
                elif (
                    tiles[beside].sides[opposite(side)] is ground and beside in waiting
                ):
                    waiting.discard(beside)
                    edge.append(beside)
        meeples = Counter(
            meeple.seat
            for at, meeple in terrain.meeples.items()
            if meeple.role is role and at in zone
        )
        found.add((frozenset(zone), open_sides, tuple(sorted(meeples.items()))))
    return found


def kept(zones: Zones) -> Found:
    members = zones.members()
    found = {
        (frozenset(members[root]), zone.open, zone.counts)
        for root, zone in zones.items()
    }
    assert all(len(members[root]) == zone.tiles for root, zone in zones.items())
    return found


def frontier(terrain: Terrain) -> dict[Place, int]:
    """The free places beside tiles and what they need, found anew."""
    needs: dict[Place, int] = {}
    for at, turned in terrain.tiles.items():
        for side, beside in enumerate(neighbours(at)):
            if beside not in terrain.tiles:
                need = asked(turned.sides[side], opposite(side))
                needs[beside] = needs.get(beside, 0) | need
    return needs


def assert_kept_as_searched(terrain: Terrain) -> None:
    assert kept(terrain.cities) == searched(terrain, Ground.CITY, Role.KNIGHT)
    assert kept(terrain.fields) == searched(terrain, Ground.FIELD, Role.FARMER)
    needs = {at: opening.need for at, opening in terrain.openings.items()}
    assert needs == frontier(terrain)
    counts = Counter(turned.tile for turned in terrain.tiles.values())
    assert terrain.types == {tile: counts[tile] for tile in Tile}


def turns(state: State, dice: Dice) -> list[tuple[State, PlaceTile]]:
    """The turns of a random game, with the states before them."""
    found = []
    while game.outcome(state) is None:
        if game.turn(state) == CHANCE:
            event = game.draw(state, dice)
        else:
            event = dice.choice(game.moves(state))
            assert isinstance(event, PlaceTile)
            found.append((state, event))
        state = game.after(state, event)
    return found


@given(seed=st.integers(0, 2**64 - 1), players=st.integers(1, 10))
@settings(max_examples=40, deadline=None)
def test_zones_and_free_places_are_right_at_every_step_of_random_games(
    seed: int, players: int
) -> None:
    for state, event in turns(begun(Rules(players)), Dice(seed)):
        assert_kept_as_searched(state.terrain)
        assert_kept_as_searched(played(state, event))


places = st.builds(Place, st.integers(-3, 3), st.integers(-3, 3))
anything = st.builds(
    Laid,
    places,
    st.builds(
        lambda t, f: TURNED[t][f], st.sampled_from(Tile), st.sampled_from(Facing)
    ),
    st.none(),
)


@given(laid=st.lists(anything, max_size=40))
@settings(max_examples=150, deadline=None)
def test_zones_are_right_on_maps_that_break_every_rule(laid: list[Laid]) -> None:
    assert_kept_as_searched(EMPTY.with_tiles(laid))


@given(laid=st.lists(anything, max_size=20, unique_by=lambda tile: tile.at))
@settings(max_examples=50, deadline=None)
def test_the_order_of_tiles_makes_no_difference(laid: list[Laid]) -> None:
    one, other = EMPTY.with_tiles(laid), EMPTY.with_tiles(reversed(laid))
    assert one == other
    assert hash(one) == hash(other)
    assert kept(one.cities) == kept(other.cities)


def test_laying_a_tile_leaves_the_terrain_before_it_untouched() -> None:
    first = Laid(
        Place(0, 0), TURNED[Tile.E][Facing.NORTH], Meeple(Seat(0), Role.KNIGHT)
    )
    second = Laid(Place(0, 1), TURNED[Tile.E][Facing.SOUTH])
    before = EMPTY.with_tiles([first])
    after = before.with_tiles([second])
    after.without([first.at])
    assert not EMPTY.tiles
    assert_kept_as_searched(before)
    assert_kept_as_searched(after)
    assert before.cities.zone(first.at).open == 1
    assert after.cities.zone(first.at) == (2, 0, (Seat(0),))


def test_the_ways_round_that_fit_are_those_whose_sides_all_match() -> None:
    for state, event in turns(game.start(), Dice(5)):
        tile = state.drawn
        assert tile is not None
        for at, opening in state.terrain.openings.items():
            fitting = tuple(
                facing
                for facing in Facing
                if all(
                    beside not in state.terrain.tiles
                    or state.terrain.tiles[beside].sides[opposite(side)]
                    is TURNED[tile][facing].sides[side]
                    for side, beside in enumerate(neighbours(at))
                )
            )
            assert FITS[tile].get(opening.need, ()) == fitting
        assert event.at not in state.terrain.tiles


def test_a_terrain_shows_itself_and_is_equal_to_terrains_only() -> None:
    knight = Meeple(Seat(0), Role.KNIGHT)
    laid = EMPTY.with_tiles([Laid(Place(0, 0), TURNED[Tile.E][Facing.NORTH], knight)])
    assert repr(laid) == "<Terrain EN(0, 0) | 1K(0, 0)>"
    assert laid != "<Terrain EN(0, 0) | 1K(0, 0)>"
