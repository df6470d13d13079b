"""What always holds is noticed when it does not: each property is shown a state that breaks it."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from games.carcassonne.lines import feature_at, state
from ludex.games.carcassonne.game import State, game
from ludex.games.carcassonne.rules.events import DrawTile, PlaceTile
from ludex.games.carcassonne.rules.features import Features
from ludex.games.carcassonne.rules.places import Place
from ludex.games.carcassonne.rules.properties import ALWAYS, STEPS
from ludex.games.carcassonne.rules.segments import TURNED
from ludex.games.carcassonne.rules.state import Phase
from ludex.games.carcassonne.rules.terrain import LaidTile, Meeple
from ludex.games.carcassonne.rules.tiles import Facing, Role, Tile
from ludex.kernel import Seat

ONE, TWO = Seat(0), Seat(1)


def begun() -> State:
    """A knight and a thief on the map, which is lawful."""
    return state("scores=0:0 next=- tiles=D,N,0,0,1K;V,N,1,0,2T set=base")


def laid(s: State, tile: Tile, at: Place, facing: Facing, meeple: Meeple | None = None) -> State:
    more = (LaidTile(at, TURNED[tile][facing], meeple),)
    return replace(s, terrain=s.terrain.with_tiles(more))


def broken(s: State) -> list[str]:
    return [name for name, holds in ALWAYS.items() if not holds(s)]


def test_a_lawful_state_breaks_nothing() -> None:
    assert broken(begun()) == []
    assert broken(game.start("base")) == []


MISMATCHED = "touching sides match, and all tiles are connected"
CLAIMANTS = "the meeples of a feature are those on its parts, and no others"


@pytest.mark.parametrize(
    ("spoilt", "name"),
    [
        (lambda s: laid(s, Tile.B, Place(0, 1), Facing.NORTH), MISMATCHED),
        (lambda s: laid(s, Tile.B, Place(7, 7), Facing.NORTH), MISMATCHED),
        (
            lambda s: laid(s, Tile.B, Place(0, -1), Facing.NORTH, Meeple(ONE, Role.KNIGHT)),
            CLAIMANTS,
        ),
        (
            lambda s: laid(s, Tile.E, Place(0, -1), Facing.SOUTH, Meeple(ONE, Role.MONK)),
            CLAIMANTS,
        ),
        (
            lambda s: replace(s, drawn=Tile.C, phase=Phase.LAY, away=(Tile.C,)),
            "no type is laid or drawn more often than it exists",
        ),
        (
            lambda s: replace(s, away=(Tile.C, Tile.C)),
            "no type is laid or drawn more often than it exists",
        ),
        (
            lambda s: laid(s, Tile.E, Place(0, 1), Facing.SOUTH),
            "no meeple stays in a complete city or on a complete road",
        ),
        (
            lambda s: replace(s, phase=Phase.OVER),
            "no meeple stays when the game is over",
        ),
    ],
)  # fmt: skip
def test_a_state_that_breaks_a_property_is_noticed(
    spoilt: Callable[[State], State], name: str
) -> None:
    assert name in broken(spoilt(begun()))


def test_more_meeples_than_there_are_is_noticed() -> None:
    s = replace(begun(), rules=replace(begun().rules, meeples=1))
    assert broken(s) == []
    more = laid(s, Tile.B, Place(0, -1), Facing.NORTH, Meeple(ONE, Role.MONK))
    assert broken(more) == ["no player has more meeples than exist"]


def test_a_drawn_tile_that_fits_nowhere_is_noticed() -> None:
    s = state("scores=0:0 next=- tiles=B,N,0,0")
    spoilt = replace(s, drawn=Tile.C, phase=Phase.LAY)
    assert broken(spoilt) == ["a tile that is drawn fits somewhere"]


@pytest.mark.parametrize("seats", [(), (TWO,), (ONE, ONE)])
def test_a_feature_that_counts_others_than_stand_in_it_is_noticed(
    seats: tuple[Seat, ...],
) -> None:
    s = begun()
    root = s.terrain.features.root(s.terrain.stands[Place(0, 0)])
    features = {
        at: feature._replace(seats=seats) if at == root else feature
        for at, feature in s.terrain.features.items()
    }
    above = s.terrain.features.copy()._above
    spoilt = replace(s.terrain, features=Features(above, features))
    assert broken(replace(s, terrain=spoilt)) == [CLAIMANTS]


def test_a_feature_may_count_its_meeples_in_any_order() -> None:
    """Two roads joined by the third tile: the second player's thief came first."""
    line = "scores=0:0 next=- tiles=U,E,-1,0,1T;U,E,0,0;U,E,1,0,2T set=base"
    s = state(line)
    road = feature_at(s.terrain, Place(0, 0), Role.THIEF)
    root = s.terrain.features.root(s.terrain.stands[Place(1, 0)])
    turned = {**dict(s.terrain.features.items())}
    turned[root] = road._replace(seats=road.seats[::-1])
    above = s.terrain.features.copy()._above
    assert sorted(road.seats) == [ONE, TWO]
    assert broken(replace(s, terrain=replace(s.terrain, features=Features(above, turned)))) == []  # fmt: skip


LAY = PlaceTile(Place(0, -1), Facing.NORTH, Role.NONE)
STAYS = "meeples stay on incomplete features, and appear only on the tile just laid"
ONE_TILE = "a turn lays one tile, a draw leaves the map as it is"


def unkept(s: State, event: PlaceTile | DrawTile, t: State) -> list[str]:
    return [name for name, keeps in STEPS.items() if not keeps(s, event, t)]


def test_a_lawful_step_breaks_nothing() -> None:
    s = begun()
    assert unkept(s, LAY, laid(s, Tile.E, Place(0, -1), Facing.SOUTH)) == []
    assert unkept(s, DrawTile(Tile.E), replace(s, drawn=Tile.E, phase=Phase.LAY)) == []


def test_a_meeple_that_leaves_an_open_city_is_noticed() -> None:
    s = begun()
    t = laid(s, Tile.E, Place(0, -1), Facing.SOUTH)
    gone = replace(t, terrain=t.terrain.without([Place(0, 0)]))
    assert unkept(s, LAY, gone) == [STAYS]


def test_a_meeple_that_appears_elsewhere_is_noticed() -> None:
    s = begun()
    t = laid(s, Tile.E, Place(0, -1), Facing.SOUTH, Meeple(ONE, Role.FARMER))
    elsewhere = replace(LAY, at=Place(5, 5))
    assert unkept(s, elsewhere, t) == [STAYS]
    assert unkept(s, LAY, t) == []


def test_a_draw_that_changes_the_map_is_noticed() -> None:
    s = begun()
    t = laid(s, Tile.E, Place(0, -1), Facing.SOUTH)
    assert ONE_TILE in unkept(s, DrawTile(Tile.E), t)
    home = replace(s, terrain=s.terrain.without([Place(0, 0)]))
    assert ONE_TILE in unkept(s, DrawTile(Tile.E), home)


def test_points_that_are_lost_are_noticed() -> None:
    s = replace(begun(), scores=(4, 0))
    t = replace(laid(s, Tile.E, Place(0, -1), Facing.SOUTH), scores=(3, 9))
    assert unkept(s, LAY, t) == ["points are never lost"]
