"""Tic-tac-toe as an engine: the smallest one, to learn from. The rulebook stays the law.

A state is one number: nine bits for the crosses, nine for the noughts, one for the turn. Each
of the functions below is compiled for the CPU and, unchanged, for a GPU.
"""

from tic_tac_toe import Mark, State, game

from ludex.compile.bits import lowest
from ludex.compile.engine import OVER, Engine, Row, Steps
from ludex.compile.jit import step
from ludex.kernel import Event, Seat

FULL = 0b111111111


@step
def has_won(marks: int) -> bool:
    """Are three of these in a line?"""
    rows = marks & marks >> 1 & marks >> 2 & 0b001001001
    columns = marks & marks >> 3 & marks >> 6
    falling = marks & marks >> 4 & marks >> 8 & 1
    rising = marks >> 2 & marks >> 4 & marks >> 6 & 1
    return rows | columns & 7 | falling | rising != 0


@step
def begin(state: Row, _seed: int) -> int:
    state[0] = 0
    return 0


@step
def actor(state: Row) -> int:
    crosses, noughts = state[0] & FULL, state[0] >> 9 & FULL
    if crosses | noughts == FULL or has_won(crosses) or has_won(noughts):
        return OVER
    return int(state[0] >> 18)


@step
def legal(state: Row, found: Row) -> int:
    free = ~(state[0] | state[0] >> 9) & FULL
    count = 0
    while free:
        found[count] = lowest(free)
        free &= free - 1
        count += 1
    return count


@step
def apply(state: Row, cell: int) -> None:
    turn = state[0] >> 18
    state[0] = (state[0] | 1 << cell + 9 * turn) ^ 1 << 18


@step
def draw(_state: Row, _seed: int, drawn: int) -> int:
    return drawn


@step
def score(state: Row, seat: int) -> float:
    if has_won(state[0] >> 9 * seat & FULL):
        return 1.0
    return 0.0 if has_won(state[0] >> 9 * (1 - seat) & FULL) else 0.5


@step
def observe(state: Row, _seat: int, seen: Row) -> None:
    seen[0] = state[0]


def encode(s: State) -> tuple[int]:
    marks = sum(1 << i + 9 * c for i, c in enumerate(s.cells) if c is not None)
    return (marks | s.turn << 18,)


def decode(state: Row) -> State:
    packed = int(state[0])
    marks = (packed >> i & 1 or 2 * (packed >> i + 9 & 1) for i in range(9))
    cells = tuple(Seat(mark - 1) if mark else None for mark in marks)
    return State(cells, Seat(packed >> 18))


def event(_state: Row, cell: int) -> Mark:
    return Mark(cell + 1)


def action(_state: Row, mark: Event[State]) -> int:
    assert isinstance(mark, Mark)
    return mark.cell - 1


engine = Engine(
    game=game, rules="standard", words=1, seen=1, actions=9, most=9, seats=2,
    steps=Steps(begin, actor, legal, apply, draw, score, observe),
    encode=encode, decode=decode, event=event, action=action,
)  # fmt: skip
