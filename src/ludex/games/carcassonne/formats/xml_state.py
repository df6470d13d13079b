"""The XML of a state, as the document's programs read and write it (2, 3.3, 3.4).

Reading takes all that the original took (2.1) and says exactly what it cannot read, with
the line; writing is the same byte for byte.
"""

import re
from collections.abc import Callable, Iterator
from functools import wraps
from typing import ParamSpec, TypeVar

from ludex.kernel import Unreadable

from ..rules.places import Place
from ..rules.position import Entry, Follower, Score, Setup, named
from ..rules.segments import TURNED
from ..rules.tiles import Facing, Letter, Role, Tile, TileSet
from .xml_reader import Element, read

L = TypeVar("L", bound=Letter)
P = ParamSpec("P")
T = TypeVar("T")

KINDS = TileSet.DOCUMENT.kinds
FACINGS = tuple(Facing)
FOLLOWERS = (Role.KNIGHT, Role.FARMER, Role.MONK)
"""The letters that a document may use."""

INTEGER = re.compile(
    r"""([\s(]*+) (-\s*+)?
    (?: 0[xX]([0-9a-fA-F]++) | 0[oO]([0-7]++) | ([0-9]++) )
    ([\s)]*+) \Z""",
    re.VERBOSE,
)
BASES = (16, 8, 10)
WIDEST = 1 << 63
LONGEST = 40
"""Characters of a word that a message shows, and digits that are looked at."""


class CannotRead(Exception):
    """Input that keeps a program of the document from its work; doors turn it into `Unreadable`."""


def reporting(program: Callable[P, T]) -> Callable[P, T | Unreadable]:
    """Make a function return what it raises as `CannotRead`."""

    @wraps(program)
    def run(*args: P.args, **options: P.kwargs) -> T | Unreadable:
        try:
            return program(*args, **options)
        except CannotRead as wrong:
            return Unreadable(wrong.args)

    return run


def parsed(text: str) -> Setup:
    """Return the state written as XML; the first thing in it that cannot be read is raised."""
    root = read(text)
    if isinstance(root, Unreadable):
        raise CannotRead(*root.problems)
    if root.name != "board":
        raise CannotRead(f"line {root.line}: the root is {_tag(root)}, not <board>")
    terrain, scores = root.child("terrain"), root.child("scores")
    drawn = root.child("next")
    if terrain is None:
        raise CannotRead(f"line {root.line}: <board> has no <terrain>")
    return Setup(
        tuple(_tile(child, i) for i, child in enumerate(terrain.children, start=1)),
        None if scores is None else tuple(_score(child) for child in scores.children),
        None if drawn is None else _next(drawn),
    )


document_of = reporting(parsed)
"""The state written as XML, or the first thing in it that cannot be read."""


def _tile(element: Element, number: int) -> Entry:
    where = f"tile {number}, line {element.line}"
    _demand_name(element, "tile", "terrain")
    tile = _letter(element, "type", KINDS, where)
    at = Place(_integer(element, "x", where), _integer(element, "y", where))
    facing = _letter(element, "orientation", FACINGS, where)
    entry = Entry(TURNED[tile][facing], at)
    if not element.children:
        return entry
    first = element.children[0]  # a second follower is passed over (2.1)
    _demand_name(first, "follower", "tile")
    where = f"follower on {named(number, entry)}, line {first.line}"
    role = _letter(first, "type", FOLLOWERS, where)
    return entry._replace(follower=Follower(_integer(first, "player", where), role))


def _score(element: Element) -> Score:
    _demand_name(element, "score", "scores")
    where = f"score, line {element.line}"
    return Score(_integer(element, "player", where), _integer(element, "score", where))


def _next(element: Element) -> Tile | None:
    """Return the type; the original's own mark for no tile at all was `-`."""
    where = f"next, line {element.line}"
    if _attribute(element, "tile", where).startswith("-"):
        return None
    return _letter(element, "tile", KINDS, where)


def _demand_name(element: Element, name: str, parent: str) -> None:
    if element.name != name:
        raise CannotRead(f"line {element.line}: {_tag(element)} in <{parent}>, not <{name}>")


def _attribute(element: Element, name: str, where: str) -> str:
    value = element.attributes.get(name)
    if value is None:
        raise CannotRead(f"{where}: no attribute {name}")
    return value


def _letter(element: Element, name: str, letters: tuple[L, ...], where: str) -> L:
    """Return the member with the first letter of the word, large or small (2.1)."""
    word = _attribute(element, name, where)
    for letter in letters:
        if word[:1].upper() == letter.value:
            return letter
    known = ", ".join(map(str, letters))
    raise CannotRead(f"{where}: {name} {_shown(word)} is not one of {known}")


def _integer(element: Element, name: str, where: str) -> int:
    """Return a number as Haskell's `read` takes it: blanks, brackets, `- 2`, `0x10`."""
    word = _attribute(element, name, where)
    number = integer(word)
    if number is None:
        raise CannotRead(f"{where}: {name} {_shown(word)} is not an integer")
    if not in_range(number):
        raise CannotRead(f"{where}: {name} {_shown(word)} is too large")
    return number


def integer(word: str) -> int | None:
    """Return the integer that Haskell's `read` sees in a word, or None.

    Of digits without end only the first are looked at: too large it is in any case.
    """
    match = INTEGER.match(word)
    if match is None:
        return None
    opening, minus, *digits, closing = match.groups(default="")
    if opening.count("(") != closing.count(")"):
        return None
    base, found = next((b, d) for b, d in zip(BASES, digits, strict=True) if d)
    number = int(found.lstrip("0")[:LONGEST] or "0", base)
    return -number if minus else number


def in_range(number: int) -> bool:
    """Is a number one that the programs read, and so one that they may write?"""
    return -WIDEST <= number < WIDEST


def _shown(word: str) -> str:
    return repr(word if len(word) <= LONGEST else word[:LONGEST] + "…")


def _tag(element: Element) -> str:
    return f"<{_shown(element.name)[1:-1]}>"


def one_line(document: Setup) -> str:
    """Next's form without an argument: all on one line (3.3)."""
    return "".join(line.strip() for line in _lines(document)) + "\n"


def indented(document: Setup) -> str:
    """Return the form of Next and Play with an argument: two blanks a level (3.4)."""
    return "".join(line + "\n" for line in _lines(document))


def tag(entry: Entry) -> str:
    """Play's form without an argument: the tile alone (3.2)."""
    if entry.follower is None:
        return f"<tile {_tile_attributes(entry)}/>\n"
    return (
        f"<tile {_tile_attributes(entry)}>\n"
        f"        <follower {_follower_attributes(entry.follower)}/>\n"
        "</tile>\n"
    )


def _lines(document: Setup) -> Iterator[str]:
    yield "<board>"
    if document.tiles:
        yield "  <terrain>"
        for entry in document.tiles:
            if entry.follower is None:
                yield f"    <tile {_tile_attributes(entry)} />"
            else:
                yield f"    <tile {_tile_attributes(entry)}>"
                yield f"      <follower {_follower_attributes(entry.follower)} />"
                yield "    </tile>"
        yield "  </terrain>"
    else:
        yield "  <terrain />"
    if document.scores:
        yield "  <scores>"
        for score in document.scores:
            yield f'    <score player="{score.player}" score="{score.points}" />'
        yield "  </scores>"
    elif document.scores is not None:
        yield "  <scores />"
    if document.drawn is not None:
        yield f'  <next tile="{document.drawn}" />'
    yield "</board>"


def _tile_attributes(entry: Entry) -> str:
    turned, (x, y) = entry.turned, entry.at
    return f'type="{turned.tile}" x="{x}" y="{y}" orientation="{turned.facing}"'


def _follower_attributes(follower: Follower) -> str:
    return f'player="{follower.player}" type="{follower.role}"'
