"""The tests that are marked with a requirement, read off their source without running them.

    @pytest.mark.requirement("freecell.Board.WinGame", "freecell.Board.isEmpty*")
    def test_a_board_with_four_full_homes_is_won(): …

A mark names requirements by game and code; `*` stands for any letters. It may stand on a test, on a
class, on a parameter of a test, or in `pytestmark` for a whole file.
"""

import ast
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import NamedTuple

MARK = "requirement"


class MarkedTest(NamedTuple):
    """A test, and a requirement that it is marked with."""

    test: str
    """`tests/games/freecell/test_as_written.py::test_name`, from the folder where tests are run."""

    names: str
    """A game and a code, perhaps with `*`."""

    def means(self, game: str, code: str) -> bool:
        """Is it marked with this requirement?"""
        return fnmatchcase(f"{game}.{code}", self.names)


def find_marks(folder: Path, root: Path | None = None) -> tuple[MarkedTest, ...]:
    """The marks in the files of a folder; the names of tests begin at `root`."""
    root = root or folder.parent
    return tuple(
        one
        for path in sorted(folder.rglob("*.py"))
        if f".{MARK}(" in (text := path.read_text(encoding="utf-8"))
        for one in _in_file(path.relative_to(root).as_posix(), ast.parse(text))
    )


def _in_file(file: str, tree: ast.Module) -> Iterator[MarkedTest]:
    whole = [
        name
        for node in tree.body
        if isinstance(node, ast.Assign)
        and any(isinstance(t, ast.Name) and t.id == "pytestmark" for t in node.targets)
        for name in _names(node.value)
    ]
    yield from _in_body(file, tree.body, whole)


def _in_body(file: str, body: list[ast.stmt], given: list[str]) -> Iterator[MarkedTest]:
    for node in body:
        match node:
            case ast.ClassDef(name=name) if name.startswith("Test"):
                own = [n for mark in node.decorator_list for n in _names(mark)]
                yield from _in_body(f"{file}::{name}", node.body, [*given, *own])
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                if name.startswith("test"):
                    own = [n for mark in node.decorator_list for n in _names(mark)]
                    for one in dict.fromkeys([*given, *own]):
                        yield MarkedTest(f"{file}::{name}", one)


def _names(mark: ast.expr) -> Iterator[str]:
    """The names in `pytest.mark.requirement("…", "…")`, also where it is one of several marks."""
    for node in ast.walk(mark):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr == MARK
        ):
            for argument in node.args:
                if isinstance(argument, ast.Constant):
                    yield str(argument.value)
