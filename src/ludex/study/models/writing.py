"""A model of formulas as text: what Promela and TLA+ have in common.

Leaves of a state that stand in one tuple are an array. Numbers are themselves; other values
(None, members of enumerations, words) have codes with names.
"""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from enum import Enum

from ludex.study.models.formulas import And, Cases, Formula, In, Or, Var, variables
from ludex.study.models.names import identifier
from ludex.study.models.symbolic import Function, Model
from ludex.study.models.values import Path, cases_of

CAPITALS = frozenset(
    [
        "ACTION",
        "ASSUME",
        "AXIOM",
        "BY",
        "CASE",
        "CHOOSE",
        "CONSTANT",
        "CONSTANTS",
        "DEF",
        "DOMAIN",
        "ELSE",
        "ENABLED",
        "EXCEPT",
        "EXTENDS",
        "IF",
        "IN",
        "INSTANCE",
        "LET",
        "LOCAL",
        "MODULE",
        "NEW",
        "OTHER",
        "SF",
        "SUBSET",
        "THEN",
        "THEOREM",
        "UNCHANGED",
        "UNION",
        "VARIABLE",
        "VARIABLES",
        "WF",
        "WITH",
        "TRUE",
        "FALSE",
        "EOF",
        "NULL",
    ]
)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a leaf is kept: in a variable, or in an array at an index."""

    name: str
    index: int | None = None

    def __str__(self) -> str:
        return self.name if self.index is None else f"{self.name}[{self.index}]"


@dataclass
class Coded:
    """A model with a name for everything."""

    model: Model
    places: dict[Var, Place] = field(default_factory=dict)
    arrays: dict[str, list[Path]] = field(default_factory=dict)
    """Variables by name, with the leaves that they hold."""

    codes: dict[Hashable, int] = field(default_factory=dict)
    names: dict[Hashable, str] = field(default_factory=dict)
    functions: list[Function] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._place()
        self._code()
        used = {v.output.function for v in self.outputs() if v.output is not None}
        self.functions = [f for n, f in self.model.functions.items() if n in used]

    def _place(self) -> None:
        groups: dict[tuple[Path, bool], list[Path]] = {}
        for path in self.model.variables:
            is_item = isinstance(path[-1], int)
            groups.setdefault((path[:-1] if is_item else path, is_item), []).append(
                path
            )
        for (path, is_item), held in groups.items():
            if all(len(self.model.variables[p].domain) == 1 for p in held):
                continue  # it never changes
            name = identifier("_".join(map(str, path)))
            while name in self.arrays or name in self.model.outcomes:
                name += "_"
            self.arrays[name] = held
            for i, p in enumerate(held):
                place = Place(name, i if is_item else None)
                self.places[self.model.variables[p]] = place

    def _code(self) -> None:
        domains = [var.domain for var in self.places]
        domains += [
            var.domain for f in self.model.functions.values() for var in f.formals
        ]
        mixed = [v for d in domains if any(not _is_number(x) for x in d) for v in d]
        numbers = [int(v) for v in mixed if _is_number(v)]  # type: ignore[call-overload]  # numbers
        free = max(numbers, default=-1) + 1
        taken: set[str] = set()
        for value in (v for d in domains for v in d if not _is_number(v)):
            if value in self.codes:
                continue
            self.codes[value] = free + len(self.codes)
            said = value.name if isinstance(value, Enum) else str(value)
            name = identifier(said).upper()
            while name in taken or name in CAPITALS:
                name += "_"
            taken.add(name)
            self.names[value] = name

    def code(self, value: object) -> int:
        """A value as a number."""
        return int(value) if _is_number(value) else self.codes[value]  # type: ignore[call-overload]  # as asked

    def word(self, value: object) -> str:
        """A value by its name, or the number that it is."""
        return str(int(value)) if _is_number(value) else self.names[value]  # type: ignore[call-overload]  # as above

    def span(self, paths: list[Path]) -> tuple[int, int]:
        """The least and the greatest code of some leaves."""
        codes = [self.code(v) for p in paths for v in self.model.variables[p].domain]
        return min(codes), max(codes)

    def outputs(self) -> Iterator[Var]:
        """Every use of a function."""
        for step in self.model.steps:
            for _, value in step.changes:
                yield from outputs_in(value)


def outputs_in(value: object) -> Iterator[Var]:
    """The functions that a value depends on."""
    seen: dict[Var, None] = {}
    for _, when in cases_of(value):
        for var in variables(when):
            if var.output is not None:
                seen[var] = None
    yield from seen


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, Enum)


class Writer(ABC):
    """Formulas and values as text; the signs are the language's."""

    equals, differs, both, either = "==", "!=", " && ", " || "

    def __init__(self, coded: Coded, formal: str = "") -> None:
        self.coded = coded
        self.formal = formal
        """How a parameter of the function at hand is written."""

    def formula(self, formula: Formula) -> str:
        """When it holds."""
        match formula:
            case bool():
                return self.truth(formula)
            case In(var, values):
                return self.atom(self.variable(var), var, values)
            case And(parts):
                return self.both.join(self._inner(part) for part in parts)
            case Or(parts):
                return self.either.join(self._inner(part) for part in parts)

    def _inner(self, formula: Formula) -> str:
        text = self.formula(formula)
        return f"({text})" if isinstance(formula, And | Or) else text

    @abstractmethod
    def truth(self, value: bool) -> str:  # a value, and no switch
        """True or false."""

    def atom(self, text: str, var: Var, values: frozenset[Hashable]) -> str:
        """One of some values."""
        if all(map(_is_number, var.domain)) and len(values) > 1:
            ordered = sorted(map(self.coded.code, var.domain))
            kept = sorted(map(self.coded.code, values))
            first = ordered.index(kept[0])
            if ordered[first : first + len(kept)] == kept:
                low = [f"{text} >= {kept[0]}"] if first else []
                high = [f"{text} <= {kept[-1]}"] if kept[-1] != ordered[-1] else []
                within = self.both.join((*low, *high))
                return f"({within})" if low and high else within
        others = [value for value in var.domain if value not in values]
        if len(others) < len(values):
            parts = [f"{text} {self.differs} {self.coded.word(v)}" for v in others]
            joined = self.both.join(parts)
        else:
            found = [value for value in var.domain if value in values]
            parts = [f"{text} {self.equals} {self.coded.word(v)}" for v in found]
            joined = self.either.join(parts)
        return f"({joined})" if len(parts) > 1 else joined

    def variable(self, var: Var) -> str:
        """Where its value is found."""
        if var.total is not None:
            terms = [str(var.total.base)] if var.total.base else []
            for weight, part in var.total.terms:
                one = self.counted(self.formula(part))
                factor = str(weight) if weight > 0 else f"({weight})"
                terms.append(one if weight == 1 else f"{factor} * {one}")
            return f"({' + '.join(terms)})"
        if var.output is not None:
            return self.output(var)
        if var in self.coded.places:
            return str(self.coded.places[var])
        return f"{self.formal}{var.name.removeprefix('a')}{']' if self.formal.endswith('[') else ''}"

    @abstractmethod
    def counted(self, text: str) -> str:
        """A formula as a number: one where it holds, nought where not."""

    @abstractmethod
    def output(self, var: Var) -> str:
        """What a function gives that is translated on its own."""

    @abstractmethod
    def choice(self, when: str, one: str, other: str) -> str:
        """One value where a formula holds, the other where not."""

    def value(self, value: object) -> str:
        """A value: a name, a sum, or a choice between values."""
        if not isinstance(value, Cases):
            found = cases_of(value)
            if len(found) == 1:
                return self.coded.word(found[0][0])
            value = Cases(tuple(found))
        short = self._short(value)
        if short is not None:
            return short
        *most, last = value.cases
        text = self.coded.word(last[0])
        for one, when in reversed(most):
            text = self.choice(self.formula(when), self.coded.word(one), text)
        return text

    def _short(self, value: Cases) -> str | None:
        """`x`, or `x + 1`, where each case is one value of one variable and so much more."""
        steps, var = set(), None
        for one, when in value.cases:
            if (
                not isinstance(when, In)
                or len(when.values) != 1
                or var not in (None, when.var)
            ):
                return None
            var = when.var
            (held,) = when.values
            if held == one:
                steps.add(0)
            elif _is_number(held) and _is_number(one):
                steps.add(self.coded.code(one) - self.coded.code(held))
            else:
                return None
        if var is None or len(steps) != 1:
            return None
        (step,) = steps
        text = self.variable(var)
        return text if not step else f"{text} {'+' if step > 0 else '-'} {abs(step)}"
