"""Setting up positions: a state from a document that keeps the rules, and back.

In a state players are seats, in the order of the document's scores; written back they are
numbered from 1, and the tenth is 0: a player is one digit in a picture.
"""

from collections.abc import Iterator

from ludex.games.carcassonne.document import (
    Document,
    Entry,
    Follower,
    Score,
    named,
    problems,
    terrain_of,
)
from ludex.games.carcassonne.places import FARTHEST, ORIGIN
from ludex.games.carcassonne.rules import Draw, Phase, Rules, State, drawable, is_over
from ludex.games.carcassonne.scoring import completed
from ludex.games.carcassonne.terrain import Terrain
from ludex.games.carcassonne.tiles import COPIES, START
from ludex.kernel import Seat, Unreadable

MOST_PLAYERS = 10
MOST_POINTS = 2**31 - 1
MOST_POINTS_A_TURN = 1000
"""More than any turn can bring, even the last: 8 farmers on 18 cities each, 36 tiles."""


def state_of(
    document: Document, *, draw: Draw = Draw.FAIR, meeples: int = 7
) -> State | Unreadable:
    """The state that a document describes, or everything that keeps it from being one."""
    terrain = terrain_of(document)
    wrong = [*problems(document, meeples), *_unplayable(document, terrain)]
    if wrong:
        return Unreadable(tuple(wrong))
    scores = tuple(score.points for score in document.scores or ())
    phase = Phase.LAY
    if document.drawn is None:
        phase = Phase.OVER if is_over(terrain) else Phase.DRAW
    rules = Rules(len(scores), draw, meeples)
    return State(rules, terrain, scores, phase, document.drawn)


def _unplayable(document: Document, terrain: Terrain) -> Iterator[str]:
    """What no game can lead to, although the map itself is right."""
    count = len(document.scores or ())
    if not 1 <= count <= MOST_PLAYERS:
        yield f"{count} players, not 1 to {MOST_PLAYERS}"
    yield from _overflowing(document, terrain)
    for award in completed(terrain):
        yield f"{award.zone}: to be scored before the game goes on"
    drawn = document.drawn
    if drawn is not None and drawn not in drawable(terrain):
        reason = (
            f"the first tile is {START}" if not terrain.tiles else "none can be laid"
        )
        yield f"{drawn} is the next tile, but {reason}"
    if drawn is None and terrain.meeples and is_over(terrain):
        yield "the game is over, but meeples are left on the map"


def _overflowing(document: Document, terrain: Terrain) -> Iterator[str]:
    """What the rest of the game could carry beyond what events and lines can say.

    Each turn moves the edge by one place at most and uses up one tile: a game that began
    at the origin keeps within these bounds, and so does every game from here.
    """
    turns = 0 if is_over(terrain) else sum(COPIES.values()) - len(terrain.tiles)
    farthest = FARTHEST - turns
    for i, tile in enumerate(document.tiles, start=1):
        if max(map(abs, tile.at)) > farthest:
            yield f"{named(i, tile)}: too far from {ORIGIN} with {turns} tiles to come"
    most = MOST_POINTS - turns * MOST_POINTS_A_TURN
    for score in document.scores or ():
        if score.points > most:
            yield f"player {score.player}: {score.points} points are more than {most}"


def document_from(s: State) -> Document:
    """The document of a state; the tile laid last comes first, as Play writes it."""
    tiles = []
    for at, turned in s.terrain.tiles.items():
        meeple = s.terrain.meeples.get(at)
        follower = meeple and Follower(number(meeple.seat), meeple.role)
        tiles.append(Entry(turned, at, follower))
    scores = (Score(number(Seat(i)), score) for i, score in enumerate(s.scores))
    return Document(tuple(reversed(tiles)), tuple(scores), s.drawn)


def number(seat: Seat) -> int:
    """The player's number in XML and pictures."""
    return (seat + 1) % 10
