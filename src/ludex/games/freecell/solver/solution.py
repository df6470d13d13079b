"""From packed moves to the moves that a player makes on the real table."""

from ludex.games.freecell.formats.notation import HOME, Move, Place, cell, column
from ludex.games.freecell.rules.deals import Board
from ludex.games.freecell.solver.position import (
    FROM_CELL,
    TO_CELL,
    TO_HOME,
    Table,
    code_of,
)


def written(table: Table, board: Board, moves: tuple[int, ...]) -> tuple[Move, ...]:
    """Every move with its real cell, and those that go home by themselves.

    `moves` were found by a search, and in the end every card is home.
    """
    cells = [None if card is None else code_of(card) for card in board.cells]
    position = table.packed(board)
    steps: list[int] = []
    position = table.settled(position, steps)
    for move in moves:
        steps.append(move)
        position = table.settled(table.moved(position, move), steps)
    assert table.homes.height[position.home] == table.won
    position = table.packed(board)
    result = []
    for step in steps:
        code = _code(table, position.columns, step)
        result.append(_written(step, code, cells))
        position = table.moved(position, step)
    return tuple(result)


def _code(table: Table, columns: tuple[int, ...], step: int) -> int:
    """The card that a step moves, of a run the last one."""
    source = step >> 8
    return (
        source - FROM_CELL
        if source >= FROM_CELL
        else table.columns.top[columns[source]]
    )


def _written(step: int, code: int, cells: list[int | None]) -> Move:
    """The step as a move; `cells` follows it."""
    source_code, target_code, count = step >> 8, step >> 4 & 15, step & 15
    source, target = column(source_code), column(target_code)
    if source_code >= FROM_CELL:
        source = _left(cells, code)
    if target_code == TO_CELL:
        i = cells.index(None)
        cells[i] = code
        target = cell(i)
    elif target_code == TO_HOME:
        target = HOME
    return Move(source, target, count)


def _left(cells: list[int | None], code: int) -> Place:
    """The cell that `code` leaves."""
    i = cells.index(code)
    cells[i] = None
    return cell(i)
