"""The hold'em table as data: seats round it, the board and the pot in the middle."""

from math import copysign, cos, pi, sin

from ludex.games.poker.holdem.betting import (
    Bet,
    Call,
    Check,
    Fold,
    RaiseTo,
    amounts,
    owed,
)
from ludex.games.poker.holdem.showing import Muck, Show
from ludex.games.poker.holdem.state import State
from ludex.games.poker.pack import Card
from ludex.kernel import Amount, Event, Gesture, Layout, Piece, Seat, Zone, button

WIDE, CROWDED = 3.6, 6
"""Half the width of the ring of seats; how many sit there without crowding."""

MIDDLE = 4.4
BOARD = 2.6
"""Half the width of five cards."""

CLEAR = 0.8
"""Bets lie at least so far above or below the middle of the board."""

HAND = 0.81
"""Half the width of a hand of two cards, one partly over the other."""


def zones(s: State, seat: Seat) -> tuple[Zone, ...]:
    """The board, the pot, and for each seat its cards, its bet and its stack."""
    half = _half_height(s)
    board = Zone(
        "board", "board", MIDDLE - BOARD, half, Layout.ROW, _cards("board", s.board)
    )
    pot = Zone(
        "pot",
        f"pot {s.pot}",
        MIDDLE - 0.6,
        half - 0.52,
        Layout.PILE,
        _chips("pot", s.pot),
    )
    seats = [zone for p in range(len(s.stacks)) for zone in _seat(s, Seat(p), seat)]
    return (board, pot, *seats)


def _half_height(s: State) -> float:
    return 2.2 if len(s.stacks) <= CROWDED else 2.8


def _seat(s: State, p: Seat, nearest: Seat) -> tuple[Zone, ...]:
    n, number = len(s.stacks), p + 1
    turn = 2 * pi * (p - max(nearest, 0)) / n + pi / 2
    half = _half_height(s)
    x, y = -WIDE * cos(turn), half * sin(turn)
    places = (("button", "D", s.session.button), ("big blind", "BB", s.session.big))
    marks = "".join(f", {word}" for word, _, seat in places if seat == p)
    signs = "".join(f" {sign}" for _, sign, seat in places if seat == p)
    bet = s.bets[p] or s.won[p]
    return (
        Zone(
            f"seat:{number}",
            f"player {number}, {s.stacks[p]} chips{marks}",
            round(MIDDLE - HAND + x, 2),
            round(half + y, 2),
            Layout.ROW,
            _cards(f"{number}", s.holes[p]),
            look="seat:turn" if s.waiting[:1] == (p,) else "seat",
            caption=f"player {number}: {s.stacks[p]}{signs}",
        ),
        Zone(
            f"bet:{number}",
            f"bet of player {number}",
            round(MIDDLE - 0.6 + x * 0.6, 2),
            round(half + 0.29 + copysign(max(abs(y) * 0.55, CLEAR), y), 2),
            Layout.PILE,
            _chips(f"bet:{number}", bet),
        ),
    )


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
            due = min(owed(s), s.stacks[s.waiting[0]])
            return Gesture(str(event), f"Call {due}")
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
