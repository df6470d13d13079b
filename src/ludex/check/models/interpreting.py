"""A rulebook's own functions, run on states of which only the possibilities are known.

Statements run under a formula that says when they are reached. Where a condition depends on the
state both ways are gone, and what they leave behind is put together again. What is not
understood raises `NotTranslated` and names the construct: nothing is guessed.
"""

# ruff: noqa: C901, PLR0911, PLR0912, PLR0917  # a language has many kinds of things

import ast
import operator
from collections.abc import Callable, Iterator, Mapping
from dataclasses import is_dataclass
from dataclasses import replace as replaced
from enum import Enum
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any, Final

from ludex.check.models.formulas import (
    FORMULA,
    Cases,
    Formula,
    Var,
    conj,
    counted,
    disj,
    facts_of,
    given,
    neg,
)  # fmt: skip
from ludex.check.models.frames import (
    GONE,
    Env,
    Frame,
    as_read,
    bound,
    copied,
    joined,
    looked_up,
    rejoined,
    restricted,
    terms,
    where,
)
from ludex.check.models.sources import is_generator, source_of
from ludex.check.models.trouble import NotTranslated
from ludex.check.models.values import (
    Items,
    cases_of,
    chosen,
    contains,
    equal,
    is_symbolic,
    length,
    lifted,
    rebuilt,
    truth,
)  # fmt: skip
from ludex.kernel import Event, Outcome, Seat, drawn, lost, say, seat_name, won

SAID: Final = object()
"""A sentence: nothing depends on what it says."""

DEEPEST: Final = 60

BINARY: Final[Mapping[type[ast.operator], Callable[[Any, Any], Any]]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod, ast.Pow: operator.pow,
    ast.BitXor: operator.xor, ast.BitAnd: operator.and_, ast.BitOr: operator.or_,
}  # fmt: skip
ORDERS: Final[Mapping[type[ast.cmpop], Callable[[Any, Any], Any]]] = {
    ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge,
}  # fmt: skip


class Interpreter:
    """Runs functions; `depth` keeps it from running for ever."""

    def __init__(self) -> None:
        self.depth = 0

    # -- doors --------------------------------------------------------------------------------

    def permitted(
        self, event: Event[Any], state: object, when: Formula = True
    ) -> Formula:
        """When every guard of an event holds."""
        guards = type(event).guards
        if guards is Event.guards:
            return when
        return self._guards(guards, (event, state), {}, when)

    def _guards(
        self, function: object, args: tuple[object, ...], named: Env, when: Formula
    ) -> Formula:
        if not isinstance(function, FunctionType):
            raise NotTranslated("guards that are no function")
        frame = Frame(function, is_guards=True)
        live = self._run(frame, args, named, when)
        return disj(live, *(reached for reached, _ in frame.returned))

    def call(
        self, function: object, args: tuple[object, ...], named: Env, when: Formula
    ) -> object:
        """What a function gives."""
        special = self._special(function, args, named, when)
        if special is not NotImplemented:
            return special
        if not any(map(is_symbolic, (*args, *named.values()))) and not isinstance(
            function, MethodType
        ):
            return self._plainly(function, args, named)
        if isinstance(function, MethodType):
            owner = function.__self__
            if function.__func__ is Event.permitted:
                return self.permitted(owner, args[0], when)  # type: ignore[arg-type]  # an event
            if not is_symbolic(owner) and not any(
                map(is_symbolic, (*args, *named.values()))
            ):
                return self._plainly(function, args, named)
            return self.call(function.__func__, (owner, *args), named, when)
        function = getattr(function, "__wrapped__", function)
        if isinstance(function, type):
            return self._made(function, args, named)
        if isinstance(function, FunctionType):
            return self._called(function, args, named, when)
        if named or not callable(function):
            raise NotTranslated(f"a call of {function!r}")
        return lifted(function, *args)

    @staticmethod
    def _plainly(function: object, args: tuple[object, ...], named: Env) -> object:
        if not callable(function):
            raise NotTranslated(f"a call of {function!r}")
        try:
            return function(*args, **named)
        except Exception as error:
            raise NotTranslated(f"{function!r} raises {error!r}") from error

    def _called(
        self,
        function: FunctionType,
        args: tuple[object, ...],
        named: Env,
        when: Formula,
    ) -> object:
        frame = Frame(function)
        live = self._run(frame, args, named, when)
        if is_generator(source_of(function)):
            return Items(tuple(frame.yielded))
        if live is not False:
            frame.returned.append((live, None))
        return chosen(frame.returned)

    @staticmethod
    def _made(kind: type, args: tuple[object, ...], named: Env) -> object:
        """A record of parts that are known in part; another class is asked for every case."""
        if issubclass(kind, Enum) or not (
            is_dataclass(kind) or hasattr(kind, "_fields")
        ):
            if named:
                raise NotTranslated(f"{kind.__name__} with named arguments")
            return lifted(kind, *args)
        if hasattr(kind, "__post_init__"):
            raise NotTranslated(f"{kind.__name__} has a __post_init__")
        return kind(*args, **named)

    # -- functions that are understood ----------------------------------------------------------

    def _special(
        self, function: object, args: tuple[object, ...], named: Env, when: Formula
    ) -> object:
        if function is zip:
            named = {k: v for k, v in named.items() if k != "strict"}
        if function is say:
            return SAID
        if function is won:
            return lifted(lambda seat: f"{seat_name(seat)} wins", args[0])
        if function is lost:
            return "nobody wins"
        if function is drawn:
            return f"{' and '.join(seat_name(Seat(i)) for i in range(int(str(args[0]))))} share"
        if function is Outcome:
            raise NotTranslated(
                "an Outcome that is made by hand, not by won, lost or drawn"
            )
        if function is replaced:
            return rebuilt(args[0], named)
        known = (
            SPECIAL.get(function)
            if isinstance(function, type | BuiltinFunctionType)
            else None
        )
        return (
            known(self, args, when)
            if known is not None and not named
            else NotImplemented
        )

    def items(self, value: object, when: Formula) -> Iterator[tuple[Formula, object]]:
        """What a loop goes through."""
        if isinstance(value, Items):
            yield from value.items
        elif isinstance(value, Cases):
            for one, reached in value.cases:
                yield from ((conj(reached, w), x) for w, x in self.items(one, when))
        elif is_dataclass(value) and isinstance(
            getattr(type(value), "__iter__", None), FunctionType
        ):
            own: object = getattr(type(value), "__iter__", None)
            made = self.call(own, (value,), {}, when)
            yield from self.items(made, when)
        elif isinstance(value, FORMULA) or not hasattr(value, "__iter__"):
            raise NotTranslated(f"a loop through a {type(value).__name__}")
        else:
            yield from ((True, one) for one in value)

    def length(self, value: object, when: Formula) -> object:
        """`len`, also of a class with its own."""
        own = getattr(type(value), "__len__", None)
        if isinstance(own, FunctionType) and is_symbolic(value):
            return self.call(own, (value,), {}, when)
        return length(value)

    def contains(self, container: object, thing: object, when: Formula) -> Formula:
        """`in`, also of a class with its own."""
        own = getattr(type(container), "__contains__", None)
        if isinstance(own, FunctionType) and not isinstance(container, Items | Cases):
            return truth(self.call(own, (container, thing), {}, when))
        return contains(container, thing)

    # -- statements -----------------------------------------------------------------------------

    def _run(
        self, frame: Frame, args: tuple[object, ...], named: Env, when: Formula
    ) -> Formula:
        """Run a function to its end; when that is reached."""
        node = source_of(frame.function)
        env = bound(frame.function, node, args, named)
        self.depth += 1
        if self.depth > DEEPEST:
            raise NotTranslated(f"{frame.function.__name__} calls itself too often")
        try:
            if isinstance(node, ast.Lambda):
                frame.returned.append((when, self.ev(node.body, env, when, frame)))
                return False
            return self._block(node.body, env, when, frame)
        finally:
            self.depth -= 1

    def _block(
        self, body: list[ast.stmt], env: Env, when: Formula, frame: Frame
    ) -> Formula:
        for statement in body:
            if when is False:
                return False
            when = self._statement(statement, env, when, frame)
        return when

    def _statement(
        self, node: ast.stmt, env: Env, when: Formula, frame: Frame
    ) -> Formula:  # one a kind
        match node:
            case ast.Return(value=value):
                given_back = None if value is None else self.ev(value, env, when, frame)
                if not (frame.is_guards and given_back is not None):
                    frame.returned.append((when, given_back))
                    return False
                frame.returned.append((when, given_back))
                return False
            case ast.Assign(targets=targets, value=value):
                made = self.ev(value, env, when, frame)
                for target in targets:
                    self._assign(target, made, env, when, frame)
                return when
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                self._assign(target, self.ev(value, env, when, frame), env, when, frame)
                return when
            case ast.AugAssign(target=target, op=op, value=value):
                loaded = ast.copy_location(as_read(target), target)
                made = self._binary(
                    op,
                    self.ev(loaded, env, when, frame),
                    self.ev(value, env, when, frame),
                )
                self._assign(target, made, env, when, frame)
                return when
            case ast.If(test=test, body=body, orelse=orelse):
                return self._branch(
                    self._asked(test, env, when, frame), body, orelse, env, when, frame
                )
            case ast.For(target=target, iter=through, body=body, orelse=[]):
                return self._loop(
                    target, self.ev(through, env, when, frame), body, env, when, frame
                )
            case ast.Assert(test=test):
                return conj(when, self._asked(test, env, when, frame))
            case ast.Expr(value=ast.Yield(value=ast.expr() as value)):
                return self._yield(value, env, when, frame)
            case ast.Expr(value=ast.YieldFrom(value=value)):
                return self._yield_from(value, env, when, frame)
            case ast.Expr(value=ast.Constant()) | ast.Pass():
                return when
            case ast.Raise():
                return False
            case ast.Continue():
                frame.skipped.append(when)
                return False
            case ast.Break():
                frame.left.append(when)
                return False
            case ast.Match(subject=subject, cases=cases):
                return self._match(
                    self.ev(subject, env, when, frame), cases, env, when, frame
                )
        raise NotTranslated(f"{type(node).__name__.lower()} in {where(frame, node)}")

    def _yield(self, node: ast.expr, env: Env, when: Formula, frame: Frame) -> Formula:
        if not frame.is_guards:
            frame.yielded.append((when, self.ev(node, env, when, frame)))
            return when
        match node:
            case ast.BoolOp(op=ast.Or(), values=[*conditions, _reason]):
                held: Formula = False
                for condition in conditions:
                    left = conj(when, neg(held))
                    if left is not False:
                        held = disj(held, self._asked(condition, env, left, frame))
                return conj(when, held)
            case ast.Constant(value=True):
                return when
            case ast.Constant() | ast.JoinedStr():
                return False
        said = self.ev(node, env, when, frame)
        if isinstance(said, str):
            return False
        return conj(when, truth(said))

    def _yield_from(
        self, node: ast.expr, env: Env, when: Formula, frame: Frame
    ) -> Formula:
        if not frame.is_guards:
            made = self.ev(node, env, when, frame)
            frame.yielded += [(conj(when, w), x) for w, x in self.items(made, when)]
            return when
        if not isinstance(node, ast.Call):
            raise NotTranslated(f"yield from in {where(frame, node)}")
        function = self.ev(node.func, env, when, frame)
        args = self._args(node.args, env, when, frame)
        named = {
            k.arg: self.ev(k.value, env, when, frame) for k in node.keywords if k.arg
        }
        if isinstance(function, MethodType):
            args = [function.__self__, *args]
            function = function.__func__
        return self._guards(function, tuple(args), named, when)

    def _branch(  # a statement has so many parts
        self, asked: Formula, body: list[ast.stmt], orelse: list[ast.stmt], env: Env,
        when: Formula, frame: Frame,
    ) -> Formula:  # fmt: skip
        held = given(asked, facts_of(when))
        if held is True:
            return self._block(body, env, when, frame)
        if held is False:
            return self._block(orelse, env, when, frame)
        one, other = copied(env), copied(env)
        first = self._block(body, one, conj(when, held), frame)
        second = self._block(orelse, other, conj(when, neg(held)), frame)
        joined(
            env,
            held,
            one if first is not False else None,
            other if second is not False else None,
        )
        return (
            disj(first, second)
            if first is False or second is False
            else rejoined(when, first, second, held)
        )

    def _loop(  # as above
        self, target: ast.expr, through: object, body: list[ast.stmt], env: Env,
        when: Formula, frame: Frame,
    ) -> Formula:  # fmt: skip
        outer, frame.left = frame.left, []
        gone: list[Formula] = []
        for there, item in self.items(through, when):
            reached = given(there, facts_of(when))
            if reached is False or when is False:
                continue
            skipped, frame.skipped = frame.skipped, []
            if reached is True:
                self._assign(target, item, env, when, frame)
                after = self._block(body, env, when, frame)
                when = disj(after, *frame.skipped)
            else:
                own = {n.id for n in ast.walk(target) if isinstance(n, ast.Name)}
                env.update(dict.fromkeys(own, GONE))
                inner = copied(env)
                inside = conj(when, reached)
                if inside is not False:
                    self._assign(target, item, inner, inside, frame)
                    after = self._block(body, inner, inside, frame)
                    ended = disj(after, *frame.skipped)
                    # What only this turn of the loop knows is not known after it.
                    local = own | (inner.keys() - env.keys())
                    env.update(dict.fromkeys(local, GONE))
                    inner.update(dict.fromkeys(local, GONE))
                    if ended is not False:
                        joined(env, reached, inner, copied(env))
                    without = conj(when, neg(reached))
                    when = when if ended == inside else disj(without, ended)
            frame.skipped = skipped
        gone += frame.left
        frame.left = outer
        return disj(when, *gone)

    def _match(  # as above
        self,
        subject: object,
        cases: list[ast.match_case],
        env: Env,
        when: Formula,
        frame: Frame,
    ) -> Formula:
        if not cases:
            return when
        case, *rest = cases
        held = self._matches(case.pattern, subject, env, when, frame)
        if case.guard is not None and conj(when, held) is not False:
            held = conj(held, self._asked(case.guard, env, conj(when, held), frame))
        held = given(held, facts_of(when))
        if held is True:
            return self._block(case.body, env, when, frame)
        if held is False:
            return self._match(subject, rest, env, when, frame)
        one, other = copied(env), copied(env)
        first = self._block(case.body, one, conj(when, held), frame)
        second = self._match(subject, rest, other, conj(when, neg(held)), frame)
        joined(
            env,
            held,
            one if first is not False else None,
            other if second is not False else None,
        )
        return disj(first, second)

    def _matches(
        self,
        pattern: ast.pattern,
        subject: object,
        env: Env,
        when: Formula,
        frame: Frame,
    ) -> Formula:
        match pattern:
            case ast.MatchAs(pattern=None, name=None):
                return True
            case ast.MatchValue(value=value):
                return equal(subject, self.ev(value, env, when, frame))
            case ast.MatchSingleton(value=value):
                return equal(subject, value)
            case ast.MatchOr(patterns=patterns):
                return disj(
                    *(self._matches(p, subject, env, when, frame) for p in patterns)
                )
        raise NotTranslated(f"a pattern of {frame.function.__qualname__}")

    def _assign(
        self, target: ast.expr, value: object, env: Env, when: Formula, frame: Frame
    ) -> None:
        match target:
            case ast.Name(id=name):
                env[name] = value
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                things = self._listed(value, when)
                if len(things) != len(parts) or any(
                    isinstance(p, ast.Starred) for p in parts
                ):
                    raise NotTranslated(f"an assignment in {where(frame, target)}")
                for part, thing in zip(parts, things, strict=True):
                    self._assign(part, thing, env, when, frame)
            case ast.Subscript(value=of, slice=at):
                held = self.ev(of, env, when, frame)
                index = self.ev(at, env, when, frame)
                if not isinstance(held, list) or is_symbolic(index):
                    raise NotTranslated(f"an assignment in {where(frame, target)}")
                held[index] = value  # type: ignore[call-overload]  # a number
            case _:
                raise NotTranslated(f"an assignment in {where(frame, target)}")

    def _listed(self, value: object, when: Formula) -> list[object]:
        found = [*self.items(value, when)]
        if any(there is not True for there, _ in found):
            raise NotTranslated(
                "a row of things of which it is not known how many there are"
            )
        return [thing for _, thing in found]

    # -- expressions --------------------------------------------------------------------------

    def _asked(self, node: ast.expr, env: Env, when: Formula, frame: Frame) -> Formula:
        value = self.ev(node, env, when, frame)
        own = getattr(type(value), "__len__", None)
        if isinstance(own, FunctionType) and is_symbolic(value):
            value = self.length(value, when)
        return given(truth(value), facts_of(when))

    def ev(self, node: ast.expr, env: Env, when: Formula, frame: Frame) -> object:
        """The value of an expression where it is reached."""
        match node:
            case ast.Constant(value=value):
                return value
            case ast.Name(id=name):
                return restricted(looked_up(name, env, frame), when)
            case ast.Attribute(value=of, attr=name):
                return restricted(
                    self._attribute(self.ev(of, env, when, frame), name, when), when
                )
            case ast.Subscript(value=of, slice=at):
                return restricted(self._part(of, at, env, when, frame), when)
            case ast.Slice(lower=low, upper=high, step=step):
                ends = [
                    None if e is None else self.ev(e, env, when, frame)
                    for e in (low, high, step)
                ]
                return lifted(slice, *ends)
            case ast.Call():
                return restricted(self._call(node, env, when, frame), when)
            case ast.Tuple(elts=parts):
                return tuple(self._args(parts, env, when, frame))
            case ast.List(elts=parts):
                return self._args(parts, env, when, frame)
            case ast.Set(elts=parts):
                return Items(
                    tuple((True, one) for one in self._args(parts, env, when, frame)),
                    is_set=True,
                )
            case ast.BoolOp(op=op, values=values):
                return self._bool(isinstance(op, ast.And), values, env, when, frame)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return neg(self._asked(operand, env, when, frame))
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return lifted(operator.neg, self.ev(operand, env, when, frame))
            case ast.BinOp(left=left, op=op, right=right):
                return self._binary(
                    op,
                    self.ev(left, env, when, frame),
                    self.ev(right, env, when, frame),
                )
            case ast.Compare(left=left, ops=ops, comparators=others):
                return self._compared(left, ops, others, env, when, frame)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                held = self._asked(test, env, when, frame)
                if isinstance(held, bool):
                    return self.ev(body if held else orelse, env, when, frame)
                one = self.ev(body, env, conj(when, held), frame)
                other = self.ev(orelse, env, conj(when, neg(held)), frame)
                return chosen([(held, one), (neg(held), other)])
            case ast.NamedExpr(target=target, value=value):
                made = self.ev(value, env, when, frame)
                env[target.id] = made
                return made
            case (
                ast.GeneratorExp(elt=elt, generators=loops)
                | ast.ListComp(elt=elt, generators=loops)
            ):
                return Items(tuple(self._comprehended(elt, loops, env, when, frame)))
            case ast.SetComp(elt=elt, generators=loops):
                return Items(
                    tuple(self._comprehended(elt, loops, env, when, frame)), is_set=True
                )
            case ast.JoinedStr():
                return SAID
        raise NotTranslated(f"{type(node).__name__} in {where(frame, node)}")

    def _comprehended(  # as above
        self,
        elt: ast.expr,
        loops: list[ast.comprehension],
        env: Env,
        when: Formula,
        frame: Frame,
    ) -> Iterator[tuple[Formula, object]]:
        if not loops:
            yield True, self.ev(elt, env, when, frame)
            return
        loop, *rest = loops
        for there, item in self.items(self.ev(loop.iter, env, when, frame), when):
            inside = conj(when, given(there, facts_of(when)))
            if inside is False:
                continue
            inner = dict(env)
            self._assign(loop.target, item, inner, inside, frame)
            held: Formula = there
            for test in loop.ifs:
                asked = self._asked(test, inner, inside, frame)
                held, inside = conj(held, asked), conj(inside, asked)
            if inside is False:
                continue
            for more, value in self._comprehended(elt, rest, inner, inside, frame):
                yield conj(held, more), value

    def _args(
        self, nodes: list[ast.expr], env: Env, when: Formula, frame: Frame
    ) -> list[object]:
        found: list[object] = []
        for node in nodes:
            if isinstance(node, ast.Starred):
                found += self._listed(self.ev(node.value, env, when, frame), when)
            else:
                found.append(self.ev(node, env, when, frame))
        return found

    def _call(self, node: ast.Call, env: Env, when: Formula, frame: Frame) -> object:
        if any(k.arg is None for k in node.keywords):
            raise NotTranslated(f"** in {where(frame, node)}")
        function = (
            self.ev(node.func, env, when, frame)
            if not isinstance(node.func, ast.Attribute)
            else None
        )
        if function in (say, lost):
            return self._special(function, (), {}, when)
        if function in (won, drawn):
            return self._special(
                function, (self.ev(node.args[0], env, when, frame),), {}, when
            )
        args = tuple(self._args(node.args, env, when, frame))
        named = {str(k.arg): self.ev(k.value, env, when, frame) for k in node.keywords}
        if isinstance(node.func, ast.Attribute):
            owner = self.ev(node.func.value, env, when, frame)
            name = node.func.attr
            return self._method(owner, name, args, named, when)
        return self.call(function, args, named, when)

    def _method(
        self,
        owner: object,
        name: str,
        args: tuple[object, ...],
        named: Env,
        when: Formula,
    ) -> object:
        if isinstance(owner, Cases):
            known = [(w, one) for one, w in owner.cases if conj(when, w) is not False]
            return chosen(
                [
                    (w, self._method(one, name, args, named, conj(when, w)))
                    for w, one in known
                ]
            )
        if isinstance(owner, tuple | list) and name == "count" and is_symbolic(owner):
            return counted(0, [(1, equal(one, args[0])) for one in owner])
        if (
            isinstance(owner, tuple | list)
            and is_symbolic(owner)
            and not hasattr(owner, "_fields")
        ):
            raise NotTranslated(f"the method {name} of a {type(owner).__name__}")
        return self.call(self._attribute(owner, name, when), args, named, when)

    def _attribute(self, owner: object, name: str, when: Formula) -> object:
        if isinstance(owner, Cases):
            known = [(w, one) for one, w in owner.cases if conj(when, w) is not False]
            return chosen([(w, self._attribute(one, name, when)) for w, one in known])
        if isinstance(owner, (Items, Var, *FORMULA)):
            raise NotTranslated(f"the attribute {name} of what is only known in part")
        held = getattr(type(owner), name, None)
        if (
            isinstance(held, property)
            and isinstance(held.fget, FunctionType)
            and is_symbolic(owner)
        ):
            return self.call(held.fget, (owner,), {}, when)
        try:
            return getattr(owner, name)
        except AttributeError as error:
            raise NotTranslated(str(error)) from error

    def _part(
        self, of: ast.expr, at: ast.expr, env: Env, when: Formula, frame: Frame
    ) -> object:
        owner, index = self.ev(of, env, when, frame), self.ev(at, env, when, frame)
        own = getattr(type(owner), "__getitem__", None)
        if (
            isinstance(own, FunctionType)
            and is_symbolic(owner)
            and not isinstance(owner, Cases)
        ):
            return self.call(own, (owner, index), {}, when)
        if isinstance(owner, tuple | list) and is_symbolic(owner):
            found = []
            for one, there in cases_of(index):
                try:
                    found.append((there, owner[one]))  # type: ignore[call-overload]  # as above
                except IndexError:
                    continue
            return chosen(found)
        return lifted(operator.getitem, owner, index)

    def _bool(  # as above
        self,
        all_: bool,
        nodes: list[ast.expr],
        env: Env,
        when: Formula,
        frame: Frame,
    ) -> object:
        value = self.ev(nodes[0], env, when, frame)
        if len(nodes) == 1:
            return value
        held = given(truth(value), facts_of(when))
        goes_on = held if all_ else neg(held)
        if goes_on is False:
            return value
        inside = conj(when, goes_on)
        if inside is False:
            return value
        other = self._bool(all_, nodes[1:], env, inside, frame)
        if goes_on is True:
            return other
        if not all(isinstance(one, (bool, *FORMULA)) for one in (value, other)):
            return chosen([(goes_on, other), (neg(goes_on), value)])
        return conj(held, truth(other)) if all_ else disj(held, truth(other))

    def _binary(self, op: ast.operator, one: object, other: object) -> object:
        function = BINARY.get(type(op))
        if function is None:
            raise NotTranslated(f"the operator {type(op).__name__}")
        if isinstance(op, ast.Add | ast.Sub) and (
            isinstance(one, Var) or isinstance(other, Var)
        ):
            sign = 1 if isinstance(op, ast.Add) else -1
            parts = [terms(one, 1), terms(other, sign)]
            if None not in parts:
                known = [part for part in parts if part is not None]
                return counted(
                    sum(b for b, _ in known), [t for _, ts in known for t in ts]
                )
        if (
            isinstance(one, tuple)
            and isinstance(other, tuple)
            and isinstance(op, ast.Add)
        ):
            return (*one, *other)
        return lifted(function, one, other)

    def _compared(  # as above
        self, left: ast.expr, ops: list[ast.cmpop], others: list[ast.expr], env: Env,
        when: Formula, frame: Frame,
    ) -> Formula:  # fmt: skip
        held: Formula = True
        one = self.ev(left, env, when, frame)
        for op, node in zip(ops, others, strict=True):
            inside = conj(when, held)
            if inside is False:
                return held
            other = self.ev(node, env, inside, frame)
            held = conj(held, self._compare(op, one, other, inside))
            one = other
        return held

    def _compare(
        self, op: ast.cmpop, one: object, other: object, when: Formula
    ) -> Formula:
        match op:
            case ast.Eq() | ast.Is():
                return equal(one, other)
            case ast.NotEq() | ast.IsNot():
                return neg(equal(one, other))
            case ast.In():
                return self.contains(other, one, when)
            case ast.NotIn():
                return neg(self.contains(other, one, when))
        return truth(lifted(ORDERS[type(op)], one, other))


def _any(self: Interpreter, args: tuple[object, ...], when: Formula) -> object:
    return disj(*(conj(there, truth(one)) for there, one in self.items(args[0], when)))


def _all(self: Interpreter, args: tuple[object, ...], when: Formula) -> object:
    return conj(
        *(disj(neg(there), truth(one)) for there, one in self.items(args[0], when))
    )


def _sum(self: Interpreter, args: tuple[object, ...], when: Formula) -> object:
    found: list[tuple[int, Formula]] = []
    for there, one in self.items(args[0], when):
        found += [(int(str(int(v))), conj(there, w)) for v, w in cases_of(one)]  # type: ignore[call-overload]  # numbers
    return counted(0, found)


def _tupled(self: Interpreter, args: tuple[object, ...], when: Formula) -> object:
    return tuple(self._listed(args[0], when)) if args else ()


SPECIAL: Final[
    Mapping[object, Callable[[Interpreter, tuple[object, ...], Formula], object]]
] = {
    any: _any,
    all: _all,
    sum: _sum,
    tuple: _tupled,
    list: lambda self, args, when: self._listed(args[0], when) if args else [],
    len: lambda self, args, when: self.length(args[0], when),
    bool: lambda _self, args, _when: truth(args[0]),
    zip: lambda self, args, when: [
        *zip(*(self._listed(a, when) for a in args), strict=False)
    ],
    enumerate: lambda self, args, when: [*enumerate(self._listed(args[0], when))],
    reversed: lambda self, args, when: [*reversed(self._listed(args[0], when))],
    isinstance: lambda _self, args, _when: lifted(isinstance, *args),
    set: lambda self, args, when: Items(tuple(self.items(args[0], when)), is_set=True),
    frozenset: lambda self, args, when: Items(
        tuple(self.items(args[0], when)), is_set=True
    ),
}
