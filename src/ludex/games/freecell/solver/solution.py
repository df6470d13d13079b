"""The way that a search has found, written down as a player makes it on the real table."""

from collections.abc import Iterable, Iterator
from functools import cache

from ..formats.notation import HOME, Move, Place, cell, column
from ..rules.deals import Board
from .search.compiler import interpreted
from .search.layout import (
    CELL_PLACE,
    FROM_CELL,
    HOME_PLACE,
    SOURCE,
    STEP_PLACE,
    STEP_SOURCE,
    STEP_TARGET,
    TARGET,
    TO_CELL,
    TO_HOME,
    Words,
    code_of,
    packed,
)
from .search.position import risen, safe

GOES_HOME = TO_HOME << TARGET | 1


@cache  # the same few moves are made again and again
def named(source: int, target: int, count: int) -> Move:
    """Return a move between the places of these numbers."""
    return Move(_place(source), _place(target), count)


def _place(number: int) -> Place:
    if number == HOME_PLACE:
        return HOME
    return column(number) if number < CELL_PLACE else cell(number - CELL_PLACE)


def moves_of(steps: Words) -> tuple[Move, ...]:
    """Return steps as moves."""
    return tuple(
        named(step >> STEP_SOURCE, step >> STEP_TARGET & STEP_PLACE, step & STEP_PLACE)
        for step in steps.tolist()
    )


def write_moves(mem: Words, board: Board, path: Iterable[int]) -> tuple[Move, ...]:
    """Return every move with its real cell, and those of cards that go home by themselves."""
    table = _Table(mem, board)
    moves = [*table.send_home()]
    for move in path:
        moves.append(table.make(move))
        moves += table.send_home()
    return tuple(moves)


class _Table:
    """The cards of a board by their codes, where they lie after some moves."""

    def __init__(self, mem: Words, board: Board) -> None:
        self.mem = mem
        self.columns = [[*map(code_of, cards)] for cards in board.columns]
        self.cells = [None if card is None else code_of(card) for card in board.cells]
        self.homes = packed(board)[0]
        self.safe = interpreted(safe)(mem, self.homes)

    def send_home(self) -> Iterator[Move]:
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

    def make(self, move: int) -> Move:
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
            self.homes = interpreted(risen)(self.mem, self.homes, cards[0])
            self.safe, target = interpreted(safe)(self.mem, self.homes), HOME_PLACE
        elif target == TO_CELL:
            i = self.cells.index(None)
            self.cells[i], target = cards[0], CELL_PLACE + i
        else:
            self.columns[target] += cards
        return named(source, target, count)
