"""Expressions of a rulebook's functions, where only the possibilities of a state are known.

An expression is looked at under a formula that says when it is reached. What is not understood
raises `NotTranslated` and names the construct: nothing is guessed.
"""

# ruff: noqa: C901, PLR0911, PLR0912, PLR0917  # a language has many kinds of things

import ast
import operator
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from types import FunctionType
from typing import Any, Final

from ludex.kernel import drawn, lost, say, won
from ludex.study.models.formulas import (
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
from ludex.study.models.frames import (
    Env,
    Frame,
    looked_up,
    restricted,
    terms,
    where,
)
from ludex.study.models.trouble import NotTranslated
from ludex.study.models.values import (
    Items,
    cases_of,
    chosen,
    equal,
    is_symbolic,
    lifted,
    truth,
)  # fmt: skip

SAID: Final = object()
"""A sentence: nothing depends on what it says."""

BINARY: Final[Mapping[type[ast.operator], Callable[[Any, Any], Any]]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod, ast.Pow: operator.pow,
    ast.BitXor: operator.xor, ast.BitAnd: operator.and_, ast.BitOr: operator.or_,
}  # fmt: skip
ORDERS: Final[Mapping[type[ast.cmpop], Callable[[Any, Any], Any]]] = {
    ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge,
}  # fmt: skip


class Expressions(ABC):
    """The value of an expression; what calls and containers are is said by who runs them."""

    @abstractmethod
    def call(
        self, function: object, args: tuple[object, ...], named: Env, when: Formula
    ) -> object:
        """What a function gives."""

    @abstractmethod
    def special(
        self, function: object, args: tuple[object, ...], named: Env, when: Formula
    ) -> object:
        """What a function gives that is understood without being run, or NotImplemented."""

    @abstractmethod
    def items(self, value: object, when: Formula) -> Iterator[tuple[Formula, object]]:
        """What a loop goes through."""

    @abstractmethod
    def length(self, value: object, when: Formula) -> object:
        """`len`, also of a class with its own."""

    @abstractmethod
    def contains(self, container: object, thing: object, when: Formula) -> Formula:
        """`in`, also of a class with its own."""

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

    def _listed(self, value: object, when: Formula) -> list[object]:
        found = [*self.items(value, when)]
        if any(there is not True for there, _ in found):
            raise NotTranslated(
                "a row of things of which it is not known how many there are"
            )
        return [thing for _, thing in found]

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

    def _call(self, node: ast.Call, env: Env, when: Formula, frame: Frame) -> object:
        if any(k.arg is None for k in node.keywords):
            raise NotTranslated(f"** in {where(frame, node)}")
        function = (
            self.ev(node.func, env, when, frame)
            if not isinstance(node.func, ast.Attribute)
            else None
        )
        if function in (say, lost):
            return self.special(function, (), {}, when)
        if function in (won, drawn):
            return self.special(
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
