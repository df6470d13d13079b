"""The arrows between rooms: who may import whom, and what the pure rooms never touch."""

import ast
import re
from collections.abc import Container, Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from ludex.games import GAMES
from playing import ROOT

SOURCE = ROOT / "src" / "ludex"
DESIGN = ROOT / "docs" / "design.md"
FILES = sorted(SOURCE.rglob("*.py"))

KNOWS = {
    "kernel": {"kernel"},
    "parts": {"parts", "kernel"},
    "games": {"games", "parts", "kernel"},
    "cage": {"cage"},
    "jobs": {"jobs"},
    "text": {"text", "kernel"},
    "rulebook": {"rulebook", "kernel"},
    "languages": {"languages", "kernel"},
    "bots": {"bots", "kernel"},
    "registry": {"registry", "documents", "bots", "engines", "games", "kernel"},
    "documents": {
        "documents",
        "check",
        "rulebook",
        "formats",
        "engines",
        "games",
        "parts",
        "kernel",
    },
    "check": {"check", "rulebook", "text", "parts", "kernel"},
    "grade": {"grade", "cage", "check", "registry", "games", "text", "kernel"},
    "players": {"players", "cage", "registry", "bots", "games", "kernel"},
    "league": {"league", "players", "play", "jobs", "bots", "kernel"},
    "play": {"play", "players", "registry", "bots", "kernel"},
    "tui": {"tui", "play", "bots", "rulebook", "kernel"},
    "solve": {
        "solve",
        "check",
        "registry",
        "formats",
        "bots",
        "engines",
        "games",
        "parts",
        "kernel",
    },
    "engines": {"engines", "games", "parts", "kernel"},
    "formats": {"formats", "engines", "games", "parts", "kernel"},
    "mcp": {
        "mcp",
        "play",
        "players",
        "registry",
        "bots",
        "solve",
        "check",
        "rulebook",
        "kernel",
    },
    "envs": {"envs", "registry", "bots", "engines", "games", "parts", "kernel"},
    "store": {"store", "play"},
    "server": {
        "server",
        "store",
        "play",
        "players",
        "registry",
        "bots",
        "solve",
        "check",
        "rulebook",
        "languages",
        "games",
        "parts",
        "kernel",
    },
}
ALL_KNOWING = {"cli", "companions"}
"""Only the command line, the companions of our games and the tests know all."""

PURE = {"kernel", "parts", "games"}
IMPURE = {
    "asyncio", "datetime", "logging", "os", "pathlib", "random", "secrets", "shutil",
    "socket", "subprocess", "sys", "tempfile", "threading", "time", "urllib",
    "fastapi", "starlette", "uvicorn", "typer", "rich", "textual", "sqlalchemy", "alembic", "psycopg", "msgspec", "pydantic", "prometheus_client",
}  # fmt: skip

PURE_FILES = {
    SOURCE / "play" / f"{name}.py"
    for name in (
        "effects",
        "hidden",
        "log",
        "protocol",
        "situation",
        "shuffling",
        "telling",
    )
}
"""The table protocol and what it is made of: no input or output, no clock."""

DOORS = {SOURCE / "games" / f"{name}.py" for name in ("__init__", "files", "installed")}
"""The list of games, and how others are found: they import rulebooks, and are none."""


@cache
def imports(path: Path) -> list[ast.Import | ast.ImportFrom]:
    """The statements of a file that import something, wherever in it."""
    found, waiting = [], list[ast.AST](ast.parse(path.read_text()).body)
    while waiting:
        statement = waiting.pop()
        if isinstance(statement, ast.Import | ast.ImportFrom):
            found.append(statement)
        for part in ("body", "orelse", "finalbody", "handlers", "cases"):
            waiting += getattr(statement, part, ())
    return found


@cache
def imported(path: Path) -> list[str]:
    """Every module that a file imports."""
    found = []
    for node in imports(path):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        else:
            assert node.level == 0, f"{path}: relative import"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            found += (
                names if node.module in ("ludex", "ludex.games") else [str(node.module)]
            )
    return found


def room(path: Path) -> str:
    parts = path.relative_to(SOURCE).parts
    return parts[0] if len(parts) > 1 else ""


def forbidden(path: Path) -> Iterator[str]:
    """What a file imports and must not, in words."""
    here = room(path)
    is_pure = path in PURE_FILES or (here in PURE and path not in DOORS)
    for name in imported(path):
        top, *rest = name.split(".")
        if top == "ludex" and rest and rest[0] not in KNOWS.get(here, rest):
            yield f"{path}: {here} must not import {name}"
        if is_pure and top in IMPURE:
            yield f"{path}: {here} is pure and must not import {name}"


def test_imports_follow_the_arrows() -> None:
    assert [wrong for path in FILES for wrong in forbidden(path)] == []


def test_a_game_does_not_know_another_game() -> None:
    for path in (path for path in FILES if len(path.relative_to(SOURCE).parts) > 2):
        here, own, *_ = path.relative_to(SOURCE).parts
        for name in imported(path) if here == "games" else ():
            if name.startswith("ludex.games."):
                assert name.split(".")[2] == own, f"{path} must not import {name}"


def test_the_protocol_of_a_table_is_pure_as_far_as_it_reaches() -> None:
    assert set(FILES) >= PURE_FILES
    for path in PURE_FILES:
        for name in imported(path):
            if name.startswith("ludex.play"):
                assert SOURCE / "play" / f"{name.split('.')[2]}.py" in PURE_FILES


def test_every_room_has_its_arrows_written_down() -> None:
    rooms = {room(path) for path in FILES} - {""}
    assert rooms - set(KNOWS) == ALL_KNOWING


def test_the_table_in_the_design_is_the_code_s() -> None:
    rows = re.findall(
        r"^\| `(\w+)` \| .* \| (.*) \|$", DESIGN.read_text(), re.MULTILINE
    )
    written = {
        name: {name, *may.split(", ")} - {"nothing else"}
        for name, may in rows
        if may != "everything"
    }
    assert written == KNOWS
    assert {name for name, may in rows if may == "everything"} == ALL_KNOWING


def test_every_arrow_is_one_that_somebody_follows() -> None:
    followed: dict[str, set[str]] = {name: {name} for name in KNOWS}
    for path in FILES:
        for name in imported(path):
            top, *rest = name.split(".")
            if top == "ludex" and rest and room(path) in followed:
                followed[room(path)].add(rest[0])
    assert followed == KNOWS


def test_no_modules_import_each_other_in_a_circle() -> None:
    modules = {module_of(path): path for path in FILES}
    known_to = {
        name: {known for known in imported_modules(path, modules) if known != name}
        for name, path in modules.items()
    }
    order = TopologicalSorter(known_to)
    try:
        order.prepare()
    except CycleError as circle:
        pytest.fail(" -> ".join(circle.args[1]))


def module_of(path: Path) -> str:
    parts = path.relative_to(SOURCE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported_modules(path: Path, modules: Container[str]) -> Iterator[str]:
    """The modules of ours that a file imports, in functions and for types as well."""
    for node in imports(path):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            whole = [f"{node.module}.{alias.name}" for alias in node.names]
            names = [n if n in modules else str(node.module) for n in whole]
        yield from (name for name in names if name in modules)


def test_every_game_is_in_the_one_list() -> None:
    modules = {
        path.stem if path.is_file() else path.name
        for path in (SOURCE / "games").iterdir()
        if path not in DOORS and path.name != "__pycache__"
    }
    # A package may hold several games of one family: `ludex.games.poker.holdem`.
    assert modules == {module.split(".")[2] for module in GAMES.values()}
