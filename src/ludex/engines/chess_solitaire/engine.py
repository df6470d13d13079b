"""Chess Solitaire on one number: three bits a square, and the phase above them.

The moves are numbered as the rulebook declares its events: 96 ways to put a piece (kind by
kind, square by square), the start, the reset, and 256 captures (from each square to each).
"""

from functools import cache
from typing import Final

from ludex.engines.bits import how_many, lowest
from ludex.engines.chess_solitaire.geometry import KINDS, SQUARES
from ludex.engines.chess_solitaire.sight import NUMBER, SLOTS, attacks
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
from ludex.games.chess_solitaire.pieces import Piece
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
"""The phase stands above the sixteen squares."""
BOARD: Final = (1 << PHASE) - 1

ATTACKS, SIGHT = attacks()
FIRST_SQUARES: Final = 0xFEDCBA9876543210 - (1 << 64)


@step
def occupied(board: int) -> int:
    """The squares on which something stands, as bits."""
    some = (board | board >> 1 | board >> 2) & 0x249249249249  # bit 3i: square i
    # Close the gaps: sixteen bits at every third place become sixteen in a row.
    some = (some | some >> 2) & 0x0C30C30C30C3
    some = (some | some >> 4) & 0x00F00F00F00F
    some = (some | some >> 8) & 0x0000FF0000FF
    return (some | some >> 16) & 0xFFFF


@step
def captured(board: int, taken: int, a: int) -> int:
    """The squares on which the piece on `a` can capture, as bits."""
    packed = ATTACKS[(board >> 3 * a & 7) * 16 + a]
    blockers = taken & packed & 0xFFFF
    place = blockers * (packed >> 16 & 0xFFFF) >> 10 & 127
    return int(SIGHT[(packed >> 32) + place] & taken)


@step
def can_capture(board: int, taken: int) -> bool:
    """Is there a capture at all?"""
    sources = taken
    while sources:
        a = lowest(sources)
        if captured(board, taken, a):
            return True
        sources &= sources - 1
    return False


@step
def judged(board: int) -> int:
    """One piece left wins; otherwise the game is lost when no capture is left."""
    taken = occupied(board)
    if taken and taken & (taken - 1) == 0:
        return board | WON << PHASE
    if can_capture(board, taken):
        return board | PLAY << PHASE
    return board | LOST << PHASE


@step
def captures(board: int, found: Row) -> int:
    """Write the numbers of the captures on a board; how many."""
    count = 0
    taken = occupied(board)
    sources = taken
    while sources:
        a = lowest(sources)
        sources &= sources - 1
        targets = captured(board, taken, a)
        while targets:
            b = lowest(targets)
            targets &= targets - 1
            found[count] = FIRST_CAPTURE + a * 16 + b
            count += 1
    return count


@step
def actor(state: Row) -> int:
    """The only seat, until the game is over."""
    return OVER if state[0] >> PHASE >= WON else 0


@step
def legal(state: Row, found: Row) -> int:
    """Pieces on free squares and the start before the game; captures in it."""
    board = state[0] & BOARD
    phase = state[0] >> PHASE
    if phase == PLAY:
        return captures(board, found)
    count = 0
    if phase == SETUP:
        for put in range(START):
            if board >> 3 * (put % 16) & 7 == 0:
                found[count] = put
                count += 1
        found[count] = START
        count += 1
    return count


@step
def choose(state: Row, seed: int, drawn: int, found: Row) -> int:
    """One of the legal moves, each as likely: the same as from the list, but sooner."""
    if state[0] >> PHASE != PLAY:
        return int(found[below(seed, drawn, legal(state, found))])
    board = state[0] & BOARD
    taken = occupied(board)
    count, sources, pieces = 0, taken, 0
    while sources:
        a = lowest(sources)
        sources &= sources - 1
        targets = captured(board, taken, a)
        found[pieces] = a << 16 | targets
        pieces += 1
        count += how_many(targets)
    pick = below(seed, drawn, count)
    piece = 0
    targets = found[0] & 0xFFFF
    while pick >= how_many(targets):
        pick -= how_many(targets)
        piece += 1
        targets = found[piece] & 0xFFFF
    for _ in range(pick):
        targets &= targets - 1
    b = lowest(targets)
    return int(FIRST_CAPTURE + (found[piece] >> 16) * 16 + b)


@step
def apply(state: Row, action: int) -> None:
    """Put a piece, start, reset, or capture."""
    board = state[0] & BOARD
    if action >= FIRST_CAPTURE:
        a, b = (action - FIRST_CAPTURE) // 16, (action - FIRST_CAPTURE) % 16
        piece = board >> 3 * a & 7
        board &= ~(7 << 3 * a | 7 << 3 * b)
        state[0] = judged(board | piece << 3 * b)
    elif action == RESET:
        state[0] = SETUP << PHASE
    elif action == START:
        state[0] = judged(board)
    else:
        state[0] |= action // 16 + 1 << 3 * (action % 16)


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
            board |= ((random & 0xFFFFFFFF) * 6 >> 32) + 1 << 3 * square
        state[0] = judged(board)
        return pieces

    return Engine(
        game=game, rules=f"{pieces} random pieces", words=1, seen=1, actions=ACTIONS,
        most=256, seats=1,
        steps=Steps(begin, actor, legal, apply, draw, score, observe, choose),
        encode=encode, decode=decode, event=event, action=action,
    )  # fmt: skip


def encode(s: State) -> tuple[int]:
    """A state of the rulebook, packed."""
    board = sum(PIECES.index(s.board[a]) + 1 << 3 * NUMBER[a] for a in s.board)
    return (board | PHASES.index(s.phase) << PHASE,)


def decode(state: Row) -> State:
    """The rulebook's state that a row stands for."""
    packed, board = int(state[0]), EMPTY_BOARD
    for number, slot in enumerate(SLOTS):
        if piece := packed >> 3 * number & 7:
            board = board.put(slot, PIECES[piece - 1])
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
