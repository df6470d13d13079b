"""Kalah: sow the seeds of a house, one by one; the fuller store wins at the end."""

from dataclasses import dataclass
from typing import Annotated

from ludex.kernel import Event, Game, Guards, Outcome, Seat, Start, Whole, drawn, won
from ludex.table import mancala, mancala_text

MOST = 6
ALL = 12 * MOST
"""No place holds more seeds: the compiler has to know."""

Seeds = Annotated[int, Whole(0, ALL)]


@dataclass(frozen=True, slots=True)
class Rules:
    houses: Annotated[int, Whole(1, MOST), "How many houses has each player?"] = MOST
    seeds: Annotated[int, Whole(1, 6), "How many seeds are in each house?"] = 4


@dataclass(frozen=True, slots=True)
class State:
    houses: tuple[tuple[Seeds, ...], tuple[Seeds, ...]]  # of both players, in the order of sowing
    stores: tuple[Seeds, Seeds] = (0, 0)
    turn: Seat = Seat(0)


class Sow(Event[State]):
    """Sow the seeds of your `house`: one into each house that follows, into your store, into the
    houses of your opponent, and on. After a last seed in your store it is your turn again. A last
    seed in an empty house of yours is taken, with the seeds opposite, if there are any."""

    house: Annotated[int, Whole(1, MOST)]

    def guards(self, s: State) -> Guards:
        yield 1 <= self.house <= len(s.houses[s.turn]) or f"there is no house {self.house}"
        yield s.houses[s.turn][self.house - 1] > 0 or f"house {self.house} is empty"

    def apply(self, s: State) -> State:
        ring = (*s.houses[s.turn], s.stores[s.turn], *s.houses[1 - s.turn])
        wide = len(s.houses[0])
        last = (self.house - 1 + ring[self.house - 1]) % len(ring)
        ring = sown(ring, self.house - 1)
        if last < wide and ring[last] == 1 and ring[2 * wide - last] > 0:
            taken = 1 + ring[2 * wide - last]
            ring = tuple(
                0 if i in (last, 2 * wide - last) else min(count + taken * (i == wide), ALL)
                for i, count in enumerate(ring)
            )
        mine, store, theirs = ring[:wide], ring[wide], ring[wide + 1 :]
        return gathered(s, mine, store, theirs, Seat(s.turn if last == wide else 1 - s.turn))


def sown(ring: tuple[int, ...], at: int) -> tuple[int, ...]:
    """The places of the ring after sowing the seeds of one of them."""
    rounds, rest = divmod(ring[at], len(ring))
    return tuple(
        min((0 if i == at else count) + rounds + ((i - at - 1) % len(ring) < rest), ALL)
        for i, count in enumerate(ring)
    )


def gathered(
    s: State, mine: tuple[int, ...], store: int, theirs: tuple[int, ...], turn: Seat
) -> State:
    """When the houses of one player are empty, the other player takes the remaining seeds."""
    other = s.stores[1 - s.turn]
    if not any(mine) or not any(theirs):
        store, other = store + sum(mine), other + sum(theirs)
        mine = tuple(0 for _ in mine)
        theirs = tuple(0 for _ in theirs)
    if s.turn == 0:
        return State((mine, theirs), (store, other), turn)
    return State((theirs, mine), (other, store), turn)


def outcome(s: State) -> Outcome | None:
    if any(s.houses[0]) or any(s.houses[1]):
        return None
    if s.stores[0] == s.stores[1]:
        return drawn(2, "equally many seeds", s.stores)
    return won(Seat(int(s.stores[0] < s.stores[1])), "more seeds", s.stores)


def seeds(s: State) -> int:
    return sum(s.houses[0]) + sum(s.houses[1]) + sum(s.stores)


def begin(rules: Rules) -> State:
    row = (rules.seeds,) * rules.houses
    return State((row, row))


def placed(s: State) -> tuple[tuple[tuple[int, ...], ...], tuple[int, int]]:
    return s.houses, s.stores


def chosen(s: State, event: Event[State]) -> tuple[Seat, int]:
    assert isinstance(event, Sow)
    return s.turn, event.house


game = Game(
    name="kalah", title="Kalah", summary="Sow seeds; more of them in your store win.",
    start=Start(begin, {"standard": Rules(), "small": Rules(3, 2)}),
    players=(2, 2), events=(Sow,), turn=lambda s: s.turn, outcome=outcome,
    text=lambda s: mancala_text(placed(s)),
    looks=mancala(placed, ALL, chosen),
    steps={"no seed is lost": lambda s, _, t: seeds(s) == seeds(t)},
    sometimes={"a player is on turn again": lambda s: s.turn == 0 and s.stores[0] > s.stores[1]},
)  # fmt: skip
