"""The search for a GPU in plain Python: run by `test_freecell_warps`, in a process without a compiler.

Positions are played through at random, with lists of cards beside the packed numbers.
"""

import random
import sys
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from ludex.games.freecell.rules.deals import microsoft_board
from ludex.games.freecell.rules.options import FREECELL
from ludex.games.freecell.solver.portfolio import PORTFOLIO, Weights
from ludex.games.freecell.solver.search.layout import (
    RAYMOND,
    SOURCE,
    TARGET,
    TO_CELL,
    TO_HOME,
    Words,
    code_of,
    room,
)
from ludex.games.freecell.solver.search.position import safe, safe_cards
from ludex.games.freecell.solver.warps import batches
from ludex.games.freecell.solver.warps import expansion as look
from ludex.games.freecell.solver.warps.expansion import (
    COLUMN_COUNT,
    DEALT_CARDS,
    LEFT,
    STANDING,
    TABLES,
    WEIGHT_COUNT,
    WEIGHTS,
    card_of,
    depth_of,
    fill,
    value_in_cell,
    value_of,
)


class CardTable:
    """A table of cards in lists, and what may be done there by the rules of the game."""

    def __init__(self, columns: list[list[int]], cells: int) -> None:
        self.columns, self.homes, self.most_cells = columns, 0, cells
        self.cells: set[int] = set()

    def height(self, suit: int) -> int:
        return self.homes >> 4 * suit & 15

    def run(self, column: list[int]) -> int:
        run = 1
        while run < len(column) and builds(column[-run], column[-run - 1]):
            run += 1
        return run if column else 0

    def moves(self) -> Iterator[tuple[int, int, int]]:
        """What the quick search may do, as (source, target, cards); the cells are sources by code."""
        free = self.most_cells - len(self.cells)
        spaces = [a for a in range(8) if not self.columns[a]]
        sources = [(a, column) for a, column in enumerate(self.columns) if column]
        for source, column in [*sources, *((16 + c, [c]) for c in self.cells)]:
            code, run = column[-1], self.run(column)
            if self.height(code & 3) == code >> 2:
                yield source, TO_HOME, 1
            if source < 8 and free:
                yield source, TO_CELL, 1
            most = min(run, (free + 1) << len(spaces))
            for target, onto in sources:
                for cards in range(1, most + 1):
                    if builds(column[-cards], onto[-1]):
                        yield source, target, cards
            if spaces:
                cards = min(run, (free + 1) << len(spaces) - 1)
                if source >= 16 or cards < len(column):
                    yield source, spaces[0], cards

    def make(self, source: int, target: int, cards: int) -> None:
        taken = [source - 16]
        if source < 8:
            taken = self.columns[source][-cards:]
            del self.columns[source][-cards:]
        else:
            self.cells.remove(source - 16)
        if target == TO_HOME:
            self.homes += 1 << 4 * (taken[0] & 3)
        elif target == TO_CELL:
            self.cells.add(taken[0])
        else:
            self.columns[target] += taken
        self.settle()

    def settle(self) -> None:
        bits = safe(MEMORY, self.homes)
        for place in [*self.columns, *([c] for c in self.cells)]:
            if place and bits >> place[-1] & 1:
                code = place.pop()
                self.cells.discard(code)
                self.homes += 1 << 4 * (code & 3)
                self.settle()
                return


MEMORY = room(lambda n: [0] * n, FREECELL, 1, 1)


def builds(code: int, on: int) -> bool:
    return (on >> 2) - (code >> 2) == 1 and (on ^ code) & 1 == 1


def value_from_nothing(tables: Words, columns: Words, cells: int) -> int:
    """The value of a position, every column anew."""
    value = sum(value_of(tables, a, int(columns[a])) for a in range(8))
    return value + sum(value_in_cell(tables, code) for code in range(52) if cells >> code & 1)


def play(deal: int, weights: Weights, most_cells: int, dice: random.Random) -> int:
    """One deal, played at random: how many moves were compared."""
    columns_dealt = [[*map(code_of, column)] for column in microsoft_board(deal).columns]
    beside = CardTable(columns_dealt, most_cells)
    tables = np.zeros(TABLES, np.int64)
    tables[WEIGHTS : WEIGHTS + WEIGHT_COUNT] = *weights, most_cells
    tables[COLUMN_COUNT] = 8
    columns, numbers, values = (np.zeros(n, np.int64) for n in (8, look.NUMBERS, 8))
    for a, cards in enumerate(beside.columns):
        tables[DEALT_CARDS + 8 * a :][: len(cards)] = cards
        fill(tables, a, len(cards))
        columns[a] = tables[STANDING + 8 * a + len(cards)]
    beside.settle()
    cells, homes = look.settle(tables, columns, 0, 0)
    value, compared = value_from_nothing(tables, columns, cells), 0
    words: dict[tuple[int, ...], tuple[int, int]] = {}
    while compared < 60:
        for a in range(8):
            word = int(columns[a])
            depth = depth_of(word)
            cards = [card_of(tables, a, word, above) for above in range(depth)]
            assert cards[::-1] == beside.columns[a]
            known = a if word & LEFT else 8, word  # the same cards are the same word
            assert words.setdefault(tuple(cards), known) == known
            look.describe(tables, columns, numbers, values, a)
        assert cells == sum(1 << code for code in beside.cells)
        assert homes == beside.homes
        assert value == value_from_nothing(tables, columns, cells)
        spaces, free = look.spaces_in(columns), most_cells - len(beside.cells)
        for source in range(look.SOURCES):
            look.list_moves(columns, numbers, source, cells, free, homes, spaces)
        count = look.count_moves(numbers)
        listed = [look.chosen(numbers, free, spaces, i) for i in range(count)]
        told = [(move >> SOURCE, move >> TARGET & 15, move & 15) for move in listed]
        assert sorted(told) == sorted(beside.moves())
        if not listed:
            break
        i, after = dice.randrange(count), columns.copy()
        then, homes = look.make(tables, after, listed[i], cells, homes, safe_cards(homes, RAYMOND))
        value = look.revalued(tables, columns, values, after, cells, then, value)
        beside.make(*told[i])
        columns, cells, compared = after, then, compared + 1
    return compared


def solve(deal: int, quota: int, cells: int) -> int:
    """The kernels themselves, in the simulator: the moves of a solution that was replayed."""
    batches.SPREAD, batches.THREADS = (1, 1), 1
    warps = batches.Warps(PORTFOLIO[0]._replace(quota=quota), 1, replace(FREECELL, cells=cells))
    found = warps.solve(np.array([deal]))
    assert not len(found.left)
    return found.moves


if __name__ == "__main__":
    dice = random.Random(1)
    if sys.argv[1:] == ["a deal"]:
        print("deal 3 is won in", solve(3, 40, 4), "and", solve(3, 60, 3))
    else:
        print(sum(play(1 + n, PORTFOLIO[n % 3].weights, 4 - n % 2, dice) for n in range(12)))
