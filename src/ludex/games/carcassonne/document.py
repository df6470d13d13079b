"""Documents: a state as the programs' XML has it, whatever it may say.

A document keeps what the XML says in the XML's order: tiles, followers and scores of
players by number, the type in `<next>`. It may break every rule of the game; `problems`
tells all that it breaks. `terrain_of` puts it on a map as the original did.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from ludex.games.carcassonne.places import Place, neighbours
from ludex.games.carcassonne.terrain import EMPTY, Laid, Meeple, Terrain
from ludex.games.carcassonne.tiles import (
    COPIES,
    DOMAINS,
    ROLES,
    SIDES,
    Role,
    Tile,
    Turned,
    opposite,
)
from ludex.kernel import Seat

MEEPLES: Final = 7


@dataclass(frozen=True, slots=True)
class Follower:
    """A meeple of the player with that number."""

    player: int
    role: Role


@dataclass(frozen=True, slots=True)
class Entry:
    """One `tile` element."""

    turned: Turned
    at: Place
    follower: Follower | None = None


@dataclass(frozen=True, slots=True)
class Score:
    """One `score` element."""

    player: int
    points: int


@dataclass(frozen=True, slots=True)
class Document:
    """One `board` element."""

    tiles: tuple[Entry, ...]
    scores: tuple[Score, ...] | None
    """None when there is no `scores` element at all: enough for drawing."""

    drawn: Tile | None
    """The type in `<next>`, if there is one."""


def players(document: Document) -> Mapping[int, Seat]:
    """A seat for each player, by number: those with a score first, in their order."""
    numbers = [score.player for score in document.scores or ()]
    numbers += [tile.follower.player for tile in document.tiles if tile.follower]
    return {n: Seat(seat) for seat, n in enumerate(dict.fromkeys(numbers))}


def terrain_of(document: Document) -> Terrain:
    """The map; where two tiles lie on one place the first counts."""
    seats = players(document)

    def meeple(follower: Follower | None) -> Meeple | None:
        if follower is None:
            return None
        return Meeple(seats[follower.player], follower.role)

    return EMPTY.with_tiles(
        Laid(tile.at, tile.turned, meeple(tile.follower)) for tile in document.tiles
    )


def to_move(document: Document) -> int:
    """The number of the player to move: by the number of tiles (1.3)."""
    assert document.scores
    return document.scores[len(document.tiles) % len(document.scores)].player


def followers(document: Document) -> int:
    """How many followers of the player to move there are, on hidden tiles too (1.3)."""
    player = to_move(document)
    return sum(
        tile.follower is not None and tile.follower.player == player
        for tile in document.tiles
    )


def with_tile(document: Document, entry: Entry) -> Document:
    """The document after a move; the new tile comes first (3.2)."""
    return replace(document, tiles=(entry, *document.tiles))


def problems(document: Document, meeples: int = MEEPLES) -> Iterator[str]:
    """Everything in a document that breaks the rules of the game."""
    yield from _overlaps(document)
    yield from _mismatches(document)
    yield from _islands(document)
    laid = Counter(tile.turned.tile for tile in document.tiles)
    for kind, copies in COPIES.items():
        if laid[kind] > copies:
            yield f"{laid[kind]} tiles of type {kind}, but only {copies} exist"
    yield from _followers(document, meeples)


def named(number: int, entry: Entry) -> str:
    """A tile as messages name it: `tile 17 at (2, -1)`, counted from 1."""
    return f"tile {number} at {entry.at}"


def _overlaps(document: Document) -> Iterator[str]:
    first: dict[Place, int] = {}
    for i, tile in enumerate(document.tiles, start=1):
        there = first.setdefault(tile.at, i)
        if there != i:
            yield f"{named(i, tile)}: tile {there} is already there"


def _mismatches(document: Document) -> Iterator[str]:
    """Each pair of sides once, told of the tile that comes later."""
    seen: dict[Place, Turned] = {}
    for i, tile in enumerate(document.tiles, start=1):
        if tile.at in seen:
            continue
        for side, beside in enumerate(neighbours(tile.at)):
            other = seen.get(beside)
            if other is not None:
                ours, theirs = tile.turned.sides[side], other.sides[opposite(side)]
                if ours is not theirs:
                    yield (
                        f"{named(i, tile)}: its {SIDES[side]} side is {ours.value} "
                        f"but {beside} has {theirs.value}"
                    )
        seen[tile.at] = tile.turned


def _islands(document: Document) -> Iterator[str]:
    """Each island once, told of its first tile."""
    waiting = {tile.at for tile in document.tiles}
    for i, tile in enumerate(document.tiles, start=1):
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


def _followers(document: Document, meeples: int) -> Iterator[str]:
    scores = Counter(score.player for score in document.scores or ())
    used: Counter[int] = Counter()
    for i, tile in enumerate(document.tiles, start=1):
        follower = tile.follower
        if follower is None:
            continue
        role, kind = follower.role, tile.turned.tile
        used[follower.player] += 1
        if role not in ROLES[kind]:
            yield f"{named(i, tile)}: {kind} has no {DOMAINS[role]} for a {role.word}"
        if document.scores is not None and follower.player not in scores:
            yield f"{named(i, tile)}: no score of player {follower.player}"
    for player, count in used.items():
        if count > meeples:
            yield f"player {player} has {count} meeples on the map, but only {meeples} exist"
    for player, times in scores.items():
        if times > 1:
            yield f"player {player} has {times} scores"
