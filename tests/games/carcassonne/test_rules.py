"""Laying tiles, placing meeples, drawing: what is legal, and why the rest is not."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.carcassonne.lines import state
from ludex.games.carcassonne.game import State, game
from ludex.games.carcassonne.rules.events import DrawTile, PlaceTile
from ludex.games.carcassonne.rules.options import Draw, Rules
from ludex.games.carcassonne.rules.places import PLACES, Place
from ludex.games.carcassonne.rules.state import begun
from ludex.games.carcassonne.rules.tiles import Facing, Role, Tile, TileSet
from ludex.kernel import CHANCE, Dice, Event, Refusal, Seat, as_sentence

N, E, S, W = Facing
NONE, KNIGHT, FARMER, MONK = Role.NONE, Role.KNIGHT, Role.FARMER, Role.MONK


def lay(x: int, y: int, facing: Facing, role: Role = NONE) -> PlaceTile:
    return PlaceTile(Place(x, y), facing, role)


def refused(s: State, event: Event[State]) -> str:
    refusal = game.refusal(s, event)
    assert refusal is not None
    return refusal.text


def code(s: State, event: Event[State]) -> str:
    refusal = game.refusal(s, event)
    assert refusal is not None
    return refusal.code


def after(s: State, *events: Event[State]) -> State:
    for event in events:
        following = game.apply(s, event)
        assert not isinstance(following, Refusal), following
        s = following
    return s


@pytest.mark.requirement("carcassonne.start", "carcassonne.Play.first")
def test_the_first_tile_is_an_e_at_the_origin_any_way_round_with_knight_or_farmer() -> None:
    """E-CA-15: the game begins with an empty map."""
    start = game.start()
    assert game.chance(start) == ((DrawTile(Tile.E), Fraction(1)),)
    drawn = after(start, DrawTile(Tile.E))
    moves = game.moves(drawn)
    roles = (NONE, KNIGHT, FARMER)
    assert moves == [lay(0, 0, facing, role) for facing in Facing for role in roles]


EXAMPLE = "scores=0:0 next=E tiles=E,E,0,0,1K;N,W,1,0;B,N,0,-1,1M;E,W,-1,0,2K"


@pytest.mark.requirement(
    "carcassonne.adjacent",
    "carcassonne.match",
    "carcassonne.taken",
    "carcassonne.meeple",
)
@pytest.mark.parametrize(
    ("event", "reason"),
    [
        (lay(0, 0, N), "There is already a tile at (0, 0)"),
        (lay(2, 2, N), "No tile shares a side with (2, 2)"),
        (lay(1, 1, S), "its south side is city but (1, 0) has field"),
        (lay(2, 0, W), "its west side is city but (1, 0) has field"),
        (
            lay(1, 1, S),
            "A tile with city on one side facing south does not fit at (1, 1)",
        ),
        (
            lay(2, 0, E, MONK),
            "A tile with city on one side has no cloister for a monk",
        ),
        (lay(1, -1, N, KNIGHT), "There is already a knight in that city"),
    ],
)
def test_what_is_refused_and_why(event: PlaceTile, reason: str) -> None:
    assert reason in refused(state(EXAMPLE), event)


def test_the_place_comes_before_the_fit_and_the_fit_before_the_meeple() -> None:
    now = state(EXAMPLE)
    assert "already a tile" in refused(now, lay(1, 0, S, MONK))
    assert "does not fit" in refused(now, lay(1, 1, S, MONK))


@pytest.mark.requirement("carcassonne.adjacent")
def test_touching_at_a_corner_is_not_enough() -> None:
    assert "shares a side" in refused(state("scores=0 next=B tiles=E,N,0,0"), lay(1, 1, N))


def test_a_farmer_does_not_keep_a_knight_out_nor_a_knight_a_farmer() -> None:
    now = state("scores=0:0 next=N tiles=E,N,0,0,1K;B,N,0,-1,2F")
    assert game.refusal(now, lay(0, 1, S, FARMER)) is None
    assert "a knight" in refused(now, lay(0, 1, S, KNIGHT))
    assert game.refusal(now, lay(1, 0, E, KNIGHT)) is None
    assert "a farmer" in refused(now, lay(1, 0, E, FARMER))


@pytest.mark.requirement("carcassonne.taken")
def test_ones_own_meeple_blocks_too() -> None:
    now = state("scores=0 next=N tiles=E,N,0,0,1K")
    assert "a knight" in refused(now, lay(0, 1, S, KNIGHT))


def test_a_monk_may_always_enter_his_new_cloister() -> None:
    now = state("scores=0:0 next=B tiles=E,N,0,0,1F;B,N,0,-1,2M")
    assert game.refusal(now, lay(1, 0, N, MONK)) is None


SEVEN_OUT = "B,N,0,0,1M;B,N,1,0,1M;B,N,2,0,1M;B,N,3,0,1M;B,N,4,0,1M;E,E,5,0,1F;E,N,0,1,1K"


@pytest.mark.requirement("carcassonne.meeple", "carcassonne.Play.meeple")
def test_an_eighth_meeple_is_refused_but_the_tile_alone_is_not() -> None:
    """E-CA-2."""
    now = state(f"scores=0 next=E tiles={SEVEN_OUT}")
    assert now.meeples(Seat(0)) == 0
    assert refused(now, lay(1, 1, N, KNIGHT)) == "player 1 has no meeple left"
    assert game.refusal(now, lay(1, 1, N)) is None
    assert all(isinstance(event, PlaceTile) and event.meeple is NONE for event in game.moves(now))


def test_a_role_that_the_tile_does_not_have_is_told_before_that_no_meeple_is_left() -> None:
    now = state(f"scores=0 next=E tiles={SEVEN_OUT}")
    assert code(now, lay(1, 1, N, MONK)) == "no_place"
    assert code(now, lay(1, 1, N, KNIGHT)) == "no_meeple"


def test_a_type_that_is_used_up_is_told_before_that_it_fits_nowhere() -> None:
    round_them = "E,S,0,1;E,S,1,1;E,W,2,0;E,N,0,-1;E,N,1,-1;E,E,-1,0"
    now = state(f"scores=0 tiles=C,N,0,0;C,N,1,0;{round_them}")
    assert not now.terrain.has_room(Tile.C)
    assert refused(now, DrawTile(Tile.C)) == "No tile with city on all sides is left"


def test_players_take_turns_by_the_number_of_tiles() -> None:
    now = begun(Rules(players=3))
    dice = Dice(1)
    seats = []
    while len(now.terrain.tiles) < 7:
        if game.turn(now) != CHANCE:
            seats.append(game.turn(now))
            now = after(now, dice.choice(game.moves(now)))
        else:
            now = after(now, game.draw(now, dice))
    assert seats == [0, 1, 2, 0, 1, 2, 0]


@pytest.mark.requirement("carcassonne.end", "carcassonne.type.Player")
@pytest.mark.parametrize("players", [1, 2, 5, 10])
def test_any_number_of_players_from_one_to_ten_can_play_to_the_end(
    players: int,
) -> None:
    now = game.start.varied(None, {"players": str(players)})
    assert isinstance(now, State)
    assert game.seat_count(now) == players
    dice = Dice(players)
    while (outcome := game.outcome(now)) is None:
        chance = game.turn(now) == CHANCE
        event = game.draw(now, dice) if chance else dice.choice(game.moves(now))
        now = game.after(now, event)
    assert len(outcome.scores) == players
    best = max(outcome.scores)
    assert [outcome.scores[seat] for seat in outcome.winners] == [best] * len(outcome.winners)


@pytest.mark.requirement("carcassonne.winner")
def test_who_has_the_same_number_of_points_shares_the_win() -> None:
    """E-CA-8."""
    closed = ";".join(f"{letters}" for letters in closed_map())
    shared = game.outcome(state(f"scores=7:3:7 next=- tiles={closed}"))
    assert shared is not None
    assert shared.winners == (0, 2)
    assert shared.text == "player 1 and player 3 share the win (7 : 3 : 7)"
    assert as_sentence(shared.reason).code == "shared"
    alone = game.outcome(state(f"scores=7:3:8 next=- tiles={closed}"))
    assert alone is not None
    assert alone.text == "player 3 wins (7 : 3 : 8)"
    assert as_sentence(alone.reason).code == "won"


def closed_map() -> list[str]:
    """All B, E and N tiles, no side of city open."""
    rows = [f"B,N,{x},0" for x in range(6)]
    rows += [f"E,{facing},{x},{y}" for facing, y in ("N1", "S2") for x in range(8)]
    for x in (0, 2):
        rows += [f"N,E,{x},3", f"N,N,{x + 1},3", f"N,S,{x},4", f"N,W,{x + 1},4"]
    return [*rows, "E,E,4,4", "N,W,5,4", "N,E,5,3", "E,W,6,3"]


# -- drawing -------------------------------------------------------------------------------


@pytest.mark.requirement("carcassonne.draw")
def test_the_fair_draw_goes_by_the_tiles_left_in_the_bag() -> None:
    now = state("scores=0:0 next=- tiles=E,N,0,0")
    assert game.chance(now) == tuple(
        (DrawTile(tile), Fraction(copies - (tile is Tile.E), 35))
        for tile, copies in TileSet.DOCUMENT.copies.items()
        if copies
    )


def test_the_original_draw_goes_by_the_placements() -> None:
    """E-CA-3: B and C count four times a place."""
    now = state("scores=0:0 next=- tiles=E,N,0,0 draw=placements")
    outcomes = game.chance(now)
    assert outcomes is not None
    # Three places beside a field, one beside the city.
    weights = {Tile.B: 12, Tile.C: 4, Tile.E: 3 * 3 + 1, Tile.N: 3 * 2 + 2}
    total = sum(weights.values())
    assert dict(outcomes) == {
        DrawTile(tile): Fraction(weight, total) for tile, weight in weights.items()
    }


@pytest.mark.requirement("carcassonne.Next.type", "carcassonne.draw")
def test_a_type_that_fits_nowhere_or_is_used_up_is_not_drawn() -> None:
    closed_city = state("scores=0:0 next=- tiles=E,N,0,0;E,S,0,1")
    assert "fits nowhere now" in refused(closed_city, DrawTile(Tile.C))
    all_b = ";".join(f"B,N,{x},0" for x in range(6))
    used_up = state(f"scores=0:0 next=- tiles={all_b}")
    assert refused(used_up, DrawTile(Tile.B)) == "No tile with a cloister is left"
    for now in (closed_city, used_up):
        outcomes = game.chance(now)
        assert outcomes is not None
        assert sum(p for _, p in outcomes) == 1


def test_both_draws_can_draw_the_same_types() -> None:
    dice, now = Dice(3), game.start()
    while game.outcome(now) is None:
        if game.turn(now) == CHANCE:
            biased = State(Rules(draw=Draw.PLACEMENTS), now.terrain, now.scores, now.phase, None)
            assert [e for e, _ in game.chance(now) or ()] == [
                e for e, _ in game.chance(biased) or ()
            ]
            event = game.draw(now, dice)
        else:
            event = dice.choice(game.moves(now))
        now = game.after(now, event)


# -- enumeration ---------------------------------------------------------------------------


@pytest.mark.parametrize("preset", ["standard", "base"])
@given(seed=st.integers(0, 2**64 - 1), steps=st.integers(0, 25))
@settings(max_examples=8, deadline=None)
def test_the_candidates_are_exactly_the_events_that_the_guards_allow(
    preset: str, seed: int, steps: int
) -> None:
    """Farther out than one place a turn no tile shares a side with any place."""
    dice, now = Dice(seed), game.start(preset)
    for _ in range(steps):
        chance = game.turn(now) == CHANCE
        event = game.draw(now, dice) if chance else dice.choice(game.moves(now))
        now = game.after(now, event)
    near = [at for at in PLACES.values() if max(map(abs, at)) <= steps // 2 + 1]
    tried = (PlaceTile(*lay) for lay in product(near, Facing, Role))
    drawn = (DrawTile(tile) for tile in Tile)
    brute = {
        event
        for event in (drawn if game.turn(now) == CHANCE else tried)
        if game.refusal(now, event) is None
    }
    moves = game.moves(now)
    assert set(moves) == brute
    assert len(moves) == len(brute)
