"""Which moves of FreeCell are legal, found by looking at the table: no guard is asked."""

from collections.abc import Iterator, Sequence
from typing import Final

from ludex.games.freecell.rules import ending as rulebook
from ludex.games.freecell.rules.autoplay import Sending, allows, next_home
from ludex.games.freecell.rules.candidates import (
    autoplay,
    free_to_game,
    free_to_home,
    game_to_free,
    game_to_game,
    game_to_home,
)
from ludex.games.freecell.rules.dealing import Deal
from ludex.games.freecell.rules.deals import DEALS
from ludex.games.freecell.rules.options import Rules
from ludex.games.freecell.rules.state import Phase, Pile, State
from ludex.kernel import Event, Outcome, Refinement
from ludex.parts.cards import Card, Suit
from ludex.parts.remembered import remembered

DEALT: Final = (Deal(DEALS[0]), Deal(DEALS[-1]))
ACES = tuple(1 << 2 | suit for suit in Suit)
"""What an empty home waits for: a rank and a suit in one number."""

Tops = dict[int, list[tuple[int, Card]]]
"""The last cards of the columns by rank, each with its column."""


@remembered(most=512)  # who asks for the outcome asks for the moves soon
def moves(s: State) -> Sequence[Event[State]]:
    """Every legal move, in the order in which the rulebook tries them."""
    if s.phase is Phase.SETUP:
        return DEALT
    return () if s.is_won else [*listed(s)]


def listed(s: State) -> Iterator[Event[State]]:
    """The moves of a game in play: home first, then to free cells, then onto columns."""
    homing = [*to_homes(s)]
    yield from homing
    if homing:
        yield from autoplays(s)
    yield from to_cells(s)
    tops: Tops = {}
    for b, column in enumerate(s.columns):
        if column:
            tops.setdefault(column[-1].rank, []).append((b, column[-1]))
    spaces = [b for b, column in enumerate(s.columns) if not column]
    yield from from_cells(s, tops, spaces)
    yield from between_columns(s, tops, spaces)


def to_homes(s: State) -> Iterator[Event[State]]:
    """Cards that can go home, from columns and from cells."""
    empty = [h for h, home in enumerate(s.homes) if not home]
    wanted = dict.fromkeys(ACES, empty)
    for h, home in enumerate(s.homes):
        if home:
            wanted.setdefault(home[-1].rank + 1 << 2 | home[-1].suit, []).append(h)
    for a, column in enumerate(s.columns):
        if column:
            for h in wanted.get(column[-1].rank << 2 | column[-1].suit, ()):
                yield game_to_home(a, h)
    for c, card in enumerate(s.cells):
        if card is not None:
            for h in wanted.get(card.rank << 2 | card.suit, ()):
                yield free_to_home(c, h)


def autoplays(s: State) -> Iterator[Event[State]]:
    """Autoplay, when some card can go home."""
    for cards in Sending:
        if allows(s.rules, cards) and next_home(s, cards) is not None:
            yield autoplay(cards)


def to_cells(s: State) -> Iterator[Event[State]]:
    """Last cards of columns to every empty cell."""
    for c, card in enumerate(s.cells):
        if card is None:
            for a, column in enumerate(s.columns):
                if column:
                    yield game_to_free(a, c)


def from_cells(s: State, tops: Tops, spaces: list[int]) -> Iterator[Event[State]]:
    """Cards in cells onto columns."""
    rules = s.rules
    for c, card in enumerate(s.cells):
        if card is not None:
            for b, top in tops.get(card.rank + 1, ()):
                if rules.builds(card, top):
                    yield free_to_game(c, b)
            if spaces and rules.fills_space(card):
                yield from (free_to_game(c, b) for b in spaces)


def between_columns(s: State, tops: Tops, spaces: list[int]) -> Iterator[Event[State]]:
    """Runs onto columns: onto a card the count is given, onto an empty one it is open."""
    rules = s.rules
    onto_card = rules.carried(s.free_cells, len(spaces))
    onto_space = rules.carried(s.free_cells, len(spaces) - 1) if spaces else 0
    for a, column in enumerate(s.columns):
        for n, card in run(rules, column, onto_card):
            for b, top in tops.get(card.rank + 1, ()):
                if rules.builds(card, top) and a != b:
                    yield game_to_game(n, a, b)
            if n <= onto_space and rules.fills_space(card):
                yield from (game_to_game(n, a, b) for b in spaces)


def run(rules: Rules, column: Pile, most: int) -> Iterator[tuple[int, Card]]:
    """The run at the end of a column from its last card upwards, each with its count."""
    for n, card in enumerate(column[::-1]):
        if n == most or (n and not rules.builds(column[-n], card)):
            return
        yield n + 1, card


def outcome(s: State) -> Outcome | None:
    """Return the rulebook's outcome, asked only when the game may be over."""
    return None if moves(s) else rulebook.outcome(s)


REFINEMENT: Final = Refinement(moves=moves, outcome=outcome)
