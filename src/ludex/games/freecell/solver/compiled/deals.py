"""Many numbered deals in one call: dealt, solved, written down and replayed."""

from ludex.compile.engine import Row
from ludex.compile.jit import called, compiled
from ludex.games.freecell.engine.engine import deal
from ludex.games.freecell.engine.packing import CARD, COLUMNS, FACE
from ludex.games.freecell.solver.compiled.engine_replay import wins
from ludex.games.freecell.solver.compiled.layout import (
    AFTERTHOUGHT,
    LOOKED_INTO,
    MASK,
    PLACES,
    QUOTA,
    STATUS,
    STEP_HOME,
    STEP_PLACE,
    STEP_TARGET,
    THOROUGH,
    WEIGHTS,
    WON,
    Words,
)
from ludex.games.freecell.solver.compiled.search import begin, go_on
from ludex.games.freecell.solver.compiled.trace import told

# What is found of a deal: how it stands, the positions looked into, the moves, those of them
# that are not to the homes.
OUTCOME, LOOKS, ALL_MOVES, PLAYERS_MOVES = range(4)
FINDINGS = 4
OPEN, SOLVED, REFUSED = range(3)
"""A deal that no quick search has solved; one whose solution was replayed; one whose was not."""

QUOTA_OF, AFTERTHOUGHT_OF, MASK_OF, FIRST_WEIGHT = range(4)
"""A quick search is a row: its quota, its afterthought, its mask, then its weights."""


@called
def unpack(state: Row, board: Words) -> None:
    """The board of an engine's row just after a deal of one pack to eight columns."""
    board[0] = board[1] = 0
    place = 2
    for a in range(8):
        cards = 7 if a < 4 else 6
        near = state[COLUMNS + 2 * a]
        board[place] = cards
        for i in range(cards):
            board[place + cards - i] = (near >> CARD * i & FACE) - 4
        place += cards + 1


@called
def set_to(mem: Words, quick: Words) -> None:
    """Set the limits and weights of a quick search."""
    mem[THOROUGH] = 0
    mem[QUOTA], mem[AFTERTHOUGHT] = quick[QUOTA_OF], quick[AFTERTHOUGHT_OF]
    mem[MASK] = quick[MASK_OF]
    for i in range(quick.shape[0] - FIRST_WEIGHT):
        mem[WEIGHTS + i] = quick[FIRST_WEIGHT + i]


@called
def players_moves(steps: Words, count: int) -> int:
    """How many steps are not to the homes."""
    players = 0
    for i in range(count):
        players += steps[i] >> STEP_TARGET & STEP_PLACE != STEP_HOME
    return players


@compiled
def solve_many(
    mem: Words,
    first: int,
    portfolio: Words,
    state: Row,
    board: Words,
    path: Words,
    found: Words,
    kept: Words,
) -> None:
    """Solve the deals from `first` on, as many as there is room to find."""
    for n in range(found.shape[0]):
        for place in range(1, COLUMNS):
            state[place] = 0
        deal(state, first + n)
        unpack(state, board)
        found[n, OUTCOME] = OPEN
        found[n, LOOKS] = 0
        for s in range(portfolio.shape[0]):
            set_to(mem, portfolio[s])
            begin(mem, board)
            go_on(mem, portfolio[s, QUOTA_OF] + 1)
            found[n, LOOKS] += mem[LOOKED_INTO]
            if mem[STATUS] == WON:
                break
        if mem[STATUS] == WON:
            for cell in range(4):
                mem[PLACES + cell] = 0
            count = told(mem, path, kept[n])
            if count >= 0:  # or else it is longer than there is room for
                is_won = wins(state, kept[n], count)
                found[n, OUTCOME] = SOLVED if is_won else REFUSED
                found[n, ALL_MOVES] = count
                found[n, PLAYERS_MOVES] = players_moves(kept[n], count)
