"""Features kept by union are those that a plain search finds, at every step of any game."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.carcassonne.lines import feature_at
from ludex.games.carcassonne.game import State
from ludex.games.carcassonne.game import game as rulebook
from ludex.games.carcassonne.rules.events import PlaceTile, played
from ludex.games.carcassonne.rules.features import Counts
from ludex.games.carcassonne.rules.options import Rules
from ludex.games.carcassonne.rules.places import Place, neighbours
from ludex.games.carcassonne.rules.segments import (
    FITS,
    NO_NEED,
    TURNED,
    facing_port,
)
from ludex.games.carcassonne.rules.state import begun
from ludex.games.carcassonne.rules.terrain import EMPTY, LaidTile, Meeple, Terrain
from ludex.games.carcassonne.rules.tiles import Facing, Ground, Role, Tile, TileSet, opposite
from ludex.kernel import CHANCE, Dice, Seat
from ludex.registry import refined

Piece = tuple[Place, int]
"""A part of the tile there."""

Found = set[tuple[frozenset[Piece], int, int, int, Counts]]


def searched(terrain: Terrain) -> Found:
    """Every feature by breadth-first search: parts, tiles, open ports, pennants, meeples."""
    tiles = terrain.tiles
    waiting = {(at, part) for at in tiles for part in range(len(tiles[at].grounds))}
    found: Found = set()
    while waiting:
        feature, edge, open_ports = set(), [waiting.pop()], 0
        while edge:
            at, part = piece = edge.pop(0)
            feature.add(piece)
            for port in range(12):
                if tiles[at].part_at[port] != part:
                    continue
                beside, side = neighbours(at)[port // 3], port // 3
                if beside not in tiles:
                    open_ports += 1
                elif tiles[beside].sides[opposite(side)] is tiles[at].sides[side]:
                    there = (beside, tiles[beside].part_at[facing_port(port)])
                    if there in waiting:
                        waiting.discard(there)
                        edge.append(there)
        meeples = Counter(
            meeple.seat
            for at, meeple in terrain.meeples.items()
            if (at, tiles[at].part_of.get(meeple.role, -1)) in feature
        )
        pennants = sum(tiles[at].alone[part].pennants for at, part in feature)
        counts = tuple(sorted(meeples.items()))
        size = len({at for at, _ in feature})
        found.add((frozenset(feature), size, open_ports, pennants, counts))
    return found


def kept(terrain: Terrain) -> Found:
    return {
        (
            frozenset((at, part) for at, parts in places.items() for part in parts),
            feature.tiles,
            feature.open,
            feature.pennants,
            feature.counts,
        )
        for root, places in terrain.members(dict(terrain.features.items())).items()
        for feature in [terrain.features.feature(root)]
    }


def frontier(terrain: Terrain) -> dict[Place, str]:
    """The free places beside tiles and what they need, found anew."""
    needs: dict[Place, str] = {}
    for at, turned in terrain.tiles.items():
        for side, beside in enumerate(neighbours(at)):
            if beside not in terrain.tiles:
                need = [*needs.get(beside, NO_NEED)]
                need[opposite(side)] = turned.sides[side].value[0]
                needs[beside] = "".join(need)
    return needs


def assert_kept_as_searched(terrain: Terrain) -> None:
    assert kept(terrain) == searched(terrain)
    features = dict(terrain.features.items())
    assert {*terrain.members(features)} == {*features}
    needs = {at: opening.need for at, opening in terrain.openings.items()}
    assert needs == frontier(terrain)
    counts = Counter(turned.tile for turned in terrain.tiles.values())
    assert terrain.types == {tile: counts[tile] for tile in Tile}


def turns(state: State, dice: Dice) -> list[tuple[State, PlaceTile]]:
    """The turns of a random game, with the states before them."""
    found = []
    game = refined(rulebook).unchecked()
    while game.outcome(state) is None:
        if game.turn(state) == CHANCE:
            event = game.draw(state, dice)
        else:
            event = dice.choice(game.moves(state))
            assert isinstance(event, PlaceTile)
            found.append((state, event))
        state = game.after(state, event)
    return found


@pytest.mark.requirement(
    "carcassonne.type.Zone",
    "carcassonne.Zone.walk",
    "carcassonne.type.Map",
    "carcassonne.module.Tabuleiro",
)
@pytest.mark.parametrize("tiles", TileSet)
@given(seed=st.integers(0, 2**64 - 1), players=st.integers(2, 5))
@settings(max_examples=2, deadline=None)
def test_features_and_free_places_are_right_at_every_step_of_random_games(
    tiles: TileSet, seed: int, players: int
) -> None:
    for state, event in turns(begun(Rules(players, tiles=tiles)), Dice(seed)):
        assert_kept_as_searched(state.terrain)
        assert_kept_as_searched(played(state, event).terrain)


places = st.builds(Place, st.integers(-3, 3), st.integers(-3, 3))
anything = st.builds(
    LaidTile,
    places,
    st.builds(lambda t, f: TURNED[t][f], st.sampled_from(Tile), st.sampled_from(Facing)),
    st.none(),
)


@given(laid=st.lists(anything, max_size=40))
@settings(max_examples=150, deadline=None)
def test_features_are_right_on_maps_that_break_every_rule(laid: list[LaidTile]) -> None:
    assert_kept_as_searched(EMPTY.with_tiles(laid))


@given(laid=st.lists(anything, max_size=20, unique_by=lambda tile: tile.at))
@settings(max_examples=50, deadline=None)
def test_the_order_of_tiles_makes_no_difference(laid: list[LaidTile]) -> None:
    one, other = EMPTY.with_tiles(laid), EMPTY.with_tiles(reversed(laid))
    assert one == other
    assert hash(one) == hash(other)
    assert kept(one) == kept(other)


def test_laying_a_tile_leaves_the_terrain_before_it_untouched() -> None:
    first = LaidTile(Place(0, 0), TURNED[Tile.E][Facing.NORTH], Meeple(Seat(0), Role.KNIGHT))
    second = LaidTile(Place(0, 1), TURNED[Tile.E][Facing.SOUTH])
    before = EMPTY.with_tiles([first])
    after = before.with_tiles([second])
    after.without([first.at])
    assert not EMPTY.tiles
    assert_kept_as_searched(before)
    assert_kept_as_searched(after)
    assert feature_at(before, first.at, Role.KNIGHT).open == 1
    assert feature_at(after, first.at, Role.KNIGHT) == (
        Ground.CITY,
        2,
        0,
        (Seat(0),),
        0,
        0,
    )


@pytest.mark.requirement("carcassonne.match", "carcassonne.type.Side", "carcassonne.Play.all")
def test_the_ways_round_that_fit_are_those_whose_sides_all_match() -> None:
    for state, event in turns(rulebook.start("base"), Dice(5)):
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
    laid = EMPTY.with_tiles([LaidTile(Place(0, 0), TURNED[Tile.E][Facing.NORTH], knight)])
    assert repr(laid) == "<Terrain EN(0, 0) | 1K(0, 0)>"
    assert laid != "<Terrain EN(0, 0) | 1K(0, 0)>"
