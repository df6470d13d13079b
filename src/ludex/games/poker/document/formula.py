"""Predicates in Event-B's notation, read as Event-B reads them.

A quantifier reaches as far to the right as it can, and `∧` binds tighter than `⇒`: so
`∀a·∃x·P ⇒ Q` says that for each `a` there is an `x` for which the *implication* holds. Much
of what is wrong with the document follows from these two rules, and from nothing else here.
"""

import re
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Name:
    """A variable, or a set of the context: `a`, `SetID`."""

    text: str


@dataclass(frozen=True, slots=True)
class Number:
    """An integer as it is written."""

    value: int


@dataclass(frozen=True, slots=True)
class Truth:
    """A value of BOOL."""

    value: bool


@dataclass(frozen=True, slots=True)
class Applied:
    """A function and its arguments: `isA(a)`, `compareSetCard(a ↦ b)`."""

    function: str
    arguments: "tuple[Term, ...]"


@dataclass(frozen=True, slots=True)
class Extension:
    """A set by its members: `{x, y}`."""

    members: "tuple[Term, ...]"


@dataclass(frozen=True, slots=True)
class Minus:
    """A set without another: `a ∖ b`."""

    left: "Term"
    right: "Term"


@dataclass(frozen=True, slots=True)
class Typing:
    """A set of functions, all of them total: `ℙ(SetID) → BOOL`; `↣` are the injections."""

    domain: "tuple[Term, ...]"
    arrow: str
    range: "Term"


@dataclass(frozen=True, slots=True)
class Related:
    """Two terms and the sign between them: `=`, `≠`, `∈`, `≥`, `>`, `<`."""

    left: "Term"
    sign: str
    right: "Term"


@dataclass(frozen=True, slots=True)
class Not:
    """The contrary."""

    body: "Predicate"


@dataclass(frozen=True, slots=True)
class And:
    """All of them."""

    parts: "tuple[Predicate, ...]"


@dataclass(frozen=True, slots=True)
class Or:
    """One of them at least."""

    parts: "tuple[Predicate, ...]"


@dataclass(frozen=True, slots=True)
class Implies:
    """If, then."""

    premise: "Predicate"
    conclusion: "Predicate"


@dataclass(frozen=True, slots=True)
class Iff:
    """If and only if."""

    left: "Predicate"
    right: "Predicate"


@dataclass(frozen=True, slots=True)
class Quantified:
    """For all, or there are: `∀a, b·…`, `∃x·…`."""

    sign: str
    names: tuple[str, ...]
    body: "Predicate"


Term = Name | Number | Truth | Applied | Extension | Minus | Typing
Predicate = Related | Not | And | Or | Implies | Iff | Quantified


def read(text: str) -> "Predicate":
    """The predicate that is written there."""
    reader = _Reader(text)
    found = reader.predicate()
    reader.expect("")
    return found


_SIGNS: Final = re.compile(
    r"\s*([A-Za-z_]\w*|\d[cdhs]\b|-?\d+|[∀∃·∧∨¬⇒⇔=≠∈≥><∖×→↣↦ℙ(){},])"
)
_RELATIONS: Final = ("=", "≠", "∈", "≥", ">", "<")


class _Reader:
    """The text as a row of signs, read from left to right."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.signs: list[str] = []
        at, end = 0, len(text.rstrip())
        while at < end:
            found = _SIGNS.match(text, at)
            if found is None:
                raise ValueError(
                    f"{text!r}: {text[at:].split(maxsplit=1)[0]!r} cannot be read"
                )
            self.signs.append(found[1])
            at = found.end()
        self.at = 0

    @property
    def next(self) -> str:
        return self.signs[self.at] if self.at < len(self.signs) else ""

    def took(self, *signs: str) -> str:
        """The next sign if it is one of these, and then it is read."""
        sign = self.next
        if sign and sign in signs:
            self.at += 1
            return sign
        return ""

    def expect(self, sign: str) -> None:
        if sign == self.next:
            self.at += 1
        else:
            raise ValueError(
                f"{self.text!r}: {sign or 'the end'} is missing before {self.next!r}"
            )

    def predicate(self) -> "Predicate":
        """An implication; to its right stands whatever is left."""
        left = self.disjunction()
        if self.took("⇒"):
            return Implies(left, self.predicate())
        if self.took("⇔"):
            return Iff(left, self.predicate())
        return left

    def disjunction(self) -> "Predicate":
        parts = [self.conjunction()]
        while self.took("∨"):
            parts.append(self.conjunction())
        return Or(tuple(parts)) if len(parts) > 1 else parts[0]

    def conjunction(self) -> "Predicate":
        parts = [self.part()]
        while self.took("∧"):
            parts.append(self.part())
        return And(tuple(parts)) if len(parts) > 1 else parts[0]

    def part(self) -> "Predicate":
        if self.took("¬"):
            return Not(self.part())
        if sign := self.took("∀", "∃"):
            names = [self.name()]
            while self.took(","):
                names.append(self.name())
            self.expect("·")
            return Quantified(sign, tuple(names), self.predicate())
        if self.took("("):
            inner = self.predicate()
            self.expect(")")
            return inner
        left = self.term()
        sign = self.took(*_RELATIONS)
        if not sign:
            raise ValueError(f"{self.text!r}: no relation before {self.next!r}")
        right = self.term()
        if sign == "∈" and self.next in {"×", "→", "↣"}:
            domain = [right]
            while self.took("×"):
                domain.append(self.term())
            arrow = self.took("→", "↣")
            right = Typing(tuple(domain), arrow, self.term())
        return Related(left, sign, right)

    def name(self) -> str:
        self.at += 1
        return self.signs[self.at - 1]

    def term(self) -> "Term":
        left = self.simple()
        while self.took("∖"):
            left = Minus(left, self.simple())
        return left

    def simple(self) -> "Term":
        if self.took("{"):
            return Extension(self.several("}"))
        sign = self.name()
        if sign in {"TRUE", "FALSE"}:
            return Truth(sign == "TRUE")
        if sign.lstrip("-").isdigit():
            return Number(int(sign))
        if self.took("("):
            return Applied(sign, self.several(")"))
        return Name(sign)

    def several(self, closing: str) -> "tuple[Term, ...]":
        """Terms to the closing sign; `↦` makes a pair of arguments."""
        found: list[Term] = []
        while not self.took(closing):
            found.append(self.term())
            if not self.took(",", "↦") and self.next != closing:
                raise ValueError(f"{self.text!r}: no {closing} before {self.next!r}")
        return tuple(found)
