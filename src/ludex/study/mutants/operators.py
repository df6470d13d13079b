"""Mistakes as people make them, as changes of a syntax tree: one change, one mistake.

They know nothing of rulebooks, so that a program in Python can be given the same mistakes. A part
of a condition is forgotten, a comparison is off by one, one phase is taken for another, two things
are exchanged, a sign is wrong, a result is not judged, a state is not reset.
"""

import ast
import copy
from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeVar

from ludex.study.mutants.mutant import CONFUSE, EFFECT, EXCHANGE, NEGATE, PART, SHIFT, SIGN, SKIP

N = TypeVar("N", bound=ast.AST)

Members = Callable[[str, str], tuple[str, ...]]
"""The other members of an enumeration, by its name and one member: none, if it is no such thing."""

OTHERS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip

SIGNS: dict[type[ast.operator], type[ast.operator]] = {ast.Add: ast.Sub, ast.Sub: ast.Add}


CONVERSIONS = {"tuple", "list", "dict", "set", "frozenset", "sorted", "str", "int", "bool", "len"}
"""Calls of these are no parts of rules: nobody who forgets one errs about the game."""

CONFUSED = 3
"""Others that a member of an enumeration is taken for: one of many cards is as good as another."""


class Mistake(NamedTuple):
    """One change of a tree."""

    kind: str
    line: int
    before: str
    after: str
    tree: ast.AST
    """A copy of the whole tree, with the mistake in it."""


def mistakes(tree: ast.AST, members: Members) -> Iterator[Mistake]:
    """Every mistake that can be made in a tree, each once."""
    seen: set[tuple[int, str, str]] = set()
    guards = {id(n.value) for n in ast.walk(tree) if isinstance(n, ast.Yield)}
    for number, node in enumerate(ast.walk(tree)):
        for kind, change in _changes(node, members, is_guard=id(node) in guards):
            twin = copy.deepcopy(tree)
            there = next(n for i, n in enumerate(ast.walk(twin)) if i == number)
            before = _text(node)
            change(there)
            after = _text(there)
            line = getattr(node, "lineno", 0)
            if after == before or (line, before, after) in seen:
                continue
            seen.add((line, before, after))
            yield Mistake(kind, line, before, after, ast.fix_missing_locations(twin))


def _text(node: ast.AST) -> str:
    text = ast.unparse(node)
    return text if isinstance(node, ast.expr) else text.splitlines()[0]


Change = Callable[[ast.AST], object]
"""The change to the node in its place."""


def _changes(node: ast.AST, members: Members, *, is_guard: bool) -> Iterator[tuple[str, Change]]:
    match node:
        case ast.BoolOp():
            yield from _of_condition(node, is_guard=is_guard)
        case ast.Compare(ops=[*ops]):
            for i, op in enumerate(ops):
                if type(op) in OTHERS:
                    yield (NEGATE if _is_equality(op) else SHIFT), _operator(i, OTHERS[type(op)])
        case ast.comprehension(ifs=ifs):
            yield from ((PART, _without("ifs", i)) for i in range(len(ifs)))
        case ast.Call():
            yield from _of_call(node)
        case ast.Tuple(elts=elts, ctx=ast.Load()) | ast.List(elts=elts, ctx=ast.Load()):
            yield from ((EXCHANGE, _exchanged("elts", i)) for i in range(len(elts) - 1))
        case ast.expr() | ast.stmt():
            yield from _of_word(node, members)


def _of_word(node: ast.AST, members: Members) -> Iterator[tuple[str, Change]]:
    match node:
        case ast.If() | ast.IfExp() | ast.While():
            yield NEGATE, _negated
        case ast.UnaryOp(op=ast.Not()):
            yield NEGATE, _unsigned
        case ast.UnaryOp(op=ast.USub()):
            yield SIGN, _unsigned
        case ast.BinOp(op=op) if type(op) in SIGNS:
            yield SIGN, _sign(SIGNS[type(op)])
        case ast.Constant(value=bool(value)):
            yield NEGATE, _constant(not value)
        case ast.Constant(value=int(value)):
            yield from ((SHIFT, _constant(value + step)) for step in (1, -1))
        case ast.Attribute(value=ast.Name(id=owner), attr=name):
            yield from ((CONFUSE, _named("attr", one)) for one in members(owner, name)[:CONFUSED])
        case ast.Name(id=name, ctx=ast.Load()):
            yield from ((CONFUSE, _named("id", one)) for one in members("", name)[:CONFUSED])


def _of_condition(node: ast.BoolOp, *, is_guard: bool) -> Iterator[tuple[str, Change]]:
    count = len(node.values) - is_guard  # the last part of a guard are its words
    if count > 1:
        yield from ((PART, _without("values", i)) for i in range(count))
    if not is_guard:
        yield PART, _other_connective


def _is_equality(op: ast.cmpop) -> bool:
    return not isinstance(op, ast.Lt | ast.LtE | ast.Gt | ast.GtE)


def _of_call(node: ast.Call) -> Iterator[tuple[str, Change]]:
    args, keywords = node.args, node.keywords
    plain = [isinstance(one, ast.Name | ast.Attribute | ast.Constant) for one in args]
    for i in range(len(args) - 1):
        if plain[i] and plain[i + 1]:
            yield EXCHANGE, _exchanged("args", i)
    is_conversion = isinstance(node.func, ast.Name) and node.func.id in CONVERSIONS
    if len(args) == 1 and not (keywords or is_conversion or isinstance(args[0], ast.Starred)):
        yield SKIP, _argument
    if len(keywords) > 1:
        yield from ((EFFECT, _without("keywords", i)) for i in range(len(keywords)))


# -- changes of a node in its place --------------------------------------------------------------


def _without(field: str, i: int) -> Change:
    def change(node: ast.AST) -> None:
        part = getattr(node, field)
        del part[i]
        if field == "values" and len(part) == 1:
            _become(node, part[0])

    return change


def _operator(i: int, other: type[ast.cmpop]) -> Change:
    def change(node: ast.AST) -> None:
        assert isinstance(node, ast.Compare)
        node.ops[i] = other()

    return change


def _negated(node: ast.AST) -> None:
    assert isinstance(node, ast.If | ast.IfExp | ast.While)
    node.test = ast.UnaryOp(ast.Not(), node.test)


def _named(field: str, other: str) -> Change:
    return lambda node: setattr(node, field, other)


def _constant(other: object) -> Change:
    return lambda node: setattr(node, "value", other)


def _other_connective(node: ast.AST) -> None:
    assert isinstance(node, ast.BoolOp)
    node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()


def _sign(other: type[ast.operator]) -> Change:
    def change(node: ast.AST) -> None:
        assert isinstance(node, ast.BinOp)
        node.op = other()

    return change


def _unsigned(node: ast.AST) -> None:
    assert isinstance(node, ast.UnaryOp)
    _become(node, node.operand)


def _argument(node: ast.AST) -> None:
    assert isinstance(node, ast.Call)
    _become(node, node.args[0])


def _exchanged(field: str, i: int) -> Change:
    def change(node: ast.AST) -> None:
        part = getattr(node, field)
        part[i], part[i + 1] = part[i + 1], part[i]

    return change


def _become(node: ast.AST, other: ast.AST) -> None:
    """The node becomes another one, wherever it stands."""
    node.__class__ = other.__class__
    node.__dict__.update(other.__dict__)
