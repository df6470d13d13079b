"""Open parts of a rulebook: the comments and docstrings in it that begin with TODO.

`ludex new` writes such a rulebook. A comment `# TODO the effect: …` counts until somebody has
taken it away; a docstring that says TODO is a rule that nobody has written.
"""

import ast
import io
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from ludex.check.rulebooks import rulebook_of
from ludex.kernel import AnyGame

MARK = "TODO"


class TodoItem(NamedTuple):
    """Something that is missing, and where it belongs."""

    text: str
    where: str
    """The event, else the class or function; empty at the top of a file."""

    file: str
    line: int

    def __str__(self) -> str:
        about = f"{self.where}: " if self.where else ""
        return f"{about}{self.text} ({self.file}, line {self.line})"


def find_todos(game: AnyGame) -> list[TodoItem]:
    """Everything that the text of a rulebook marks as open."""
    found: list[TodoItem] = []
    for module in rulebook_of(game).modules:
        path = getattr(module, "__file__", None)
        try:
            text = Path(path).read_text(encoding="utf-8") if path else ""
        except (OSError, UnicodeDecodeError):
            continue
        if MARK in text:
            names = {cls.__name__: cls.name for cls in game.events}
            found += _in_text(text, Path(str(path)).name, names)
    return found


def _in_text(text: str, file: str, names: dict[str, str]) -> Iterator[TodoItem]:
    try:
        tree = ast.parse(text)
        tokens = [*tokenize.generate_tokens(io.StringIO(text).readline)]
    except (SyntaxError, tokenize.TokenError):  # it could not have been loaded
        return
    places = {
        line: names.get(node.name, "")
        for node in tree.body
        if isinstance(node, ast.ClassDef | ast.FunctionDef)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    docstrings = {*_docstrings(tree)}
    for token in tokens:
        line = token.start[0]
        is_comment = token.type == tokenize.COMMENT
        if not is_comment and (token.type, line) not in docstrings:
            continue
        for after, part in enumerate(token.string.splitlines()):
            _, mark, remark = part.partition(MARK)
            if mark:
                wanted = " ".join(remark.strip(":\"' ").split()).rstrip(".")
                where = places.get(line + after, "")
                yield TodoItem(wanted or "something", where, file, line + after)


def _docstrings(tree: ast.Module) -> Iterator[tuple[int, int]]:
    """The lines on which docstrings, and texts that say TODO in a call, begin."""
    for node in ast.walk(tree):
        match node:
            case (
                ast.Expr(value=ast.Constant(value=str()) as text)
                | ast.keyword(arg="summary", value=ast.Constant(value=str()) as text)
            ):
                yield tokenize.STRING, text.lineno
