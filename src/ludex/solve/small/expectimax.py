"""Exact expected values of games with chance, or with more than two players.

Positions that can follow each other in a cycle are evaluated together, after all those that they
lead to. Alone, a position is worth the best of what follows to the player on turn, or the mean where
chance acts. In a cycle with chance in it the players' choices are improved until nobody can do
better (Hoffman and Karp); each time the linear equations are solved in fractions, so the end of it
is a proof, not an approximation.
"""

from array import array
from collections.abc import Iterator, Sequence
from fractions import Fraction
from operator import mul

from ludex.bots.cancellation import think_on
from ludex.kernel import CHANCE
from ludex.solve.small.payoffs import Payoffs, share
from ludex.solve.small.positions import ENDED, Positions
from ludex.solve.small.retrograde import Arena, analyse
from ludex.solve.small.solution import Unsolved

MOST = 1_000
"""The most rounds of improving choices; a few times is usual."""

LARGEST = 2_000
"""The most positions in one cycle with chance that are evaluated exactly."""

ENDLESS = "a player may gain by endless play in a cycle with chance: such games are not solved"
RECURRING = "positions repeat and the game is not zero-sum: such cycles have no unique value"


def expected_values(
    positions: Positions, seats: int, total: Fraction | None
) -> tuple[list[Payoffs], "array[int]"]:
    """Return the value of each position for everybody, and which of those that follow is best.

    `total` is what all have together at the end, where that is always the same.
    """
    size = len(positions)
    nothing: Payoffs = ()
    values: list[Payoffs] = [nothing] * size
    choices = array("I", bytes(4 * size))
    for n, payoff in positions.payoffs.items():
        values[n] = payoff
    for members in strong_components(positions):
        think_on()
        n = members[0]
        if len(members) == 1 and n not in positions.after(n):
            if positions.movers[n] != ENDED:
                values[n], choices[n] = _evaluate_alone(positions, values, n)
            continue
        if (total is None and seats > 1) or seats > 2:
            raise Unsolved(RECURRING)
        endless = Fraction(0) if total is None else total / 2
        cycle = _Cycle(positions, values, members, endless)
        for n, value, choice in zip(members, cycle.evaluate(), cycle.choices, strict=False):
            values[n], choices[n] = share(value, total), choice
    return values, choices


def _evaluate_alone(positions: Positions, values: list[Payoffs], n: int) -> tuple[Payoffs, int]:
    following = [values[t] for t in positions.after(n)]
    mover = positions.movers[n]
    if mover == CHANCE:
        odds, by_seat = positions.odds[n], zip(*following, strict=True)
        return tuple(sum(map(mul, odds, of_seat), Fraction(0)) for of_seat in by_seat), 0
    best = max(range(len(following)), key=lambda i: following[i][mover])
    return following[best], best


def strong_components(positions: Positions) -> Iterator[list[int]]:
    """List the positions in groups that can follow each other, the last ones first (Tarjan)."""
    size = len(positions)
    number, low = array("I", bytes(4 * size)), array("I", bytes(4 * size))
    waiting: list[int] = []
    count = 0
    for root in range(size):
        path: list[tuple[int, Iterator[int]]] = []
        new: int | None = None if number[root] else root
        while new is not None or path:
            if new is not None:
                count += 1
                number[new] = low[new] = count
                waiting.append(new)
                path.append((new, iter(positions.after(new))))
                new = None
            n, following = path[-1]
            t = next(following, None)
            if t is None:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[n])
                if low[n] == number[n]:
                    members = _pop_through(waiting, n)
                    for one in members:
                        number[one] = size + 1  # it keeps no other from being complete
                    yield members
            elif not number[t]:
                new = t
            else:
                low[n] = min(low[n], number[t])


def _pop_through(waiting: list[int], n: int) -> list[int]:
    """Take the last ones away, back to `n`."""
    members = [waiting.pop()]
    while members[-1] != n:
        members.append(waiting.pop())
    return members[::-1]


class _Cycle:
    """Positions that can follow each other, by numbers of their own, and the first player's values.

    After them come the positions to which they lead out, whose values are given.
    """

    def __init__(
        self,
        positions: Positions,
        values: list[Payoffs],
        members: list[int],
        endless: Fraction,
    ) -> None:
        self.size = len(members)
        numbers = {n: i for i, n in enumerate(members)}
        after = [[numbers.setdefault(t, len(numbers)) for t in positions.after(n)] for n in members]
        given = {i: values[t][0] for t, i in numbers.items() if i >= self.size}
        maximises = [positions.movers[n] == 0 for n in numbers]
        self.arena = Arena([*after, *([] for _ in given)], maximises, given, endless)
        self.after, self.maximises, self.endless = after, maximises, endless
        self.odds = [positions.odds.get(n) for n in members]
        self.choices: Sequence[int] = []

    def evaluate(self) -> Sequence[Fraction]:
        """Return the first player's values; without chance by retrograde analysis."""
        if all(odds is None for odds in self.odds):
            values, _, self.choices = analyse(self.arena)
            return values
        if self.size > LARGEST:
            raise Unsolved(
                f"a cycle of {self.size:,} positions contains chance events: "
                f"at most {LARGEST:,} are evaluated exactly"
            )
        return self._improve_all()

    def _improve_all(self) -> list[Fraction]:
        """Improve choices until nobody has a better one.

        Values that no single choice improves are those of the game if nobody gains by
        staying in the cycle for ever either, which is worth `endless`.
        """
        choices = self.choices = self._first_choices()
        for _ in range(MOST):
            values = self._values(choices)
            if not any(self._improve(choices, values, first) for first in (False, True)):
                break
        else:
            raise Unsolved(ENDLESS)
        low = all(values[n] <= self.endless for n in self._staying(fixed=True))
        high = all(values[n] >= self.endless for n in self._staying(fixed=False))
        if not (low and high):
            raise Unsolved(ENDLESS)
        return values

    def _staying(self, *, fixed: bool) -> set[int]:
        """Return where play can stay for ever, whatever chance does, if one side keeps its
        choices: the first player where `fixed`, else the other."""
        staying = {*range(self.size)}
        while True:
            left = set()
            for n in staying:
                stay = [t in staying for t in self.after[n]]
                if self.odds[n] is not None:
                    stays = all(stay)
                elif self.maximises[n] is fixed:
                    stays = stay[self.choices[n]]
                else:
                    stays = any(stay)
                if not stays:
                    left.add(n)
            if not left:
                return staying
            staying -= left

    def _improve(self, choices: list[int], values: Sequence[Fraction], first: bool) -> bool:
        better = False
        for n, odds in enumerate(self.odds):
            if odds is not None or self.maximises[n] is not first:
                continue
            worths = [values[t] for t in self.after[n]]
            best = max(worths) if first else min(worths)
            if best != worths[choices[n]]:
                choices[n] = worths.index(best)
                better = True
        return better

    def _first_choices(self) -> list[int]:
        """Choose by rounded values: most of these choices are right at once."""
        values = [0.0] * self.size + [*map(float, self.arena.given.values())]
        odds = [None if row is None else [*map(float, row)] for row in self.odds]
        choices = [0] * self.size
        for _ in range(1_000):
            think_on()
            change = 0.0
            for n, row in enumerate(odds):
                worths = [values[t] for t in self.after[n]]
                if row is not None:
                    value = sum(map(mul, row, worths))
                else:
                    value = max(worths) if self.maximises[n] else min(worths)
                    choices[n] = worths.index(value)
                change = max(change, abs(value - values[n]))
                values[n] = value
            if change < 1e-13:
                break
        return choices

    def _values(self, choices: list[int]) -> list[Fraction]:
        """Return the values under these choices."""
        given = self.arena.given
        rows: list[dict[int, Fraction]] = []
        constants: list[Fraction] = []
        for n, odds in enumerate(self.odds):
            row: dict[int, Fraction] = {}
            constant = Fraction(0)
            parts = [(choices[n], Fraction(1))] if odds is None else enumerate(odds)
            for i, p in parts:
                t = self.after[n][i]
                if t in given:
                    constant += p * given[t]
                else:
                    row[t] = row.get(t, Fraction(0)) + p
            rows.append(row)
            constants.append(constant)
        players_first = sorted(range(self.size), key=lambda n: self.odds[n] is not None)
        values = solve_equations(rows, constants, players_first, self.endless)
        return [*values, *given.values()]


def solve_equations(
    rows: list[dict[int, Fraction]],
    constants: list[Fraction],
    order: Sequence[int],
    endless: Fraction,
) -> list[Fraction]:
    """Return the values x with x[n] = constants[n] + the parts in rows[n].

    The parts of a row are probabilities: those that never come to a constant are worth
    `endless`. Equations are put into one another in the given order, the simplest first;
    `rows` and `constants` are used up.
    """
    used: list[set[int]] = [set() for _ in rows]
    for n, row in enumerate(rows):
        for t in row:
            used[t].add(n)
    done: set[int] = set()
    for n in order:
        think_on()
        own = rows[n].pop(n, None)
        if own == 1:  # it comes back to itself, for ever
            rows[n], constants[n] = {}, endless
        elif own is not None:
            scale = 1 / (1 - own)
            constants[n] *= scale
            rows[n] = {t: part * scale for t, part in rows[n].items()}
        done.add(n)
        for user in used[n] - done:
            share = rows[user].pop(n, None)
            if share is None:
                continue
            constants[user] += share * constants[n]
            for t, part in rows[n].items():
                used[t].add(user)
                rows[user][t] = rows[user].get(t, Fraction(0)) + share * part
    values = [Fraction(0)] * len(rows)
    for n in reversed(order):
        parts = (part * values[t] for t, part in rows[n].items())
        values[n] = sum(parts, constants[n])
    return values
