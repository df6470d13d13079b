"""The base game scored twice, by the rulebook and by a flood fill, in lockstep."""

import pytest

from carcassonne_flooding import KINDS, Table, listed, stand, turned
from ludex.games.carcassonne.game import game as rulebook
from ludex.games.carcassonne.rules.events import DrawTile, PlaceTile
from ludex.games.carcassonne.rules.segments import ROLES
from ludex.games.carcassonne.rules.state import State
from ludex.games.carcassonne.rules.tiles import Role, Tile, TileSet
from ludex.kernel import CHANCE, Dice, Unreadable
from ludex.language.position import position_line, read_position
from ludex.registry import refined

GAME = refined(rulebook).unchecked()


def began(players: int, *, first_edition: bool) -> State:
    preset = "first_edition" if first_edition else "base"
    start = rulebook.start.varied(preset, {"players": str(players)})
    assert not isinstance(start, Unreadable)
    return start


def played_in_lockstep(seed: int, players: int, *, first_edition: bool = False) -> State:
    dice, now = Dice(seed), began(players, first_edition=first_edition)
    table = Table(players, 2 if first_edition else 4, first_edition)
    while GAME.outcome(now) is None:
        if GAME.turn(now) == CHANCE:
            event = GAME.draw(now, dice)
            assert isinstance(event, DrawTile)
            after = GAME.after(now, event)
        else:
            event = dice.choice(GAME.moves(now))
            assert isinstance(event, PlaceTile)
            after = GAME.after(now, event)
            at = (event.at.x, event.at.y)
            table.lay(str(now.drawn), at, str(event.facing), now.seat, str(event.meeple))
        if GAME.outcome(after) is not None:
            table.score(at_the_end=True)
        assert tuple(table.scores) == after.scores, (seed, str(event))
        standing = {(at.x, at.y): m.seat for at, m in after.terrain.meeples.items()}
        assert standing == {at: f[0] for at, f in table.followers.items()}
        now = after
    return now


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_both_scorers_agree_after_every_turn(players: int) -> None:
    end = played_in_lockstep(100 + players, players)
    assert len(end.terrain.tiles) + len(end.away) == 72


def test_both_scorers_agree_by_the_rules_of_the_first_edition() -> None:
    played_in_lockstep(7, 3, first_edition=True)


def free_parts(table: Table, letter: str, event: PlaceTile) -> set[str]:
    """The followers for whom a tile would have a part in which nobody stands."""
    at, facing = (event.at.x, event.at.y), str(event.facing)
    laid = Table(table.players, tiles={**table.tiles}, followers=table.followers)
    laid.tiles[at] = letter, turned(KINDS[letter][0], facing)
    return {
        str(role)
        for role in ROLES[Tile(letter)]
        if role is Role.MONK or not laid.standing(at, stand(letter, facing, str(role)))
    }


def test_followers_are_offered_where_nobody_stands_and_nowhere_else() -> None:
    dice, now, table = Dice(5), began(2, first_edition=False), Table(2)
    for _ in range(6):
        while GAME.outcome(now) is None:
            if GAME.turn(now) == CHANCE:
                now = GAME.after(now, GAME.draw(now, dice))
                continue
            moves = [e for e in GAME.moves(now) if isinstance(e, PlaceTile)]
            event = dice.choice(moves)
            if now.meeples(now.seat):
                here = {
                    str(e.meeple) for e in moves if (e.at, e.facing) == (event.at, event.facing)
                }
                free = free_parts(table, str(now.drawn), event)
                assert here == {"none", *free}, position_line(GAME, now)
            at = (event.at.x, event.at.y)
            table.lay(str(now.drawn), at, str(event.facing), now.seat, str(event.meeple))
            now = GAME.after(now, event)
        now, table = began(2, first_edition=False), Table(2)


@pytest.mark.slow
@pytest.mark.parametrize("first_edition", [True, False])
def test_both_scorers_agree_in_two_hundred_games(*, first_edition: bool) -> None:
    for i in range(100):
        seed = 100 * first_edition + i
        played_in_lockstep(seed, 2 + seed % 4, first_edition=first_edition)


def test_both_have_the_same_tiles() -> None:
    copies = {str(t): n for t, n in TileSet.BASE.copies.items()}
    assert copies == {letter: n for letter, (n, _) in listed().items()}


def sides(letter: str, facing: str) -> tuple[str, ...]:
    grid = turned(KINDS[letter][0], facing)
    return tuple(grid[cell][0] for cell in ((0, 4), (4, 8), (8, 4), (4, 0)))


def test_every_placement_beside_the_first_tile_is_found() -> None:
    """All ways round at the four places, tried one by one."""
    first = sides("D", "N")
    around = [(0, 1), (1, 0), (0, -1), (-1, 0)]
    for letter in KINDS:
        state = read_position(rulebook, f"scores=0:0 next={letter} tiles=D,N,0,0 set=base")
        expected = {
            (*at, facing)
            for side, at in enumerate(around)
            for facing in "NESW"
            if sides(letter, facing)[(side + 2) % 4] == first[side]
        }
        moves = [] if isinstance(state, Unreadable) else rulebook.moves(state)
        found = [e for e in moves if isinstance(e, PlaceTile)]
        assert {(e.at.x, e.at.y, str(e.facing)) for e in found} == expected, letter


AROUND = [(0, 1), (1, 0), (0, -1), (-1, 0)]
"""The places beside one, in the order of its sides."""

Map = dict[tuple[int, int], tuple[str, str]]
"""A tile and its facing at each place."""


def fitting(laid: Map, letter: str) -> set[tuple[int, int, str]]:
    """All places and ways round, tried one by one."""
    beside = {(x + i, y + j) for x, y in laid for i, j in AROUND} - laid.keys()
    return {
        (x, y, facing)
        for x, y in beside
        for facing in "NESW"
        if all(
            sides(letter, facing)[side] == sides(*laid[x + i, y + j])[(side + 2) % 4]
            for side, (i, j) in enumerate(AROUND)
            if (x + i, y + j) in laid
        )
    }


def offered(line: str) -> list[PlaceTile]:
    """What the rulebook allows; nothing where the tile fits nowhere."""
    state = read_position(rulebook, line)
    if isinstance(state, Unreadable):
        assert state.problems[0].endswith("none can be laid"), state
        return []
    return [e for e in GAME.moves(state) if isinstance(e, PlaceTile)]


@pytest.mark.slow
def test_every_placement_on_every_map_of_two_tiles_is_found() -> None:
    """Whatever is laid first beside the first tile, and then any of the 24 kinds."""
    maps = placements = 0
    for second in KINDS:
        for x, y, facing in sorted(fitting({(0, 0): ("D", "N")}, second)):
            laid = {(0, 0): ("D", "N"), (x, y): (second, facing)}
            maps += 1
            for third in KINDS:
                if [*("D", second, third)].count(third) > listed()[third][0]:
                    continue
                line = f"scores=0:0 next={third} tiles=D,N,0,0;{second},{facing},{x},{y} set=base"
                found = {(e.at.x, e.at.y, str(e.facing)) for e in offered(line)}
                assert found == fitting(laid, third), line
                placements += len(found)
    # A kind has 4 sides: beside the first tile there is one of city and one of field, and
    # two of road. All kinds together have 37 sides of city, 32 of field and 27 of road.
    assert maps == 37 + 32 + 2 * 27
    assert placements == 22_864


@pytest.mark.parametrize("there", ["K", "T", "F", "F2"])
def test_followers_are_offered_where_a_flood_finds_nobody(there: str) -> None:
    """On every kind, wherever it fits beside the first tile with a follower on it."""
    for letter in KINDS:
        line = f"scores=0:0 next={letter} tiles=D,N,0,0,1{there} set=base"
        found = {(e.at.x, e.at.y, str(e.facing), str(e.meeple)) for e in offered(line)}
        expected = {
            (x, y, facing, role)
            for x, y, facing in fitting({(0, 0): ("D", "N")}, letter)
            for role in ["none", *free(letter, (x, y), facing, there)]
        }
        assert found == expected, letter


def free(letter: str, at: tuple[int, int], facing: str, there: str) -> list[str]:
    """The followers whose part is not flooded from where somebody stands already."""
    table = Table(2)
    table.tiles[at] = letter, turned(KINDS[letter][0], facing)
    taken = table.flood((0, 0), stand("D", "N", there)).cells
    roles = ["M"] * ("m" in KINDS[letter][0].values())
    for ground in "KTF":
        for number in range(1, 5):
            role = ground + str(number) * (number > 1)
            try:
                cell = stand(letter, facing, role)
            except IndexError:
                break
            if (at, cell) not in taken:
                roles.append(role)
    return roles
