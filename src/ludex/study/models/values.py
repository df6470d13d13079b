"""Values that are known in part: states whose leaves depend on variables.

Records and tuples keep their shape, and what is inside them may be `Cases` or a formula. Several
values become one where a formula decides between them (`chosen`), as far as their shapes agree.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from itertools import product
from typing import Any, Final

from ludex.study.models.formulas import (
    FORMULA,
    Cases,
    Formula,
    Var,
    conj,
    counted,
    disj,
    is_in,
    neg,
)
from ludex.study.models.trouble import NotTranslated

MOST: Final = 4096
"""Cases of one value."""

ATOMS: Final = (bool, int, str, Enum, type(None))


@dataclass(frozen=True, slots=True)
class Items:
    """Things one after the other, each there when its formula holds; in a set each once."""

    items: tuple[tuple[Formula, object], ...]
    is_set: bool = False


def of_var(var: Var) -> object:
    """The value of a variable."""
    if len(var.domain) == 1:
        return var.domain[0]
    return Cases(tuple((value, is_in(var, [value])) for value in var.domain))


def is_record(value: object) -> bool:
    """Is it a record of a rulebook, whose parts may be known one by one?"""
    ours = (type, Enum, Cases, Items, Var, *FORMULA)
    return is_dataclass(value) and not isinstance(value, ours)


def is_symbolic(value: object) -> bool:
    """Does it depend on a variable anywhere?"""
    if isinstance(value, ATOMS):
        return False
    if isinstance(value, (Cases, Items, Var, *FORMULA)):
        return True
    if isinstance(value, tuple | list):
        return any(map(is_symbolic, value))
    if is_dataclass(value) and not isinstance(value, type):
        return any(is_symbolic(getattr(value, f.name)) for f in fields(value))
    return False


def cases_of(value: object) -> list[tuple[object, Formula]]:
    """Every value that it may be, with the formula that says when."""
    if isinstance(value, Cases):
        return [*value.cases]
    if isinstance(value, FORMULA):
        return [(True, value), (False, neg(value))]
    if isinstance(value, Var):
        return [(one, is_in(value, [one])) for one in value.domain]
    if isinstance(value, tuple | list) and is_symbolic(value):
        return _tuples(value)
    if is_symbolic(value):
        kind = type(value).__name__
        raise NotTranslated(
            f"a {kind} is used as a whole, and only its parts are known"
        )
    return [(value, True)]


def _tuples(value: Sequence[object]) -> list[tuple[object, Formula]]:
    parts = [cases_of(part) for part in value]
    number = 1
    for part in parts:
        number *= len(part)
    if number > MOST:
        raise NotTranslated("a tuple is used as a whole, and may be too many things")
    make: Callable[..., object] = getattr(type(value), "_make", type(value))
    return [
        (make([one for one, _ in some]), conj(*(f for _, f in some)))
        for some in product(*parts)
    ]


def lifted(function: Callable[..., object], *arguments: object) -> object:
    """A function of plain values, asked for every case; where it raises, there is none."""
    parts = [cases_of(argument) for argument in arguments]
    number = 1
    for part in parts:
        number *= max(1, len(part))
    if number > MOST:
        raise NotTranslated("a value may be too many things")
    found: list[tuple[Formula, object]] = []
    error: Exception | None = None
    for some in product(*parts):
        when = conj(*(formula for _, formula in some))
        if when is False:
            continue
        try:
            found.append((when, function(*(value for value, _ in some))))
        except NotTranslated:
            raise
        except Exception as trouble:  # noqa: BLE001  # a guard before it keeps this from happening
            error = trouble
    if not found:
        raise NotTranslated(f"nothing is known of a value: {error!r}") from error
    return chosen(found)


def chosen(cases: Sequence[tuple[Formula, object]]) -> object:
    """The value that is the one whose formula holds."""
    known = [(when, value) for when, value in cases if when is not False]
    if not known:
        raise NotTranslated("nothing is known of a value")
    first = known[0][1]
    if all(value is first for _, value in known):
        return first
    values = [value for _, value in known]
    if all(isinstance(value, (bool, *FORMULA)) for value in values):
        return disj(*(conj(when, value) for when, value in known))  # type: ignore[arg-type]  # formulas
    shape = _shape(values)
    if shape is not None:
        return shape(known)
    together: dict[object, Formula] = {}
    for when, value in known:
        for one, formula in cases_of(value):
            both = conj(when, formula)
            if both is not False:
                key = _key(one)
                together[key] = disj(together.get(key, False), both)
    if len(together) > MOST:
        raise NotTranslated("a value may be too many things")
    plain = [(_unkeyed(key), when) for key, when in together.items()]
    return plain[0][0] if len(plain) == 1 else Cases(tuple(plain))


@dataclass(frozen=True, slots=True)
class _Itself:
    """A value that cannot be hashed, by what it is."""

    number: int
    value: Any

    def __hash__(self) -> int:
        return self.number

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Itself) and self.value is other.value


def _key(value: object) -> object:
    try:
        hash(value)
    except TypeError:
        return _Itself(id(value), value)
    return (type(value), value) if isinstance(value, bool) else value


def _unkeyed(key: object) -> object:
    if isinstance(key, _Itself):
        return key.value
    if isinstance(key, tuple) and len(key) == 2 and key[0] is bool:
        return key[1]
    return key


Merging = Callable[[Sequence[tuple[Formula, object]]], object]


def _shape(values: list[object]) -> Merging | None:
    """How values of one shape are put together, part by part; None where they are atoms."""
    first = values[0]
    is_plain = not any(map(is_symbolic, values)) and not isinstance(first, list)
    if is_plain and not is_record(first):
        return None
    if isinstance(first, tuple | list):
        if all(type(v) is type(first) and len(v) == len(first) for v in values):
            return _tuple
        return None
    if is_record(first) and all(type(value) is type(first) for value in values):
        return _record
    return None


def _tuple(known: Sequence[tuple[Formula, object]]) -> object:
    first: Any = known[0][1]
    parts = [
        chosen([(when, value[i]) for when, value in known])  # type: ignore[index]  # tuples
        for i in range(len(first))
    ]
    make: Callable[..., object] = getattr(type(first), "_make", type(first))
    return make(parts)


def _record(known: Sequence[tuple[Formula, object]]) -> object:
    first: Any = known[0][1]
    named = {
        field.name: chosen(
            [(when, getattr(value, field.name)) for when, value in known]
        )
        for field in fields(first)
    }
    return rebuilt(first, named)


def rebuilt(record: Any, named: dict[str, object]) -> object:  # noqa: ANN401  # any record
    """A record with other parts, made without asking whether they make sense."""
    made = object.__new__(type(record))
    for field in fields(record):
        object.__setattr__(
            made, field.name, named.get(field.name, getattr(record, field.name))
        )
    return made


# -- leaves -------------------------------------------------------------------------------------

Path = tuple[str | int, ...]


def leaves(value: object, path: Path = ()) -> Iterator[tuple[Path, object]]:
    """The atoms of a state with the way to them."""
    if isinstance(value, tuple):
        names = getattr(value, "_fields", range(len(value)))
        for name, part in zip(names, value, strict=True):
            yield from leaves(part, (*path, name))
    elif is_record(value):
        for name in _parts(value):
            yield from leaves(getattr(value, name), (*path, name))
    else:
        yield path, value


def _parts(record: Any) -> list[str]:  # noqa: ANN401  # any record
    return [field.name for field in fields(record) if field.init and field.compare]


def with_leaves(
    value: object, new: Callable[[Path, object], object], path: Path = ()
) -> object:
    """The same state with other leaves."""
    if isinstance(value, tuple):
        names = getattr(value, "_fields", range(len(value)))
        parts = [
            with_leaves(v, new, (*path, n)) for n, v in zip(names, value, strict=True)
        ]
        make: Callable[..., object] = getattr(type(value), "_make", type(value))
        return make(parts)
    if is_record(value):
        named = {
            name: with_leaves(getattr(value, name), new, (*path, name))
            for name in _parts(value)
        }
        return rebuilt(value, named)
    return new(path, value)


# -- questions ------------------------------------------------------------------------------------


def truth(value: object) -> Formula:
    """Is it true, in the sense of `if`?"""
    if isinstance(value, (bool, *FORMULA)):
        return value
    if isinstance(value, Items):
        return disj(*(when for when, _ in value.items))
    if isinstance(value, Cases | Var):
        return disj(*(when for one, when in cases_of(value) if one))
    if isinstance(value, tuple | list | dict | frozenset | set):
        return len(value) > 0
    if is_symbolic(value):
        raise NotTranslated(f"whether a {type(value).__name__} is true is not known")
    return bool(value)


def equal(one: object, other: object) -> Formula:
    """Are they equal?"""
    if not is_symbolic(one) and not is_symbolic(other):
        return bool(one == other)
    if isinstance(one, tuple | list) and isinstance(other, tuple | list):
        if len(one) != len(other):
            return False
        return conj(*(equal(a, b) for a, b in zip(one, other, strict=True)))
    if is_record(one) and type(one) is type(other):
        parts = _parts(one)
        return conj(*(equal(getattr(one, n), getattr(other, n)) for n in parts))
    return truth(lifted(lambda a, b: a == b, one, other))


def contains(container: object, thing: object) -> Formula:
    """`thing in container`, for what Python itself has."""
    if isinstance(container, Items):
        return disj(*(conj(when, equal(one, thing)) for when, one in container.items))
    if isinstance(container, tuple | list) and (
        is_symbolic(container) or is_symbolic(thing)
    ):
        return disj(*(equal(one, thing) for one in container))
    return truth(lifted(lambda c, t: t in c, container, thing))


def length(value: object) -> object:
    """How many things there are."""
    if isinstance(value, Items):
        if not value.is_set:
            return counted(0, [(1, when) for when, _ in value.items])
        there: dict[Hashable, Formula] = {}
        for when, one in value.items:
            for plain, formula in cases_of(one):
                known = there.get(plain, False)
                there[plain] = disj(known, conj(when, formula))
        return counted(0, [(1, when) for when in there.values()])
    if isinstance(value, tuple | list):
        return len(value)
    return lifted(len, value)
