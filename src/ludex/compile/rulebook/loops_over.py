"""Loops over whatever has items: tuples, ranges, constants, generators."""

from collections.abc import Callable, Iterable
from math import prod
from typing import Any

from ludex.compile.rulebook.core import code_of
from ludex.compile.rulebook.errors import CompileError
from ludex.compile.rulebook.same import Sameness
from ludex.compile.rulebook.shapes import FEW, Never, Shape, as_array, as_items, join, words
from ludex.compile.rulebook.values import (
    FALSE,
    NONE,
    TRUE,
    Atom,
    Bits,
    Const,
    Fact,
    Indexed,
    Lazy,
    Num,
    Opt,
    Put,
    Rec,
    Seq,
    Tup,
    Value,
    fact_among,
)
from ludex.compile.rulebook.ways import room_for
from ludex.compile.rulebook.writer import Block, If, Loop

UNROLLED = 40
"""A loop over no more constants than this is written out."""

UNROLLED_INSIDE = 12
"""The same inside of such a loop."""

LONG_SUM = 4
"""A sum of more parts gets a variable."""


class AddedInLoop(Exception):
    """An item of a tuple is added in a loop."""


Body = Callable[[Value], None]


class Looping(Sameness):
    """A machine that goes through things."""

    def snapshot(self) -> tuple[Any, ...]:
        """Remember everything that is known, to try something."""
        known = dict(self.store), dict(self.facts), self.frames, self.site, self.unrolling
        return self.mark(), known, self.added

    def go_back(self, snapshot: tuple[Any, ...]) -> None:
        """Forget what was tried since then."""
        mark, known, self.added = snapshot
        self.rewind(mark)
        store, facts, self.frames, self.site, self.unrolling = known
        self.store, self.facts, self.dead = dict(store), dict(facts), False

    def each(self, value: Value, body: Body) -> None:
        """Do something with each item."""
        if self.dead:
            return
        match value:
            case Lazy(run, _):
                frames = self.frames

                def given(item: Value) -> None:
                    inner, self.frames = self.frames, frames
                    body(item)
                    self.frames = inner

                run(given)
            case Const(constant):
                self._each_constant(value, constant, body)
            case Indexed(length, at):
                if isinstance(length, Const) and self.bounds(length)[0] <= 3:
                    self._unrolled([at(Const(i)) for i in range(self.bounds(length)[0])], body)
                else:
                    self._counted(length, lambda i: body(at(i)))
            case Bits(code, domain):
                self._each_bit(code, domain, body)
            case Opt():
                self.each(self.present(value), body)
            case Put():
                self.each(self.sequence(value), body)
            case Atom(_, domain) if not all(isinstance(each, tuple) for each in domain):
                self.each(self.tabulate(tuple, [value]), body)
            case _:
                for part in self.parts(value):
                    if isinstance(part, Tup):
                        self._unrolled(list(part.items), body)
                    else:
                        self._each_item(part, body)

    def _each_item(self, part: Seq, body: Body) -> None:
        if part.length == Const(0):
            return
        self._counted(part.length, lambda i: body(self.item(part, i)))

    def _counted(self, length: Num | Const, body: Callable[[Num | Const], None]) -> None:
        _, most = self.bounds(length)
        if most <= 0:
            return
        i = self.variable("i", 0, most - 1)
        below = self.compared("<", i, length)

        def turn() -> None:
            if isinstance(below, Num):
                self.learn(below.yes)
            body(i)

        self.loop(f"for {i.code} in range({code_of(length)})", turn, most)

    def _each_constant(self, value: Const, constant: object, body: Body) -> None:
        if not isinstance(constant, Iterable):
            raise self.fail(f"{constant!r} has no items")
        things = list(constant)
        limit = UNROLLED_INSIDE if self.unrolling else UNROLLED
        if len(things) > limit:
            try:
                self._each_item(self.promoted(Const(tuple(things))), body)
                return  # noqa: TRY300
            except CompileError:
                if len(things) > 4 * UNROLLED:
                    raise
        self._unrolled([Const(each) for each in things], body)

    def _unrolled(self, items: list[Value], body: Body) -> None:
        self.unrolling += 1
        for item in items:
            if self.dead:
                break
            body(item)
        self.unrolling -= 1

    def _each_bit(self, code: str, domain: tuple[object, ...], body: Body) -> None:
        left, i = self.name("left"), self.name("i")
        self.line(f"{left} = {code}")

        def turn() -> None:
            self.line(f"{i} = lowest({left})")
            self.line(f"{left} &= {left} - 1")
            body(Atom(i, domain))

        self.loop(f"while {left} != 0", turn, len(domain))

    # -- what is made of items ------------------------------------------------------------

    def holds(
        self, value: Value, ask: Callable[[Value], Num | Const], *, wanted: bool
    ) -> Num | Const:
        """Is there an item of which something holds (or does not)? Nothing after it is looked at."""
        key = (-1, self.name("found"))
        self.store[key] = Const(not wanted)
        with self.labelled("found") as done:

            def look(item: Value) -> None:
                condition = ask(item)

                def found() -> None:
                    self.store[key] = Const(wanted)
                    self.leave(done)

                self.when(condition if wanted else self.negated(condition), found)

            self.each(value, look)
        found = self.take(key)
        assert isinstance(found, Num | Const)
        return found

    def total(
        self, value: Value, item_value: Callable[[Value], Num | Const], start: Num | Const
    ) -> Num | Const:
        """The sum over all items."""
        key = (-1, self.name("total"))
        self.store[key] = start

        def add(item: Value) -> None:
            more = item_value(item)
            before = self.store[key]
            assert isinstance(before, Num | Const)
            if not self.dead:
                result = self.settled(more, "more")
                assert isinstance(result, Num | Const)
                total = self.plus(before, result)
                is_long = isinstance(total, Num) and len(total.terms) > LONG_SUM
                self.store[key] = self.settled(total, key[1]) if is_long else total

        self.each(value, add)
        found = self.take(key)
        assert isinstance(found, Num | Const)
        return found

    def keep(self, key: tuple[int, str], value: Value) -> None:
        """Give a name a value; a long code is put in a variable."""
        self.store[key] = self.settled(value, key[1])

    def settled(self, value: Value, hint: str) -> Value:
        """The same value, a long code put in a variable."""
        code = value.code if isinstance(value, Num | Atom) else ""
        if len(code) < 40 or code.startswith("state["):
            return value
        name = self.name(hint)
        self.line(f"{name} = {code}")
        if isinstance(value, Atom):
            fact = self.facts.get(code)
            if fact is not None:
                self.learn((Fact(name, fact.low, fact.high, fact.among),))
            return Atom(name, value.domain)
        assert isinstance(value, Num)
        self.base[name] = low, high = self.bounds(value)
        if value.is_bool:
            yes, no = (*value.yes, Fact(name, 1, 1)), (*value.no, Fact(name, 0, 0))
            return Num(name, 0, 1, (), 0, is_bool=True, yes=yes, no=no)
        return Num(name, low, high, ((name, 1),))

    def extreme(
        self,
        value: Value,
        word: str,
        key_of: Callable[[Value], Value] | None,
        default: Value | None,
    ) -> Value:
        """The least or greatest item; the first of several."""
        is_there, best, rank = ((-1, self.name(n)) for n in ("some", "best", "rank"))
        self.store[is_there], self.store[best], self.store[rank] = FALSE, NONE, NONE

        def look(item: Value) -> None:
            key = key_of(item) if key_of else item
            some = self.store[is_there]
            assert isinstance(some, Num | Const)

            def take() -> None:
                self.store[is_there], self.store[best], self.store[rank] = TRUE, item, key

            def compare() -> None:
                self.when(self.precedes(word, key, self.store[rank]), take)

            self.when(some, compare, take)

        self.each(value, look)
        some, found = self.take(is_there), self.take(best)
        assert isinstance(some, Num | Const)
        if self.dead:
            return NONE
        if some == TRUE:
            return found
        if default is not None:
            self.store[best] = default
            result = found

            def there() -> None:
                self.store[best] = self.surely(result)

            self.when(some, there)
            return self.take(best)
        if isinstance(some, Const):
            self.trap("True", "the minimum or maximum of an empty sequence")
            return NONE
        self.trap(f"not ({some.code})", "the minimum or maximum of an empty sequence")
        self.learn(some.yes)
        return self.surely(found)

    def surely(self, value: Value) -> Value:
        """A value that is known not to be None, though its shape does not say so."""
        if isinstance(value, Opt):
            return value.value
        if isinstance(value, Atom):
            rest = [i for i in self.places(value) if value.domain[i] is not None]
            self.learn(fact_among(value.code, rest))
        return value

    def precedes(self, word: str, a: Value, b: Value) -> Num | Const:
        """Is `a` less (or greater) than `b`?"""
        return self.ordered("<" if word == "min" else ">", a, self.surely(b))

    def ordered(self, operator: str, a: Value, b: Value) -> Num | Const:
        """`a operator b` for an order."""
        try:
            return self.compared(operator, self.as_number(a), self.as_number(b))
        except CompileError:
            if not isinstance(a, Rec | Tup | Seq | Atom | Const) or not isinstance(
                b, Rec | Tup | Seq | Atom | Const
            ):
                raise
        if isinstance(a, Atom | Const) and isinstance(b, Atom | Const):
            found = self.tabulate(lambda x, y: bool(COMPARE[operator](x, y)), [a, b])
            assert isinstance(found, Num | Const)
            return found
        return self._lexical(operator, a, b)

    def _lexical(self, operator: str, a: Value, b: Value) -> Num | Const:
        m, n = self.length(a), self.length(b)
        if not (isinstance(m, Const) and m == n):
            raise self.fail("tuples of variable length are sorted here")
        count = self.bounds(m)[0]
        strict = operator[0]

        def from_place(i: int) -> Num | Const:
            x, y = self.nth(a, i), self.nth(b, i)
            if i == count - 1:
                return self.ordered(operator, x, y)
            return self.any_of(
                [
                    lambda: self.ordered(strict, x, y),
                    lambda: self.all_of([lambda: self.same(x, y), lambda: from_place(i + 1)]),
                ]
            )

        return from_place(0) if count else Const("=" in operator)

    def in_order(self, value: Value, by: Callable[[Value], Value] | None, operator: str) -> Value:
        """The items as `sorted` puts them: one after the other goes to its place."""
        things = self.gathered(value)
        length = self.length(things)
        if self.bounds(length)[1] <= 1:
            return things
        items = as_items(self.shape(things))
        assert items is not None
        target = self.storage(as_array(items), "sorted")
        assert isinstance(target, Seq)
        self.assign(target, things)
        i, j = self.name("i"), self.variable("j", 1, max(1, target.most - 1))
        outer, inner, swap = Block(), Block(), Block()
        self.block.nodes.append(Loop(f"for {i} in range(1, {code_of(length)})", outer))
        outer.line(f"{j.code} = {i}")
        outer.nodes.append(Loop(f"while {j.code} > 0", inner))
        facts = dict(self.facts)
        with self.into(inner):
            one, other = self.item(target, j), self.item(target, self.minus(j, Const(1)))
            a, b = (one, other) if by is None else (by(one), by(other))
            before = self.ordered(operator, a, b)
            code = code_of(before)
            self.block.nodes.append(If(code, swap, Block(["break"])))
        with self.into(swap):
            here = self.plus(target.start, self.times(j, words(target.item)))
            self.write(here, target.item, other)
            self.write(self.minus(here, Const(words(target.item))), target.item, one)
            self.line(f"{j.code} -= 1")
        self.facts = facts
        return target

    def gathered(self, value: Value, item_value: Callable[[Value], Value] | None = None) -> Value:
        """The items as a tuple, or what is made of each."""
        if (
            item_value is None
            and not isinstance(value, Lazy | Indexed | Bits)
            and self.is_tuple(value)
        ):
            return value if isinstance(value, Put) else self.join_parts([*self.parts(value)])
        make = item_value if item_value is not None else lambda item: item
        origin, depth = self.snapshot(), len(self.turns)
        key = (-1, self.name("items"))
        self.store[key] = Const(())

        def add(item: Value) -> None:
            if len(self.turns) > depth:
                raise AddedInLoop
            before, made = self.store[key], make(item)
            if not self.dead:
                self.store[key] = self.join_parts([*self.parts(before), Tup((made,))])

        try:
            self.each(value, add)
        except AddedInLoop:
            self.go_back(origin)
            return self._written_one_by_one(value, make)
        return self.take(key)

    def _written_one_by_one(self, value: Value, make: Callable[[Value], Value]) -> Value:
        """The items as a tuple: each is written behind those before, so that none is moved."""
        origin, depth = self.snapshot(), len(self.turns)
        shapes: list[Shape] = [Never()]
        self.added = 0

        def look(item: Value) -> None:
            made = make(item)
            if not self.dead:
                shapes[0] = join(shapes[0], self.shape(made))
                times = self.turns[depth:]
                is_known = self.added is not None and None not in times
                self.added = prod(filter(None, times), start=1) + self.added if is_known else None  # type: ignore[operator]

        self.each(value, look)
        shape, most = shapes[0], self.added
        self.go_back(origin)
        room = most if most is not None and most <= FEW else room_for(shape, None)
        start, size = self.allocate(room * words(shape)), words(shape)
        key = (-1, self.name("length"))
        self.store[key] = Const(0)

        def add(item: Value) -> None:
            made, count = make(item), self.store[key]
            assert isinstance(count, Num | Const)
            if self.dead:
                return
            if room != most:
                self.trap(
                    f"{code_of(count)} >= {room}", "the sequence has no space for so many values"
                )
            out, self.out = self.out, "state"
            self.write(self.plus(Const(start), self.times(count, size)), shape, made)
            self.out = out
            more = self.variable("length", 1, max(1, room))
            self.line(f"{more.code} = {code_of(self.plus(count, Const(1)))}")
            self.store[key] = more

        self.each(value, add)
        length = self.take(key)
        assert isinstance(length, Num | Const)
        return Seq("scratch", Const(start), length, shape, room)


COMPARE: dict[str, Callable[..., bool]] = {
    "<": lambda a, b: a < b, "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
}  # fmt: skip
