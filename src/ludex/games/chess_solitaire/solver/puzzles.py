"""Chess Solitaire puzzles: boards with asked properties, and short names for them.

The measure of difficulty is luck: how often random valid captures, all equally likely, win.
It is computed over every line of play. Easy: at least one in five; medium: one in twenty;
hard: one in a hundred; expert: one in a thousand; master: less often, but still winnable.
Beside it stand the ways to win, the traps (captures that lose what could be won) and how early
the first of them lies.

The puzzles that come with Ludex have exactly one way to win each. They lie in `collection.txt`, which `ludex mine chess-solitaire` has written: packs by level, the
hardest of each size, and those of the days. A line is a puzzle: its id, one to how
many random captures win, how many traps there are, and which capture can be the first trap.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib.resources import files

from ludex.kernel import Dice
from ludex.parts.grid import Grid
from ludex.registry import LEVELS, Puzzle, PuzzleSpec

from ..rules.events import MoveAndCapture, judged
from ..rules.pieces import SIZE, Piece
from ..rules.state import State
from .exact import BoardDifficulty, ExactSolver

SLOTS = SIZE * SIZE
KINDS = (None, *Piece)
LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"  # no i, l, o, u: nothing to misread
ID_LENGTH = 10

BUDGET = 20_000
"""A board with more positions than this is no puzzle: nobody could tell how hard it is."""

EFFORT = 1_000_000
"""After so many positions of any boards the search for a puzzle ends: half a minute or so."""


ODDS = {"easy": 5, "medium": 20, "hard": 100, "expert": 1000}
"""Random play wins one game in so many, or more of them; of master puzzles fewer."""

ROUNDING = 1e-9

FACTS = ("luck", "ways", "traps", "first_trap")

SELDOM = 0.001
"""Smaller shares are shown as one in so many."""


def level(luck: float) -> str:
    """Return the level of a winnable board."""
    reached = (each for each, odds in ODDS.items() if luck * odds >= 1 - ROUNDING)
    return next(reached, "master")


def describe(start: State, worth: BoardDifficulty) -> Puzzle[State]:
    """Return a winnable board as a puzzle, with its exact data."""
    luck = f"{worth.luck:.1%} of the time"
    if worth.luck < SELDOM:
        luck = f"one game in {1 / worth.luck:,.0f}"
    ways = "one way to win" if worth.ways == 1 else f"{worth.ways:,} ways to win"
    traps = "1 trap" if worth.traps == 1 else f"{worth.traps:,} traps"
    if worth.first_trap is not None:
        traps += f", the first at move {worth.first_trap}"
    return Puzzle(
        start=start,
        id=encoded(start),
        level=level(worth.luck),
        pieces=len(start.board),
        words=f"random captures win {luck}, {ways}, {traps}",
        facts={name: getattr(worth, name) for name in FACTS},
    )


def begun(s: State) -> State:
    """Return the game as it begins on a board, also on one that is still being set up."""
    return judged(s.board)


def judged_puzzle(start: State, exact: ExactSolver | None = None) -> Puzzle[State] | None:
    """Return the board as a puzzle, or None when it cannot be won (or seen to its end)."""
    worth = (exact or ExactSolver(BUDGET)).worth(start)
    return describe(start, worth) if worth is not None and worth.ways else None


def is_lost(board: State) -> bool:
    """Is it known that the board cannot be won?"""
    return ExactSolver(BUDGET).is_winnable(board) is False


def solution(board: State) -> tuple[MoveAndCapture, ...]:
    """Return a way to win, if there is one."""
    return ExactSolver().solution(board) or ()


def make_puzzle(
    spec: PuzzleSpec, dice: Dice, *, tries: int, tell: Callable[[int], None]
) -> Puzzle[State] | None:
    """Look for a board that is as wished among so many random ones.

    `tell` hears how many boards have been looked at.
    """
    assert 2 <= spec.pieces <= SLOTS
    looked_at = 0
    for number in range(1, tries + 1):
        # One a board: what it remembers of others would only fill memory.
        exact = ExactSolver(BUDGET)
        found = judged_puzzle(judged(random_board(spec.pieces, dice)), exact)
        if (
            found is not None
            and spec.level in (None, found.level)
            and (not spec.unique or found.facts["ways"] == 1)
        ):
            return found
        tell(number)
        looked_at += exact.positions
        if looked_at > EFFORT:
            break
    return None


def random_board(pieces: int, dice: Dice) -> Grid[Piece]:
    """Return a board with so many pieces of any kind on random slots."""
    slots = list(range(SLOTS))
    dice.shuffle(slots)
    kinds = list(Piece)
    placed = {slot: dice.choice(kinds) for slot in slots[:pieces]}
    return Grid(SIZE, SIZE, tuple(placed.get(slot) for slot in range(SLOTS)))


def encoded(start: State) -> str:
    """Ten letters and digits: the board as a number, and a check letter."""
    return named(KINDS.index(piece) for piece in start.board.cells)


def named(kinds: Iterable[int]) -> str:
    """Return the name of a board given as numbers: 0 for no piece, kinds are counted from 1."""
    number = 0
    for kind in kinds:
        number = number * len(KINDS) + kind
    letters = ""
    for _ in range(ID_LENGTH - 1):
        number, digit = divmod(number, len(LETTERS))
        letters = LETTERS[digit] + letters
    return letters + _check(letters)


def decoded(name: str) -> State | None:
    """Return the board of a puzzle's name, or None when it is no such name."""
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


FILE = "collection.txt"

WEEK = 7


RANDOM = (*ODDS,)[:3]
"""Puzzles of these levels are found among random boards; others are too rare to be looked for."""


def make(
    spec: PuzzleSpec, dice: Dice, *, tries: int, tell: Callable[[int], None]
) -> Puzzle[State] | None:
    """Return a puzzle as wished: one that comes with Ludex where such are rare."""
    if spec.level is not None and spec.level not in RANDOM:
        fit = [each for each in packs()[spec.level] if each.pieces == spec.pieces]
        if fit:
            return dice.choice(fit)
    return make_puzzle(spec, dice, tries=tries, tell=tell)


def packs() -> Mapping[str, tuple[Puzzle[State], ...]]:
    """Return the puzzles of each level, from the easiest to the hardest."""
    return {level: _found(f"level {level}") for level in LEVELS}


def hardest() -> Mapping[int, tuple[Puzzle[State], ...]]:
    """Return the hardest puzzles of each number of pieces, the hardest first."""
    sizes = [part.split()[1] for part in _parts() if part.startswith("hardest")]
    return {int(size): _found(f"hardest {size}") for size in sizes}


def of_day(ordinal: int) -> Puzzle[State]:
    """Return the puzzle of a day, by its ordinal: Monday's is the easiest of a week, Sunday's the hardest.

    None of them is easy. After some years they begin again.
    """
    lines = _parts()["days"]
    # Day 1 of the calendar was a Monday, and the file begins with one.
    assert len(lines) % WEEK == 0
    return _read(lines[(ordinal - 1) % len(lines)])


@cache
def _parts() -> dict[str, list[str]]:
    """Return the lines below each heading."""
    found: dict[str, list[str]] = {}
    text = files(__package__).joinpath(FILE).read_text(encoding="utf-8")
    lines: list[str] = []
    for line in filter(None, text.splitlines()):
        if line.startswith("["):
            lines = found.setdefault(line.strip("[]"), [])
        elif not line.startswith("#"):
            lines.append(line)
    return found


@cache
def _found(part: str) -> tuple[Puzzle[State], ...]:
    return tuple(map(_read, _parts()[part]))


def _read(line: str) -> Puzzle[State]:
    name, odds, traps, first = line.split()
    start = decoded(name)
    assert start is not None
    return describe(start, BoardDifficulty(1, 1 / int(odds), int(traps), int(first) or None))
