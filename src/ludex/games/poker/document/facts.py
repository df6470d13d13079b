"""Statements about single cards, as somebody types them, and the deck that they need."""

from typing import Final

from ludex.games.poker.document.axioms import CONSTANTS
from ludex.games.poker.document.formula import (
    Applied,
    Predicate,
    Quantified,
    Related,
    read,
)
from ludex.games.poker.document.universe import TESTS, Deck, cards_in
from ludex.games.poker.hands import NotCards, cards

MOST: Final = 3
"""Cards of a deck: there are 64 pairs of sets of three cards, and 4,096 steps between them."""


class Senseless(ValueError):
    """It is no statement about the context; the text says why."""


def asked(fact: str, deck: str = "") -> Deck:
    """The deck on which to ask for a statement: the cards that it names, or those given."""
    try:
        said = read(fact)
        named = cards_in(fact)
        whole = Deck(cards(deck or named))
    except (ValueError, IndexError) as reason:
        if isinstance(reason, NotCards):
            raise Senseless(str(reason)) from None
        raise Senseless(f"{fact!r} cannot be read; write {EXAMPLE}") from None
    if not 1 <= len(whole.cards) <= MOST:
        raise Senseless(f"{len(whole.cards)} cards: a deck has one to {MOST} here")
    if missing := set(cards(named)) - set(whole.cards):
        raise Senseless(f"{Deck(tuple(sorted(missing)))} is not in the deck {whole}")
    if not _is_about_the_context(said):
        raise Senseless(f"{fact!r} is not about the context; write {EXAMPLE}")
    try:
        whole.holds(said, {})
    except (ValueError, AssertionError, KeyError, IndexError):
        raise Senseless(f"{fact!r} has no meaning; write {EXAMPLE}") from None
    return whole


EXAMPLE: Final = "such as 'isA({Kh}) = FALSE' or 'compareSetCard({Ah} ↦ {Kh}) = 1'"


def _is_about_the_context(said: Predicate) -> bool:
    if isinstance(said, Quantified):
        return _is_about_the_context(said.body)
    if not isinstance(said, Related):
        return True
    return any(
        isinstance(term, Applied) and term.function in (*CONSTANTS, *TESTS)
        for term in (said.left, said.right)
    )
