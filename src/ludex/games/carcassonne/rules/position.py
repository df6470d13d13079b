"""A Carcassonne position on one line.

    scores=4:0 next=E tiles=E,N,0,0,1K;B,N,0,-1;E,S,0,1

Scores are by player. `next` is the tile drawn, `-` when one is to be drawn or the game is
over (that follows from the tiles). A tile is type, facing, x, y and, if there is one, the
meeple: player and role. Tiles stand in order of place, so equal positions have equal
lines. `draw=placements` and `meeples=8` are said when they are not the standard.

    scores=0:3 next=U tiles=D,N,0,0;V,W,1,0,2T;W,N,2,0,1F2 set=base away=C

`set=base` says that the tiles are those of the base game, `away` which of them were put
away. A meeple on the second field of its tile is `F2`. Other options are said by their
names when they are not the standard: `length=40`, `small_cities=2`, `farmers=by_city`.

What a line can say is bounded (as many places from the origin as there are tiles, 31 bits
of points), and no play from a line that is read leads beyond: `unplayable` demands room for the
tiles that are left.

A `Setup` keeps a position as somebody wrote it, whatever it says, in that order: tiles, followers and scores of players
by number, the type that is next. Position lines are read into one, and so is the XML of the
document's programs. It may break every rule of the game; `problems` tells all that it
breaks, `unplayable` what no game can lead to. `terrain_of` puts it on a map as the original
did, and `state_of` makes a state of one that keeps the rules.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple, get_type_hints

from ludex.kernel import (
    Atom,
    Choice,
    Notation,
    Seat,
    Unreadable,
    Whole,
    seat_number,
)
from ludex.kernel.domains.atoms import domain_of
from ludex.kernel.start import changed_rules, option_texts

from .options import DOCUMENT, Rules
from .places import ORIGIN, Place, neighbours
from .scoring import completed
from .segments import ROLES, TURNED, Turned
from .state import Phase, State, drawable, is_over
from .terrain import (
    EMPTY,
    LaidTile,
    Meeple,
    Terrain,
    mismatches,
)
from .tiles import DOMAINS, ORDINALS, SIDES, Facing, Role, Tile

MOST_POINTS = 2**31 - 1
MOST_POINTS_A_TURN = 1000
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
        LaidTile(
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
        for side, ours, neighbour, theirs in mismatches(seen, tile.at, tile.turned):
            yield (
                f"{named(i, tile)}: its {SIDES[side]} side is {ours} but {neighbour} has {theirs}"
            )
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
    ordinal = ORDINALS.get(role)
    ground = DOMAINS[role.plain]
    return ground if ordinal is None else f"{ordinal} {ground}"


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


TILE = Choice(Tile)
FACING = Choice(Facing)
ROLE = Choice(Role)
NUMBER = Whole(-MOST_POINTS, MOST_POINTS)
OPTIONS = {
    "set" if name == "tiles" else name: (name, domain_of(hint))
    for name, hint in get_type_hints(Rules, include_extras=True).items()
    if name != "players"
}
"""The words of a line that are options: how the rules call them, what they may be."""

MEEPLE = re.compile(r"(-?[0-9]+)([A-Z][2-4]?)")
"""The owner of a meeple, its role, and the part on which it stands: `1K`, `2F3`."""

KEYS = ("scores", "next", "tiles", *OPTIONS, "away")


def write(s: State) -> str:
    """Return the position line of a state."""
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
    texts, standard = option_texts(s.rules), option_texts(DOCUMENT)
    words += [
        f"{key}={texts[name]}"
        for key, (name, _) in OPTIONS.items()
        if texts[name] != standard[name]
    ]
    if s.away:
        words.append(f"away={','.join(map(str, s.away))}")
    return " ".join(words)


def read(line: str) -> State | Unreadable:
    """Return the state of a position line, or everything wrong with it."""
    values: dict[str, str] = {}
    wrong = []
    for word in line.split():
        key, equals, value = word.partition("=")
        if key in KEYS and equals and key not in values:
            values[key] = value
        else:
            wrong.append(f"{word!r}: expected one each of {', '.join(KEYS)}, as key=value")
    if wrong:
        return Unreadable(tuple(wrong))
    return _state(values)


def _state(values: Mapping[str, str]) -> State | Unreadable:
    wrong: list[str] = []
    scores = [NUMBER.parse(word) for word in values.get("scores", "").split(":")]
    if None in scores:
        wrong.append("scores: expected the points of each player, as 4:0")
    rules = _rules(values)
    if isinstance(rules, Unreadable):
        return Unreadable((*wrong, *rules.problems))
    kinds = rules.tiles.kinds
    drawn = values.get("next", "-")
    if drawn != "-" and TILE.parse(drawn) not in kinds:
        wrong.append(f"next: {drawn!r} is not one of {', '.join(map(str, kinds))} and -")
    tiles = []
    for word in filter(None, values.get("tiles", "").split(";")):
        tile = entry_of(word)
        if tile is None or tile.turned.tile not in kinds:
            wrong.append(f"tiles: {word!r} is not type, facing, x, y and a meeple, as E,N,0,-1,1K")
        else:
            tiles.append(tile)
    away = [TILE.parse(word) for word in filter(None, values.get("away", "").split(","))]
    if not {*away} <= {*kinds}:
        wrong.append("away: expected the types of the tiles put away, as C,X")
    if wrong:
        return Unreadable(tuple(wrong))
    points = enumerate((score for score in scores if score is not None), start=1)
    setup = Setup(
        tuple(tiles),
        tuple(Score(player, score) for player, score in points),
        TILE.parse(drawn),
        tuple(sorted((tile for tile in away if tile is not None), key=str)),
    )
    return state_of(setup, rules)


def _rules(values: Mapping[str, str]) -> Rules | Unreadable:
    """Return the rules that a line says, but for the players, who are seen from the scores."""
    given = {key: values[key] for key in OPTIONS if key in values}
    wrong = []
    for key, text in given.items():
        _, domain = OPTIONS[key]
        assert isinstance(domain, Atom)
        value = domain.parse(text)
        if value is None or not domain.allows(value):
            wrong.append(f"{key}: expected {domain.expected}")
    if wrong:
        return Unreadable(tuple(wrong))
    return changed_rules(DOCUMENT, {OPTIONS[k][0]: text for k, text in given.items()})


def state_of(setup: Setup, rules: Rules = DOCUMENT) -> State | Unreadable:
    """Return the state that a setup describes, or everything that keeps it from being one."""
    scores = tuple(score.points for score in setup.scores or ())
    s = State(rules, terrain_of(setup), scores, away=setup.away)
    wrong = [*problems(setup, rules), *unplayable(setup, s)]
    if wrong:
        return Unreadable(tuple(wrong))
    phase = Phase.LAY
    if setup.drawn is None:
        phase = Phase.OVER if is_over(s) else Phase.DRAW
    rules = replace(rules, players=len(scores))
    return replace(s, rules=rules, phase=phase, drawn=setup.drawn)


def entry_of(word: str) -> Entry | None:
    """Return the tile written as `E,N,0,-1` or `E,N,0,-1,1K`, or None."""
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
    found = MEEPLE.fullmatch(letters[4])
    number, role = (NUMBER.parse(found[1]), ROLE.parse(found[2])) if found else (None, None)
    if number is None or role is None:
        return None
    return entry._replace(follower=Follower(number, role))


notation = Notation(write, read)
