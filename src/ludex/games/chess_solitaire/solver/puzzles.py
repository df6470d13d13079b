"""Chess Solitaire puzzles: boards with asked properties, and short names for them.

The measure of difficulty is luck: how often random valid captures, all equally likely, win.
It is computed over every line of play. Easy: at least one in five; medium: one in twenty;
hard: one in a hundred; expert: one in a thousand; master: less often, but still winnable.
SidePanel it stand the ways to win, the traps (captures that lose what could be won) and how early
the first of them lies.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Final

from ludex.games.chess_solitaire.game import State, judged
from ludex.games.chess_solitaire.rules.pieces import SIZE, Piece
from ludex.games.chess_solitaire.solver.exact import Exact
from ludex.kernel import Dice
from ludex.parts.grid import Grid

SLOTS: Final = SIZE * SIZE
KINDS: Final = (None, *Piece)
LETTERS: Final = "0123456789abcdefghjkmnpqrstvwxyz"  # no i, l, o, u: nothing to misread
ID_LENGTH: Final = 10

BUDGET: Final = 20_000
"""A board with more positions than this is no puzzle: nobody could tell how hard it is."""

EFFORT: Final = 1_000_000
"""After so many positions of any boards the search for a puzzle ends: half a minute or so."""


class Level(Enum):
    """How hard a puzzle is, by the luck that random play would need."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    EXPERT = "expert"
    MASTER = "master"


ODDS: Final = {Level.EASY: 5, Level.MEDIUM: 20, Level.HARD: 100, Level.EXPERT: 1000}
"""Random play wins one game in so many, or more of them; of master puzzles fewer."""

ROUNDING: Final = 1e-9


def level(luck: float) -> Level:
    """The level of a winnable board."""
    reached = (each for each, odds in ODDS.items() if luck * odds >= 1 - ROUNDING)
    return next(reached, Level.MASTER)


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A winnable board and its exact data."""

    start: State
    ways: int
    """How many sequences of captures win."""

    luck: float
    traps: int
    """Captures that lose a game which could still be won."""

    first_trap: int | None
    """Which capture of the game is the first that can lose it; None: none can."""

    @property
    def level(self) -> Level:
        """How hard it is."""
        return level(self.luck)

    @property
    def id(self) -> str:
        """A short name that decodes back to the board."""
        return encoded(self.start)


def begun(s: State) -> State:
    """The game as it begins on a board, also on one that is still being set up."""
    return judged(s.board)


def judged_puzzle(start: State, exact: Exact | None = None) -> Puzzle | None:
    """The board as a puzzle, or None when it cannot be won (or seen to its end)."""
    worth = (exact or Exact(BUDGET)).worth(start)
    if worth is None or not worth.ways:
        return None
    return Puzzle(start, worth.ways, worth.luck, worth.traps, worth.first_trap)


def puzzle(
    pieces: int,
    dice: Dice,
    *,
    wanted: Level | None = None,
    unique: bool = False,
    tries: int = 20_000,
    tell: Callable[[int], None] = lambda _: None,
) -> Puzzle | None:
    """A board with so many pieces that has the asked properties, if one is found.

    `tell` hears how many boards have been looked at.
    """
    assert 2 <= pieces <= SLOTS
    looked_at = 0
    for number in range(1, tries + 1):
        board = random_board(pieces, dice)
        # One a board: what it remembers of others would only fill memory.
        exact = Exact(BUDGET)
        found = judged_puzzle(judged(board), exact)
        if (
            found is not None
            and (wanted is None or found.level is wanted)
            and (not unique or found.ways == 1)
        ):
            return found
        tell(number)
        looked_at += exact.positions
        if looked_at > EFFORT:
            break
    return None


def random_board(pieces: int, dice: Dice) -> Grid[Piece]:
    """So many pieces of any kind on random slots."""
    slots = list(range(SLOTS))
    dice.shuffle(slots)
    kinds = list(Piece)
    placed = {slot: dice.choice(kinds) for slot in slots[:pieces]}
    return Grid(SIZE, SIZE, tuple(placed.get(slot) for slot in range(SLOTS)))


def encoded(start: State) -> str:
    """Ten letters and digits: the board as a number, and a check letter."""
    return named(KINDS.index(piece) for piece in start.board.cells)


def named(kinds: Iterable[int]) -> str:
    """The same of a board given as numbers: 0 for no piece, kinds are counted from 1."""
    number = 0
    for kind in kinds:
        number = number * len(KINDS) + kind
    letters = ""
    for _ in range(ID_LENGTH - 1):
        number, digit = divmod(number, len(LETTERS))
        letters = LETTERS[digit] + letters
    return letters + _check(letters)


def decoded(name: str) -> State | None:
    """The board of a puzzle's name, or None when it is no such name."""
    letters = name.strip().lower()
    known = len(letters) == ID_LENGTH and all(letter in LETTERS for letter in letters)
    if not known or _check(letters[:-1]) != letters[-1]:
        return None
    number = 0
    for letter in letters[:-1]:
        number = number * len(LETTERS) + LETTERS.index(letter)
    cells: list[Piece | None] = []
    for _ in range(SLOTS):
        number, kind = divmod(number, len(KINDS))
        cells.insert(0, KINDS[kind])
    return None if number else judged(Grid(SIZE, SIZE, tuple(cells)))


def _check(letters: str) -> str:
    """One letter that shows a misspelling or two letters exchanged."""
    total = sum(i * LETTERS.index(letter) for i, letter in enumerate(letters, start=3))
    return LETTERS[total % 31]
