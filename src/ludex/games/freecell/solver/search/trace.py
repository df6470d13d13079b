"""The way to a winner, written down as a player makes it on the real table."""

from ludex.games.freecell.solver.search.compiler import called, compiled, lowest
from ludex.games.freecell.solver.search.homes import safe
from ludex.games.freecell.solver.search.layout import (
    CELLS,
    CODE,
    COLUMN_COUNT,
    COLUMNS,
    FROM_CELL,
    HOMES,
    INFO,
    ORIGIN,
    PLACES,
    RECORD,
    SOURCE,
    SPARE,
    STEP_CELL,
    STEP_HOME,
    STEP_SOURCE,
    STEP_TARGET,
    TARGET,
    TO_CELL,
    TO_HOME,
    WINNER,
    Words,
)
from ludex.games.freecell.solver.search.position import make, rooted


@called
def path_to_winner(mem: Words, path: Words) -> int:
    """The moves to the winner, without those that make themselves; how many, at most all."""
    count, record = 0, mem[WINNER]
    while mem[record + ORIGIN] >= 0:
        count += 1
        record = mem[(mem[record + ORIGIN] >> 16) + RECORD]
    if count > len(path):
        return -1
    record = mem[WINNER]
    for i in range(count - 1, -1, -1):
        origin = mem[record + ORIGIN]
        path[i] = origin & 0xFFFF
        record = mem[(origin >> 16) + RECORD]
    return count


@called
def next_safe(mem: Words, at: int) -> int:
    """A move of a card that goes home by itself; 0 if none does."""
    bits = safe(mem, mem[at + HOMES])
    for i in range(mem[COLUMN_COUNT]):
        if bits >> (mem[mem[at + COLUMNS + i] + INFO] & CODE) & 1:
            return i << SOURCE | TO_HOME << TARGET | 1
    going = mem[at + CELLS] & bits
    if going:
        return lowest(going) + FROM_CELL << SOURCE | TO_HOME << TARGET | 1
    return 0


@called
def place_of(mem: Words, code: int) -> int:
    """The cell that holds a card (its code + 1), or that is free (0)."""
    place = 0
    while mem[PLACES + place] != code:
        place += 1
    return place


@called
def written_step(mem: Words, at: int, move: int) -> int:
    """A move with its real cells, and make it."""
    source, target = move >> SOURCE, move >> TARGET & 15
    code = source - FROM_CELL
    if source < FROM_CELL:
        code = mem[mem[at + COLUMNS + source] + INFO] & CODE
    else:
        cell = place_of(mem, code + 1)
        mem[PLACES + cell] = 0
        source = STEP_CELL + cell
    if target == TO_CELL:
        cell = place_of(mem, 0)
        mem[PLACES + cell] = code + 1
        target = STEP_CELL + cell
    elif target == TO_HOME:
        target = STEP_HOME
    make(mem, at, move)
    return source << STEP_SOURCE | target << STEP_TARGET | move & 15


@called
def write_steps(mem: Words, path: Words, length: int, steps: Words) -> int:
    """Every move of a path, and those that make themselves; how many, or -1: too many.

    `mem[PLACES]` holds the cards in the real cells at first.
    """
    at = SPARE
    rooted(mem, at)
    count = 0
    for i in range(length + 1):
        move = next_safe(mem, at)
        while move:
            if count == len(steps):
                return -1
            steps[count] = written_step(mem, at, move)
            count += 1
            move = next_safe(mem, at)
        if i < length:
            if count == len(steps):
                return -1
            steps[count] = written_step(mem, at, path[i])
            count += 1
    return count


@compiled
def trace(mem: Words, path: Words, steps: Words) -> int:
    """Write down the winner's way; return how many steps it has, or -1: there is no room for them."""
    length = path_to_winner(mem, path)
    return length if length < 0 else write_steps(mem, path, length, steps)
