"""Single cards moved one after the other: no safe play, no order of columns, no runs."""

from ludex.games.freecell.rules.deals import Board
from ludex.games.freecell.rules.options import Rules
from ludex.parts.cards import Card

State = tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...], tuple[int, ...]]


def successors(s: State, rules: Rules) -> list[State]:
    columns, cells, homes = s
    lifted: list[tuple[Card, tuple[tuple[Card, ...], ...], tuple[Card, ...]]] = []
    for i, column in enumerate(columns):
        if column:
            without = (*columns[:i], column[:-1], *columns[i + 1 :])
            lifted.append((column[-1], without, cells))
    lifted += [(card, columns, cells[:i] + cells[i + 1 :]) for i, card in enumerate(cells)]
    after: list[State] = []
    for card, cols, rest in lifted:
        after += [
            (cols, rest, (*homes[:i], homes[i] + 1, *homes[i + 1 :]))
            for i in range(card.suit, rules.homes, 4)
            if homes[i] == card.rank - 1
        ]
        if len(rest) < rules.cells:
            after.append((cols, (*rest, card), homes))
        for i, column in enumerate(cols):
            fits = rules.builds(card, column[-1]) if column else rules.fills_space(card)
            if fits:
                after.append(((*cols[:i], (*column, card), *cols[i + 1 :]), rest, homes))
    return after


def start_of(board: Board) -> State:
    return board.columns, tuple(filter(None, board.cells)), board.homes


def key(s: State) -> tuple[object, ...]:
    """The same for positions that differ in nothing but the order of their places."""
    columns, cells, homes = s
    return (*sorted(columns), frozenset(cells), homes)
