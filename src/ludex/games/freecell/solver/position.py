"""Positions packed for the search, and the moves between them.

A position is its columns (nodes), its cells (codes in rising order, empty ones left
out) and its homes (a number). A move is one integer, source << 8 | target << 4 | count,
where a source from 16 on is the cell that holds the card source - 16.
"""

from typing import Final, NamedTuple

from ludex.games.freecell.rules.deals import Board
from ludex.games.freecell.rules.options import Rules, Spaces
from ludex.games.freecell.solver.columns import NOTHING, SHIFT, Columns, Weights
from ludex.games.freecell.solver.homes import Homes, Safety
from ludex.parts.cards import Card

TO_CELL: Final = 14
TO_HOME: Final = 15
FROM_CELL: Final = 16


class Position(NamedTuple):
    """One position; the value is the sum over its columns and cells."""

    columns: tuple[int, ...]
    cells: tuple[int, ...]
    home: int
    value: int


class Table:
    """A game's rules in packed form, with all columns and homes met so far."""

    __slots__ = ("cells", "columns", "homes", "kings_only", "rules", "won")

    def __init__(
        self,
        rules: Rules,
        safety: Safety = Safety.RAYMOND,
        weights: Weights | None = None,
    ) -> None:
        self.rules = rules
        self.columns = Columns(rules, weights or Weights())
        self.homes = Homes(rules, safety)
        self.cells = rules.cells
        self.kings_only = rules.spaces is Spaces.KINGS
        self.won = rules.cards

    def packed(self, board: Board) -> Position:
        """The board, before any card has gone home by itself."""
        columns = tuple(
            self.columns.laid(tuple(map(code_of, c))) for c in board.columns
        )
        cells = tuple(sorted(code_of(card) for card in board.cells if card))
        value = sum(self.columns.value[c] for c in columns)
        value += sum(self.columns.cell_value[c] for c in cells)
        return Position(columns, cells, self.homes.numbered(board.homes), value)

    def settled(self, position: Position, sent: list[int] | None = None) -> Position:
        """The position after every card that is safe has gone home.

        The moves made are added to `sent`.
        """
        columns = list(position.columns)
        _, cells, home, value = position
        top, under, values = self.columns.top, self.columns.under, self.columns.value
        safe, rise = self.homes.safe, self.homes.rise
        bits = safe[home]
        moved = True
        while moved:
            moved = False
            for i, node in enumerate(columns):
                while bits >> top[node] & 1:
                    home = rise(home, top[node])
                    bits = safe[home]
                    value += values[under[node]] - values[node]
                    columns[i] = node = under[node]  # noqa: PLW2901  # the new column
                    moved = True
                    if sent is not None:
                        sent.append(i << 8 | TO_HOME << 4 | 1)
            for code in cells:
                if bits >> code & 1:
                    home = rise(home, code)
                    bits = safe[home]
                    value -= self.columns.cell_value[code]
                    cells = without(cells, code)
                    moved = True
                    if sent is not None:
                        sent.append(code + FROM_CELL << 8 | TO_HOME << 4 | 1)
        return Position(tuple(columns), cells, home, value)

    def moved(self, position: Position, move: int) -> Position:
        """The position after one move, without what then goes home by itself."""
        columns = list(position.columns)
        _, cells, home, value = position
        tree = self.columns
        source, target, count = move >> 8, move >> 4 & 15, move & 15
        codes = []
        if source >= FROM_CELL:
            codes.append(source - FROM_CELL)
            cells = without(cells, codes[0])
            value -= tree.cell_value[codes[0]]
        else:
            node = columns[source]
            value -= tree.value[node]
            for _ in range(count):
                codes.append(tree.top[node])
                node = tree.under[node]
            columns[source] = node
            value += tree.value[node]
        if target == TO_HOME:
            home = self.homes.rise(home, codes[0])
        elif target == TO_CELL:
            cells = tuple(sorted((*cells, codes[0])))
            value += tree.cell_value[codes[0]]
        else:
            node = columns[target]
            value -= tree.value[node]
            for code in reversed(codes):
                node = tree.child.get(node << SHIFT | code) or tree.grown(node, code)
            columns[target] = node
            value += tree.value[node]
        return Position(tuple(columns), cells, home, value)


# Complex because flat: this runs once for each position looked into.
def run_moves(
    table: Table, columns: tuple[int, ...], cells: tuple[int, ...], home: int
) -> list[int]:
    """The moves of a player who carries runs; towards a space only the longest.

    Of several equal places (empty columns, empty cells) the first stands for all.
    """
    tree = table.columns
    top, run, fits = tree.top, tree.run, tree.fits
    ready = table.homes.ready[home]
    free = table.cells - len(cells)
    spaces = columns.count(0)
    space = columns.index(0) if spaces else 0
    carried = free + 1 if table.kings_only else (free + 1) << spaces
    into_space = carried if table.kings_only else carried >> 1
    moves = []
    tops = [top[node] for node in columns]
    for source, node in enumerate(columns):
        if not node:
            continue
        code = tops[source]
        fit = fits[code]
        longest = run[node]
        from_ = source << 8
        if ready >> code & 1:
            moves.append(from_ | TO_HOME << 4 | 1)
        most = min(longest, carried)
        for target, under in enumerate(tops):
            count = fit[under]
            if 0 < count <= most:
                moves.append(from_ | target << 4 | count)
        if spaces:
            count = min(longest, into_space)
            if table.kings_only:
                up_to_king = 13 - code % 13
                count = up_to_king if up_to_king <= count else 0
            if 0 < count < tree.depth[node]:
                moves.append(from_ | space << 4 | count)
        if free:
            moves.append(from_ | TO_CELL << 4 | 1)
    for code in cells:
        from_ = code + FROM_CELL << 8
        if ready >> code & 1:
            moves.append(from_ | TO_HOME << 4 | 1)
        fit = fits[code]
        for target, under in enumerate(tops):
            if fit[under] == 1:
                moves.append(from_ | target << 4 | 1)
        if spaces and (not table.kings_only or code % 13 == 12):
            moves.append(from_ | space << 4 | 1)
    return moves


def code_of(card: Card) -> int:
    """The code of a card, whatever its pack."""
    return 13 * card.suit + card.rank - 1


def without(cells: tuple[int, ...], code: int) -> tuple[int, ...]:
    """The cells after one card `code` has left them."""
    i = cells.index(code)
    return cells[:i] + cells[i + 1 :]


assert NOTHING < 1 << SHIFT
