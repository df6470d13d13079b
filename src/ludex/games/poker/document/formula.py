"""Predicates in Event-B's notation, read as Event-B reads them.

A quantifier reaches as far to the right as it can, and `∧` binds tighter than `⇒`: so
`∀a·∃x·P ⇒ Q` says that for each `a` there is an `x` for which the *implication* holds. Much
of what is wrong with the document follows from these two rules, and from nothing else here.
"""

import re
from collections.abc import Callable
from typing import NamedTuple


class Identifier(NamedTuple):
    """A variable, a card, or a set of the context: `a`, `Kh`, `SetID`."""

    text: str


class Constant(NamedTuple):
    """A number or a value of BOOL."""

    value: int


class Applied(NamedTuple):
    """A function and its arguments: `isA(a)`, `compareSetCard(a ↦ b)`; also `{x, y}` and `a ∖ b`."""

    function: str
    arguments: "tuple[Term, ...]"


class Typing(NamedTuple):
    """A set of functions, all of them total: `ℙ(SetID) → BOOL`; `↣` are the injections."""

    domain: "tuple[Term, ...]"
    arrow: str
    range: "Term"


class Related(NamedTuple):
    """Two terms and the sign between them: `=`, `≠`, `∈`, `≥`, `>`, `<`."""

    left: "Term"
    sign: str
    right: "Term | Typing"


class Joined(NamedTuple):
    """Predicates and what joins them: `∧`, `∨`, `⇒`, `⇔`; `¬` has only one."""

    sign: str
    parts: "tuple[Predicate, ...]"


class Quantified(NamedTuple):
    """For all, or there are: `∀a, b·…`, `∃x·…`."""

    sign: str
    names: tuple[str, ...]
    body: "Predicate"


Term = Identifier | Constant | Applied
Predicate = Related | Joined | Quantified


def read(text: str) -> Predicate:
    """The predicate that is written there; ValueError where there is none."""
    reader = _FormulaReader(text)
    found = reader.predicate()
    reader.expect("")
    return found


_SIGNS = re.compile(r"\s*([A-Za-z_]\w*|\d[cdhs]\b|-?\d+|[∀∃·∧∨¬⇒⇔=≠∈≥><∖×→↣↦ℙ(){},])")
_RELATIONS = ("=", "≠", "∈", "≥", ">", "<")


class _FormulaReader:
    """The text as a row of signs, read from left to right."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.signs = [found[1] for found in _SIGNS.finditer(text)]
        if "".join(self.signs) != "".join(text.split()):
            raise ValueError(f"{text!r} has signs that are not Event-B's")
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

    def expect(self, *signs: str) -> str:
        sign = self.next
        if sign not in signs:
            raise ValueError(f"{self.text!r}: {signs} is missing before {sign!r}")
        self.at += 1
        return sign

    def predicate(self) -> Predicate:
        """An implication; to its right stands whatever is left."""
        left = self.joined("∨", lambda: self.joined("∧", self.part))
        sign = self.took("⇒", "⇔")
        return Joined(sign, (left, self.predicate())) if sign else left

    def joined(self, sign: str, part: Callable[[], Predicate]) -> Predicate:
        parts = [part()]
        while self.took(sign):
            parts.append(part())
        return Joined(sign, tuple(parts)) if len(parts) > 1 else parts[0]

    def part(self) -> Predicate:
        if self.took("¬"):
            return Joined("¬", (self.part(),))
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
        left, sign, right = self.term(), self.expect(*_RELATIONS), self.term()
        domain = [right]
        while self.took("×"):
            domain.append(self.term())
        if arrow := self.took("→", "↣"):
            return Related(left, sign, Typing(tuple(domain), arrow, self.term()))
        return Related(left, sign, right)

    def name(self) -> str:
        self.at += 1
        return self.signs[self.at - 1]

    def term(self) -> Term:
        left = self.simple()
        while self.took("∖"):
            left = Applied("∖", (left, self.simple()))
        return left

    def simple(self) -> Term:
        if self.took("{"):
            return Applied("{}", self.several("}"))
        sign = self.name()
        if sign in {"TRUE", "FALSE"}:
            return Constant(sign == "TRUE")
        if sign.lstrip("-").isdigit():
            return Constant(int(sign))
        if self.took("("):
            return Applied(sign, self.several(")"))
        return Identifier(sign)

    def several(self, closing: str) -> tuple[Term, ...]:
        """Terms to the closing sign; `↦` makes a pair of arguments."""
        found: list[Term] = []
        while not self.took(closing):
            found.append(self.term())
            if not self.took(",", "↦") and self.next != closing:
                raise ValueError(f"{self.text!r}: no {closing} before {self.next!r}")
        return tuple(found)
