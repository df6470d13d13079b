"""A spot: the ranges of the players, the board so far, and the players' shares."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations
from math import comb, prod, sqrt
from typing import NamedTuple

from ..rules import CARDS, NotCards, cards
from .ranges import ANY_TWO, Hole, Range

BOARD = 5

Tally = tuple[tuple[int, ...], ...]
"""For each player, on how many boards it is one of 1, 2, ... best hands."""

CONFIDENCE = 1.959963984540054
"""Standard errors on either side that hold the truth 95 times in a hundred."""


class EquitySpot(NamedTuple):
    """Two to ten players with their ranges, the board so far, and the dead cards."""

    ranges: tuple[Range, ...]
    board: tuple[int, ...] = ()
    dead: tuple[int, ...] = ()

    @classmethod
    def of(cls, hands: Sequence[str | Range], board: str, dead: str, players: int) -> "EquitySpot":
        """Read a spot; `players` beyond the `hands` given hold any two cards.

        Cards that are there twice, boards that cannot be and ranges that are empty or
        cannot be held together are refused with a reason.
        """
        if not max(2, len(hands)) <= players <= 10:
            raise NotCards(f"{players} players: two to ten, and one for each hand")
        on_board, dead_cards = cards(board), cards(dead)
        if len(on_board) not in {0, 3, 4, 5}:
            raise NotCards(f"a board has 0, 3, 4 or 5 cards, not {len(on_board)}")
        read = [hand if isinstance(hand, Range) else Range.of(hand) for hand in hands]
        read += [ANY_TWO] * (players - len(read))
        _refuse_twice(
            [
                *on_board,
                *dead_cards,
                *(i for r in read if len(r.holes) == 1 for i in r.holes[0]),
            ]
        )
        if len(dead_cards) + BOARD + 2 * players > 52:
            raise NotCards(f"{len(dead_cards)} dead cards leave too few for {players} players")
        known = {*on_board, *dead_cards}
        for i, whole in enumerate(read):
            others = [r.holes[0] for r in read[:i] + read[i + 1 :] if len(r.holes) == 1]
            read[i] = whole.without(known.union(*others))
            if not read[i].holes:
                raise NotCards(f"nothing is left of the range of player {i + 1}")
        spot = cls(tuple(read), on_board, dead_cards)
        if next(spot.deals(), None) is None:
            raise NotCards("the players cannot hold these ranges at the same time")
        return spot

    @property
    def boards(self) -> int:
        """Return how many boards can fall once all hands are known."""
        unknown = 52 - len(self.board) - len(self.dead) - 2 * len(self.ranges)
        return comb(unknown, BOARD - len(self.board))

    @property
    def most_deals(self) -> int:
        """No fewer than the ways to deal the ranges; quick to tell."""
        return prod(len(r.holes) for r in self.ranges)

    def deals(self) -> Iterator[tuple[tuple[Hole, ...], int]]:
        """Every way in which the players can hold their ranges, with its weight."""
        yield from self._deals(0, (), 1, frozenset())

    def _deals(
        self, seat: int, holes: tuple[Hole, ...], weight: int, dead: frozenset[int]
    ) -> Iterator[tuple[tuple[Hole, ...], int]]:
        if seat == len(self.ranges):
            yield holes, weight
            return
        mine = self.ranges[seat]
        for hole, share in zip(mine.holes, mine.weights, strict=True):
            if dead.isdisjoint(hole):
                yield from self._deals(seat + 1, (*holes, hole), weight * share, dead.union(hole))

    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """The exchanges of suits that leave board and dead cards as they are."""
        renamings = (
            tuple(4 * (i // 4) + suits[i % 4] for i in range(52))
            for suits in permutations(range(4))
        )
        return tuple(
            new
            for new in renamings
            if {new[i] for i in self.board} == set(self.board)
            and {new[i] for i in self.dead} == set(self.dead)
        )


class Share(NamedTuple):
    """The share of one player: counts of boards, exact whole numbers."""

    wins: int
    """Boards won alone."""
    ties: int
    """Boards shared with others."""
    losses: int
    pots: Fraction
    """Boards won, a shared one counting as its share."""


class Equity(NamedTuple):
    """The shares of all players over a number of boards, exact or sampled."""

    shares: tuple[Share, ...]
    boards: int
    """Boards counted, each once for every unit of weight of the hands it was with."""
    exact: bool
    seed: int = 0
    """The seed of the sample; it has no meaning when exact."""

    @classmethod
    def of(cls, counts: Tally, boards: int, *, exact: bool, seed: int = 0) -> "Equity":
        """The shares behind a tally of `boards` boards."""
        shares = tuple(
            Share(
                wins=row[0],
                ties=sum(row[1:]),
                losses=boards - sum(row),
                pots=sum((Fraction(n, k) for k, n in enumerate(row, 1)), Fraction(0)),
            )
            for row in counts
        )
        return cls(shares, boards, exact, seed)

    def of_player(self, i: int) -> float:
        """The part of the pot that player `i` gets in the long run, 0 to 1."""
        return float(self.shares[i].pots / self.boards)

    @property
    def equities(self) -> tuple[float, ...]:
        """The part of the pot that each player gets in the long run."""
        return tuple(self.of_player(i) for i in range(len(self.shares)))

    def record(self, names: Sequence[str]) -> dict[str, object]:
        """All of it in plain values, as JSON wants them; counts are whole numbers."""
        players = [
            {
                "hand": name,
                "wins": share.wins,
                "ties": share.ties,
                "losses": share.losses,
                "equity": self.of_player(i),
                "margin": self.margin(i),
                "interval": list(self.interval(i)),
            }
            for i, (name, share) in enumerate(zip(names, self.shares, strict=True))
        ]
        how = {"exact": True} if self.exact else {"exact": False, "seed": self.seed}
        return {**how, "boards": self.boards, "players": players}

    def margin(self, i: int) -> float:
        """Return half the 95 % confidence interval of player `i`; 0 when exact."""
        low, high = self.interval(i)
        return (high - low) / 2

    def interval(self, i: int) -> tuple[float, float]:
        """Wilson's 95 % confidence interval of player `i`; just the equity when exact.

        It stays between 0 and 1, and has a width even when all boards went one way. A
        shared pot spreads less than one that is won or lost, so it is never too narrow.
        """
        mean, n = self.of_player(i), self.boards
        if self.exact:
            return mean, mean
        z = CONFIDENCE * CONFIDENCE / n
        middle = (mean + z / 2) / (1 + z)
        half = sqrt(z * mean * (1 - mean) + z * z / 4) / (1 + z)
        return max(0.0, middle - half), min(1.0, middle + half)


def _refuse_twice(ids: list[int]) -> None:
    for place, i in enumerate(ids):
        if i in ids[:place]:
            raise NotCards(f"{CARDS[i]} appears twice")
