"""Solutions as players write them: `26 a7 3h`, two places a move.

Columns are `1`, `2` and so on, cells `a` to `g` and then `k`, `l`, `m` (as fc-solve
writes them, for `h` is home), home is `h`. A run is one move. How many cards it has
follows from the target, except towards an empty column; there `v` and a hexadecimal
number may say it: `26v3`. fc-solve's moves in words are read and written too.

A move here is only what was written: which cards it means is for the rules to say.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Final

from ..rules.deals import Board
from .boards import Problem

CELL_LETTERS: Final = "abcdefgklm"


class Kind(Enum):
    """The three kinds of places."""

    COLUMN = "column"
    CELL = "cell"
    HOME = "home"


@dataclass(frozen=True, slots=True)
class Place:
    """A place on the table; `index` counts from 0 and is 0 for home."""

    kind: Kind
    index: int

    def __str__(self) -> str:
        match self.kind:
            case Kind.COLUMN:
                return str(self.index + 1)
            case Kind.CELL:
                return CELL_LETTERS[self.index]
            case Kind.HOME:
                return "h"

    @property
    def words(self) -> str:
        """The place as fc-solve words it, counting from 0."""
        match self.kind:
            case Kind.COLUMN:
                return f"stack {self.index}"
            case Kind.CELL:
                return f"freecell {self.index}"
            case Kind.HOME:
                return "the foundations"


HOME: Final = Place(Kind.HOME, 0)


def column(index: int) -> Place:
    """Return the column with this index, counted from 0."""
    return Place(Kind.COLUMN, index)


def cell(index: int) -> Place:
    """Return the cell with this index, counted from 0."""
    return Place(Kind.CELL, index)


@dataclass(frozen=True, slots=True)
class Move:
    """A move as written; the count is None where the rules have to find it."""

    source: Place
    target: Place
    count: int | None = None

    def __str__(self) -> str:
        count = "" if self.count is None else f"v{self.count:x}"
        # `111` could mean 1 to 11 or 11 to 1; fc-solve has no more than ten columns.
        places = (self.source, self.target)
        long = any(p.kind is Kind.COLUMN and p.index >= 10 for p in places)
        return f"{self.source}{'-' if long else ''}{self.target}{count}"

    @property
    def words(self) -> str:
        """The move in fc-solve's words."""
        if self.source.kind is self.target.kind is Kind.COLUMN:
            cards = f"{self.count or 1} cards"
        else:
            cards = "a card"
        return f"Move {cards} from {self.source.words} to {self.target.words}"


_COLUMN: Final = r"(?:1[0-3]|[1-9])"
_MOVE: Final = re.compile(
    rf"(?P<source>{_COLUMN}|[a-gklm])-?(?P<target>{_COLUMN}|[a-hklm])"
    r"(?:v(?P<count>[0-9a-f]{1,2}))?"
)
_WORDS: Final = re.compile(
    r"Move (?P<count>a|\d{1,3}) cards? from (?P<source>stack|freecell) (?P<from>\d{1,3})"
    r" to (?:(?P<target>stack|freecell) (?P<to>\d{1,3})|the foundations)"
)
# What else fc-solve prints: rules, pictures of positions, and its verdict. A row of a
# picture holds cards and nothing else.
_CARD: Final = r"(?:10|[2-9AJQKT1])[CDHS]|--"
_OTHER: Final = re.compile(
    r"[-=\s]*|This game is.*|Total number.*|This scan.*|(?:Foundations|Freecells):.*|#.*|"
    rf"(?:\s*(?:{_CARD}))*\s*H-\S+ C-\S+ D-\S+ S-\S+\s*|:?\s*(?:{_CARD})(?:\s+(?:{_CARD}))*\s*|:\s*|(?:--- ?)+\s*"
)
_UNSOLVED: Final = re.compile(r"I could not solve|Iterations count exceeded")


def read_move(word: str) -> Move | None:
    """Return the move written as `word`, such as `26`, `a7`, `3h`, `8a` or `26v3`."""
    found = _MOVE.fullmatch(word)
    if found is None:
        return None
    source, target = _place(found["source"]), _place(found["target"])
    count = None if found["count"] is None else int(found["count"], 16)
    return Move(source, target, count)


def _place(word: str) -> Place:
    if word == "h":
        return HOME
    return column(int(word) - 1) if word.isdigit() else cell(CELL_LETTERS.index(word))


def read_words(line: str) -> Move | None:
    """Return the move in fc-solve's words, or None."""
    found = _WORDS.fullmatch(line.strip())
    if found is None:
        return None
    kinds = {"stack": column, "freecell": cell}
    source = kinds[found["source"]](int(found["from"]))
    target = kinds[found["target"]](int(found["to"])) if found["target"] else HOME
    if not (is_place(source) and is_place(target)):
        return None
    if not source.kind is target.kind is Kind.COLUMN:
        return Move(source, target)
    return Move(source, target, 1 if found["count"] == "a" else int(found["count"]))


def is_place(place: Place) -> bool:
    """Can any table have this place?"""
    limits = {Kind.COLUMN: 13, Kind.CELL: len(CELL_LETTERS), Kind.HOME: 1}
    return place.index < limits[place.kind]


def read_solution(text: str) -> tuple[Move, ...] | tuple[Problem, ...]:
    """Return the moves of a solution, bare or amid fc-solve's output, or all problems."""
    moves: list[Move] = []
    problems: list[Problem] = []
    for number, written in enumerate(text.splitlines(), start=1):
        line = written.strip().removeprefix("Move:")
        if _UNSOLVED.match(line):
            problems.append(Problem(number, "fc-solve found no solution here"))
            continue
        is_wordy = line.lstrip().startswith("Move ")
        words = [] if _OTHER.fullmatch(line) else line.split()
        for word in [line.strip()] if is_wordy else words:
            move = read_words(word) if is_wordy else read_move(word)
            if move is None:
                hint = "" if is_wordy else ", such as 26, a7 or 3h"
                problems.append(Problem(number, f"{word!r} is not a move{hint}"))
            else:
                moves.append(move)
    return tuple(problems) if problems else tuple(moves)


def noted(board: Board, moves: Iterable[Move]) -> tuple[Move, ...]:
    """Return the moves of a solution with a count only where the target does not tell it.

    That is from a column of several cards into an empty one.
    """
    sizes = {column(i): len(cards) for i, cards in enumerate(board.columns)}
    result = []
    for move in moves:
        cards = move.count or 1
        open_ = sizes.get(move.target) == 0 and sizes.get(move.source, 0) > 1
        result.append(Move(move.source, move.target, cards if open_ else None))
        for place, change in ((move.source, -cards), (move.target, cards)):
            if place.kind is Kind.COLUMN:
                sizes[place] += change
    return tuple(result)
