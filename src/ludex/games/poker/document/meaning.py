"""What a predicate of the context says of real hands, with functions of our own for its constants.

Here a deck is not small: sets are sets of the document's ids 1..52, and only free variables
are given, so nothing is enumerated.
"""

from collections.abc import Callable, Mapping
from typing import Final

from ludex.games.poker.document.formula import (
    And,
    Applied,
    Implies,
    Minus,
    Name,
    Number,
    Predicate,
    Quantified,
    Related,
    Term,
    Truth,
)
from ludex.games.poker.document.readings import REPAIRED
from ludex.games.poker.fighting import event_b

Hand = frozenset[int]
Meaning = int | bool | Hand | None


def _maximal(a: Hand) -> Hand:
    top = event_b.get_max_card(sorted(a))
    return frozenset() if top is None else frozenset({top})


def _alike(found: tuple[int, ...] | None) -> Hand:
    return frozenset(found or ())


FUNCTIONS: Final[Mapping[str, Callable[[Hand], Meaning]]] = {
    "card": len,
    "isEmpty": lambda a: event_b.is_empty(tuple(a)),
    "isUnique": lambda a: event_b.is_unique(tuple(a)),
    "isA": event_b.has_ace,
    "isK": event_b.has_king,
    "isPair": lambda a: event_b.is_pair(tuple(a)),
    "isThree": lambda a: event_b.is_three(tuple(a)),
    "getPair": lambda a: _alike(event_b.get_pair(tuple(a))),
    "getThree": lambda a: _alike(event_b.get_three(tuple(a))),
    "getMax": lambda a: event_b.get_max(tuple(a)),
    "getMax_Card": _maximal,
}
"""The constants of the context as we implement them (`ludex.games.poker.fighting.event_b`)."""

Compare = Callable[[Hand, Hand], int]


def by_key(key: event_b.Key) -> Compare:
    """The comparison of hands by a key."""
    return lambda a, b: event_b.compare(tuple(a), tuple(b), key)


RULES: Final = {
    name: axiom
    for name, axiom in REPAIRED.predicates.items()
    if name.startswith("compareSetCard_F")
}
"""The axioms that say how sets are compared, as repaired."""


def body(axiom: Predicate) -> Implies:
    """An axiom below its quantifiers."""
    while isinstance(axiom, Quantified):
        axiom = axiom.body
    assert isinstance(axiom, Implies)
    return axiom


def given(a: Hand, b: Hand) -> dict[str, Hand]:
    """The variables of a rule for two hands: c and d are what FR calls so."""
    return {"a": a, "b": b, "c": a - _maximal(a), "d": b - _maximal(b)}


def applies(rule: str, a: Hand, b: Hand) -> bool:
    """Is the premise of a rule true of two hands?"""
    return holds(body(RULES[rule]).premise, given(a, b), by_key(event_b.Key.AXIOMS))


def violations(a: Hand, b: Hand, compare: Compare) -> list[str]:
    """The rules that a way to compare breaks on two hands."""
    env = given(a, b)
    return [
        name
        for name, axiom in RULES.items()
        if holds(body(axiom).premise, env, compare)
        and not holds(body(axiom).conclusion, env, compare)
    ]


def holds(predicate: Predicate, env: Mapping[str, Hand], compare: Compare) -> bool:
    """Is a predicate without quantifiers true?"""
    match predicate:
        case And(parts):
            return all(holds(part, env, compare) for part in parts)
        case Related(_, "∈", Applied("ℙ", _)):
            return True
        case Related(left, sign, right):
            one, other = value(left, env, compare), value(right, env, compare)
            if sign in {"=", "≠"}:
                return (one == other) == (sign == "=")
            assert isinstance(one, int)
            assert isinstance(other, int)
            return one > other if sign == ">" else one < other
    raise ValueError(f"{predicate} is not asked of single hands")


def value(term: Term, env: Mapping[str, Hand], compare: Compare) -> Meaning:
    """What a term is worth."""
    match term:
        case Number(known) | Truth(known):
            return known
        case Name(text):
            return env[text]
        case Minus(left, right):
            return _set(left, env, compare) - _set(right, env, compare)
        case Applied("compareSetCard", (left, right)):
            return compare(_set(left, env, compare), _set(right, env, compare))
        case Applied(function, (one,)):
            return FUNCTIONS[function](_set(one, env, compare))
    raise ValueError(f"{term} has no value")


def _set(term: Term, env: Mapping[str, Hand], compare: Compare) -> Hand:
    found = value(term, env, compare)
    assert isinstance(found, frozenset)
    return found
