"""What Python calls: compiled once and kept on disk, and other threads run meanwhile."""

from ludex.engines.jit import compiled
from ludex.solve.freecell.compiled import search, telling
from ludex.solve.freecell.compiled.layout import Words


@compiled
def begin(mem: Words, board: Words) -> None:
    """Lay out a board, and forget all others."""
    search.begin(mem, board)


@compiled
def go_on(mem: Words, looks: int) -> None:
    """Look into so many positions more."""
    search.go_on(mem, looks)


@compiled
def told(mem: Words, path: Words, steps: Words) -> int:
    """The winner's way, step by step; how many there are, or -1: there is no room for them."""
    length = telling.path_to_winner(mem, path)
    return length if length < 0 else telling.write_steps(mem, path, length, steps)
