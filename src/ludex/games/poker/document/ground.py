"""A small universe: a few cards for `SetID`, and an axiom taken apart into its instances.

Sets of cards are numbers (a bit for each card), quantifiers become conjunctions and
disjunctions, and what is known is worked out: sizes, members, values. What stays unknown are
the values of the context's functions, `isA({Kh})` and the like; a *model* says them.

Numbers range over the integers, as Event-B types them: over the cards, and over one integer
that is no card, which stands for all such.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Final

from ludex.games.poker.document.formula import (
    And,
    Applied,
    Extension,
    Iff,
    Implies,
    Minus,
    Name,
    Not,
    Number,
    Or,
    Predicate,
    Quantified,
    Related,
    Term,
    Truth,
    Typing,
)
from ludex.games.poker.fighting.event_b import RESULT, get_value
from ludex.games.poker.hands.notation import CARDS, cards, to_document

STRANGER: Final = -1
"""An integer that is no card."""

TESTS: Final = frozenset({"isEmpty", "isUnique", "isA", "isK", "isPair", "isThree"})
"""The constants whose values are TRUE and FALSE."""


@dataclass(frozen=True, slots=True)
class Unknown:
    """The value of a function of the context for some sets: what a model says."""

    function: str
    sets: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Without:
    """A set without another that is not known."""

    left: int
    right: Unknown


Value = int | bool | Unknown | Without


@dataclass(frozen=True, slots=True)
class Compared:
    """Two values and a sign, one of the values not known."""

    left: Value
    sign: str
    right: Value


@dataclass(frozen=True, slots=True)
class All:
    """Every one of these statements."""

    parts: "tuple[Statement, ...]"


@dataclass(frozen=True, slots=True)
class Some:
    """One of these statements at least."""

    parts: "tuple[Statement, ...]"


@dataclass(frozen=True, slots=True)
class Different:
    """No two of these are equal; or some two are."""

    unknowns: tuple[Unknown, ...]
    holds: bool = True


Statement = Compared | All | Some | Different
Known = bool | Statement
"""Decided whatever the functions are, or what is left to say."""

SIGNS: Final[Mapping[str, Callable[[int, int], bool]]] = {
    "=": lambda a, b: a == b,
    "≠": lambda a, b: a != b,
    "≥": lambda a, b: a >= b,
    ">": lambda a, b: a > b,
    "<": lambda a, b: a < b,
    "≤": lambda a, b: a <= b,
    "∈": lambda card, cards: card >= 0 and bool(cards >> card & 1),
    "∉": lambda card, cards: not (card >= 0 and cards >> card & 1),
}
_CONTRARY: Final = {
    "=": "≠",
    "≠": "=",
    "≥": "<",
    "<": "≥",
    ">": "≤",
    "≤": ">",
    "∈": "∉",
    "∉": "∈",
}


@dataclass(frozen=True)
class Deck:
    """The cards of a small universe, as ids of ours (`Kh`)."""

    cards: tuple[int, ...]

    @classmethod
    def of(cls, text: str) -> "Deck":
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

    def named(self, cards: int) -> str:
        """A set as it is written: `{5h, 5s}`."""
        members = (CARDS[c] for i, c in enumerate(self.cards) if cards >> i & 1)
        return f"{{{', '.join(members)}}}"

    def possible(self, unknown: Unknown) -> Sequence[int]:
        """The values that its type allows."""
        if unknown.function in TESTS:
            return (False, True)
        if unknown.function == "getMax":
            spare = next(
                value for value in (7, 8, 9, 10, 11) if value not in self.values
            )
            return tuple(sorted({*self.values, spare}))
        return sorted(RESULT) if unknown.function == "compareSetCard" else self.sets

    def said(self, unknown: Unknown) -> str:
        """An unknown as it is written: `isA({Kh})`."""
        return f"{unknown.function}({' ↦ '.join(map(self.named, unknown.sets))})"

    def instances(self, axiom: Predicate) -> Iterator[Known]:
        """What an axiom says of each choice of sets for its outermost variables."""
        if not (isinstance(axiom, Quantified) and axiom.sign == "∀"):
            yield self.ground(axiom, {})
            return
        for env in self._choices(axiom, {}):
            yield self.ground(axiom.body, env)

    def ground(self, predicate: Predicate, env: Mapping[str, int]) -> Known:  # noqa: PLR0911
        """A predicate for these values of its free variables."""
        match predicate:
            case Related(left, sign, right):
                return self._related(left, sign, right, env)
            case Not(body):
                return negated(self.ground(body, env))
            case And(parts):
                return together(self.ground(part, env) for part in parts)
            case Or(parts):
                return either(self.ground(part, env) for part in parts)
            case Implies(premise, conclusion):
                condition = self.ground(premise, env)
                if condition is False:  # the conclusion need not mean anything
                    return True
                return either((negated(condition), self.ground(conclusion, env)))
            case Iff(left, right):
                one, other = self.ground(left, env), self.ground(right, env)
                both = together((one, other))
                return either((both, together((negated(one), negated(other)))))
            case Quantified(sign, _, body):
                inner = (self.ground(body, e) for e in self._choices(predicate, env))
                return together(inner) if sign == "∀" else either(inner)

    def _choices(
        self, predicate: Quantified, env: Mapping[str, int]
    ) -> Iterator[dict[str, int]]:
        sets = typed_as_sets(predicate.body)
        ids = (*range(len(self.cards)), STRANGER)
        ranges = (self.sets if name in sets else ids for name in predicate.names)
        for chosen in product(*ranges):
            yield {**env, **dict(zip(predicate.names, chosen, strict=True))}

    def _related(
        self, left: Term, sign: str, right: Term, env: Mapping[str, int]
    ) -> Known:
        if isinstance(right, Typing):
            return self._typed(left, right)
        if isinstance(right, Applied) and right.function == "ℙ":
            return True
        if isinstance(left, Name) and left.text == "result":
            return True  # which it is by definition here
        one, other = self.value(left, env), self.value(right, env)
        if isinstance(one, int) and isinstance(other, int):
            return SIGNS[sign](one, other)
        return Compared(one, sign, other)

    def _typed(self, function: Term, typing: Typing) -> Known:
        """Every function here is total; an injection has no value twice."""
        if typing.arrow != "↣":
            return True
        assert isinstance(function, Name)
        everywhere = product(self.sets, repeat=len(typing.domain))
        return Different(tuple(Unknown(function.text, sets) for sets in everywhere))

    def value(self, term: Term, env: Mapping[str, int]) -> Value:  # noqa: PLR0911
        """A term for these values of its variables."""
        match term:
            case Number(value) | Truth(value):
                return value
            case Name(text):
                return env[text] if text in env else self.cards.index(cards(text)[0])
            case Extension(members):
                found = 0
                for member in members:
                    card = self._known(member, env)
                    found |= 1 << (len(self.cards) if card == STRANGER else card)
                return found
            case Minus(left, right):
                whole, part = self._known(left, env), self.value(right, env)
                if isinstance(part, int):
                    return whole & ~part
                assert isinstance(part, Unknown)
                return Without(whole, part)
            case Applied(function, arguments):
                known = tuple(self._known(one, env) for one in arguments)
                if function == "card":
                    return known[0].bit_count()
                if function == "getValue":
                    return 0 if known[0] == STRANGER else self.values[known[0]]
                return Unknown(function, known)
        raise ValueError(f"{term} has no value")

    def _known(self, term: Term, env: Mapping[str, int]) -> int:
        value = self.value(term, env)
        assert isinstance(value, int), f"{term} is not known beforehand"
        return value


def typed_as_sets(predicate: Predicate) -> frozenset[str]:
    """The variables of which a predicate says that they are sets of cards."""
    match predicate:
        case Related(Name(text), "∈", Applied("ℙ", _)):
            return frozenset({text})
        case And(parts) | Or(parts):
            return frozenset().union(*map(typed_as_sets, parts))
        case Implies(left, right) | Iff(left, right):
            return typed_as_sets(left) | typed_as_sets(right)
        case Not(body) | Quantified(_, _, body):
            return typed_as_sets(body)
        case _:
            return frozenset()


def negated(known: Known) -> Known:
    """The contrary, with no "not" in it: so that each part can be looked at by itself."""
    match known:
        case bool():
            return not known
        case Compared(left, sign, right):
            return Compared(left, _CONTRARY[sign], right)
        case All(parts):
            return either([negated(part) for part in parts])
        case Some(parts):
            return together([negated(part) for part in parts])
        case Different(unknowns, holds):
            return Different(unknowns, not holds)


def together(parts: Iterator[Known] | Sequence[Known]) -> Known:
    """All of them; nothing is asked after the first that is false."""
    left: list[Statement] = []
    for part in parts:
        if part is False:
            return False
        if isinstance(part, All):
            left += part.parts
        elif part is not True:
            left.append(part)
    return All(tuple(left)) if len(left) > 1 else left[0] if left else True


def either(parts: Iterator[Known] | Sequence[Known]) -> Known:
    """One of them at least; nothing is asked after the first that is true."""
    left: list[Statement] = []
    for part in parts:
        if part is True:
            return True
        if isinstance(part, Some):
            left += part.parts
        elif part is not False:
            left.append(part)
    return Some(tuple(left)) if len(left) > 1 else left[0] if left else False
