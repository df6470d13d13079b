"""The arrows between rooms: who may import whom, and what the pure rooms never touch."""

import ast
import re
from collections.abc import Container, Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from ludex.registry.shipped import GAMES
from playing import ROOT

SOURCE = ROOT / "src" / "ludex"
DESIGN = ROOT / "docs" / "design.md"
FILES = sorted(SOURCE.rglob("*.py"))

KNOWS = {
    "kernel": set(),
    "parts": {"kernel"},
    "table": {"parts", "kernel"},
    "games/<game>/rules": {"parts", "kernel"},
    "language": {"table", "kernel"},
    "compile": {"language", "parts", "kernel"},
    "bots": {"compile", "table", "kernel"},
    "jobs": set(),
    "sandbox": set(),
    "check": {"bots", "compile", "language", "parts", "table", "kernel"},
    "solve": {"bots", "check", "compile", "language", "kernel"},
    "games": set(),
    "registry": {"bots", "compile", "games", "kernel"},
    "players": {
        "bots",
        "jobs",
        "language",
        "parts",
        "registry",
        "sandbox",
        "solve",
        "table",
        "kernel",
    },
    "study": {"bots", "check", "language", "registry", "sandbox", "kernel"},
    "exam": {
        "bots",
        "check",
        "language",
        "parts",
        "players",
        "registry",
        "sandbox",
        "study",
        "table",
        "kernel",
    },
    "play": {"bots", "language", "parts", "players", "registry", "table", "kernel"},
    "games/<game>": {
        "games/<game>/rules",
        "bots",
        "compile",
        "language",
        "parts",
        "players",
        "registry",
        "solve",
        "study",
        "table",
        "kernel",
    },
    "envs": {"bots", "compile", "language", "parts", "players", "registry", "table", "kernel"},
    "tui": {"bots", "language", "parts", "play", "table", "kernel"},
    "mcp": {
        "bots",
        "check",
        "exam",
        "language",
        "parts",
        "play",
        "players",
        "registry",
        "sandbox",
        "table",
        "kernel",
    },
    "server": {
        "bots",
        "check",
        "language",
        "parts",
        "play",
        "players",
        "registry",
        "table",
        "kernel",
    },
}
"""What each room may import, from the lowest to the highest: no arrow goes upwards."""

ALL_KNOWING = {"cli", "games/<game>/commands"}
"""Only the command line, the commands of our games and the tests know all."""

PURE = {"kernel", "parts", "table", "games", "games/<game>/rules"}
IMPURE = {
    "asyncio", "datetime", "logging", "os", "pathlib", "random", "secrets", "shutil",
    "socket", "subprocess", "sys", "tempfile", "threading", "time", "urllib",
    "fastapi", "starlette", "uvicorn", "typer", "rich", "textual", "sqlalchemy", "alembic", "psycopg", "msgspec", "pydantic", "prometheus_client",
}  # fmt: skip

PURE_FILES = {*(SOURCE / "play" / "protocol").glob("*.py")}
"""The table protocol and what it is made of: no input or output, no clock."""


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
    """Every module that a file imports, also by `import_module`."""
    found = []
    for node in imports(path):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        else:
            module = from_module(path, node)
            names = [f"{module}.{alias.name}" for alias in node.names]
            found += names if module == "ludex" else [module]
    text = path.read_text()
    if "import_module" in text:
        found += re.findall(r'"(ludex\.[\w.]+)', text)
    return found


def from_module(path: Path, node: ast.ImportFrom) -> str:
    """The module that a statement imports from; a dot is the folder of the file."""
    if not node.level:
        return str(node.module)
    folder = path.relative_to(SOURCE.parent).parts[: -node.level]
    return ".".join([*folder, *filter(None, [node.module])])


def test_a_game_s_folder_does_not_name_itself_and_others_do_not_use_dots() -> None:
    for path in FILES:
        parts = path.relative_to(SOURCE).parts
        own = f"ludex.games.{parts[1]}" if parts[0] == "games" else None
        for node in imports(path):
            if isinstance(node, ast.ImportFrom):
                module, inside = f"{from_module(path, node)}.", own is not None
                assert bool(node.level) is (inside and module.startswith(f"{own}.")), path


def room(path: Path) -> str:
    """The room that a file lies in."""
    return room_of(path.relative_to(SOURCE).with_suffix("").parts)


def room_of(parts: tuple[str, ...]) -> str:
    top, *inner = [part for part in parts if part != "__init__"] or [""]
    if top != "games" or not inner:
        return top
    if "rules" in inner:
        return "games/<game>/rules"
    return "games/<game>/commands" if "commands" in inner else "games/<game>"


def arrows() -> Iterator[tuple[Path, str, str]]:
    """Each file, a module of ours that it imports, and the room of that."""
    for path in FILES:
        for name in imported(path):
            top, *rest = name.split(".")
            if top == "ludex" and rest:
                yield path, name, room_of(tuple(rest))


def test_imports_follow_the_arrows() -> None:
    wrong = [
        f"{path} must not import {name}"
        for path, name, there in arrows()
        if (here := room(path)) in KNOWS and there not in {here, *KNOWS[here]}
    ]
    assert wrong == []


def test_the_pure_rooms_touch_nothing_outside() -> None:
    pure = (p for p in FILES if room(p) in PURE or p in PURE_FILES)
    wrong = [
        f"{path} is pure and must not import {name}"
        for path in pure
        for name in imported(path)
        if name.split(".")[0] in IMPURE
    ]
    assert wrong == []


def test_no_arrow_goes_upwards() -> None:
    lower: set[str] = set()
    for name, known in KNOWS.items():
        assert known <= lower, name
        lower.add(name)


def test_a_game_does_not_know_another_game() -> None:
    for path, name, there in arrows():
        here, own, *_ = (*path.relative_to(SOURCE).parts, "")
        if here == "games" and own != "__init__.py" and there.startswith("games/"):
            assert name.split(".")[2] == own, f"{path} must not import {name}"


def test_the_protocol_of_a_table_is_pure_as_far_as_it_reaches() -> None:
    assert PURE_FILES
    for path in PURE_FILES:
        for name in imported(path):
            assert not name.startswith("ludex.play") or name.startswith("ludex.play.protocol")


def test_every_room_has_its_arrows_written_down() -> None:
    rooms = {room(p) for p in FILES if p.parent != SOURCE}
    assert rooms - set(KNOWS) == ALL_KNOWING


def test_the_table_in_the_design_is_the_code_s() -> None:
    rows = re.findall(r"^\| `([\w/<>]+)` \| .* \| (.*) \|$", DESIGN.read_text(), re.MULTILINE)
    written = {
        name: {*may.split(", ")} - {"nothing else"} for name, may in rows if may != "everything"
    }
    assert written == KNOWS
    assert {name for name, may in rows if may == "everything"} == ALL_KNOWING


def test_every_arrow_is_one_that_somebody_follows() -> None:
    followed: dict[str, set[str]] = {name: set() for name in KNOWS}
    for path, _, there in arrows():
        if (here := room(path)) in followed and there != here:
            followed[here].add(there)
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
            module = from_module(path, node)
            whole = [f"{module}.{alias.name}" for alias in node.names]
            names = [n if n in modules else module for n in whole]
        yield from (name for name in names if name in modules)


def test_every_game_is_in_the_one_list() -> None:
    modules = {
        path.name
        for path in (SOURCE / "games").iterdir()
        if path.is_dir() and path.name != "__pycache__"
    }
    # A package may hold several games of one family: `ludex.games.poker.holdem.game`.
    assert modules == {module.split(".")[2] for module in GAMES.values()}
