"""Texas hold'em as an engine: every table that the rulebook offers, hand after hand.

`layout` says what stands where, `dealing` how a hand begins, `betting` what may be done,
`rounds` what follows a round and who wins what.
"""

from dataclasses import replace
from functools import cache
from itertools import takewhile

import numpy as np

from ludex.compile.engine import CHANCE, Engine, Row, Steps
from ludex.compile.engine import OVER as ENDED
from ludex.compile.jit import step
from ludex.compile.starts import nothing
from ludex.kernel import Event, Seat

from ...rules import PACK, UNKNOWN, Cards, PokerCard
from ..game import game
from ..rules import (
    PRESETS,
    AnteBy,
    Bet,
    DealBoard,
    DealHoles,
    Ended,
    Phase,
    RaiseTo,
    Rebuy,
    Rules,
    Session,
    State,
    candidates,
    first_state,
)
from . import layout
from .betting import (
    ACTIONS,
    ALL_IN,
    BUY_IN,
    CALL,
    CHECK,
    FOLD,
    LEAST,
    MUCK,
    SHOW,
    STAY_OUT,
    amount_of,
    apply,
    legal,
)
from .dealing import draw
from .layout import (
    BETTING,
    BOUGHT,
    CARD,
    DEALT,
    HOLE,
    HOLES,
    OVER,
    PER_SEAT,
    PHASE,
    PRICE,
    REBUY_DUE,
    SEATS,
    SHOWDOWN,
    SHOWN,
    STACKS,
    acting,
    at,
    players,
)

UNSEEN = UNKNOWN + 1 | UNKNOWN + 1 << CARD
"""Two cards from behind."""

PHASES = tuple(Phase)
NAMED = {
    FOLD: candidates.FOLD,
    CHECK: candidates.CHECK,
    CALL: candidates.CALL,
    SHOW: candidates.SHOW,
    MUCK: candidates.MUCK,
    BUY_IN: candidates.BUY_IN,
    STAY_OUT: candidates.STAY_OUT,
}


@step
def actor(state: Row) -> int:
    """Return who bets, shows or is asked to buy in again; chance deals."""
    phase = state[PHASE]
    if phase in (BETTING, SHOWDOWN, REBUY_DUE):
        return int(acting(state))
    return ENDED if phase == OVER else CHANCE


@step
def score(state: Row, seat: int) -> float:
    """Return what a seat has won or lost."""
    return float(state[at(STACKS, seat)] - state[at(BOUGHT, seat)])


@step
def observe(state: Row, seat: int, seen: Row) -> None:
    """Everything but the cards of the others that do not lie face up."""
    for place in range(seen.shape[0]):
        seen[place] = state[place]
    seen[DEALT] = 0
    for p in range(players(state)):
        is_open = p == seat or state[SHOWN] >> p & 1
        if state[at(HOLES, p)] and not is_open:
            seen[at(HOLES, p)] = UNSEEN


STEPS = Steps(nothing, actor, legal, apply, draw, score, observe)


@cache
def engine(rules: Rules = PRESETS["one_hand"]) -> Engine:
    """The engine of a table. In a single hand nobody has to buy chips again."""
    words = SEATS + PER_SEAT * rules.players
    return Engine(
        game=game,
        rules=named(rules),
        words=words,
        seen=words,
        actions=ACTIONS,
        most=ACTIONS,
        seats=rules.players,
        steps=STEPS,
        head=tuple(encode(first_state(rules))),
        is_whole=True,
        encode=encode,
        decode=lambda row: decode(rules, row),
        event=event,
        action=action,
        chanced=chanced,
        single=lambda: engine(replace(rules, hands=1, rebuy=Rebuy.NO)),
    )


def named(rules: Rules) -> str:
    """The preset of these rules, or the rules."""
    return next((name for name, each in PRESETS.items() if each == rules), str(rules))


def _cards(cards: Cards) -> int:
    return sum(card + 1 << CARD * place for place, card in enumerate(cards))


def _bits(flags: tuple[bool, ...]) -> int:
    return sum(1 << p for p, flag in enumerate(flags) if flag)


def encode(s: State) -> list[int]:
    """A state of the rulebook, packed."""
    rules, session = s.rules, s.session
    last = session.last
    options = (
        rules.players
        | layout.FIXED * rules.fixed
        | layout.BIG_PAYS_ANTE * (rules.ante_by is AnteBy.BIG_BLIND)
        | layout.REBUY * rules.rebuys
        | layout.ASKS * rules.asks
        | rules.cap << layout.CAP_AT
        | rules.hands << layout.HANDS_AT
        | rules.hands_per_level << layout.LEVEL_AT
    )
    row = [
        options, rules.stack, rules.small_blind, rules.big_blind, rules.ante,
        session.hand, PHASES.index(s.phase), session.button, session.small, session.big,
        layout.NOBODY if s.aggressor is None else s.aggressor,
        _cards(s.board), len(s.board), sum(1 << card for card in s.dealt if card != UNKNOWN),
        _bits(s.live), _bits(s.shown), sum(1 << p for p in s.acted),
        sum(p + 1 << 4 * place for place, p in enumerate(s.waiting)),
        s.price, s.step, s.raises, s.dead,
        sum(place << 4 * p for p, place in enumerate(session.places)),
        _cards(last.board) if last else 0, int(last is not None),
    ]  # fmt: skip
    for p in range(rules.players):
        row += [
            s.stacks[p], s.bets[p], s.paid[p], s.won[p], session.bought[p],
            _cards(s.holes[p]),
            _cards(last.holes[p]) if last else 0, last.won[p] if last else 0,
        ]  # fmt: skip
    return row


DECK: tuple[PokerCard, ...] = (*PACK, UNKNOWN)


def _unpacked(cards: int) -> Cards:
    found = (cards >> CARD * place & 63 for place in range(5))
    return tuple(DECK[card - 1] for card in takewhile(bool, found))


def decode(rules: Rules, state: Row) -> State:
    """The state of a row."""
    row: list[int] = state.tolist()
    (
        hand, phase, button, small, big, aggressor, board, _, _, live, shown, acted, waiting,
        price, step, raises, dead, places, last_board, has_last,
    ) = row[layout.HAND : SEATS]  # fmt: skip
    seats = range(rules.players)
    by_seat = [
        tuple(row[SEATS + PER_SEAT * p + offset] for p in seats) for offset in range(PER_SEAT)
    ]
    stacks, bets, paid, won, bought, holes, last_holes, last_won = by_seat
    last = None
    if has_last:
        last = Ended(_unpacked(last_board), tuple(map(_unpacked, last_holes)), last_won)
    session = Session(
        rules,
        bought,
        tuple(places >> 4 * p & 15 for p in seats),
        hand,
        Seat(button),
        Seat(small),
        Seat(big),
        last,
    )
    queue = (waiting >> 4 * place & 15 for place in range(10))
    return State(
        session,
        PHASES[phase],
        stacks,
        holes=tuple(map(_unpacked, holes)),
        board=_unpacked(board),
        live=_flags(live, rules.players),
        shown=_flags(shown, rules.players),
        dead=dead,
        paid=paid,
        bets=bets,
        price=price,
        step=step,
        raises=raises,
        waiting=tuple(Seat(p - 1) for p in takewhile(bool, queue)),
        acted=frozenset(Seat(p) for p in seats if acted >> p & 1),
        aggressor=None if aggressor == layout.NOBODY else Seat(aggressor),
        won=won,
    )


def _flags(bits: int, count: int) -> tuple[bool, ...]:
    return tuple(bits >> p & 1 == 1 for p in range(count))


def event(row: Row, number: int) -> Event[State]:
    """The rulebook's event that a number stands for."""
    if number in NAMED:
        return NAMED[number]
    amount = int(amount_of(row, number))
    return RaiseTo(amount) if row[PRICE] else Bet(amount)


def action(row: Row, event: Event[State]) -> int:
    """The number of one of the rulebook's events: a bet by its name, if it is offered."""
    if isinstance(event, Bet | RaiseTo):
        found = np.zeros(ACTIONS, np.int64)
        for number in found[: legal(row, found)].tolist():
            if LEAST <= number <= ALL_IN and amount_of(row, number) == event.amount:
                return int(number)
        return ACTIONS + event.amount
    for number, each in NAMED.items():
        if each == event:
            return number
    raise ValueError(f"{event} has no number")


def chanced(before: Row, after: Row) -> Event[State]:
    """The cards that were dealt."""
    if before[PHASE] == layout.BOARD_DUE:
        board = _unpacked(int(after[layout.BOARD]))
        return DealBoard(board[int(before[layout.COUNT]) :])
    holes = after[SEATS + HOLES :: PER_SEAT].tolist()
    return DealHoles(tuple(card for hole in holes for card in _unpacked(hole & HOLE)))
