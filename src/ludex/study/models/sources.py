"""The text of a function, as a tree: where it stands in its file is what tells it apart."""

import ast
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType

from ludex.study.models.trouble import NotTranslated

Node = ast.FunctionDef | ast.Lambda


@cache
def _file(path: str) -> ast.Module:
    try:
        return ast.parse(Path(path).read_text(encoding="utf-8"))
    except (OSError, SyntaxError, UnicodeDecodeError) as error:
        problem = f"{Path(path).name} cannot be read: {error}"
        raise NotTranslated(problem) from error


@cache
def source_of(function: FunctionType) -> Node:
    """The definition of a function or a lambda."""
    code = function.__code__
    found = [
        node
        for node in ast.walk(_file(code.co_filename))
        if isinstance(node, ast.FunctionDef | ast.Lambda)
        and _line(node) == code.co_firstlineno
        and _is_called(node, code)
    ]
    if len(found) > 1:
        found = [node for node in found if _is_code(node, code)]
    if len(found) != 1:
        problem = f"the text of {function.__qualname__} is not found"
        raise NotTranslated(problem)
    return found[0]


def _line(node: Node) -> int:
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(one.lineno for one in decorators)])


def _is_called(node: Node, code: CodeType) -> bool:
    name = node.name if isinstance(node, ast.FunctionDef) else "<lambda>"
    return name == code.co_name


def _is_code(node: Node, code: CodeType) -> bool:
    if not isinstance(node, ast.Lambda):
        return True
    whole = compile(ast.Expression(node), code.co_filename, "eval", dont_inherit=True)
    inner = [one for one in whole.co_consts if isinstance(one, CodeType)]
    return any(
        (one.co_code, one.co_names, one.co_varnames)
        == (code.co_code, code.co_names, code.co_varnames)
        for one in inner
    )


@cache
def is_generator(node: Node) -> bool:
    """Does it yield, in its own body?"""
    return isinstance(node, ast.FunctionDef) and any(map(_yields, node.body))


def _yields(node: ast.AST) -> bool:
    if isinstance(node, ast.Yield | ast.YieldFrom):
        return True
    if isinstance(node, ast.FunctionDef | ast.Lambda | ast.GeneratorExp):
        return False
    return any(map(_yields, ast.iter_child_nodes(node)))
