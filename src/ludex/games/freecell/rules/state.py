"""The table of FreeCell: columns, free cells and homes, and what can be seen on them.

Places are numbered from 0, as in the document: columns 0 to 7, free cells 0 to 3, homes
0 to 3. (Players count from 1: so do messages and drawings, and `formats` translate notations.)
A home is a pile that belongs to no suit until an ace lies on it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import chain, pairwise

from ludex.parts.cards import Card, Rank, Suit

from .deals import Board
from .options import FREECELL, SUITS, Rules

Pile = tuple[Card, ...]


class Phase(Enum):
    """The cards are laid out, by chance or by hand, and then played."""

    SETUP = "setup"
    PLAY = "play"


@dataclass(frozen=True, slots=True)
class State:
    """The place of every card; before the deal most lie in the box."""

    rules: Rules
    columns: tuple[Pile, ...]
    cells: tuple[Card | None, ...]
    homes: tuple[Pile, ...]
    phase: Phase = Phase.PLAY

    @property
    def is_won(self) -> bool:
        """Is every card home? (The document's WinGame: each home holds thirteen.)"""
        return self.at_home == self.rules.cards

    @property
    def at_home(self) -> int:
        """Return the number of cards that are home."""
        return sum(map(len, self.homes))

    @property
    def free_cells(self) -> int:
        """Return the number of free cells that are empty."""
        return self.cells.count(None)

    @property
    def cards(self) -> Iterator[Card]:
        """All cards on the table."""
        return chain(*self.columns, filter(None, self.cells), *self.homes)


def cleared(rules: Rules = FREECELL) -> State:
    """Return the table before the deal (B1 to B4): every place is there, and empty."""
    return State(
        rules,
        ((),) * rules.columns,
        (None,) * rules.cells,
        ((),) * rules.homes,
        Phase.SETUP,
    )


def carried(s: State, target: int) -> int:
    """Return how many cards one move onto column `target` may carry (availableMoves, Q3, Q4)."""
    spaces = s.columns.count(()) - (not s.columns[target])
    return s.rules.carried(s.free_cells, spaces)


def is_run(rules: Rules, cards: Pile) -> bool:
    """Do `cards` build on each other, so that they may be moved together (M9)?"""
    return all(rules.builds(card, on) for on, card in pairwise(cards))


def run_length(rules: Rules, column: Pile) -> int:
    """Return how many cards at the end of a column build on each other; 0 if it is empty."""
    if not column:
        return 0
    length, last = 1, column[-1]
    for card in column[-2::-1]:
        if not rules.builds(last, card):
            break
        length, last = length + 1, card
    return length


def accepts(rules: Rules, column: Pile, card: Card) -> bool:
    """May `card` be laid on the end of `column`?"""
    return rules.builds(card, column[-1]) if column else rules.fills_space(card)


def takes(home: Pile, card: Card) -> bool:
    """May `card` go on the pile `home`: an ace first, then up in suit (M12, M13)?"""
    if not home:
        return card.rank == Rank.ACE
    return home[-1].suit == card.suit and home[-1].one_below(card)


def heights(s: State) -> tuple[int, ...]:
    """Return the cards home by suit, then by pack: the higher pile of a suit first."""
    by_suit = [[0] * s.rules.packs for _ in Suit]
    for pile in s.homes:
        if pile:
            by_suit[pile[0].suit].append(len(pile))
            by_suit[pile[0].suit].sort(reverse=True)
    return tuple(by_suit[i % SUITS][i // SUITS] for i in range(s.rules.homes))


def board_of(s: State) -> Board:
    """Return the table as a board: what formats write and the solver reads."""
    return Board(s.columns, s.cells, heights(s))


def set_up(rules: Rules, board: Board) -> State:
    """Return the state of a board, each suit on the home of its number."""
    by_suit = [sorted(board.homes[suit::SUITS], reverse=True) for suit in Suit]
    homes = tuple(
        run_home(Suit(i % SUITS), by_suit[i % SUITS][i // SUITS], i // SUITS)
        for i in range(rules.homes)
    )
    return State(rules, board.columns, board.cells, homes)


def run_home(suit: Suit, height: int, pack: int) -> Pile:
    """Return a home with the lowest `height` cards of a suit."""
    return tuple(Card(suit, Rank(rank), pack) for rank in range(1, height + 1))
