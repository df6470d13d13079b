"""Lay out values in variables and in the words of a row."""

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import replace

from ludex.compile.rulebook.core import code_of
from ludex.compile.rulebook.fold import Folding
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
    as_items,
    join,
    union,
    words,
)
from ludex.compile.rulebook.values import (
    Atom,
    Bits,
    Cat,
    Const,
    Fact,
    Num,
    Opt,
    Put,
    Rec,
    Seq,
    Text,
    Tup,
    Value,
    fact_among,
)
from ludex.compile.rulebook.writer import Block, Loop


class Memory(Folding):
    """A machine that keeps values."""

    @abstractmethod
    def length(self, value: Value) -> Num | Const:
        """The number of items of a tuple."""

    @abstractmethod
    def parts(self, value: Value) -> tuple[Tup | Seq, ...]:
        """A tuple as stretches of items."""

    @abstractmethod
    def part(self, value: Value, name: str) -> Value:
        """A field of a record."""

    @abstractmethod
    def nth(self, value: Value, i: int) -> Value:
        """The item at a place that is known, and there."""

    @abstractmethod
    def place_in(self, value: Value, domain: tuple[object, ...]) -> str:
        """The code of the place of a value among some things."""

    @abstractmethod
    def in_domain(self, value: Value, domain: tuple[object, ...]) -> str:
        """The bits of a set, counted in another domain."""

    @abstractmethod
    def record(self, kind: type, parts: tuple[tuple[str, Value], ...]) -> Value:
        """A record; one whose fields are known is a constant."""

    @abstractmethod
    def is_always(self, value: Value, known: object) -> bool:
        """Is it certain that this is the value?"""

    @abstractmethod
    def presence(self, value: Value) -> Num | Const:
        """Is it not None?"""

    @abstractmethod
    def present(self, value: Value) -> Value:
        """A value that is not None here; where it may be, the rulebook would raise."""

    @abstractmethod
    def branch(self, condition: Num, then: Callable[[], None], other: Callable[[], None]) -> None:
        """Go on in two ways, which meet again."""

    def storage(self, shape: Shape, hint: str = "v") -> Value:
        """Variables, and words for arrays, that hold a value of a shape."""
        match shape:
            case Fixed(value):
                return Const(value)
            case Unused():
                return Text()
            case Never():
                return Const(None)
            case Number(low, high, is_bool):
                return self.variable(hint, low, high, is_bool=is_bool)
            case Choice(domain):
                return Atom(self.name(hint), domain)
            case Subset(domain):
                return Bits(self.name(hint), domain)
            case Record(kind, parts):
                return Rec(kind, tuple((n, self.storage(s, f"{hint}_{n}")) for n, s in parts))
            case Items(items):
                return Tup(tuple(self.storage(s, f"{hint}_{i}") for i, s in enumerate(items)))
            case Maybe(inner):
                there = self.variable(f"{hint}_there", 0, 1, is_bool=True)
                return self.opt(there, self.storage(inner, hint))
            case Array(item, least, most):
                length: Num | Const = Const(most)
                if least != most:
                    length = self.variable(f"{hint}_length", least, most)
                start = self.allocate(most * words(item))
                return Seq("scratch", Const(start), length, item, most)

    def opt(self, there: Num, value: Value) -> Opt:
        """A value that may be missing, by the truth of a code."""
        code = there.code
        yes, no = Fact(code, 1, 1), Fact(code, 0, 0)
        known = Num(code, 0, 1, (), 0, is_bool=True, yes=(*there.yes, yes), no=(*there.no, no))
        self.base.setdefault(code, (0, 1))
        return Opt(known, value)

    def allocate(self, count: int) -> int:
        """Words for work."""
        start = self.scratch
        self.scratch += count
        self.most_scratch = max(self.most_scratch, self.scratch)
        if self.scratch > 1 << 20:
            raise self.fail("a row would need more than a megabyte of words")
        return start

    # -- shapes -------------------------------------------------------------------------

    def shape(self, value: Value) -> Shape:
        """The shape of a value, as far as it is known here."""
        match value:
            case Const(constant):
                return Fixed(constant)
            case Num():
                low, high = self.bounds(value)
                return (
                    Fixed(bool(low) if value.is_bool else low)
                    if low == high
                    else Number(low, high, value.is_bool)
                )
            case Atom(_, domain):
                left = self.places(value)
                if len(left) == len(domain) or not left:
                    return Choice(domain)
                return (
                    Fixed(domain[left[0]])
                    if len(left) == 1
                    else union(tuple(domain[i] for i in left))
                )
            case Bits(_, domain):
                return Subset(domain)
            case Rec(kind, parts):
                return Record(kind, tuple((name, self.shape(each)) for name, each in parts))
            case Tup(items):
                return Items(tuple(map(self.shape, items)))
            case Seq(item=item, length=length, most=most):
                low, high = self.bounds(length)
                return Array(item, max(0, low), max(0, low, min(high, most)))
            case Cat():
                return self._of_parts(value)
            case Put(whole, _, item):
                array = as_array(_items(self.shape(whole)))
                return Array(join(array.item, self.shape(item)), array.least, array.most)
            case Opt(there, inner):
                low, high = self.bounds(there)
                if low == high:
                    return self.shape(inner) if low else Fixed(None)
                return Maybe(self.shape(inner))
            case Text():
                return Unused()
        raise self.fail(
            "a function or a generator is stored here",
            "Call it where it is needed, or make a tuple of what it yields.",
        )

    def _of_parts(self, value: Cat) -> Shape:
        item: Shape = Never()
        for part in value.parts:
            item = join(item, as_array(_items(self.shape(part))).item)
        # Places before and after one cancel out: the whole is as long as before.
        least, most = self.bounds(self.length(value))
        room = sum(part.most if isinstance(part, Seq) else len(part.items) for part in value.parts)
        return Array(item, max(0, least), max(0, least, min(most, room)))

    # -- assignments ----------------------------------------------------------------------

    def assign(
        self, target: Value, value: Value, pairs: "list[tuple[str, str]] | None" = None
    ) -> None:
        """Store a value in variables and words that can hold it; or say what is to be stored in variables."""
        if self.dead or target == value:
            return
        match target:
            case Const() | Text():
                return
            case Num(low=low, high=high):
                number = self.as_number(value)
                least, most = self.bounds(number)
                code = code_of(number)
                if not target.is_bool and isinstance(number, Num) and number.is_bool:
                    code = f"int({code})"
                if least < low or most > high:
                    code = self.hold(number)
                    self.trap(f"not {low} <= {code} <= {high}", "a number grew too large")
                self._store(target.code, code, pairs)
            case Atom(code, domain):
                self._store(code, self.place_in(value, domain), pairs)
            case Bits(code, domain):
                self._store(code, self.in_domain(value, domain), pairs)
            case Rec(_, parts):
                for name, part in parts:
                    self.assign(part, self.part(value, name), pairs)
            case Tup(items):
                for i, part in enumerate(items):
                    self.assign(part, self.nth(value, i), pairs)
            case Opt():
                self._assign_optional(target, value, pairs)
            case Seq():
                self._assign_array(target, value, pairs)
            case _:
                raise self.fail("a value of this kind cannot be stored")

    def _store(self, name: str, code: str, pairs: "list[tuple[str, str]] | None") -> None:
        if pairs is not None:
            pairs.append((name, code))
        else:
            self.line(f"{name} = {code}")

    def _assign_optional(
        self, target: Opt, value: Value, pairs: "list[tuple[str, str]] | None"
    ) -> None:
        there = target.there.code
        if isinstance(value, Const) and value.value is None:
            self._store(there, "False", pairs)
            self.blank(target.value, pairs, self.since.get(there, 0))
            return
        if isinstance(value, Opt):
            if pairs is not None:
                self._store(there, value.there.code, pairs)
                self.assign(target.value, value.value, pairs)
                return
            store, self.store = self.store, {}  # what it tells of other names is of no use here
            self.branch(
                value.there,
                lambda: self._assign_there(target, value.value),
                lambda: self._assign_optional(target, Const(None), None),
            )
            self.store = store
            return
        if isinstance(value, Atom) and any(each is None for each in value.domain):
            none = next(i for i, each in enumerate(value.domain) if each is None)
            yes = fact_among(value.code, (i for i in range(len(value.domain)) if i != none))
            self.assign(
                target,
                Opt(Num(f"{value.code} != {none}", 0, 1, is_bool=True, yes=yes), value),
                pairs,
            )
            return
        self._store(there, "True", pairs)
        self.assign(target.value, value, pairs)

    def _assign_there(self, target: Opt, value: Value) -> None:
        self.line(f"{target.there.code} = True")
        self.assign(target.value, value)

    def blank(self, target: Value, pairs: "list[tuple[str, str]] | None", since: int = 0) -> None:
        """Store nothing in the variables that were made after so many others."""
        match target:
            case Num(code=code) | Atom(code, _) | Bits(code, _):
                if not since or (code.isidentifier() and int(code.rsplit("_", 1)[-1]) > since):
                    self._store(code, "0", pairs)
            case Rec(_, parts):
                for _, part in parts:
                    self.blank(part, pairs, since)
            case Tup(items):
                for part in items:
                    self.blank(part, pairs, since)
            case Opt(there, inner):
                self.blank(there, pairs, since)
                self.blank(inner, pairs, since)
            case Seq(length=Num() as length):
                self.blank(length, pairs, since)

    def _assign_array(
        self, target: Seq, value: Value, pairs: "list[tuple[str, str]] | None"
    ) -> None:
        if isinstance(value, Seq) and value.array == target.array != "scratch":
            self._assign_number(target.start, value.start, pairs)
            self._assign_number(target.length, value.length, pairs)
            return
        if _refers_to(value, target) and not self.is_in_place(target, value):
            spare = self.storage(self.shape(value), "spare")
            if isinstance(spare, Seq):
                self._copy_all(spare, value, None)
            else:
                self.assign(spare, value)
            value = spare
        self._copy_all(target, value, pairs)

    def _copy_all(self, target: Seq, value: Value, pairs: "list[tuple[str, str]] | None") -> None:
        length = self.length(value)
        least, most = self.bounds(length)
        low, high = (
            self.bounds(target.length) if isinstance(target.length, Const) else (0, target.most)
        )
        if most > high or least < low:
            code = self.hold(length)
            self.trap(
                f"not {low} <= {code} <= {high}", "the sequence has no space for so many values"
            )
        self.fill(target, value)
        self._assign_number(target.length, length, pairs)

    def _assign_number(
        self, target: Num | Const, value: Num | Const, pairs: "list[tuple[str, str]] | None"
    ) -> None:
        if isinstance(target, Num):
            self._store(target.code, code_of(value), pairs)

    def is_in_place(self, target: Seq, value: Value) -> bool:
        """Do the items that come from the target stay where they are?"""
        at: Num | Const = Const(0)
        for part in self.parts(value):
            if isinstance(part, Seq) and part.array == target.array:
                here = self.minus(part.start, target.start)
                there = self.times(at, words(target.item))
                if code_of(here) != code_of(there) or part.item != target.item or part.step != 1:
                    return False
            at = self.plus(at, self.length(part))
        return True

    def hold(self, value: Num | Const, hint: str = "n") -> str:
        """The code of a number that is used several times."""
        code = code_of(value)
        if isinstance(value, Const) or code.isidentifier():
            return code
        name = self.name(hint)
        self.line(f"{name} = {code}")
        self.base[name] = self.bounds(value)
        return name

    # -- words of an array ------------------------------------------------------------------

    def load(self, array: str, at: Num | Const, shape: Shape) -> Value:
        """The value that lies in some words."""
        found = self._loaded(array, at, shape)
        if array != "scratch" or not isinstance(found, Num | Atom | Bits):
            return found
        # These words may be written again: what was read is held.
        name = self.name("was")
        self.line(f"{name} = {found.code}")
        if isinstance(found, Num):
            if found.is_bool:
                return self.truth(name, fact_among(name, [1]), fact_among(name, [0]))
            return self.number(name, found.low, found.high)
        return replace(found, code=name)

    def _loaded(self, array: str, at: Num | Const, shape: Shape) -> Value:
        code = f"{'state' if array == 'scratch' else array}[{_address(at)}]"
        match shape:
            case Fixed(value):
                return Const(value)
            case Never():
                return Const(None)
            case Unused():
                return Text()
            case Number(low, high, is_bool):
                if is_bool:
                    self.base[code] = (0, 1)
                    return self.truth(f"{code} != 0", fact_among(code, [1]), fact_among(code, [0]))
                return self.number(
                    code if array in {"state", "scratch"} else f"int({code})", low, high
                )
            case Choice(domain):
                self.base[code] = (0, len(domain) - 1)
                return Atom(code, domain)
            case Subset(domain):
                return Bits(code, domain)
            case Record(kind, parts):
                found: list[tuple[str, Value]] = []
                for name, part in parts:
                    found.append((name, self.load(array, at, part)))
                    at = self.plus(at, Const(words(part)))
                return self.record(kind, tuple(found))
            case Items(items):
                values: list[Value] = []
                for part in items:
                    values.append(self.load(array, at, part))
                    at = self.plus(at, Const(words(part)))
                return Tup(tuple(values))
            case Maybe(inner):
                self.base[code] = (0, 1)
                there = self.truth(f"{code} != 0", fact_among(code, [1]), fact_among(code, [0]))
                return self.opt(there, self.load(array, self.plus(at, Const(1)), inner))
            case Array(item, least, most):
                if least == most:
                    return Seq(array, at, Const(most), item, most)
                length = self.number(
                    code if array in {"state", "scratch"} else f"int({code})", least, most
                )
                return Seq(array, self.plus(at, Const(1)), length, item, most)

    out = "state"
    """The array that is written."""

    def write(self, at: Num | Const, shape: Shape, value: Value) -> None:
        """Store a value in words of the row."""
        if self.dead:
            return
        code = f"{self.out}[{_address(at)}]"
        match shape:
            case Fixed(known):
                if not self.is_always(value, known):
                    raise self.fail(f"a value that is {known!r} becomes another")
            case Never() | Unused():
                return
            case Number(low, high):
                self.assign(Num(code, low, high), value)
            case Choice(domain):
                self.line(f"{code} = {self.place_in(value, domain)}")
            case Subset(domain):
                self.assign(Bits(code, domain), value)
            case Record(_, parts):
                for name, part in parts:
                    self.write(at, part, self.part(value, name))
                    at = self.plus(at, Const(words(part)))
            case Items(items):
                for i, part in enumerate(items):
                    self.write(at, part, self.nth(value, i))
                    at = self.plus(at, Const(words(part)))
            case Maybe(inner):
                self._write_optional(at, inner, value)
            case Array():
                self._write_array(at, shape, value)

    def _write_optional(self, at: Num | Const, inner: Shape, value: Value) -> None:
        code = f"{self.out}[{_address(at)}]"
        there = self.presence(value)
        after = self.plus(at, Const(1))

        def present() -> None:
            self.line(f"{code} = 1")
            self.write(after, inner, self.present(value))

        def missing() -> None:
            self.line(f"{code} = 0")

        if isinstance(there, Num):
            self.branch(there, present, missing)
        else:
            (present if there.value else missing)()

    def _write_array(self, at: Num | Const, shape: Array, value: Value) -> None:
        length = self.length(value)
        least, most = self.bounds(length)
        if most > shape.most or least < shape.least:
            code = self.hold(length)
            self.trap(
                f"not {shape.least} <= {code} <= {shape.most}",
                "the sequence has no space for so many values",
            )
        if shape.least != shape.most:
            target = f"{self.out}[{_address(at)}]"
            if code_of(length) != target:
                self.line(f"{target} = {code_of(length)}")
            at = self.plus(at, Const(1))
        self.fill(Seq("state", at, Const(shape.most), shape.item, shape.most), value)

    def fill(self, target: Seq, value: Value) -> None:
        """Copy items to the words of an array."""
        at: Num | Const = Const(0)
        size = words(target.item)
        for part in self.parts(value):
            if isinstance(part, Tup):
                for item in part.items:
                    self.write(self.plus(target.start, self.times(at, size)), target.item, item)
                    at = self.plus(at, Const(1))
                continue
            start = self.plus(target.start, self.times(at, size))
            if not (
                self.out == "state"
                and _is_same(part, target)
                and code_of(start) == code_of(part.start)
            ):
                self._copy(start, target.item, part)
            at = self.plus(at, part.length)

    def _copy(self, start: Num | Const, shape: Shape, part: Seq) -> None:
        size = words(shape)
        if self.dead or part.length == Const(0) or size == 0:
            return
        base = self.hold(start, "to") if isinstance(start, Num) else None
        at = start if base is None else self.number(base, *self.bounds(start))
        i = self.variable("i", 0, max(0, part.most - 1))
        body = Block()
        self.block.nodes.append(Loop(f"for {i.code} in range({code_of(part.length)})", body))
        facts = dict(self.facts)
        with self.into(body):
            place = self.plus(at, self.times(i, size))
            if part.item == shape and part.step == 1:
                source = self.plus(part.start, self.times(i, size))
                array = "state" if part.array == "scratch" else part.array
                if size == 1:
                    self.line(f"{self.out}[{_address(place)}] = {array}[{_address(source)}]")
                else:
                    a, b, k = self.hold(place, "to"), self.hold(source, "from"), self.name("k")
                    inner = Block([f"{self.out}[{a} + {k}] = {array}[{b} + {k}]"])
                    self.block.nodes.append(Loop(f"for {k} in range({size})", inner))
            else:
                self.write(place, shape, self.item(part, i))
        self.facts = facts

    def item(self, part: Seq, i: Num | Const) -> Value:
        """The item at a place that is there."""
        size = words(part.item) * part.step
        return self.load(part.array, self.plus(part.start, self.times(i, size)), part.item)


def _address(at: Num | Const) -> str:
    code = code_of(at)
    return (
        code[1:-1] if code.startswith("(") and code.endswith(")") and "(" not in code[1:] else code
    )


def _is_same(part: Seq, target: Seq) -> bool:
    mine = {"scratch": "state"}
    return (
        mine.get(part.array, part.array) == "state" and part.item == target.item and part.step == 1
    )


def has_array(value: Value) -> bool:
    """Does a value lie in words of the row, in part?"""
    match value:
        case Seq() | Cat() | Put():
            return True
        case Rec(_, parts):
            return any(has_array(part) for _, part in parts)
        case Tup(items):
            return any(map(has_array, items))
        case Opt(_, inner):
            return has_array(inner)
    return False


def _refers_to(value: Value, target: Seq) -> bool:
    """May a value lie in the words of an array? Numbers of such words are held in variables."""
    match value:
        case Seq(array=array, start=start):
            if array != target.array:
                return False
            if isinstance(start, Const) and isinstance(target.start, Const):
                first, here = int(str(start.value)), int(str(target.start.value))
                return here <= first < here + target.most * words(target.item)
            return True
        case Cat(parts):
            return any(_refers_to(part, target) for part in parts)
        case Put(whole, _, item):
            return _refers_to(whole, target) or _refers_to(item, target)
        case Tup(items):
            return any(_refers_to(item, target) for item in items)
        case Rec(_, fields):
            return any(_refers_to(item, target) for _, item in fields)
        case Opt(_, inner):
            return _refers_to(inner, target)
    return False


def _items(shape: Shape) -> Items | Array:
    found = as_items(shape)
    assert found is not None
    return found
