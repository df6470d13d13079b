"""Fingerprints of states: 128 bits by which a state is known again, in every process.

Two states that are equal have the same fingerprint, whatever objects they are made of: `1`
and `True`, a tuple and a named tuple, a set in any order. So a state is written out by its
contents, and never by what differs between processes or runs (addresses, `hash`).
"""

from array import array
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cached_property
from hashlib import blake2b
from struct import Struct
from typing import Any, Final

from ludex.kernel import AnyState, Fault
from ludex.kernel.promises import changeable

DIGEST = 16
"""Bytes of a fingerprint. Of 10^7 states two share one with probability 1.5 · 10^-25."""

REMEMBERED = 16_384
"""So many tuples at most."""

NAME = 12
"""Bytes that stand for a member of an enumeration: a board of them is written in few. Of a
hundred members two share theirs with probability 6 · 10^-26."""

_fresh: Final = blake2b(digest_size=DIGEST).copy

Written = Callable[[Any], bytes]


def collision(states: int) -> float:
    """Return the probability that two of so many different states share a fingerprint."""
    return states * (states - 1) / 2.0 / 2.0 ** (8 * DIGEST)


class Writer(dict[type, Written]):
    """Writes values by their contents; what it learns of a class it keeps."""

    def __init__(self) -> None:
        super().__init__({type(None): lambda _: b"N"})
        self.opaque: dict[object, bytes] = {}
        """Values whose contents cannot be seen: a class with an `==` of its own."""

        self._members: dict[int, bytes] = {id(None): b"N", **_SMALL}
        """None, small numbers and the members of enumerations, by identity: they stay as
        long as we do."""

        self._tuples: dict[tuple[object, ...], bytes] = {}
        """The text written last: after a move most of a table is as it was."""

    def digest(self, value: object) -> bytes:
        """The fingerprint."""
        made = _fresh()  # a copy is made faster than a new one
        made.update(self[type(value)](value))
        return made.digest()

    def __missing__(self, kind: type) -> Written:
        made = self._made(kind)
        self[kind] = made
        return made

    def _made(self, kind: type) -> Written:
        """Return how values of a class are written; two of different classes may be equal."""
        equal: object = kind.__eq__
        made = self._by_equality.get(equal)
        if made is not None:
            return made
        if issubclass(kind, Enum) and equal is object.__eq__:
            return self._enumerated(kind)
        if is_dataclass(kind) and _is_generated(equal):
            return self._record(kind)
        return self._opaque

    @cached_property
    def _by_equality(self) -> Mapping[object, Written]:
        """The writers by the `==` of a class: equal values are written alike."""
        return {
            int.__eq__: lambda v: b"i%d;" % v,
            float.__eq__: _ratio,
            Fraction.__eq__: _ratio,
            str.__eq__: _text,
            bytes.__eq__: lambda v: b"b%d:%b" % (len(v), v),
            tuple.__eq__: self._tuple,
            frozenset.__eq__: self._set,
        }

    def _enumerated(self, kind: type[Enum]) -> Written:
        path = _path(kind)

        def write(value: Enum) -> bytes:
            name = b"%b.%b" % (path, str(value.name).encode())
            return b"e%b" % blake2b(name, digest_size=NAME).digest()

        self._members.update({id(member): write(member) for member in kind})
        return write

    def _tuple(self, value: tuple[object, ...]) -> bytes:
        try:
            known = self._tuples.get(value)
        except TypeError:  # something in it cannot be hashed: it is told what
            known = None
        if known is None:
            member = self._members.get
            try:  # often it holds nothing but members: of a board, of a hand
                body = b"".join(map(member, map(id, value)))  # type: ignore[arg-type]  # hence try
            except TypeError:
                body = b"".join([member(id(v)) or self[type(v)](v) for v in value])
            known = b"(%b)" % body
            if len(self._tuples) >= REMEMBERED:
                self._tuples.clear()
            self._tuples[value] = known
        return known

    def _set(self, value: frozenset[object]) -> bytes:
        return b"{%b}" % b"".join(sorted([self[type(v)](v) for v in value]))

    def _record(self, kind: type) -> Written:
        if not kind.__dataclass_params__.frozen:  # type: ignore[attr-defined]  # a dataclass
            cure = "is a dataclass that can change: write @dataclass(frozen=True)"
            raise Fault(_not_a_value(f"{kind.__name__} {cure}"), None, None)
        names = [field.name for field in fields(kind) if field.compare]
        # Written out for each class: this is the innermost loop of exploring.
        parts = "".join(f" known(id(x := v.{n})) or write[type(x)](x)," for n in names)
        source = f"lambda v: form % ({parts})"
        form = b"<%b:%b>" % (_path(kind).replace(b"%", b"%%"), b"%b" * len(names))
        known = {"form": form, "known": self._members.get, "write": self}
        made: Written = eval(source, known)  # noqa: S307  # of the names of fields alone
        return made

    def _opaque(self, value: object) -> bytes:
        problem = changeable(value)
        if problem is not None:
            raise Fault(_not_a_value(problem), None, value)
        try:
            known = self.opaque.get(value)
        except TypeError:
            kind = type(value).__name__
            text = _not_a_value(f"a {kind} cannot be hashed")
            raise Fault(text, None, value) from None
        if known is None:
            known = self.opaque[value] = b"o%d;" % len(self.opaque)
        return known


_KEPT = (False, True, *range(-5, 257))
_SMALL = {id(number): b"i%d;" % number for number in _KEPT}
"""Held here, so that no other object can have their identities; wherever Python keeps only
one object of a small number, it is one of these."""


def _not_a_value(problem: str) -> str:
    return f"a state must be a value that never changes, but {problem}"


def _ratio(value: float | Fraction) -> bytes:
    """Numbers that are equal are written alike, be they floats, fractions or integers."""
    try:
        over, under = value.as_integer_ratio()
    except (OverflowError, ValueError):  # infinite, or no number
        return b"f%b;" % repr(value).encode()
    return b"i%d;" % over if under == 1 else b"q%d/%d;" % (over, under)


def _text(value: str) -> bytes:
    encoded = str.encode(value, "utf-8", "surrogatepass")
    return b"s%d:%b" % (len(encoded), encoded)


def _path(kind: type) -> bytes:
    return f"{kind.__module__}.{kind.__qualname__}".encode()


def _is_generated(equal: object) -> bool:
    """Is this the `==` that `dataclass` writes, which compares class and fields?"""
    code: object = getattr(equal, "__code__", None)
    return getattr(code, "co_filename", "") == "<string>"


class FingerprintTable:
    """The fingerprints of all states found, each under its number: 24 to 30 bytes a state.

    A table of numbers with open addressing: half the size of Python's own set, and it
    gives the number back.
    """

    def __init__(self) -> None:
        self.low: array[int] = array("Q")
        self.high: array[int] = array("Q")
        self._slots: array[int] = array("I", bytes(4 * 1024))
        self._mask = 1023

    def __len__(self) -> int:
        return len(self.low)

    @property
    def size(self) -> int:
        """The memory, in bytes, that the table takes."""
        return 16 * len(self.low) + 4 * len(self._slots)

    def find(self, digest: bytes) -> int | None:
        """The number of a state, if it has been found."""
        low, high = _halves(digest)
        slot = low & self._mask
        while number := self._slots[slot]:
            if self.low[number - 1] == low and self.high[number - 1] == high:
                return number - 1
            slot = (slot + 1) & self._mask
        return None

    def add(self, digest: bytes) -> int:
        """The number of a state; `len` before the call if it is new."""
        low, high = _halves(digest)
        slots, lows, mask = self._slots, self.low, self._mask
        slot = low & mask
        while number := slots[slot]:
            if lows[number - 1] == low and self.high[number - 1] == high:
                return number - 1
            slot = (slot + 1) & mask
        number = len(lows)
        lows.append(low)
        self.high.append(high)
        self._slots[slot] = number + 1
        if 5 * number > 3 * self._mask:
            self._grow()
        return number

    def reserve(self, count: int, fill: "Callable[[Any, Any, int], None]") -> "array[int]":
        """Make room for so many states; `fill` enters those that there are in a new table."""
        mask = self._mask
        while 5 * count > 3 * mask:
            mask = 2 * mask + 1
        if mask != self._mask:
            self._mask = mask
            self._slots = array("I", bytes(4)) * (mask + 1)
            fill(self.low, self._slots, mask)
        return self._slots

    def _grow(self) -> None:
        self._mask = mask = 2 * self._mask + 1
        self._slots = slots = array("I", bytes(4)) * (mask + 1)
        for number, low in enumerate(self.low, start=1):
            slot = low & mask
            while slots[slot]:
                slot = (slot + 1) & mask
            slots[slot] = number


_halves: Final[Callable[[bytes], tuple[int, int]]] = Struct("<QQ").unpack


def folded_digest(
    writer: Writer, images: Callable[[AnyState], Iterable[AnyState]]
) -> Callable[[AnyState], bytes]:
    """A fingerprint that all images of a state share: they count as one."""
    return lambda state: min(map(writer.digest, images(state)))
