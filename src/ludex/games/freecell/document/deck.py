"""The module Deck: 52 places, and a number that says which of them was dealt last.

Here stand also the exceptions of the document, which declares them nowhere (M22), and the readings: how
far it is taken at its word. Mistakes hide one another: as it is written no game can begin, so nobody would ever see what is wrong with the moves.
Each option mends one thing that stands in the way of the rest, and nothing else.
"""

from dataclasses import dataclass, replace
from typing import Annotated

from ludex.kernel import Game, Guards, Start, say
from ludex.parts.cards import AnyCard, Card, pack_of_cards
from ludex.study.documents.routine import Instance, Routine, Signal, at, known


class outside_bounds(Signal):
    """A place that does not exist."""


class invalid_move(Signal):
    """A move that the rules forbid."""


class invalid_card(Signal):
    """In two rows of the table, and raised by nothing."""


class empty_cells(Signal):
    """Nothing lies there."""


class empty_outside_bounds(Signal):
    """Nothing lies there, or there is no such place."""


class empty_outside_cells(Signal):
    """The exception that moveFreeToGame raises in the place of the one above."""


class assumption(Signal):
    """The constructor is called first, and once: an assumption of the document."""


OUTSIDE_BOUNDS = say("outside_bounds", "outside_bounds()")
INVALID_MOVE = say("invalid_move", "invalid_move()")
EMPTY_CELLS = say("empty_cells", "empty_cells()")
EMPTY_OUTSIDE_BOUNDS = say("empty_outside_bounds", "empty_outside_bounds()")
EMPTY_OUTSIDE_CELLS = say("empty_outside_cells", "empty_outside_cells()")
ASSUMPTION = say("assumption", "the constructor is called first, and once")

SIGNALS = {
    signal.__name__: signal
    for signal in (
        outside_bounds,
        invalid_move,
        invalid_card,
        empty_cells,
        empty_outside_bounds,
        empty_outside_cells,
        assumption,
    )
}


@dataclass(frozen=True, slots=True)
class DeckReading:
    """The places of the document that are read as meant, and not as written."""

    deck: Annotated[bool, "a deck has 52 cards, none dealt, and a board has a deck"] = False
    sizes: Annotated[bool, "eight columns and four free cells, not the reverse"] = False
    names: Annotated[bool, "validCol is validGameCol, and gameCol is freeCol"] = False
    sums: Annotated[bool, "the empty columns are a sum, not a sum or a number"] = False
    sources: Annotated[bool, "an empty column is refused, not a taken one"] = False


WRITTEN = DeckReading()
"""Word for word."""

MADE = DeckReading(deck=True)
"""The constructor of Board can begin."""

SIZED = DeckReading(deck=True, sizes=True)
"""It can deal to eight columns."""

NAMED = DeckReading(deck=True, sizes=True, names=True, sums=True)
"""Every expression has a value where its places exist."""

OPENED = DeckReading(deck=True, sizes=True, names=True, sums=True, sources=True)
"""Columns with cards may move."""

READINGS = {
    "written": WRITTEN,
    "made": MADE,
    "sized": SIZED,
    "named": NAMED,
    "opened": OPENED,
}

MAX_CARDS = 52


@dataclass(frozen=True, slots=True)
class DeckState:
    """The variables of a deck, before the constructor without a value."""

    numCard: int | None = None
    deckOfCards: tuple[AnyCard | None, ...] | None = None
    """None is what the constructor puts everywhere: the bare word `Card`, no card (K2)."""

    reading: DeckReading = WRITTEN


class Deck_(Routine[DeckState]):
    """∀i: deckOfCards[i] = Card."""

    constructor = True

    def guards(self, s: DeckState) -> Guards:
        yield s.deckOfCards is None or ASSUMPTION

    def apply(self, s: DeckState) -> DeckState:
        if s.reading.deck:
            return DeckState(0, pack_of_cards(), s.reading)
        return replace(s, deckOfCards=(None,) * MAX_CARDS)


class dealCard(Routine[DeckState]):
    """numCard = numCard + 1; out := deckOfCards[numCard]."""

    raises = ("outside_bounds",)

    def guards(self, s: DeckState) -> Guards:
        yield s.deckOfCards is not None or ASSUMPTION
        numCard = known(s.numCard, "numCard")
        yield not (numCard > MAX_CARDS or numCard < 0) or OUTSIDE_BOUNDS

    def apply(self, s: DeckState) -> DeckState:
        t = replace(s, numCard=known(s.numCard, "numCard") + 1)
        self.out(s, t)
        return t

    def out(self, s: DeckState, t: DeckState) -> Card | None:
        deckOfCards = known(t.deckOfCards, "deckOfCards")
        return at(deckOfCards, known(t.numCard, "numCard"), "deckOfCards")


class shuffleDeck(Routine[DeckState]):
    """∀i: swap(deckOfCards(i), deckOfCards(i+1))."""

    def guards(self, s: DeckState) -> Guards:
        yield s.deckOfCards is not None or ASSUMPTION

    def apply(self, s: DeckState) -> DeckState:
        deckOfCards = known(s.deckOfCards, "deckOfCards")
        for i in range(MAX_CARDS - 1):
            swap(at(deckOfCards, i, "deckOfCards"), at(deckOfCards, i + 1, "deckOfCards"))
        return s


def swap(a: Card | None, b: Card | None) -> None:
    """(a = b, b = a), on two values: whoever gave them keeps what it had (K8)."""
    a = b
    b = a


game: Game[DeckState] = Game(
    name="freecell-deck-as-written",
    title="Deck, as written",
    summary="52 places and a number.",
    start=Start(lambda reading: DeckState(reading=reading), READINGS),
    events=(Deck_, dealCard, shuffleDeck),
    outcome=lambda _: None,
    text=str,
)


def Deck(reading: DeckReading = WRITTEN) -> Instance[DeckState]:
    """A new deck; `reading` says how far the document is taken at its word."""
    made = Instance(game, DeckState(reading=reading), SIGNALS)
    made.Deck()
    return made
