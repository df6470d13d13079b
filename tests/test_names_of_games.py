"""Only the rooms that serve a single game name one: the others know none."""

import ast
import re
from collections.abc import Iterator
from functools import cache

import pytest

from ludex.games import GAMES
from ludex.registry import load
from playing import ROOT

SOURCE = ROOT / "src" / "ludex"
SERVING = {"games", "engines", "formats", "solve", "documents", "companions"}
"""Rooms that may know the game they serve."""

FILES = [
    path
    for path in sorted(SOURCE.rglob("*.py"))
    if path.relative_to(SOURCE).parts[0] not in SERVING
]


@cache
def names() -> re.Pattern[str]:
    words = (
        rf"\b{re.escape(word)}\b"
        for game in map(load, GAMES)
        for word in {game.name, game.title, game.name.replace("-", "_")}
    )
    return re.compile("|".join(words), re.IGNORECASE)


def test_the_names_are_looked_for() -> None:
    assert names().search("ludex play chess-solitaire")
    assert names().search("Texas Hold'em")
    assert not names().search("chess:N")


def told(tree: ast.AST) -> Iterator[str]:
    """Every text that a program could decide by or show, and every module it imports.

    Not the texts that only explain: the first of a body, and those after a field.
    """
    explained = set()
    for node in ast.walk(tree):  # a statement comes before what is in it
        if isinstance(node, ast.Expr):
            explained.add(node.value)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            if node not in explained:
                yield node.value
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


FOR_ALL = (
    "ludex.players.advice",
    "ludex.solve.small",
    "ludex.compile.batches",
    "ludex.compile.batches_gpu",
    "ludex.compile.cuda",
    "ludex.compile.engine",
    "ludex.compile.histograms",
    "ludex.compile.lockstep",
    "ludex.compile.jit",
    "ludex.compile.loops",
    "ludex.compile.playouts",
    "ludex.compile.starts",
    "ludex.compile.statistics",
    "ludex.compile.templates",
    "ludex.compile.turns",
    "ludex.registry.files",
    "ludex.registry.installed",
    "ludex.study.documents.report",
    "ludex.study.documents.written",
)
"""What rooms that serve games have for every game."""


def is_of_a_game(text: str) -> bool:
    parts = text.split(".")
    in_a_room = len(parts) > 3 and parts[0] == "ludex" and parts[1] in SERVING
    return bool(names().search(text)) or (in_a_room and not text.startswith(FOR_ALL))


ROOMS = re.compile(rf"\bludex\.({'|'.join(sorted(SERVING))})\b")
JOINTS = re.compile(r"""["']\s*[bfru]*["']|\\""")
"""Where a text goes on after a pause, and what hides a quote in it."""


def may_name_one(source: str) -> bool:
    """Is it worth parsing? Most files say nothing of the kind, not even in a comment."""
    return bool(ROOMS.search(source) or names().search(JOINTS.sub("", source)))


def test_no_game_is_named() -> None:
    for path in FILES:
        source = path.read_text()
        texts = told(ast.parse(source)) if may_name_one(source) else ()
        assert [text for text in texts if is_of_a_game(text)] == [], path


@pytest.mark.parametrize(
    "source",
    [
        "from ludex.solve.solitaire import Solver",
        "x = 'chess-' 'solitaire'",
        r"x = 'Texas Hold\'em'",
        "x = f'{y} in Carcassonne'",
    ],
)
def test_a_game_that_is_named_is_found(source: str) -> None:
    assert may_name_one(source)
    assert any(map(is_of_a_game, told(ast.parse(source))))


@pytest.mark.parametrize(
    "source", ["'As in Carcassonne.'", "from ludex.players.advice import Advice"]
)
def test_what_only_explains_or_is_for_every_game_is_not(source: str) -> None:
    assert not any(map(is_of_a_game, told(ast.parse(source))))
