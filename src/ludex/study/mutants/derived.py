"""Tables that the rulebook computes when it is loaded. With a mistake in a function that makes one
it is made anew; nobody errs in a row of it by hand.
"""

import ast
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

from ludex.check.rulebooks import Rulebook
from ludex.check.timeout import Endless, watchdog
from ludex.study.coverage.tables import Tables
from ludex.study.mutants.evaluation import TIMEOUT


class _TableMaking(NamedTuple):
    """The making of a table: an expression in a module, and the functions that it calls."""

    table: str
    module: ModuleType
    code: CodeType
    makers: tuple[FunctionType, ...]


class DerivedTables:
    """The tables of a rulebook that are computed."""

    def __init__(self, book: Rulebook) -> None:
        self.tables = Tables(book)
        self.makings = [*_makings(book)]
        known = {id(one) for one in book.functions}
        makers = {id(f): f for one in self.makings for f in one.makers if id(f) not in known}
        self.makers: tuple[FunctionType, ...] = tuple(makers.values())
        """Functions that only make tables."""

        loops = (
            name for _, name, value in _expressions(book) if any(map(_is_loop, ast.walk(value)))
        )
        self.computed = {one.table for one in self.makings} | {*loops}
        """The names of tables whose rows are not written one by one."""

    def unchanged(self, function: FunctionType) -> bool:
        """Does a function only make tables, and are they the same as it makes them now?"""
        return function in self.makers and all(
            _made(one) == self.tables.value.get(one.table)
            for one in self.makings
            if function in one.makers
        )

    @contextmanager
    def made_anew(self, function: FunctionType) -> Iterator[None]:
        """Make what a changed function has made anew while this lasts."""
        with ExitStack() as stack:
            for one in self.makings:
                if function in one.makers and one.table in self.tables.value:
                    value = _made(one)
                    if value != self.tables.value[one.table]:
                        stack.enter_context(self.tables.changed(one.table, value))
            yield


def _made(one: _TableMaking) -> Any:  # noqa: ANN401  # any table
    """The table anew; one that cannot be made is empty, as every look into it will show."""
    try:
        with watchdog(lambda: 0, TIMEOUT):
            return eval(one.code, vars(one.module))  # noqa: S307  # the rulebook's own text
    except (Exception, Endless):  # noqa: BLE001  # a mistake may do anything
        return {}


def _makings(book: Rulebook) -> Iterator[_TableMaking]:
    homes = {module.__name__ for module in book.modules}
    for module, name, value in _expressions(book):
        code = compile(ast.Expression(value), str(module.__file__), "eval", dont_inherit=True)
        makers = _called(code, vars(module), homes)
        if makers:
            yield _TableMaking(name, module, code, makers)


def _expressions(book: Rulebook) -> Iterator[tuple[ModuleType, str, ast.expr]]:
    """Yield each table with its module and the expression that makes it."""
    names = {(table.module, table.name) for table in book.tables}
    for module in book.modules:
        path = getattr(module, "__file__", None)
        if not path:
            continue
        for node in ast.parse(Path(path).read_text(encoding="utf-8")).body:
            match node:
                case (
                    ast.Assign(targets=[ast.Name(id=name)], value=value)
                    | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
                ) if (module.__name__, name) in names:
                    yield module, name, value


def _is_loop(node: ast.AST) -> bool:
    return isinstance(node, ast.comprehension)


def _called(code: CodeType, names: dict[str, Any], homes: set[str]) -> tuple[FunctionType, ...]:
    """The functions of the rulebook that are called, and those that they call."""
    found: dict[int, FunctionType] = {}
    waiting = [(code, names)]
    while waiting:
        one, around = waiting.pop()
        waiting += ((c, around) for c in one.co_consts if isinstance(c, CodeType))
        for name in one.co_names:
            function = around.get(name)
            function = getattr(function, "__wrapped__", function)
            if (
                isinstance(function, FunctionType)
                and function.__module__ in homes
                and id(function) not in found
            ):
                found[id(function)] = function
                waiting.append((function.__code__, function.__globals__))
    return tuple(found.values())
