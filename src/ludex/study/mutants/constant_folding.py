"""Folding: conditions that the options of a game decide are decided in a function and its mutant.

The options do not change in a game. So a condition about them alone is true or false, and what it
leads to is there or not. Where a function and its mutant become the same text in this way, they
mean the same under these options, whatever the state.
"""

import ast
import copy
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from types import FunctionType
from typing import Any

from ludex.kernel import AnyGame, AnyState

CONSTANTS = int | str | bool | Enum | None


def options_of(game: AnyGame, start: AnyState) -> dict[str, Any]:
    """The fields of a state that hold the options, by name."""
    kinds = {type(one) for one in game.start.rules.values() if one is not None}
    options: dict[str, Any] = {}
    if is_dataclass(start):
        options = {one.name: getattr(start, one.name) for one in fields(start)}
    elif hasattr(start, "_asdict"):
        options = start._asdict()
    return {name: value for name, value in options.items() if type(value) in kinds}


def _constant(value: Any) -> ast.Constant:  # noqa: ANN401  # options and members, too
    return ast.Constant(value)


class Folding:
    """Decides what the options decide in the functions of a rulebook."""

    def __init__(self, game: AnyGame, start: AnyState) -> None:
        self.options = options_of(game, start)

    def is_same(self, function: FunctionType, one: ast.AST, other: ast.AST) -> bool:
        """Do two texts of a function mean the same under the options?"""
        return bool(self.options) and self._folded(function, one) == self._folded(function, other)

    def _folded(self, function: FunctionType, tree: ast.AST) -> str:
        owner = function.__qualname__.rpartition(".")[0]
        names = {type(value).__name__: value for value in self.options.values()}
        known = {"self": names[owner]} if owner in names else {}
        arguments = tree.args.args if isinstance(tree, ast.FunctionDef) else []
        notes = function.__annotations__
        for one in arguments:
            note = notes.get(one.arg)
            kind = note if isinstance(note, str) else getattr(note, "__name__", "")
            if kind in names:
                known[one.arg] = names[kind]
        twin = _Fold(self.options, known, function.__globals__).visit(copy.deepcopy(tree))
        return ast.dump(twin)


class _Fold(ast.NodeTransformer):
    """Puts constants for what is known, from the inside to the outside, and leaves out dead branches."""

    def __init__(
        self, options: Mapping[str, Any], known: Mapping[str, Any], names: Mapping[str, Any]
    ) -> None:
        self.options, self.known, self.names = options, known, names

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return _constant(self.known[node.id]) if node.id in self.known else node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        match node.value:
            case ast.Name(id=name) if name not in self.known:
                if node.attr in self.options and name not in self.names:
                    return _constant(self.options[node.attr])
                kind = self.names.get(name)
                if isinstance(kind, type) and issubclass(kind, Enum):
                    return _constant(getattr(kind, node.attr))
        self.generic_visit(node)
        if isinstance(node.value, ast.Constant):
            value = getattr(node.value.value, node.attr, self)
            if isinstance(value, CONSTANTS):
                return _constant(value)
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        if all(isinstance(one, ast.Constant) for one in (node.left, *node.comparators)):
            constants = {f"v{i}": one.value for i, one in enumerate((node.left, *node.comparators))}  # type: ignore[attr-defined]  # they are constants
            left, *others = (ast.Name(name, ast.Load()) for name in constants)
            test = ast.Expression(ast.Compare(left, node.ops, [*others]))
            text = compile(ast.fix_missing_locations(test), "<folded>", "eval")
            return ast.Constant(bool(eval(text, {}, constants)))  # noqa: S307  # constants are compared
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.op, ast.Not):
            node.operand = _as_truth(node.operand)
            if isinstance(node.operand, ast.Constant):
                return ast.Constant(not node.operand.value)
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        self.generic_visit(node)
        ends = isinstance(node.op, ast.Or)
        left: list[ast.expr] = []
        for i, one in enumerate(node.values):
            is_last = i + 1 == len(node.values)
            if isinstance(one, ast.Constant) and bool(one.value) is ends:
                left.append(one)
                break
            if not isinstance(one, ast.Constant) or is_last:
                left.append(one)
        return left[0] if len(left) == 1 else ast.BoolOp(node.op, left)

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        self.generic_visit(node)
        node.test = _as_truth(node.test)
        if isinstance(node.test, ast.Constant):
            return node.body if node.test.value else node.orelse
        return node

    def visit_If(self, node: ast.If) -> ast.AST | Iterable[ast.AST]:
        self.generic_visit(node)
        node.test = _as_truth(node.test)
        if isinstance(node.test, ast.Constant):
            return node.body if node.test.value else node.orelse
        return node


def _as_truth(test: ast.expr) -> ast.expr:
    """A condition without a last part that decides nothing: `x or False` is as true as `x`."""
    match test:
        case ast.BoolOp(op=op, values=[*first, ast.Constant(value=last)]):
            if bool(last) is not isinstance(op, ast.Or):
                return first[0] if len(first) == 1 else ast.BoolOp(op, first)
    return test
