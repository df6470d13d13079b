"""Fold: a value that depends on a few things only is computed for each of them, and read from a
table.

A function of an Enum, a card or a square needs no compiling: it is called for every value that its
arguments may have while the rulebook is compiled. So the answer is the rulebook's own.
"""

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from itertools import product
from math import prod
from typing import Any

from ludex.compile.rulebook.arithmetic import Arithmetic
from ludex.compile.rulebook.core import code_of
from ludex.compile.rulebook.errors import CompileError, NotTabulable
from ludex.compile.rulebook.shapes import (
    Array,
    Choice,
    Fixed,
    Items,
    Maybe,
    Never,
    Number,
    Record,
    Shape,
    Subset,
    Unused,
    as_array,
    expand,
    field_names,
    identical,
    is_record,
    join,
    union,
    words,
)
from ludex.compile.rulebook.values import (
    FALSE,
    NONE,
    TRUE,
    Atom,
    Cat,
    Const,
    Num,
    Opt,
    Rec,
    Seq,
    Text,
    Tup,
    Value,
    fact_among,
    is_plain_tuple,
)

LARGEST_TABLE = 1 << 13
"""A function of so many combinations of values is computed for each of them."""

MANY = 512
"""So many values has an argument at most."""


class Folding(Arithmetic):
    """A machine that computes what it can."""

    # -- the values that something may have ---------------------------------------------------

    def possible(self, value: Value) -> tuple[list[Any], list[bool], Num | Const] | None:
        """The values that it may have, which of them it may have here, and the code of the place."""
        match value:
            case Const(constant):
                return [constant], [True], Const(0)
            case Num():
                low, high = self.bounds(value)
                if value.is_bool:
                    return [False, True], [True, True], self.number(f"int({value.code})", 0, 1)
                if high - low >= MANY:
                    return None
                return (
                    [*range(low, high + 1)],
                    [True] * (high - low + 1),
                    self.minus(value, Const(low)),
                )
            case Atom(code, domain):
                if len(domain) > MANY:
                    return None
                reached = {*self.places(value)}
                return (
                    [*domain],
                    [i in reached for i in range(len(domain))],
                    self.number(code, 0, len(domain) - 1),
                )
            case Opt(there, inner):
                found = self.possible(inner)
                if found is None:
                    return None
                things, here, place = found
                code = f"({code_of(place)} + 1 if {there.code} else 0)"
                return [None, *things], [True, *here], self.number(code, 0, len(things))
            case Rec(kind, parts):
                return self._combined([v for _, v in parts], lambda *vs: made(kind, vs))
            case Tup(items):
                return self._combined([*items], lambda *vs: vs)
        return None

    def count(self, value: Value) -> int:
        """The number of its possible values; very many where that is not known."""
        match value:
            case Const():
                return 1
            case Num(is_bool=True):
                return 2
            case Num():
                low, high = self.bounds(value)
                return high - low + 1
            case Atom(_, domain):
                return len(domain)
            case Opt(_, inner):
                return 1 + self.count(inner)
            case Rec(_, parts):
                return prod(self.count(each) for _, each in parts)
            case Tup(items):
                return prod(map(self.count, items))
        return 1 << 62

    def _combined(
        self, values: list[Value], make: Callable[..., object]
    ) -> tuple[list[Any], list[bool], Num | Const] | None:
        found = [self.possible(value) for value in values]
        size = 1
        things, here = [], []
        place: Num | Const = Const(0)
        for each in found:
            if each is None:
                return None
            size *= len(each[0])
            if size > LARGEST_TABLE:
                return None
            place = self.plus(self.times(place, len(each[0])), each[2])
        known = [each for each in found if each is not None]
        for combination, flags in zip(
            product(*(e[0] for e in known)), product(*(e[1] for e in known)), strict=True
        ):
            is_here = all(flags)
            thing: object = None
            if is_here:
                try:
                    thing = make(*combination)
                except Exception:  # noqa: BLE001 - such a record cannot exist
                    is_here = False
            things.append(thing)
            here.append(is_here)
        return things, here, place

    # -- tables -----------------------------------------------------------------------------

    def tabulate(self, function: Callable[..., Any], values: list[Value]) -> Value:
        """The answers of a pure function of a few values, from a table."""
        if all(isinstance(value, Const) for value in values):
            return self.called(
                function, [value.value for value in values if isinstance(value, Const)]
            )
        found = self._combined(values, lambda *vs: vs)
        if found is None:
            raise NotTabulable("the arguments have too many values")
        arguments, here, place = found
        answers: list[object] = []
        errors: list[str | None] = []
        for each, is_here in zip(arguments, here, strict=True):
            answer, error = None, None
            if is_here:
                try:
                    answer = function(*each)
                except Exception as raised:  # noqa: BLE001 - as the rulebook would raise
                    demand_no_list(raised)
                    error = type(raised).__name__
                if isinstance(answer, Iterator) or answer is NotImplemented:
                    raise NotTabulable("the answer is a generator")
            answers.append(answer)
            errors.append(error)
        self.tables.tabulated += 1
        raising = [error is not None for error in errors]
        reached = [is_here and not bad for is_here, bad in zip(here, raising, strict=True)]
        if any(raising):
            error_kind = next(error for error in errors if error)
            if not any(reached):
                self.trap("True", error_kind)
                return NONE
            table = self.tables.array([int(bad) for bad in raising])
            self.trap(f"{table}[{code_of(place)}] != 0", error_kind)
        return self.picked(answers, reached, place)

    def called(self, function: Callable[..., Any], values: list[object]) -> Value:
        """The answer of a function of known values."""
        try:
            answer = function(*values)
        except CompileError:
            raise
        except Exception as error:  # noqa: BLE001 - as the rulebook would raise
            demand_no_list(error)
            self.trap("True", type(error).__name__)
            return NONE
        if isinstance(answer, Iterator):
            raise NotTabulable("the answer is a generator")
        return Const(answer)

    def picked(self, answers: list[object], here: list[bool], place: Num | Const) -> Value:
        """One of some constants, by its place; only those count that may be reached."""
        reached = [answer for answer, is_here in zip(answers, here, strict=True) if is_here]
        if not reached:
            self.dead = True
            return NONE
        if all(identical(answer, reached[0]) for answer in reached):
            return Const(reached[0])
        spare = reached[0]
        every = [
            answer if is_here else spare for answer, is_here in zip(answers, here, strict=True)
        ]
        if all(isinstance(answer, bool) for answer in every):
            table = self.tables.array([int(bool(answer)) for answer in every])
            code = f"{table}[{code_of(place)}] != 0"
            yes = [i for i, answer in enumerate(every) if answer and here[i]]
            no = [i for i, answer in enumerate(every) if not answer and here[i]]
            return self.truth(code, self._learned(place, yes), self._learned(place, no))
        if all(isinstance(answer, int) and type(answer) in {int, bool} for answer in every):
            numbers = [int(str(int(answer))) for answer in every if isinstance(answer, int)]
            inside = [n for n, is_here in zip(numbers, here, strict=True) if is_here]
            shift = {
                n - i for i, (n, is_here) in enumerate(zip(numbers, here, strict=True)) if is_here
            }
            if len(shift) == 1:
                return self.plus(place, Const(shift.pop()))
            code = f"int({self.tables.array(numbers)}[{code_of(place)}])"
            self.behind[code] = place, numbers
            return self.number(code, min(inside), max(inside))
        is_plain = any(isinstance(a, tuple) and not hasattr(a, "_fields") for a in reached)
        if is_plain and all(isinstance(answer, tuple) for answer in reached):
            return self._tuples(every, place)
        return self._things(every, place)

    def _learned(self, place: Num | Const, places: list[int]) -> tuple[Any, ...]:
        """The facts that a place tells of its thing."""
        if not isinstance(place, Num) or len(place.terms) != 1 or place.terms[0][1] != 1:
            return ()
        code = place.terms[0][0]
        return fact_among(code, (i - place.offset for i in places))

    def _things(self, every: list[object], place: Num | Const) -> Value:
        numbers: list[int] = []
        domain: list[object] = []
        for answer in every:
            i = next((i for i, each in enumerate(domain) if identical(each, answer)), None)
            if i is None:
                i = len(domain)
                domain.append(answer)
            numbers.append(i)
        try:
            shape = union(tuple(domain))
        except CompileError:
            shape = Choice(tuple(domain))
        if isinstance(shape, Choice):
            index = [next(i for i, e in enumerate(shape.domain) if identical(e, d)) for d in domain]
            numbers = [index[n] for n in numbers]
            if (
                numbers == [*range(len(numbers))]
                and isinstance(place, Num)
                and place.offset == 0
                and len(place.terms) == 1
            ):
                return Atom(code_of(place), shape.domain)
            code = f"int({self.tables.array(numbers)}[{code_of(place)}])"
            self.base[code] = (0, len(shape.domain) - 1)
            self.behind[code] = place, numbers
            return Atom(code, shape.domain)
        raise self.fail("too many kinds of values are distinguished here")

    def _tuples(self, every: list[object], place: Num | Const) -> Value:
        tuples = [answer for answer in every if isinstance(answer, tuple)]
        item: Shape = Never()
        for answer in tuples:
            for each in answer:
                item = join(item, Fixed(each))
        if isinstance(item, Fixed):
            item = union((item.value,)) if item.value is not None else item
        most = max(map(len, tuples))
        stride, size = most * words(item), words(item)
        cells: list[int] = []
        for answer in tuples:
            row = [n for each in answer for n in encoded(item, each)]
            cells += row + [0] * (stride - len(row))
        lengths = [len(answer) for answer in tuples]
        length: Num | Const = Const(most)
        if len({*lengths}) > 1:
            code = f"int({self.tables.array(lengths)}[{code_of(place)}])"
            length = self.number(code, min(lengths), most)
        if size == 0:
            return Seq(self.tables.array([0]), Const(0), length, item, most)
        return Seq(self.tables.array(cells), self.times(place, stride), length, item, most)

    def promoted(self, value: Const) -> Seq:
        """A constant tuple as an array that can be read at any place."""
        things = value.value
        assert isinstance(things, tuple)
        item: Shape = Never()
        for each in things:
            item = join(item, Fixed(each))
        cells = [n for each in things for n in encoded(item, each)]
        return Seq(self.tables.array(cells or [0]), Const(0), Const(len(things)), item, len(things))


def demand_no_list(error: Exception) -> None:
    """Lists are tuples here, and a function that changes one cannot be called."""
    if isinstance(error, AttributeError) and isinstance(error.obj, tuple):
        raise CompileError(
            "a list that another function may know is changed", "Make a new tuple."
        ) from None


def made(kind: type, values: tuple[Any, ...]) -> object:
    """A record of these values."""
    if is_dataclass(kind):
        names = [field.name for field in fields(kind) if field.init]
        every = dict(zip(field_names(kind), values, strict=True))
        return kind(**{name: every[name] for name in names})
    return kind(*values)


def encoded(shape: Shape, value: Any, fill: Callable[[], int] = lambda: 0) -> list[int]:  # noqa: ANN401 - one case a shape
    """The words of a value; ValueError where it does not have this shape.

    Words that mean nothing are filled.
    """
    match shape:
        case Fixed(known):
            if not identical(known, value) and known != value:
                raise ValueError(f"{value!r} is not {known!r}")
            return []
        case Unused() | Never():
            return []
        case Number(low, high):
            if not isinstance(value, int) or not low <= value <= high:
                raise ValueError(f"{value!r} is not from {low} to {high}")
            return [int(value)]
        case Choice(domain):
            for i, each in enumerate(domain):
                if identical(each, value):
                    return [i]
            if isinstance(value, int):  # a Seat, or True for 1
                for i, each in enumerate(domain):
                    if each is not None and each == value:
                        return [i]
            raise ValueError(f"{value!r} is not one of {len(domain)} known things")
        case Subset(domain):
            if any(each not in domain for each in value):
                raise ValueError(f"{value!r} contains an unknown value")
            return [sum(1 << i for i, each in enumerate(domain) if each in value)]
        case Record(kind, parts):
            if type(value) is not kind:
                raise ValueError(f"{value!r} is no {kind.__name__}")
            return [n for name, part in parts for n in encoded(part, getattr(value, name), fill)]
        case Items(items):
            if not isinstance(value, tuple) or len(value) != len(items):
                raise ValueError(f"{value!r} has not {len(items)} items")
            return [
                n
                for part, each in zip(items, value, strict=True)
                for n in encoded(part, each, fill)
            ]
        case Maybe(inner):
            return (
                [0, *(fill() for _ in range(words(inner)))]
                if value is None
                else [1, *encoded(inner, value, fill)]
            )
        case Array(item, least, most):
            if not isinstance(value, tuple) or not least <= len(value) <= most:
                raise ValueError(f"{value!r} has not {least} to {most} items")
            row = [n for each in value for n in encoded(item, each, fill)]
            row += [fill() for _ in range(most * words(item) - len(row))]
            return row if least == most else [len(value), *row]


def decoded(shape: Shape, row: Iterator[int]) -> Any:  # noqa: ANN401 - one case a shape
    """The value that lies in some words."""
    match shape:
        case Fixed(known):
            return known
        case Unused() | Never():
            return None
        case Number(is_bool=is_bool):
            return bool(next(row)) if is_bool else int(next(row))
        case Choice(domain):
            return domain[int(next(row))]
        case Subset(domain):
            bits = int(next(row))
            return frozenset(each for i, each in enumerate(domain) if bits >> i & 1)
        case Record(kind, parts):
            return made(kind, tuple(decoded(part, row) for _, part in parts))
        case Items(items):
            return tuple(decoded(part, row) for part in items)
        case Maybe(inner):
            there, value = int(next(row)), decoded_anyway(inner, row)
            return value() if there else None
        case Array(item, least, most):
            count = most if least == most else int(next(row))
            found = [decoded_anyway(item, row) for _ in range(most)]
            return tuple(each() for each in found[:count])


def decoded_anyway(shape: Shape, row: Iterator[int]) -> Callable[[], Any]:
    """Take the words of a value, which may be none at all, and decode it when it is asked for."""
    taken = [next(row) for _ in range(words(shape))]
    return lambda: decoded(shape, iter(taken))


__all__ = [
    "FALSE",
    "TRUE",
    "Cat",
    "Folding",
    "Text",
    "as_array",
    "decoded",
    "encoded",
    "expand",
    "is_plain_tuple",
    "is_record",
    "made",
]
