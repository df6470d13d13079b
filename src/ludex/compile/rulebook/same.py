"""Equality, membership and truth, as Python defines them."""

from collections.abc import Callable

from ludex.compile.rulebook.core import Key, code_of
from ludex.compile.rulebook.errors import NotTabulable
from ludex.compile.rulebook.structures import Structures
from ludex.compile.rulebook.values import (
    FALSE,
    TRUE,
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
from ludex.compile.rulebook.ways import Way
from ludex.compile.rulebook.writer import Block, If, is_empty


class Sameness(Structures):
    """A machine that compares."""

    def truth_of(self, value: Value) -> Num | Const:
        """Is a value true, as `if` asks?"""
        match value:
            case Const(constant):
                return Const(bool(constant))
            case Num(is_bool=True):
                low, high = self.bounds(value)
                return value if low != high else Const(bool(low))
            case Num():
                return self.compared("!=", value, Const(0))
            case Atom():
                found = self.tabulate(bool, [value])
                assert isinstance(found, Num | Const)
                return found
            case Bits(code, _):
                return self.truth(f"{code} != 0")
            case Opt(_, inner):
                return self.all_of([lambda: self.presence(value), lambda: self.truth_of(inner)])
            case Tup() | Seq() | Cat() | Put():
                return self.compared(">", self.length(value), Const(0))
            case Rec(kind, _) if issubclass(kind, tuple):
                return Const(bool(getattr(kind, "_fields", ())))
            case Rec(kind, _) if not hasattr(kind, "__bool__") and not hasattr(kind, "__len__"):
                return TRUE
            case Text():
                raise self.fail(
                    "a text is tested for emptiness here",
                    "Test the values that the text depends on.",
                )
        raise self.fail("the truth of this value is not known")

    def all_of(self, conditions: list[Callable[[], Num | Const]]) -> Num | Const:
        """Do all hold? One is asked only if those before hold."""
        return self._chain(conditions, is_and=True)

    def any_of(self, conditions: list[Callable[[], Num | Const]]) -> Num | Const:
        """Does one hold? One is asked only if those before do not."""
        return self._chain(conditions, is_and=False)

    def _chain(self, conditions: list[Callable[[], Num | Const]], *, is_and: bool) -> Num | Const:
        first = conditions[0]()
        if self.dead:
            return FALSE
        if len(conditions) == 1:
            return first
        rest = conditions[1:]
        if isinstance(first, Const):
            return self._chain(rest, is_and=is_and) if bool(first.value) is is_and else first
        store, facts, line = dict(self.store), dict(self.facts), self._line
        block = Block()
        with self.into(block):
            self.learn(first.yes if is_and else first.no)
            second = self._chain(rest, is_and=is_and)
            ended, changed = self.dead, self.store != store
        if is_empty(block) and not ended and not changed:
            self.facts, self._line = facts, line
            return self._together(first, second, is_and=is_and)
        key = (-1, self.name("held"))
        stop = Block()
        ways = []
        known = (second.yes if is_and else second.no) if isinstance(second, Num) else ()
        there: list[Key] = []
        if not ended:
            there = self._names_there(known)
            self.store[key] = second
            end = Block()
            block.nodes.append(end)
            ways.append(Way(end, self.store, self.facts))
        self.store, self.facts, self.dead, self._line = dict(store), dict(facts), False, None
        self.learn(first.no if is_and else first.yes)
        self.store[key] = Const(not is_and)
        ways.append(Way(stop, self.store, self.facts))
        then, other = (block, stop) if is_and else (stop, block)
        self.block.nodes.append(If(first.code, then, other))
        self.meet(ways)
        found = self.take(key)
        assert isinstance(found, Num | Const)
        if isinstance(found, Num):
            known = (*(first.yes if is_and else first.no), *known, *self._facts_there(there))
            return self.truth(found.code, *((known, ()) if is_and else ((), known)))
        return found

    def _names_there(self, known: tuple[Fact, ...]) -> list[Key]:
        """The names of values that are not None, if some facts hold."""
        facts, self.facts = self.facts, dict(self.facts)
        self.learn(known)
        found = [
            key
            for key, value in self.store.items()
            if isinstance(value, Opt | Atom) and self.presence(value) == TRUE
        ]
        self.facts = facts
        return found

    def _facts_there(self, names: list[Key]) -> tuple[Fact, ...]:
        """The facts that these names are not None."""
        found: tuple[Fact, ...] = ()
        for key in names:
            value = self.store.get(key)
            there = self.presence(value) if isinstance(value, Opt | Atom) else TRUE
            if isinstance(there, Num):
                found += there.yes
        return found

    def _together(self, a: Num, b: Num | Const, *, is_and: bool) -> Num | Const:
        if isinstance(b, Const):
            return a if bool(b.value) is is_and else b
        word = "and" if is_and else "or"
        code = f"({a.code} {word} {b.code})"
        if is_and:
            return self.truth(code, (*a.yes, *b.yes), ())
        return self.truth(code, (), (*a.no, *b.no))

    # -- equality -----------------------------------------------------------------------

    def same(self, a: Value, b: Value) -> Num | Const:
        """Are two values equal?"""
        if isinstance(a, Const) and isinstance(b, Const):
            return Const(bool(a.value == b.value))
        if isinstance(a, Text) or isinstance(b, Text):
            raise self.fail(
                "texts are compared here", "Compare the values that the texts are made of."
            )
        for one, other in ((a, b), (b, a)):
            if isinstance(other, Const) and other.value is None:
                return self.negated(self.presence(one))
        if isinstance(a, Opt) or isinstance(b, Opt):
            return self._same_optional(a, b)
        if isinstance(a, Num) and isinstance(b, Num | Const) and _is_number(b):
            return self.compared("==", a, b)
        if isinstance(b, Num) and isinstance(a, Const) and _is_number(a):
            return self.compared("==", a, b)
        if isinstance(a, Atom) and isinstance(b, Atom) and a.domain == b.domain:
            x, y = self.places(a), self.places(b)
            both = [i for i in x if i in y]
            if not both:
                return FALSE
            facts = fact_among(a.code, both) + fact_among(b.code, both)
            no: tuple[Fact, ...] = ()
            if len(y) == 1:
                no = fact_among(a.code, (i for i in x if i not in y))
            return self.truth(f"{a.code} == {b.code}", facts, no)
        for one, other in ((a, b), (b, a)):
            if isinstance(one, Atom) and isinstance(other, Const):
                places = self.places(one)
                equal = [i for i in places if bool(one.domain[i] == other.value)]
                rest = [i for i in places if i not in equal]
                if not equal or not rest:
                    return Const(not rest)
                if len(equal) == 1:
                    code = f"{one.code} == {equal[0]}"
                    return self.truth(code, fact_among(one.code, equal), fact_among(one.code, rest))
        if (isinstance(a, Atom | Num) and isinstance(b, Atom | Num)) or (
            _is_scalar(a) and _is_scalar(b)
        ):
            try:
                found = self.tabulate(lambda x, y: bool(x == y), [a, b])
            except NotTabulable:
                found = self.compared("==", self.as_number(a), self.as_number(b))
            assert isinstance(found, Num | Const)
            return found
        if isinstance(a, Bits) and isinstance(b, Bits) and a.domain == b.domain:
            return self.truth(f"{a.code} == {b.code}")
        if isinstance(a, Rec) and isinstance(b, Rec) and a.kind is b.kind:
            pairs = zip(a.fields, b.fields, strict=True)
            return self.all_of([_later(self, x, y) for (_, x), (_, y) in pairs])
        for one, other in ((a, b), (b, a)):
            if (
                isinstance(one, Rec)
                and isinstance(other, Const | Atom)
                and not issubclass(one.kind, tuple)
            ):
                if isinstance(other, Const) and type(other.value) is not one.kind:
                    return FALSE
                checks = [_later(self, x, self.part(other, name)) for name, x in one.fields]
                return self.all_of(checks) if checks else TRUE
        if self.is_tuple(a) and self.is_tuple(b):
            return self._same_tuples(a, b)
        if self.is_tuple(a) != self.is_tuple(b):
            return FALSE
        raise self.fail("the equality of these values is not known")

    def _same_optional(self, a: Value, b: Value) -> Num | Const:
        x, y = self.presence(a), self.presence(b)
        inner = [v.value if isinstance(v, Opt) else v for v in (a, b)]
        both = self.all_of([lambda: x, lambda: y])
        none = self.all_of([lambda: self.negated(x), lambda: self.negated(y)])
        return self.any_of(
            [
                lambda: none,
                lambda: self.all_of([lambda: both, lambda: self.same(*inner)]),
            ]
        )

    def _same_tuples(self, a: Value, b: Value) -> Num | Const:
        m, n = self.length(a), self.length(b)
        alike = self.compared("==", m, n)
        if alike == FALSE:
            return FALSE
        if Const(0) in {m, n} if isinstance(m, Const) or isinstance(n, Const) else False:
            return alike
        if isinstance(m, Const) and isinstance(n, Const) and self.bounds(m)[0] <= 4:
            count = self.bounds(m)[0]
            if count == 0:
                return TRUE
            return self.all_of([_item_later(self, a, b, i) for i in range(count)])

        def items() -> Num | Const:
            x, y = self.sequence(a), self.sequence(b)
            key = (-1, self.name("equal"))
            self.store[key] = TRUE
            with self.labelled("compared") as done:
                count = self.length(x)
                i = self.variable("i", 0, max(0, self.bounds(count)[1] - 1))

                def body() -> None:
                    equal = self.same(self.at_place(x, i), self.at_place(y, i))

                    def differ() -> None:
                        self.store[key] = FALSE
                        self.leave(done)

                    self.when(self.negated(equal), differ)

                self.loop(f"for {i.code} in range({code_of(count)})", body)
            found = self.take(key)
            assert isinstance(found, Num | Const)
            return found

        return self.all_of([lambda: alike, items])

    def at_place(self, value: Seq | Tup, i: Num | Const) -> Value:
        """The item at a place that is there."""
        if isinstance(value, Seq):
            return self.item(value, i)
        if isinstance(i, Const):
            return value.items[self.bounds(i)[0]]
        return self._chosen(list(value.items), i)

    def when(
        self,
        condition: Num | Const,
        then: Callable[[], None],
        other: Callable[[], None] = lambda: None,
    ) -> None:
        """Go on in one of two ways, or in both."""
        if self.dead:
            return
        if isinstance(condition, Const):
            (then if condition.value else other)()
            return
        low, high = self.bounds(condition)
        if low == high:
            (then if low else other)()
            return
        self.branch(condition, then, other)


def _later(machine: Sameness, a: Value, b: Value) -> Callable[[], Num | Const]:
    return lambda: machine.same(a, b)


def _item_later(machine: Sameness, a: Value, b: Value, i: int) -> Callable[[], Num | Const]:
    return lambda: machine.same(machine.nth(a, i), machine.nth(b, i))


def _is_number(value: Value) -> bool:
    return isinstance(value, Num) or (isinstance(value, Const) and isinstance(value.value, int))


def _is_scalar(value: Value) -> bool:
    return isinstance(value, Num | Atom | Const)
