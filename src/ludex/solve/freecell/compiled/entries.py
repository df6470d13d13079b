"""What Python calls: compiled once and kept on disk, and other threads run meanwhile.

What is kept is found by the code of an entry and by what it closes over: the version, which
changes with any file that they are made of. (Compiled functions must not be closed over: they look
new in every process.)
"""

from collections.abc import Callable
from hashlib import blake2b
from inspect import getsource
from typing import Any, Final

from ludex.engines import bits
from ludex.engines.jit import compiled
from ludex.solve.freecell.compiled import (
    columns,
    homes,
    layout,
    moves,
    position,
    search,
    telling,
)
from ludex.solve.freecell.compiled.layout import Words

Entry = Callable[..., Any]

PARTS: Final = (bits, layout, columns, homes, moves, position, search, telling)
VERSION: Final = int(
    blake2b("".join(map(getsource, PARTS)).encode()).hexdigest()[:15], 16
)


def _entries(version: int) -> tuple[Entry, Entry, Entry]:
    @compiled
    def begin(mem: Words, board: Words) -> int:
        search.begin(mem, board)
        return version

    @compiled
    def go_on(mem: Words, looks: int) -> int:
        search.go_on(mem, looks)
        return version

    @compiled
    def told(mem: Words, path: Words, steps: Words) -> int:
        if version < 0:
            return version
        length = telling.path_to_winner(mem, path)
        return length if length < 0 else telling.write_steps(mem, path, length, steps)

    return begin, go_on, told


begin, go_on, told = _entries(VERSION)
