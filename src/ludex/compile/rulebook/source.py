"""Collect: the text of a function of a rulebook, as a syntax tree with its file and line."""

import ast
import dis
import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType

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
    try:
        tree = _tree(Path(code.co_filename).read_bytes())
    except OSError:
        tree = None
    if tree is None:
        raise CompileError(
            f"the source of `{function.__qualname__}` is not available",
            "Write the rulebook in a file: code that is typed into a shell cannot be read again.",
            Site(code.co_filename, code.co_firstlineno),
        )
    found = [node for node in _functions(tree) if _is_of(node, code)]
    if not found:
        raise CompileError(
            f"the source of `{function.__qualname__}` was not found at its place in the file",
            "The file may have changed since it was loaded.",
            Site(code.co_filename, code.co_firstlineno),
        )
    return Source(function, found[0], code.co_filename)


@cache
def _tree(text: bytes) -> ast.Module | None:
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError):
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


CHANGING = {"append", "extend", "insert", "pop", "remove", "sort", "add", "update", "setdefault"}
"""The methods that change a list, a set or a mapping."""

UNSTEADY = {"random", "time", "secrets", "uuid", "datetime"}
"""The modules whose functions may answer otherwise each time."""


def is_unsteady(thing: object) -> bool:
    """Is it of a module whose functions may answer otherwise each time?"""
    if isinstance(thing, ModuleType):
        return thing.__name__ in UNSTEADY
    owner = getattr(thing, "__self__", None)
    return UNSTEADY & {getattr(thing, "__module__", ""), type(owner).__module__} != set()


def may_change(name: str, value: object, file: str) -> bool:
    """Is it a list or a set, or a mapping that its module writes to?"""
    if isinstance(value, list | set | bytearray):
        return True
    return isinstance(value, dict) and name in _written(file)


@cache
def is_steady(function: FunctionType) -> bool:
    """Does it always answer the same: no function that it calls looks at chance, a clock, or what may change?"""
    known, waiting = {function}, [function]
    while waiting:
        each = waiting.pop()
        for step in _instructions(each.__code__):
            if step.opname == "STORE_GLOBAL":
                return False
            if step.opname == "LOAD_GLOBAL":
                found = each.__globals__.get(step.argval)
                if may_change(step.argval, found, each.__code__.co_filename) or is_unsteady(found):
                    return False
                if isinstance(found, FunctionType) and found not in known:
                    known.add(found)
                    waiting.append(found)
    return True


def _instructions(code: CodeType) -> Iterator[dis.Instruction]:
    yield from dis.get_instructions(code)
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _instructions(inner)


@cache
def _written(file: str) -> frozenset[str]:
    """The names of which functions of a module change a part."""
    try:
        tree = _tree(Path(file).read_bytes())
    except OSError:
        tree = None
    found = set()
    for node in [] if tree is None else _functions(tree):
        for part in ast.walk(node):
            match part:
                case ast.Subscript(value=ast.Name(id=name), ctx=ast.Store() | ast.Del()):
                    found.add(name)
                case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=way)) if (
                    way in CHANGING
                ):
                    found.add(name)
    return frozenset(found)
