"""The parts of a guard's condition, read from the rulebook's text, and what they are worth."""

import ast
import inspect
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from types import (
    BuiltinFunctionType,
    CodeType,
    FrameType,
    FunctionType,
    MethodType,
    ModuleType,
)

from ludex.check.errors import attempt
from ludex.kernel import AnyEvent, Written, say

LONGEST = 72
"""Letters of a value that is shown."""


SAYING_NOTHING = (
    type,
    FunctionType,
    BuiltinFunctionType,
    MethodType,
    ModuleType,
    Iterator,
)
"""Values that say where they are in memory, and nothing about the state."""


@dataclass(frozen=True, slots=True)
class Term:
    """A part of a condition, and what it is worth here."""

    text: str
    value: str


@cache
def _nodes(code: CodeType) -> tuple[int, list[ast.AST]]:
    """Return the line before a function's first, and all that it is made of; nothing without a source."""
    try:
        lines, first = inspect.getsourcelines(code)
        return first - 1, [*ast.walk(ast.parse(textwrap.dedent("".join(lines))))]
    except (OSError, TypeError, SyntaxError):
        return 0, []


@cache
def _yields(code: CodeType) -> dict[int, ast.Yield]:
    """The `yield`s of a function by the line on which they begin."""
    before, nodes = _nodes(code)
    return {before + node.lineno: node for node in nodes if isinstance(node, ast.Yield)}


def spans(code: CodeType, begin: int, line: int) -> bool:
    """Does the `yield` that begins on one line reach to the other?"""
    node = _yields(code).get(begin)
    if node is None:
        return False
    return begin <= line <= begin + (node.end_lineno or node.lineno) - node.lineno


def terms_at(frame: FrameType, line: int | None = None) -> Iterator[Term]:
    """The parts of the condition that is asked at a line, and their values."""
    line = frame.f_lineno if line is None else line
    nodes = _yields(frame.f_code)
    begin = next((b for b in sorted(nodes) if spans(frame.f_code, b, line)), None)
    if begin is None:
        return
    parts = [*filter(None, [nodes[begin].value])]
    match parts:
        case [ast.BoolOp(op=ast.Or(), values=[*conditions, _])]:
            parts = conditions
    names = {**frame.f_globals, **frame.f_locals}
    known = {id(frame.f_locals.get(name)) for name in ("self", "s")}
    for text in dict.fromkeys(_parts_named(parts)):
        value = _value(text, names)
        if value is not None and id(value[0]) not in known:
            yield Term(text, value[1])


def reason_at(frame: FrameType) -> str | None:
    """Return the reason of the guard at a `yield`, of the very values that it sees."""
    match _yields(frame.f_code).get(frame.f_lineno):
        # What holds in one of several ways is not what the reason of all of them is about.
        case ast.Yield(value=ast.BoolOp(op=ast.Or(), values=[_, reason])):
            names = {**frame.f_globals, **frame.f_locals}
            # It may be said only where the guard fails; else as in _value.
            reason_text = attempt(eval, ast.unparse(reason), names)
            return reason_text if isinstance(reason_text, str) else None
    return None


def _parts_named(parts: list[ast.expr]) -> Iterator[str]:
    """The texts of parts whose values say something, the larger before the smaller."""
    nodes = [node for part in parts for node in ast.walk(part)]
    called = {id(node.func) for node in nodes if isinstance(node, ast.Call)}
    kinds = ast.Name | ast.Attribute | ast.Subscript | ast.Call
    for node in nodes:
        if isinstance(node, kinds) and id(node) not in called:
            yield ast.unparse(node)


def free_of_arguments(cls: type[AnyEvent]) -> int:
    """Return how many guards, from the first, look at nothing of the event but its kind.

    What they say of one event they say of all of its kind.
    """
    guards = cls.guards
    if not isinstance(guards, FunctionType):
        return 0
    code = guards.__code__
    bound = {*code.co_varnames, *code.co_cellvars, *code.co_freevars}
    bound.discard(code.co_varnames[1])  # the state
    # Guards of other functions, or ways around some of them, may be asked or not.
    ways = ast.YieldFrom | ast.If | ast.For | ast.While | ast.Return | ast.Try | ast.Match
    if any(isinstance(node, ways) for node in _nodes(code)[1]):
        return 0
    count = 0
    for _, node in sorted(_yields(code).items()):
        if bound & {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}:
            break
        count += 1
    return count


def _value(text: str, names: dict[str, object]) -> tuple[object, str] | None:
    """Return the value of an expression of the rulebook: guards are pure, so it may be asked."""
    try:
        value = eval(text, names)  # noqa: S307  # the rulebook's own text, in its own place
    except Exception as error:  # noqa: BLE001  # this is what makes the guard undefined
        kind = Written(type(error).__name__)
        return error, say("term_undefined", "undefined ({error})", error=kind)
    if isinstance(value, SAYING_NOTHING):
        return None
    text = " ".join(str(value).split())
    return (value, text) if len(text) <= LONGEST else None


def shorten(text: str) -> str:
    """A text short enough for a line."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
