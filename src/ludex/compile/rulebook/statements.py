"""Lower statements: assignments, branches, loops, `match`, `yield`, `return`."""

import ast
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FunctionType

from ludex.compile.rulebook.errors import CompileError, Site
from ludex.compile.rulebook.expressions import BINARY, Expressions
from ludex.compile.rulebook.source import source_of
from ludex.compile.rulebook.values import FALSE, NONE, TRUE, Closure, Const, Num, Text, Tup, Value
from ludex.compile.rulebook.writer import Label


class Lowering(Expressions):
    """A machine that reads a rulebook."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self._breaks: list[tuple[Label, Label]] = []

    def statements(self, body: list[ast.stmt]) -> None:
        for i, node in enumerate(body):
            if self.dead:
                return
            self.at(self.site_of(node))
            if isinstance(node, ast.If) and (_ends(node.body) or _ends(node.orelse)):
                self._if_that_ends(node, body[i + 1 :])
                return
            self.statement(node)

    def statement(self, node: ast.stmt) -> None:
        """Run a statement."""
        handler = STATEMENTS.get(type(node))
        if handler is None:
            raise CompileError(
                f"`{type(node).__name__}` is not compiled",
                "Use what the table of constructs in docs/compile.md names.",
                self._whole(node),
            )
        try:
            handler(self, node)
        except CompileError as error:
            raise error.placed(self._whole(node)) from None

    def _whole(self, node: ast.stmt) -> Site:
        text = ast.unparse(node).split("\n", 1)[0]
        return Site(self.frames[-1].file, node.lineno, text[:90])

    def _if_that_ends(self, node: ast.If, rest: list[ast.stmt]) -> None:
        """The code after two ways belongs to the one that does not end: nothing has to be left."""
        condition = self.condition(node.test)

        def run(part: list[ast.stmt]) -> Callable[[], None]:
            return lambda: self.statements(part if _ends(part) else [*part, *rest])

        self.when(condition, run(node.body), run(node.orelse))

    # -- loops --------------------------------------------------------------------------

    def for_loop(self, node: ast.For) -> None:
        """`for`, with `break`, `continue` and `else`."""
        things = self.value(node.iter)
        frame = self.frames[-1]
        with self.labelled("ended") as stop:

            def turn(item: Value) -> None:
                outer, self.frames = self.frames, [*self.frames]
                assert self.frames[-1] is frame
                with self.labelled("next") as go_on, self._in_loop(stop, go_on):
                    self.bind(node.target, item)
                    self.statements(node.body)
                self.frames = outer

            self.each(things, turn)
            if not self.dead:
                self.statements(node.orelse)

    def while_loop(self, node: ast.While) -> None:
        """`while`, with `break` and `continue`."""
        with self.labelled("ended") as stop:

            def turn() -> None:
                condition = self.condition(node.test)

                def go() -> None:
                    with self.labelled("next") as go_on, self._in_loop(stop, go_on):
                        self.statements(node.body)

                def end() -> None:
                    self.statements(node.orelse)
                    if not self.dead:
                        self.leave(stop)

                self.when(condition, go, end)

            self.loop("while True", turn)
            self.dead = True

    @contextmanager
    def _in_loop(self, stop: Label, go_on: Label) -> Iterator[None]:
        """The body of a loop: `break` and `continue` lead there."""
        self._breaks.append((stop, go_on))
        try:
            yield
        finally:
            self._breaks.pop()

    def leave_loop(self, *, repeats: bool) -> None:
        """`break` or `continue`."""
        self.leave(self._breaks[-1][int(repeats)])

    # -- match ----------------------------------------------------------------------------

    def match_statement(self, node: ast.Match) -> None:
        """`match` over constants and classes."""
        subject = self.value(node.subject)

        def run(cases: list[ast.match_case]) -> None:
            if not cases:
                return
            case = cases[0]

            def matches() -> Num | Const:
                return self._matches(case.pattern, subject)

            conditions = [matches]
            if case.guard is not None:
                guard = case.guard
                conditions.append(lambda: self.condition(guard))
            found = self.all_of(conditions)
            self.when(found, lambda: self.statements(case.body), lambda: run(cases[1:]))

        run(node.cases)

    def _matches(self, pattern: ast.pattern, subject: Value) -> Num | Const:
        match pattern:
            case ast.MatchValue(value=wanted):
                return self.same(subject, self.value(wanted))
            case ast.MatchSingleton(value=wanted):
                return self.same(subject, Const(wanted))
            case ast.MatchOr(patterns=patterns):
                return self.any_of([self._match_later(each, subject) for each in patterns])
            case ast.MatchAs(pattern=None, name=None):
                return TRUE
            case ast.MatchAs(pattern=inner, name=name) if name is not None:
                found = TRUE if inner is None else self._matches(inner, subject)
                self.store[self.frames[-1].number, name] = subject
                return found
            case ast.MatchSequence(patterns=patterns) if not any(
                isinstance(p, ast.MatchStar) for p in patterns
            ):
                if not self.is_tuple(subject):
                    return FALSE
                checks: list[Callable[[], Num | Const]] = [
                    lambda: self.compared("==", self.length(subject), Const(len(patterns)))
                ]
                checks += [self._item_later(each, subject, i) for i, each in enumerate(patterns)]
                return self.all_of(checks)
        raise CompileError(
            "a pattern of this kind is not compiled", "Match constants, or use `if`."
        )

    def _match_later(self, pattern: ast.pattern, subject: Value) -> Callable[[], Num | Const]:
        return lambda: self._matches(pattern, subject)

    def _item_later(
        self, pattern: ast.pattern, subject: Value, i: int
    ) -> Callable[[], Num | Const]:
        return lambda: self._matches(pattern, self.nth(subject, i))

    # -- yield ----------------------------------------------------------------------------

    def yields(self, node: ast.Yield) -> None:
        """A generator gives a value; a guard gives True, or the reason why not."""
        frame = self.frames[-1]
        if frame.give is None:
            raise CompileError("`yield` stands outside a generator")
        if node.value is None:
            frame.give(NONE)
            return
        if (
            self.refusing is not None
            and isinstance(node.value, ast.BoolOp)
            and isinstance(node.value.op, ast.Or)
        ):
            *conditions, last = node.value.values
            if self._is_text(last):
                condition = self.any_of([self._truth_later(each) for each in conditions])
                give = frame.give
                self.when(condition, lambda: give(TRUE), lambda: give(Text()))
                return
        found = self.value(node.value)
        if not self.dead:
            frame.give(found)

    def _truth_later(self, node: ast.expr) -> Callable[[], Num | Const]:
        """The condition of a guard, which has to be a truth value."""

        def ask() -> Num | Const:
            if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
                return self.condition(node)
            found = self.value(node)
            if self.dead:
                return FALSE
            self._demand_truth(found)
            return self.truth_of(found)

        return ask

    def _demand_truth(self, value: Value) -> None:
        """A guard's condition that holds must be True itself, and nothing that is merely true."""
        is_truth = (isinstance(value, Num) and value.is_bool) or (
            isinstance(value, Const) and (isinstance(value.value, bool) or not value.value)
        )
        if not is_truth and not self.dead:
            raise CompileError(
                "the condition of a guard is not a truth value",
                "Write a comparison, or `bool(...)`.",
            )

    def _is_text(self, node: ast.expr) -> bool:
        """Is it the reason of a guard, by its form?"""
        match node:
            case ast.JoinedStr() | ast.Constant(value=str()):
                return True
            case ast.IfExp(body=a, orelse=b):
                return self._is_text(a) and self._is_text(b)
            case ast.Call(func=function):
                found = self._known(function)
                hint = getattr(found, "__annotations__", {}).get("return")
                from ludex import kernel  # noqa: PLC0415

                if found in (kernel.say, kernel.Sentence, str):
                    return True
                return hint in {str, kernel.Sentence, "str", "Sentence"}
            case ast.Name() | ast.Attribute() | ast.Subscript():
                return isinstance(self._known(node), str)
        return False

    def _known(self, node: ast.expr) -> object:
        """The value of a name of the module, if it is one."""
        match node:
            case ast.Name(id=name):
                key = (self.frames[-1].number, name)
                if key in self.store:
                    found = self.store[key]
                    return (
                        found.value
                        if isinstance(found, Const)
                        else ""
                        if isinstance(found, Text)
                        else None
                    )
                return self.frames[-1].around.get(name)
            case ast.Attribute(value=inner, attr=name):
                return getattr(self._known(inner), name, None)
            case ast.Subscript(value=inner):
                whole = self._known(inner)
                if isinstance(whole, dict) and whole:
                    return next(iter(whole.values()))
        return None


def _ends(body: list[ast.stmt]) -> bool:
    """Does nothing follow it?"""
    if not body:
        return False
    last = body[-1]
    if isinstance(last, ast.If):
        return _ends(last.body) and _ends(last.orelse)
    return isinstance(last, ast.Return | ast.Raise | ast.Break | ast.Continue)


def _expression(m: Lowering, node: ast.Expr) -> None:
    match node.value:
        case ast.Constant():
            return
        case ast.Yield():
            m.yields(node.value)
        case ast.YieldFrom(value=inner):
            frame = m.frames[-1]
            if frame.give is None:
                raise CompileError("`yield from` stands outside a generator")
            m.each(m.value(inner), frame.give)
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="append"), args=[item]):
            key = (m.frames[-1].number, name)
            if key not in m.store:
                raise CompileError(
                    f"`{name}` is changed here, but may be used elsewhere", "Make a new tuple."
                )
            _demand_made_here(m, name)
            added = m.value(item)
            if not m.dead:
                m.store[key] = m.join_parts([*m.parts(m.store[key]), Tup((added,))])
        case _:
            m.value(node.value)


def _assign(m: Lowering, node: ast.Assign) -> None:
    if len(node.targets) > 1 and not isinstance(node.value, ast.Constant):
        raise CompileError(
            "one value is assigned to several names", "Write one assignment for each."
        )
    _demand_own(m, node)
    found = m.value(node.value)
    for target in node.targets:
        m.bind(target, found)


def _demand_own(m: Lowering, node: ast.Assign) -> None:
    """A list that is changed has one name only."""
    if isinstance(node.value, ast.Name) and any(isinstance(t, ast.Name) for t in node.targets):
        function = m.frames[-1].function
        changed = _changed_names(function) if function is not None else frozenset()
        names = {node.value.id, *(t.id for t in node.targets if isinstance(t, ast.Name))}
        if names & changed:
            raise CompileError("a list that changes has a second name", "Make a tuple of it.")


def _demand_made_here(m: Lowering, name: str) -> None:
    """A list that is changed was made by the same function: no other can know it."""
    function = m.frames[-1].function
    node = source_of(function).node if isinstance(function, FunctionType) else None
    if isinstance(node, ast.FunctionDef) and not _makes(node, name):
        raise CompileError(
            f"`{name}` is changed here, and another function may know it",
            "Return a new tuple, and assign it where the function is called.",
        )


def _makes(node: ast.FunctionDef, name: str) -> bool:
    """Is it a list that the function makes, whenever it assigns the name?"""
    values: list[ast.expr | None] = []
    for each in ast.walk(node):
        match each:
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=made)):
                pairs = zip(names, made, strict=False)
                values += [v for t, v in pairs if isinstance(t, ast.Name) and t.id == name]
            case ast.Assign(targets=targets, value=value):
                values += [value for t in targets if isinstance(t, ast.Name) and t.id == name]
            case ast.AnnAssign(target=ast.Name(id=found), value=value) if found == name:
                values.append(value)
    return bool(values) and all(map(_is_new_list, values))


def _is_new_list(node: ast.expr | None) -> bool:
    match node:
        case ast.List() | ast.ListComp() | ast.BinOp():
            return True
        case ast.Tuple(elts=parts):
            return all(map(_is_new_list, parts))
        case ast.Call(func=ast.Name(id="list" | "sorted")):
            return True
    return False


def _changed_names(function: object) -> frozenset[str]:
    if not isinstance(function, FunctionType):
        return frozenset()
    found = set()
    for node in ast.walk(source_of(function).node):
        match node:
            case ast.Assign(targets=[ast.Subscript(value=ast.Name(id=name))]):
                found.add(name)
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="append")):
                found.add(name)
    return frozenset(found)


def _ann_assign(m: Lowering, node: ast.AnnAssign) -> None:
    if node.value is not None:
        m.bind(node.target, m.value(node.value))


def _aug_assign(m: Lowering, node: ast.AugAssign) -> None:
    load = ast.copy_location(_as_load(node.target), node)
    made = ast.copy_location(ast.BinOp(load, node.op, node.value), node)
    assert type(node.op) in BINARY
    m.bind(node.target, m.value(ast.fix_missing_locations(made)))


def _as_load(node: ast.expr) -> ast.expr:
    if isinstance(node, ast.Name):
        return ast.Name(node.id, ast.Load())
    if isinstance(node, ast.Subscript):
        return ast.Subscript(node.value, node.slice, ast.Load())
    raise CompileError("a constant is assigned here", "Make a new value.")


def _if(m: Lowering, node: ast.If) -> None:
    m.when(
        m.condition(node.test), lambda: m.statements(node.body), lambda: m.statements(node.orelse)
    )


def _return(m: Lowering, node: ast.Return) -> None:
    if m.frames[-1].give is not None:
        m.leave(m.frames[-1].leave)  # type: ignore[arg-type]
    else:
        _give_back(m, node.value)


def _give_back(m: Lowering, node: ast.expr | None) -> None:
    if isinstance(node, ast.IfExp):
        condition = m.condition(node.test)
        m.when(condition, lambda: _give_back(m, node.body), lambda: _give_back(m, node.orelse))
        return
    if isinstance(node, ast.Call):
        m.last_call = node
    found = NONE if node is None else m.value(node)
    m.last_call = None
    if not m.dead:
        m.give_back(found)


def _assert(m: Lowering, node: ast.Assert) -> None:
    if isinstance(node.test, ast.Constant) and not node.test.value:
        m.trap("True", "assert False")
        return
    condition = m.condition(node.test)
    if isinstance(condition, Const):
        if not condition.value:
            m.trap("True", "an assertion")
        return
    m.trap(f"not ({condition.code})", "an assertion")
    m.learn(condition.yes)


def _raise(m: Lowering, node: ast.Raise) -> None:
    m.trap("True", "an exception is raised")


def _pass(_m: Lowering, _node: ast.stmt) -> None:
    """Nothing happens."""


def _function(m: Lowering, node: ast.FunctionDef) -> None:
    frame = m.frames[-1]
    if any(isinstance(each, ast.Yield | ast.YieldFrom) for each in ast.walk(node)):
        raise CompileError(
            "a generator that is written inside a function is not compiled",
            "Write it in the module.",
        )
    names = {key[1]: value for key, value in m.store.items() if key[0] == frame.number}
    m.store[frame.number, node.name] = Closure(node, names, frame.around, frame.file)


STATEMENTS: dict[type[ast.stmt], Callable[..., None]] = {
    ast.Expr: _expression, ast.Assign: _assign, ast.AnnAssign: _ann_assign,
    ast.AugAssign: _aug_assign, ast.If: _if, ast.Return: _return, ast.Assert: _assert,
    ast.Raise: _raise, ast.Pass: _pass, ast.FunctionDef: _function,
    ast.For: lambda m, node: m.for_loop(node), ast.While: lambda m, node: m.while_loop(node),
    ast.Match: lambda m, node: m.match_statement(node),
    ast.Break: lambda m, _: m.leave_loop(repeats=False),
    ast.Continue: lambda m, _: m.leave_loop(repeats=True),
}  # fmt: skip
