"""The boards that cannot be won, on a CPU: what the kernels of a GPU are compared with."""

from collections.abc import Iterator

import numpy as np

from ludex.compile.jit import compiled
from ludex.games.chess_solitaire.engine.geometry import Targets, capturing, targets
from ludex.games.chess_solitaire.solver.board_numbers import Numbers
from ludex.games.chess_solitaire.solver.sparse import (
    Kinds,
    home,
    is_first_capture,
    lost_parent,
    occupation,
    slots_for,
    stuck_boards,
)


def table(boards: Numbers, slots: int) -> Numbers:
    """Return a set of boards."""
    known = np.zeros(slots, np.int64)
    _insert_all(known, boards)
    return known


@compiled
def _insert_all(known: Numbers, boards: Numbers) -> None:
    slots = known.shape[0]
    for board in boards:
        slot = home(board, slots)
        while known[slot] != 0:
            slot = slot + 1 & slots - 1
        known[slot] = board


@compiled
def _lost_parents(lost: Numbers, reached: Targets, able: Kinds) -> list[int]:
    found = []
    for child in lost:
        if child == 0:
            continue
        below = occupation(child)
        for way in range(256):
            a, b = way >> 4, way & 15
            if is_first_capture(child, below, a, b, reached, able):
                for kind in range(6):
                    parent = lost_parent(child, below, a, b, kind, reached, able, lost)
                    if parent:
                        found.append(parent)
    return found


def lost_boards(pieces: int) -> Iterator[tuple[int, Numbers, int]]:
    """For 2, 3 … pieces: their number, the set of boards that cannot be won, its size."""
    size, lost = 0, np.zeros(2, np.int64)
    for n in range(2, pieces + 1):
        boards = np.array([*stuck_boards(n)], np.int64)
        if size:
            parents = _lost_parents(lost, targets(), capturing())
            boards = np.concatenate([boards, np.array(parents, np.int64)])
        size = len(boards)
        lost = table(boards, slots_for(size))
        yield n, lost, size
