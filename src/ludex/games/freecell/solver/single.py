"""Solve one board: quick searches come first, the thorough one has the last word.

The searches go on in short pieces, so that whoever asked can go away (`think_on`) and the
clock can be looked at; the compiled pieces let other threads run.

`write_moves` writes down the way that a search has found, as a player makes it on the real table.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from threading import local
from time import monotonic

from ludex.bots.cancellation import think_on

from ..formats.notation import HOME, NotatedMove, NotatedPlace, cell, column
from ..rules.deals import Board
from ..rules.options import Rules
from .portfolio import (
    LARGEST_QUOTA,
    MET,
    PORTFOLIO,
    SHORT_PORTFOLIO,
    THOROUGH_WEIGHTS,
    QuickSearch,
)
from .results import (
    Impossible,
    Solved,
    Unknown,
    Verdict,
    so_many,
)
from .search.best_first import begin, go_on, trace
from .search.layout import (
    CELL_PLACE,
    ENDED,
    FROM_CELL,
    FULL,
    HOME_PLACE,
    HORNE,
    LOOKED_INTO,
    MOST_MET,
    MOST_MOVES,
    RUNNING,
    SAFETY,
    SETTING_COUNT,
    SETTINGS,
    SOURCE,
    STATUS,
    STEP_PLACE,
    STEP_SOURCE,
    STEP_TARGET,
    TARGET,
    THOROUGH,
    TO_CELL,
    TO_HOME,
    WON,
    Words,
    Zeros,
    clear_buckets,
    code_of,
    packed,
    room,
    slots_for,
)
from .search.position import risen, safe

GOES_HOME = TO_HOME << TARGET | 1


@cache  # the same few moves are made again and again
def named(source: int, target: int, count: int) -> NotatedMove:
    """Return a move between the places of these numbers."""
    return NotatedMove(_place(source), _place(target), count)


def _place(number: int) -> NotatedPlace:
    if number == HOME_PLACE:
        return HOME
    return column(number) if number < CELL_PLACE else cell(number - CELL_PLACE)


def moves_of(steps: Iterable[int]) -> tuple[NotatedMove, ...]:
    """Return steps as moves."""
    return tuple(
        named(step >> STEP_SOURCE, step >> STEP_TARGET & STEP_PLACE, step & STEP_PLACE)
        for step in steps
    )


def write_moves(mem: Words, board: Board, path: Iterable[int]) -> tuple[NotatedMove, ...]:
    """Return every move with its real cell, and those of cards that go home by themselves."""
    table = MoveWriter(mem, board)
    moves = [*table.send_home()]
    for move in path:
        moves.append(table.make(move))
        moves += table.send_home()
    return tuple(moves)


class MoveWriter:
    """The cards of a board by their codes, where they lie after some moves."""

    def __init__(self, mem: Words, board: Board) -> None:
        self.mem = mem
        self.columns = [[*map(code_of, cards)] for cards in board.columns]
        self.cells = [None if card is None else code_of(card) for card in board.cells]
        self.homes = packed(board)[0]
        self.safe = safe(mem, self.homes)

    def __copy__(self) -> "MoveWriter":
        """Return the same table, for other moves."""
        other = object.__new__(MoveWriter)
        other.mem, other.homes, other.safe = self.mem, self.homes, self.safe
        other.columns, other.cells = [[*cards] for cards in self.columns], [*self.cells]
        return other

    def send_home(self) -> Iterator[NotatedMove]:
        """Make the moves that make themselves."""
        while (move := self._next_safe()) is not None:
            yield self.make(move)

    def _next_safe(self) -> int | None:
        bits = self.safe
        for i, cards in enumerate(self.columns):
            if cards and bits >> cards[-1] & 1:
                return i << SOURCE | GOES_HOME
        going = [code for code in self.cells if code is not None and bits >> code & 1]
        return min(going) + FROM_CELL << SOURCE | GOES_HOME if going else None

    def make(self, move: int) -> NotatedMove:
        """Make a move of the search."""
        source, target, count = move >> SOURCE, move >> TARGET & 15, move & 15
        if source >= FROM_CELL:
            cards = [source - FROM_CELL]
            i = self.cells.index(cards[0])
            self.cells[i], source = None, CELL_PLACE + i
        else:
            cards = self.columns[source][-count:]
            del self.columns[source][-count:]
        if target == TO_HOME:
            self.homes = risen(self.mem, self.homes, cards[0])
            self.safe, target = safe(self.mem, self.homes), HOME_PLACE
        elif target == TO_CELL:
            i = self.cells.index(None)
            self.cells[i], target = cards[0], CELL_PLACE + i
        else:
            self.columns[target] += cards
        return named(source, target, count)


FIRST_ROOM = 1 << 16
LARGE_ROOM = 1 << 24
MET_AT_LAST = 2
"""A search as long as that meets few positions that it does not look into; it has a few thousand columns."""


def _memory() -> int:
    """Return the bytes of this machine, where it tells."""
    if "SC_PHYS_PAGES" not in getattr(os, "sysconf_names", ()):
        return 0
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")


MOST_BYTES = max(2_000_000_000, _memory() // 2)
"""The memory that the thorough search may take; beyond it the verdict is unknown. Only large
budgets come so far."""
WORD = 8
"""The bytes of a number."""

_HERE = local()


@dataclass(frozen=True)
class SearchProgram:
    """The functions of the search, compiled or not, and what they work on."""

    begin: Callable[[Words, Words], None]
    go_on: Callable[[Words, int], None]
    trace: Callable[[Words, Words], int]
    zeros: Zeros
    array: Callable[[list[int]], Words]
    piece: int
    """So many positions are looked into before anybody asks whether to go on: some milliseconds."""
    shares_room: bool = False
    """Do all quick searches of a thread share one large room?"""
    portfolio: tuple[QuickSearch, ...] = PORTFOLIO
    is_thorough: bool = True
    """Does the thorough search have the last word?"""

    def quick_room(self, rules: Rules, quota: int) -> Words:
        """Return memory for a quick search."""
        if not self.shares_room:
            return room(self.zeros, rules, quota, MET)
        # One is enough: who plays stays with a game.
        if getattr(_HERE, "rules", None) != rules:
            _HERE.room = room(self.zeros, rules, LARGEST_QUOTA, MET)
            _HERE.rules = rules
        shared: Words = _HERE.room
        return shared


PLAIN = SearchProgram(
    begin,
    go_on,
    trace,
    zeros=lambda n: [0] * n,
    array=list,
    piece=40,
    portfolio=SHORT_PORTFOLIO,
)

FIRST_SEARCH = replace(PLAIN, portfolio=PORTFOLIO[:1], is_thorough=False)
"""The first search of the compiled solver, in Python."""
FIRST_POSITIONS = 400
"""So many take no longer than loading machine code, and are enough for 94 deals of 100."""


class OutOfTime(Exception):
    """The seconds are over."""


@dataclass(frozen=True)
class BoardSearch:
    """A board to be solved, and how far to look."""

    program: SearchProgram
    board: Board
    rules: Rules
    positions: int
    until: float | None = None

    @property
    def has_time(self) -> bool:
        """Is it too early to stop?"""
        return self.until is None or monotonic() < self.until

    def search(self, mem: Words) -> int:
        """Run the search whose weights and limits stand in a room; return its status."""
        self.begin(mem)
        try:
            while mem[STATUS] == RUNNING:
                self.go_on(mem)
        except BaseException:
            clear_buckets(mem)  # nothing is left behind for the next search
            raise
        return int(mem[STATUS])

    def search_quickly(self, quick: QuickSearch, quota: int) -> Words:
        """Return the memory of a quick search that is over."""
        mem = self.program.quick_room(self.rules, quick.quota)
        set_up(mem, quick, quota)
        self.search(mem)
        return mem

    def begin(self, mem: Words) -> None:
        """Begin a search."""
        self.program.begin(mem, self.program.array(packed(self.board)))

    def go_on(self, mem: Words) -> None:
        """Look into some positions more, if there is time."""
        think_on()
        if not self.has_time:
            raise OutOfTime
        self.program.go_on(mem, self.program.piece)

    def thorough_room(self, looks: int, quick: QuickSearch) -> Words:
        """Return a room in which cards are moved one at a time."""
        is_large = looks >= LARGE_ROOM
        met, nodes = (MET_AT_LAST, looks // 4) if is_large else (MET, None)
        mem = room(self.program.zeros, self.rules, looks, met, nodes)
        mem[SAFETY] = HORNE
        set_up(mem, quick, quick.quota)
        mem[THOROUGH] = 1
        return mem

    def moves_to_winner(self, mem: Words) -> tuple[NotatedMove, ...]:
        """Return the winner's way, with its real cells."""
        size = 1 << 10
        while True:
            path = self.program.zeros(size)
            count = int(self.program.trace(mem, path))
            if count >= 0:
                way = map(int, reversed(path[:count]))
                return write_moves(mem, self.board, way)
            size *= 4


def solve_board(
    program: SearchProgram,
    board: Board,
    rules: Rules,
    positions: int,
    seconds: float | None = None,
) -> Verdict:
    """Solve `board`, looking into no more than `positions` positions, for so many seconds."""
    until = None if seconds is None else monotonic() + seconds
    task, total = BoardSearch(program, board, rules, positions, until), 0
    try:
        for quick in program.portfolio:
            if total >= positions:
                break
            mem = task.search_quickly(quick, min(quick.quota, positions - total))
            total += int(mem[LOOKED_INTO])
            if mem[STATUS] == WON:
                return Solved(task.moves_to_winner(mem), total)
        if not program.is_thorough:
            return Unknown(total, so_many(str(total), "position"))
        return solve_thoroughly(task, total)
    except OutOfTime:
        return Unknown(total, so_many(f"{seconds:g}", "second"))


def solve_thoroughly(task: BoardSearch, total: int) -> Verdict:
    """Return the last word; a room that is full is left for one four times as large."""
    quick = QuickSearch(THOROUGH_WEIGHTS, max(task.positions - total, 0))
    looks = FIRST_ROOM
    while True:
        looks = min(looks, quick.quota + 1)
        mem = task.thorough_room(looks, quick)
        status = task.search(mem)
        looked_into = total + int(mem[LOOKED_INTO])
        if status == WON:
            return Solved(task.moves_to_winner(mem), looked_into)
        if status == ENDED:
            return Impossible(looked_into)
        if status != FULL:
            return Unknown(looked_into, so_many(str(task.positions), "position"))
        taken = WORD * len(mem)
        del mem  # the next one needs the place
        fits = min(4 * looks, MOST_BYTES * looks // taken)
        if 2 * fits < 3 * looks:
            return Unknown(looked_into, f"{taken // 1_000_000} MB of memory")
        looks = fits


def settings(mem: Words, quick: QuickSearch, quota: int) -> list[int]:
    """Return the limits and weights of a quick search, as they stand in memory."""
    met = min(MET * quick.quota + 2 * MOST_MOVES, int(mem[MOST_MET]))
    return [quota, quick.afterthought, slots_for(met) - 1, 0, *quick.weights]


def searches_within(mem: Words, positions: int) -> Iterator[list[int]]:
    """Yield the quick searches that fit into a budget, the last one shortened."""
    for quick in PORTFOLIO:
        if positions:
            quota = min(quick.quota, positions)
            yield settings(mem, quick, quota)
            positions -= quota


def set_up(mem: Words, quick: QuickSearch, quota: int) -> None:
    """Make ready for a quick search."""
    mem[SETTINGS : SETTINGS + SETTING_COUNT] = settings(mem, quick, quota)
