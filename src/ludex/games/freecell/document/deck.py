"""The module Deck: 52 places, and a number that says which of them was dealt last."""

from dataclasses import dataclass, replace
from typing import Final

from ludex.kernel import Game, Guards, Start
from ludex.parts.cards import AnyCard, Card, pack_of_cards
from ludex.study.documents.routine import Instance, Routine, at, known

from .exceptions import ASSUMPTION, OUTSIDE_BOUNDS, SIGNALS
from .reading import READINGS, WRITTEN, Reading

MAX_CARDS: Final = 52


@dataclass(frozen=True, slots=True)
class DeckState:
    """The variables of a deck, before the constructor without a value."""

    numCard: int | None = None
    deckOfCards: tuple[AnyCard | None, ...] | None = None
    """None is what the constructor puts everywhere: the bare word `Card`, no card (K2)."""

    reading: Reading = WRITTEN


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


game: Final[Game[DeckState]] = Game(
    name="freecell-deck-as-written",
    title="Deck, as written",
    summary="52 places and a number.",
    start=Start(lambda reading: DeckState(reading=reading), READINGS),
    events=(Deck_, dealCard, shuffleDeck),
    outcome=lambda _: None,
    text=str,
)


def Deck(reading: Reading = WRITTEN) -> Instance[DeckState]:
    """A new deck; `reading` says how far the document is taken at its word."""
    made = Instance(game, DeckState(reading=reading), SIGNALS)
    made.Deck()
    return made
