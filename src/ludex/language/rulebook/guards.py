"""The guards of an event as a table, read from the syntax tree of its `guards`.

Each `yield condition or "reason"` is a row, in order of precedence; `yield from` another guard
function adds the rows of that function. A row has the line of its `yield`, and so has a refusal. So
a refusal can be traced to its row, and coverage can be measured.
"""

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterator, Mapping
from types import FunctionType
from typing import NamedTuple

from ludex.kernel import AnyEvent, Call, Event, Sentence, Written
from ludex.kernel.event import GuardSite
from ludex.kernel.texts.sentence import holes

UNNAMED = "…"
"""The placeholder for a value without a name."""


class GuardRow(NamedTuple):
    """One guard: its condition, and the reason for a refusal."""

    condition: str
    """The condition in Python, as in the source."""

    reason: str
    """The reason in words, with the names of arguments and other values: `‹amount›`."""

    site: GuardSite
    code: str = ""
    """The code of the rule, if its sentence has one."""


def guard_table(cls: type[AnyEvent]) -> tuple[GuardRow, ...]:
    """The guards of an event, the most important first."""
    return () if cls.guards is Event.guards else tuple(_rows(cls.guards, _labels(cls)))


def contract_table(cls: type[AnyEvent]) -> tuple[GuardRow, ...]:
    """Return the promises of an event, in the order in which they are checked."""
    return () if cls.ensures is Event.ensures else tuple(_rows(cls.ensures, _labels(cls)))


def _labels(cls: type[Call]) -> Mapping[str, str]:
    """Return the names of fields in reasons: by their arguments, `(r1, c1)` for a square."""
    return {
        f"self.{field.name}": (
            f"({', '.join(field.labels)})" if len(field.labels) > 1 else f"‹{field.labels[0]}›"
        )
        for field in cls.fields()
    }


def _rows(function: Callable[..., object], labels: Mapping[str, str]) -> Iterator[GuardRow]:
    assert isinstance(function, FunctionType)
    lines, first = inspect.getsourcelines(function)
    tree = ast.parse(textwrap.dedent("".join(lines)))
    names = {**labels, **_aliases(tree, labels)}
    found = [n for n in ast.walk(tree) if isinstance(n, ast.Yield | ast.YieldFrom)]
    for node in sorted(found, key=lambda node: (node.lineno, node.col_offset)):
        if isinstance(node, ast.YieldFrom):
            called = _called(node.value, function)
            if called is not None:
                yield from _rows(called, _passed_on(called, node.value, names))
        elif node.value is not None:
            site = GuardSite(function.__qualname__, first + node.lineno - 1)
            yield _row(node.value, names, site, function.__globals__)


def _aliases(tree: ast.AST, labels: Mapping[str, str]) -> dict[str, str]:
    """`a, b = self.source, self.target` makes `a` another name of the source."""
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            target, value = node.targets[0], node.value
            pairs = (
                zip(target.elts, value.elts, strict=False)
                if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple)
                else [(target, value)]
            )
            for name, value_of_name in pairs:
                if (label := labels.get(ast.unparse(value_of_name))) is not None:
                    found[ast.unparse(name)] = label
    return found


def _called(node: ast.expr, function: FunctionType) -> Callable[..., object] | None:
    """The guard function that `yield from shared(s)` calls."""
    if not isinstance(node, ast.Call):
        return None
    name = ast.unparse(node.func).removeprefix("self.")
    if name in function.__globals__:
        found = function.__globals__[name]
    else:
        owner = function.__globals__.get(function.__qualname__.split(".")[0])
        found = getattr(owner, name, None)
    return found if isinstance(found, FunctionType) else None


def _passed_on(
    called: Callable[..., object], call: ast.expr, names: Mapping[str, str]
) -> Mapping[str, str]:
    """Return the labels of arguments, under the names of the parameters they are given for."""
    assert isinstance(call, ast.Call)
    parameters = [*inspect.signature(called).parameters]
    is_method = ast.unparse(call.func).startswith("self.")
    given = zip(parameters[is_method:], map(ast.unparse, call.args), strict=False)
    fields = {k: v for k, v in names.items() if is_method and k.startswith("self.")}
    return fields | {p: names[text] for p, text in given if text in names}


def _row(
    value: ast.expr,
    names: Mapping[str, str],
    site: GuardSite,
    known: Mapping[str, object],
) -> GuardRow:
    condition, reason = "", value
    if isinstance(value, ast.BoolOp) and isinstance(value.op, ast.Or):
        *conditions, reason = value.values
        condition = " or ".join(_named(c, names) for c in conditions)
    parts = _sentence_parts(reason, names, known)
    if parts is None:
        return GuardRow(condition, _reason(reason, names), site)
    code, template, values = parts
    return GuardRow(condition, _filled(code, template, values), site, code)


def _sentence_parts(
    node: ast.expr, names: Mapping[str, str], known: Mapping[str, object]
) -> tuple[str, str, Mapping[str, str]] | None:
    """Code, template and labels of a sentence: `say(...)`, its name, or what makes it."""
    match node:
        case ast.Call(
            func=ast.Name(id="say"),
            args=[ast.Constant(value=str(code)), ast.Constant(value=str(text))],
            keywords=values,
        ):
            labels = {k.arg: _label(k.value, names) for k in values if k.arg}
            return code, text, {k: v for k, v in labels.items() if v is not None}
        case ast.Name(id=name) if isinstance(sentence := known.get(name), Sentence):
            return sentence.code, sentence.template, {}
        case ast.Call(func=ast.Name(id=name)) if isinstance(
            function := inspect.unwrap(known.get(name)),  # type: ignore[arg-type]  # or anything else
            FunctionType,
        ):
            return _said_by(function, node, names)
        case _:
            return None


def _said_by(
    function: FunctionType, call: ast.Call, names: Mapping[str, str]
) -> tuple[str, str, Mapping[str, str]] | None:
    """The sentence that a function returns, its parameters under the names of arguments.

    Where it has several ways to say it, the last one stands for all: the usual case.
    """
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    returns = [n for n in ast.walk(tree) if isinstance(n, ast.Return) and n.value]
    made = [n.value for n in sorted(returns, key=lambda n: n.lineno) if n.value]
    parameters = inspect.signature(function).parameters
    given = zip(parameters, map(ast.unparse, call.args), strict=False)
    inner = {p: names[text] for p, text in given if text in names}
    return _sentence_parts(made[-1], inner, function.__globals__) if made else None


def _label(node: ast.expr, names: Mapping[str, str]) -> str | None:
    """Return the name of a value, where it is an argument of the event."""
    match node:
        case ast.Call(func=ast.Name(), args=[given], keywords=[]):
            node = given  # `Nth(column)` is the column, only counted from 1
    return names.get(ast.unparse(node))


def _filled(code: str, template: str, labels: Mapping[str, str]) -> Sentence:
    """The template with each hole under its name: that of an argument, or its own."""
    names = {hole.partition(":")[0] for hole in holes(template)}
    values = {
        name: Written(labels[name])
        if name in labels
        else Label("hole", f"‹{name.replace('_', ' ')}›", {})
        for name in names
    }
    return Sentence(code, template, values)


class Label(Sentence):
    """A name in a placeholder of a printed rule, in place of its value."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        return str(self)


class _Labels(ast.NodeTransformer):
    """Arguments under the names that players see, also inside conditions."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self.names = names

    def visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, ast.expr) and ast.unparse(node) in self.names:
            return ast.Name(self.names[ast.unparse(node)].strip("‹›"))
        return self.generic_visit(node)


def _named(node: ast.expr, names: Mapping[str, str]) -> str:
    return ast.unparse(_Labels(names).visit(node))


def _reason(node: ast.expr, names: Mapping[str, str]) -> str:
    """The text as a template, with arguments under the names that players see."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(_reason(part, names) for part in parts)
        case ast.FormattedValue(value=inner):
            return names.get(ast.unparse(inner), UNNAMED)
        case _:
            return UNNAMED
