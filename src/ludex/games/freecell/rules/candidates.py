"""What may be tried in FreeCell: the guards say what is legal.

Candidates only save the guards from being asked about cards that are not there and ranks
that do not meet; which of them are legal is for the guards to say.
"""

from collections.abc import Iterator
from functools import cache

from ludex.games.freecell.rules.autoplay import Sending
from ludex.games.freecell.rules.dealing import Begin, Deal, NewGame, SetGameCells
from ludex.games.freecell.rules.deals import DEALS
from ludex.games.freecell.rules.events import (
    Autoplay,
    MoveFreeToGame,
    MoveFreeToHome,
    MoveGameToFree,
    MoveGameToGame,
    MoveGameToHome,
)
from ludex.games.freecell.rules.state import Phase, State, run_length, takes
from ludex.kernel import Event
from ludex.parts.cards import Card, Deck, Rank

# Events are values: the same move is the same object, made once.
game_to_game = cache(MoveGameToGame)
game_to_home = cache(MoveGameToHome)
game_to_free = cache(MoveGameToFree)
free_to_game = cache(MoveFreeToGame)
free_to_home = cache(MoveFreeToHome)
autoplay = cache(Autoplay)
NEW_GAME = NewGame()


def candidates(s: State) -> Iterator[Event[State]]:
    """Before the deal two of the deals, which are drawn and not listed; then moves."""
    if s.phase is Phase.SETUP:
        yield from (Deal(DEALS[0]), Deal(DEALS[-1]))
    else:
        yield from possible(s)


def asides(s: State) -> Iterator[Event[State]]:
    """What can be done by hand before the deal, and taking up all cards after it."""
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
    ends = [(a, column[-1]) for a, column in enumerate(s.columns) if column]
    held = [(c, card) for c, card in enumerate(s.cells) if card is not None]
    going: list[Event[State]] = [
        game_to_home(a, h) for a, card in ends for h in homes_for(s, card)
    ]
    going += [free_to_home(c, h) for c, card in held for h in homes_for(s, card)]
    yield from going
    if going:
        yield from map(autoplay, Sending)
    empty = [c for c, card in enumerate(s.cells) if card is None]
    yield from (game_to_free(a, c) for c in empty for a, _ in ends)
    places = by_rank(s)
    for c, card in held:
        yield from (free_to_game(c, b) for b in places[card.rank + 1])
    for a, column in enumerate(s.columns):
        for n in range(1, run_length(s.rules, column) + 1):
            yield from (game_to_game(n, a, b) for b in places[column[-n].rank + 1])


def homes_for(s: State, card: Card) -> list[int]:
    """The homes that would take this card."""
    return [h for h, home in enumerate(s.homes) if takes(home, card)]


def by_rank(s: State) -> list[list[int]]:
    """For each rank the columns that end with it, then the empty ones."""
    ends = [column[-1].rank if column else 0 for column in s.columns]
    spaces = [b for b, rank in enumerate(ends) if not rank]
    return [
        [b for b, end in enumerate(ends) if end == rank] + spaces
        for rank in range(len(Rank) + 2)
    ]
