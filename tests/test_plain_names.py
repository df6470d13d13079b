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
    "Card": "the documents of FreeCell and of Russian Bank have a class of that name",
    "Deck": "the documents as well",
    "Board": "a deal of FreeCell laid out; a class of its document",
    "Player": "a program that plays; a class of Russian Bank's document",
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


DIALECT = {
    *[
        "said",
        "asked",
        "told",
        "held",
        "kept",
        "wish",
        "patience",
        "gone",
        "heard",
        "meant",
        "went",
    ],
    *["asking", "leaving", "telling", "beside", "besides", "did", "stands", "pace", "once"],
    *["what", "who", "whom", "whose", "which"],
}
"""Participles, wishes and relative words that name anything; the field has a noun for each: `reply`,
`request`, `entry`, `timeout`, `reaction`, `player`, `problem` …"""

STAYS = {
    ("cli/commands/checks/check.py", "patience"): "an option of the command line",
    ("cli/commands/checks/why.py", "patience"): "the same option",
    ("games/carcassonne/rules/terrain.py", "stands"): "a field of states",
    ("jobs/job.py", "besides"): "a key of stored jobs",
    ("jobs/stored.py", "besides"): "the same key",
    ("players/programs/base.py", "told"): "people's programs read it",
    ("server/http/schemas.py", "said"): "a key of messages",
    ("study/documents/difference.py", "meant"): "a part of comparisons that documents write",
    ("study/grade/verdicts.py", "told"): "a key of records",
    ("table/narration.py", "did"): "a key of messages",
    ("table/narration.py", "told"): "a key of messages",
}
"""Names in files and messages that people keep."""


def written_names(module: ast.Module) -> Iterator[str]:
    """The names that a module gives to variables, parameters, fields and functions."""
    for node in ast.walk(module):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield name
            case ast.arg(arg=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                yield name


def test_no_variable_field_or_function_has_a_name_of_the_old_dialect() -> None:
    used = {
        (path, name.strip("_"))
        for path, module in modules().items()
        if not {"document"} & {*path.split("/")}  # authors' names
        for name in written_names(module)
    }
    assert {(path, name) for path, name in used if name in DIALECT} == {*STAYS}
