"""Chess Solitaire on eight numbers: the board in four mirrors, and the captures on it.

The board is three sets of sixteen squares: each square has one bit of its kind in each, a king
is 001, a pawn 110. So all pieces of a kind are found, and moved in a direction, at once. Each
set lies there four times: as it is, and mirrored left to right, top to bottom, and both ways.
What goes down and to the right in these mirrors goes to all four corners of the board: four
ways to capture are looked for with one shift. (Mirrors, not turns: a knight goes along its
column first, and what stands there stops it.)

The captures are kept because they are looked for anyway when a move is made, to see whether
the game is lost. A capture is a bit in one of four numbers: in the mirror that makes its way
go down and right, on the square that it comes from.

The moves are numbered as the rulebook declares its events: 96 ways to put a piece (kind by
kind, square by square), the start, the reset, and 256 captures (from each square to each).
"""

from functools import cache
from itertools import product, starmap

import numpy as np

from ludex.compile.bits import how_many, lowest, nth
from ludex.compile.draws import below, word
from ludex.compile.engine import OVER, Engine, Row, Steps, numbered
from ludex.compile.jit import step
from ludex.compile.starts import starting
from ludex.kernel import Event

from ..game import game
from ..rules.events import (
    CAPTURES,
    ResetGame,
    SetupChess,
    StartGame,
)
from ..rules.pieces import BETWEEN, Piece
from ..rules.state import EMPTY_BOARD, Phase, State
from .geometry import KINDS, SQUARES

PIECES = tuple(Piece)
PHASES = tuple(Phase)
SETUP, PLAY, WON, LOST = range(4)

START = KINDS * SQUARES
RESET = START + 1
FIRST_CAPTURE = RESET + 1
ACTIONS = FIRST_CAPTURE + SQUARES * SQUARES

LOW, MIDDLE, HIGH, PHASE, STRAIGHT, ACROSS, STEEP, FLAT = range(8)
"""The places in the row of the three sets, the phase, and the captures by kind."""
WORDS = 8
FULL = 0xFFFF

SLOTS = tuple(BETWEEN[Piece.KING])

MIRRORS = (0, 3, 12, 15)
"""A square's number, exclusive or this, is its number in each of the mirrors."""
MIRRORED = 0xFC30
"""The same, four bits each."""

FIRST_SQUARES = 0xFEDCBA9876543210 - (1 << 64)


def signed(some: int) -> int:
    """64 bits as a number with a sign."""
    return some - (some >> 63 << 64)


def in_mirrors(squares: int) -> int:
    """Return a set of squares of a mirror, in all four."""
    return signed(squares * 0x0001000100010001)


DOWN1, DOWN2, DOWN3 = (in_mirrors(each) for each in (0x0FFF, 0x00FF, 0x000F))
RIGHT1, RIGHT2, RIGHT3 = (in_mirrors(each) for each in (0x7777, 0x3333, 0x1111))
BOTH1, BOTH2, BOTH3 = (in_mirrors(each) for each in (0x0777, 0x0033, 0x0001))
STEEP1, FLAT1 = in_mirrors(0x0077), in_mirrors(0x0333)
"""The squares that have a neighbour so far down, right, down and right, or a leap away."""

VERTICAL = signed(0xFFFF00000000FFFF)
HORIZONTAL = signed(0x0000FFFFFFFF0000)
"""Of straight lines each mirror has one: down as it is and up in both ways; left and right."""
UPWARDS = signed(0xFFFFFFFF00000000)
"""The mirrors in which down is up: there pawns capture."""

SQUARE = np.array(
    [
        signed(sum(1 << 16 * lane + (a ^ MIRRORS[lane]) for lane in range(4)))
        for a in range(SQUARES)
    ],
    np.int64,
)
"""The bits of a square in all mirrors."""


def _line(like: int, lane: int, a: int) -> int:
    """Return the squares, as bits of a mirror, on which a capture may end; the first piece is it."""
    row, column = divmod(a, 4)
    ways = {STRAIGHT: (1, 0) if lane in {0, 3} else (0, 1), ACROSS: (1, 1)}
    leaps = {STEEP: (2, 1), FLAT: (1, 2)}
    down, right = ways.get(like) or leaps[like]
    steps = (1, 2, 3) if like in ways else (1,)
    places = ((row + down * n, column + right * n) for n in steps)
    return sum(1 << 4 * y + x for y, x in places if y < 4 and x < 4)


LINES = np.array(
    [
        _line(like, lane, a)
        for like in (STRAIGHT, ACROSS, STEEP, FLAT)
        for lane in range(4)
        for a in range(SQUARES)
    ],
    np.uint16,
)


@step
def judge(state: Row, low: int, middle: int, high: int) -> None:
    """Look for captures. One piece left wins; otherwise the game is lost when there are none.

    A piece that goes far captures in a direction if anybody is there, a king or pawn if next
    to it.
    """
    taken = low | middle | high
    kings, knights = low & ~middle & ~high, low & middle
    queens, pawns = middle & ~low & ~high, middle & high
    rooks, bishops = queens | low & high & ~middle, queens | high & ~low & ~middle
    down1, both1 = taken >> 4 & DOWN1, taken >> 5 & BOTH1
    down2, both2 = taken >> 8 & DOWN2, taken >> 10 & BOTH2
    down3, both3 = taken >> 12 & DOWN3, taken >> 15 & BOTH3
    right1, right2, right3 = (
        taken >> 1 & RIGHT1,
        taken >> 2 & RIGHT2,
        taken >> 3 & RIGHT3,
    )
    next1 = down1 & VERTICAL | right1 & HORIZONTAL
    far = (down2 | down3) & VERTICAL | (right2 | right3) & HORIZONTAL
    straight = rooks & (next1 | far) | kings & next1
    across = bishops & (both1 | both2 | both3) | (kings | pawns & UPWARDS) & both1
    # Rows first, then columns: what stands on the way stops a knight.
    free = knights & ~down1
    steep = free & ~down2 & (taken >> 9 & STEEP1)
    flat = free & ~both1 & (taken >> 6 & FLAT1)
    state[LOW], state[MIDDLE], state[HIGH] = low, middle, high
    state[STRAIGHT], state[ACROSS], state[STEEP], state[FLAT] = (
        straight,
        across,
        steep,
        flat,
    )
    alone = taken & FULL
    phase = PLAY if straight | across | steep | flat else LOST
    if alone and alone & (alone - 1) == 0:
        phase = WON
    state[PHASE] = phase


@step
def occupied(state: Row) -> int:
    """Return the squares on which something stands, as bits, in all mirrors."""
    return int(state[LOW] | state[MIDDLE] | state[HIGH])


@step
def capture(taken: int, place: int, like: int) -> int:
    """Return the number of the capture at a place of one of the four numbers."""
    lane = place >> 4
    mirror = MIRRORED >> 4 * lane & 15
    to = lowest(taken >> 16 * lane & int(LINES[64 * like + place]))
    return FIRST_CAPTURE + 16 * (place & 15 ^ mirror) + (to ^ mirror)


@step
def actor(state: Row) -> int:
    """Return the only seat, until the game is over."""
    return OVER if state[PHASE] >= WON else 0


@step
def legal(state: Row, found: Row) -> int:
    """Pieces on free squares and the start before the game; captures in it."""
    phase, taken = state[PHASE], occupied(state)
    if phase == PLAY:
        return captures(state, found)
    count = 0
    if phase == SETUP:
        for put in range(START):
            if not taken >> put % 16 & 1:
                found[count] = put
                count += 1
        found[count] = START
        count += 1
    return count


@step
def captures(state: Row, found: Row) -> int:
    """Write the numbers of the captures, ascending; how many."""
    taken = occupied(state)
    count = 0
    for like in range(4):
        some = state[STRAIGHT + like]
        while some:
            number = capture(taken, lowest(some), like)
            some &= some - 1
            at = count  # they are few: each is put in its place
            while at and found[at - 1] > number:
                found[at] = found[at - 1]
                at -= 1
            found[at] = number
            count += 1
    return count


@step
def choose(state: Row, seed: int, drawn: int, found: Row) -> int:
    """Draw one of the legal moves, all equally likely."""
    if state[PHASE] == PLAY:
        return random_capture(state, seed, drawn)
    return int(found[below(seed, drawn, legal(state, found))])


@step
def random_capture(state: Row, seed: int, drawn: int) -> int:
    """Draw one of the captures, all equally likely."""
    straight, across, steep, flat = (
        state[STRAIGHT],
        state[ACROSS],
        state[STEEP],
        state[FLAT],
    )
    first = how_many(straight)
    second = first + how_many(across)
    third = second + how_many(steep)
    pick = below(seed, drawn, third + how_many(flat))
    # No branches: which of the four it is cannot be foreseen.
    some = straight if pick < first else across
    others = steep if pick < third else flat
    some = some if pick < second else others
    before = 0 if pick < first else first
    before = before if pick < second else second
    before = before if pick < third else third
    like = int(pick >= first) + int(pick >= second) + int(pick >= third)
    return capture(occupied(state), nth(some, pick - before), like)


@step
def apply(state: Row, action: int) -> None:
    """Put a piece, start, reset, or capture."""
    low, middle, high = state[LOW], state[MIDDLE], state[HIGH]
    if action >= FIRST_CAPTURE:
        a, b = (action - FIRST_CAPTURE) >> 4, (action - FIRST_CAPTURE) & 15
        there = SQUARE[b]
        left = ~(SQUARE[a] | there)
        judge(
            state,
            low & left | -(low >> a & 1) & there,
            middle & left | -(middle >> a & 1) & there,
            high & left | -(high >> a & 1) & there,
        )
    elif action == RESET:
        for place in range(WORDS):
            state[place] = 0
    elif action == START:
        judge(state, low, middle, high)
    else:
        kind, there = action // 16 + 1, SQUARE[action % 16]
        state[LOW] |= -(kind & 1) & there
        state[MIDDLE] |= -(kind >> 1 & 1) & there
        state[HIGH] |= -(kind >> 2) & there


@step
def draw(_state: Row, _seed: int, drawn: int) -> int:
    """There is no chance in it."""
    return drawn


@step
def score(state: Row, _seat: int) -> float:
    """Return one for a win, else zero."""
    return 1.0 if state[PHASE] == WON else 0.0


@step
def observe(state: Row, _seat: int, seen: Row) -> None:
    """Everything lies open: the three sets and the phase in one number."""
    sets = state[LOW] & FULL | (state[MIDDLE] & FULL) << 16 | (state[HIGH] & FULL) << 32
    seen[0] = sets | state[PHASE] << 48


@step
def begin(state: Row, seed: int) -> int:
    """Put as many random pieces on the board as the row begins with; return the draws."""
    # The squares lie in a row, four bits each; one after the other is drawn from those
    # that are left, and the last takes its place.
    pieces, squares = int(state[0]), FIRST_SQUARES
    low = middle = high = 0
    for drawn in range(pieces):
        random = word(seed, drawn)
        place = 4 * ((random >> 32 & 0xFFFFFFFF) * (16 - drawn) >> 32)
        last = 4 * (15 - drawn)
        square = squares >> place & 15
        squares ^= (square ^ squares >> last & 15) << place
        kind = ((random & 0xFFFFFFFF) * 6 >> 32) + 1
        there = SQUARE[square]
        low |= -(kind & 1) & there
        middle |= -(kind >> 1 & 1) & there
        high |= -(kind >> 2) & there
    judge(state, low, middle, high)
    return pieces


STEPS = Steps(begin, actor, legal, apply, draw, score, observe, choose)


@cache
def engine(pieces: int = 8) -> Engine:
    """Return the engine; games begin on random boards of so many pieces."""
    if not 1 <= pieces <= SQUARES:
        raise ValueError(f"a board has 1 to {SQUARES} pieces, not {pieces}")
    return Engine(
        game=game,
        rules=f"{pieces} random pieces",
        words=WORDS,
        seen=1,
        actions=ACTIONS,
        most=256,
        seats=1,
        steps=STEPS,
        head=(pieces,),
        encode=encode,
        decode=decode,
        event=event,
        action=action,
    )


def engine_from(start: State) -> Engine:
    """Return the engine of games that begin with a state."""
    return starting(engine(), start)


def encode(s: State) -> tuple[int, ...]:
    """Return a state of the rulebook, packed."""
    row = np.zeros(WORDS, np.int64)
    for a in s.board:
        apply(row, action(row, SetupChess(s.board[a], a)))
    if s.phase is not Phase.SETUP:
        apply(row, START)
    row[PHASE] = PHASES.index(s.phase)
    return tuple(row.tolist())


def decode(state: Row) -> State:
    """Return the rulebook's state that a row stands for."""
    low, middle, high, phase = state[:STRAIGHT].tolist()
    board = EMPTY_BOARD
    for number, slot in enumerate(SLOTS):
        kind = low >> number & 1 | (middle >> number & 1) << 1 | (high >> number & 1) << 2
        if kind:
            board = board.put(slot, PIECES[kind - 1])
    return State(board, PHASES[phase])


EVENTS: tuple[Event[State], ...] = (
    *starmap(SetupChess, product(Piece, SLOTS)),
    StartGame(),
    ResetGame(),
    *(CAPTURES[pair] for pair in product(SLOTS, SLOTS)),
)
"""The rulebook's events, in the order of their numbers."""

event, action = numbered(EVENTS)
