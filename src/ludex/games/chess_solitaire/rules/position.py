"""A Chess Solitaire position on one line: the rows as drawn, joined by `/`.

`NP.Q/.R.B/K.N./.P..` is a game in play (won or lost, if it is); a board that is still
being set up has the word `setup` before it.
"""

from ludex.kernel import Notation, Unreadable
from ludex.parts.grid import Grid

from .events import judged
from .pieces import SIZE, Piece
from .state import Phase, State

LETTERS = {str(piece): piece for piece in Piece}
SETUP = "setup "


def write(s: State) -> str:
    """Return the position line of a state."""
    rows = ("".join(str(piece or ".") for piece in row) for row in s.board.lines)
    return (SETUP if s.phase is Phase.SETUP else "") + "/".join(rows)


def read(line: str) -> State | Unreadable:
    """Return the state of a position line, or everything wrong with it."""
    drawn = line.strip().removeprefix(SETUP)
    rows = drawn.strip().split("/")
    found = [*problems(rows)]
    if found:
        return Unreadable(tuple(found))
    board = Grid(SIZE, SIZE, tuple(LETTERS.get(letter) for letter in "".join(rows)))
    return State(board) if line.strip().startswith(SETUP) else judged(board)


def problems(rows: list[str]) -> list[str]:
    """Return what keeps `rows` from being a board."""
    found = []
    if len(rows) != SIZE:
        found.append(f"{SIZE} rows joined by / expected, {len(rows)} found")
    for r, row in enumerate(rows, start=1):
        if len(row) != SIZE:
            found.append(f"row {r} has {len(row)} slots, not {SIZE}")
        for c, letter in enumerate(row, start=1):
            if letter != "." and letter not in LETTERS:
                known = " ".join(LETTERS)
                found.append(f"({r}, {c}): {letter!r} is not one of {known} or .")
    return found


notation = Notation(write, read)
