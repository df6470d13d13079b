"""The events worth trying in FreeCell, found by looking at the table; the guards say what is legal."""

from collections.abc import Iterator
from functools import cache

from ludex.kernel import Event
from ludex.parts.cards import Card, Deck, Suit

from .autoplay import Sending, allows, next_home
from .dealing import Begin, Deal, NewGame, SetGameCells
from .deals import DEALS
from .events import (
    Autoplay,
    MoveFreeToGame,
    MoveFreeToHome,
    MoveGameToFree,
    MoveGameToGame,
    MoveGameToHome,
)
from .options import Rules
from .state import Phase, Pile, State

# Events are values: the same move is the same object, made once.
game_to_game = cache(MoveGameToGame)
game_to_home = cache(MoveGameToHome)
game_to_free = cache(MoveGameToFree)
free_to_game = cache(MoveFreeToGame)
free_to_home = cache(MoveFreeToHome)
autoplay = cache(Autoplay)
NEW_GAME = NewGame()

ACES = tuple(1 << 2 | suit for suit in Suit)
"""The next card for an empty home: a rank and a suit in one number."""

Tops = dict[int, list[tuple[int, Card]]]
"""The last cards of the columns by rank, each with its column."""


def candidates(s: State) -> Iterator[Event[State]]:
    """Before the deal two of the deals, which are drawn and not listed; then moves."""
    if s.phase is Phase.SETUP:
        yield from (Deal(DEALS[0]), Deal(DEALS[-1]))
    else:
        yield from possible(s)


def asides(s: State) -> Iterator[Event[State]]:
    """Yield what can be done by hand before the deal, and taking up all cards after it."""
    if s.phase is not Phase.SETUP:
        yield NEW_GAME
        return
    there = {*s.cards}
    for card in Deck.of_packs(s.rules.packs).cards:
        if card not in there:
            yield from (SetGameCells(card, i) for i in range(len(s.columns)))
    yield Begin()


def possible(s: State) -> Iterator[Event[State]]:
    """Home first, then to free cells, then onto columns."""
    going = [*to_homes(s)]
    yield from going
    if going:
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
    """Yield the run at the end of a column from its last card upwards, each with its count."""
    for n, card in enumerate(column[::-1]):
        if n == most or (n and not rules.builds(column[-n], card)):
            return
        yield n + 1, card
