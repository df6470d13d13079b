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
of points), and no play from a line that is read leads beyond: `setup` demands room for the
tiles that are left.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Final, get_type_hints

from ludex.kernel import (
    Atom,
    Choice,
    Notation,
    Unreadable,
    Whole,
    seat_number,
)
from ludex.kernel.atoms import domain_of
from ludex.kernel.start import changed_rules, option_texts

from .options import DOCUMENT, Rules
from .places import Place
from .rotation import TURNED
from .setup import (
    MOST_POINTS,
    Entry,
    Follower,
    Score,
    Setup,
    problems,
    terrain_of,
    unplayable,
)
from .state import Phase, State, is_over
from .tiles import Facing, Role, Tile

TILE: Final = Choice(Tile)
FACING: Final = Choice(Facing)
ROLE: Final = Choice(Role)
NUMBER: Final = Whole(-MOST_POINTS, MOST_POINTS)
OPTIONS: Final = {
    "set" if name == "tiles" else name: (name, domain_of(hint))
    for name, hint in get_type_hints(Rules, include_extras=True).items()
    if name != "players"
}
"""The words of a line that are options: how the rules call them, what they may be."""

MEEPLE: Final = re.compile(r"(-?[0-9]+)([A-Z][2-4]?)")
"""Whose it is, and as what it stands where: `1K`, `2F3`."""

KEYS: Final = ("scores", "next", "tiles", *OPTIONS, "away")


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
        wrong.append(f"next: {drawn!r} is none of {', '.join(map(str, kinds))} and -")
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


notation: Final = Notation(write, read)
