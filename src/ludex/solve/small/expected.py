"""Expected values, exactly: chance, and more than two players.

Positions that can follow each other in a circle are judged together, after all those that they
lead to. Alone, a position is worth the best of what follows to whoever moves, or the mean where
chance does. In a circle with chance in it the players' choices are improved until nobody can do
better (Hoffman and Karp); each time the linear equations are solved in fractions, so the end of it
is a proof, not an approximation.
"""

from array import array
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final, TypeVar

from ludex.bots.cancellation import think_on
from ludex.kernel import CHANCE
from ludex.solve.small.equations import solved
from ludex.solve.small.payoffs import Payoffs
from ludex.solve.small.positions import ENDED, Positions
from ludex.solve.small.retrograde import Arena, judged
from ludex.solve.small.solution import Unsolved

S = TypeVar("S")

MOST: Final = 1_000
"""So often choices are improved; a few times is usual."""

LARGEST: Final = 2_000
"""So many positions in one circle with chance are judged exactly, no more."""

ENDLESS: Final = (
    "with chance in it, somebody may gain by play without end: that is not solved"
)
RECURRING: Final = (
    "positions recur, and it is not so that what one player gains the other loses: "
    "such circles have no single value"
)

Judgement = tuple[list[Payoffs], "array[int]"]
"""The values of all positions, and which of those that follow is chosen in each."""


def expected(
    positions: Positions[S], seats: int, total: Fraction | None
) -> Judgement | Unsolved:
    """The value of each position for everybody, and the best move in it.

    `total` is what all have together at the end, where that is always the same.
    """
    size = len(positions)
    nothing: Payoffs = ()
    values: list[Payoffs] = [nothing] * size
    chosen = array("I", bytes(4 * size))
    for n, payoff in positions.payoffs.items():
        values[n] = payoff
    for circle in circles(positions):
        think_on()
        n = circle[0]
        if len(circle) == 1 and n not in positions.after(n):
            if positions.movers[n] != ENDED:
                values[n], chosen[n] = _alone(positions, values, n)
            continue
        if (total is None and seats > 1) or seats > 2:
            return Unsolved(RECURRING)
        trouble = _together(positions, values, chosen, circle, total)
        if trouble is not None:
            return trouble
    return values, chosen


def _alone(
    positions: Positions[S], values: list[Payoffs], n: int
) -> tuple[Payoffs, int]:
    following = [values[t] for t in positions.after(n)]
    mover = positions.movers[n]
    if mover == CHANCE:
        odds = positions.odds[n]
        return (
            tuple(
                sum((p * v for p, v in zip(odds, of_seat, strict=True)), Fraction(0))
                for of_seat in zip(*following, strict=True)
            ),
            0,
        )
    best = max(range(len(following)), key=lambda i: following[i][mover])
    return following[best], best


# -- circles --------------------------------------------------------------------------------


def circles(positions: Positions[S]) -> Iterator[list[int]]:
    """The positions in groups that can follow each other, those that come last first (Tarjan)."""
    size = len(positions)
    number, low = array("I", bytes(4 * size)), array("I", bytes(4 * size))
    placed = bytearray(size)
    open_ones: list[int] = []
    count = 0
    for root in range(size):
        if number[root]:
            continue
        way: list[tuple[int, Iterator[int]]] = [(root, iter(positions.after(root)))]
        count += 1
        number[root] = low[root] = count
        open_ones.append(root)
        while way:
            n, following = way[-1]
            t = next(following, None)
            if t is None:
                way.pop()
                if way:
                    low[way[-1][0]] = min(low[way[-1][0]], low[n])
                if low[n] == number[n]:
                    at = _last(open_ones, n)
                    circle = open_ones[at:]
                    del open_ones[at:]
                    for one in circle:
                        placed[one] = 1
                    yield circle
            elif not number[t]:
                count += 1
                number[t] = low[t] = count
                open_ones.append(t)
                way.append((t, iter(positions.after(t))))
            elif not placed[t]:
                low[n] = min(low[n], number[t])


def _last(things: list[int], wanted: int) -> int:
    """Where it stands, looked for from the end."""
    at = len(things) - 1
    while things[at] != wanted:
        at -= 1
    return at


def _together(
    positions: Positions[S],
    values: list[Payoffs],
    chosen: "array[int]",
    circle: list[int],
    total: Fraction | None,
) -> Unsolved | None:
    """Judge positions that can follow each other; what one gains the other loses."""
    ring = _Ring(positions, values, circle)
    endless = Fraction(0) if total is None else total / 2
    firsts: list[Fraction] | None
    if not any(positions.movers[n] == CHANCE for n in circle):
        firsts = ring.forced(endless)
    elif len(circle) > LARGEST:
        return Unsolved(
            f"{len(circle):,} positions with chance among them can follow each other: "
            f"at most {LARGEST:,} are judged exactly"
        )
    else:
        firsts = ring.improved(endless)
    if firsts is None:
        return Unsolved(ENDLESS)
    for i, n in enumerate(circle):
        first = firsts[i]
        values[n] = (first,) if total is None else (first, total - first)
        chosen[n] = ring.choice[i]
    return None


class _Ring:
    """Positions of one circle, by numbers of their own; the first player's values."""

    def __init__(
        self, positions: Positions[S], values: list[Payoffs], circle: list[int]
    ) -> None:
        places = {n: i for i, n in enumerate(circle)}
        self.inside: list[list[int]] = []
        """Of each transition: the place in the circle, or -1."""

        self.outside: list[list[Fraction]] = []
        """What it is worth where it leads out."""

        self.odds: list[Sequence[Fraction] | None] = []
        self.maximises = [positions.movers[n] == 0 for n in circle]
        self.choice = [0] * len(circle)
        for n in circle:
            following = positions.after(n)
            self.inside.append([places.get(t, -1) for t in following])
            self.outside.append(
                [Fraction(0) if t in places else values[t][0] for t in following]
            )
            self.odds.append(positions.odds.get(n))

    def forced(self, endless: Fraction) -> list[Fraction]:
        """Without chance: by retrograde analysis, the ways out being the ends."""
        size = len(self.inside)
        after: list[list[int]] = []
        given: dict[int, Fraction] = {}
        for inside, outside in zip(self.inside, self.outside, strict=True):
            follows = []
            for t, value in zip(inside, outside, strict=True):
                if t < 0:
                    t = size + len(given)  # noqa: PLW2901  # an end of its own
                    given[t] = value
                follows.append(t)
            after.append(follows)
        after += [[] for _ in given]
        maximises = [*self.maximises, *(False for _ in given)]
        values, distances = judged(Arena(after, maximises, given, endless))
        for n in range(size):
            self.choice[n] = best_choice(
                after[n],
                values,
                distances,
                value=values[n],
                hurries=maximises[n] is (values[n] > endless),
            )
        return values[:size]

    # -- with chance ------------------------------------------------------------------------

    def improved(self, endless: Fraction) -> list[Fraction] | None:
        """Choices are improved until nobody has a better one; None where that is no proof.

        Values that no single choice improves are those of the game if nobody gains by
        staying in the circle for ever either, which is worth `endless`.
        """
        self._roughly()
        for _ in range(MOST):
            values = self._equations(endless)
            if not self._improve(values, first=False) and not self._improve(
                values, first=True
            ):
                break
        else:
            return None
        low = all(values[n] <= endless for n in self._staying(fixed=True))
        high = all(values[n] >= endless for n in self._staying(fixed=False))
        return values if low and high else None

    def _staying(self, *, fixed: bool) -> set[int]:
        """Where play can stay for ever, whatever chance does, if one side keeps its choices:
        the first player where `fixed`, else the other."""
        staying = {*range(len(self.inside))}
        while True:
            leaving = set()
            for n in staying:
                inside = self.inside[n]
                if self.odds[n] is not None:
                    stays = all(t in staying for t in inside)
                elif self.maximises[n] is fixed:
                    stays = inside[self.choice[n]] in staying
                else:
                    stays = any(t in staying for t in inside)
                if not stays:
                    leaving.add(n)
            if not leaving:
                return staying
            staying -= leaving

    def _worth(self, values: Sequence[Fraction], n: int, i: int) -> Fraction:
        t = self.inside[n][i]
        return self.outside[n][i] if t < 0 else values[t]

    def _improve(self, values: Sequence[Fraction], *, first: bool) -> bool:
        better = False
        for n, odds in enumerate(self.odds):
            if odds is not None or self.maximises[n] is not first:
                continue
            worths = [self._worth(values, n, i) for i in range(len(self.inside[n]))]
            best = max(worths) if first else min(worths)
            if best != worths[self.choice[n]]:
                self.choice[n] = worths.index(best)
                better = True
        return better

    def _roughly(self) -> None:
        """Choices to begin with, from rounded values: most of them are right at once."""
        values = [0.0] * len(self.inside)
        outside = [[float(v) for v in row] for row in self.outside]
        odds = [None if row is None else [float(p) for p in row] for row in self.odds]
        for _ in range(1_000):
            think_on()
            change = 0.0
            for n, inside in enumerate(self.inside):
                worths = [
                    out if t < 0 else values[t]
                    for t, out in zip(inside, outside[n], strict=True)
                ]
                row = odds[n]
                if row is not None:
                    value = sum(p * v for p, v in zip(row, worths, strict=True))
                else:
                    value = max(worths) if self.maximises[n] else min(worths)
                    self.choice[n] = worths.index(value)
                change = max(change, abs(value - values[n]))
                values[n] = value
            if change < 1e-13:
                return

    def _equations(self, endless: Fraction) -> list[Fraction]:
        """The values under the present choices."""
        rows: list[dict[int, Fraction]] = []
        constants: list[Fraction] = []
        for n, odds in enumerate(self.odds):
            row: dict[int, Fraction] = {}
            constant = Fraction(0)
            parts = [(self.choice[n], Fraction(1))] if odds is None else enumerate(odds)
            for i, p in parts:
                t = self.inside[n][i]
                if t < 0:
                    constant += p * self.outside[n][i]
                else:
                    row[t] = row.get(t, Fraction(0)) + p
            rows.append(row)
            constants.append(constant)
        players_first = sorted(range(len(rows)), key=lambda n: self.odds[n] is not None)
        return solved(rows, constants, players_first, endless)


def best_choice(
    after: Sequence[int],
    values: Sequence[Fraction],
    distances: "array[int]",
    *,
    value: Fraction,
    hurries: bool,
) -> int:
    """Which of those that follow: whoever forces the end hurries, the other holds out."""
    good = [i for i, t in enumerate(after) if values[t] == value]
    return (min if hurries else max)(good, key=lambda i: distances[after[i]])
