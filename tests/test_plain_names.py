"""Plain names: docstrings begin with sentences, and a class shares its name with no other."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

from playing import ROOT

SOURCE = ROOT / "src" / "ludex"

CLAUSE = re.compile(
    r"((By|In|At|Of|From|To|For|With|On|Under|Behind|Up to|As) (whom?|which|whose|what|how|where|when)|"
    r"Whom?|Which|Whose|What|How|Where|When|Whether|Why|That|Whoever|Whatever|Wherever)\b(?!.*\?$)"
)
"""A beginning that is a relative clause; a question may begin so."""

TOPIC = re.compile(r"[^.]{1,60}?: (what|who|whose|how|where|when|which|why) ")
"""A topic with a relative clause instead of a sentence: `Budget: what a bot may spend.`"""

DELIBERATE = {
    "State": "every rulebook has one",
    "Phase": "rulebooks",
    "Rules": "rulebooks",
    "Deal": "events of three rulebooks",
    "Place": "nouns of Carcassonne and of Russian Bank",
    "Piece": "a chess piece; anything that lies on a drawn table",
    "Fault": "a bug in a rulebook; a player's mistake in Russian Bank",
    "Call": "a name with arguments; what a player does in hold'em",
    "Card": "FreeCell's document has a class of that name",
    "BoardState": "the boards of the documents of FreeCell and of Russian Bank",
    "WinGame": "FreeCell's event, and the exception of its document",
}
"""Class names that several classes share, and why."""

COMPILER = "compile/rulebook/"
"""A compiler's own words, such as atom, label and method; no other folder names its classes."""


@cache
def modules() -> dict[str, ast.Module]:
    """Every module of Ludex, read."""
    files = [
        path for path in SOURCE.rglob("*.py") if SOURCE / "server" / "client" not in path.parents
    ]
    return {str(path.relative_to(SOURCE)): ast.parse(path.read_text()) for path in files}


def docstrings(module: ast.Module) -> Iterator[str]:
    """Every docstring of a module, those of attributes included."""
    nodes: list[ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef] = [module]
    for node in nodes:
        nodes += [
            one
            for one in node.body
            if isinstance(one, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        ]
        for before, one in pairwise([None, *node.body]):
            match one:
                case ast.Expr(value=ast.Constant(value=str(words))):
                    if before is None or isinstance(before, ast.Assign | ast.AnnAssign):
                        yield words


def test_no_docstring_begins_with_a_relative_clause() -> None:
    catalogues = (path for path in SOURCE.rglob("*.toml") if "translations" in path.parts)
    printed = "".join(path.read_text() for path in catalogues)  # chapters of the printed rules
    found = [
        f"{path}: {first}"
        for path, module in modules().items()
        for text in docstrings(module)
        if (first := text.strip().partition("\n")[0])
        and (
            CLAUSE.match(first)
            or (text == ast.get_docstring(module, clean=False) and TOPIC.match(first))
        )
        and first not in printed
    ]
    assert found == []


def test_a_class_shares_its_name_with_no_other_but_on_purpose() -> None:
    read = (one for path, one in modules().items() if not path.startswith(COMPILER))
    nodes = (node for module in read for node in ast.walk(module))
    counted = Counter(node.name for node in nodes if isinstance(node, ast.ClassDef))
    assert {name for name, count in counted.items() if count > 1} == {*DELIBERATE}
