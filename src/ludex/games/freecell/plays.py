"""Which events are legal, found by looking at the table instead of asking every guard.

A property test holds this list to the guards: nothing is missing, nothing too much. So
"no moves left" is exactly "this list is empty".
"""

from collections.abc import Iterator
from functools import cache

from ludex.games.freecell.deals import DEALS
from ludex.games.freecell.homing import Autoplay, Sending, allows, next_home
from ludex.games.freecell.moves import (
    MoveFreeToGame,
    MoveFreeToHome,
    MoveGameToFree,
    MoveGameToGame,
    MoveGameToHome,
)
from ludex.games.freecell.rules import Rules
from ludex.games.freecell.setting import Begin, Deal, NewGame, SetGameCells
from ludex.games.freecell.table import Phase, Pile, State
from ludex.kernel import SOLO, Event, Outcome, lost, won
from ludex.parts.cards import Card, Deck, Suit

# Events are values: the same move is the same object, made once.
_game_to_game = cache(MoveGameToGame)
_game_to_home = cache(MoveGameToHome)
_game_to_free = cache(MoveGameToFree)
_free_to_game = cache(MoveFreeToGame)
_free_to_home = cache(MoveFreeToHome)
_autoplay = cache(Autoplay)
_new_game = NewGame()

ACES = tuple(1 << 2 | suit for suit in Suit)
"""What an empty home waits for: a rank and a suit in one number."""

Tops = dict[int, list[tuple[int, Card]]]
"""The last cards of the columns by rank, each with its column."""


def candidates(s: State) -> Iterator[Event[State]]:
    """Every event that may happen now."""
    if s.phase is Phase.SETUP:
        yield from (Deal(DEALS[0]), Deal(DEALS[-1]))  # the others are drawn, not listed
        yield from layings(s)
    else:
        yield from moves(s)
        yield _new_game


def layings(s: State) -> Iterator[Event[State]]:
    """What can be done by hand before the deal."""
    there = {*s.cards}
    for card in Deck.of_packs(s.rules.packs).cards:
        if card not in there:
            yield from (SetGameCells(card, i) for i in range(len(s.columns)))
    yield Begin()


def moves(s: State) -> tuple[Event[State], ...]:
    """Every legal move: home first, then to free cells, then onto columns.

    A state never changes, so its moves are worked out once and noted on it.
    """
    if s.known_moves is None:
        object.__setattr__(s, "known_moves", (*_moves(s),))
    assert s.known_moves is not None
    return s.known_moves


def _moves(s: State) -> Iterator[Event[State]]:
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
                yield _game_to_home(a, h)
    for c, card in enumerate(s.cells):
        if card is not None:
            for h in wanted.get(card.rank << 2 | card.suit, ()):
                yield _free_to_home(c, h)


def autoplays(s: State) -> Iterator[Event[State]]:
    """Autoplay, when some card can go home."""
    for cards in Sending:
        if allows(s.rules, cards) and next_home(s, cards) is not None:
            yield _autoplay(cards)


def to_cells(s: State) -> Iterator[Event[State]]:
    """Last cards of columns to every empty cell."""
    for c, card in enumerate(s.cells):
        if card is None:
            for a, column in enumerate(s.columns):
                if column:
                    yield _game_to_free(a, c)


def from_cells(s: State, tops: Tops, spaces: list[int]) -> Iterator[Event[State]]:
    """Cards in cells onto columns."""
    rules = s.rules
    for c, card in enumerate(s.cells):
        if card is not None:
            for b, top in tops.get(card.rank + 1, ()):
                if rules.builds(card, top):
                    yield _free_to_game(c, b)
            if spaces and rules.fills_space(card):
                yield from (_free_to_game(c, b) for b in spaces)


def between_columns(s: State, tops: Tops, spaces: list[int]) -> Iterator[Event[State]]:
    """Runs onto columns: onto a card the count is given, onto an empty one it is open."""
    rules = s.rules
    onto_card = rules.carried(s.free_cells, len(spaces))
    onto_space = rules.carried(s.free_cells, len(spaces) - 1) if spaces else 0
    for a, column in enumerate(s.columns):
        for n, card in run(rules, column, onto_card):
            for b, top in tops.get(card.rank + 1, ()):
                if rules.builds(card, top) and a != b:
                    yield _game_to_game(n, a, b)
            if n <= onto_space and rules.fills_space(card):
                yield from (_game_to_game(n, a, b) for b in spaces)


def run(rules: Rules, column: Pile, most: int) -> Iterator[tuple[int, Card]]:
    """The run at the end of a column from its last card upwards, each with its count."""
    for n, card in enumerate(column[::-1]):
        if n == most or (n and not rules.builds(column[-n], card)):
            return
        yield n + 1, card


def outcome(s: State) -> Outcome | None:
    """Won with every card home; lost at once when no move is left (X1, X2)."""
    if s.phase is Phase.SETUP:
        return None
    if s.is_won:
        return won(SOLO, "You win: every card is home")
    if not moves(s):
        return lost("You lose: no moves are left")
    return None
