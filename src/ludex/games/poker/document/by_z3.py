"""The statements of a small universe for z3 (`pip install ludex[prove]`)."""

import operator
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

import z3

from ludex.games.poker.document.ground import (
    TESTS,
    All,
    Compared,
    Deck,
    Different,
    Some,
    Statement,
    Unknown,
    Value,
    Without,
)
from ludex.games.poker.document.search import Model, unknowns


@dataclass(frozen=True)
class _Written:
    """What is known of a deck: the names of its unknowns, and statements in z3's words."""

    deck: Deck
    names: dict[Unknown, z3.BitVecRef] = field(default_factory=dict)
    typed: dict[Unknown, z3.BoolRef] = field(default_factory=dict)
    statements: dict[Statement, z3.BoolRef] = field(default_factory=dict)

    def name(self, unknown: Unknown) -> z3.BitVecRef:
        """Its name; whoever says it for the first time says what it may be, too."""
        name = self.names.get(unknown)
        if name is None:
            name = self.names[unknown] = z3.BitVec(self.deck.said(unknown), 8)
            values = map(int, self.deck.possible(unknown))
            self.typed[unknown] = z3.Or(*(name == value for value in values))
        return name

    def statement(self, statement: Statement) -> z3.BoolRef:
        """A statement; one that was written before is kept."""
        written = self.statements.get(statement)
        if written is None:
            written = self.statements[statement] = self._write(statement)
        return written

    def _write(self, statement: Statement) -> z3.BoolRef:
        match statement:
            case Compared(left, sign, right):
                return _compared(self._value(left), sign, self._value(right))
            case All(parts):
                return z3.And(*map(self.statement, parts))
            case Some(parts):
                return z3.Or(*map(self.statement, parts))
            case Different(several, holds):
                distinct = z3.Distinct(*map(self.name, several))
                return distinct if holds else z3.Not(distinct)

    def _value(self, value: Value) -> z3.BitVecRef:
        if isinstance(value, Without):
            return z3.BitVecVal(value.left, 8) & ~self.name(value.right)
        if isinstance(value, Unknown):
            return self.name(value)
        return z3.BitVecVal(int(value), 8)


@lru_cache(maxsize=64)
def _writing(deck: Deck) -> _Written:
    return _Written(deck)


def prove(deck: Deck, statements: Iterable[Statement]) -> Model | None:
    """A model, found by z3."""
    writing = _writing(deck)
    said = list(dict.fromkeys(statements))
    solver = z3.SolverFor("QF_BV")
    solver.add(*map(writing.statement, said))
    about = set().union(*map(unknowns, said))
    solver.add(*(writing.typed[one] for one in about))
    if solver.check() == z3.unsat:
        return None
    found = solver.model()
    return {
        one: _read(one, found.eval(writing.names[one], model_completion=True))
        for one in about
    }


def _read(unknown: Unknown, value: z3.BitVecNumRef) -> int:
    number: int = value.as_signed_long()
    return bool(number) if unknown.function in TESTS else number


def _compared(left: z3.BitVecRef, sign: str, right: z3.BitVecRef) -> z3.BoolRef:
    if sign in {"∈", "∉"}:  # a card among the cards of a set
        return z3.Extract(0, 0, z3.LShR(right, left)) == int(sign == "∈")
    relation: Callable[[z3.BitVecRef, z3.BitVecRef], z3.BoolRef] = _RELATIONS[sign]
    return relation(left, right)


_RELATIONS: Final = {
    "=": operator.eq,
    "≠": operator.ne,
    "≥": operator.ge,
    "≤": operator.le,
    ">": operator.gt,
    "<": operator.lt,
}
