"""Questions that a context should be asked before anybody builds on it.

- *vacuous*: an axiom that is true whatever its functions are, so that it says nothing;
- *dead*: an axiom whose premise cannot be true, given the others;
- *contradictory*: no functions satisfy all axioms; then the smallest deck on which that shows,
  and a minimal core: axioms that contradict each other, none of which can be left out;
- *facts*: statements that everybody expects: entailed, refuted, or open.

All of it is asked of small decks. That an axiom is not vacuous, that a premise can be true and
that axioms contradict each other is shown by the deck; the others hold on the decks asked.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cache
from itertools import chain, combinations_with_replacement
from typing import TYPE_CHECKING, NamedTuple

from ..rules import NotCards, cards
from .axioms import CONSTANTS
from .formula import (
    Applied,
    Joined,
    Predicate,
    Quantified,
    Related,
    read,
)
from .readings import REPAIRS, AxiomReading
from .universe import (
    TESTS,
    Known,
    SmallDeck,
    cards_in,
    either,
    negated,
    prover,
)

if TYPE_CHECKING:
    import z3

RANKS = "56AK"
"""Enough to tell cards apart: two plain values, an ace and a king."""

SUITS = "hsdc"


DECKS = (
    *(
        SmallDeck.of("".join(r + SUITS[ranks[:i].count(r)] for i, r in enumerate(ranks)))
        for n in (1, 2)
        for ranks in combinations_with_replacement(RANKS, n)
    ),
    SmallDeck.of("5h5s5d"),
    SmallDeck.of("AhAsKh"),
)
"""Every deck of one or two cards, three alike, and a pair of aces with a king."""

FOUR_ALIKE = SmallDeck.of("5h5s5d5c")
"""The deck for statements that need two sets of three. It is asked only for contradictions, without
the recursion of compareSetCard_FR, which is large there: axioms that are left out contradict
nothing."""


def vacuous(reading: AxiomReading, decks: Sequence[SmallDeck] = DECKS) -> tuple[str, ...]:
    """The axioms of which every instance is true for all functions."""
    return tuple(
        axiom.name
        for axiom in reading.axioms
        if isinstance(reading.predicates[axiom.name], Quantified)
        and not any(
            deck.model([negated(one)]) is not None
            for deck in decks
            for one in instances(deck, axiom.text)
        )
    )


@cache
def instances(deck: SmallDeck, text: str) -> tuple[Known, ...]:
    """Return what an axiom says on a deck, that which is true anyway left out."""
    return tuple(one for one in deck.instances(read(text)) if one is not True)


def model(
    reading: AxiomReading,
    deck: SmallDeck,
    names: Iterable[str] | None = None,
    also: Known = True,
) -> "z3.ModelRef | None":
    """Functions with which the axioms of these names, and this statement too, are true."""
    asked = {*(reading.predicates if names is None else names)}
    said = (instances(deck, a.text) for a in reading.axioms if a.name in asked)
    return deck.model(chain([also], chain.from_iterable(said)))


def premise(axiom: Predicate) -> Predicate | None:
    """The premise of an axiom below its quantifiers, as something that can be true."""
    match axiom:
        case Quantified(_, names, body):
            inner = premise(body)
            return inner and Quantified("∃", names, inner)
        case Joined("⇒", (condition, _)):
            return condition
    return None


def dead(reading: AxiomReading, decks: Sequence[SmallDeck] = DECKS) -> tuple[str, ...]:
    """The axioms whose premise is true on no deck, given all axioms."""
    left = {
        name: condition
        for name, axiom in reading.predicates.items()
        if (condition := premise(axiom)) is not None
    }
    for deck in decks:
        said = {name: deck.holds(one, {}) for name, one in left.items()}
        while said:
            found = model(reading, deck, also=either(said.values()))
            if found is None:
                break
            for name in [n for n, one in said.items() if _is_true(one, found)]:
                del left[name], said[name]
    return tuple(left)


def _is_true(known: Known, model: "z3.ModelRef") -> bool:
    """Is a statement true in a model?"""
    if isinstance(known, bool):
        return known
    return bool(prover().is_true(model.eval(known, model_completion=True)))


class Contradiction(NamedTuple):
    """A deck on which a reading has no model, and axioms that suffice for it."""

    deck: SmallDeck
    core: tuple[str, ...]
    cause: str
    """The axiom of the core that a later repair changes, if there is one."""


def contradiction(
    reading: AxiomReading,
    decks: Sequence[SmallDeck] = (*DECKS, FOUR_ALIKE),
    without: Iterable[str] = (),
) -> Contradiction | None:
    """The first deck without a model, and a minimal core."""
    left = [name for name in reading.predicates if name not in set(without)]
    for deck in decks:
        asked = left
        if len(deck.cards) > len(FOUR_ALIKE.cards) - 1:
            asked = [name for name in left if name != "compareSetCard_FR"]
        if model(reading, deck, asked) is None:
            found = core(reading, deck, asked)
            return Contradiction(deck, found, _cause(reading, found))
    return None


def core(reading: AxiomReading, deck: SmallDeck, names: Iterable[str]) -> tuple[str, ...]:
    """Of contradictory axioms those that none can be left out of: one at a time."""
    left = list(names)
    for name in list(left):
        fewer = [one for one in left if one != name]
        if model(reading, deck, fewer) is None:
            left = fewer
    return tuple(left)


def causes(
    reading: AxiomReading, decks: Sequence[SmallDeck] = (*DECKS, FOUR_ALIKE)
) -> Iterator[Contradiction]:
    """Contradictions one after another, each with the cause of those before taken out.

    The other axioms of a core are sound.
    """
    taken: list[str] = []
    while (found := contradiction(reading, decks, taken)) is not None:
        yield found
        if found.cause in taken:
            return
        taken.append(found.cause)


def _cause(reading: AxiomReading, core: Sequence[str]) -> str:
    later = {n for repair in REPAIRS[len(reading.repairs) : -1] for n in repair.texts}
    return next((name for name in core if name in later), core[0])


class Entailment(StrEnum):
    """The axioms' answer to a statement."""

    ENTAILED = "entailed"
    REFUTED = "refuted"
    OPEN = "open"
    BOTH = "both"
    """They contradict each other: they entail everything, and its contrary."""


EXPECTED = (
    "isA({Ah}) = TRUE",
    "isA({Kh}) = FALSE",
    "isK({Kh}) = TRUE",
    "isK({5h}) = FALSE",
    "isEmpty({5h}) = FALSE",
    "isUnique({5h}) = TRUE",
    "isPair({5h, 5s}) = TRUE",
    "isPair({5h, 6h}) = FALSE",
    "isThree({5h, 5s, 6h}) = FALSE",
    "getPair({5h, 5s}) = {5h, 5s}",
    "getMax({5h, 6h}) = 6",
    "getMax_Card({5h, 6h}) = {6h}",
    "compareSetCard({Ah} ↦ {Kh}) = 1",
    "compareSetCard({Kh} ↦ {Ah}) = 2",
    "compareSetCard({6h} ↦ {5h}) = 1",
    "compareSetCard({5h} ↦ {5s}) = 0",
)
"""Facts that anybody would expect of the context, each on the deck of its own cards."""


def verdict(reading: AxiomReading, fact: str, deck: SmallDeck) -> Entailment:
    """Is a statement entailed by the axioms, refuted, or open?"""
    said = deck.holds(read(fact), {})
    can_be = model(reading, deck, also=said) is not None
    can_fail = model(reading, deck, also=negated(said)) is not None
    if can_be and can_fail:
        return Entailment.OPEN
    if can_be:
        return Entailment.ENTAILED
    return Entailment.REFUTED if can_fail else Entailment.BOTH


def facts(reading: AxiomReading) -> Mapping[str, Entailment]:
    """Return what the axioms say of everything that is expected of them."""
    return {f: verdict(reading, f, SmallDeck.of(cards_in(f))) for f in EXPECTED}


MOST = 3
"""Cards of a deck: there are 64 pairs of sets of three cards, and 4,096 steps between them."""


class Senseless(ValueError):
    """It is no statement about the context; the text says why."""


def deck_for(fact: str, deck: str = "") -> SmallDeck:
    """The deck on which to ask for a statement: the cards that it names, or those given."""
    try:
        said = read(fact)
        named = cards_in(fact)
        whole = SmallDeck(cards(deck or named))
    except (ValueError, IndexError) as reason:
        if isinstance(reason, NotCards):
            raise Senseless(str(reason)) from None
        raise Senseless(f"{fact!r} cannot be read; write {EXAMPLE}") from None
    if not 1 <= len(whole.cards) <= MOST:
        raise Senseless(f"{len(whole.cards)} cards: a deck has one to {MOST} here")
    if missing := set(cards(named)) - set(whole.cards):
        raise Senseless(f"{SmallDeck(tuple(sorted(missing)))} is not in the deck {whole}")
    if not _is_about_the_context(said):
        raise Senseless(f"{fact!r} is not about the context; write {EXAMPLE}")
    try:
        whole.holds(said, {})
    except (ValueError, AssertionError, KeyError, IndexError):
        raise Senseless(f"{fact!r} has no meaning; write {EXAMPLE}") from None
    return whole


EXAMPLE = "such as 'isA({Kh}) = FALSE' or 'compareSetCard({Ah} ↦ {Kh}) = 1'"


def _is_about_the_context(said: Predicate) -> bool:
    if isinstance(said, Quantified):
        return _is_about_the_context(said.body)
    if not isinstance(said, Related):
        return True
    return any(
        isinstance(term, Applied) and term.function in (*CONSTANTS, *TESTS)
        for term in (said.left, said.right)
    )
