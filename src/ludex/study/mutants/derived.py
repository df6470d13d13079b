"""Tables that functions of the rulebook make when it is loaded: with a mistake in such a function
they are made anew.
"""

import ast
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

from ludex.check.rulebooks import Rulebook
from ludex.study.coverage.tables import Tables


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

    @contextmanager
    def made_anew(self, function: FunctionType) -> Iterator[None]:
        """As long as this lasts, what a changed function has made is as it makes it now."""
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
        return eval(one.code, vars(one.module))  # noqa: S307  # the rulebook's own text
    except Exception:  # noqa: BLE001  # a mistake may do anything
        return {}


def _makings(book: Rulebook) -> Iterator[_TableMaking]:
    modules = {module.__name__: module for module in book.modules}
    for table in book.tables:
        module = modules.get(table.module)
        found = None if module is None else _expression(module, table.name)
        if module is None or found is None:
            continue
        code = compile(ast.Expression(found), str(module.__file__), "eval", dont_inherit=True)
        makers = _called(code, vars(module), {*modules})
        if makers:
            yield _TableMaking(table.name, module, code, makers)


def _expression(module: ModuleType, name: str) -> ast.expr | None:
    path = getattr(module, "__file__", None)
    if not path:
        return None
    for node in ast.parse(Path(path).read_text(encoding="utf-8")).body:
        match node:
            case (
                ast.Assign(targets=[ast.Name(id=found)], value=value)
                | ast.AnnAssign(target=ast.Name(id=found), value=ast.expr() as value)
            ) if found == name:
                return value
    return None


def _called(code: CodeType, names: dict[str, Any], homes: set[str]) -> tuple[FunctionType, ...]:
    """The functions of the rulebook that are called, and those that they call."""
    found: dict[int, FunctionType] = {}
    waiting = [(code, names)]
    while waiting:
        one, around = waiting.pop()
        waiting += ((c, around) for c in one.co_consts if isinstance(c, CodeType))
        for name in one.co_names:
            held = around.get(name)
            held = getattr(held, "__wrapped__", held)
            if (
                isinstance(held, FunctionType)
                and held.__module__ in homes
                and id(held) not in found
            ):
                found[id(held)] = held
                waiting.append((held.__code__, held.__globals__))
    return tuple(found.values())
