"""Carcassonne as an engine: the base game and the document's edition, whole games with scores.

`layout` says what stands where and has the tiles as tables, `placement` joins features and counts
points, `moves` lists and does the moves.
"""

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from itertools import chain

import numpy as np

from ludex.compile.engine import CHANCE, Engine, Row, Steps, preset_of
from ludex.compile.engine import OVER as ENDED
from ludex.compile.jit import plain, step
from ludex.compile.loops import loops
from ludex.compile.starts import starting
from ludex.kernel import Event, Seat

from ..game import game
from ..rules.candidates import DRAWS, placed
from ..rules.events import PlaceTile
from ..rules.options import PRESETS, Draw, Farmers, Rules, SmallCities
from ..rules.places import FARTHEST, ORIGIN, Place, neighbours
from ..rules.segments import Turned
from ..rules.state import Phase, State, begun
from ..rules.terrain import EMPTY, LaidTile, Meeple
from ..rules.tiles import FACINGS, Tile
from .layout import (
    AWAY,
    BY_CITY,
    BY_PLACEMENTS,
    DRAW,
    DRAWN,
    FIRST_AT,
    IS_BASE,
    KINDS,
    LAY,
    LEFT,
    LENGTH_AT,
    LIES_AT,
    LYING,
    MEEPLES_AT,
    MOST_OPENINGS,
    NO_TILE,
    NOBODY,
    OPENING,
    OPENINGS,
    OPTIONS,
    PHASE,
    PLACE,
    POINTS,
    ROLE_AT,
    ROLES,
    SEAT_AT,
    SMALL_TWO,
    TILE,
    TILES,
    WORDS,
    count,
    counted,
    lies,
    place_at,
    seat_of,
    x_of,
    y_of,
)
from .moves import (
    ACROSS,
    ACTIONS,
    FOLLOWERS,
    WAYS,
    apply,
    choose,
    draw,
    legal,
)
from .placement import lay, pack

PHASES = (Phase.DRAW, Phase.LAY, Phase.OVER)
FIRST_OPENING = plain(place_at)(*ORIGIN)
FIRST_TILE = KINDS.index(Tile.D) * 4
MOST = MOST_OPENINGS * 4 * 9
"""Nine followers at most may stand on a tile, nobody included."""


@step
def actor(state: Row) -> int:
    """Return who lays; chance draws."""
    if state[PHASE] == LAY:
        return int(seat_of(state))
    return CHANCE if state[PHASE] == DRAW else ENDED


@step
def score(state: Row, seat: int) -> float:
    """Return the points of a seat."""
    return float(state[POINTS + seat])


@step
def observe(state: Row, _seat: int, seen: Row) -> None:
    """Everything lies open: what is left in the bag can be counted."""
    for place in range(seen.shape[0]):
        seen[place] = state[place]


@step
def begin(state: Row, _seed: int) -> int:
    """Set up one open place; in the base game a tile lies there."""
    for place in range(OPENING, WORDS):  # all of it is observed
        state[place] = 0
    state[OPENINGS] = 1
    state[OPENING] = FIRST_OPENING
    if state[OPTIONS] & IS_BASE:
        lay(state, 0, FIRST_TILE)
    return 0


STEPS = Steps(begin, actor, legal, apply, draw, score, observe, choose)


@cache
def engine(rules: Rules = PRESETS["base"]) -> Engine:
    """Return the engine of a table."""
    return Engine(
        game=game,
        rules=preset_of(game, rules),
        words=WORDS,
        seen=WORDS,
        actions=ACTIONS,
        most=MOST,
        room=MOST_OPENINGS,
        seats=rules.players,
        steps=STEPS,
        head=tuple(_begun(rules)[:OPENING].tolist()),
        encode=encode,
        decode=lambda row: decode(rules, row),
        event=event,
        action=action,
        chanced=chanced,
        matches=matches,
        constant=True,
    )


def engine_from(start: State) -> Engine:
    """Return the engine of games that begin with a state."""
    made = engine(start.rules)
    return made if start == begun(start.rules) else starting(made, start)


def _begun(rules: Rules) -> Row:
    """Return an empty map with all tiles in the bag, but for the first of the base game."""
    row = np.zeros(WORDS, np.int64)
    row[OPTIONS] = (
        rules.players
        | IS_BASE * rules.is_base
        | BY_PLACEMENTS * (rules.draw is Draw.PLACEMENTS)
        | SMALL_TWO * (rules.small_cities is SmallCities.TWO)
        | BY_CITY * (rules.farmers is Farmers.BY_CITY)
        | rules.meeples << MEEPLES_AT
        | rules.total << LENGTH_AT
        | KINDS.index(rules.tiles.first) << FIRST_AT
    )
    row[DRAWN] = NO_TILE
    for kind, tile in enumerate(KINDS):
        _count(row, LEFT, kind, rules.tiles.copies[tile])
    if rules.is_base:
        _count(row, LEFT, KINDS.index(rules.tiles.first), -1)
    return row


def encode(s: State) -> list[int]:
    """Return a state of the rulebook, packed: its tiles are laid one after the other."""
    row = _begun(s.rules)
    if s.rules.is_base:
        _count(row, LEFT, KINDS.index(s.rules.tiles.first), 1)
    numbers = {at: number for number, at in enumerate(_connected(s))}
    tiles, meeples = s.terrain.tiles, s.terrain.meeples.items()
    pack(
        row,
        [(*at, LYING.index(tiles[at]), KINDS.index(tiles[at].tile)) for at in numbers],
        [(numbers[at], seat, ROLES.index(role)) for at, (seat, role) in meeples],
    )
    for tile in s.away:
        _count(row, AWAY, KINDS.index(tile), 1)
        _count(row, LEFT, KINDS.index(tile), -1)
    if s.drawn is not None:
        row[DRAWN] = KINDS.index(s.drawn)
        _count(row, LEFT, KINDS.index(s.drawn), -1)
    row[PHASE] = PHASES.index(s.phase)
    row[POINTS : POINTS + len(s.scores)] = s.scores
    found: list[int] = row.tolist()
    return found


def _connected(s: State) -> list[Place]:
    """Return the places of the tiles, each beside one that comes before it."""
    tiles = s.terrain.tiles
    order = dict.fromkeys([*tiles][:1])
    ahead = [*order]
    while ahead:
        for neighbour in neighbours(ahead.pop()):
            if neighbour in tiles and neighbour not in order:
                order[neighbour] = None
                ahead.append(neighbour)
    if len(order) < len(tiles):
        raise ValueError("the engine of Carcassonne does not play on maps of several islands")
    return [*order]


def _tiles(row: list[int]) -> list[tuple[Place, Turned]]:
    return [_laid(tile & LAID) for tile in row[TILE : TILE + row[TILES]]]


def _meeples(row: list[int]) -> dict[Place, Meeple]:
    tiles = row[TILE : TILE + row[TILES]]
    return dict(filter(None, [_manned(tile & MANNED) for tile in tiles]))


LAID, MANNED = (PLACE | bits for bits in (127 << LIES_AT, 15 << SEAT_AT | 15 << ROLE_AT))
"""The parts of the number for a tile: its place and facing, and the meeple on it."""


@lru_cache(1 << 17)
def _laid(tile: int) -> tuple[Place, Turned]:
    return Place(_x(tile), _y(tile)), LYING[_lies(tile)]


@lru_cache(1 << 17)
def _manned(tile: int) -> tuple[Place, Meeple] | None:
    seat, role = (tile >> SEAT_AT & 15) - 1, tile >> ROLE_AT & 15
    if role == NOBODY:
        return None
    return Place(_x(tile), _y(tile)), Meeple(Seat(seat), ROLES[role])


# The same in Python: a compiled function is not worth calling for so little.
_x, _y, _lies = plain(x_of), plain(y_of), plain(lies)
_counted: Callable[..., int] = plain(counted)
_count: Callable[..., None] = plain(count)


def _away(row: list[int]) -> tuple[Tile, ...]:
    if not any(row[AWAY:POINTS]):
        return ()
    kinds = enumerate(KINDS)
    return tuple(chain(*([tile] * _counted(row, AWAY, kind) for kind, tile in kinds)))


def decode(rules: Rules, state: Row) -> State:
    """Return the state of a row."""
    row: list[int] = state.tolist()
    meeples = _meeples(row)
    laid = [LaidTile(at, turned, meeples.get(at)) for at, turned in _tiles(row)]
    return State(
        rules,
        EMPTY.with_tiles(laid),
        tuple(row[POINTS : POINTS + rules.players]),
        PHASES[row[PHASE]],
        None if row[DRAWN] == NO_TILE else KINDS[row[DRAWN]],
        _away(row),
    )


def matches(state: Row, s: State) -> bool:
    """Is this the row of a state? As `decode` says, without a map that is built anew."""
    row: list[int] = state[:OPENING].tolist()
    laid, expected = _tiles(row), s.terrain.tiles
    # Mostly they are even listed in the order in which they were laid.
    return (
        (laid == [*expected.items()] or dict(laid) == expected)
        and _meeples(row) == s.terrain.meeples
        and (*row[POINTS : POINTS + s.rules.players],) == s.scores
        and PHASES[row[PHASE]] is s.phase
        and (None if row[DRAWN] == NO_TILE else KINDS[row[DRAWN]]) is s.drawn
        and _away(row) == s.away
    )


@cache
def _event(number: int) -> Event[State]:
    place, way = divmod(number, WAYS)
    x, y = divmod(place, ACROSS)
    facing, role = divmod(way, FOLLOWERS)
    return placed(Place(x - FARTHEST, y - FARTHEST), FACINGS[facing], ROLES[role])


def event(_row: Row, number: int) -> Event[State]:
    """Return the rulebook's event with this number."""
    return _event(number)


def action(_row: Row, event: Event[State]) -> int:
    """Return the number of one of the rulebook's events."""
    if not isinstance(event, PlaceTile):
        raise TypeError(f"{event} has no number")
    (x, y), facing, role = event.at, event.facing, event.meeple
    place = (x + FARTHEST) * ACROSS + y + FARTHEST
    return place * WAYS + FACINGS.index(facing) * FOLLOWERS + ROLES.index(role)


def chanced(before: Row, after: Row) -> Event[State]:
    """Return the tile that was drawn, or put away."""
    one, two = before.tolist(), after.tolist()
    kind = next(
        kind for kind in range(len(KINDS)) if _counted(one, LEFT, kind) != _counted(two, LEFT, kind)
    )
    return DRAWS[KINDS[kind]]


def packed(s: State) -> Row:
    """Return a state as a row; it says by which rules it is played."""
    return np.array(encode(s), np.int64)


def ends(row: Row, seeds: Sequence[int]) -> list[list[float]]:
    """Return what each seat has at the end, for each of the seeds.

    The loop is that of one table for all of them: the steps read the rules in the row.
    """
    rows = np.repeat(row[None], len(seeds), axis=0)
    drawn = np.zeros(len(seeds), np.int64)
    loops(engine()).finish(rows, np.array(seeds, np.int64), drawn)
    players = int(row[OPTIONS]) & 15
    found: list[list[float]] = rows[:, POINTS : POINTS + players].tolist()
    return found
