"""A plain referee for FreeCell solutions that shares no code with the solver.

It knows cards as text only, and moves runs by single cards through cells and spaces, so
the count of cards that a move may carry is not taken from a formula.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise

Place = tuple[str, int]

RANKS = "A23456789TJQK"


class IllegalMoveError(Exception):
    """A move that the rules forbid, in words."""


def builds(card: str, on: str, in_suit: bool) -> bool:
    if RANKS.index(on[0]) - RANKS.index(card[0]) != 1:
        return False
    if in_suit:
        return card[1] == on[1]
    return (card[1] in "HD") != (on[1] in "HD")


def carry(count: int, free: int, spaces: int) -> bool:
    """Can `count` cards be carried by single moves? Halve the run at each space."""
    if count <= free + 1:
        return True
    if spaces == 0:
        return False
    # The upper part waits in a space; the rest goes over; then the upper part follows.
    waiting = min(count - 1, (free + 1) * 2 ** (spaces - 1))
    return carry(waiting, free, spaces - 1) and carry(count - waiting, free, spaces - 1)


def replay(
    dealt: Sequence[Sequence[str]],
    in_cells: Sequence[str | None],
    moves: Iterable[tuple[Place, Place, int | None]],
    *,
    packs: int = 1,
    in_suit: bool = False,
    kings_only: bool = False,
) -> bool:
    """Play `moves`, each a source, a target and a count: are all cards home then?"""
    columns = [list(column) for column in dealt]
    cells = list(in_cells)
    homes = {suit: [0] * packs for suit in "SHCD"}
    for number, (source, target, count) in enumerate(moves, start=1):
        where = f"move {number}, {source} to {target} of {count}"
        if count is None:
            raise IllegalMoveError(f"{where}: how many cards?")
        kind, i = source
        if kind == "column":
            if not 1 <= count <= len(columns[i]):
                raise IllegalMoveError(f"{where}: not so many cards")
            taken = columns[i][-count:]
            if any(not builds(b, a, in_suit) for a, b in pairwise(taken)):
                raise IllegalMoveError(f"{where}: {taken} is no run")
        else:
            held = cells[i]
            if count != 1 or held is None:
                raise IllegalMoveError(f"{where}: the cell is empty")
            taken = [held]
        to, j = target
        if to == "home":
            rank, suit = RANKS.index(taken[0][0]), taken[0][1]
            if count != 1 or rank not in homes[suit]:
                raise IllegalMoveError(f"{where}: {taken[0]} cannot go home")
            homes[suit][homes[suit].index(rank)] += 1
        elif to == "cell":
            if count != 1 or cells[j] is not None:
                raise IllegalMoveError(f"{where}: the cell is taken")
            cells[j] = taken[0]
        else:
            if columns[j]:
                if not builds(taken[0], columns[j][-1], in_suit):
                    raise IllegalMoveError(f"{where}: {taken[0]} on {columns[j][-1]}")
            elif kings_only and taken[0][0] != "K":
                raise IllegalMoveError(f"{where}: {taken[0]} to a space")
            if (to, j) == (kind, i):
                raise IllegalMoveError(f"{where}: onto itself")
            free = cells.count(None)
            spaces = sum(not c for k, c in enumerate(columns) if k != j)
            if kings_only:
                spaces = 0
            if not carry(count, free, spaces):
                raise IllegalMoveError(f"{where}: too many cards to carry")
            columns[j] += taken
        if kind == "column":
            del columns[i][-count:]
        else:
            cells[i] = None
    return all(height == 13 for heights in homes.values() for height in heights)
