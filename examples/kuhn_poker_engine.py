"""Kuhn poker as an engine: chance and a hidden card, in one number. The rulebook stays the law.

From the lowest bit: two bits for each card (0 is none, or one that may not be seen), a bit for
each bet, two for the passes, one for a fold and one for the turn. `tic_tac_toe_engine.py` is
smaller; this one has a `draw`, and an `observe` that leaves something out.
"""

from kuhn_poker import Bet, Card, Deal, Pass, State, game

from ludex.compile.draws import below
from ludex.compile.engine import CHANCE, OVER, Engine, Row, Steps
from ludex.compile.jit import step
from ludex.kernel import Event, Seat

BETS, PASSES, FOLDED, TURN = 4, 6, 8, 9
"""Where they begin."""
BOTH = 0b11 << BETS


@step
def begin(state: Row, _seed: int) -> int:
    state[0] = 0
    return 0


@step
def is_over(packed: int) -> bool:
    called = packed & BOTH == BOTH
    return called or packed >> PASSES & 3 == 2 or packed >> FOLDED & 1 == 1


@step
def actor(state: Row) -> int:
    if state[0] == 0:
        return CHANCE
    return OVER if is_over(state[0]) else int(state[0] >> TURN)


@step
def legal(_state: Row, found: Row) -> int:
    found[0], found[1] = 0, 1
    return 2


@step
def apply(state: Row, number: int) -> None:
    packed = state[0]
    turn, bets = packed >> TURN, packed >> BETS & 3
    if number == 0:
        packed |= 1 << BETS + turn
    else:
        packed += 1 << PASSES
        packed |= int(bets != 0) << FOLDED
    state[0] = packed ^ 1 << TURN


@step
def draw(state: Row, seed: int, drawn: int) -> int:
    deal = below(seed, drawn, 6)
    first = deal >> 1
    second = (first + 1 + (deal & 1)) % 3
    state[0] = first + 1 | second + 1 << 2
    return drawn + 1


@step
def score(state: Row, seat: int) -> float:
    packed = state[0]
    # Who would be next has not folded.
    winner = packed >> TURN if packed >> FOLDED & 1 else int(packed & 3 < packed >> 2 & 3)
    lost = 1.0 + (packed >> BETS + 1 - winner & 1)
    return lost if seat == winner else -lost


@step
def observe(state: Row, seat: int, seen: Row) -> None:
    packed = state[0]
    shown = is_over(packed) and packed >> FOLDED & 1 == 0
    seen[0] = packed if shown else packed & ~(3 << 2 * (1 - seat))


def encode(s: State) -> tuple[int]:
    first, second = (c.value if c else 0 for c in s.cards or (None, None))
    bets = sum(chips - 1 << seat for seat, chips in enumerate(s.chips))
    told = s.passes << PASSES | s.folded << FOLDED | s.turn << TURN
    return (first | second << 2 | bets << BETS | told,)


def decode(state: Row) -> State:
    packed = int(state[0])
    cards = tuple(Card(c) if c else None for c in (packed & 3, packed >> 2 & 3))
    return State(
        cards if packed else (),
        (1 + (packed >> BETS & 1), 1 + (packed >> BETS + 1 & 1)),
        packed >> PASSES & 3,
        packed >> FOLDED & 1 == 1,
        Seat(packed >> TURN),
    )


def event(_state: Row, number: int) -> Event[State]:
    return Pass() if number else Bet()


def action(_state: Row, event: Event[State]) -> int:
    return (Bet, Pass).index(type(event))


def chanced(_before: Row, after: Row) -> Event[State]:
    packed = int(after[0])
    return Deal(Card(packed & 3), Card(packed >> 2 & 3))


engine = Engine(
    game=game, rules="standard", words=1, seen=1, actions=2, most=2, seats=2,
    steps=Steps(begin, actor, legal, apply, draw, score, observe),
    encode=encode, decode=decode, event=event, action=action, chanced=chanced,
)  # fmt: skip
