"""Lower what Python and the kernel provide: `any`, `len`, `zip`, `replace`, `say`, methods of tuples and sets."""

import builtins
import copy
import dataclasses
import itertools
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from ludex import kernel
from ludex.compile.rulebook.calls import Calling
from ludex.compile.rulebook.core import code_of
from ludex.compile.rulebook.errors import CompileError, NotTabulable
from ludex.compile.rulebook.shapes import (
    FEW,
    MOST_IN_SET,
    Choice,
    Fixed,
    Never,
    Number,
    Shape,
    join,
)
from ludex.compile.rulebook.values import (
    EMPTY,
    FALSE,
    NONE,
    TRUE,
    Atom,
    Bits,
    Cat,
    Const,
    Indexed,
    Lazy,
    Method,
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
from ludex.kernel import Outcome, Seat, Sentence
from ludex.parts.fingerprint import FINGERPRINTS, fingerprint

Given = list[Value]
Named = dict[str, Value]


class Providing(Calling):
    """A machine that knows what Python provides."""

    def provided(self, function: object, given: Given, named: Named) -> Value | None:
        handler = _find(function)
        if handler is None:
            return None
        return handler(self, given, named)

    def method(self, this: Value, name: str, given: Given, named: Named) -> Value:
        if name in {"permitted", "refusal"}:
            return self.judged(this, name, given[0])
        if isinstance(this, Opt):
            this = self.present(this)
        if name == "_replace":
            return self.changed(this, named)
        if named:
            raise self.fail(f"the method `{name}` is called with named arguments")
        if isinstance(this, Const) and isinstance(this.value, Mapping) and name == "get":
            return self._tabulate_method(this, name, given)
        if isinstance(this, Const) and not is_plain_tuple(this):
            return self._tabulate_method(this, name, given)
        if isinstance(this, Bits):
            return self._of_set(this, name, given)
        if self.is_tuple(this) and name in {"count", "index"}:
            return self._counted_or_found(this, name, given[0])
        if isinstance(this, Num | Atom):
            return self._tabulate_method(this, name, given)
        if isinstance(this, Text):
            return Text()
        raise self.fail(f"the method `{name}` of such a value is not compiled")

    def _tabulate_method(self, this: Value, name: str, given: Given) -> Value:
        return self._tabulated(lambda thing, *values: getattr(thing, name)(*values), [this, *given])

    def _counted_or_found(self, this: Value, name: str, wanted: Value) -> Value:
        if name == "count":
            return self.total(this, lambda item: self.as_count(self.same(item, wanted)), Const(0))
        place, found = (-1, self.name("place")), (-1, self.name("at"))
        self.store[place], self.store[found] = Const(0), NONE
        with self.labelled("found") as done:

            def look(item: Value) -> None:
                at = self.store[place]
                assert isinstance(at, Num | Const)

                def here() -> None:
                    self.store[found] = at
                    self.leave(done)

                self.when(self.same(item, wanted), here)
                if not self.dead:
                    self.store[place] = self.plus(at, Const(1))

            self.each(this, look)
        self.take(place)
        value = self.take(found)
        there = self.presence(value)
        if isinstance(there, Num):
            self.trap(f"not ({there.code})", "the value is not in the tuple")
            self.learn(there.yes)
        elif not there.value:
            self.trap("True", "the value is not in the tuple")
            return NONE
        return self.as_number(value.value if isinstance(value, Opt) else value)

    # -- sets ---------------------------------------------------------------------------

    def as_set(self, value: Value) -> Value:
        """The items as a set: bits, one for each thing that may be in it."""
        if isinstance(value, Bits):
            return value
        if isinstance(value, Const):
            return self.called(frozenset, [value.value])
        domain = self._members(value)
        if not domain:
            return Const(frozenset())
        if len(domain) > MOST_IN_SET:
            raise self.fail(
                f"a set may hold {len(domain)} different things here",
                "At most 62 are compiled; use a tuple, or `in` a tuple.",
            )
        key = (-1, self.name("members"))
        self.store[key] = Bits("0", domain)

        def add(item: Value) -> None:
            before = self.store[key]
            assert isinstance(before, Bits)
            bit = self.bit(item, domain)
            if not self.dead:
                self.store[key] = Bits(
                    bit if before.code == "0" else f"({before.code} | {bit})", domain
                )

        self.each(value, add)
        found = self.take(key)
        if isinstance(found, Bits) and len(found.code) > 20:
            name = self.name("members")
            self.line(f"{name} = {found.code}")
            found = Bits(name, domain)
        return found

    def bit(self, item: Value, domain: tuple[object, ...]) -> str:
        """The bit of a thing that may be in a set."""
        if isinstance(item, Const):
            return str(1 << int(self.place_in(item, domain)))
        return f"(1 << {self.place_in(item, domain)})"

    def _members(self, value: Value) -> tuple[object, ...]:
        """Everything that may be an item."""
        mark = self.mark()
        store, facts = dict(self.store), dict(self.facts)
        shapes: list[Shape] = [Never()]

        def look(item: Value) -> None:
            shapes[0] = join(shapes[0], self.shape(item))

        self.each(value, look)
        self.rewind(mark)
        self.store, self.facts, self.dead = store, facts, False
        match shapes[0]:
            case Never():
                return ()
            case Fixed(one):
                return (one,)
            case Choice(domain):
                return domain
            case Number(low, high, is_bool) if high - low < MOST_IN_SET:
                return (False, True) if is_bool else tuple(range(low, high + 1))
        found = self.shape_domain(shapes[0])
        if found is None:
            raise self.fail(
                "a set of such things is not compiled",
                "Test membership with `in` a tuple, or count with a loop.",
            )
        return found

    def shape_domain(self, shape: Shape) -> tuple[object, ...] | None:
        """All values of a shape, where they are few."""
        found = self.possible(self.storage(shape, "one"))
        if found is None or len(found[0]) > FEW:
            return None
        return tuple(thing for thing, is_here in zip(found[0], found[1], strict=True) if is_here)

    def _of_set(self, this: Bits, name: str, given: Given) -> Value:
        if name == "isdisjoint" and len(given) == 1:
            return self.negated(
                self.holds(given[0], lambda item: self.contains(this, item), wanted=True)
            )
        if (
            name in {"issuperset", "union", "difference", "intersection", "issubset"}
            and len(given) == 1
        ):
            if name == "issuperset":
                return self.holds(given[0], lambda item: self.contains(this, item), wanted=False)
            other = self.as_set(given[0])
            operator = {"union": "|", "difference": "-", "intersection": "&", "issubset": "<="}[
                name
            ]
            return self.of_sets(operator, this, other)
        raise self.fail(f"the method `{name}` of a set is not compiled")

    def of_sets(self, operator: str, a: Value, b: Value) -> Value:
        """The result of `|`, `&`, `-`, `^` and `<=` for two sets."""
        if isinstance(a, Const) and isinstance(b, Const):
            return self._tabulated(SETS[operator], [a, b])
        members: list[object] = []
        for one in (a, b):
            domain = one.domain if isinstance(one, Bits) else _things_of(one)
            members += [each for each in domain if each not in members]
        if len(members) > MOST_IN_SET:
            raise self.fail("two sets hold more than 62 different things together")
        domain = tuple(members)
        x, y = self.in_domain(a, domain), self.in_domain(b, domain)
        if operator == "<=":
            return self.truth(f"({x} & ~{y}) == 0")
        return Bits(f"({x} & ~{y})" if operator == "-" else f"({x} {operator} {y})", domain)

    def in_domain(self, value: Value, domain: tuple[object, ...]) -> str:
        """The bits of a set, counted in another domain."""
        if isinstance(value, Const):
            return str(sum(1 << domain.index(each) for each in _things_of(value)))
        if not isinstance(value, Bits) or not {*value.domain} <= {*domain}:
            raise self.fail(
                "a set may gain elements", "Start with every element that it may contain."
            )
        if value.domain == domain[: len(value.domain)]:
            return value.code
        moved = [
            f"({value.code} >> {i} & 1) << {domain.index(each)}"
            for i, each in enumerate(value.domain)
        ]
        return f"({' | '.join(moved)})"

    def contains(self, things: Value, item: Value) -> Num | Const:
        """`item in things`"""
        if isinstance(things, Opt):
            things = self.present(things)
        if isinstance(things, Rec):
            own = getattr(things.kind, "__contains__", None)
            if own is not None and not issubclass(things.kind, tuple):
                return self.truth_of(self.call(self.attribute(things, "__contains__"), [item]))
        if isinstance(things, Bits):
            return self._in_bits(things, item)
        if (isinstance(things, Const) and not isinstance(things.value, str)) or isinstance(
            things, Atom
        ):
            try:
                found = self.tabulate(lambda all_, one: one in all_, [things, item])
                if isinstance(found, Num | Const):
                    return self.truth_of(found)
            except NotTabulable:
                if (
                    isinstance(things, Const)
                    and isinstance(things.value, range)
                    and isinstance(item, Num)
                ):
                    return self._in_range(things.value, item)
        return self.holds(things, lambda one: self.same(one, item), wanted=True)

    def _in_range(self, things: range, item: Num) -> Num | Const:
        if things.step != 1:
            raise self.fail("a range with this step is tested here")
        return self.all_of(
            [
                lambda: self.compared("<=", Const(things.start), item),
                lambda: self.compared("<", item, Const(things.stop)),
            ]
        )

    def _in_bits(self, things: Bits, item: Value) -> Num | Const:
        if isinstance(item, Const):
            at = [i for i, each in enumerate(things.domain) if each == item.value]
            return self.truth(f"{things.code} >> {at[0]} & 1 == 1") if at else FALSE
        try:
            place = self.tabulate(
                lambda one: things.domain.index(one) if one in things.domain else -1, [item]
            )
        except NotTabulable:
            members = [Const(each) for each in things.domain]
            return self.any_of([partial(self._is_member, things, item, each) for each in members])
        assert isinstance(place, Num | Const)
        code = self.hold(place, "place")
        if self.bounds(place)[0] < 0:
            return self.truth(f"({code} >= 0 and {things.code} >> {code} & 1 == 1)")
        return self.truth(f"{things.code} >> {code} & 1 == 1")

    def _is_member(self, things: Bits, item: Value, member: Const) -> Num | Const:
        return self.all_of([lambda: self.same(item, member), lambda: self._in_bits(things, member)])

    def size(self, value: Value) -> Num | Const:
        """`len(value)`"""
        if isinstance(value, Opt):
            value = self.present(value)
        if isinstance(value, Bits):
            return self.number(f"how_many({value.code})", 0, len(value.domain))
        if isinstance(value, Indexed):
            low, high = self.bounds(value.length)
            if low >= 0:
                return value.length
            return self.number(f"max(0, {code_of(value.length)})", 0, max(0, high))
        if isinstance(value, Const):
            found = self.called(len, [value.value])
            return found if isinstance(found, Const) else Const(0)
        if isinstance(value, Rec) and not issubclass(value.kind, tuple):
            return self.as_number(self.call(self.attribute(value, "__len__"), []))
        if isinstance(value, Atom):
            return self.as_number(self.tabulate(len, [value]))
        return self.length(value)

    # -- guards --------------------------------------------------------------------------

    def judged(self, event: Value, name: str, s: Value) -> Value:
        """Is an event allowed (`permitted`), or why is it not (`refusal`)?"""
        key = (-1, self.name("allowed"))
        self.store[key] = TRUE
        with self.labelled("judged") as done:

            def refuse() -> None:
                self.store[key] = FALSE
                self.leave(done)

            self.guards(event, s, refuse)
        allowed = self.take(key)
        assert isinstance(allowed, Num | Const)
        if name == "permitted":
            return allowed
        refused = self.negated(allowed)
        if isinstance(refused, Const):
            return Text() if refused.value else NONE
        return self.opt(refused, Text())

    def guards(self, event: Value, s: Value, refuse: Callable[[], None]) -> None:
        """Ask the guards of an event, one after the other; `refuse` where one fails."""
        if isinstance(event, Const):
            kind = type(event.value)
        elif isinstance(event, Rec):
            kind = event.kind
        elif isinstance(event, Atom) and len({type(each) for each in event.domain}) == 1:
            kind = type(event.domain[0])
            names = [field.name for field in kind.fields()]  # type: ignore[attr-defined]
            event = Rec(kind, tuple((each, self.part(event, each)) for each in names))
        else:
            raise self.fail("events of several classes are tested here")
        function = kind.guards  # type: ignore[attr-defined]
        if function is kernel.Event.guards:
            return
        found = self.call(Const(function), [event, s])
        if not isinstance(found, Lazy):
            if isinstance(found, Const) and not _things_of(found):
                return
            raise self.fail("`guards` is not a generator", "Write it with `yield`.")
        outer = self.refusing
        self.refusing = refuse
        frames = self.frames

        def demand(value: Value) -> None:
            self.guard(value, refuse)

        try:
            found.each(demand)
        finally:
            self.refusing = outer
            self.frames = frames

    only_ended = False
    """Is it asked whether a game has ended, and not how?"""

    keeps_reasons = False
    """Is the reason of an end asked for, where it is always the same?"""

    refusing: Callable[[], None] | None = None
    """The code for a guard that fails, while guards are asked."""

    def guard(self, value: Value, refuse: Callable[[], None]) -> None:
        """A guard has been asked: True, or a text."""
        match value:
            case Const(constant) if constant is True:
                return
            case Text():
                refuse()
            case Const(str()):
                refuse()
            case Atom(_, domain) if all(isinstance(each, str) for each in domain):
                refuse()
            case Num(is_bool=True):
                self.trap(f"not ({value.code})", "a guard that is neither True nor a text")
            case _:
                raise self.fail(
                    "a guard yields a value that is neither True nor a text",
                    'Write `condition or "the reason"`.',
                )


Handler = Callable[[Providing, Given, Named], Value]
SETS: dict[str, Callable[[Any, Any], object]] = {
    "|": lambda a, b: a | b, "&": lambda a, b: a & b, "-": lambda a, b: a - b,
    "^": lambda a, b: a ^ b, "<=": lambda a, b: a <= b,
}  # fmt: skip


def _things_of(value: Value) -> tuple[object, ...]:
    """The items of a constant set."""
    if isinstance(value, Const) and isinstance(value.value, Iterable):
        return tuple(value.value)
    return ()


def _text(_m: Providing, _given: Given, _named: Named) -> Value:
    return Text()


def _say(m: Providing, given: Given, named: Named) -> Value:
    if not m.keeps_reasons or not all(isinstance(v, Const) for v in (*given, *named.values())):
        return Text()
    words: list[Any] = [value.value for value in given if isinstance(value, Const)]
    more: dict[str, Any] = {n: v.value for n, v in named.items() if isinstance(v, Const)}
    return Const(kernel.say(*words, **more))


def _any(m: Providing, given: Given, _: Named) -> Value:
    return m.holds(given[0], m.truth_of, wanted=True)


def _all(m: Providing, given: Given, _: Named) -> Value:
    return m.holds(given[0], m.truth_of, wanted=False)


def _sum(m: Providing, given: Given, named: Named) -> Value:
    start = given[1] if len(given) > 1 else named.get("start", Const(0))
    return m.total(given[0], m.as_number, m.as_number(start))


def _extreme(word: str) -> Handler:
    def handle(m: Providing, given: Given, named: Named) -> Value:
        if all(isinstance(each, Const) for each in (*given, *named.values())):
            return m.called(
                lambda *values: getattr(builtins, word)(
                    *values, **{n: v.value for n, v in named.items() if isinstance(v, Const)}
                ),
                [each.value for each in given if isinstance(each, Const)],
            )
        key = named.get("key")
        if len(given) == 2 and key is None and _are_numbers(given):
            a, b = m.as_number(given[0]), m.as_number(given[1])
            (la, ha), (lb, hb) = m.bounds(a), m.bounds(b)
            pick = min if word == "min" else max
            if isinstance(a, Const) and isinstance(b, Const):
                return Const(pick(la, lb))
            if ha <= lb or hb <= la:
                return (a if ha <= lb else b) if word == "min" else (b if ha <= lb else a)
            return m.number(f"{word}({code_of(a)}, {code_of(b)})", pick(la, lb), pick(ha, hb))
        things = given[0] if len(given) == 1 else Tup(tuple(given))
        by = None if key is None else lambda item: m.call(key, [item])
        return m.extreme(things, word, by, named.get("default"))

    return handle


def _are_numbers(values: Given) -> bool:
    return all(
        isinstance(v, Num) or (isinstance(v, Const) and isinstance(v.value, int)) for v in values
    )


def _len(m: Providing, given: Given, _: Named) -> Value:
    return m.size(given[0])


def _abs(m: Providing, given: Given, _: Named) -> Value:
    a = m.as_number(given[0])
    low, high = m.bounds(a)
    if low >= 0:
        return a
    return m.number(f"abs({code_of(a)})", 0 if high >= 0 else -high, max(-low, high))


def _tuple(m: Providing, given: Given, _: Named) -> Value:
    if not given:
        return EMPTY
    if isinstance(given[0], Const):
        return m.called(tuple, [given[0].value])
    return m.gathered(given[0])


def _set(m: Providing, given: Given, _: Named) -> Value:
    return m.as_set(given[0]) if given else Const(frozenset())


def _range(m: Providing, given: Given, _: Named) -> Value:
    if all(isinstance(each, Const) for each in given):
        return m.called(range, [each.value for each in given if isinstance(each, Const)])
    numbers = [m.as_number(each) for each in given]
    start = numbers[0] if len(numbers) > 1 else Const(0)
    stop = numbers[1] if len(numbers) > 1 else numbers[0]
    step = m.bounds(numbers[2])[0] if len(numbers) > 2 else 1
    if step not in {1, -1} or (len(numbers) > 2 and not isinstance(numbers[2], Const)):
        raise m.fail("a range with this step is not compiled")
    length = m.minus(stop, start) if step == 1 else m.minus(start, stop)
    return Indexed(length, lambda i: m.plus(start, m.times(i, step)))


def _indexed(m: Providing, value: Value) -> Indexed | None:
    if isinstance(value, Indexed):
        return value
    if isinstance(value, Const) and isinstance(value.value, range | tuple | list | str):
        value = Const(tuple(value.value))
    if isinstance(value, Lazy | Bits) or not m.is_tuple(value):
        return None
    row = value
    return Indexed(m.length(value), lambda i: m.index(row, i))


def _enumerate(m: Providing, given: Given, named: Named) -> Value:
    start = m.as_number(given[1] if len(given) > 1 else named.get("start", Const(0)))
    if isinstance(given[0], Const):
        return m.called(
            lambda things, first: tuple(enumerate(things, first)),
            [given[0].value, m.bounds(start)[0]],
        )
    found = _indexed(m, given[0])
    if found is not None:
        at = found.at
        return Indexed(found.length, lambda i: Tup((m.plus(start, i), at(i))))

    def each(body: Callable[[Value], None]) -> None:
        key = (-1, m.name("count"))
        m.store[key] = start

        def count(item: Value) -> None:
            i = m.store[key]
            assert isinstance(i, Num | Const)
            m.store[key] = m.plus(i, Const(1))
            body(Tup((i, item)))

        m.each(given[0], count)
        m.store.pop(key, None)

    return Lazy(each)


def _zip(m: Providing, given: Given, named: Named) -> Value:
    is_strict = named.get("strict", FALSE) == TRUE
    if all(isinstance(each, Const) for each in given):
        return m.called(
            lambda *things: tuple(zip(*things, strict=is_strict)),
            [e.value for e in given if isinstance(e, Const)],
        )
    parts = [_indexed(m, each) or _indexed(m, m.gathered(each)) for each in given]
    known = [part for part in parts if part is not None]
    assert len(known) == len(parts)
    length = known[0].length
    for part in known[1:]:
        same = m.compared("==", length, part.length)
        if is_strict and same != TRUE:
            m.trap(f"not ({code_of(same)})", "one argument of `zip` is shorter than another")
        shorter = m.compared("<=", length, part.length)
        if shorter == TRUE:
            continue
        if m.compared("<=", part.length, length) == TRUE:
            length = part.length
            continue
        (la, ha), (lb, hb) = m.bounds(length), m.bounds(part.length)
        length = m.number(
            f"min({code_of(length)}, {code_of(part.length)})", min(la, lb), min(ha, hb)
        )
    return Indexed(length, lambda i: Tup(tuple(part.at(i) for part in known)))


def _pairwise(m: Providing, given: Given, _: Named) -> Value:
    found = _indexed(m, given[0]) or _indexed(m, m.gathered(given[0]))
    assert found is not None
    length = m.minus(found.length, Const(1))
    at = found.at
    return Indexed(length, lambda i: Tup((at(i), at(m.plus(i, Const(1))))))


def _reversed(m: Providing, given: Given, _: Named) -> Value:
    if isinstance(given[0], Const):
        return m.called(lambda things: tuple(reversed(things)), [given[0].value])
    if isinstance(given[0], Indexed):
        inside = given[0]
        last = m.minus(inside.length, Const(1))
        return Indexed(inside.length, lambda i: inside.at(m.minus(last, i)))
    return m.slice(given[0], None, None, -1)


def _chain(m: Providing, given: Given, _: Named) -> Value:
    def each(body: Callable[[Value], None]) -> None:
        for one in given:
            if not m.dead:
                m.each(one, body)

    return Lazy(each)


def _chained(m: Providing, given: Given, _: Named) -> Value:
    return Lazy(lambda body: m.each(given[0], lambda one: m.each(one, body)))


def _once_each(m: Providing, given: Given, _: Named) -> Value:
    """`dict.fromkeys(items)`, which is there to be looped over: every item once, in order."""
    things = m.gathered(given[0])
    numbered = _enumerate(m, [things], {})

    def each(body: Callable[[Value], None]) -> None:
        def look(pair: Value) -> None:
            i, item = m.nth(pair, 0), m.nth(pair, 1)
            before = m.slice(things, None, m.as_number(i))
            m.when(m.negated(m.contains(before, item)), lambda: body(item))

        m.each(numbered, look)

    return Lazy(each)


def _product(m: Providing, given: Given, named: Named) -> Value:
    repeat = named.get("repeat", Const(1))
    if not isinstance(repeat, Const):
        raise m.fail("the length of the tuples of `product` is not known", "Write loops.")
    given = given * m.bounds(repeat)[0]
    if all(isinstance(each, Const) for each in given):
        return m.called(
            lambda *things: tuple(itertools.product(*things)),
            [e.value for e in given if isinstance(e, Const)],
        )

    def each(body: Callable[[Value], None]) -> None:
        def inner(rest: Given, chosen: tuple[Value, ...]) -> None:
            if not rest:
                body(Tup(chosen))
            else:
                m.each(rest[0], lambda item: inner(rest[1:], (*chosen, item)))

        inner(given, ())

    return Lazy(each)


def _fingerprint(m: Providing, given: Given, _: Named) -> Value:
    key, most = (-1, m.name("mixed")), FINGERPRINTS - 1
    m.store[key] = m.number("0", 0, most)

    def add(item: Value) -> None:
        before, thing = m.store[key], m.as_number(item)
        assert isinstance(before, Num)
        m.store[key] = m.settled(
            m.number(f"mixed({before.code}, {code_of(thing)})", 0, most), "mixed"
        )

    m.each(given[0], add)
    return m.take(key)


def _map(m: Providing, given: Given, _: Named) -> Value:
    if len(given) == 2:
        return Lazy(lambda body: m.each(given[1], lambda item: body(m.call(given[0], [item]))))
    zipped = _zip(m, given[1:], {})
    return Lazy(
        lambda body: m.each(
            zipped,
            lambda items: body(
                m.call(given[0], list(items.items) if isinstance(items, Tup) else [])
            ),
        )
    )


def _filter(m: Providing, given: Given, _: Named) -> Value:
    def each(body: Callable[[Value], None]) -> None:
        def look(item: Value) -> None:
            condition = m.truth_of(item if given[0] == NONE else m.call(given[0], [item]))
            m.when(condition, lambda: body(item))

        m.each(given[1], look)

    return Lazy(each)


def _next(m: Providing, given: Given, _: Named) -> Value:
    key = (-1, m.name("first"))
    is_there = (-1, m.name("is_there"))
    m.store[key], m.store[is_there] = given[1] if len(given) > 1 else NONE, FALSE
    with m.labelled("next") as done:

        def take(item: Value) -> None:
            m.store[key], m.store[is_there] = item, TRUE
            m.leave(done)

        m.each(given[0], take)
    found, there = m.take(key), m.take(is_there)
    assert isinstance(there, Num | Const)
    if len(given) == 1 and there != TRUE:
        m.trap("True" if isinstance(there, Const) else f"not ({there.code})", "StopIteration")
        if isinstance(found, Opt):
            return found.value
    return found


def _isinstance(m: Providing, given: Given, _: Named) -> Value:
    value, kinds = given
    assert isinstance(kinds, Const)
    match value:
        case Rec(kind, _):
            return m.called(issubclass, [kind, kinds.value])
        case Num(is_bool=is_bool):
            return m.called(issubclass, [bool if is_bool else int, kinds.value])
        case Tup() | Seq() | Cat():
            return m.called(issubclass, [tuple, kinds.value])
        case Opt():
            return m.all_of(
                [
                    lambda: m.presence(value),
                    lambda: m.truth_of(_isinstance(m, [value.value, kinds], {})),
                ]
            )
    return m.tabulate(isinstance, [value, kinds])


def _replace(m: Providing, given: Given, named: Named) -> Value:
    return m.changed(given[0], named)


def _bool(m: Providing, given: Given, _: Named) -> Value:
    return m.truth_of(given[0]) if given else FALSE


def _int(m: Providing, given: Given, _: Named) -> Value:
    if isinstance(given[0], Num):
        return m.as_count(given[0]) if given[0].is_bool else given[0]
    return m.tabulate(int, given)


def _divmod(m: Providing, given: Given, _: Named) -> Value:
    a, b = m.as_number(given[0]), m.as_number(given[1])
    return Tup((m.binary("//", a, b), m.binary("%", a, b)))


def _sorted(m: Providing, given: Given, named: Named) -> Value:
    if isinstance(given[0], Const) and not named:
        return m.called(lambda things: tuple(sorted(things)), [given[0].value])
    if isinstance(given[0], Bits):
        things: tuple[Any, ...] = given[0].domain
        if things == tuple(sorted(things)):
            return given[0]
    backwards = named.get("reverse", FALSE)
    if not isinstance(backwards, Const):
        raise m.fail("the direction of `sorted` is not known", "Write True or False.")
    key = named.get("key")
    by = None if key is None else lambda item: m.call(key, [item])
    return m.in_order(given[0], by, ">" if backwards.value else "<")


def _won(m: Providing, given: Given, named: Named) -> Value:
    scores = named.get("scores", given[2] if len(given) > 2 else EMPTY)
    reason = named.get("reason", given[1] if len(given) > 1 else Const(""))
    return _outcome(m, [Tup((given[0],)), reason, scores], {})


def _lost(m: Providing, given: Given, named: Named) -> Value:
    return _outcome(m, [EMPTY, named.get("reason", given[0] if given else Text()), EMPTY], {})


def _drawn(m: Providing, given: Given, named: Named) -> Value:
    count = m.as_number(given[0])
    scores = named.get("scores", given[2] if len(given) > 2 else EMPTY)
    if isinstance(count, Const):
        winners: Value = Const(tuple(Seat(i) for i in range(m.bounds(count)[0])))
    else:
        winners = m.gathered(_range(m, [count], {}))
    reason = named.get("reason", given[1] if len(given) > 1 else Text())
    return _outcome(m, [winners, reason, scores], {})


def _outcome(m: Providing, given: Given, named: Named) -> Value:
    if m.only_ended:
        return TRUE
    found = dict(zip(("winners", "reason", "scores"), given, strict=False)) | named
    winners, scores = found["winners"], found.get("scores", EMPTY)
    is_told = m.keeps_reasons and isinstance(found["reason"], Const)
    reason = found["reason"] if is_told else Text()
    return Rec(Outcome, (("winners", winners), ("reason", reason), ("scores", scores)))


def _identity(_m: Providing, given: Given, _: Named) -> Value:
    return given[0]


def _super(m: Providing, _given: Given, _: Named) -> Value:
    raise m.fail("`super()` is not compiled", "Call the function of the class by name.")


HANDLERS: list[tuple[object, Handler]] = [
    (any, _any), (all, _all), (sum, _sum), (min, _extreme("min")), (max, _extreme("max")),
    (len, _len), (abs, _abs), (tuple, _tuple), (list, _tuple), (set, _set), (frozenset, _set),
    (range, _range), (enumerate, _enumerate), (zip, _zip), (itertools.pairwise, _pairwise),
    (reversed, _reversed), (itertools.chain, _chain), (itertools.chain.from_iterable, _chained),
    (itertools.product, _product), (dict.fromkeys, _once_each), (fingerprint, _fingerprint), (map, _map), (filter, _filter), (next, _next), (iter, _identity),
    (isinstance, _isinstance), (dataclasses.replace, _replace), (bool, _bool), (int, _int),
    (divmod, _divmod), (sorted, _sorted), (kernel.say, _say), (Sentence, _text), (str, _text),
    (kernel.won, _won), (kernel.lost, _lost), (kernel.drawn, _drawn), (Outcome, _outcome),
    (repr, _text), (format, _text), (super, _super), (print, _super), (copy.replace if hasattr(copy, "replace") else _replace, _replace),
]  # fmt: skip


def _find(function: object) -> Handler | None:
    for known, handler in HANDLERS:
        if known is function or (
            type(known) is type(function) and not isinstance(known, type) and known == function
        ):
            return handler
    return None


__all__ = ["Atom", "CompileError", "Method", "Providing", "fact_among"]
