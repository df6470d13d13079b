"""Chess Solitaire on five numbers: the board, and the captures that can be made on it.

The board is three sets of sixteen squares, with the phase above them. Each square has one bit
of its kind in each of the sets: a king is 001, a pawn 110. So all pieces of a kind are found,
and moved in a direction, at once. The captures are kept because they are looked for anyway
when a move is made, to see whether the game is lost.

The moves are numbered as the rulebook declares its events: 96 ways to put a piece (kind by
kind, square by square), the start, the reset, and 256 captures (from each square to each).
"""

from functools import cache
from typing import Final

import numpy as np

from ludex.engines.bits import how_many, lowest, nth
from ludex.engines.chess_solitaire.geometry import KINDS, SQUARES
from ludex.engines.draws import below, word
from ludex.engines.engine import OVER, Engine, Row, Steps
from ludex.engines.jit import step
from ludex.games.chess_solitaire import game
from ludex.games.chess_solitaire.events import (
    CAPTURES,
    MoveAndCapture,
    ResetGame,
    SetupChess,
    StartGame,
)
from ludex.games.chess_solitaire.pieces import BETWEEN, Piece
from ludex.games.chess_solitaire.state import EMPTY_BOARD, Phase, State
from ludex.kernel import Event
from ludex.parts.grid import Square

PIECES: Final = tuple(Piece)
PHASES: Final = tuple(Phase)
SETUP, PLAY, WON, LOST = range(4)

START: Final = KINDS * SQUARES
RESET: Final = START + 1
FIRST_CAPTURE: Final = RESET + 1
ACTIONS: Final = FIRST_CAPTURE + SQUARES * SQUARES

PHASE: Final = 3 * SQUARES
"""The phase stands above the three sets."""
BOARD: Final = (1 << PHASE) - 1
FULL: Final = 0xFFFF
COLUMN: Final = 1 << 32 | 1 << 16 | 1
"""The three bits of the first square."""

SLOTS: Final = tuple(BETWEEN[Piece.KING])
NUMBER: Final = {slot: number for number, slot in enumerate(SLOTS)}
BITS: Final = {
    piece: kind & 1 | (kind & 2) << 15 | (kind & 4) << 30
    for kind, piece in enumerate(Piece, 1)
}
KIND: Final = {bits: piece for piece, bits in BITS.items()}

WAYS: Final = 16
DISTANCES: Final = np.array(
    [-4, 4, -1, 1, -5, -3, 3, 5, -9, -7, 7, 9, -6, -2, 2, 6], np.int64
)
"""How far the next square lies in each of the sixteen ways to capture."""

WORDS: Final = 5
"""The board, and four ways to capture to each of the other numbers."""

FIRST_SQUARES: Final = 0xFEDCBA9876543210 - (1 << 64)


@step
def down(some: int) -> int:
    """The squares that have one of these just below them."""
    return some >> 4 & 0x0FFF


@step
def up(some: int) -> int:
    """… just above them."""
    return some << 4 & 0xFFF0


@step
def right(some: int) -> int:
    """… just right of them."""
    return some >> 1 & 0x7777


@step
def left(some: int) -> int:
    """… just left of them."""
    return some << 1 & 0xEEEE


@step
def sort(state: int) -> tuple[int, int, int, int]:
    """The squares from which captures go, by the sixteen ways to go, four ways to a number.

    Lines to each of eight sides, then the knight's eight ways. A piece that goes far captures
    in a direction if anybody is there, a king or pawn if next to it.
    """
    low, middle, high = state & FULL, state >> 16 & FULL, state >> 32 & FULL
    taken = low | middle | high
    kings, knights = low & ~middle & ~high, low & middle
    queens, pawns = middle & ~low & ~high, middle & high
    rooks, bishops = queens | low & high, queens | high & ~low & ~middle
    up1, down1, left1, right1 = up(taken), down(taken), left(taken), right(taken)
    up_left1, up_right1 = left(up1), right(up1)
    down_left1, down_right1 = left(down1), right(down1)
    straight = four(
        rooks & up(taken | up(taken | up1)) | kings & up1,
        rooks & down(taken | down(taken | down1)) | kings & down1,
        rooks & left(taken | left(taken | left1)) | kings & left1,
        rooks & right(taken | right(taken | right1)) | kings & right1,
    )
    near = kings | pawns
    across = four(
        bishops & up(left(taken | up(left(taken | up_left1)))) | near & up_left1,
        bishops & up(right(taken | up(right(taken | up_right1)))) | near & up_right1,
        bishops & down(left(taken | down(left(taken | down_left1))))
        | kings & down_left1,
        bishops & down(right(taken | down(right(taken | down_right1))))
        | kings & down_right1,
    )
    # Rows first, then columns: what stands on the way stops a knight.
    rising, falling = knights & ~up1, knights & ~down1
    far_up, far_down = rising & ~up(up1), falling & ~down(down1)
    steep = four(
        far_up & up(up_left1),
        far_up & up(up_right1),
        far_down & down(down_left1),
        far_down & down(down_right1),
    )
    flat = four(
        rising & ~up_left1 & left(up_left1),
        rising & ~up_right1 & right(up_right1),
        falling & ~down_left1 & left(down_left1),
        falling & ~down_right1 & right(down_right1),
    )
    return straight, across, steep, flat


@step
def four(first: int, second: int, third: int, fourth: int) -> int:
    """Four sets of squares in one number."""
    return first | second << 16 | third << 32 | fourth << 48


@step
def target(taken: int, a: int, way: int) -> int:
    """Where a capture from `a` goes: to the first piece in a line, or a knight's leap away."""
    distance = int(DISTANCES[way])
    b = a + distance
    line = way < 8
    further = line & ~(taken >> b)
    b += distance * further
    further &= ~(taken >> b)
    return b + distance * further


@step
def occupied(state: int) -> int:
    """The squares on which something stands, as bits."""
    return (state | state >> 16 | state >> 32) & FULL


@step
def judge(state: Row, board: int) -> None:
    """One piece left wins; otherwise the game is lost when no capture is left."""
    straight, across, steep, flat = sort(board)
    state[1], state[2], state[3], state[4] = straight, across, steep, flat
    phase = PLAY if straight | across | steep | flat else LOST
    taken = occupied(board)
    if taken and taken & (taken - 1) == 0:
        phase = WON
    state[0] = board | phase << PHASE


@step
def actor(state: Row) -> int:
    """The only seat, until the game is over."""
    return OVER if state[0] >> PHASE >= WON else 0


@step
def legal(state: Row, found: Row) -> int:
    """Pieces on free squares and the start before the game; captures in it."""
    phase, taken = state[0] >> PHASE, occupied(state[0])
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
    taken = occupied(state[0])
    count = 0
    for a in range(16):
        targets = 0
        for way in range(WAYS):
            if state[1 + (way >> 2)] >> 16 * (way & 3) + a & 1:
                targets |= 1 << target(taken, a, way)
        while targets:
            found[count] = FIRST_CAPTURE + 16 * a + lowest(targets)
            targets &= targets - 1
            count += 1
    return count


@step
def choose(state: Row, seed: int, drawn: int, found: Row) -> int:
    """One of the legal moves, all equally likely."""
    if state[0] >> PHASE == PLAY:
        return random_capture(state, seed, drawn)
    return int(found[below(seed, drawn, legal(state, found))])


@step
def random_capture(state: Row, seed: int, drawn: int) -> int:
    """One of the captures, all equally likely."""
    straight, across, steep, flat = state[1], state[2], state[3], state[4]
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
    way = 4 * (int(pick >= first) + int(pick >= second) + int(pick >= third))
    place = nth(some, pick - before)
    a = place & 15
    return FIRST_CAPTURE + 16 * a + target(occupied(state[0]), a, way + (place >> 4))


@step
def apply(state: Row, action: int) -> None:
    """Put a piece, start, reset, or capture."""
    board = state[0] & BOARD
    if action >= FIRST_CAPTURE:
        a, b = (action - FIRST_CAPTURE) >> 4, (action - FIRST_CAPTURE) & 15
        piece = board >> a & COLUMN
        judge(state, board & ~(COLUMN << a | COLUMN << b) | piece << b)
    elif action == RESET:
        state[0] = SETUP << PHASE
        for place in range(1, WORDS):
            state[place] = 0
    elif action == START:
        judge(state, board)
    else:
        state[0] |= standing(action // 16 + 1) << action % 16


@step
def standing(kind: int) -> int:
    """A piece of this kind, counted from 1, on the first square."""
    return kind & 1 | (kind & 2) << 15 | (kind & 4) << 30


@step
def draw(_state: Row, _seed: int, drawn: int) -> int:
    """There is no chance in it."""
    return drawn


@step
def score(state: Row, _seat: int) -> float:
    """One for a win."""
    return 1.0 if state[0] >> PHASE == WON else 0.0


@step
def observe(state: Row, _seat: int, seen: Row) -> None:
    """Everything lies open."""
    seen[0] = state[0]


@cache
def engine(pieces: int = 8) -> Engine[State]:
    """The engine; games begin on random boards of so many pieces."""
    assert 1 <= pieces <= SQUARES

    @step
    def begin(state: Row, seed: int) -> int:
        # The squares lie in a row, four bits each; one after the other is drawn from those
        # that are left, and the last takes its place.
        board, squares = 0, FIRST_SQUARES
        for drawn in range(pieces):
            random = word(seed, drawn)
            place = 4 * ((random >> 32 & 0xFFFFFFFF) * (16 - drawn) >> 32)
            last = 4 * (15 - drawn)
            square = squares >> place & 15
            squares ^= (square ^ squares >> last & 15) << place
            kind = ((random & 0xFFFFFFFF) * 6 >> 32) + 1
            board |= standing(kind) << square
        judge(state, board)
        return pieces

    return Engine(
        game=game, rules=f"{pieces} random pieces", words=WORDS, seen=1, actions=ACTIONS,
        most=256, seats=1,
        steps=Steps(begin, actor, legal, apply, draw, score, observe, choose),
        encode=encode, decode=decode, event=event, action=action,
    )  # fmt: skip


def encode(s: State) -> tuple[int, ...]:
    """A state of the rulebook, packed."""
    board = sum(BITS[s.board[a]] << NUMBER[a] for a in s.board)
    row = np.array([board, 0, 0, 0, 0], np.int64)
    if s.phase is not Phase.SETUP:
        judge(row, row[0])
    row[0] = board | PHASES.index(s.phase) << PHASE
    return tuple(row.tolist())


def decode(state: Row) -> State:
    """The rulebook's state that a row stands for."""
    packed, board = int(state[0]), EMPTY_BOARD
    for number, slot in enumerate(SLOTS):
        if bits := packed >> number & COLUMN:
            board = board.put(slot, KIND[bits])
    return State(board, PHASES[packed >> PHASE])


def event(_state: Row, number: int) -> Event[State]:
    """The rulebook's event with this number."""
    if number >= FIRST_CAPTURE:
        a, b = divmod(number - FIRST_CAPTURE, SQUARES)
        return CAPTURES[SLOTS[a], SLOTS[b]]
    if number == START:
        return StartGame()
    if number == RESET:
        return ResetGame()
    kind, square = divmod(number, SQUARES)
    return SetupChess(PIECES[kind], SLOTS[square])


def action(_state: Row, event: Event[State]) -> int:
    """The number of one of the rulebook's events."""
    match event:
        case MoveAndCapture(source=a, target=b):
            return FIRST_CAPTURE + NUMBER[a] * SQUARES + NUMBER[b]
        case SetupChess(piece=piece, at=at):
            return PIECES.index(piece) * SQUARES + NUMBER[at]
        case StartGame():
            return START
        case ResetGame():
            return RESET
        case _:
            raise ValueError(f"{event} has no number")


assert isinstance(SLOTS[0], Square)
