"""Oware, a mancala of West Africa: sow seeds, and capture twos and threes on the other side.

Houses are sown one by one, counterclockwise, past the house that the seeds come from. From the last
house that was sown backwards, houses of the opponent's that now have two or three seeds are captured;
not if that would leave the opponent none. Who holds more than half of the seeds wins.
"""

from dataclasses import dataclass
from typing import Annotated

from ludex.kernel import Event, Game, Guards, Outcome, Seat, Start, Whole, drawn, won
from ludex.table import mancala, mancala_text

MOST = 6
Seeds = Annotated[int, Whole(0, 8 * MOST)]


@dataclass(frozen=True, slots=True)
class Rules:
    houses: Annotated[int, Whole(2, MOST), "How many houses has each player?"] = MOST
    seeds: Annotated[int, Whole(1, 4), "How many seeds are in each house?"] = 4
    patience: Annotated[
        int, Whole(1, 100), "After how many moves without a capture does the game end?"
    ] = 50


@dataclass(frozen=True, slots=True)
class State:
    patience: int
    houses: tuple[tuple[Seeds, ...], tuple[Seeds, ...]]  # of both players, in the order of sowing
    stores: tuple[Seeds, Seeds] = (0, 0)
    quiet: int = 0  # moves in a row without a capture
    turn: Seat = Seat(0)


class Sow(Event[State]):
    """Sow the seeds of your `house`. If your opponent has no seeds, sow some to them, if you can."""

    house: Annotated[int, Whole(1, MOST)]

    def guards(self, s: State) -> Guards:
        mine, theirs = s.houses[s.turn], s.houses[1 - s.turn]
        yield 1 <= self.house <= len(mine) or f"there is no house {self.house}"
        yield mine[self.house - 1] > 0 or f"house {self.house} is empty"
        feeds = any(theirs) or reaches(mine, self.house - 1)
        yield feeds or not can_feed(mine) or "your opponent has no seeds: sow some to them"

    def apply(self, s: State) -> State:
        wide = len(s.houses[0])
        ring = (*s.houses[s.turn], *s.houses[1 - s.turn])
        at = self.house - 1
        last = (at + ring[at] + (ring[at] - 1) // (len(ring) - 1)) % len(ring)
        ring = sown(ring, at)
        first = last + 1  # the first house that is captured; behind the last where none is
        while first > wide and ring[first - 1] in (2, 3):
            first -= 1
        taken = sum(count for i, count in enumerate(ring) if first <= i <= last)
        if taken == sum(ring[wide:]):
            taken, first = 0, last + 1
        left = tuple(0 if first <= i <= last else count for i, count in enumerate(ring))
        return ended(s, left[:wide], left[wide:], taken)


def sown(ring: tuple[int, ...], at: int) -> tuple[int, ...]:
    """The houses after sowing the seeds of one of them, which stays empty."""
    rounds, rest = divmod(ring[at], len(ring) - 1)
    return tuple(
        0 if i == at else count + rounds + ((i - at - 1) % len(ring) < rest)
        for i, count in enumerate(ring)
    )


def reaches(mine: tuple[int, ...], at: int) -> bool:
    """Do the seeds of this house come to the other side?"""
    return mine[at] >= len(mine) - at


def can_feed(mine: tuple[int, ...]) -> bool:
    return any(reaches(mine, at) for at in range(len(mine)))


def ended(s: State, mine: tuple[int, ...], theirs: tuple[int, ...], taken: int) -> State:
    """The state after a move; if the next player has no seeds, or it was quiet for long, both take
    those on their own side."""
    store, other = s.stores[s.turn] + taken, s.stores[1 - s.turn]
    quiet = 0 if taken else min(s.quiet + 1, s.patience)
    if not any(theirs) or quiet >= s.patience:
        store, other = store + sum(mine), other + sum(theirs)
        mine = tuple(0 for _ in mine)
        theirs = tuple(0 for _ in theirs)
    if s.turn == 0:
        return State(s.patience, (mine, theirs), (store, other), quiet, Seat(1))
    return State(s.patience, (theirs, mine), (other, store), quiet, Seat(0))


def outcome(s: State) -> Outcome | None:
    for seat in (Seat(0), Seat(1)):
        if 2 * s.stores[seat] > seeds(s):
            return won(seat, "more than half of the seeds", s.stores)
    if any(s.houses[0]) or any(s.houses[1]):
        return None
    return drawn(2, "equally many seeds", s.stores)


def seeds(s: State) -> int:
    return sum(s.houses[0]) + sum(s.houses[1]) + sum(s.stores)


def begin(rules: Rules) -> State:
    row = (rules.seeds,) * rules.houses
    return State(rules.patience, (row, row))


def placed(s: State) -> tuple[tuple[tuple[int, ...], ...], tuple[int, int]]:
    return s.houses, s.stores


def chosen(s: State, event: Event[State]) -> tuple[Seat, int]:
    assert isinstance(event, Sow)
    return s.turn, event.house


game = Game(
    name="oware", title="Oware", summary="Sow seeds; capture twos and threes on the other side.",
    start=Start(begin, {"standard": Rules(), "small": Rules(2, 2, 10)}),
    players=(2, 2), events=(Sow,), turn=lambda s: s.turn, outcome=outcome,
    text=lambda s: mancala_text(placed(s)),
    looks=mancala(placed, 8 * MOST, chosen),
    steps={"no seed is lost": lambda s, _, t: seeds(s) == seeds(t)},
    sometimes={"seeds are captured": lambda s: any(s.stores)},
)  # fmt: skip
