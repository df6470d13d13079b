"""A deal decided by looking into everything that can be reached from it, if need be."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from time import monotonic
from typing import Final, NamedTuple

import numpy as np

from ludex.bots.cancellation import think_on

from ...engine.packing import COMPLETE
from ...formats.notation import NotatedMove
from ...rules.deals import Board
from ...rules.options import FREECELL, Rules
from ..portfolio import THOROUGH_WEIGHTS
from ..results import Impossible, Solved, Unknown, Verdict, so_many
from ..search.layout import (
    FROM_CELL,
    HORNE,
    SAFETY,
    SOURCE,
    TARGET,
    TO_CELL,
    TO_HOME,
    Words,
    room,
)
from ..search.position import builds_on
from ..single import MoveWriter
from .codes import describe_deal, pack
from .expansion import PARTITIONS, ROOM, mixed
from .table import (
    AT,
    BUCKETS,
    CHEAPEST,
    CHUNK,
    END,
    IS_FULL,
    LOOKED,
    NO_SLOT,
    ORIGIN,
    STANDING,
    WINNER,
    keep,
    look,
)

BYTES: Final = 24
"""The bytes of a slot of the table: its code, and two links."""
FIRST_SLOTS: Final = 1 << 22
GROWTH: Final = 10
"""A search that has filled its table begins again with one so many times as large."""
MOST_FILLED: Final = 0.85
WORK_BYTES: Final = 200_000_000
"""The bytes of everything beside the table."""


class ExhaustiveLimits(NamedTuple):
    """The limits of a search."""

    positions: int
    memory: int
    """Bytes."""
    seconds: float
    threads: int


class _SearchMemory:
    """The table of a search, and what goes to and fro in a round."""

    def __init__(self, slots: int) -> None:
        slots -= slots % PARTITIONS
        self.codes = np.zeros((slots, 2), np.int64)
        self.links = np.zeros((slots, 2), np.uint32)
        self.heads = np.full((PARTITIONS, BUCKETS), NO_SLOT, np.int64)
        self.trays = np.zeros((PARTITIONS, PARTITIONS, ROOM, 3), np.int64)
        self.filled = np.zeros((PARTITIONS, PARTITIONS), np.int64)
        self.chunks = np.zeros((PARTITIONS, CHUNK), np.int64)
        self.standing = np.zeros((PARTITIONS, STANDING), np.int64)
        self.standing[:, CHEAPEST] = BUCKETS
        self.standing[:, WINNER] = -1
        self.most = int(slots // PARTITIONS * MOST_FILLED)

    def begin(self, code: tuple[int, int]) -> None:
        """Lay the first position into a tray."""
        part = mixed(*code) >> 56
        self.trays[0, part, 0] = *code, NO_SLOT << 16
        self.filled[0, part] = 1

    def look(self, deal: Words, first: int, stride: int) -> None:
        """The first half of a round, for some parts of the table."""
        look(deal, self.codes, self.trays, self.filled, self.chunks, self.standing, first, stride)

    def keep(self, first: int, stride: int) -> None:
        """The second half of a round."""
        keep(
            self.codes,
            self.links,
            self.heads,
            self.trays,
            self.filled,
            self.chunks,
            self.standing,
            self.most,
            first,
            stride,
        )

    @property
    def looked_into(self) -> int:
        """Return the number of positions that were looked into."""
        return int(self.standing[:, LOOKED].sum())

    def way(self, slot: int) -> list[tuple[int, int]]:
        """Return the codes of the positions on the way to one, the first one first."""
        codes = []
        while slot != NO_SLOT:
            near, far = self.codes[slot].tolist()
            codes.append((near, far))
            slot = int(self.links[slot, ORIGIN])
        return codes[::-1]


class ExhaustiveSearch:
    """A deal, and threads that look into its positions."""

    def __init__(self, board: Board, rules: Rules = FREECELL) -> None:
        self.board = board
        self.mem = room(lambda n: [0] * n, rules, 1, 1)
        self.mem[SAFETY] = HORNE
        table = MoveWriter(self.mem, board)
        self.deal = describe_deal(table.columns, rules.cells, THOROUGH_WEIGHTS)

    def decide(self, limits: ExhaustiveLimits) -> Verdict:
        """Search in tables of growing size."""
        until = monotonic() + limits.seconds
        most = min((limits.memory - WORK_BYTES) // BYTES, NO_SLOT)
        slots = min(FIRST_SLOTS, most)
        with ThreadPoolExecutor(limits.threads) as threads:
            while True:
                memory = _SearchMemory(slots)
                found = self._search(memory, limits, until, threads)
                if found is not None:
                    return found
                looked_into = memory.looked_into
                del memory
                if slots == most:
                    return Unknown(looked_into, f"{limits.memory // 1_000_000} MB of memory")
                slots = min(GROWTH * slots, most)

    def _search(
        self,
        memory: _SearchMemory,
        limits: ExhaustiveLimits,
        until: float,
        threads: ThreadPoolExecutor,
    ) -> Verdict | None:
        """Search in one table; None when it is full."""
        n, standing = limits.threads, memory.standing
        root = MoveWriter(self.mem, self.board)
        moves = (*root.send_home(),)
        if root.homes == COMPLETE:
            return Solved(moves, 0)
        memory.begin(self._code(root))
        [*threads.map(lambda i: memory.keep(i, n), range(n))]
        while (standing[:, AT] < standing[:, END]).any():
            think_on()
            [*threads.map(lambda i: memory.look(self.deal, i, n), range(n))]
            for slot in standing[:, WINNER].tolist():
                if slot >= 0:
                    return Solved(self._moves(memory.way(slot)), memory.looked_into)
            [*threads.map(lambda i: memory.keep(i, n), range(n))]
            if standing[:, IS_FULL].any():
                return None
            if memory.looked_into >= limits.positions:
                return Unknown(memory.looked_into, so_many(str(limits.positions), "position"))
            if monotonic() > until:
                return Unknown(memory.looked_into, so_many(f"{limits.seconds:g}", "second"))
        return Impossible(memory.looked_into)

    def _code(self, table: MoveWriter) -> tuple[int, int]:
        return pack(self.deal, table.columns, table.homes)

    def _moves(self, codes: list[tuple[int, int]]) -> tuple[NotatedMove, ...]:
        """Return the moves from one code to the next, and to the win."""
        table = MoveWriter(self.mem, self.board)
        moves = [*table.send_home()]
        for code in (*codes[1:], None):
            table, made = next(
                (after, made)
                for after, made in _moves_from(table)
                if (after.homes == COMPLETE if code is None else self._code(after) == code)
            )
            moves += made
        return tuple(moves)


def _moves_from(table: MoveWriter) -> Iterator[tuple[MoveWriter, list[NotatedMove]]]:
    """Make each move of one card, with what goes home after it."""
    ends = [(i << SOURCE, cards[-1]) for i, cards in enumerate(table.columns) if cards]
    ends += [(code + FROM_CELL << SOURCE, code) for code in table.cells if code is not None]
    for source, code in ends:
        targets = [
            i for i, cards in enumerate(table.columns) if not cards or builds_on(0, code, cards[-1])
        ]
        if source < FROM_CELL << SOURCE and None in table.cells:
            targets.append(TO_CELL)
        if table.homes >> 4 * (code & 3) & 15 == code >> 2:
            targets.append(TO_HOME)
        for target in targets:
            after = copy(table)
            made = [after.make(source | target << TARGET | 1)]
            yield after, [*made, *after.send_home()]
