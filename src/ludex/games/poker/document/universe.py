"""The value of a predicate for some cards: for whole hands, or for every set of a small deck.

Quantifiers become conjunctions and disjunctions, and what is known is worked out: sizes,
members, values. What stays unknown on a small deck are the values of the context's functions,
`isA({Kh})` and the like; z3 (`pip install "ludex[prove]"`) says whether there is a *model*,
which has a value for each of them.
"""

import operator
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from itertools import product
from types import ModuleType
from typing import TYPE_CHECKING, Generic, TypeAlias, TypeVar

from ..fighting.event_b import RESULT, get_value
from ..rules import CARDS, cards, to_document
from .formula import (
    Applied,
    Constant,
    Identifier,
    Joined,
    Predicate,
    Quantified,
    Related,
    Term,
    Typing,
)

if TYPE_CHECKING:
    import z3

V = TypeVar("V")

Known: TypeAlias = "bool | z3.BoolRef"
"""Decided whatever the functions are, or what is left to say."""

STRANGER = -1
"""An integer that is no card: it stands for all such, for numbers range over the integers."""

TESTS = frozenset({"isEmpty", "isUnique", "isA", "isK", "isPair", "isThree"})
"""The constants whose values are TRUE and FALSE."""

SIGNS: Mapping[str, Callable[..., bool]] = {
    "=": operator.eq,
    "≠": operator.ne,
    "≥": operator.ge,
    ">": operator.gt,
    "<": operator.lt,
    "∈": lambda card, cards: (
        False if isinstance(card, int) and card < 0 else cards >> card & 1 == 1
    ),
}


class Universe(ABC, Generic[V]):
    """Something that predicates speak of."""

    @abstractmethod
    def apply(self, function: str, arguments: tuple[V | int, ...]) -> V:
        """The value of a function."""

    def named(self, text: str) -> V:
        """The value of a name that is no variable."""
        raise ValueError(f"{text} has no value")

    def holds(self, predicate: Predicate, env: Mapping[str, V]) -> Known:  # noqa: PLR0911
        """Is a predicate true for these values of its free variables?"""
        match predicate:
            case Related(_, "∈", Applied("ℙ", _)) | Related(Identifier("result"), _, _):
                return True  # which they are by definition here
            case Related(left, sign, Identifier() | Constant() | Applied() as right):
                return SIGNS[sign](self.value(left, env), self.value(right, env))
            case Joined("¬", (body,)):
                return negated(self.holds(body, env))
            case Joined("∧" | "∨" as sign, parts):
                return JOINS[sign](self.holds(part, env) for part in parts)
            case Joined("⇒", (premise, conclusion)):
                condition = self.holds(premise, env)
                if condition is False:  # the conclusion need not mean anything
                    return True
                return either((negated(condition), self.holds(conclusion, env)))
            case Joined(_, (left, right)):
                one, other = self.holds(left, env), self.holds(right, env)
                neither = together((negated(one), negated(other)))
                return either((together((one, other)), neither))
        raise ValueError(f"{predicate} says nothing")

    def value(self, term: Term, env: Mapping[str, V]) -> V | int:
        """A term for these values of its variables."""
        match term:
            case Constant(value):
                return value
            case Identifier(text):
                return env[text] if text in env else self.named(text)
            case Applied(function, arguments):
                return self.apply(function, tuple(self.value(a, env) for a in arguments))


def negated(known: Known) -> Known:
    """The contrary."""
    return not known if isinstance(known, bool) else prover().Not(known)


def together(parts: Iterable[Known]) -> Known:
    """All of them; nothing is asked after the first that is false."""
    left = []
    for part in parts:
        if part is False:
            return False
        if part is not True:
            left.append(part)
    return prover().And(left) if left else True


def either(parts: Iterable[Known]) -> Known:
    """One of them at least; nothing is asked after the first that is true."""
    return negated(together(map(negated, parts)))


JOINS = {"∧": together, "∀": together, "∨": either, "∃": either}


def prover() -> ModuleType:
    """z3; ImportError says how to get it."""
    try:
        return import_module("z3")
    except ImportError as missing:
        raise ImportError('questions about axioms need z3: pip install "ludex[prove]"') from missing


@dataclass(frozen=True)
class SmallDeck(Universe["int | z3.BitVecRef"]):
    """A few cards for `SetID`, as ids of ours; sets of them are numbers, a bit for each card."""

    cards: tuple[int, ...]

    @classmethod
    def of(cls, text: str) -> "SmallDeck":
        """The deck of cards that are written in a row."""
        return cls(cards(text))

    def __str__(self) -> str:
        return " ".join(CARDS[i] for i in self.cards)

    @cached_property
    def values(self) -> tuple[int, ...]:
        """The value of each card, the ace 1."""
        return tuple(get_value(to_document(i)) for i in self.cards)

    @property
    def sets(self) -> range:
        """Every set of cards."""
        return range(1 << len(self.cards))

    def instances(self, axiom: Predicate) -> Iterator[Known]:
        """Return what an axiom says of each choice of sets for its outermost variables."""
        if not (isinstance(axiom, Quantified) and axiom.sign == "∀"):
            yield self.holds(axiom, {})
            return
        for values in self.choices(axiom):
            yield self.holds(axiom.body, values)

    def model(self, statements: Iterable[Known]) -> "z3.ModelRef | None":
        """Values of the unknowns with which statements are true, or None when there are none."""
        whole = together(statements)
        if whole is False:
            return None
        solver = prover().SolverFor("QF_BV")
        solver.add(whole, *(typed for _, typed in _unknowns(self).values()))
        return None if solver.check() == prover().unsat else solver.model()

    def holds(self, predicate: Predicate, env: "Mapping[str, int | z3.BitVecRef]") -> Known:
        match predicate:
            case Related(Identifier(function), _, Typing(domain, arrow, _)):
                # Every function here is total; an injection has no value twice.
                everywhere = product(self.sets, repeat=len(domain))
                unknown = (self._unknown(function, sets) for sets in everywhere)
                return arrow != "↣" or prover().Distinct([*unknown])
            case Quantified(sign, _, body):
                chosen = self.choices(predicate)
                return JOINS[sign](self.holds(body, {**env, **values}) for values in chosen)
        return super().holds(predicate, env)

    def choices(self, predicate: Quantified) -> Iterator[dict[str, int]]:
        """The values to try for the variables of a quantifier."""
        sets = typed_as_sets(predicate.body)
        ids = (*range(len(self.cards)), STRANGER)
        tried = product(*(self.sets if n in sets else ids for n in predicate.names))
        return (dict(zip(predicate.names, values, strict=True)) for values in tried)

    def named(self, text: str) -> int:
        return self.cards.index(cards(text)[0])

    def apply(
        self, function: str, arguments: "tuple[int | z3.BitVecRef, ...]"
    ) -> "int | z3.BitVecRef":
        if function == "∖":
            whole, part = arguments
            return whole & ~part
        known = tuple(one for one in arguments if isinstance(one, int))
        assert len(known) == len(arguments), f"{function} of an unknown value"
        match function, known:
            case "{}", members:  # the stranger is a card above all others
                return sum(1 << c % (len(self.cards) + 1) for c in {*members})
            case "card", (cards,):
                return cards.bit_count()
            case "getValue", (card,):
                return 0 if card == STRANGER else self.values[card]
        return self._unknown(function, known)

    def _unknown(self, function: str, sets: tuple[int, ...]) -> "z3.BitVecRef":
        """The value of a function of the context for some sets: what a model says."""
        written = _unknowns(self)
        if (function, sets) not in written:
            name = prover().BitVec(f"{function}{sets}", 8)
            values = map(int, self._possible(function))
            written[function, sets] = name, prover().Or([name == v for v in values])
        return written[function, sets][0]

    def _possible(self, function: str) -> Iterable[int]:
        """The values that its type allows."""
        if function in TESTS:
            return (False, True)
        if function == "getMax":
            spare = next(v for v in (7, 8, 9, 10, 11) if v not in self.values)
            return (*self.values, spare)
        return RESULT if function == "compareSetCard" else self.sets


@cache
def _unknowns(
    _: SmallDeck,
) -> "dict[tuple[str, tuple[int, ...]], tuple[z3.BitVecRef, z3.BoolRef]]":
    """The unknowns of a deck that were spoken of, each with what it may be."""
    return {}


def cards_in(text: str) -> str:
    """The cards that a statement names, in a row."""
    return "".join(dict.fromkeys(re.findall(r"\b[2-9TJQKA][cdhs]\b", text)))


def typed_as_sets(predicate: Predicate) -> frozenset[str]:
    """The variables of which a predicate says that they are sets of cards."""
    match predicate:
        case Related(Identifier(text), "∈", Applied("ℙ", _)):
            return frozenset({text})
        case Joined(_, parts):
            return frozenset().union(*map(typed_as_sets, parts))
        case Quantified(_, _, body):
            return typed_as_sets(body)
    return frozenset()
