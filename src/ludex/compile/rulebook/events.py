"""Prune: the events of a rulebook as functions on a row.

The loops over the fields of an event are opened as late as can be: a guard that looks at the first
field only stands in its loop, and not in those of the others.
"""

import ast
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from dataclasses import field as made_by
from itertools import combinations

from ludex.compile.rulebook.core import code_of
from ludex.compile.rulebook.errors import CompileError, Site
from ludex.compile.rulebook.fold import made
from ludex.compile.rulebook.loop_invariants import move_invariants
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
    word_bounds,
    words,
)
from ludex.compile.rulebook.source import source_of
from ludex.compile.rulebook.statements import Lowering
from ludex.compile.rulebook.tables import Tables
from ludex.compile.rulebook.values import (
    FALSE,
    Atom,
    Bits,
    Const,
    Num,
    Put,
    Rec,
    Seq,
    Text,
    Tup,
    Value,
)
from ludex.compile.rulebook.writer import Block, If, Label, Labelled, Leave, Loop, Node, render
from ludex.kernel import AnyEvent, Event

HEAD = 2
"""Before the state stand: why a game was given up (0 if it was not), and who is to act."""

NOT_COMPILED = "is not compiled: the rulebook goes on"
"""The end of the reason why a game is given up that needs an event that cannot be compiled."""

MOST = 100_000
"""An event has no more arguments than so many."""


@dataclass(frozen=True, eq=False)
class Plan:
    """An event class with the values of its fields."""

    kind: type[AnyEvent]
    offset: int
    """The number of its first event."""
    names: tuple[str, ...]
    values: tuple[tuple[object, ...], ...]
    hostile: tuple[tuple[object, ...], ...]
    """Those values, and values that no rule should allow."""

    @property
    def size(self) -> int:
        """The number of its events."""
        count = 1
        for each in self.values:
            count *= len(each)
        return count

    @property
    def name(self) -> str:
        """The names of its functions."""
        return self.kind.name

    def event(self, number: int) -> AnyEvent:
        """The event of a number, counted from its first."""
        found = {}
        for name, each in zip(reversed(self.names), reversed(self.values), strict=True):
            number, i = divmod(number, len(each))
            found[name] = each[i]
        return self.kind(**found)

    def arranged(self, order: list[int]) -> "Plan":
        """The same events, numbered with the fields in another order."""
        return replace(
            self,
            names=tuple(self.names[i] for i in order),
            values=tuple(self.values[i] for i in order),
            hostile=tuple(self.hostile[i] for i in order),
        )


def plan_of(kind: type[AnyEvent], offset: int) -> Plan:
    """List the arguments of an event; there may be too many."""
    names, values, hostile = [], [], []
    count = 1
    for field in kind.fields():
        size = getattr(field.domain, "size", MOST)
        count *= size
        if size > getattr(field.domain, "listed", MOST) or count > MOST:
            raise CompileError(
                f"the event `{kind.name}` has too many arguments to be listed",
                f"At most {MOST:,} are compiled; give the field a smaller domain.",
            )
        names.append(field.name)
        values.append(tuple(field.domain.values()))
        hostile.append((*values[-1], *field.domain.hostile()))
    return Plan(kind, offset, tuple(names), tuple(values), tuple(hostile))


class EventLowering(Lowering):
    """A machine that opens the loops over the fields of an event when they are needed."""

    closed: "list[tuple[str, int]]"
    """The loops that are not open yet: the variable, and how far it goes."""
    frontier: Block | None = None
    next_one: Label | None = None

    def statements(self, body: list[ast.stmt]) -> None:
        if self.frontier is None or self.block is not self.frontier:
            super().statements(body)
            return
        for i, node in enumerate(body):
            if self.dead:
                return
            begin = len(self.block.nodes)
            self.at(self.site_of(node))
            if isinstance(node, ast.If):
                outer, self.frontier = self.frontier, None
                super().statements(body[i:])
                self.frontier = outer
                self.settle(begin)
                return
            self.statement(node)
            self.settle(begin)

    def settle(self, begin: int) -> None:
        """Open the loops over the fields that the latest code mentions, before it."""
        block = self.frontier
        if block is None or not self.closed or self.block is not block:
            return
        code = " ".join(_texts(Block(block.nodes[begin:])))
        mentioned = [
            i for i, (name, _) in enumerate(self.closed) if re.search(rf"\b{name}\b", code)
        ]
        last = max(mentioned, default=-1)
        if last < 0:
            return
        names = [self.closed[i][0] for i in mentioned]
        while not _mentions(block.nodes[begin], names):
            begin += 1  # what does not look at them is not done again and again
        moved = block.nodes[begin:]
        del block.nodes[begin:]
        before = self.next_one
        for _ in range(last + 1):
            self.open()
        assert before is not None
        assert self.next_one is not None
        for node in moved:
            _redirect(node, before, self.next_one)
        assert self.frontier is not None
        self.frontier.nodes += moved

    def open(self) -> None:
        """Open the next loop."""
        name, size = self.closed.pop(0)
        assert self.frontier is not None
        label, inner = Label(self.name("next")), Block()
        self.pending[label] = []
        self.frontier.nodes.append(
            Loop(f"for {name} in range({size})", Block([Labelled(label, inner)]))
        )
        self.block = self.frontier = inner
        self.next_one = label

    def refuse(self) -> None:
        """A guard fails: this event is not legal."""
        assert self.next_one is not None
        self.leave(self.next_one)


def _mentions(node: Node, names: list[str]) -> bool:
    code = " ".join(_texts(node))
    return any(re.search(rf"\b{name}\b", code) for name in names)


def _texts(node: Node) -> Iterator[str]:
    """Everything that is written in some code."""
    match node:
        case str():
            yield node
        case Block(nodes):
            for each in nodes:
                yield from _texts(each)
        case If(condition, then, other):
            yield condition
            yield from _texts(then)
            yield from _texts(other)
        case Loop(header, body):
            yield header
            yield from _texts(body)
        case Labelled(_, body) | Leave(_, body):
            yield from _texts(body)


def _redirect(node: Node, old: Label, new: Label) -> None:
    match node:
        case Block(nodes):
            for each in nodes:
                _redirect(each, old, new)
        case If(_, then, other):
            _redirect(then, old, new)
            _redirect(other, old, new)
        case Loop(_, body) | Labelled(_, body):
            _redirect(body, old, new)
        case Leave(label, before):
            if label is old:
                node.label = new
            _redirect(before, old, new)


def _returned(node: Node, label: Label, line: str) -> None:
    """End it all where a guard fails and no loop is open."""
    match node:
        case Block(nodes):
            for i, each in enumerate(nodes):
                if isinstance(each, Leave) and each.label is label:
                    nodes[i] = line
                else:
                    _returned(each, label, line)
        case If(_, then, other):
            _returned(then, label, line)
            _returned(other, label, line)
        case Loop(_, body) | Labelled(_, body):
            _returned(body, label, line)


@dataclass(eq=False)
class Writer:
    """Writes the functions of one game."""

    shape: Shape
    tables: Tables
    seen: Shape | None = None
    """The smallest shape of the states of some random games."""
    scratch: int = 0
    """Words for work that any function needs."""
    left: dict[str, CompileError] = made_by(default_factory=dict)
    """The events that cannot be compiled: a game that needs one is given up."""

    def give_up(self, machine: Lowering, plan: Plan, error: CompileError) -> None:
        """Give up every game that comes here."""
        self.left.setdefault(plan.name, error)
        machine.dead, machine.site = False, error.site or machine.site
        machine.trap("True", f"`{plan.name}` {NOT_COMPILED}")

    def machine(self, result: str, kind: type[EventLowering] = EventLowering) -> EventLowering:
        """A machine for one function."""
        machine = kind(self.tables, result, HEAD + words(self.shape))
        machine.closed = []
        machine.seen = self.seen
        return machine

    def state(self, machine: Lowering) -> Value:
        """The state in the row."""
        return machine.load("state", Const(HEAD), self.shape)

    def done(self, machine: Lowering, name: str, head: str, block: Block) -> list[str]:
        """The function as text."""
        self.scratch = max(self.scratch, machine.most_scratch - HEAD - words(self.shape))
        lines = render(block)
        kind = "step" if len(lines) < 60 else "called"
        return [f"@{kind}", f"def {name}({head}):", *(f"    {line}" for line in lines), "", ""]

    def field(self, machine: Lowering, code: str, values: tuple[object, ...]) -> Value:
        """The value of a field, by the code of its place among all."""
        if len(values) == 1:
            return Const(values[0])
        if all(type(each) is bool for each in values) and values == (False, True):
            machine.base[code] = (0, 1)
            return machine.truth(f"{code} != 0")
        numbers = [each for each in values if isinstance(each, int) and type(each) is int]
        first = numbers[0] if numbers else 0
        if len(numbers) == len(values) and numbers == [*range(first, first + len(values))]:
            machine.base[code] = (0, len(values) - 1)
            return machine.linear(((code, 1),), first)
        machine.base[code] = (0, len(values) - 1)
        return Atom(code, values)

    def event(
        self,
        machine: Lowering,
        plan: Plan,
        codes: list[str],
        values: tuple[tuple[object, ...], ...],
    ) -> Value:
        """The event whose fields have these places."""
        fields = tuple(
            (name, self.field(machine, code, each))
            for name, code, each in zip(plan.names, codes, values, strict=True)
        )
        return Rec(plan.kind, fields)

    # -- what is legal ----------------------------------------------------------------------

    def arranged(self, plan: Plan) -> Plan:
        """The fields in the order in which the guards look at them: loops are opened in that order."""
        machine = self.machine("")
        codes = [f"at_{name}" for name in plan.names]
        event = self.event(machine, plan, codes, plan.values)
        with suppress(CompileError):  # of the other functions it is said where
            machine.guards(event, self.state(machine), lambda: setattr(machine, "dead", True))
        written = " ".join(_texts(machine.block))
        found = [re.search(rf"\b{code}\b", written) for code in codes]
        order = sorted(
            range(len(codes)), key=lambda i: len(written) if (m := found[i]) is None else m.start()
        )
        return plan.arranged(order)

    def is_ever_legal(self, plan: Plan) -> bool:
        """May the guards of one of its events hold in some state?"""
        machine = self.machine("")
        event = self.numbered(machine, plan)
        machine.guards(event, self.state(machine), lambda: setattr(machine, "dead", True))
        return not machine.dead

    def enumerated(
        self,
        plan: Plan,
        name: str,
        head: str,
        accept: Callable[[EventLowering, Value, Value, str], None],
        result: str,
        last: list[str],
    ) -> list[str]:
        """A function that does something with every legal event of a class."""
        machine = self.machine(result)
        root = machine.block
        s = self.state(machine)
        codes = [f"at_{name}" for name in plan.names]
        event = self.event(machine, plan, codes, plan.values)
        machine.closed = [(code, len(each)) for code, each in zip(codes, plan.values, strict=True)]
        if any(len(each) == 0 for each in plan.values):
            return self.done(machine, name, head, Block([*last]))
        machine.frontier = machine.block
        machine.next_one = outside = Label("outside")
        machine.pending[outside] = []
        try:
            self._guards(machine, event, s)
        except CompileError as error:
            if plan.kind.by_chance:
                raise
            machine.refusing, machine.block = None, machine.frontier or machine.block
            self.give_up(machine, plan, error)
        if not machine.dead:
            while machine.closed:
                machine.open()
            accept(machine, event, s, _number(plan, codes))
        _returned(root, outside, last[-1])
        move_invariants(root, [None] * HEAD + word_bounds(self.shape), self.tables.sizes)
        return self.done(machine, name, head, Block([root, *last]))

    def _guards(self, machine: EventLowering, event: Value, s: Value) -> None:
        assert isinstance(event, Rec)
        function = event.kind.guards  # type: ignore[attr-defined]
        if function is Event.guards:
            return
        source = source_of(function)
        if any(isinstance(node, ast.Return) for node in ast.walk(source.node)):
            while machine.closed:
                machine.open()
            machine.frontier = None
            machine.guards(event, s, machine.refuse)
            machine.frontier = machine.block
            return
        self.tables.files.add(source.file)
        first, second = [argument.arg for argument in source.node.args.args]
        frame = machine.new_frame(source.globals, source.file, source.name, function=function)
        frame.give = lambda value: machine.guard(value, machine.refuse)
        machine.refusing = machine.refuse
        with machine.framed(frame):
            machine.store[frame.number, first], machine.store[frame.number, second] = event, s
            machine.statements(source.body)
        machine.refusing = None

    def legal(self, plan: Plan) -> list[str]:
        """(state, found, count): write the numbers of the legal events; how many there are then."""

        def accept(machine: EventLowering, _event: Value, _s: Value, number: str) -> None:
            shift = f"{plan.offset} + " if plan.offset else ""
            machine.line(f"found[count] = {shift}{number}")
            machine.line("count += 1")

        return self.enumerated(
            plan, f"legal_{plan.name}", "state, found, count", accept, "count", ["return count"]
        )

    def ways(self, plan: Plan) -> list[str]:
        """(state): the weight of all legal events of chance together."""

        def accept(machine: EventLowering, event: Value, s: Value, _number: str) -> None:
            weight = self.weight(machine, event, s)
            if not machine.dead:
                machine.line(f"total += {code_of(weight)}")

        text = self.enumerated(plan, f"ways_{plan.name}", "state", accept, "0", ["return total"])
        text.insert(2, "    total = 0")
        return text

    def pick(self, plan: Plan) -> list[str]:
        """(state, mark): the event of chance at a place, all weights laid end to end."""

        def accept(machine: EventLowering, event: Value, s: Value, number: str) -> None:
            weight = code_of(self.weight(machine, event, s))
            machine.block.nodes.append(If(f"mark < {weight}", Block([f"return {number}"]), Block()))
            machine.line(f"mark -= {weight}")

        return self.enumerated(plan, f"pick_{plan.name}", "state, mark", accept, "0", ["return 0"])

    def weight(self, machine: Lowering, event: Value, s: Value) -> Num | Const:
        """The probability of an event of chance."""
        assert isinstance(event, Rec)
        return machine.as_number(machine.call(Const(event.kind.weight), [event, s]))  # type: ignore[attr-defined]

    def refused(self, plan: Plan) -> list[str]:
        """(state, places of the arguments): the number of the first guard that fails; 0 if none does."""
        machine = self.machine("-1")
        s = self.state(machine)
        event = self.event(machine, plan, [f"at_{n}" for n in plan.names], plan.hostile)
        key = (-1, "guard")
        machine.store[key] = Const(1)

        def refuse() -> None:
            number = machine.store[key]
            assert isinstance(number, Num | Const)
            machine.line(f"return {code_of(number)}")
            machine.dead = True

        ask = machine.guard

        def counted(value: Value, way: Callable[[], None]) -> None:
            ask(value, way)
            if not machine.dead and way is refuse:  # and not those that a guard asks itself
                number = machine.store[key]
                assert isinstance(number, Num | Const)
                machine.store[key] = machine.plus(number, Const(1))

        setattr(machine, "guard", counted)  # noqa: B010 - it has another name for each function
        block = machine.block
        try:
            machine.guards(event, s, refuse)
        except CompileError as error:
            if plan.kind.by_chance:
                raise
            machine.block = block
            self.give_up(machine, plan, error)
        head = ", ".join(("state", *(f"at_{n}" for n in plan.names)))
        return self.done(machine, f"refused_{plan.name}", head, Block([machine.block, "return 0"]))

    # -- what happens -----------------------------------------------------------------------

    def numbered(self, machine: Lowering, plan: Plan) -> Value:
        """The event of a number."""
        codes = []
        left = plan.size
        for name, each in zip(plan.names, plan.values, strict=True):
            left //= max(1, len(each))
            code = f"at_{name}"
            codes.append(code)
            place = "number" if left == 1 else f"number // {left}"
            whole = left * len(each) == plan.size
            if len(each) > 1:
                machine.line(f"{code} = {place}" if whole else f"{code} = {place} % {len(each)}")
        return self.event(machine, plan, codes, plan.values)

    def after(
        self, plan: Plan, machine: Lowering, finish: Callable[[Value], None] | None = None
    ) -> Value | None:
        """The state after an event, whose guards have held; None if there never is such an event."""
        event = self.numbered(machine, plan)
        s = self.state(machine)
        assumed = Block()
        scratch, store, facts = machine.scratch, dict(machine.store), dict(machine.facts)
        try:
            with machine.into(assumed):
                machine.guards(event, s, lambda: setattr(machine, "dead", True))
        except CompileError:  # then nothing is known of what the guards demand
            machine.store, machine.facts, machine.dead = store, facts, False
        machine.scratch = scratch
        machine.forget_answers()
        if machine.dead:
            return None
        if finish is not None:
            machine.call_finishing(plan.kind.apply, [event, s], finish)
            return None
        found = machine.call(Const(plan.kind.apply), [event, s])
        return None if machine.dead else found

    def apply(self, plan: Plan) -> list[str]:
        """(state, number): do what is legal."""
        machine = self.machine("")

        def finish(value: Value) -> None:
            self.store(machine, value)
            machine.line("return")

        try:
            if plan.name in self.left:
                raise self.left[plan.name]
            self.after(plan, machine, finish)
        except CompileError as error:
            if plan.kind.by_chance:
                raise
            machine = self.machine("")
            self.give_up(machine, plan, error)
        return self.done(
            machine, f"apply_{plan.name}", "state, number", Block([machine.block, "return"])
        )

    def store(self, machine: Lowering, value: Value) -> None:
        """Write the next state over the one before: first everything is read, then written."""
        later: list[Callable[[], None]] = []
        _planned(machine, Const(HEAD), self.shape, value, later)
        for write in later:
            write()


def _number(plan: Plan, codes: list[str]) -> str:
    text, left = [], plan.size
    for code, each in zip(codes, plan.values, strict=True):
        left //= max(1, len(each))
        if len(each) > 1:
            text.append(code if left == 1 else f"{left} * {code}")
    return " + ".join(text) or "0"


def _planned(
    m: Lowering, at: Num | Const, shape: Shape, value: Value, later: list[Callable[[], None]]
) -> None:
    """Compute what is to be written, and put off the writing."""
    if m.dead:
        return
    match shape:
        case Never() | Unused():
            return
        case Fixed(known):
            if not m.is_always(value, known):
                raise CompileError(f"a part of the state that was always {known!r} changes")
            return
        case Record(_, parts):
            for name, part in parts:
                _planned(m, at, part, m.part(value, name), later)
                at = m.plus(at, Const(words(part)))
            return
        case Items(items):
            for i, part in enumerate(items):
                _planned(m, at, part, m.nth(value, i), later)
                at = m.plus(at, Const(words(part)))
            return
    at = _fixed(m, at)
    target = f"state[{_bare(code_of(at))}]"
    match shape:
        case Number(low, high):
            number = m.as_number(value)
            code = code_of(number)
            if code in {target, f"{target} != 0"}:
                return
            least, most = m.bounds(number)
            if isinstance(number, Num) and number.is_bool:
                code = f"int({code})"
            if least < low or most > high:
                code = m.hold(number)
                m.trap(f"not {low} <= {code} <= {high}", "a number grew too large")
        case Choice(domain):
            code = m.place_in(value, domain)
        case Subset(domain):
            code = m.in_domain(value, domain)
        case Maybe():
            if value == m.load("state", at, shape):
                return
            spare = m.storage(shape, "next")
            m.assign(spare, value)
            later.append(lambda: m.write(at, shape, spare))
            return
        case Array():
            _planned_array(m, at, shape, value, later)
            return
        case _:
            raise CompileError("a state of this shape is not written")
    if code != target:
        if "state[" in code:
            name = m.name("next")
            m.line(f"{name} = {code}")
            code = name
        later.append(lambda: m.line(f"{target} = {code}"))


def _planned_array(
    m: Lowering, at: Num | Const, shape: Array, value: Value, later: list[Callable[[], None]]
) -> None:
    before = m.load("state", at, shape)
    if value == before:
        return
    assert isinstance(before, Seq)
    size = words(shape.item)
    if isinstance(value, Put):
        whole, new = _items_put(value)
        if whole == before and _are_apart(m, [i for i, _ in new]):
            for place, item in new:
                here = m.plus(before.start, m.times(place, size))
                _planned(m, here, shape.item, item, later)
            return
    length = m.length(value)
    least, most = m.bounds(length)
    if least < shape.least or most > shape.most:
        code = m.hold(length)
        m.trap(
            f"not {shape.least} <= {code} <= {shape.most}",
            "the sequence has no space for so many values",
        )
    if shape.least != shape.most and code_of(length) != code_of(before.length):
        name = m.name("length")
        m.line(f"{name} = {code_of(length)}")
        count = f"state[{_bare(code_of(at))}]"
        later.append(lambda: m.line(f"{count} = {name}"))
    i: Num | Const = Const(0)
    for part in m.parts(value):
        here = m.plus(before.start, m.times(i, size))
        if isinstance(part, Tup):
            for item in part.items:
                _planned(m, here, shape.item, item, later)
                here = m.plus(here, Const(size))
            i = m.plus(i, Const(len(part.items)))
            continue
        stays = (part.array, part.item, part.step) == (before.array, before.item, 1)
        if not (stays and code_of(part.start) == code_of(here)):
            later.append(_stretch_put_off(m, _fixed(m, here), shape, part))
        i = m.plus(i, part.length)


def _stretch_put_off(m: Lowering, here: Num | Const, shape: Array, part: Seq) -> Callable[[], None]:
    """Copy a stretch of items, and put off to write it where it goes."""
    spare = m.storage(m.shape(part), "next")
    m.assign(spare, part)
    target = Seq("state", here, Const(shape.most), shape.item, shape.most)
    return lambda: m.fill(target, spare)


def _items_put(value: Value) -> tuple[Value, list[tuple[Num | Const, Value]]]:
    """A tuple in which some items are others: the tuple before, and those items."""
    if not isinstance(value, Put):
        return value, []
    whole, new = _items_put(value.whole)
    return whole, [*new, (value.at, value.item)]


def _are_apart(m: Lowering, places: list[Num | Const]) -> bool:
    """Is it certain that these places differ?"""
    return all(m.compared("==", a, b) == FALSE for a, b in combinations(places, 2))


def _fixed(m: Lowering, at: Num | Const) -> Num | Const:
    """An address that stays what it is while words are written."""
    code = code_of(at)
    if "state[" not in code:
        return at
    name = m.name("at")
    m.line(f"{name} = {code}")
    return m.number(name, *m.bounds(at))


def _bare(code: str) -> str:
    return (
        code[1:-1] if code.startswith("(") and code.endswith(")") and "(" not in code[1:] else code
    )


__all__ = ["HEAD", "Bits", "Plan", "Site", "Text", "Writer", "made", "plan_of"]
