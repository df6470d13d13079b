"""Joins of ways: names whose values differ get a variable; loops carry theirs along."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from ludex.compile.rulebook.core import ANSWER, Key
from ludex.compile.rulebook.errors import CompileError
from ludex.compile.rulebook.memory import Memory, has_array
from ludex.compile.rulebook.shapes import (
    WIDE,
    Array,
    Choice,
    Items,
    Maybe,
    Never,
    Number,
    Record,
    Shape,
    as_array,
    as_items,
    join,
)
from ludex.compile.rulebook.values import NONE, Const, Fact, Num, Opt, Rec, Seq, Tup, Value
from ludex.compile.rulebook.writer import Block, If, Label, Labelled, Leave, Loop

SPARE = 8
"""Room for twice as many items as were seen, and so many."""

UNSEEN = 32
"""Room for so many items of a kind that was not seen."""

ROUNDS = 6
"""So often a loop is looked at before bounds are widened."""


@dataclass
class Way:
    """One of the ways that meet."""

    block: Block
    store: dict[Key, Value]
    facts: dict[str, Fact]


class Ways(Memory):
    """A machine that goes on in several ways."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.pending: dict[Label, list[Way]] = {}
        self.turns: list[int | None] = []
        """The most rounds of each of the loops around."""
        self.added: int | None = 0
        """So many items are added to a tuple at most, as far as it was read."""
        self.unrolling = 0

    # -- ways that meet -------------------------------------------------------------------

    def leave(self, label: Label) -> None:
        """Leave a block."""
        if self.dead:
            return
        before = Block()
        self.block.nodes.append(Leave(label, before))
        self.pending[label].append(Way(before, self.store, self.facts))
        self.dead = True
        self.store, self.facts = dict(self.store), dict(self.facts)

    @contextmanager
    def labelled(self, hint: str = "done") -> Iterator[Label]:
        """A block that can be left; after it all ways out meet."""
        label, body, outer = Label(self.name(hint)), Block(), self.block
        self.pending[label] = []
        outer.nodes.append(Labelled(label, body))
        self.block = body
        try:
            yield label
        finally:
            self.block = outer
            ways = self.pending.pop(label)
        if not self.dead:
            end = Block()
            body.nodes.append(end)
            ways.append(Way(end, self.store, self.facts))
        self.meet(ways)

    def branch(self, condition: Num, then: Callable[[], None], other: Callable[[], None]) -> None:
        """Go on in two ways, which meet again."""
        ways = []
        blocks = Block(), Block()
        store, facts = self.store, self.facts
        node = If(condition.code, *blocks)
        self.block.nodes.append(node)
        for block, known, run in zip(
            blocks, (condition.yes, condition.no), (then, other), strict=True
        ):
            self.store, self.facts, self.dead = dict(store), dict(facts), False
            self._line = None
            with self.into(block):
                self.learn((*known, *_truth_facts(condition.code, int(block is blocks[0]))))
                self._narrow_names({fact.code for fact in known})
                run()
                if not self.dead:
                    end = Block()
                    block.nodes.append(end)
                    ways.append(Way(end, self.store, self.facts))
        self._line = None
        self.meet(ways)

    def _narrow_names(self, codes: set[str]) -> None:
        """A name whose value is now known to be there has that value."""
        for key, value in self.store.items():
            tested = isinstance(value, Opt) and value.there.code in codes
            if tested and isinstance(value, Opt) and self.bounds(value.there)[0] == 1:
                self.store[key] = value.value

    def meet(self, ways: list[Way]) -> None:
        """Go on after several ways: names whose values differ get variables."""
        if not ways:
            self.dead = True
            return
        self.dead = False
        first = ways[0]
        if len(ways) == 1:
            self.store, self.facts = first.store, first.facts
            return
        found: dict[Key, Value] = {}
        for key in {key: None for way in ways for key in way.store}:
            if key[0] not in self.alive:
                continue
            if key in self.walrus and not all(key in way.store for way in ways):
                self._complete(key, ways)
            if all(key in way.store for way in ways):
                values = [way.store[key] for way in ways]
                whole = _as_narrowed(values)
                if whole is not None:
                    found[key] = whole
                    continue
                if key[0] == ANSWER:
                    continue
                target = self._joined(key, ways)
                if target is not None:
                    found[key] = target
        self.facts = _common(ways)
        self.store = found

    def _complete(self, key: Key, ways: list[Way]) -> None:
        """A name that was given its value on some of the ways only: nobody asks for it on the others."""
        shape: Shape = Never()
        for way in ways:
            if key in way.store:
                shape = join(shape, self.shape(way.store[key]))
        target = self.storage(shape, key[1])
        for way in ways:
            with self.into(way.block):
                if key in way.store:
                    self.assign(target, way.store[key])
                else:
                    self.blank(target, None)
            way.store[key] = target

    def _joined(self, key: Key, ways: list[Way]) -> Value | None:
        before = self.facts
        try:
            target = self.target([(way.store[key], way.facts) for way in ways], key[1])
            for way in ways:
                self.facts = way.facts
                with self.into(way.block):
                    self.assign(target, way.store[key])
                    self.dead = False
        except CompileError as error:
            self.broken[key] = error
            return None
        finally:
            self.facts = before
        return target

    def target(self, values: list[tuple[Value, dict[str, Fact]]], hint: str) -> Value:
        """A place that can hold each of some values."""
        firsts = [value for value, _ in values]
        one = firsts[0]
        if all(value == one for value in firsts):
            return one
        if isinstance(one, Rec) and all(isinstance(v, Rec) and v.kind is one.kind for v in firsts):
            parts = []
            for name, _ in one.fields:
                inside = [(v.get(name), f) for v, f in values if isinstance(v, Rec)]
                parts.append(
                    (name, self.target([(v, f) for v, f in inside if v is not None], name))
                )
            return Rec(one.kind, tuple(parts))
        if isinstance(one, Tup) and all(_is_as_long(v, one) for v in firsts):
            rows = [
                [(v.items[i], f) for v, f in values if isinstance(v, Tup)]
                for i in range(len(one.items))
            ]
            return Tup(tuple(self.target(row, hint) for row in rows))
        there = [(_inside(v), f) for v, f in values if v != NONE]
        if any(isinstance(v, Opt) or v == NONE for v in firsts) and all(
            isinstance(v, Rec) for v, _ in there
        ):
            since, flag = self.made, self.variable(f"{hint}_there", 0, 1, is_bool=True)
            self.since[flag.code] = since
            return self.opt(flag, self.target(there, hint))
        if isinstance(one, Seq) and all(_is_view(v, one) for v in firsts):
            starts = [(v.start, f) for v, f in values if isinstance(v, Seq)]
            lengths = [(v.length, f) for v, f in values if isinstance(v, Seq)]
            start, length = self.target([*starts], "start"), self.target([*lengths], "length")
            assert isinstance(start, Num | Const)
            assert isinstance(length, Num | Const)
            most = max(v.most for v in firsts if isinstance(v, Seq))
            return Seq(one.array, start, length, one.item, most, one.step)
        shape: Shape = Never()
        outer = self.facts
        try:
            for value, facts in values:
                self.facts = facts
                shape = join(shape, self.shape(value))
        finally:
            self.facts = outer
        return self.storage(shape, hint)

    # -- loops --------------------------------------------------------------------------

    def loop(self, header: str, body: Callable[[], None], turns: int | None = None) -> None:
        """A loop whose body may change names: those get variables, as wide as they become.

        Where it has at most so many turns, a sum has a bound.
        """
        if self.dead:
            return
        sums: set[Key] = set()
        carried: dict[Key, Value] = {}
        shapes: dict[Key, Shape] = {}
        for turn in range(4 * ROUNDS):
            before = self.mark()
            store = dict(self.store)
            self.store.update(carried)
            facts = dict(self.facts)
            block, known = Block(), set(self.store)
            node = Loop(header, block)
            begin = Block()
            self.block.nodes.append(begin)
            self.block.nodes.append(node)
            inside = dict(self.store)
            with self.into(block):
                self.turns.append(turns)
                try:
                    body()
                finally:
                    self.turns.pop()
                end = Block()
                block.nodes.append(end)
            changed = (
                []
                if self.dead
                else [k for k in known if k in self.store and self.store[k] != inside[k]]
            )
            lost = [] if self.dead else [k for k in known if k not in self.store]
            last = Way(end, self.store, self.facts)
            if all(
                k in sums or (k in shapes and self._fits(shapes[k], last.store[k], turn))
                for k in changed
            ):
                with self.into(begin):
                    self.store, self.facts, self.dead = store, facts, False
                    for key, target in carried.items():
                        self.assign(target, store[key])
                for key in sums.intersection(changed):
                    last.store[key] = _within(last.store[key], inside[key])
                self._carry(last, {k: inside[k] for k in changed})
                self.store = {**store, **carried}
                for key in lost:
                    self.store.pop(key, None)
                self.facts = facts
                return
            self.rewind(before)
            self.store, self.facts, self.dead = dict(store), dict(facts), False
            for key in changed:
                if key in sums:
                    continue
                now = [(inside[key], facts), (last.store[key], last.facts)]
                total = self._of_sum(store[key], inside[key], last.store[key], turns)
                if total is not None and key in carried:
                    sums.add(key)
                    shapes[key], carried[key] = total, self.storage(total, key[1])
                    continue
                shapes[key] = self._wider(now, turn, store[key], shapes.get(key))
                carried[key] = self.storage(shapes[key], key[1])
        raise self.fail("the bounds of a loop do not converge")

    def _of_sum(
        self, first: Value, before: Value, after: Value, turns: int | None
    ) -> Number | None:
        """The bounds of a number to which something is added in each turn."""
        if turns is None or not all(_is_count(each) for each in (first, before, after)):
            return None
        assert isinstance(first, Num | Const)
        assert isinstance(before, Num | Const)
        assert isinstance(after, Num | Const)
        more = self.minus(after, before)
        if isinstance(before, Num) and isinstance(more, Num) and before.code in dict(more.terms):
            return None
        (low, high), (least, most) = self.bounds(first), self.bounds(more)
        return Number(low + turns * min(0, least), high + turns * max(0, most))

    def _wider(
        self,
        values: list[tuple[Value, dict[str, Fact]]],
        turn: int,
        first: Value,
        old: Shape | None,
    ) -> Shape:
        shape: Shape = old or Never()
        outer = self.facts
        try:
            for value, facts in [(first, self.facts), *values]:
                self.facts = facts
                shape = join(shape, self.shape(value))
        finally:
            self.facts = outer
        return widened(old, shape, self._seen_of(shape)) if turn >= ROUNDS and old else shape

    seen: Shape | None = None
    """The smallest shape of the states of some random games."""

    def _seen_of(self, shape: Shape) -> Shape | None:
        """The smallest shape of such values in random games, where they are states."""
        seen, inner = self.seen, shape.shape if isinstance(shape, Maybe) else shape
        if isinstance(inner, Record) and isinstance(seen, Record) and inner.kind is seen.kind:
            return seen
        return None

    def _fits(self, shape: Shape, value: Value, turn: int) -> bool:
        try:
            wide = join(shape, self.shape(value))
        except CompileError:
            return False
        # What has been widened is looked at when it is stored.
        return wide == shape or (
            turn > ROUNDS + 2 and widened(shape, wide, self._seen_of(shape)) == shape
        )

    def _carry(self, way: Way, targets: dict[Key, Value]) -> None:
        """At the end of a turn the new values become the old ones, all at once."""
        with self.into(way.block):
            self.facts, self.dead = way.facts, False
            values = {key: way.store[key] for key in targets}
            if sum(map(has_array, targets.values())) > 1:
                for key, value in values.items():
                    if has_array(value):
                        values[key] = self.storage(self.shape(value), key[1])
                        self.assign(values[key], value)
            pairs: list[tuple[str, str]] = []
            for key, target in targets.items():
                self.assign(target, values[key], pairs)
            if pairs:
                names, codes = zip(*pairs, strict=True)
                self.line(f"{', '.join(names)} = {', '.join(codes)}")

    def mark(self) -> tuple[Any, ...]:
        """Remember how far the code has come, to try something."""
        counts = {label: len(ways) for label, ways in self.pending.items()}
        known = self.scratch, self._line, dict(self.broken), self.added
        return len(self.block.nodes), counts, known

    def rewind(self, mark: tuple[Any, ...]) -> None:
        """Forget the code since then."""
        length, counts, known = mark
        self.scratch, self._line, self.broken, self.added = known
        del self.block.nodes[length:]
        for label, count in counts.items():
            del self.pending[label][count:]


def _inside(value: Value) -> Value:
    return value.value if isinstance(value, Opt) else value


def _is_as_long(value: Value, one: Tup) -> bool:
    return isinstance(value, Tup) and len(value.items) == len(one.items)


def _as_narrowed(values: list[Value]) -> Value | None:
    """The value that all ways have; some may have found out that it is not None."""
    for whole in (values[0], *(value for value in values[1:] if isinstance(value, Opt))):
        inner = whole.value if isinstance(whole, Opt) else whole
        if all(value in (whole, inner) for value in values):
            return whole
    return None


def _is_count(value: Value) -> bool:
    """Is it a whole number, and no truth value?"""
    if isinstance(value, Num):
        return not value.is_bool
    return (
        isinstance(value, Const)
        and isinstance(value.value, int)
        and not isinstance(value.value, bool)
    )


def _within(value: Value, target: Value) -> Value:
    """A number that is known to fit where it is kept."""
    if isinstance(value, Num) and isinstance(target, Num):
        return Num(value.code, target.low, target.high)
    return value


def _truth_facts(code: str, truth: int) -> tuple[Fact, ...]:
    """The fact that two numbers are equal, or are not, where that was asked."""
    parts = code.split(" ")
    if len(parts) != 3 or parts[1] not in {"==", "!="}:
        return ()
    is_equal = truth if parts[1] == "==" else 1 - truth
    return (Fact(f"{parts[0]} == {parts[2]}", is_equal, is_equal),)


def _common(ways: list[Way]) -> dict[str, Fact]:
    """The facts that hold after every one of some ways."""
    found = {}
    for code, fact in ways[0].facts.items():
        low, high, among = fact.low, fact.high, fact.among
        for way in ways[1:]:
            other = way.facts.get(code)
            if other is None:
                break
            low, high = min(low, other.low), max(high, other.high)
            among = None if among is None or other.among is None else among | other.among
        else:
            found[code] = Fact(code, low, high, among)
    return found


def widened(
    old: Shape, new: Shape, seen: Shape | None = None, *, only_arrays: bool = False
) -> Shape:
    """The new shape, where it is wider than the old one as wide as it may become.

    Numbers become as wide as a word can safely be; arrays get room for more items than were seen.
    """

    def inner(old: Shape, new: Shape, seen: Shape | None) -> Shape:
        return widened(old, new, seen, only_arrays=only_arrays)

    match old, new:
        case Number(), Number() if not only_arrays:
            low = new.low if new.low >= old.low else -WIDE
            high = new.high if new.high <= old.high else WIDE
            return Number(low, high, new.is_bool)
        case Record(), Record() if old.kind is new.kind:
            found = []
            known = dict(seen.fields) if isinstance(seen, Record) else {}
            for (name, x), (_, y) in zip(old.fields, new.fields, strict=True):
                found.append((name, inner(x, y, known.get(name))))
            return Record(new.kind, tuple(found))
        case Items(), Items() if len(old.items) == len(new.items):
            inside = (
                seen.items
                if isinstance(seen, Items) and len(seen.items) == len(new.items)
                else (None,) * len(new.items)
            )
            trio = zip(old.items, new.items, inside, strict=True)
            return Items(tuple(inner(x, y, z) for x, y, z in trio))
        case Maybe(x), Maybe(y):
            return Maybe(inner(x, y, seen.shape if isinstance(seen, Maybe) else seen))
        case Array(), Array():
            known_items = as_items(seen) if seen is not None else None
            array = as_array(known_items) if known_items is not None else None
            most = new.most
            if new.most > old.most:
                most = max(old.most, room_for(new.item, array))
            item = inner(old.item, new.item, array.item if array is not None else None)
            return Array(item, new.least if new.least >= old.least else 0, most)
    return new


def room_for(item: Shape, seen: Array | None) -> int:
    """Room for so many items: more than were seen; and for each of a few things, as for all cards."""
    room = UNSEEN if seen is None else 2 * seen.most + SPARE
    return max(room, len(item.domain)) if isinstance(item, Choice) else room


def _is_view(value: Value, one: Seq) -> bool:
    return (
        isinstance(value, Seq)
        and value.array == one.array != "scratch"
        and value.item == one.item
        and value.step == one.step
    )
