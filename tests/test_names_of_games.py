"""Only the folder of a game names it: no room knows one."""

import ast
import re
from collections.abc import Iterator
from functools import cache

import pytest

from ludex.registry import load
from ludex.registry.shipped import GAMES
from playing import ROOT

SOURCE = ROOT / "src" / "ludex"
FILES = [
    path for path in sorted(SOURCE.rglob("*.py")) if path.relative_to(SOURCE).parts[0] != "games"
]
BUILT = {"client", "book"}
"""Folders of the server that are made of other sources, and show every game."""

DATA = [
    path
    for path in sorted(SOURCE.rglob("*"))
    if path.suffix in {".toml", ".j2", ".txt", ".json", ".html", ".svg"}
    and path.relative_to(SOURCE).parts[0] != "games"
    and not BUILT & {*path.relative_to(SOURCE).parts}
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


def is_of_a_game(text: str) -> bool:
    return bool(names().search(text))


JOINTS = re.compile(r"""["']\s*[bfru]*["']|\\""")
"""Where a text goes on after a pause, and what hides a quote in it."""


def may_name_one(source: str) -> bool:
    """Is it worth parsing? Most files say nothing of the kind, not even in a comment."""
    return bool(names().search(JOINTS.sub("", source)))


def test_no_game_is_named() -> None:
    for path in FILES:
        source = path.read_text()
        texts = told(ast.parse(source)) if may_name_one(source) else ()
        assert [text for text in texts if is_of_a_game(text)] == [], path


def test_no_game_is_named_in_templates_and_catalogues() -> None:
    assert any(path.name == "general.toml" for path in DATA)
    assert [path for path in DATA if is_of_a_game(path.read_text())] == []


@pytest.mark.parametrize(
    "source",
    [
        "from ludex.games.freecell.game import game",
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
