"""Mutants of the text of a rulebook: of its guards, its effects and the numbers in it.

A guard is negated, dropped so that it always holds, or swapped with the one after it, which
changes only what is told when both fail. A number is one more or one less. An effect is
dropped: all of it, one thing that is replaced, or one statement.
"""

import ast
import copy
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from types import CodeType, FunctionType
from typing import TypeVar

from ludex.check.rulebooks import Rulebook, caches
from ludex.study.mutants.mutant import DROP, EFFECT, NEGATE, SHIFT, SWAP, Mutant

T = TypeVar("T")

Change = tuple[str, int, str, str, ast.FunctionDef]
"""Kind, line, what stood there before and after, the changed function."""


def source_mutants(book: Rulebook) -> Iterator[Mutant]:
    """Every mutant of the functions of a rulebook."""
    trees: dict[str, ast.Module] = {}
    clears = caches(book.modules)
    for function in book.functions:
        path = function.__code__.co_filename
        try:
            if path not in trees:
                trees[path] = ast.parse(Path(path).read_text(encoding="utf-8"))
        except (OSError, SyntaxError):  # no text to be changed
            continue
        found = _found(trees[path], function)
        if found is not None:
            yield from _of_function(function, *found, clears)


def _found(
    tree: ast.Module, function: FunctionType
) -> tuple[ast.FunctionDef, ast.ClassDef | None] | None:
    for name, node, owner in functions(tree):
        if name == function.__qualname__:
            return node, owner
    return None


def functions(
    tree: ast.Module,
) -> Iterator[tuple[str, ast.FunctionDef, ast.ClassDef | None]]:
    """The functions of a module and the methods of its classes, by qualified name."""
    for node in tree.body:
        inside = node.body if isinstance(node, ast.ClassDef) else [node]
        owner = node if isinstance(node, ast.ClassDef) else None
        for found in inside:
            if isinstance(found, ast.FunctionDef):
                yield f"{owner.name}.{found.name}" if owner else found.name, found, owner


def _of_function(
    function: FunctionType,
    node: ast.FunctionDef,
    owner: ast.ClassDef | None,
    clears: list[Callable[[], None]],
) -> Iterator[Mutant]:
    made = changes(node) if is_guards(node) else other_changes(node)
    path = function.__code__.co_filename
    for kind, line, before, after, changed in made:
        code = compile_function(changed, owner, path)
        if code is None or len(code.co_freevars) != len(function.__code__.co_freevars):
            continue

        @contextmanager
        def put(code: CodeType = code) -> Iterator[None]:
            usual = function.__code__
            function.__code__ = code
            _forget(clears)
            try:
                yield
            finally:
                function.__code__ = usual
                _forget(clears)

        name = function.__qualname__
        yield Mutant(kind, Path(path).name, line, name, before, after, put)


def _forget(clears: list[Callable[[], None]]) -> None:
    """Clear the caches of the rulebook: they were filled by the other text."""
    for clear in clears:
        clear()


def is_guards(node: ast.FunctionDef) -> bool:
    """Does a function yield guards?"""
    said = node.returns is not None and ast.unparse(node.returns) == "Guards"
    return said or node.name == "guards"


def compile_function(
    node: ast.FunctionDef, owner: ast.ClassDef | None, path: str
) -> CodeType | None:
    """The code of a changed function: it is read alone, under the name of its class."""
    bare = copy.copy(node)
    bare.decorator_list = []
    body: ast.stmt = bare
    if owner is not None:
        body = ast.copy_location(
            ast.ClassDef(name=owner.name, bases=[], keywords=[], body=[bare], decorator_list=[]),
            owner,
        )
    module = ast.fix_missing_locations(ast.Module(body=[body], type_ignores=[]))
    code = compile(module, path, "exec", dont_inherit=True)
    for part in ([owner.name] if owner else []) + [node.name]:
        inner = [c for c in code.co_consts if isinstance(c, CodeType) and c.co_name == part]
        if not inner:
            return None
        code = inner[0]
    return code


# -- guards ---------------------------------------------------------------------------------


def changes(function: ast.FunctionDef) -> Iterator[Change]:
    """Each change of each guard of a function."""
    for n, statement in enumerate(guards_in(function)):
        value = statement.value
        assert isinstance(value, ast.Yield)
        for kind, changed in mutate_guard(value.value):
            twin = copy.deepcopy(function)
            guards_in(twin)[n].value = ast.copy_location(ast.Yield(changed), value)
            before, after = guard_text(value), f"yield {ast.unparse(changed)}"
            yield kind, statement.lineno, before, after, twin
    for (statements, at), (block, i), twin in _twins(function, neighbours_in):
        block[i], block[i + 1] = block[i + 1], block[i]
        before, after = (guard_text(statements[k].value) for k in (at, at + 1))  # type: ignore[attr-defined]  # they are
        yield SWAP, statements[at].lineno, before, after, twin


def _twins(
    function: ast.FunctionDef, find: Callable[[ast.FunctionDef], Iterable[T]]
) -> Iterator[tuple[T, T, ast.FunctionDef]]:
    """Yield each thing that is found in a function, the same in a copy of the function, and the copy."""
    for n, there in enumerate(find(function)):
        twin = copy.deepcopy(function)
        yield there, [*find(twin)][n], twin


def guard_text(node: ast.expr) -> str:
    """A guard as it is shown."""
    return ast.unparse(node).removeprefix("(").removesuffix(")")


def guards_in(function: ast.FunctionDef) -> list[ast.Expr]:
    """The statements `yield condition or reason`, and `yield reason`, in order."""
    return [
        node
        for node in ast.walk(function)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Yield)
    ]


def mutate_guard(value: ast.expr | None) -> Iterator[tuple[str, ast.expr]]:
    """The guard negated, dropped, and with each of its numbers shifted."""
    yield DROP, ast.Constant(value=True)
    if not isinstance(value, ast.BoolOp) or not isinstance(value.op, ast.Or):
        return
    *conditions, reason = value.values
    condition = conditions[0]
    if len(conditions) > 1:
        condition = ast.BoolOp(ast.Or(), conditions)
    negated = ast.UnaryOp(ast.Not(), condition)
    yield NEGATE, ast.BoolOp(ast.Or(), [negated, reason])
    for n, number in enumerate(numbers(condition)):
        for step in (1, -1):
            twin = copy.deepcopy(condition)
            numbers(twin)[n].value = number.value + step  # type: ignore[operator]  # an int
            yield SHIFT, ast.BoolOp(ast.Or(), [twin, reason])


def numbers(node: ast.AST) -> list[ast.Constant]:
    """The whole numbers in an expression."""
    return [
        found
        for found in ast.walk(node)
        if isinstance(found, ast.Constant) and type(found.value) is int
    ]


def neighbours_in(function: ast.FunctionDef) -> Iterator[tuple[list[ast.stmt], int]]:
    """Yield the places where a guard, or a series of them, is followed by another one."""
    for block in _blocks(function):
        for i, (one, other) in enumerate(pairwise(block)):
            if yields(one) and yields(other):
                yield block, i


def _blocks(function: ast.FunctionDef) -> Iterator[list[ast.stmt]]:
    """Yield the lists of statements in a function."""
    for node in ast.walk(function):
        for block in (getattr(node, "body", None), getattr(node, "orelse", None)):
            if isinstance(block, list):
                yield block


def yields(node: ast.stmt) -> bool:
    """Is a statement a guard, or a series of guards?"""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Yield | ast.YieldFrom)


# -- effects and everything else --------------------------------------------------------------


def other_changes(function: ast.FunctionDef) -> Iterator[Change]:
    """Changes of a function that is no guard: its numbers, its questions, its effects."""
    body = ast.Module(body=function.body, type_ignores=[])
    for n, number in enumerate(numbers(body)):
        for step in (1, -1):
            twin = copy.deepcopy(function)
            found = numbers(ast.Module(body=twin.body, type_ignores=[]))[n]
            found.value = number.value + step  # type: ignore[operator]  # an int
            yield SHIFT, number.lineno, str(number.value), str(found.value), twin
    for asked, one, twin in _twins(function, _questions):
        one.test = ast.UnaryOp(ast.Not(), one.test)
        text = ast.unparse(asked.test)
        yield NEGATE, asked.lineno, f"if {text}", f"if not ({text})", twin
    if function.name == "apply":
        yield from _effects(function)


def _questions(function: ast.FunctionDef) -> list[ast.If | ast.IfExp]:
    return [n for n in ast.walk(function) if isinstance(n, ast.If | ast.IfExp)]


def _effects(function: ast.FunctionDef) -> Iterator[Change]:
    """The effect as a whole, each thing that is replaced, each statement that does something."""
    parameters = [one.arg for one in function.args.args]
    state = parameters[1] if len(parameters) > 1 else "s"
    for statement, other, twin in _twins(function, _returns):
        other.value = ast.Name(state, ast.Load())
        before = ast.unparse(statement)
        if before != f"return {state}":
            yield EFFECT, statement.lineno, before, f"return {state}", twin
    for n, call in enumerate(_replacing(function)):
        for i, given in enumerate(call.keywords):
            twin = copy.deepcopy(function)
            del _replacing(twin)[n].keywords[i]
            yield EFFECT, given.value.lineno, ast.unparse(given), "left as it is", twin
    for (block, i), (there, at), twin in _twins(function, _doing):
        there[at] = ast.copy_location(ast.Pass(), there[at])
        yield EFFECT, block[i].lineno, ast.unparse(block[i]), "not done", twin


def _returns(function: ast.FunctionDef) -> list[ast.Return]:
    return [n for n in ast.walk(function) if isinstance(n, ast.Return) and n.value]


def _replacing(function: ast.FunctionDef) -> list[ast.Call]:
    return [
        node
        for node in ast.walk(function)
        if isinstance(node, ast.Call)
        and ast.unparse(node.func).rpartition(".")[2] in ("replace", "_replace")
    ]


def _doing(function: ast.FunctionDef) -> Iterator[tuple[list[ast.stmt], int]]:
    """Statements that do something and give no name to it."""
    for block in _blocks(function):
        for i, one in enumerate(block):
            does = isinstance(one, ast.Expr) and isinstance(one.value, ast.Call)
            if does or isinstance(one, ast.AugAssign):
                yield block, i
