"""The fewest moves: proved where memory and budget allow, bounded otherwise.

A move of a run counts as one, and moves home are free: every solution has the same number of them.
Quick searches and searches that prefer positions near the win find short solutions. Then
A* (`fewest`) looks into all positions from which a shorter one may be left, those with the fewest moves made and
needed first: when none is left, the solution has the fewest.
"""

from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass
from time import monotonic

import numpy as np

from ludex.bots.cancellation import think_on
from ludex.compile.jit import plain

from ..formats.notation import NotatedMove
from ..rules.deals import Board
from ..rules.options import Building, Rules, Spaces
from .compiled import COMPILED, solve_compiled, zeros
from .fewest import (
    BEST,
    BITS,
    BOARD_WORDS,
    BUCKET,
    BUCKETS,
    BY_SUIT,
    CARDS,
    CELLS,
    CODE,
    COLUMNS,
    DEALT,
    DEEP,
    FIRST_HEIGHT,
    FIRST_KING,
    FREE,
    FULL,
    G_WEIGHT,
    H_WEIGHT,
    HEIGHTS,
    HOMES,
    IN_CELLS,
    KINGS_ONLY,
    LENGTHS,
    LOOKED,
    NONE,
    ROW,
    RUNNING,
    SPOTS,
    STANDING,
    STATUS,
    UNDERS,
    WINNER,
    PositionTable,
    begin,
    go_on,
)
from .fewest import pack as pack_row
from .portfolio import QuickSearch, Weights
from .results import Solved, Verdict, moves_not_home
from .search.layout import (
    FROM_CELL,
    HORNE,
    SAFETY,
    SOURCE,
    TARGET,
    TO_CELL,
    TO_HOME,
    WON,
    Words,
    room,
)
from .search.layout import (
    STATUS as STATUS_OF_QUICK,
)
from .search.position import builds_on
from .single import BoardSearch, MoveWriter, OutOfTime

FOREVER = 1 << 40
SHORTENING = (
    Weights(20, 0, 12, 0, 2, 16, 6, 4, 4),
    Weights(40, 0, 25, 0, 3, 10, 20, 12, 12),
    Weights(60, 0, 25, 0, 3, 20, 20, 12, 12),
)
"""Ways of judging that set more and more store by few moves."""
SHORTENING_QUOTA = 20_000
NEARER = ((1, 3, 50_000), (1, 2, 50_000), (2, 3, 100_000))
"""The weights of moves made and moves needed, and the positions, of the searches before the exact one."""
MOST_BYTES = 2_000_000_000
"""The memory that a search may take; beyond it the bound stays as it is."""
BYTES = 38
"""The bytes of a position in the table."""
FIRST_SLOTS = 1 << 20
GROWTH = 8
PIECE = 2_000
PART = 12
"""Each of the first searches has no larger part of the budget: the exact one gets the rest."""


@dataclass(frozen=True, slots=True)
class Shortest:
    """The shortest way found, and what no way can be shorter than."""

    moves: tuple[NotatedMove, ...]
    positions: int
    bound: int
    """At least so many moves are needed that are not home."""

    @property
    def length(self) -> int:
        """Moves that are not home."""
        return moves_not_home(self.moves)

    @property
    def is_proved(self) -> bool:
        """Has no way fewer moves?"""
        return self.length <= self.bound


def shortest(
    board: Board, rules: Rules, positions: int, seconds: float | None = None
) -> Shortest | Verdict:
    """Return the fewest moves, a run being one; what the solver says where it finds no way to win."""
    until = None if seconds is None else monotonic() + seconds
    found = solve_compiled(board, rules, positions, seconds)
    if not isinstance(found, Solved):
        return found
    search = _Shortening(
        BoardSearch(COMPILED, board, rules, positions, until), found.moves, found.positions
    )
    try:
        for weights in SHORTENING:
            search.search_quickly(QuickSearch(weights, SHORTENING_QUOTA, FOREVER))
        for length_weight, needed_weight, quota in NEARER:
            search.search(length_weight, needed_weight, min(quota, positions // PART))
        search.search(1, 1, positions)
    except OutOfTime:
        pass
    return Shortest(search.moves, search.total, search.bound)


@dataclass
class _Shortening:
    """Looking for shorter and shorter ways."""

    task: BoardSearch
    moves: tuple[NotatedMove, ...]
    total: int
    bound: int = 0

    @property
    def length(self) -> int:
        return moves_not_home(self.moves)

    def search_quickly(self, quick: QuickSearch) -> None:
        """Look for a shorter way by a quick search."""
        quota = min(quick.quota, self.task.positions // PART)
        if quota:
            mem = self.task.search_quickly(quick, quota)
            self.total += quota
            if mem[STATUS_OF_QUICK] == WON:
                self._keep(self.task.moves_to_winner(mem))

    def _keep(self, moves: tuple[NotatedMove, ...]) -> None:
        if moves_not_home(moves) < self.length:
            self.moves = moves

    def search(self, length_weight: int, needed_weight: int, quota: int) -> None:
        """Look for a shorter way in tables of growing size; an exact search leaves a bound."""
        quota = min(quota, self.task.positions - self.total)
        slots, most = FIRST_SLOTS, MOST_BYTES // BYTES
        while quota > 0:
            table = _PackedTable(self.task.board, self.task.rules, slots)
            standing = table.positions.standing
            standing[BEST] = self.length
            standing[G_WEIGHT], standing[H_WEIGHT] = length_weight, needed_weight
            table.begin()
            try:
                while standing[STATUS] == RUNNING and standing[LOOKED] < quota:
                    think_on()
                    if not self.task.has_time:
                        raise OutOfTime
                    table.go_on(min(PIECE, quota - int(standing[LOOKED])))
            finally:
                self.total += int(standing[LOOKED])
                quota -= int(standing[LOOKED])
                if standing[WINNER] >= 0:
                    self._keep(table.moves())
                if length_weight == needed_weight:
                    self.bound = max(self.bound, min(int(standing[BUCKET]), int(standing[BEST])))
            if standing[STATUS] != FULL or slots == most:
                return
            del table
            slots = min(GROWTH * slots, most)


class _PackedTable:
    """The table of a search, and the board that it begins with."""

    def __init__(self, board: Board, rules: Rules, slots: int) -> None:
        self.board, self.rules = board, rules
        self.mem = room(lambda n: [0] * n, rules, 1, 1)
        self.mem[SAFETY] = HORNE
        self.words = describe_board(MoveWriter(self.mem, board), rules)
        self.positions = PositionTable(
            codes=np.zeros((slots, 3), np.int64),
            links=np.zeros(slots, np.uint32),
            lengths=np.zeros((slots, 2), np.uint8),
            entries=np.zeros((slots, 2), np.uint32),
            heads=np.full(BUCKETS, NONE, np.int64),
            standing=zeros(STANDING),
        )
        standing = self.positions.standing
        standing[WINNER], standing[FREE], standing[BUCKET] = -1, NONE, BUCKETS

    def begin(self) -> None:
        """Keep the first position."""
        begin(self.words, self._row(MoveWriter(self.mem, self.board)), self.positions)

    def go_on(self, looks: int) -> None:
        """Look into so many positions more."""
        go_on(self.words, self.positions, looks)

    def _row(self, table: MoveWriter) -> Words:
        row = zeros(ROW)
        for j, cards in enumerate(table.columns):
            row[LENGTHS + j] = len(cards)
            row[CARDS + DEEP * j : CARDS + DEEP * j + len(cards)] = cards
        row[IN_CELLS] = sum(1 << code for code in table.cells if code is not None)
        row[HOMES] = table.homes
        return row

    def _code(self, table: MoveWriter) -> tuple[int, ...]:
        row = self._row(table)
        plain(pack_row)(self.words, row)
        return tuple(row[CODE : CODE + 3].tolist())

    def moves(self) -> tuple[NotatedMove, ...]:
        """Return the moves of the shortest way that was found."""
        slot, codes = int(self.positions.standing[WINNER]), []
        while slot != NONE:
            codes.append(tuple(self.positions.codes[slot].tolist()))
            slot = int(self.positions.links[slot])
        table = MoveWriter(self.mem, self.board)
        moves = [*table.send_home()]
        for code in codes[-2::-1]:
            ways = _moves_from(table, self.rules)
            table, made = min(
                (way for way in ways if self._code(way[0]) == code),
                key=lambda way: moves_not_home(way[1]),
            )
            moves += made
        return tuple(moves)


def describe_board(table: MoveWriter, rules: Rules) -> Words:
    """Return what a search has to know of a board."""
    board = zeros(BOARD_WORDS)
    board[COLUMNS], board[CELLS] = rules.columns, rules.cells
    board[BY_SUIT] = rules.building is Building.SUIT
    board[KINGS_ONLY] = rules.spaces is Spaces.KINGS
    board[SPOTS : SPOTS + 52] = -1
    board[UNDERS : UNDERS + 52] = -2
    board[HEIGHTS] = FIRST_HEIGHT
    for j, cards in enumerate(table.columns):
        board[HEIGHTS + j + 1] = board[HEIGHTS + j] + len(cards).bit_length()
        for k, code in enumerate(cards):
            board[SPOTS + code] = DEEP * j + k
            board[UNDERS + code] = cards[k - 1] if k else -1
            board[DEALT + DEEP * j + k] = code
    for code in range(52):
        board[BITS + code] = 2 * (code % 26)
    return board


def _moves_from(table: MoveWriter, rules: Rules) -> Iterator[tuple[MoveWriter, list[NotatedMove]]]:
    """Make each move, with what goes home after it."""
    by_suit, kings_only = rules.building is Building.SUIT, rules.spaces is Spaces.KINGS

    room = into_space = table.cells.count(None) + 1
    if not kings_only:
        room <<= table.columns.count([])
        into_space = room >> 1
    sources = [(code + FROM_CELL, [code]) for code in table.cells if code is not None]
    for i, cards in enumerate(table.columns):
        for count in range(1, min(len(cards), room) + 1):
            if count > 1 and not builds_on(by_suit, cards[1 - count], cards[-count]):
                break
            sources.append((i, cards[-count:]))
    for source, run in sources:
        fills = run[0] >= FIRST_KING or not kings_only
        targets = [
            j
            for j, cards in enumerate(table.columns)
            if j != source
            and (
                builds_on(by_suit, run[0], cards[-1]) if cards else fills and len(run) <= into_space
            )
        ]
        if len(run) == 1 and source < FROM_CELL and None in table.cells:
            targets.append(TO_CELL)
        if len(run) == 1 and table.homes >> 4 * (run[0] & 3) & 15 == run[0] >> 2:
            targets.append(TO_HOME)
        for target in targets:
            after = copy(table)
            made = [after.make(source << SOURCE | target << TARGET | len(run))]
            yield after, [*made, *after.send_home()]
