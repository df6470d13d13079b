"""Type: the shapes that values have, with bounds, and the smallest shape that holds two of them.

A shape says how a value lies in a row: what is fixed takes no word, a number or one of a few
things takes one, a record takes those of its fields, an array its length (unless that is always
the same) and room for as many items as there can be.
"""

from collections.abc import Iterable
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from typing import TypeAlias

from ludex.compile.rulebook.errors import CompileError

WIDE = 1 << 53
"""Numbers that nothing bounds are thought to lie between this and its opposite, and looked at when they are stored."""

MOST_IN_SET = 62
"""So many different things may be in a set."""

FEW = 1024
"""So many different things may be told apart by a number."""


@dataclass(frozen=True, slots=True)
class Never:
    """There is no such value: the items of what is empty."""


@dataclass(frozen=True, slots=True)
class Unused:
    """A text, or what only a text needs: nothing is computed of it."""


@dataclass(frozen=True, slots=True, eq=False)
class Fixed:
    """Always the same value."""

    value: object

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Fixed) and identical(self.value, other.value)

    def __hash__(self) -> int:
        return hash((type(self.value), str(self.value)))


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number within bounds, or a truth value."""

    low: int
    high: int
    is_bool: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few things that are told apart by a number: the place in this tuple."""

    domain: tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """A named tuple or a frozen dataclass."""

    kind: type
    fields: "tuple[tuple[str, Shape], ...]"


@dataclass(frozen=True, slots=True)
class Items:
    """A tuple whose items may be of different shapes."""

    items: "tuple[Shape, ...]"


@dataclass(frozen=True, slots=True)
class Array:
    """A tuple of items of one shape, from `least` to `most` of them."""

    item: "Shape"
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Maybe:
    """A value that may be None."""

    shape: "Shape"


@dataclass(frozen=True, slots=True)
class Subset:
    """Some of a few things: a bit for each."""

    domain: tuple[object, ...]


Shape: TypeAlias = (
    Never | Unused | Fixed | Number | Choice | Record | Items | Array | Maybe | Subset
)


def identical(a: object, b: object) -> bool:
    """Are two constants the same, so that True is not 1?"""
    if a is b:
        return True
    if type(a) is not type(b):
        return False
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(map(identical, a, b))
    return bool(a == b)


def is_record(kind: type) -> bool:
    """Is it a dataclass or a named tuple?"""
    return is_dataclass(kind) or (issubclass(kind, tuple) and hasattr(kind, "_fields"))


def is_looked_up(kind: type) -> bool:
    """Does its constructor look up the one object that there is, as for cards?"""
    return issubclass(kind, tuple) and "__new__" in vars(kind) and kind.__base__ is not tuple


def field_names(kind: type) -> tuple[str, ...]:
    """The fields of a record, in order."""
    if is_dataclass(kind):
        return tuple(field.name for field in fields(kind))
    return tuple(getattr(kind, "_fields", ()))


def is_small(value: object) -> bool:
    """Is it a thing that a number can stand for, and no structure?"""
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return False
    if isinstance(value, tuple):
        return all(is_small(part) for part in value)
    if is_dataclass(value) and not isinstance(value, type):
        return False
    if isinstance(value, float | frozenset | complex):
        return False
    return type(value).__hash__ is not None


def has_none(values: Iterable[object]) -> bool:
    """Is one of them None?"""
    return any(each is None for each in values)


def words(shape: Shape) -> int:
    """The number of words that a value of this shape takes."""
    match shape:
        case Fixed() | Never() | Unused():
            return 0
        case Number() | Choice() | Subset():
            return 1
        case Record(_, inside):
            return sum(words(each) for _, each in inside)
        case Items(items):
            return sum(map(words, items))
        case Array(item, least, most):
            return int(least != most) + most * words(item)
        case Maybe(inner):
            return 1 + words(inner)


def word_bounds(shape: Shape) -> list[tuple[int, int] | None]:
    """The bounds of each word of a value; None where the word may mean nothing, or is not bounded."""
    match shape:
        case Number(low, high):
            return [(low, high)]
        case Choice(domain):
            return [(0, len(domain) - 1)]
        case Record(_, inside):
            return [each for _, part in inside for each in word_bounds(part)]
        case Items(items):
            return [each for part in items for each in word_bounds(part)]
        case Array(item, least, most) if least == most:
            return word_bounds(item) * most
        case Array(item, least, most):
            return [(least, most), *[None] * (most * words(item))]
        case Maybe(inner):
            return [(0, 1), *[None] * words(inner)]
    return [None] * words(shape)


def has_wide_number(shape: Shape) -> bool:
    """Is a number in it as wide as those that nothing bounds?"""
    match shape:
        case Number(low, high):
            return low <= -WIDE or high >= WIDE
        case Fixed(int(value)):
            return abs(value) >= WIDE
        case Fixed(value) if (inner := expand(value)) != shape:
            return has_wide_number(inner)
        case Record(_, inside):
            return any(has_wide_number(each) for _, each in inside)
        case Items(items):
            return any(map(has_wide_number, items))
        case Array(inner, _, _) | Maybe(inner):
            return has_wide_number(inner)
    return False


def expand(value: object) -> Shape:
    """The shape of a constant, one level taken apart."""
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return Items(tuple(Fixed(each) for each in value))
    if is_record(type(value)):
        names = field_names(type(value))
        return Record(type(value), tuple((n, Fixed(getattr(value, n))) for n in names))
    return Fixed(value)


def _told_apart(value: object) -> object:
    """A key by which constants are told apart as `identical` does."""
    if isinstance(value, tuple):
        return type(value), *map(_told_apart, value)
    return type(value), value if type(value).__hash__ is not None else id(value)


def union(*domains: tuple[object, ...]) -> Shape:
    """One of the things of several domains: None first, an Enum whole, numbers in order."""
    found = [*{_told_apart(each): each for domain in domains for each in domain}.values()]
    none: list[object] = [None] if has_none(found) else []
    things = [each for each in found if each is not None]
    kinds = {type(each) for each in things}
    if len(kinds) == 1 and isinstance(things[0], Enum):
        things = [*type(things[0])]
    elif kinds <= {int, bool}:
        numbers = sorted({int(each) for each in things if isinstance(each, int)})
        if not none:
            return Number(numbers[0], numbers[-1], kinds == {bool})
        low, high = numbers[0], numbers[-1]
        if high - low > FEW:
            return Maybe(Number(low, high, kinds == {bool}))
        things = [*range(low, high + 1)] if kinds != {bool} else [False, True]
    if len(things) > FEW:
        raise CompileError(f"there are more than {FEW} different values of this kind")
    return Choice((*none, *things))


def join(a: Shape, b: Shape) -> Shape:
    """The smallest shape that holds the values of both."""
    if a == b:
        return a
    match a, b:
        case (Never(), other) | (other, Never()):
            return other
        case (Unused(), _) | (_, Unused()):
            return Unused()
        case Fixed(x), Fixed(y) if _both_small(x, y):
            return union((x,), (y,))
        case Fixed(x), Fixed(y) if x is None or y is None:
            return Maybe(Fixed(y if x is None else x))
        case Fixed(frozenset() as x), Fixed(frozenset() as y) if len(x | y) <= MOST_IN_SET:
            return Subset(_members(tuple(x), tuple(y)))
        case Fixed(x), Fixed(y) if type(x) is type(y) and (is_record(type(x)) or _is_tuple(x)):
            return join(expand(x), expand(y))
        case Number(), Number():
            flag = a.is_bool and b.is_bool
            return Number(min(a.low, b.low), max(a.high, b.high), flag)
        case (Number() as n, Fixed(int(x))) | (Fixed(int(x)), Number() as n):
            flag = n.is_bool and isinstance(x, bool)
            return Number(min(n.low, int(x)), max(n.high, int(x)), flag)
        case (Number() as n, Fixed(None)) | (Fixed(None), Number() as n):
            return _optional(n)
        case (Number() as n, Choice(d)) | (Choice(d), Number() as n):
            return _numbers(n, d)
        case (Choice(d), Fixed(x)) | (Fixed(x), Choice(d)) if is_small(x):
            return union(d, (x,))
        case Choice(d), Choice(e):
            return union(d, e)
        case (Maybe(inner), Fixed(None)) | (Fixed(None), Maybe(inner)):
            return Maybe(inner)
        case Maybe(x), Maybe(y):
            return Maybe(join(x, y))
        case (Maybe(x), Choice(d)) | (Choice(d), Maybe(x)) if has_none(d):
            rest = tuple(each for each in d if each is not None)
            return Maybe(join(x, union(rest)))
        case (Maybe(x), y) | (y, Maybe(x)):
            return Maybe(join(x, y))
        case Record(), Record() if a.kind is b.kind:
            pairs = zip(a.fields, b.fields, strict=True)
            return Record(a.kind, tuple((name, join(x, y)) for (name, x), (_, y) in pairs))
        case (Record() as r, Fixed(None)) | (Fixed(None), Record() as r):
            return Maybe(r)
        case (Record() as r, Fixed(x)) | (Fixed(x), Record() as r) if type(x) is r.kind:
            return join(r, expand(x))
        case (Record() as r, Choice(d)) | (Choice(d), Record() as r):
            return _record_of(r, d)
        case Subset(d), Subset(e) if d == e:
            return a
        case Subset(d), Subset(e) if len(members := _members(d, e)) <= MOST_IN_SET:
            return Subset(members)
        case (Subset(d), Fixed(frozenset() | set() as x)) | (
            Fixed(frozenset() | set() as x),
            Subset(d),
        ) if len(members := _members(d, tuple(x))) <= MOST_IN_SET:
            return Subset(members)
    left, right = as_items(a), as_items(b)
    if left is not None and right is not None:
        return _sequences(left, right)
    for one, other in ((a, b), (b, a)):
        if one == Fixed(None) and as_items(other) is not None:
            return Maybe(other)
    for one in (a, b):
        if isinstance(one, Fixed) and isinstance(one.value, float):
            raise CompileError(f"{one.value!r} is not a whole number", "Count in whole numbers.")
    raise CompileError(
        f"a value is {describe(a)} here and {describe(b)} there",
        "Give the two a common shape, or keep them in separate fields.",
    )


def _members(a: tuple[object, ...], b: tuple[object, ...]) -> tuple[object, ...]:
    return tuple({**dict.fromkeys(a), **dict.fromkeys(b)})


def _optional(n: Number) -> Shape:
    if n.high - n.low > FEW:
        return Maybe(n)
    things = (False, True) if n.is_bool else range(n.low, n.high + 1)
    return Choice((None, *things))


def _numbers(n: Number, domain: tuple[object, ...]) -> Shape:
    """A number, or one of some things, which are numbers or None."""
    rest = [each for each in domain if each is not None]
    if not all(isinstance(each, int) and not isinstance(each, Enum) for each in rest):
        if n.high - n.low < FEW:
            return union((False, True) if n.is_bool else tuple(range(n.low, n.high + 1)), domain)
        raise CompileError(
            f"a value is {describe(n)} here and {describe(Choice(domain))} there",
            "Give the two a common shape.",
        )
    whole = Number(min(n.low, *rest), max(n.high, *rest), n.is_bool) if rest else n  # type: ignore[call-overload]
    assert isinstance(whole, Number)
    return _optional(whole) if has_none(domain) else whole


def _both_small(x: object, y: object) -> bool:
    if not (is_small(x) and is_small(y)):
        return False
    plain = {type(x), type(y)} <= {int, bool} or type(x) is type(y) or x is None or y is None
    return plain or isinstance(x, Enum | str | int | tuple)


def _is_tuple(x: object) -> bool:
    return isinstance(x, tuple)


def _record_of(r: Record, domain: tuple[object, ...]) -> Shape:
    found: Shape = r
    for each in domain:
        found = join(found, Fixed(each))
    return found


def as_items(shape: Shape) -> Items | Array | None:
    """A tuple's shape with its items, or None of what is no plain tuple."""
    match shape:
        case Items() | Array():
            return shape
        case Fixed(tuple() as value) if not hasattr(value, "_fields"):
            return Items(tuple(Fixed(each) for each in value))
    return None


def as_array(shape: Items | Array) -> Array:
    """The same tuples as items of one shape."""
    if isinstance(shape, Array):
        return shape
    item: Shape = Never()
    for each in shape.items:
        item = join(item, each)
    return Array(item, len(shape.items), len(shape.items))


def _sequences(a: Items | Array, b: Items | Array) -> Shape:
    if isinstance(a, Items) and isinstance(b, Items) and len(a.items) == len(b.items):
        return Items(tuple(join(x, y) for x, y in zip(a.items, b.items, strict=True)))
    x, y = as_array(a), as_array(b)
    return Array(join(x.item, y.item), min(x.least, y.least), max(x.most, y.most))


def describe(shape: Shape) -> str:
    """A shape in words."""
    match shape:
        case Never() | Unused():
            return "nothing" if isinstance(shape, Never) else "a text"
        case Fixed(value) if is_record(type(value)):
            return f"a {type(value).__name__}"
        case Fixed(value):
            return f"always {value!r}"[:60]
        case Number(low, high, is_bool):
            if is_bool:
                return "a bool"
            return "a whole number" if high >= WIDE else f"a number from {low} to {high}"
        case Choice(domain):
            kinds = sorted({type(x).__name__ for x in domain if x is not None})
            none = " or None" if has_none(domain) else ""
            return f"one of {len(domain)} ({', '.join(kinds)}){none}"
        case Record(kind, _):
            return f"a {kind.__name__}"
        case Items(items):
            return f"a tuple of {len(items)}"
        case Array(item, least, most):
            count = f"{most}" if least == most else f"{least} to {most}"
            return f"{count} × ({describe(item)})"
        case Maybe(inner):
            return f"{describe(inner)}, or None"
        case Subset(domain):
            return f"a set of {len(domain)} things"
