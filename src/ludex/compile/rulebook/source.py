"""Collect: the text of a function of a rulebook, as a syntax tree with its file and line."""

import ast
import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType

from ludex.compile.rulebook.errors import CompileError, Site

Node = ast.FunctionDef | ast.Lambda


@dataclass(frozen=True, eq=False)
class Source:
    """A function as it is written."""

    function: FunctionType
    node: Node
    file: str

    @property
    def name(self) -> str:
        """The name of the function."""
        return self.function.__qualname__

    @property
    def body(self) -> list[ast.stmt]:
        """The statements; those of a lambda are the return of its value."""
        if isinstance(self.node, ast.Lambda):
            made = ast.Return(self.node.body)
            return [ast.copy_location(made, self.node.body)]
        return self.node.body

    @property
    def is_generator(self) -> bool:
        """Does it yield?"""
        return bool(self.function.__code__.co_flags & inspect.CO_GENERATOR)

    @property
    def globals(self) -> dict[str, object]:
        """The names that the function finds around it: its closure, its module, the builtins."""
        code = self.function.__code__
        cells = zip(code.co_freevars, self.function.__closure__ or (), strict=True)
        inner = {name: cell.cell_contents for name, cell in cells}
        builtins = self.function.__globals__.get("__builtins__", {})
        known = builtins if isinstance(builtins, dict) else vars(builtins)
        return {**known, **self.function.__globals__, **inner}


@cache
def source_of(function: FunctionType) -> Source:
    """Find the text of a function."""
    code = function.__code__
    tree = _tree(code.co_filename)
    if tree is None:
        raise CompileError(
            f"the source of `{function.__qualname__}` is not available",
            "Write the rulebook in a file: what is typed into a shell cannot be read again.",
            Site(code.co_filename, code.co_firstlineno),
        )
    found = [node for node in _functions(tree) if _is_of(node, code)]
    if not found:
        raise CompileError(
            f"the source of `{function.__qualname__}` was not found where it should stand",
            "The file may have changed since it was loaded.",
            Site(code.co_filename, code.co_firstlineno),
        )
    return Source(function, found[0], code.co_filename)


@cache
def _tree(file: str) -> ast.Module | None:
    try:
        return ast.parse(Path(file).read_bytes())
    except (OSError, SyntaxError, ValueError):
        return None


def _functions(tree: ast.Module) -> Iterator[Node]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.Lambda):
            yield node


def _is_of(node: Node, code: CodeType) -> bool:
    if isinstance(node, ast.FunctionDef):
        first = node.decorator_list[0].lineno if node.decorator_list else node.lineno
        return node.name == code.co_name and first == code.co_firstlineno
    if code.co_name != "<lambda>" or node.lineno != code.co_firstlineno:
        return False
    # Several lambdas may stand on one line: the places of their instructions tell them apart.
    end = (node.body.end_lineno or node.lineno, node.body.end_col_offset or 0)
    begin = (node.body.lineno, node.body.col_offset)
    places = [
        (line, column)
        for line, _, column, _ in code.co_positions()
        if line is not None and column is not None and (line, column) > (node.lineno, 0)
    ]
    return bool(places) and begin <= min(places) and max(places) <= end
