"""Statements of a rulebook's functions, each run under the formula that says when it is reached.

Where a condition depends on the state both ways are gone, and what they leave behind is put
together again.
"""

# ruff: noqa: C901, PLR0911, PLR0912, PLR0917  # a language has many kinds of things

import ast
from types import FunctionType, MethodType
from typing import Final

from ludex.study.models.expressions import Expressions
from ludex.study.models.formulas import (
    Formula,
    conj,
    disj,
    facts_of,
    given,
    neg,
)  # fmt: skip
from ludex.study.models.frames import (
    GONE,
    Env,
    Frame,
    as_read,
    bound,
    copied,
    joined,
    rejoined,
    where,
)
from ludex.study.models.sources import source_of
from ludex.study.models.trouble import NotTranslated
from ludex.study.models.values import (
    equal,
    truth,
)  # fmt: skip

DEEPEST: Final = 60


class Statements(Expressions):
    """Runs the body of a function; `depth` keeps it from running for ever."""

    def __init__(self) -> None:
        self.depth = 0

    def _guards(
        self, function: object, args: tuple[object, ...], named: Env, when: Formula
    ) -> Formula:
        if not isinstance(function, FunctionType):
            raise NotTranslated("guards that are no function")
        frame = Frame(function, is_guards=True)
        live = self._run(frame, args, named, when)
        return disj(live, *(reached for reached, _ in frame.returned))

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
