"""States as the document's programs keep them: a set-up whose players have any numbers.

Whose turn it is follows from the number of tiles; a move puts its tile first. A state of
the game is written with its players numbered from 1, and the tenth is 0: a player is one
digit in a picture.
"""

from dataclasses import replace

from ludex.kernel import Seat

from ..rules.setup import Entry, Follower, Score, Setup
from ..rules.state import State


def to_move(document: Setup) -> int:
    """Return the number of the player to move: by the number of tiles (1.3)."""
    assert document.scores
    return document.scores[len(document.tiles) % len(document.scores)].player


def followers(document: Setup) -> int:
    """Return how many followers of the player to move there are, on hidden tiles too (1.3)."""
    player = to_move(document)
    return sum(
        tile.follower is not None and tile.follower.player == player for tile in document.tiles
    )


def with_tile(document: Setup, entry: Entry) -> Setup:
    """Return the document after a move; the new tile comes first (3.2)."""
    return replace(document, tiles=(entry, *document.tiles))


def document_from(s: State) -> Setup:
    """Return the document of a state; the tile laid last comes first, as Play writes it."""
    tiles = []
    for at, turned in s.terrain.tiles.items():
        meeple = s.terrain.meeples.get(at)
        follower = meeple and Follower(number(meeple.seat), meeple.role)
        tiles.append(Entry(turned, at, follower))
    scores = (Score(number(Seat(i)), score) for i, score in enumerate(s.scores))
    return Setup(tuple(reversed(tiles)), tuple(scores), s.drawn)


def number(seat: Seat) -> int:
    """Return the player's number in XML and pictures."""
    return (seat + 1) % 10
