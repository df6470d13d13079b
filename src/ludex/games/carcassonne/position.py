"""A Carcassonne position on one line.

    scores=4:0 next=E tiles=E,N,0,0,1K;B,N,0,-1;E,S,0,1

Scores are by player. `next` is the tile drawn, `-` when one is to be drawn or the game is
over (that follows from the tiles). A tile is type, facing, x, y and, if there is one, the
meeple: player and role. Tiles stand in order of place, so equal positions have equal
lines. `draw=placements` and `meeples=8` are said when they are not the standard.

What a line can say is bounded (35 places from the origin, 31 bits of points), and no play
from a line that is read leads beyond: `setup` demands room for the tiles that are left.
"""

from collections.abc import Mapping
from typing import Final

from ludex.games.carcassonne.bag import is_over
from ludex.games.carcassonne.options import Draw, Rules
from ludex.games.carcassonne.places import Place
from ludex.games.carcassonne.setup import (
    MOST_POINTS,
    Entry,
    Follower,
    Score,
    Setup,
    problems,
    terrain_of,
    unplayable,
)
from ludex.games.carcassonne.state import Phase, State
from ludex.games.carcassonne.tiles import TURNED, Facing, Role, Tile
from ludex.kernel import Choice, Notation, Unreadable, Whole, seat_number

STANDARD: Final = Rules()
TILE: Final = Choice(Tile)
FACING: Final = Choice(Facing)
ROLE: Final = Choice(Role)
DRAW: Final = Choice(Draw)
NUMBER: Final = Whole(-MOST_POINTS, MOST_POINTS)
KEYS: Final = ("scores", "next", "tiles", "draw", "meeples")


def write(s: State) -> str:
    """The position line of a state."""
    tiles = []
    for at, turned in sorted(s.terrain.tiles.items(), key=lambda item: item[0]):
        meeple = s.terrain.meeples.get(at)
        words = [str(turned.tile), str(turned.facing), str(at.x), str(at.y)]
        if meeple is not None:
            words.append(f"{seat_number(meeple.seat)}{meeple.role}")
        tiles.append(",".join(words))
    words = [
        f"scores={':'.join(map(str, s.scores))}",
        f"next={s.drawn or '-'}",
        f"tiles={';'.join(tiles)}",
    ]
    if s.rules.draw is not STANDARD.draw:
        words.append(f"draw={s.rules.draw.value}")
    if s.rules.meeples != STANDARD.meeples:
        words.append(f"meeples={s.rules.meeples}")
    return " ".join(words)


def read(line: str) -> State | Unreadable:
    """The state of a position line, or everything wrong with it."""
    values: dict[str, str] = {}
    wrong = []
    for word in line.split():
        key, equals, value = word.partition("=")
        if key in KEYS and equals and key not in values:
            values[key] = value
        else:
            wrong.append(
                f"{word!r}: expected one each of {', '.join(KEYS)}, as key=value"
            )
    if wrong:
        return Unreadable(tuple(wrong))
    return _state(values)


def _state(values: Mapping[str, str]) -> State | Unreadable:
    wrong = []
    scores = [NUMBER.parse(word) for word in values.get("scores", "").split(":")]
    if None in scores:
        wrong.append("scores: expected the points of each player, as 4:0")
    drawn = values.get("next", "-")
    if drawn != "-" and TILE.parse(drawn) is None:
        wrong.append(f"next: {drawn!r} is none of B, C, E, N and -")
    tiles = []
    for word in filter(None, values.get("tiles", "").split(";")):
        tile = entry_of(word)
        if tile is None:
            wrong.append(
                f"tiles: {word!r} is not type, facing, x, y and a meeple, as E,N,0,-1,1K"
            )
        else:
            tiles.append(tile)
    draw = DRAW.parse(values.get("draw", STANDARD.draw.value))
    if draw is None:
        wrong.append(f"draw: expected {DRAW.expected}")
    meeples = NUMBER.parse(values.get("meeples", str(STANDARD.meeples)))
    if meeples is None or not 0 <= meeples <= 8:
        wrong.append("meeples: expected a number from 0 to 8")
    if wrong or draw is None or meeples is None:
        return Unreadable(tuple(wrong))
    points = enumerate((score for score in scores if score is not None), start=1)
    setup = Setup(
        tuple(tiles),
        tuple(Score(player, score) for player, score in points),
        TILE.parse(drawn),
    )
    return state_of(setup, draw=draw, meeples=meeples)


def state_of(
    setup: Setup, *, draw: Draw = Draw.FAIR, meeples: int = 7
) -> State | Unreadable:
    """The state that a setup describes, or everything that keeps it from being one."""
    terrain = terrain_of(setup)
    wrong = [*problems(setup, meeples), *unplayable(setup, terrain)]
    if wrong:
        return Unreadable(tuple(wrong))
    scores = tuple(score.points for score in setup.scores or ())
    phase = Phase.LAY
    if setup.drawn is None:
        phase = Phase.OVER if is_over(terrain) else Phase.DRAW
    rules = Rules(len(scores), draw, meeples)
    return State(rules, terrain, scores, phase, setup.drawn)


def entry_of(word: str) -> Entry | None:
    """The tile written as `E,N,0,-1` or `E,N,0,-1,1K`, or None."""
    letters = word.split(",")
    if len(letters) not in (4, 5):
        return None
    tile, facing = TILE.parse(letters[0]), FACING.parse(letters[1])
    x, y = NUMBER.parse(letters[2]), NUMBER.parse(letters[3])
    if tile is None or facing is None or x is None or y is None:
        return None
    entry = Entry(TURNED[tile][facing], Place(x, y))
    if len(letters) == 4:
        return entry
    player, role = NUMBER.parse(letters[4][:-1]), ROLE.parse(letters[4][-1:])
    if player is None or role is None:
        return None
    return Entry(entry.turned, entry.at, Follower(player, role))


notation: Final = Notation(write, read)
