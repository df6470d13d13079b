"""The thorough search: one card at a time until nothing is left to try.

Positions are told apart exactly, as sets of columns with the homes (the cells then hold
the rest). Only cards that no column can need go home by themselves. So when it ends
without a solution there is none.
"""

from heapq import heappop, heappush
from itertools import pairwise
from typing import Final

from ludex.games.freecell.solver.best_first import Search, is_over
from ludex.games.freecell.solver.columns import COST_MASK
from ludex.games.freecell.solver.position import (
    FROM_CELL,
    TO_CELL,
    TO_HOME,
    Position,
    Table,
)

_NUMBER_BITS: Final = 32
_LAST: Final = (1 << _NUMBER_BITS) - 1


def exhaustive(
    table: Table, start: Position, limit: int, until: float | None = None
) -> Search:
    """Look into at most `limit` positions, every one that can be reached."""
    homes, moved, settled = table.homes, table.moved, table.settled
    height, safe, top = homes.height, homes.safe, table.columns.top
    first = _sorted(settled(start))
    if height[first.home] == table.won:
        return Search((), 0, ended=False)
    positions = [first]
    parents = [0]
    moves_into = [0]
    seen = {(*first.columns, first.home)}
    queue = [_LAST]
    looked_into = 0
    while queue:
        number = _LAST - (heappop(queue) & _LAST)
        if looked_into == limit or is_over(until):
            return Search(None, looked_into, ended=False)
        looked_into += 1
        position = positions[number]
        for move in card_moves(table, position):
            new = moved(position, move)
            source = move >> 8
            exposed = 0 if source >= FROM_CELL else new.columns[source]
            if move >> 4 & 15 == TO_HOME or safe[new.home] >> top[exposed] & 1:
                new = settled(new)
            columns = sorted(new.columns)
            key = (*columns, new.home)
            if key in seen:
                continue
            seen.add(key)
            known = len(positions)
            positions.append(Position(tuple(columns), new.cells, new.home, new.value))
            parents.append(number)
            moves_into.append(move)
            if height[new.home] == table.won:
                path = [known]
                while path[-1]:
                    path.append(parents[path[-1]])
                path.reverse()
                steps = [
                    (positions[a].columns, moves_into[b]) for a, b in pairwise(path)
                ]
                moves = _retraced(table, start, steps)
                return Search(moves, looked_into, ended=False)
            heappush(queue, (new.value & COST_MASK) << _NUMBER_BITS | _LAST - known)
    return Search(None, looked_into, ended=True)


def card_moves(table: Table, position: Position) -> list[int]:
    """All moves of one card; of several equal places the first stands for all."""
    columns, cells, home, _ = position
    top, fits, depth = table.columns.top, table.columns.fits, table.columns.depth
    ready = table.homes.ready[home]
    has_free_cell = len(cells) < table.cells
    space = columns.index(0) if 0 in columns else -1
    tops = [top[node] for node in columns]
    moves = []
    for source, node in enumerate(columns):
        if not node:
            continue
        code = tops[source]
        fit = fits[code]
        if ready >> code & 1:
            moves.append(source << 8 | TO_HOME << 4 | 1)
        moves += [
            source << 8 | target << 4 | 1
            for target, under in enumerate(tops)
            if fit[under] == 1
        ]
        if has_free_cell:
            moves.append(source << 8 | TO_CELL << 4 | 1)
        # Moving a column's only card to another space changes nothing.
        king = code % 13 == 12
        if space >= 0 and depth[node] > 1 and (king or not table.kings_only):
            moves.append(source << 8 | space << 4 | 1)
    for code in cells:
        source = code + FROM_CELL
        if ready >> code & 1:
            moves.append(source << 8 | TO_HOME << 4 | 1)
        fit = fits[code]
        moves += [
            source << 8 | target << 4 | 1
            for target, under in enumerate(tops)
            if fit[under] == 1
        ]
        if space >= 0 and (code % 13 == 12 or not table.kings_only):
            moves.append(source << 8 | space << 4 | 1)
    return moves


def _sorted(position: Position) -> Position:
    return position._replace(columns=tuple(sorted(position.columns)))


def _retraced(
    table: Table, start: Position, steps: list[tuple[tuple[int, ...], int]]
) -> tuple[int, ...]:
    """The moves on the real table, of steps that were made on sorted columns."""
    position = table.settled(start)
    moves = []
    for columns, step in steps:
        source, target = step >> 8, step >> 4 & 15
        if source < FROM_CELL:
            source = position.columns.index(columns[source])
        if target < TO_CELL:
            target = position.columns.index(columns[target])
        move = source << 8 | target << 4 | step & 15
        moves.append(move)
        position = table.settled(table.moved(position, move))
    return tuple(moves)
