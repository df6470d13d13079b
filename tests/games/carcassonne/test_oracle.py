"""Scoring against a plain search that shares no code with it, on random games.

The oracle knows tiles as pictures: a side is what its middle character shows.
"""

from collections import Counter
from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from games.carcassonne.lines import completed, final
from ludex.games.carcassonne.game import game
from ludex.games.carcassonne.rules.events import PlaceTile, played
from ludex.games.carcassonne.rules.options import Rules
from ludex.games.carcassonne.rules.picture import of_tile
from ludex.games.carcassonne.rules.scoring import points
from ludex.games.carcassonne.rules.state import begun
from ludex.games.carcassonne.rules.terrain import Terrain
from ludex.kernel import CHANCE, Dice

Square = tuple[int, int]
Board = dict[Square, dict[str, str]]
STEPS = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}


def sides(terrain: Terrain) -> Board:
    found: Board = {}
    for at, turned in terrain.tiles.items():
        rows = of_tile(turned)
        # Beside a corner of city the middle of a side still shows what the side is.
        shown = {"N": rows[0][2], "E": rows[2][4], "S": rows[4][2], "W": rows[2][0]}
        found[at.x, at.y] = shown
    return found


def feature(board: Board, start: Square, ground: str) -> set[Square]:
    """The tiles reached from `start` over sides of `ground`."""
    seen, edge = {start}, [start]
    while edge:
        x, y = edge.pop()
        for side, (dx, dy) in STEPS.items():
            there = (x + dx, y + dy)
            if board[x, y][side] == ground and there in board and there not in seen:
                seen.add(there)
                edge.append(there)
    return seen


def is_closed(board: Board, city: set[Square]) -> bool:
    return all(
        board[x, y][side] != "*" or (x + dx, y + dy) in board
        for x, y in city
        for side, (dx, dy) in STEPS.items()
    )


def around(board: Board, at: Square) -> int:
    x, y = at
    return sum((x + i, y + j) in board for i in (-1, 0, 1) for j in (-1, 0, 1))


def worth(board: Board, at: Square, role: str) -> tuple[frozenset[Square], int, bool]:
    """The feature of a meeple, its points, and whether they are due at once."""
    if role == "M":
        return frozenset({at}), around(board, at), around(board, at) == 9
    if role == "K":
        city = feature(board, at, "*")
        closed = is_closed(board, city)
        return frozenset(city), len(city) * (2 if closed else 1), closed
    field = feature(board, at, ".")
    cities = {frozenset(feature(board, tile, "*")) for tile in field if "*" in board[tile].values()}
    return frozenset(field), 3 * sum(is_closed(board, {*c}) for c in cities), False


def oracle(terrain: Terrain, *, at_the_end: bool) -> dict[int, int]:
    board = sides(terrain)
    features: dict[tuple[str, frozenset[Square]], list[int]] = {}
    value: dict[tuple[str, frozenset[Square]], int] = {}
    for place, (seat, role) in terrain.meeples.items():
        tiles, gain, due = worth(board, (place.x, place.y), role.value)
        if due or at_the_end:
            features.setdefault((role.value, tiles), []).append(seat)
            value[role.value, tiles] = gain
    totals: Counter[int] = Counter()
    for key, seats in features.items():
        counts = Counter(seats)
        for number, n in counts.items():
            if n == max(counts.values()):
                totals[number] += value[key]
    return {number: gain for number, gain in totals.items() if gain}


def terrains(players: int, dice: Dice) -> Iterator[Terrain]:
    """The map after every turn of a random game, before anything is scored."""
    state = begun(Rules(players))
    while game.outcome(state) is None:
        if game.turn(state) == CHANCE:
            event = game.draw(state, dice)
        else:
            event = dice.choice(game.moves(state))
            assert isinstance(event, PlaceTile)
            yield played(state, event).terrain
        state = game.after(state, event)


@given(seed=st.integers(0, 2**64 - 1), players=st.integers(1, 6))
@settings(max_examples=10, deadline=None)
def test_a_plain_search_finds_the_same_points_at_every_step(seed: int, players: int) -> None:
    for terrain in terrains(players, Dice(seed)):
        now, then = points(completed(terrain)), points(final(terrain))
        assert {s: n for s, n in now.items() if n} == oracle(terrain, at_the_end=False)
        assert {s: n for s, n in then.items() if n} == oracle(terrain, at_the_end=True)
