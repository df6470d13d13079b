"""A betting table: seats round it, a bet before each, the board and the pot in the middle."""

from collections.abc import Mapping
from functools import lru_cache
from math import copysign, cos, pi, sin
from typing import NamedTuple

from ludex.kernel import Call, Seat, Sentence, say, seat_name, seat_number
from ludex.table.scene import Amount, Gesture, Layout, Piece, TablePlace, Zone

COSY = 6
"""The number of seats round the table without crowding."""

MIDDLE = 4.4
BOARD = 5.3
"""The width of five cards."""

HAND = 1.62
"""The width of a hand of two cards, one partly over the other."""

BET = 1.2
"""The width of a bet with its number."""


class BettingTable(NamedTuple):
    """The places of a table, seats and bets in the order of the seats."""

    board: TablePlace
    pot: TablePlace
    seats: tuple[TablePlace, ...]
    bets: tuple[TablePlace, ...]


@lru_cache(maxsize=1 << 7)
def betting_table(players: int, nearest: int = 0) -> BettingTable:
    """The table of so many players as it is seen from one of them."""
    ring = _ring(players)
    y = ring.high - (0.44 if ring.clearance else 0.52)
    left, layout = MIDDLE - BOARD / 2, Layout.ROW
    board = TablePlace("board", say("board", "board"), left, ring.high, layout, "", span=BOARD)
    left, layout = MIDDLE - BET / 2, Layout.PILE
    pot = TablePlace("pot", say("pot", "pot"), left, y, layout, "", span=BET)
    around = [_seat(players, (p - nearest) % players) for p in range(players)]
    seats, bets = [], []
    for p, at in enumerate(around):
        number, name = seat_number(Seat(p)), seat_name(Seat(p))
        x, y = _corner(ring, at, HAND)
        seats.append(
            TablePlace(f"seat:{number}", name, x, y, Layout.ROW, "seat", span=HAND, seat=number)
        )
        label = say("bet", "{player}: bet", player=name)
        x, y = _corner(ring, ring.bet(*at), BET)
        bets.append(
            TablePlace(f"bet:{number}", label, x, y, Layout.PILE, "", span=BET, seat=number)
        )
    return BettingTable(board, pot, tuple(seats), tuple(bets))


def _corner(ring: "Ring", at: tuple[float, float], width: float) -> tuple[float, float]:
    """The upper left corner of something so wide with its middle there."""
    return round(MIDDLE - width / 2 + at[0], 2), round(ring.high + at[1], 2)


@lru_cache(maxsize=1 << 12)  # most of them lie there in the next scene
def chips(place: TablePlace, amount: int, label: Sentence | str = "") -> Zone:
    """A place with chips of this amount; nothing lies there for none."""
    pieces = (Piece(f"chips:{place.key}", f"chips:{amount}", counted(amount)),)
    return place.holding(pieces if amount else (), label=label)


def counted(amount: int) -> Sentence:
    """Return an amount of chips in words."""
    words = "{number} chip" if amount == 1 else "{number} chips"
    return say("chips", words, number=amount)


def slider(
    bet: Call, words: Sentence, least: int, highest: int, marks: Mapping[Sentence, int]
) -> Gesture:
    """A bet of any size in reach; of the sizes that have names each once, by the first of them."""
    named = {size: name for name, size in reversed([*marks.items()]) if least <= size <= highest}
    amount = Amount(least, highest, marks=tuple((named[size], size) for size in sorted(named)))
    return Gesture(f"{bet.name}({{}})", words, amount=amount)


class Ring(NamedTuple):
    """The places of seats and bets, from the middle of the table."""

    wide: float
    high: float
    clearance: float
    """Seats keep so far above or below the row of the board."""

    def seat(self, turn: float) -> tuple[float, float]:
        """Return the place of a seat, by its angle round the table."""
        x, y = -self.wide * cos(turn), self.high * sin(turn)
        if abs(y) < self.clearance:
            y = self.clearance if y > 0.1 else -self.clearance
        return x, y

    def bet(self, x: float, y: float) -> tuple[float, float]:
        """Return the place in front of a seat, towards the middle, off the board."""
        if not self.clearance:
            return x * 0.6, 0.29 + copysign(max(abs(y) * 0.55, 0.8), y)
        if abs(y) <= self.clearance:
            x -= copysign((HAND + BET) / 2 + 0.03, x)
        else:
            x *= 0.6
        return x, 1.35 if y > 0 else -0.86


def _ring(players: int) -> Ring:
    return Ring(2.7, 2.2, 1.15) if players <= COSY else Ring(3.6, 2.8, 0)


def _seat(players: int, turn: int) -> tuple[float, float]:
    x, y = _ring(players).seat(2 * pi * turn / players + pi / 2)
    # Of three the two others sit as far from the board as one does oneself.
    return x, copysign(_ring(3).high, y) if players == 3 else y
