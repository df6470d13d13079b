"""A call that is being run: what its names mean, and what two ways of going on leave behind."""

import ast
import builtins
from dataclasses import dataclass, field
from types import FunctionType
from typing import Final

from ludex.study.models.formulas import (
    Cases,
    Formula,
    Var,
    conj,
    disj,
    facts_of,
    given,
    neg,
)
from ludex.study.models.trouble import NotTranslated
from ludex.study.models.values import chosen

Env = dict[str, object]
GONE: Final = object()
"""The value of a name of which nothing is known any more."""


@dataclass
class Frame:
    """A call that is being run."""

    function: FunctionType
    is_guards: bool = False
    returned: list[tuple[Formula, object]] = field(default_factory=list)
    yielded: list[tuple[Formula, object]] = field(default_factory=list)
    left: list[Formula] = field(default_factory=list)
    """When the loop at hand was left by `break`."""

    skipped: list[Formula] = field(default_factory=list)
    """When the rest of its body was left out by `continue`."""


def terms(value: object, sign: int) -> tuple[int, list[tuple[int, Formula]]] | None:
    """A number as what it counts, its sign changed or not; None where it is not known so."""
    if isinstance(value, int):
        return sign * value, []
    if isinstance(value, Var) and value.total is not None:
        return sign * value.total.base, [(sign * w, f) for w, f in value.total.terms]
    return None


def restricted(value: object, when: Formula) -> object:
    """A value without the cases that cannot be where it is used."""
    if not isinstance(value, Cases) or when is True:
        return value
    facts = facts_of(when)
    if not facts:
        return value
    kept = [(given(w, facts), one) for one, w in value.cases]
    known = [(w, one) for w, one in kept if w is not False]
    return chosen(known) if known and len(known) < len(value.cases) else value


def looked_up(name: str, env: Env, frame: Frame) -> object:
    """What a name means where a function is at work."""
    if name in env:
        if env[name] is GONE:
            raise NotTranslated(
                f"{name} after its loop, in {frame.function.__qualname__}"
            )
        return env[name]
    function = frame.function
    free = dict(
        zip(function.__code__.co_freevars, function.__closure__ or (), strict=False)
    )
    if name in free:
        return free[name].cell_contents
    if name in function.__globals__:
        return function.__globals__[name]
    try:
        return getattr(builtins, name)
    except AttributeError as error:
        raise NotTranslated(f"{name} in {function.__qualname__}") from error


def bound(
    function: FunctionType,
    node: ast.FunctionDef | ast.Lambda,
    args: tuple[object, ...],
    named: Env,
) -> Env:
    """The parameters of a function with what they are given."""
    spec = node.args
    if spec.vararg or spec.kwarg:
        raise NotTranslated(f"the parameters of {function.__qualname__}")
    names = [a.arg for a in (*spec.posonlyargs, *spec.args)]
    env: Env = {}
    defaults = function.__defaults__ or ()
    env.update(zip(names[len(names) - len(defaults) :], defaults, strict=True))
    env.update(function.__kwdefaults__ or {})
    env.update(zip(names, args, strict=False))
    env.update(named)
    if (
        len(args) > len(names)
        or not {*names, *(a.arg for a in spec.kwonlyargs)} <= env.keys()
    ):
        raise NotTranslated(f"a call of {function.__qualname__}")
    return env


def copied(env: Env) -> Env:
    """Lists can change, and two ways of going on must not change the same one."""
    return {
        name: [*value] if isinstance(value, list) else value
        for name, value in env.items()
    }


def joined(env: Env, held: Formula, one: Env | None, other: Env | None) -> None:
    """What two ways of going on leave behind."""
    if one is None or other is None:
        env.update(one or other or {})
        return
    for name in {**one, **other}:
        if name not in one or name not in other:
            env[name] = one.get(name, other.get(name))
        elif one[name] is not other[name]:
            env[name] = chosen([(held, one[name]), (neg(held), other[name])])


def rejoined(when: Formula, first: Formula, second: Formula, held: Formula) -> Formula:
    """Where neither way has left the function, it is where it was before they parted."""
    if first == conj(when, held) and second == conj(when, neg(held)):
        return when
    return disj(first, second)


def as_read(target: ast.expr) -> ast.expr:
    """What is assigned to, as an expression."""
    match target:
        case ast.Name(id=name):
            return ast.Name(name, ast.Load())
        case ast.Subscript(value=of, slice=at):
            return ast.Subscript(of, at, ast.Load())
    raise NotTranslated("an assignment")


def where(frame: Frame, node: ast.AST) -> str:
    """Where something stands, for messages."""
    return f"{frame.function.__qualname__}, line {getattr(node, 'lineno', 0)}"
