"""Positions as they are written down, whatever they may say.

A set-up keeps what somebody wrote, in that order: tiles, followers and scores of players
by number, the type that is next. Position lines are read into one, and so is the XML of the
document's programs. It may break every rule of the game; `problems` tells all that it
breaks, `unplayable` what no game can lead to. `terrain_of` puts it on a map as the original
did, and `position` makes a state of one that keeps the rules.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from ludex.kernel import Seat

from .options import DOCUMENT, Rules
from .places import ORIGIN, Place, neighbours
from .rotation import Turned
from .scoring import completed
from .segments import ROLES
from .state import State, drawable, is_over
from .terrain import (
    EMPTY,
    Laid,
    Meeple,
    Terrain,
    mismatches,
)
from .tiles import DOMAINS, ORDINALS, SIDES, Role, Tile

MOST_POINTS: Final = 2**31 - 1
MOST_POINTS_A_TURN: Final = 1000
"""More than any turn can bring, even the last: 8 farmers on 18 cities each, 36 tiles."""


@dataclass(frozen=True, slots=True)
class Follower:
    """A meeple of the player with that number."""

    player: int
    role: Role


class Entry(NamedTuple):
    """One tile, as written."""

    turned: Turned
    at: Place
    follower: Follower | None = None


class Score(NamedTuple):
    """The points of one player, as written."""

    player: int
    points: int


@dataclass(frozen=True, slots=True)
class Setup:
    """A whole position, as written."""

    tiles: tuple[Entry, ...]
    scores: tuple[Score, ...] | None
    """None when nothing is said of scores at all: enough for drawing."""

    drawn: Tile | None
    """The type that is next, if there is one."""

    away: tuple[Tile, ...] = ()
    """The tiles that were put away; the document has none."""


def players(setup: Setup) -> Mapping[int, Seat]:
    """Return a seat for each player, by number: those with a score first, in their order."""
    numbers = [score.player for score in setup.scores or ()]
    numbers += [tile.follower.player for tile in setup.tiles if tile.follower]
    return {n: Seat(seat) for seat, n in enumerate(dict.fromkeys(numbers))}


def terrain_of(setup: Setup) -> Terrain:
    """Return the map; where two tiles lie on one place the first counts."""
    seats = players(setup)
    return EMPTY.with_tiles(
        Laid(
            at,
            turned,
            Meeple(seats[follower.player], follower.role) if follower else None,
        )
        for turned, at, follower in setup.tiles
    )


def problems(setup: Setup, rules: Rules = DOCUMENT) -> Iterator[str]:
    """Yield everything in a setup that breaks the rules of the game."""
    yield from _overlaps(setup)
    yield from _mismatches(setup)
    yield from _islands(setup)
    laid = Counter(tile.turned.tile for tile in setup.tiles) + Counter(setup.away)
    for kind, copies in rules.tiles.copies.items():
        if laid[kind] > copies:
            yield f"{laid[kind]} tiles of type {kind}, but only {copies} exist"
    yield from _followers(setup, rules.meeples)


def named(number: int, entry: Entry) -> str:
    """Return a tile as messages name it: `tile 17 at (2, -1)`, counted from 1."""
    return f"tile {number} at {entry.at}"


def _overlaps(setup: Setup) -> Iterator[str]:
    first: dict[Place, int] = {}
    for i, tile in enumerate(setup.tiles, start=1):
        there = first.setdefault(tile.at, i)
        if there != i:
            yield f"{named(i, tile)}: tile {there} is already there"


def _mismatches(setup: Setup) -> Iterator[str]:
    """Yield each pair of sides once, told of the tile that comes later."""
    seen: dict[Place, Turned] = {}
    for i, tile in enumerate(setup.tiles, start=1):
        if tile.at in seen:
            continue
        for side, ours, beside, theirs in mismatches(seen, tile.at, tile.turned):
            yield (f"{named(i, tile)}: its {SIDES[side]} side is {ours} but {beside} has {theirs}")
        seen[tile.at] = tile.turned


def _islands(setup: Setup) -> Iterator[str]:
    """Yield each island once, told of its first tile."""
    waiting = {tile.at for tile in setup.tiles}
    for i, tile in enumerate(setup.tiles, start=1):
        if tile.at not in waiting:
            continue
        island, edge = 0, [tile.at]
        waiting.discard(tile.at)
        while edge:
            island += 1
            near = waiting.intersection(neighbours(edge.pop()))
            waiting -= near
            edge += near
        if i > 1:
            more = f", with {island - 1} more" if island > 1 else ""
            yield f"{named(i, tile)}{more}: not connected to tile 1"


def _followers(setup: Setup, meeples: int) -> Iterator[str]:
    scores = Counter(score.player for score in setup.scores or ())
    used: Counter[int] = Counter()
    for i, tile in enumerate(setup.tiles, start=1):
        follower = tile.follower
        if follower is None:
            continue
        role, kind = follower.role, tile.turned.tile
        used[follower.player] += 1
        if role not in ROLES[kind]:
            yield f"{named(i, tile)}: {kind} has no {_domain(role)} for a {role.word}"
        if setup.scores is not None and follower.player not in scores:
            yield f"{named(i, tile)}: no score of player {follower.player}"
    for player, count in used.items():
        if count > meeples:
            yield f"player {player} has {count} meeples on the map, but only {meeples} exist"
    for player, times in scores.items():
        if times > 1:
            yield f"player {player} has {times} scores"


def _domain(role: Role) -> str:
    which = ORDINALS.get(role)
    ground = DOMAINS[role.plain]
    return ground if which is None else f"{which} {ground}"


def unplayable(setup: Setup, s: State) -> Iterator[str]:
    """Yield what no game can lead to, although the map itself is right."""
    terrain, rules, drawn = s.terrain, s.rules, setup.drawn
    count = len(setup.scores or ())
    fewest, most = rules.tiles.players
    if not fewest <= count <= most:
        yield f"{count} players, not {fewest} to {most}"
    if rules.is_base and not terrain.tiles:
        yield f"the game begins with a {rules.tiles.first} on the map"
        return
    if setup.away and not rules.puts_away:
        yield "tiles are put away, but here they wait in the bag until they fit"
    yield from _overflowing(setup, s)
    for award in completed(s):
        yield f"{award.feature}: to be scored before the game goes on"
    if drawn is not None and (
        drawn not in drawable(s) or (terrain.tiles and not terrain.has_room(drawn))
    ):
        first = f"the first tile is {rules.tiles.first}"
        reason = first if not terrain.tiles else "none can be laid"
        yield f"{drawn} is the next tile, but {reason}"
    if drawn is None and terrain.meeples and is_over(s):
        yield "the game is over, but meeples are left on the map"


def _overflowing(setup: Setup, s: State) -> Iterator[str]:
    """Yield what the rest of the game could carry beyond what events and lines can say.

    Each turn moves the edge by one place at most and uses up one tile: a game that began
    at the origin keeps within these bounds, and so does every game from here.
    """
    used = len(s.terrain.tiles) + len(setup.away)
    turns = 0 if is_over(s) else s.rules.total - used
    farthest = s.rules.tiles.total - 1 - turns
    for i, tile in enumerate(setup.tiles, start=1):
        if max(map(abs, tile.at)) > farthest:
            yield f"{named(i, tile)}: too far from {ORIGIN} with {turns} tiles to come"
    most = MOST_POINTS - turns * MOST_POINTS_A_TURN
    for score in setup.scores or ():
        if score.points > most:
            yield f"player {score.player}: {score.points} points are more than {most}"
