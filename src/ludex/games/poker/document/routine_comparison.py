"""compareSetCard as the axioms have it, call by call, beside what it is meant to be.

Where every model of the axioms gives two sets the same result, that is the answer. Where models differ
the document gives none, and where there is no model it gives every one: both are undefined.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import combinations, combinations_with_replacement, product
from typing import Annotated, Final

from ludex.kernel import Game, Start
from ludex.study.documents.difference import ComparedCall, RoutineComparison
from ludex.study.documents.record import Module
from ludex.study.documents.routine import QueryRoutine, Undefined

from ..fighting.event_b import RESULT, SetOrder, compare
from ..rules import (
    Cards,
    PokerCard,
    SomeCards,
    from_document,
    read_cards,
    spaced,
    to_document,
)
from .lint import Entailment, model, verdict
from .readings import (
    LITERAL,
    OURS,
    READINGS,
    REPAIRED,
    AxiomReading,
)
from .universe import SmallDeck, prover

AXIOMS = "axioms"
EVERYDAY = "everyday"

Set = Annotated[Cards, SomeCards((0, 1, 2))]


@dataclass(frozen=True, slots=True)
class Context:
    """The source of an answer: the axioms in a reading, or our functions by a key."""

    by: str = LITERAL.name


class compareSetCard(QueryRoutine[Context]):
    """Compare the sets `a` and `b`: -1 error, 0 fair, 1 or 2 the winner."""

    a: Set
    b: Set

    def out(self, s: Context, t: Context) -> int:
        if s.by in KEYS:
            a, b = (tuple(map(to_document, one)) for one in (self.a, self.b))
            return compare(a, b, KEYS[s.by])
        return entailed(READINGS[s.by], self.a, self.b)


KEYS = {AXIOMS: SetOrder.AXIOMS, EVERYDAY: SetOrder.ACE_HIGH}


@cache
def entailed(reading: AxiomReading, a: Cards, b: Cards) -> int:
    """The result that two sets have in every model on the deck of their cards."""
    deck = SmallDeck.of("".join(map(str, dict.fromkeys((*a, *b)))))
    if model(reading, deck) is None:
        raise Undefined(f"on the deck {deck} no functions fulfil the axioms")
    for result in sorted(RESULT):
        fact = f"compareSetCard({_set(a)} ↦ {_set(b)}) = {result}"
        if verdict(reading, fact, deck) is Entailment.ENTAILED:
            return result
    raise Undefined("open: several results fulfil the axioms")


def _set(cards: Cards) -> str:
    return "{" + ", ".join(map(str, cards)) + "}"


game: Final[Game[Context]] = Game(
    name="poker-as-written",
    title="The context Poker, as written",
    summary="Two sets of cards are compared by value.",
    start=Start(Context, {name: name for name in (*READINGS, *KEYS)}),
    events=(compareSetCard,),
    outcome=lambda _: None,
    text=lambda s: f"compared by {s.by}",
)

POKER = Module(name="Poker", game=game, trials=())

# -- universes --------------------------------------------------------------------------------

DECK = "AhKh"


def subsets(by: str) -> Iterator[ComparedCall[Context]]:
    """Every two sets of the cards of a small deck, the smallest first."""
    prover()  # that it is missing is no answer to a call
    cards = read_cards(DECK) or ()
    sets = [some for n in range(len(cards) + 1) for some in combinations(cards, n)]
    for a, b in product(sets, repeat=2):
        yield ComparedCall(Context(by), compareSetCard(a, b), _versus(a, b))


FEW = (1, 2, 12, 13)
"""Ace, two, queen and king: the values of the documents' cards."""


def kinds(by: str) -> Iterator[ComparedCall[Context]]:
    """Every two hands of up to three aces, twos, queens and kings, whatever their suits."""
    for n in range(1, 4):
        hands = [
            tuple(
                PokerCard(from_document(v + 13 * values[:i].count(v))) for i, v in enumerate(values)
            )
            for values in combinations_with_replacement(FEW, n)
        ]
        for a, b in product(hands, repeat=2):
            yield ComparedCall(Context(by), compareSetCard(a, b), _versus(a, b))


def _versus(a: Cards, b: Cards) -> str:
    return " against ".join(spaced(one) or "nothing" for one in (a, b))


def _comparison(
    reading: str,
    universe: str,
    calls: Callable[[], Iterator[ComparedCall[Context]]],
    meant: str,
) -> RoutineComparison[Context, Context]:
    return RoutineComparison(
        name="compareSetCard",
        reading=reading,
        universe=universe,
        calls=calls,
        written=game,
        meant=game,
        state=lambda s: replace(s, by=meant),
        event=lambda event: event,
    )


SUBSETS = "every two sets of the cards A♥ and K♥"
KINDS = "every two hands of one to three aces, twos, queens and kings"
STEPS = {
    LITERAL.name: "word for word",
    READINGS["function"].name: "with a function in place of the injection",
    REPAIRED.name: "with all repaired, and tests that are never FALSE",
    OURS.name: "with tests that are FALSE where they are not TRUE",
}

COMPARISONS = (
    *(_comparison(words, SUBSETS, partial(subsets, name), AXIOMS) for name, words in STEPS.items()),
    _comparison(
        "with all of that mended, beside the everyday order, in which aces are high",
        KINDS,
        partial(kinds, AXIOMS),
        EVERYDAY,
    ),
)
