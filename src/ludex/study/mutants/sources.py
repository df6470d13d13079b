"""Mutants of the text of a rulebook: of its guards, its effects and the numbers in it.

A guard is negated, dropped so that it always holds, or swapped with the one after it, which
changes only what is told when both fail. An effect is dropped: all of it, or one statement. The
other mistakes are those that people make in any program (`operators`).
"""

import ast
import copy
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from enum import Enum
from itertools import pairwise
from pathlib import Path
from types import CodeType, FunctionType
from typing import TypeVar

from ludex.check.rulebooks import Rulebook, caches
from ludex.kernel import Call
from ludex.study.mutants.constant_folding import Folding
from ludex.study.mutants.derived import DerivedTables
from ludex.study.mutants.mutant import DROP, EFFECT, NEGATE, SWAP, Mutant
from ludex.study.mutants.operators import Members, mistakes

T = TypeVar("T")

Change = tuple[str, int, str, str, ast.FunctionDef]
"""Kind, line, what stood there before and after, the changed function."""


SAME_TABLES = "the tables that it makes are the same"
SAME_OPTIONS = "under these options it is the same text"


def source_mutants(book: Rulebook, folding: Folding | None = None) -> Iterator[Mutant]:
    """Every mutant of the functions of a rulebook; `folding` knows the options."""
    trees: dict[str, ast.Module] = {}
    clears = caches(book.modules)
    derived = DerivedTables(book)
    for function in (*book.functions, *derived.makers):
        path = function.__code__.co_filename
        try:
            if path not in trees:
                trees[path] = ast.parse(Path(path).read_text(encoding="utf-8"))
        except (OSError, SyntaxError):  # no text to be changed
            continue
        found = _found(trees[path], function)
        if found is not None:
            yield from _of_function(function, *found, clears, derived=derived, folding=folding)


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
    *,
    derived: DerivedTables,
    folding: Folding | None,
) -> Iterator[Mutant]:
    path = function.__code__.co_filename
    for kind, line, before, after, changed in _all_changes(function, node):
        code = compile_function(changed, owner, path)
        if code is None or len(code.co_freevars) != len(function.__code__.co_freevars):
            continue

        @contextmanager
        def put(code: CodeType = code) -> Iterator[None]:
            usual = function.__code__
            function.__code__ = code
            try:
                with derived.made_anew(function):
                    _forget(clears)
                    yield
            finally:
                function.__code__ = usual
                _forget(clears)

        def same(changed: ast.FunctionDef = changed) -> str:
            if folding is not None and folding.is_same(function, _bare(node), _bare(changed)):
                return SAME_OPTIONS
            return SAME_TABLES if derived.unchanged(function) else ""

        name = function.__qualname__
        yield Mutant(kind, Path(path).name, line, name, before, after, put, same=same)


def _all_changes(function: FunctionType, node: ast.FunctionDef) -> Iterator[Change]:
    """Guards and effects as a whole, and every mistake in what they are made of."""
    seen: set[tuple[int, str, str]] = set()
    whole = changes(node) if is_guards(node) else _effects(node) if node.name == "apply" else ()
    single = (
        (one.kind, one.line, one.before, one.after, one.tree)
        for one in mistakes(_bare(node), _members(function))
    )
    for kind, line, before, after, changed in (*whole, *single):
        assert isinstance(changed, ast.FunctionDef)
        if (line, before, after) not in seen:
            seen.add((line, before, after))
            yield kind, line, before, after, changed


def _bare(node: ast.FunctionDef) -> ast.FunctionDef:
    """The function without its docstring and annotations: no mistake in them is one."""
    bare = copy.deepcopy(node)
    bare.decorator_list, bare.returns = [], None
    for argument in (*bare.args.args, *bare.args.kwonlyargs):
        argument.annotation = None
    if ast.get_docstring(bare) is not None and len(bare.body) > 1:
        del bare.body[0]
    for one in ast.walk(bare):
        if isinstance(one, ast.AnnAssign):
            one.annotation = ast.Constant(value=None)
    return bare


def _members(function: FunctionType) -> Members:
    """Name what could be confused: the members of an enumeration, the fields of one kind."""
    owner = function.__qualname__.rpartition(".")[0]
    home = function.__globals__.get(owner)
    same: dict[str, tuple[str, ...]] = {}
    if isinstance(home, type) and issubclass(home, Call):
        for one in home.fields():
            others = (f.name for f in home.fields() if f.domain.size == one.domain.size)
            same[one.name] = tuple(name for name in others if name != one.name)

    def members(name: str, member: str) -> tuple[str, ...]:
        if name == "self":
            return same.get(member, ())
        found = function.__globals__.get(name)
        if isinstance(found, type) and issubclass(found, Enum) and member in found.__members__:
            return tuple(one for one in found.__members__ if one != member)
        return ()

    return members


def _forget(clears: list[Callable[[], None]]) -> None:
    """Clear the caches of the rulebook: they were filled by the other text."""
    for clear in clears:
        clear()


def is_guards(node: ast.FunctionDef) -> bool:
    """Does a function yield guards?"""
    declared = node.returns is not None and ast.unparse(node.returns) == "Guards"
    return declared or node.name == "guards"


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
    """The guard negated, and dropped."""
    yield DROP, ast.Constant(value=True)
    if not isinstance(value, ast.BoolOp) or not isinstance(value.op, ast.Or):
        return
    *conditions, reason = value.values
    condition = conditions[0]
    if len(conditions) > 1:
        condition = ast.BoolOp(ast.Or(), conditions)
    yield NEGATE, ast.BoolOp(ast.Or(), [ast.UnaryOp(ast.Not(), condition), reason])


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


# -- effects ------------------------------------------------------------------------------------


def _effects(function: ast.FunctionDef) -> Iterator[Change]:
    """The effect as a whole, each thing that is replaced, each statement that does something."""
    parameters = [one.arg for one in function.args.args]
    state = parameters[1] if len(parameters) > 1 else "s"
    for statement, other, twin in _twins(function, _returns):
        other.value = ast.Name(state, ast.Load())
        before = ast.unparse(statement)
        if before != f"return {state}":
            yield EFFECT, statement.lineno, before, f"return {state}", twin
    for (block, i), (there, at), twin in _twins(function, _doing):
        there[at] = ast.copy_location(ast.Pass(), there[at])
        yield EFFECT, block[i].lineno, ast.unparse(block[i]), "not done", twin


def _returns(function: ast.FunctionDef) -> list[ast.Return]:
    return [n for n in ast.walk(function) if isinstance(n, ast.Return) and n.value]


def _doing(function: ast.FunctionDef) -> Iterator[tuple[list[ast.stmt], int]]:
    """Statements that do something and give no name to it."""
    for block in _blocks(function):
        for i, one in enumerate(block):
            does = isinstance(one, ast.Expr) and isinstance(one.value, ast.Call)
            if does or isinstance(one, ast.AugAssign):
                yield block, i
