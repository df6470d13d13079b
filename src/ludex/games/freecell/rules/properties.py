"""Properties that always hold on a FreeCell table, and events that must be able to happen (B9)."""

from functools import cache

from ludex.kernel import Event, Properties, StepProperties
from ludex.parts.cards import Deck

from .ending import outcome
from .events import (
    Autoplay,
    MoveFreeToGame,
    MoveFreeToHome,
    MoveGameToFree,
    MoveGameToGame,
    MoveGameToHome,
)
from .state import Phase, Pile, State, takes

MOVES = (
    MoveGameToGame, MoveGameToHome, MoveGameToFree, MoveFreeToGame, MoveFreeToHome,
    Autoplay,
)  # fmt: skip


# There is one object for each card, so that cards are told apart by identity: this is
# checked after every event, and hashing them would cost most of it.


@cache
def every_card(packs: int) -> frozenset[int]:
    """Return the identities of all cards of a table."""
    return frozenset(map(id, Deck.of_packs(packs).cards))


def is_whole(s: State) -> bool:
    """Are there 52 cards (or 104), each exactly once; during set-up none twice?"""
    cards = [*map(id, s.cards)]
    there = every_card(s.rules.packs)
    if s.phase is Phase.SETUP:
        return len({*cards}) == len(cards) and there.issuperset(cards)
    return len(cards) == s.rules.cards and there == {*cards}


@cache  # homes have few contents, and all are checked after every event
def runs_in_suit(home: Pile) -> bool:
    """Does a home run from the ace upwards, in one suit?"""
    return all(takes(home[:n], card) for n, card in enumerate(home))


def has_its_places(s: State) -> bool:
    """Are there as many columns, free cells and homes as the rules say?"""
    places = len(s.columns), len(s.cells), len(s.homes)
    return places == (s.rules.columns, s.rules.cells, s.rules.homes)


def stays_home(s: State, event: Event[State], t: State) -> bool:
    """No move takes a card from home (X7)."""
    if not isinstance(event, MOVES):
        return True
    return all(a == b[: len(a)] for a, b in zip(s.homes, t.homes, strict=True))


def is_lost(s: State) -> bool:
    """Has the game ended without a win?"""
    end = outcome(s)
    return end is not None and not end.winners


ALWAYS: Properties[State] = {
    "every card of every pack is on the table exactly once": is_whole,
    "every home runs from the ace upwards in one suit": lambda s: all(map(runs_in_suit, s.homes)),
    "there are as many columns, free cells and homes as the rules say": has_its_places,
}

STEPS: StepProperties[State] = {
    "no move takes a card from home": stays_home,
}

SOMETIMES: Properties[State] = {
    "a game is won": lambda s: s.is_won,
    "a game is lost": is_lost,
    "every free cell is taken": lambda s: s.phase is Phase.PLAY and not s.free_cells,
    "a column is empty": lambda s: s.phase is Phase.PLAY and () in s.columns,
}
