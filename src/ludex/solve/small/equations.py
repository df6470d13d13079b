"""Linear equations in fractions: each value is a sum of parts of others, and a constant."""

from collections.abc import Sequence
from fractions import Fraction

from ludex.bots.cancellation import think_on


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
