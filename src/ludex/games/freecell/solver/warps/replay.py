"""What a search has found, replayed on FreeCell's engine by one thread of the warp."""

from ludex.compile.engine import Row
from ludex.compile.jit import called
from ludex.games.freecell.engine.engine import deal
from ludex.games.freecell.engine.packing import COLUMNS, HOMES
from ludex.games.freecell.engine.packing import COMPLETE as ALL_HOME
from ludex.games.freecell.engine.table import in_cell, last
from ludex.games.freecell.solver.engine_replay import plays
from ludex.games.freecell.solver.search.homes import safe_cards
from ludex.games.freecell.solver.search.layout import (
    FROM_CELL,
    RAYMOND,
    SOURCE,
    STEP_CELL,
    STEP_HOME,
    STEP_SOURCE,
    STEP_TARGET,
    TARGET,
    TO_CELL,
    TO_HOME,
    Words,
)


@called
def dealt(row: Row, number: int) -> None:
    """Lay out a deal, whatever lay there before."""
    for place in range(1, COLUMNS):
        row[place] = 0
    deal(row, number)


@called
def cell_with(row: Row, card: int) -> int:
    """The cell with this card, or without one."""
    cell = 0
    while cell < 4 and in_cell(row, cell) != card:
        cell += 1
    return STEP_CELL + cell


@called
def next_safe(row: Row) -> int:
    """Where a card lies that goes home by itself; -1 if there is none.

    The engine numbers cards from 4 on, so that 0 is none.
    """
    bits = safe_cards(int(row[HOMES]) & 0xFFFF, RAYMOND) << 4
    for a in range(8):
        if bits >> last(row, a) & 1:
            return a
    for cell in range(4):
        if bits >> in_cell(row, cell) & 1:
            return STEP_CELL + cell
    return -1


@called
def sent_home(row: Row) -> int:
    """Send home what goes by itself: how many cards; -1 if the engine refuses one."""
    count, place = 0, next_safe(row)
    while place >= 0:
        if not plays(row, place << STEP_SOURCE | STEP_HOME << STEP_TARGET | 1):
            return -1
        count += 1
        place = next_safe(row)
    return count


@called
def moves_to_win(row: Row, path: Words, length: int) -> int:
    """Replay a path, its last move first: all moves to the win, or -1: it is none."""
    count = sent_home(row)
    for i in range(length - 1, -1, -1):
        move = int(path[i])
        source, target = move >> SOURCE, move >> TARGET & 15
        if source >= FROM_CELL:
            source = cell_with(row, source - FROM_CELL + 4)
        if target == TO_CELL:
            target = cell_with(row, 0)
        elif target == TO_HOME:
            target = STEP_HOME
        step = source << STEP_SOURCE | target << STEP_TARGET | move & 15
        if count < 0 or not plays(row, step):
            return -1
        home = sent_home(row)
        count = count + 1 + home if home >= 0 else -1
    return count if int(row[HOMES]) & 0xFFFF == ALL_HOME else -1
