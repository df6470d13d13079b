"""The meaning of a context's predicate for real hands, with functions of our own for its constants.

Sets are sets of the document's ids 1..52, and only free variables are given, so nothing is enumerated.
"""

from collections.abc import Callable, Mapping

from ..fighting import event_b
from .formula import Joined, Predicate, Quantified
from .readings import REPAIRED
from .universe import Universe

Hand = frozenset[int]
Meaning = int | Hand | None
Compare = Callable[[Hand, Hand], int]


def _maximal(a: Hand) -> Hand:
    top = event_b.get_max_card(a)
    return frozenset() if top is None else frozenset({top})


FUNCTIONS: Mapping[str, Callable[[Hand], Meaning]] = {
    "card": len,
    "isEmpty": event_b.is_empty,
    "isUnique": event_b.is_unique,
    "isA": event_b.has_ace,
    "isK": event_b.has_king,
    "isPair": event_b.is_pair,
    "isThree": event_b.is_three,
    "getPair": lambda a: frozenset(event_b.get_pair(a) or ()),
    "getThree": lambda a: frozenset(event_b.get_three(a) or ()),
    "getMax": event_b.get_max,
    "getMax_Card": _maximal,
}
"""The constants of the context as we implement them (`ludex.games.poker.fighting.event_b`)."""


class Hands(Universe[Meaning]):
    """All hands of a pack, and a way to compare them."""

    def __init__(self, compare: Compare) -> None:
        self._compare = compare

    def apply(self, function: str, arguments: tuple[Meaning, ...]) -> Meaning:
        sets = tuple(one for one in arguments if isinstance(one, frozenset))
        match function, sets:
            case "∖", (whole, part):
                return whole - part
            case "compareSetCard", (a, b):
                return self._compare(a, b)
            case _, (one,):
                return FUNCTIONS[function](one)
        raise ValueError(f"{function} is not asked of single hands")


def by_key(key: event_b.SetOrder) -> Compare:
    """The comparison of hands by a key."""
    return lambda a, b: event_b.compare(a, b, key)


def _rule(axiom: Predicate) -> tuple[Predicate, Predicate]:
    """The premise and the conclusion of an axiom, below its quantifiers."""
    while isinstance(axiom, Quantified):
        axiom = axiom.body
    assert isinstance(axiom, Joined)
    premise, conclusion = axiom.parts
    return premise, conclusion


RULES = {
    name: _rule(axiom)
    for name, axiom in REPAIRED.predicates.items()
    if name.startswith("compareSetCard_F")
}
"""The axioms that say how sets are compared, as repaired."""


def rest(a: Hand) -> Hand:
    """A hand without its maximal card: what FR calls c and d."""
    return a - _maximal(a)


def given(a: Hand, b: Hand) -> dict[str, Meaning]:
    """The variables of a rule for two hands."""
    return {"a": a, "b": b, "c": rest(a), "d": rest(b)}


def applies(rule: str, a: Hand, b: Hand) -> bool:
    """Is the premise of a rule true of two hands?"""
    return bool(Hands(by_key(event_b.SetOrder.AXIOMS)).holds(RULES[rule][0], given(a, b)))


def violations(a: Hand, b: Hand, compare: Compare) -> list[str]:
    """The rules that a way to compare breaks on two hands."""
    hands, env = Hands(compare), given(a, b)
    return [
        name
        for name, (premise, conclusion) in RULES.items()
        if hands.holds(premise, env) and not hands.holds(conclusion, env)
    ]
