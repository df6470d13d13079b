"""Findings about names that are read off the text of a module without running it.

Names that are used and declared nowhere, variables that the constructor leaves without a
value, exceptions that a table promises and nothing raises, or the reverse.
"""

import ast
import builtins
import inspect
import textwrap
from collections.abc import Iterator
from dataclasses import fields
from types import CodeType, FunctionType
from typing import Any

from ludex.kernel import AnyEvent
from ludex.language.rulebook.guards import guard_table
from ludex.study.documents.record import DocumentFinding, Module

ASSUMED = "assumption"
"""The code of what a document assumes of its callers, and no exception of it."""


def check_names(module: Module[Any]) -> Iterator[DocumentFinding]:
    """Everything that is wrong with the names of a module."""
    yield from _undeclared(module)
    yield from _unset(module)
    for cls in module.game.events:
        yield from _exceptions(module, cls)


def _undeclared(module: Module[Any]) -> Iterator[DocumentFinding]:
    for place, function in _functions(module):
        for name in dict.fromkeys(_globals(function.__code__)):
            if name not in function.__globals__ and not hasattr(builtins, name):
                problem = f"{name} is used, but not declared"
                yield DocumentFinding("undeclared", f"{module.name}.{place}", problem)


def _functions(module: Module[Any]) -> Iterator[tuple[str, FunctionType]]:
    for cls in module.game.events:
        for part in ("guards", "apply", "out", "answer"):
            function = vars(cls).get(part)
            if isinstance(function, FunctionType):
                yield cls.name, function
    for local in module.functions:
        if isinstance(local, FunctionType):
            yield local.__name__, local


def _globals(code: CodeType) -> Iterator[str]:
    """The names that are looked up outside a function, in functions inside it as well."""
    import dis  # noqa: PLC0415  # only here

    for instruction in dis.get_instructions(code):
        if instruction.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            yield str(instruction.argval)
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _globals(inner)


def _unset(module: Module[Any]) -> Iterator[DocumentFinding]:
    """Variables to which the constructor gives no value, and its text never says so."""
    for cls in module.game.events:
        if getattr(cls, "constructor", False):
            variables = [one.name for one in fields(module.trials[0].start)]
            given = assigned(cls)
            for name in variables:
                if name not in given and name != "reading":
                    problem = f"{name} is given no value by the constructor"
                    yield DocumentFinding("unset", f"{module.name}.{cls.name}", problem)


def assigned(cls: type[AnyEvent]) -> set[str]:
    """Name the variables that a routine gives a value: those in `replace(s, name=…)`."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(cls.apply)))
    return {
        keyword.arg
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "replace"
        for keyword in node.keywords
        if keyword.arg is not None
    }


def _exceptions(module: Module[Any], cls: type[AnyEvent]) -> Iterator[DocumentFinding]:
    """The table of the interface against the text of the routine."""
    promised: tuple[str, ...] = getattr(cls, "raises", ())
    raised = {row.code for row in guard_table(cls)} - {ASSUMED, ""}
    place = f"{module.name}.{cls.name}"
    for name in promised:
        if name not in raised:
            problem = f"the table gives it {name}, which its text never raises"
            yield DocumentFinding("exception", place, problem)
    for name in sorted(raised - {*promised}):
        problem = f"its text raises {name}, which the table does not give it"
        yield DocumentFinding("exception", place, problem)
