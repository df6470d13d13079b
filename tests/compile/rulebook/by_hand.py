"""Steps that stand in a derived engine for functions of the small rulebooks."""

from ludex.compile.engine import Row
from ludex.compile.jit import step


@step
def mixed(row: Row, first: int, count: int, n: int) -> int:
    """Mix the numbers of a pile."""
    found = n
    for i in range(count):
        found = (3 * found + row[first + i]) % 7
    return found


@step
def wrong(row: Row, first: int, count: int, n: int) -> int:
    """Mix all but the last."""
    return mixed(row, first, max(0, count - 1), n)
