"""The code that each field of a state has: read off its type, and off some states.

A type says what a value may be, but not how long a row of them is. That is seen in *probes*,
a few random games with seeds of their own, the same on every machine: of a row that is always
as long, all values are written; of one that varies as many as were ever seen, and a few more.
"""

from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter, itemgetter
from typing import Annotated, Any, get_args, get_origin

from ludex.envs.tensors.codes import (
    FLAG,
    LENGTH,
    THERE,
    MembersCode,
    NumberCode,
    OneOfCode,
    PerhapsCode,
    PileCode,
    PlanesCode,
    RecordCode,
    RecordPart,
    RowCode,
    ValueCode,
)
from ludex.kernel import (
    SeatNumber,
    Several,
    Whole,
    YesNo,
)
from ludex.kernel.domains.atoms import domain_of
from ludex.language.field_types import fields_of, is_record, members_of
from ludex.parts.cards import Card, Hidden, pack_of_cards
from ludex.parts.grid import Grid

ROOMS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 48, 64, 96, 128)
"""Room in rows that vary: the next of these, so that few games make it larger."""

WORDY = 128
"""A value with more possibilities is not written one-hot."""

LARGEST = 4096
"""A row that takes more numbers is told by its length alone."""


class NoTensor(TypeError):
    """A state that cannot be written as numbers; the text says why in one line."""


class Deriver:
    """Finds codes for the values of one game at one table."""

    def __init__(self, seats: int) -> None:
        self.seats = seats

    def code(
        self, name: str, kind: object, some: Sequence[Any], inside: tuple[object, ...]
    ) -> ValueCode:
        """Find the code for values of a type, of which `some` are known; `inside` other records."""
        if domain_of(kind) is None and get_origin(kind) is Annotated:
            kind = get_args(kind)[0]
        members = [one for one in members_of(kind) if one is not type(None)]
        there = [value for value in some if value is not None]
        words = self.words(members, there)
        if words is not None:
            return words
        if len(members) < len(members_of(kind)):
            (kind,) = members
            if kind in inside:
                return THERE
            code = self.code(name, kind, there, inside)
            return THERE if not there and code.size > 1 else PerhapsCode(code)
        if len(members) > 1:
            problem = f"{name}: a value of several types ({kind}) cannot be encoded as numbers"
            raise NoTensor(problem)
        return self._single(name, members[0], there, inside)

    def _single(  # noqa: PLR0911  # one a kind
        self, name: str, kind: object, some: list[Any], inside: tuple[object, ...]
    ) -> ValueCode:
        domain = domain_of(kind)
        origin = get_origin(kind)
        if isinstance(domain, YesNo):
            return FLAG
        if isinstance(domain, Whole):
            return NumberCode(domain.low, domain.high)
        if isinstance(domain, Several):
            item = domain.item
            things = tuple(item.values())
            return MembersCode(OneOfCode(things, tuple(map(item.text, things))))
        if origin is Grid:
            return self._planes(name, get_args(kind)[0], some)
        if origin is tuple and get_args(kind)[-1] is not Ellipsis:
            places = enumerate(get_args(kind))
            parts = ((f"[{i + 1}]", itemgetter(i), part) for i, part in places)
            return self._parts(name, parts, some, inside)
        if origin is tuple:
            return self._row(name, get_args(kind)[0], some, inside)
        if origin is frozenset:
            return self._set(get_args(kind)[0], some)
        if is_record(kind):
            return self.record(name, kind, some, inside)
        problem = (
            f"{name}: {kind} cannot be encoded as numbers; a companion may say how a game is observed "
            "(Companion.observing)"
        )
        raise NoTensor(problem)

    def record(
        self, name: str, kind: object, some: Sequence[Any], inside: tuple[object, ...]
    ) -> ValueCode:
        """Write the fields of a record; one that holds another of itself says only that it does."""
        if kind in inside:
            return THERE
        fields = fields_of(kind)
        parts = ((f".{field}", attrgetter(field), hint) for field, hint in fields)
        return self._parts(name, parts, some, (*inside, kind))

    def _parts(
        self,
        name: str,
        parts: Iterable[tuple[str, Callable[[Any], Any], object]],
        some: Sequence[Any],
        inside: tuple[object, ...],
    ) -> RecordCode:
        found = []
        for part, read, hint in parts:
            whole = f"{name}{part}".removeprefix(".")
            code = self.code(whole, hint, [*map(read, some)], inside)
            found.append(RecordPart(part, read, code))
        return RecordCode(tuple(found))

    # -- one of a few ------------------------------------------------------------------

    def words(  # noqa: PLR0911  # as above
        self, members: list[object], some: Iterable[Any]
    ) -> OneOfCode | None:
        """Write one-hot, where the values of a type can be listed: enums, words, seats, cards."""
        if Card in members:
            if {*members} - {Card, Hidden}:
                return None
            packs = {value.pack for value in some} or {0}
            cards = tuple(c for p in range(max(packs) + 1) for c in pack_of_cards(p))
            return OneOfCode(cards, tuple(map(str, cards)), others=Hidden in members)
        if len(members) != 1:
            return None
        domain = domain_of(members[0])
        if isinstance(domain, SeatNumber):
            seats = tuple(range(self.seats))
            return OneOfCode(seats, tuple(f"player {seat + 1}" for seat in seats))
        if domain is None or isinstance(domain, YesNo | Whole | Several):
            return None
        if domain.size > WORDY:
            return None
        values = tuple(domain.values())
        words = tuple(" ".join(domain.write(value)) for value in values)
        known = {*values}
        return OneOfCode(values, words, others=any(value not in known for value in some))

    def _planes(self, name: str, kind: object, some: list[Any]) -> ValueCode:
        things = [thing for grid in some for thing in grid.cells if thing is not None]
        words = self.words([kind], things)
        shapes = {(grid.rows, grid.cols) for grid in some}
        if words is None or len(shapes) != 1:
            problem = f"{name}: planes are for grids of one size with few kinds of things"
            raise NoTensor(problem)
        ((rows, cols),) = shapes
        return PlanesCode(words, rows, cols)

    # -- several -----------------------------------------------------------------------

    def _row(
        self, name: str, kind: object, some: list[Any], inside: tuple[object, ...]
    ) -> ValueCode:
        things = [thing for value in some for thing in value]
        members = [one for one in members_of(kind) if one is not type(None)]
        words = self.words(members, [thing for thing in things if thing is not None])
        lengths = {len(value) for value in some} or {0}
        varies = len(lengths) > 1
        if words is not None and len(words.values) > 8 and varies:
            return PileCode(words)
        try:
            code = self.code(name, kind, things, inside)
        except NoTensor:
            if things:
                raise
            return LENGTH  # of what was never seen nobody can say how large it is
        room = _room(max(lengths)) if varies else max(lengths)
        row = RowCode(code, room, varies)
        return row if row.size <= LARGEST and (room or not varies) else LENGTH

    def _set(self, kind: object, some: list[Any]) -> ValueCode:
        things = [thing for value in some for thing in value]
        words = self.words([kind], things)
        return LENGTH if words is None else MembersCode(words)


def _room(longest: int) -> int:
    return next((room for room in ROOMS if room >= longest), longest)
