"""Compiled tensors: the numbers of `Observation.tensor`, written from the words of a row.

The code of each field and the shape of its words are gone through together. A field that may have few
values is looked up in a table of what its code writes of each; what cannot be compiled is left to
`Observation`.
"""

from collections.abc import Iterator
from itertools import product

import numpy as np

from ludex.compile.rulebook.core import code_of
from ludex.compile.rulebook.errors import CompileError
from ludex.compile.rulebook.events import Plan, Writer
from ludex.compile.rulebook.fold import made
from ludex.compile.rulebook.shapes import (
    Array,
    Choice,
    Fixed,
    Items,
    Maybe,
    Number,
    Record,
    Shape,
    Subset,
    words,
)
from ludex.compile.rulebook.values import Const, Value
from ludex.envs.tensors.codes import (
    FARTHEST,
    MembersCode,
    NumberCode,
    PerhapsCode,
    PileCode,
    PlanesCode,
    RecordCode,
    RecordPart,
    RowCode,
    ValueCode,
)
from ludex.envs.tensors.observation import Observation
from ludex.kernel import CHANCE

LISTED = 256
"""A field of no more values is looked up."""


class TensorWriter:
    """Writes the function `tensor(seen, seat, out)` of an observation."""

    def __init__(self, observation: Observation) -> None:
        self.observation = observation
        self.lines: list[str] = []
        self._names = 0

    def write(
        self, writer: Writer, _plans: list[Plan], _chances: list[Plan], view: Shape
    ) -> list[str]:
        """Write the function for views of a shape, and whose turn it is in one."""
        self.writer = writer
        machine = writer.machine(str(CHANCE))

        def finish(seat: Value) -> None:
            machine.line(f"return {code_of(machine.as_number(seat))}")
            machine.dead = True

        state = machine.load("seen", Const(0), view)
        machine.call_finishing(self.observation.game.turn, [state], finish)
        turn = writer.done(machine, "turn_seen", "seen, state", machine.block)
        seats = self.observation.seats
        self._line(0, "turn = turn_seen(seen, state)")
        self._line(0, f"for i in range({len(self.observation)}):")
        self._line(1, "out[i] = 0.0")
        self._line(0, "out[seat] = 1.0")
        self._line(0, f"out[{seats} + ({seats} if turn < 0 else turn)] = 1.0")
        self._value(0, view, "0", self.observation.record, str(2 * seats + 1))
        return [*turn, "@called", "def tensor(seen, state, seat, out):", *self.lines, "", ""]

    def _line(self, depth: int, text: str) -> None:
        self.lines.append("    " * (depth + 1) + text)

    def _name(self, stem: str) -> str:
        self._names += 1
        return f"{stem}_{self._names}"

    def _value(self, depth: int, shape: Shape, word: str, code: ValueCode, at: str) -> None:
        """Write what a code says of a value that lies in some words."""
        if code.size == 0:
            return
        if isinstance(shape, Fixed):
            self._constant(depth, shape.value, code, at)
        elif _values(shape):
            self._looked_up(depth, shape, word, code, at)
        else:
            self._parts(depth, shape, word, code, at)

    def _constant(self, depth: int, value: object, code: ValueCode, at: str) -> None:
        for i, number in enumerate(_written(code, value)):
            if number:
                self._line(depth, f"out[{at} + {i}] = {number!r}")

    def _looked_up(self, depth: int, shape: Shape, word: str, code: ValueCode, at: str) -> None:
        rows = [_written(code, value) for value in _values(shape)]
        place = self._name("place")
        self._line(depth, f"{place} = {_place(shape, word)}")
        for i in range(code.size):
            column = [row[i] for row in rows]
            if not any(column):
                continue
            if all(number == int(number) for number in column):
                table = self.writer.tables.array([int(number) for number in column])
                self._line(depth, f"out[{at} + {i}] = {table}[{place}]")
            else:
                raise CompileError("a table of fractions")

    def _parts(  # noqa: C901, PLR0912 - a case for each pair of a shape and a code
        self, depth: int, shape: Shape, word: str, code: ValueCode, at: str
    ) -> None:
        match shape, code:
            case Number(low, high), NumberCode():
                (entry,) = code.entries("")
                least, most = max(entry.low, -FARTHEST), min(entry.high, FARTHEST)
                text = f"seen[{word}]"
                if low < least or high > most:
                    text = f"min(max({text}, {int(least)}), {int(most)})"
                self._line(depth, f"out[{at}] = {text}")
            case Subset(domain), MembersCode(of):
                for i, thing in enumerate(domain):
                    for place, number in enumerate(_written(of, thing)):
                        if number:
                            self._line(depth, f"if seen[{word}] >> {i} & 1:")
                            self._line(depth + 1, f"out[{at} + {place}] = 1.0")
            case Record(_, fields), RecordCode(parts):
                self._record(depth, dict(_placed(fields, word)), parts, at)
            case Items(items), RecordCode(parts):
                named = [(f"[{i + 1}]", item) for i, item in enumerate(items)]
                self._record(depth, dict(_placed(named, word)), parts, at)
            case Record(_, fields), PlanesCode():
                shape_of, where = dict(_placed(fields, word))["cells"]
                self._planes(depth, shape_of, where, code, at)
            case Maybe(inner), PerhapsCode(of):
                self._line(depth, f"if seen[{word}] != 0:")
                self._line(depth + 1, f"out[{at}] = 1.0")
                self._value(depth + 1, inner, f"{word} + 1", of, f"{at} + 1")
            case Maybe(inner), _:
                self._line(depth, f"if seen[{word}] != 0:")
                self._line(depth + 1, "pass")
                self._value(depth + 1, inner, f"{word} + 1", code, at)
            case ((Items() | Array()), RowCode()):
                self._row(depth, shape, word, code, at)
            case Array(), PileCode():
                self._pile(depth, shape, word, code, at)
            case Items(items), PileCode():
                raise CompileError("a pile of things of their own")
            case _:
                raise CompileError(f"no tensor of {type(shape).__name__} by {type(code).__name__}")

    def _record(
        self,
        depth: int,
        fields: dict[str, tuple[Shape, str]],
        parts: tuple[RecordPart, ...],
        at: str,
    ) -> None:
        for name, _, code in parts:
            shape, where = fields[name.removeprefix(".")]
            self._value(depth, shape, where, code, at)
            at = f"{at} + {code.size}"

    def _array(self, depth: int, shape: Array, word: str) -> tuple[str, str]:
        """Return the code of the length, and of the first item's words."""
        if shape.least == shape.most:
            return str(shape.most), word
        length = self._name("length")
        self._line(depth, f"{length} = seen[{word}]")
        return length, f"{word} + 1"

    def _row(self, depth: int, shape: Items | Array, word: str, code: RowCode, at: str) -> None:
        if isinstance(shape, Items):
            if code.varies:
                self._line(depth, f"out[{at}] = {len(shape.items)}")
                at = f"{at} + 1"
            named = [(str(i), item) for i, item in enumerate(shape.items)]
            placed = [*_placed(named, word)]
            for k, (_, (item, where)) in enumerate(placed[-code.room :] if code.room else []):
                self._value(depth, item, where, code.of, f"{at} + {k * code.of.size}")
            return
        length, first = self._array(depth, shape, word)
        if code.varies:
            self._line(depth, f"out[{at}] = {length}")
            at = f"{at} + 1"
        if not code.room or shape.most == 0:
            return
        skipped, i, size = self._name("skipped"), self._name("i"), words(shape.item)
        self._line(depth, f"{skipped} = max(0, {length} - {code.room})")
        self._line(depth, f"for {i} in range({length} - {skipped}):")
        self._line(depth + 1, "pass")
        where = f"{first} + ({skipped} + {i}) * {size}"
        self._value(depth + 1, shape.item, where, code.of, f"{at} + {i} * {code.of.size}")

    def _pile(self, depth: int, shape: Array, word: str, code: PileCode, at: str) -> None:
        few = list(_values(shape.item))
        if not few:
            raise CompileError("a pile of things that cannot be listed")
        known = [code.of.places.get(value, -1) for value in few]
        length, first = self._array(depth, shape, word)
        self._line(depth, f"out[{at}] = {length}")
        if shape.most == 0:
            return
        table, i, place = self.writer.tables.array(known), self._name("i"), self._name("place")
        self._line(depth, f"for {i} in range({length}):")
        where = f"{first} + ({length} - 1 - {i}) * {words(shape.item)}"
        self._line(depth + 1, f"{place} = {table}[{_place(shape.item, where)}]")
        self._line(depth + 1, f"if {place} >= 0:")
        self._line(depth + 2, f"if out[{at} + 1 + {place}] == 0.0:")
        self._line(depth + 3, f"out[{at} + 1 + {place}] = 1.0 / ({i} + 1)")
        if code.of.others:
            self._line(depth + 1, "else:")
            self._line(depth + 2, f"out[{at} + {1 + len(code.of.values)}] += 1.0")

    def _planes(self, depth: int, shape: Shape, word: str, code: PlanesCode, at: str) -> None:
        squares = code.rows * code.cols
        if isinstance(shape, Array) and shape.least == shape.most == squares:
            few = list(_values(shape.item))
            if not few:
                raise CompileError("a grid of things that cannot be listed")
            last = len(code.of.values)
            known = [-1 if v is None else code.of.places.get(v, last) for v in few]
            table, i, place = self.writer.tables.array(known), self._name("i"), self._name("place")
            self._line(depth, f"for {i} in range({squares}):")
            where = f"{word} + {i} * {words(shape.item)}"
            self._line(depth + 1, f"{place} = {table}[{_place(shape.item, where)}]")
            self._line(depth + 1, f"if {place} >= 0:")
            self._line(depth + 2, f"out[{at} + {place} * {squares} + {i}] = 1.0")
            return
        if not isinstance(shape, Items) or len(shape.items) != squares:
            raise CompileError("a grid of another size")
        placed = _placed([(str(i), item) for i, item in enumerate(shape.items)], word)
        for square, (_, (item, where)) in enumerate(placed):
            for value, known_at in zip(_values(item), range(LISTED), strict=False):
                if value is not None:
                    plane = code.of.places.get(value, len(code.of.values))
                    self._line(depth, f"if {_place(item, where)} == {known_at}:")
                    self._line(depth + 1, f"out[{at} + {plane * squares + square}] = 1.0")


def _placed(
    fields: "tuple[tuple[str, Shape], ...] | list[tuple[str, Shape]]", word: str
) -> Iterator[tuple[str, tuple[Shape, str]]]:
    """Each field with the code of its first word."""
    at = 0
    for name, shape in fields:
        yield name, (shape, f"{word} + {at}")
        at += words(shape)


def _written(code: ValueCode, value: object) -> list[float]:
    """The numbers that a code writes of a value, between their bounds."""
    row = [0.0] * code.size
    code.write(value, row, 0)
    entries = [*code.entries("")]
    low, high = ([entry[k] for entry in entries] for k in (1, 2))
    return [float(number) for number in np.clip(row, low, high)]


def _values(shape: Shape) -> list[object]:
    """The values of a shape in the order of their places, if they are few."""
    match shape:
        case Fixed(value):
            return [value]
        case Number(low, high, is_bool) if high - low < LISTED:
            return [False, True] if is_bool else [*range(low, high + 1)]
        case Choice(domain) if len(domain) <= LISTED:
            return [*domain]
        case Record(kind, fields):
            every = [_values(part) for _, part in fields]
            count = 1
            for each in every:
                count *= len(each)
            if 0 < count <= LISTED:
                return [made(kind, combination) for combination in product(*every)]
    return []


def _place(shape: Shape, word: str) -> str:
    """The code of the place of a value among those of its shape."""
    match shape:
        case Number(low, _):
            return f"(seen[{word}] - {low})" if low else f"seen[{word}]"
        case Choice():
            return f"seen[{word}]"
        case Record(_, fields):
            text = "0"
            for _, (part, where) in _placed(fields, word):
                text = f"({text} * {len(_values(part))} + {_place(part, where)})"
            return text
    return "0"
