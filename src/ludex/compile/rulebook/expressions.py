"""Lower expressions: a rulebook's computations become values, and code where they are not known."""

import ast
from collections.abc import Callable, Mapping
from functools import partial
from types import FunctionType

from ludex.compile.rulebook.arithmetic import OPERATORS
from ludex.compile.rulebook.errors import CompileError, Site
from ludex.compile.rulebook.provided import Providing
from ludex.compile.rulebook.shapes import Fixed
from ludex.compile.rulebook.source import may_change
from ludex.compile.rulebook.values import (
    FALSE,
    NONE,
    TRUE,
    Atom,
    Bits,
    Closure,
    Const,
    Lazy,
    Method,
    Num,
    Opt,
    Put,
    Rec,
    Seq,
    Text,
    Tup,
    Value,
)

BINARY: dict[type[ast.operator], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Mod: "%", ast.BitAnd: "&",
    ast.BitOr: "|", ast.BitXor: "^", ast.LShift: "<<", ast.RShift: ">>", ast.Pow: "**",
    ast.Div: "/", ast.MatMult: "@",
}  # fmt: skip
COMPARE: dict[type[ast.cmpop], str] = {
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=",
    ast.Is: "is", ast.IsNot: "is not", ast.In: "in", ast.NotIn: "not in",
}  # fmt: skip


class Expressions(Providing):
    """A machine that reads expressions."""

    last_call: ast.Call | None = None
    """The call whose answer is returned as it is."""
    asked_for_none: ast.Call | None = None
    """The call of whose answer nobody wants to know more than whether it is None."""

    def site_of(self, node: ast.expr | ast.stmt | ast.comprehension) -> Site:
        """The place of something in the source."""
        line = getattr(node, "lineno", self.site.line)
        file = self.frames[-1].file if self.frames else self.site.file
        return Site(file, line, ast.unparse(node)[:90] if isinstance(node, ast.expr) else "")

    def value(self, node: ast.expr) -> Value:
        if self.dead:
            return NONE
        handler = EXPRESSIONS.get(type(node))
        if handler is None:
            kind = type(node).__name__
            raise CompileError(f"`{kind}` is not compiled", site=self.site_of(node))
        site = self.site
        try:
            return handler(self, node)
        except CompileError as error:
            raise error.placed(self.site_of(node)) from None
        except RecursionError:
            raise CompileError("this is nested too deeply", site=self.site_of(node)) from None
        finally:
            self.site = site

    def condition(self, node: ast.expr) -> Num | Const:
        """Is an expression true?"""
        if isinstance(node, ast.BoolOp):
            conditions = [self._condition_later(each) for each in node.values]
            return (
                self.all_of(conditions) if isinstance(node.op, ast.And) else self.any_of(conditions)
            )
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return self.negated(self.condition(node.operand))
        found = self.value(node)
        if self.dead:
            return FALSE
        try:
            return self.truth_of(found)
        except CompileError as error:
            raise error.placed(self.site_of(node)) from None

    def _condition_later(self, node: ast.expr) -> Callable[[], Num | Const]:
        return lambda: self.condition(node)

    # -- names --------------------------------------------------------------------------

    def name_value(self, node: ast.Name) -> Value:
        """The value of a name: of the function, of one around it, or of its module."""
        frame = self.frames[-1]
        inner = frame
        while True:
            key = (inner.number, node.id)
            if key in self.store:
                return self.store[key]
            if key in self.broken:
                raise self.broken[key]
            if inner.outer is None:
                break
            inner = inner.outer
        if node.id in frame.around:
            found = frame.around[node.id]
            if may_change(node.id, found, frame.file):
                raise CompileError(
                    f"`{node.id}` is a {type(found).__name__} of the module, which may change",
                    "Make it a tuple, a frozenset, or a constant mapping.",
                )
            return Const(found)
        raise CompileError(f"`{node.id}` has no value here")

    def bind(self, target: ast.expr, value: Value) -> None:
        """Give names their values."""
        if self.dead:
            return
        match target:
            case ast.Name(id=name):
                self.keep((self.frames[-1].number, name), value)
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                if isinstance(value, Lazy):
                    value = self.gathered(value)
                self._unpack(parts, value)
            case ast.Subscript(value=ast.Name(id=name), slice=place) if not isinstance(
                place, ast.Slice
            ):
                self._put(name, place, value)
            case _:
                raise CompileError(
                    "a constant is assigned here",
                    "Make a new value: `replace`, or a tuple.",
                    self.site_of(target),
                )

    def _unpack(self, parts: list[ast.expr], value: Value) -> None:
        if not isinstance(value, Lazy | Bits) and not self.is_tuple(value):
            value = self.gathered(value) if not isinstance(value, Opt) else self.present(value)
        length = self.length(value)
        stars = [i for i, part in enumerate(parts) if isinstance(part, ast.Starred)]
        if not stars:
            same = self.compared("==", length, Const(len(parts)))
            if isinstance(same, Num):
                self.trap(f"not ({same.code})", "a tuple of a different length is unpacked")
                self.learn(same.yes)
            elif not same.value:
                self.trap("True", "a tuple of a different length is unpacked")
                return
            items = [self.index(value, Const(i)) for i in range(len(parts))]
            for part, item in zip(parts, items, strict=True):
                self.bind(part, item)
            return
        at, after = stars[0], len(parts) - stars[0] - 1
        for i, part in enumerate(parts[:at]):
            self.bind(part, self.index(value, Const(i)))
        star = parts[at]
        assert isinstance(star, ast.Starred)
        self.bind(star.value, self.slice(value, Const(at), Const(-after) if after else None))
        for i, part in enumerate(parts[at + 1 :]):
            self.bind(part, self.index(value, Const(i - after)))

    def _put(self, name: str, place: ast.expr, value: Value) -> None:
        """A new item of a list that only this function knows."""
        key = (self.frames[-1].number, name)
        if key not in self.store:
            raise CompileError(
                f"`{name}` is changed here, but may be used elsewhere", "Make a new tuple."
            )
        changed = self.store[key]
        if isinstance(changed, Const) and isinstance(changed.value, Mapping):
            raise CompileError(
                f"the mapping `{name}` is changed here", "Use a tuple, or count with a loop."
            )
        before, i = self.store[key], self.as_number(self.value(place))
        low, _ = self.bounds(i)
        if low < 0:
            raise CompileError("a negative index of a list is assigned", "Count from the front.")
        inside = self.compared("<", i, self.length(before))
        if isinstance(inside, Num):
            self.trap(f"not ({inside.code})", "the list has no such index")
            self.learn(inside.yes)
        head, tail = self.slice(before, None, i), self.slice(before, self.plus(i, Const(1)), None)
        parts = [*self.parts(head), Tup((value,)), *self.parts(tail)]
        target = self.storage(self.shape(self.join_parts(parts)), name)
        self.assign(target, self.join_parts(parts))
        self.store[key] = target

    # -- comprehensions -------------------------------------------------------------------

    def comprehension(
        self, node: ast.GeneratorExp | ast.ListComp | ast.SetComp | ast.DictComp, element: ast.expr
    ) -> Lazy:
        """The items of a comprehension, one after the other."""
        around = self.frames[-1]
        saved = {key: value for key, value in self.store.items() if key[0] == around.number}
        frames = self.frames

        def each(body: Callable[[Value], None]) -> None:
            outer = self.frames
            frame = self.new_frame(around.around, around.file, around.name, around)
            lost = {key: value for key, value in saved.items() if key not in self.store}
            self.store.update(lost)
            self.alive.add(frame.number)
            self.frames = [*frames, frame]

            def give(value: Value) -> None:
                inner, self.frames = self.frames, outer
                body(value)
                self.frames = inner

            self._generators(node.generators, lambda: give(self.value(element)))
            self.frames = outer
            self.alive.discard(frame.number)
            self.forget(frame)
            for key in lost:
                self.store.pop(key, None)

        return Lazy(each)

    def _generators(self, rest: list[ast.comprehension], inner: Callable[[], None]) -> None:
        if not rest:
            inner()
            return
        first = rest[0]
        source = self.value(first.iter)

        def turn(item: Value) -> None:
            self.bind(first.target, item)
            self._filtered(first.ifs, lambda: self._generators(rest[1:], inner))

        self.each(source, turn)

    def _filtered(self, conditions: list[ast.expr], inner: Callable[[], None]) -> None:
        if not conditions:
            inner()
            return
        condition = self.condition(conditions[0])
        self.when(condition, lambda: self._filtered(conditions[1:], inner))


def _constant(_m: Expressions, node: ast.Constant) -> Value:
    if isinstance(node.value, float | complex):
        raise CompileError(f"{node.value!r} is not a whole number", "Count in whole numbers.")
    return Const(node.value)


def _bool_op(m: Expressions, node: ast.BoolOp) -> Value:
    is_and = isinstance(node.op, ast.And)
    first = m.value(node.values[0])
    return _bool_rest(m, first, node.values[1:], is_and=is_and)


def _bool_rest(m: Expressions, first: Value, rest: list[ast.expr], *, is_and: bool) -> Value:
    """`and` and `or` give the operand that decides, not its truth."""
    if not rest or m.dead:
        return first
    condition = m.truth_of(first)
    if isinstance(condition, Const):
        if bool(condition.value) is not is_and:
            return first
        return _bool_rest(m, m.value(rest[0]), rest[1:], is_and=is_and)
    if isinstance(first, Num) and first.is_bool and all(_is_truth(each) for each in rest):
        conditions = [lambda: condition, *(m._condition_later(each) for each in rest)]  # noqa: SLF001
        return m.all_of(conditions) if is_and else m.any_of(conditions)
    key = (-1, m.name("decides"))

    def go_on() -> None:
        found = _bool_rest(m, m.value(rest[0]), rest[1:], is_and=is_and)
        if not m.dead:
            m.store[key] = found

    def stop() -> None:
        # Of an operand that is true it is known that it is something.
        result = first
        if isinstance(result, Opt) and m.bounds(result.there)[0] == 1:
            result = result.value
        shape = m.shape(result) if isinstance(result, Atom) else None
        m.store[key] = Const(shape.value) if isinstance(shape, Fixed) else result

    m.branch(condition, *((go_on, stop) if is_and else (stop, go_on)))
    return m.take(key)


def _is_truth(node: ast.expr) -> bool:
    """Is it a truth value by its form?"""
    if isinstance(node, ast.Compare) or (
        isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
    ):
        return True
    return isinstance(node, ast.BoolOp) and all(map(_is_truth, node.values))


def _bin_op(m: Expressions, node: ast.BinOp) -> Value:
    operator = BINARY[type(node.op)]
    a, b = m.value(node.left), m.value(node.right)
    if m.dead:
        return NONE
    if isinstance(a, Text) or isinstance(b, Text):
        return Text()
    if isinstance(a, Const) and isinstance(b, Const):
        found = m._tabulated(OPERATORS[operator], [a, b])  # noqa: SLF001
        if isinstance(found, Const) and isinstance(found.value, float):
            raise CompileError("only whole numbers are compiled", "Count in whole numbers: `//`.")
        return found
    if isinstance(a, Bits) or isinstance(b, Bits):
        return m.of_sets(operator, a, b)
    is_tuples = (m.is_tuple(a) or isinstance(a, Opt)) and (m.is_tuple(b) or isinstance(b, Opt))
    if operator == "+" and is_tuples:
        return m.join_parts([*m.parts(a), *m.parts(b)])
    if operator == "*" and m.is_tuple(a) and isinstance(b, Const) and isinstance(b.value, int):
        return m.join_parts([*m.parts(a)] * b.value)
    if operator == "/":
        raise CompileError("only whole numbers are compiled", "Count in whole numbers: `//`.")
    if (
        isinstance(a, Atom | Opt)
        and isinstance(a, Atom)
        and not all(isinstance(x, int) for x in a.domain if x is not None)
    ):
        return m._tabulated(OPERATORS[operator], [a, b])  # noqa: SLF001
    x = a.value if isinstance(a, Opt) and m.present(a) else a
    y = b.value if isinstance(b, Opt) and m.present(b) else b
    return m.binary(operator, m.as_number(x), m.as_number(y))


def _unary(m: Expressions, node: ast.UnaryOp) -> Value:
    if isinstance(node.op, ast.Not):
        return m.negated(m.condition(node.operand))
    value = m.value(node.operand)
    if isinstance(node.op, ast.USub):
        return m.times(m.as_number(value), -1)
    if isinstance(node.op, ast.UAdd):
        return m.as_number(value)
    if isinstance(value, Const):
        return m.called(lambda x: ~x, [value.value])
    return m.minus(Const(-1), m.as_number(value))


def _compare(m: Expressions, node: ast.Compare) -> Value:
    """A chain of comparisons asks for each operand once, and for none after one that fails."""
    if isinstance(node.left, ast.Call) and _asks_for_none(node):
        m.asked_for_none = node.left
    if len(node.ops) > 1 and all(isinstance(each, ast.Is) for each in node.ops):
        return _all_identical(m, [node.left, *node.comparators])
    left = m.value(node.left)
    return _compare_rest(m, left, node.ops, node.comparators)


def _all_identical(m: Expressions, nodes: list[ast.expr]) -> Num | Const:
    """`a is b is c`: each of them is the last, of which more is known."""
    *rest, last = [m.value(each) for each in nodes]
    return m.all_of([partial(_identical, m, "is", each, last) for each in rest])


def _asks_for_none(node: ast.Compare) -> bool:
    """Is it `... is None`, or `is not None`?"""
    match node:
        case ast.Compare(ops=[ast.Is() | ast.IsNot()], comparators=[ast.Constant(None)]):
            return True
    return False


def _compare_rest(
    m: Expressions, left: Value, operators: list[ast.cmpop], rest: list[ast.expr]
) -> Num | Const:
    right = m.value(rest[0])
    if m.dead:
        return FALSE
    if len(rest) == 1:
        return _compare_two(m, COMPARE[type(operators[0])], left, right)
    return m.all_of(
        [
            lambda: _compare_two(m, COMPARE[type(operators[0])], left, right),
            lambda: _compare_rest(m, right, operators[1:], rest[1:]),
        ]
    )


def _compare_two(m: Expressions, operator: str, a: Value, b: Value) -> Num | Const:
    match operator:
        case "is" | "is not":
            return _identical(m, operator, a, b)
        case "==":
            return m.same(a, b)
        case "!=":
            return m.negated(m.same(a, b))
        case "in":
            return m.contains(b, a)
        case "not in":
            return m.negated(m.contains(b, a))
    if isinstance(a, Bits) or isinstance(b, Bits):
        found = m.of_sets(operator, a, b) if operator == "<=" else m.of_sets("<=", b, a)
        if operator in {"<=", ">="} and isinstance(found, Num | Const):
            return found
        raise CompileError("sets are compared with `<=` and `>=` only")
    if isinstance(a, Const) and isinstance(b, Const):
        found = m._tabulated(OPERATORS[operator], [a, b])  # noqa: SLF001
        assert isinstance(found, Const)
        return found
    return m.ordered(operator, m.present(a), m.present(b))


def _identical(m: Expressions, operator: str, a: Value, b: Value) -> Num | Const:
    if isinstance(a, Const) and isinstance(b, Const):
        return Const((a.value is b.value) is (operator == "is"))
    for one, other in ((a, b), (b, a)):
        if isinstance(other, Const) and _is_single(other.value):
            found = _is_that(m, one, other)
            return found if operator == "is" else m.negated(found)
    if (
        isinstance(a, Atom)
        and isinstance(b, Atom)
        and all(_is_single(x) for x in (*a.domain, *b.domain))
    ):
        found = m.same(a, b)
        return found if operator == "is" else m.negated(found)
    raise CompileError(
        "`is` compares values that may be equal without being the same object", "Write `==`."
    )


def _is_that(m: Expressions, value: Value, known: Const) -> Num | Const:
    if isinstance(known.value, bool):
        if isinstance(value, Num) and value.is_bool:
            return value if known.value else m.negated(value)
        if isinstance(value, Num | Rec | Tup):
            return FALSE
    return m.same(value, known)


def _is_single(value: object) -> bool:
    """Is there but one of it?"""
    from enum import Enum  # noqa: PLC0415

    return value is None or isinstance(value, bool | Enum | type)


def _if_exp(m: Expressions, node: ast.IfExp) -> Value:
    condition = m.condition(node.test)
    if m.dead:
        return NONE
    if isinstance(condition, Const):
        return m.value(node.body if condition.value else node.orelse)
    key = (-1, m.name("chosen"))

    def run(branch_expression: ast.expr) -> Callable[[], None]:
        def go() -> None:
            found = m.value(branch_expression)
            if not m.dead:
                m.store[key] = found

        return go

    m.when(condition, run(node.body), run(node.orelse))
    return m.take(key)


def _call(m: Expressions, node: ast.Call) -> Value:
    only_presence = m.asked_for_none is node
    function = m.value(node.func)
    given: list[Value] = []
    for argument in node.args:
        if isinstance(argument, ast.Starred):
            spread = m.value(argument.value)
            spread = m.gathered(spread) if isinstance(spread, Lazy) else spread
            for part in m.parts(spread):
                if not isinstance(part, Tup):
                    length = m.length(part)
                    if not isinstance(length, Const):
                        if (
                            len(node.args) == 1
                            and isinstance(function, Const)
                            and function.value is _chain_type()
                        ):
                            return m.provided(_chain_type().from_iterable, [spread], {}) or NONE  # type: ignore[attr-defined]
                        raise CompileError(
                            "`*` of a tuple whose length is not known", "Loop over it."
                        )
                    given += [m.item(part, Const(i)) for i in range(m.bounds(length)[0])]
                else:
                    given += part.items
        else:
            given.append(m.value(argument))
    named: dict[str, Value] = {}
    for keyword in node.keywords:
        if keyword.arg is None:
            spread = m.value(keyword.value)
            if not (isinstance(spread, Const) and isinstance(spread.value, Mapping)):
                raise CompileError(
                    "`**` of an unknown value is not compiled", "Name the arguments."
                )
            named |= {str(name): Const(value) for name, value in spread.value.items()}
        else:
            named[keyword.arg] = m.value(keyword.value)
    if m.dead:
        return NONE
    m.site = m.site_of(node)
    if m.last_call is node:
        m.finish_next = m.frames[-1].finish
    m.only_presence = only_presence
    return m.call(function, given, named)


def _chain_type() -> type:
    from itertools import chain  # noqa: PLC0415

    return chain


def _attribute(m: Expressions, node: ast.Attribute) -> Value:
    match node.value:
        case ast.Call(func=ast.Name(id="super"), args=[]):
            return _inherited(m, node.attr)
    m_value = m.value(node.value)
    m.site = m.site_of(node)
    return m.attribute(m_value, node.attr)


def _inherited(m: Expressions, name: str) -> Value:
    """`super().name`: the function of a class above the one in which this is written."""
    frame = m.frames[-1]
    kind, function = frame.around.get("__class__"), frame.function
    if isinstance(kind, type) and isinstance(function, FunctionType):
        this = m.store.get((frame.number, function.__code__.co_varnames[0]))
        above = type(this.value) if isinstance(this, Const) else getattr(this, "kind", kind)
        rest = above.__mro__[above.__mro__.index(kind) + 1 :]
        found = next((vars(each)[name] for each in rest if name in vars(each)), None)
        if this is not None and isinstance(found, FunctionType):
            return Method(this, name, found)
    raise CompileError("`super()` is compiled in methods of records only")


def _subscript(m: Expressions, node: ast.Subscript) -> Value:
    whole = m.value(node.value)
    m.site = m.site_of(node)
    if isinstance(whole, Opt):
        whole = m.present(whole)
    if isinstance(node.slice, ast.Slice):
        return _slice(m, whole, node.slice)
    i = m.value(node.slice)
    if m.dead:
        return NONE
    if isinstance(whole, Rec) and not issubclass(whole.kind, tuple):
        return m.call(m.attribute(whole, "__getitem__"), [i])
    if m.is_tuple(whole) and not (isinstance(whole, Const | Atom) and not isinstance(i, Const)):
        return m.index(whole, m.as_number(i))
    if isinstance(whole, Const) and isinstance(whole.value, list):
        whole = Const(tuple(whole.value))
    try:
        return m.tabulate(lambda things, at: things[at], [whole, i])
    except CompileError:
        if m.is_tuple(whole):
            return m.index(whole, m.as_number(i))
        raise


def _slice(m: Expressions, whole: Value, node: ast.Slice) -> Value:
    start, stop = (None if each is None else m.value(each) for each in (node.lower, node.upper))
    step = m.value(node.step) if node.step is not None else Const(1)
    if m.dead:
        return NONE
    parts = [each for each in (start, stop) if each is not None]
    if isinstance(whole, Const) and all(isinstance(each, Const) for each in (*parts, step)):
        bounds = slice(
            *(
                None if each is None else getattr(each, "value", None)
                for each in (start, stop, step)
            )
        )
        return m.called(lambda things: things[bounds], [whole.value])
    if not isinstance(step, Const) or not isinstance(step.value, int):
        raise CompileError("a slice with a step that is not known")
    if isinstance(step, Const) and step.value not in {1, -1} and m.is_tuple(whole):
        length = m.length(whole)
        if isinstance(length, Const) and all(isinstance(each, Const) for each in parts):
            bounds = slice(
                *(
                    None if each is None else getattr(each, "value", None)
                    for each in (start, stop, step)
                )
            )
            return (
                m.join_parts(
                    [Tup(tuple(m.nth(whole, i) for i in range(m.bounds(length)[0])[bounds]))]
                )
                if True
                else NONE
            )
        if (
            isinstance(length, Const)
            and isinstance(start, Atom | Num)
            and stop is None
            and m.bounds(length)[0] <= 16
        ):
            count, stride = m.bounds(length)[0], int(step.value)
            places = m.tabulate(lambda at: tuple(range(count)[slice(at, None, stride)]), [start])
            return m.gathered(places, lambda i: m.index(whole, m.as_number(i)))
    return m.slice(
        whole,
        None if start is None or start == NONE else m.as_number(start),
        None if stop is None or stop == NONE else m.as_number(stop),
        step.value,
    )


def _tuple(m: Expressions, node: ast.Tuple | ast.List) -> Value:
    replaced = _replaced(m, node)
    if replaced is not None:
        return replaced
    parts = []
    for each in node.elts:
        if isinstance(each, ast.Starred):
            inside = m.value(each.value)
            parts += [*m.parts(m.gathered(inside))]
        else:
            parts.append(Tup((m.value(each),)))
    return NONE if m.dead else m.join_parts([*parts])


def _replaced(m: Expressions, node: ast.Tuple | ast.List) -> Value | None:
    """`(*items[:i], item, *items[i + 1 :])`: nothing but one item is another."""
    match node.elts:
        case [
            ast.Starred(
                value=ast.Subscript(value=first, slice=ast.Slice(None, ast.expr() as at, None))
            ),
            item,
            ast.Starred(
                value=ast.Subscript(value=second, slice=ast.Slice(ast.expr() as after, None, None))
            ),
        ] if not isinstance(item, ast.Starred) and ast.dump(first) == ast.dump(second):
            if not all(map(_is_simple, (first, at, after))):
                return None
            whole, i, k = m.value(first), m.value(at), m.value(after)
            whole = m.present(whole) if isinstance(whole, Opt) else whole
            is_place = isinstance(i, Num | Const) and isinstance(k, Num | Const)
            if isinstance(whole, Put | Seq) and is_place:
                place = m.as_number(i)
                if m.minus(m.as_number(k), place) == Const(1):
                    return m.replaced(whole, place, m.value(item))
    return None


def _is_simple(node: ast.expr) -> bool:
    """Is it made of names, attributes and numbers, so that it may be asked for twice?"""
    inside = (ast.Name, ast.Attribute, ast.Constant, ast.BinOp, ast.operator, ast.expr_context)
    return all(isinstance(each, inside) for each in ast.walk(node))


def _set(m: Expressions, node: ast.Set) -> Value:
    inside = _tuple(m, ast.Tuple(elts=node.elts, ctx=ast.Load()))
    return m.as_set(inside)


def _dict(m: Expressions, node: ast.Dict) -> Value:
    found: dict[object, object] = {}
    for key, value in zip(node.keys, node.values, strict=True):
        a, b = NONE if key is None else m.value(key), m.value(value)
        if key is None and isinstance(b, Const) and isinstance(b.value, Mapping):
            found |= b.value
        elif isinstance(a, Const) and isinstance(b, Const):
            found[a.value] = b.value
        elif isinstance(a, Const) and _is_text(b):
            found[a.value] = ""
        else:
            raise CompileError(
                "a dict of unknown values is not compiled", "Use `match`, or a tuple."
            )
    return Const(found)


def _is_text(value: Value) -> bool:
    """Is it a text that only a sentence needs?"""
    return isinstance(value, Text) or (
        isinstance(value, Atom) and all(isinstance(each, str) for each in value.domain)
    )


def _generator(m: Expressions, node: ast.GeneratorExp) -> Value:
    return m.comprehension(node, node.elt)


def _list_comp(m: Expressions, node: ast.ListComp) -> Value:
    return m.gathered(m.comprehension(node, node.elt))


def _set_comp(m: Expressions, node: ast.SetComp) -> Value:
    return m.as_set(m.comprehension(node, node.elt))


def _dict_comp(m: Expressions, node: ast.DictComp) -> Value:
    raise CompileError("a dict of unknown values is not compiled", "Use a tuple.")


def _lambda(m: Expressions, node: ast.Lambda) -> Value:
    frame = m.frames[-1]
    names: dict[str, Value] = {}
    inner = frame
    while True:
        names = {key[1]: value for key, value in m.store.items() if key[0] == inner.number} | names
        if inner.outer is None:
            break
        inner = inner.outer
    return Closure(node, names, frame.around, frame.file)


def _joined(m: Expressions, node: ast.JoinedStr) -> Value:
    return Text()


def _named(m: Expressions, node: ast.NamedExpr) -> Value:
    found = m.value(node.value)
    frame = m.frames[-1]
    while frame.outer is not None and frame.leave is None and frame.give is None:
        frame = frame.outer  # a name that a comprehension assigns belongs to the function around
    key = (frame.number, node.target.id)
    m.walrus.add(key)
    if not m.dead:
        m.keep(key, found)
        return m.store[key]
    return NONE


def _name(m: Expressions, node: ast.Name) -> Value:
    return m.name_value(node)


EXPRESSIONS: dict[type[ast.expr], Callable[..., Value]] = {
    ast.Constant: _constant, ast.Name: _name, ast.BoolOp: _bool_op, ast.BinOp: _bin_op,
    ast.UnaryOp: _unary, ast.Compare: _compare, ast.IfExp: _if_exp, ast.Call: _call,
    ast.Attribute: _attribute, ast.Subscript: _subscript, ast.Tuple: _tuple, ast.List: _tuple,
    ast.Set: _set, ast.Dict: _dict, ast.GeneratorExp: _generator, ast.ListComp: _list_comp,
    ast.SetComp: _set_comp, ast.DictComp: _dict_comp, ast.Lambda: _lambda, ast.JoinedStr: _joined,
    ast.NamedExpr: _named,
}  # fmt: skip
__all__ = ["TRUE", "Expressions"]
