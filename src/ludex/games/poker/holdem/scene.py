"""The hold'em table as data: seats round it, the board and the pot in the middle."""

from collections.abc import Iterator
from math import copysign, cos, pi, sin
from typing import Final, NamedTuple

from ludex.games.poker.holdem.betting import (
    Bet,
    Call,
    Check,
    Fold,
    RaiseTo,
    amounts,
    to_call,
)
from ludex.games.poker.holdem.showing import Muck, Show
from ludex.games.poker.holdem.state import Phase, State
from ludex.games.poker.pack import Card
from ludex.kernel import Amount, Event, Gesture, Layout, Piece, Seat, Zone, button

COSY: Final = 6
"""How many sit round the table without crowding."""

MIDDLE: Final = 4.4
BOARD: Final = 5.3
"""The width of five cards."""

HAND: Final = 1.62
"""The width of a hand of two cards, one partly over the other."""

BET: Final = 1.2
"""The width of a bet with its number."""


class Ring(NamedTuple):
    """Where seats and bets lie, from the middle of the table."""

    wide: float
    high: float
    beside: float
    """Seats keep so far above or below the row of the board."""

    def seat(self, turn: float) -> tuple[float, float]:
        """Where a seat is, as the turn round the table says."""
        x, y = -self.wide * cos(turn), self.high * sin(turn)
        if abs(y) < self.beside:
            y = self.beside if y > 0.1 else -self.beside
        return x, y

    def bet(self, x: float, y: float) -> tuple[float, float]:
        """In front of a seat, towards the middle, off the board."""
        if not self.beside:
            return x * 0.6, 0.29 + copysign(max(abs(y) * 0.55, 0.8), y)
        if abs(y) <= self.beside:
            x -= copysign((HAND + BET) / 2 + 0.03, x)
        else:
            x *= 0.6
        return x, 1.35 if y > 0 else -0.86


def zones(s: State, seat: Seat) -> tuple[Zone, ...]:
    """The board, the pot, and for each seat its cards, its bet and its stack."""
    ring = _ring(s)
    board = Zone(
        "board",
        "board",
        MIDDLE - BOARD / 2,
        ring.high,
        Layout.ROW,
        _cards("board", s.board),
        span=BOARD,
    )
    pot = Zone(
        "pot",
        f"pot {s.pot}",
        MIDDLE - BET / 2,
        ring.high - (0.44 if ring.beside else 0.52),
        Layout.PILE,
        _chips("pot", s.pot),
        span=BET,
    )
    seats = [
        zone for p in range(len(s.stacks)) for zone in _seat(s, Seat(p), seat, ring)
    ]
    return (board, pot, *seats)


def _ring(s: State) -> Ring:
    return Ring(2.7, 2.2, 1.15) if len(s.stacks) <= COSY else Ring(3.6, 2.8, 0)


def _seat(s: State, p: Seat, nearest: Seat, ring: Ring) -> tuple[Zone, ...]:
    n, number = len(s.stacks), p + 1
    x, y = ring.seat(2 * pi * (p - max(nearest, 0)) / n + pi / 2)
    bet_x, bet_y = ring.bet(x, y)
    marks = "".join(f", {word}" for word, _ in _marks(s, p))
    signs = "".join(f" {sign}" for _, sign in _marks(s, p))
    fate = _fate(s, p)
    bet = s.bets[p] or s.won[p]
    # Who has folded has no cards any more; one's own can still be looked at.
    holes = s.holes[p] if s.live[p] or p == nearest else ()
    return (
        Zone(
            f"seat:{number}",
            f"player {number}, {s.stacks[p]} chips{marks}{fate}",
            round(MIDDLE - HAND / 2 + x, 2),
            round(ring.high + y, 2),
            Layout.ROW,
            _cards(f"{number}", holes),
            look="seat:turn" if s.waiting[:1] == (p,) else "seat",
            span=HAND,
            caption=f"player {number}: {s.stacks[p]}{signs}{fate}",
        ),
        Zone(
            f"bet:{number}",
            f"bet of player {number}",
            round(MIDDLE - BET / 2 + bet_x, 2),
            round(ring.high + bet_y, 2),
            Layout.PILE,
            _chips(f"bet:{number}", bet),
            span=BET,
        ),
    )


def _marks(s: State, p: Seat) -> Iterator[tuple[str, str]]:
    """What lies before a seat, in words and as a sign."""
    session = s.session
    if session.button == p:
        yield "button", "D"
    # The small blind is not posted for somebody who is out; the button waits there.
    if session.small == p and (s.holes[p] or not session.hand):
        yield "small blind", "SB"
    if session.big == p:
        yield "big blind", "BB"


def _fate(s: State, p: Seat) -> str:
    """Why a seat does not act any more, if so."""
    if not s.session.hand:
        return ""
    if not s.holes[p]:
        return ", out"
    if not s.live[p]:
        return ", folded"
    return "" if s.stacks[p] or s.phase in (Phase.DEAL, Phase.OVER) else ", all in"


def _cards(where: str, cards: tuple[Card, ...]) -> tuple[Piece, ...]:
    return tuple(
        Piece(
            str(card) if card.is_known else f"{where}:{i}",
            f"card:{str(card).upper()}" if card.is_known else "card:back",
            card.spoken,
        )
        for i, card in enumerate(cards)
    )


def _chips(where: str, amount: int) -> tuple[Piece, ...]:
    if not amount:
        return ()
    return (Piece(f"chips:{where}", f"chips:{amount}", f"{amount} chips"),)


def gesture(s: State, event: Event[State]) -> Gesture:
    """Buttons; the least bet is a slider from there up to all in."""
    match event:
        case Bet(amount) | RaiseTo(amount):
            return _slider(s, event, amount)
        case Call():
            return Gesture(str(event), f"Call {to_call(s)}")
        case Fold() | Check() | Show() | Muck():
            return Gesture(str(event), event.name.capitalize())
        case _:
            return button(event)


def _slider(s: State, event: Bet | RaiseTo, amount: int) -> Gesture:
    verb = "Bet" if isinstance(event, Bet) else "Raise to"
    least, *_, most = (*(sizes := amounts(s)), sizes[-1])
    if amount == most:
        all_in = s.stacks[s.waiting[0]] + s.bets[s.waiting[0]]
        return Gesture(
            str(event), f"{verb} {amount}{', all in' if amount == all_in else ''}"
        )
    if amount == least:
        return Gesture(f"{event.name}({{}})", f"{verb} …", amount=Amount(least, most))
    return Gesture(str(event), f"{verb} {amount}")
