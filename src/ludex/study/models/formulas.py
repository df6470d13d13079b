"""Formulas over variables with finitely many values, and values that depend on them.

The only atom is `variable is one of these values`; so negation goes to the leaves, and what is
said twice of one variable becomes one atom. A `Cases` is a value that depends on formulas: for
each value it may be, the formula that says when. The formulas of one exclude each other.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from ludex.study.models.trouble import NotTranslated


@dataclass(frozen=True, eq=False, slots=True)
class Var:
    """A variable and the values that it may have; it is itself and no other."""

    name: str
    domain: tuple[Hashable, ...]
    total: "Sum | None" = None
    """Where it stands for a number of things: what is counted."""

    output: "Output | None" = None
    """Where it stands for what a function of the rulebook gives."""

    def __repr__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Sum:
    """A number, and one more for each formula that holds, so many times."""

    base: int
    terms: tuple[tuple[int, "Formula"], ...]


@dataclass(frozen=True, eq=False, slots=True)
class Output:
    """A part of what a function gives for some arguments."""

    function: str
    part: int
    arguments: tuple[object, ...]
    """A value or `Cases` for each of its parameters."""


@dataclass(frozen=True, slots=True)
class In:
    """The variable has one of these values."""

    var: Var
    values: frozenset[Hashable]


@dataclass(frozen=True, slots=True)
class And:
    """All of them hold."""

    parts: "tuple[Formula, ...]"


@dataclass(frozen=True, slots=True)
class Or:
    """One of them holds."""

    parts: "tuple[Formula, ...]"


Formula = bool | In | And | Or
FORMULA: Final = (In, And, Or)


@dataclass(frozen=True, slots=True)
class Cases:
    """A value that is one of several, each when its formula holds."""

    cases: tuple[tuple[object, Formula], ...]


def is_in(var: Var, values: Iterable[Hashable]) -> Formula:
    """The variable has one of `values`."""
    kept = frozenset(value for value in var.domain if value in {*values})
    if not kept or len(kept) == len(var.domain):
        return bool(kept)
    return In(var, kept)


_WORK: Final = [0]
WORK: Final = 3_000_000
"""So many formulas may be put together for one rulebook; what takes more is too much for it."""


def begin() -> None:
    """Another rulebook: nothing is spent of what it may take."""
    _WORK[0] = 0


def conj(*formulas: Formula) -> Formula:  # noqa: C901  # the innermost loop of all
    """All of them hold."""
    _WORK[0] += 1
    if _WORK[0] > WORK:
        raise NotTranslated("its formulas become too long")
    atoms: dict[Var, frozenset[Hashable]] = {}
    others: dict[Formula, None] = {}
    for formula in _flat(formulas, And):
        if formula is False:
            return False
        if isinstance(formula, In):
            known = atoms.get(formula.var)
            kept = formula.values if known is None else known & formula.values
            if not kept:
                return False
            atoms[formula.var] = kept
        elif formula is not True:
            others[formula] = None
    if not atoms and not others:
        return True
    facts = atoms
    rest: dict[Formula, None] = {}
    for formula in others:
        simple = given(formula, facts)
        if simple is False:
            return False
        if simple is not True:
            rest[simple] = None
    if any(isinstance(one, In | And) for one in rest):
        return conj(*(In(var, values) for var, values in atoms.items()), *rest)
    parts = (*(In(var, values) for var, values in atoms.items()), *rest)
    return parts[0] if len(parts) == 1 else And(parts)


def disj(*formulas: Formula) -> Formula:
    """One of them holds."""
    atoms: dict[Var, frozenset[Hashable]] = {}
    others: dict[Formula, None] = {}
    for formula in _flat(formulas, Or):
        if formula is True:
            return True
        if isinstance(formula, In):
            atoms[formula.var] = atoms.get(formula.var, frozenset()) | formula.values
        elif formula is not False:
            others[formula] = None
    found: list[Formula] = []
    for var, values in atoms.items():
        if len(values) == len(var.domain):
            return True
        found.append(In(var, values))
    found += others
    if not found:
        return False
    return found[0] if len(found) == 1 else Or(tuple(found))


def _flat(formulas: Iterable[Formula], kind: type) -> Iterator[Formula]:
    for formula in formulas:
        if isinstance(formula, kind):
            yield from formula.parts  # type: ignore[union-attr]  # And or Or
        else:
            yield formula


def neg(formula: Formula) -> Formula:
    """It does not hold."""
    match formula:
        case bool():
            return not formula
        case In(var, values):
            return is_in(var, [v for v in var.domain if v not in values])
        case And(parts):
            return disj(*map(neg, parts))
        case Or(parts):
            return conj(*map(neg, parts))


Facts = Mapping[Var, frozenset[Hashable]]


def facts_of(formula: Formula) -> dict[Var, frozenset[Hashable]]:
    """What is known of single variables where a formula holds."""
    parts = formula.parts if isinstance(formula, And) else (formula,)
    return {one.var: one.values for one in parts if isinstance(one, In)}


def given(formula: Formula, facts: Facts) -> Formula:
    """A formula as it can be said where some facts hold."""
    if not facts:
        return formula
    match formula:
        case In(var, values):
            known = facts.get(var)
            if known is None:
                return formula
            both = known & values
            return bool(both) if len(both) in (0, len(known)) else formula
        case And(parts):
            return conj(*(given(part, facts) for part in parts))
        case Or(parts):
            return disj(*(given(part, facts) for part in parts))
    return formula


def size(formula: Formula) -> int:
    """How many atoms a formula has."""
    if isinstance(formula, And | Or):
        return sum(map(size, formula.parts))
    if isinstance(formula, In) and formula.var.total is not None:
        return sum(size(part) for _, part in formula.var.total.terms)
    return 1


def variables(formula: Formula) -> Iterator[Var]:
    """The variables in it."""
    if isinstance(formula, In):
        yield formula.var
        if formula.var.total is not None:
            for _, part in formula.var.total.terms:
                yield from variables(part)
    elif isinstance(formula, And | Or):
        for part in formula.parts:
            yield from variables(part)


def counted(base: int, terms: Iterable[tuple[int, Formula]]) -> "int | Var":
    """A number that counts formulas; a plain one where all of them are known."""
    kept: dict[Formula, int] = {}
    for weight, formula in terms:
        if isinstance(formula, bool):
            base += weight if formula else 0
        else:
            kept[formula] = kept.get(formula, 0) + weight
    found = tuple((w, f) for f, w in kept.items() if w)
    if not found:
        return base
    low = base + sum(min(w, 0) for w, _ in found)
    high = base + sum(max(w, 0) for w, _ in found)
    return Var("count", tuple(range(low, high + 1)), total=Sum(base, found))


def substituted(formula: Formula, actual: Callable[[Var], object]) -> Formula:
    """A formula with values, or cases, in the place of its variables."""
    match formula:
        case In(var, values):
            return _put(var, values, actual)
        case And(parts):
            return conj(*(substituted(part, actual) for part in parts))
        case Or(parts):
            return disj(*(substituted(part, actual) for part in parts))
    return formula


def _put(
    var: Var, values: frozenset[Hashable], actual: Callable[[Var], object]
) -> Formula:
    if var.total is not None:
        terms = [(w, substituted(f, actual)) for w, f in var.total.terms]
        made = counted(var.total.base, terms)
        return is_in(made, values) if isinstance(made, Var) else made in values
    value = actual(var)
    if isinstance(value, Cases):
        return disj(*(f for one, f in value.cases if one in values))
    return value in values


def holds(formula: Formula, value_of: Callable[[Var], Hashable]) -> bool:
    """Does a formula hold, where each variable has a value?"""
    match formula:
        case In(var, values):
            return worth(var, value_of) in values
        case And(parts):
            return all(holds(part, value_of) for part in parts)
        case Or(parts):
            return any(holds(part, value_of) for part in parts)
    return formula


def worth(var: Var, value_of: Callable[[Var], Hashable]) -> Hashable:
    """The value of a variable, also of one that counts."""
    if var.total is None:
        return value_of(var)
    terms = var.total.terms
    return var.total.base + sum(w for w, part in terms if holds(part, value_of))
