"""Pairing: everybody meets everybody, or round by round those meet who stand alike.

A meeting is a group of as many players as the table has seats. Its deals are played once
with each of them in each place. At a table for one everybody plays the same deals alone.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

Group = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ArrangedGame:
    """Some players and a deal."""

    players: Group
    deal: int
    """Deals are counted from 0 and are the same for every group: luck takes no side."""

    round: int = 0


def round_robin(players: int, seats: int, deals: int) -> Iterator[ArrangedGame]:
    """Every group that can sit at the table, deal by deal."""
    size = players if seats == 1 else seats
    for deal in range(deals):
        for group in combinations(range(players), size):
            yield ArrangedGame(group, deal, deal)


def swiss_round(
    number: int,
    points: Sequence[float],
    met: Mapping[frozenset[int], int],
    rested: Sequence[int],
) -> tuple[list[tuple[int, int]], int | None]:
    """The pairs of a round, and who rests: the best with the best they have met least.

    Whoever has the fewest points and has rested least rests when the number is odd.
    """
    order = sorted(range(len(points)), key=lambda one: (-points[one], one))
    bye = None
    if len(order) % 2:
        bye = min(reversed(order), key=lambda one: rested[one])
        order.remove(bye)
    if number == 0:  # nobody knows anything yet: the upper half against the lower
        half = len(order) // 2
        return [*zip(order[:half], order[half:], strict=True)], bye
    pairs = []
    while order:
        first = order.pop(0)
        often = [met.get(frozenset({first, one}), 0) for one in order]
        pairs.append((first, order.pop(often.index(min(often)))))
    return pairs, bye
