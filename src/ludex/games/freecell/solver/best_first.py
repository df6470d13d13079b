"""The quick search: always go on from the position that looks cheapest.

It moves whole runs and tells positions apart by fingerprints, so it proves nothing when
it ends without a solution; the exhaustive search does that.
"""

from heapq import heappop, heappush
from time import monotonic
from typing import Final, NamedTuple

from ludex.bots.cancellation import think_on
from ludex.games.freecell.solver.columns import COST_MASK, SHIFT
from ludex.games.freecell.solver.position import (
    FROM_CELL,
    TO_CELL,
    TO_HOME,
    Position,
    Table,
    run_moves,
    without,
)

AFTERTHOUGHT: Final = 50
"""How many positions to look into after a solution, for a shorter one is often near."""

_NUMBER_BITS: Final = 32
_LAST: Final = (1 << _NUMBER_BITS) - 1


def is_over(until: float | None) -> bool:
    """Is it time to stop? Whoever asked may have gone away, too."""
    think_on()
    return until is not None and monotonic() >= until


class Search(NamedTuple):
    """How a search ended: the moves that win, if found, and what it took.

    Moves that make themselves are left out. `ended` says that every position was looked
    into, so that without moves there is no solution.
    """

    moves: tuple[int, ...] | None
    looked_into: int
    ended: bool


# One flat loop, on purpose: a call for each successor would double the time.
def best_first(  # noqa: PLR0915
    table: Table, start: Position, limit: int, until: float | None = None
) -> Search:
    """Look into at most `limit` positions for a way to win, until a time if there is one."""
    tree, homes = table.columns, table.homes
    top, under, value, child = tree.top, tree.under, tree.value, tree.child
    cell_value, grown = tree.cell_value, tree.grown
    safe, height, rise = homes.safe, homes.height, homes.rise
    settled, won = table.settled, table.won
    move_cost = tree.weights.move
    first = settled(start)
    # One entry for each position, in parallel lists.
    positions = [first]
    parents = [-1]
    moves_into = [0]
    lengths = [0]
    if height[first.home] == won:
        return Search((), 0, ended=False)
    numbers = {first.value: 0}
    queue = [_LAST]
    done = bytearray(1)
    looked_into = 0
    winner, shortest = -1, _LAST
    while queue:
        number = _LAST - (heappop(queue) & _LAST)
        if done[number] or lengths[number] >= shortest:
            continue
        if looked_into == limit or is_over(until):
            break
        done[number] = 1
        looked_into += 1
        columns, cells, home, old_value = positions[number]
        for move in run_moves(table, columns, cells, home):
            source, target, count = move >> 8, move >> 4 & 15, move & 15
            new_home, length = home, lengths[number] + 1
            node = exposed = 0
            if source >= FROM_CELL:
                code = source - FROM_CELL
                new_value = old_value - cell_value[code]
            else:
                node = columns[source]
                code = top[node]
                exposed = under[node]
                for _ in range(count - 1):
                    exposed = under[exposed]
                new_value = old_value - value[node] + value[exposed]
            if target < TO_CELL:
                base = columns[target]
                if count == 1:
                    laid = child.get(base << SHIFT | code) or grown(base, code)
                else:
                    laid, codes = base, []
                    for _ in range(count):
                        codes.append(top[node])
                        node = under[node]
                    for code in reversed(codes):
                        laid = child.get(laid << SHIFT | code) or grown(laid, code)
                new_value += value[laid] - value[base]
            elif target == TO_CELL:
                new_value += cell_value[code]
            else:
                new_home = rise(home, code)
                length -= 1
            known = numbers.get(new_value)
            if known is not None and (lengths[known] <= length or done[known]):
                continue
            after = list(columns)
            new_cells = cells
            if source < FROM_CELL:
                after[source] = exposed
            else:
                new_cells = without(cells, code)
            if target < TO_CELL:
                after[target] = laid
            elif target == TO_CELL:
                new_cells = tuple(sorted((*cells, code)))
            new = Position(tuple(after), new_cells, new_home, new_value)
            if target == TO_HOME or safe[new_home] >> top[exposed] & 1:
                new = settled(new)
                known = numbers.get(new.value)
                if known is not None and (lengths[known] <= length or done[known]):
                    continue
            if length >= shortest:
                continue
            if known is None:
                known = len(positions)
                positions.append(new)
                parents.append(number)
                moves_into.append(move)
                lengths.append(length)
                done.append(0)
                numbers[new.value] = known
            else:
                positions[known] = new
                parents[known] = number
                moves_into[known] = move
                lengths[known] = length
            if height[new.home] == won:
                if winner < 0:
                    limit = min(limit, looked_into + AFTERTHOUGHT)
                winner, shortest = known, length
                continue
            priority = length * move_cost + (new.value & COST_MASK)
            heappush(queue, priority << _NUMBER_BITS | _LAST - known)
    if winner < 0:
        return Search(None, looked_into, ended=False)
    moves = []
    while winner:
        moves.append(moves_into[winner])
        winner = parents[winner]
    return Search(tuple(reversed(moves)), looked_into, ended=False)
