"""The book: its commands are run, its programs too, and its links lead somewhere."""

import json
import re
import tomllib
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from commands import once
from ludex.bots import Thinking
from ludex.kernel import Game, Speed, Unreadable
from ludex.language.document import Document, document_of
from ludex.play.saved import read_saved
from ludex.registry import INSTALLED, examples, load
from ludex.registry.shipped import GAMES
from ludex.table import Looks
from pages import blocks, commands, place, run
from playing import ROOT

DOCS = ROOT / "docs"
README = (ROOT / "README.md").read_text()
PAGES = {page.stem: page.read_text() for page in sorted(DOCS.glob("*.md"))}

ELSEWHERE = {
    "check": "tests/cli/test_check.py",
    "documents": "tests/cli/test_documents.py",
    "engines": "tests/cli/test_engines.py",
    "packages": "tests/registry/test_registry.py",
    "requirements": "tests/cli/test_requirements.py",
    "solve": "tests/cli/test_solve.py",
    "tutorial": "tests/test_readme.py",
}
"""Pages whose programs other tests run, beside what they are about."""

APART = ("packages", "tutorial")
"""Pages whose commands those run too, for they need something installed or written before."""

FINDS = (
    "ludex diff ",
    "ludex why freecell ",
    "ludex why chess-solitaire --position NP",
)
"""What finds something that is wrong or refused: that is exit status 1."""

QUICKLY = {"ludex cover ": " --time 0.5", "ludex requirements chess": " --time 1"}
"""Commands that look about for as long as they are given."""

READING = ("ludex check ", "ludex diff ", "ludex requirements ", "ludex solve ")
WRITING = re.compile(r" \| | --(out|html|svg) ")
"""What the tests of these commands run too: for both, once."""

GENERATED = ("errata.md", "coverage.md", "examples.md", "traceability.md")
CODE = ("console", "python", "toml", "json")
SHOWN = ("text", "sh", "mermaid", "")
"""What is shown and not run: listings, and commands for other machines."""

FOUND = {e.found_by for name in GAMES for e in document_of(load(name)).errata}
"""Commands that find errata: their tests run them (tests/study/documents/test_errata.py)."""


LONG = (
    "check",
    "documents",
    "jobs",
    "mcp",
    "requirements",
    "researchers",
    "solve",
    "teachers",
)
"""Pages of many seconds: tests/test_extras.py runs them, in the environments that they ask for."""


def shown() -> dict[str, dict[str, list[str]]]:
    """Of each page its commands that no page before it has, with all that is shown of each."""
    texts = {page: PAGES[page] for page in PAGES if page not in (*APART, *LONG)}
    found: dict[str, dict[str, list[str]]] = {}
    first: dict[str, str] = {}
    for page, text in {**texts, "README": README}.items():
        for command, output in commands(text):
            if command not in FOUND and not command.startswith("make "):
                on = found.setdefault(first.setdefault(command, page), {})
                on.setdefault(command, []).extend([output] if output else [])
    return found


COMMANDS = shown()

PROGRAMS = [
    page
    for page, text in PAGES.items()
    if page not in (*ELSEWHERE, *LONG) and blocks(text, "python")
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return place(tmp_path_factory.mktemp("book"))


@pytest.mark.parametrize("page", COMMANDS)
def test_the_commands_of_a_page_work_and_print_what_is_shown(page: str, folder: Path) -> None:
    for command, outputs in COMMANDS[page].items():
        if command == "ludex resume":  # there must be a game to go on with
            begun = "echo setup_chess(N,1,1) | ludex play chess-solitaire"
            assert run(begun, folder).status == 0
        quickly = next((more for c, more in QUICKLY.items() if command.startswith(c)), "")
        alone = command.startswith(READING) and not WRITING.search(command)
        done = once(command + quickly) if alone else run(command + quickly, folder)
        finds = command.startswith(FINDS)
        assert done.status == finds, f"{page}: {command}\n{done.err}"
        for output in outputs:
            assert done.out == output, f"{page}: {command}"


@pytest.mark.parametrize("page", PROGRAMS)
def test_the_programs_of_a_page_run_one_after_the_other(
    page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    names: dict[str, Any] = {"__name__": page}
    for number, block in enumerate(blocks(PAGES[page], "python"), start=1):
        if block in EVENTS:  # a rule as it stands
            continue
        exec(compile(block, f"{page}.md, program {number}", "exec"), names)


EVENTS = (ROOT / "src/ludex/games/chess_solitaire/rules/events.py").read_text()


def test_the_rule_that_the_first_page_shows_is_the_rule() -> None:
    shown, *_ = blocks(PAGES["index"], "python")
    assert shown in EVENTS


def test_every_code_block_has_a_language_that_is_known() -> None:
    for page, text in PAGES.items():
        languages = re.findall(r"^```(\w*)$.*?^```$", text, re.MULTILINE | re.DOTALL)
        assert {*languages} <= {*CODE, *SHOWN}, page
        for block in blocks(text, "toml"):
            tomllib.loads(block)


def test_pages_that_are_tested_elsewhere_are() -> None:
    for page, file in ELSEWHERE.items():
        assert f"{page}.md" in (ROOT / file).read_text(), page


def test_links_lead_somewhere() -> None:
    for page in (*PAGES, "README", "CONTRIBUTING"):
        folder = DOCS if page in PAGES else ROOT
        text = (folder / f"{page}.md").read_text()
        for target in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`\n]*`", "", text)):
            if re.match(r"https?://", target):
                continue
            path, _, anchor = target.partition("#")
            file = folder / path if path else folder / f"{page}.md"
            if is_made(file):
                continue
            assert file.exists(), f"{page}: {target}"
            if anchor:
                assert anchor in anchors(file.read_text()), f"{page}: {target}"


def is_made(file: Path) -> bool:
    """Is it there only when the book is built?"""
    if not file.is_relative_to(DOCS):
        return False
    folder, _, name = file.relative_to(DOCS).as_posix().rpartition("/")
    if folder == "games":
        return name.removesuffix(".md") in {*INSTALLED.loaded(), "index"}
    if folder == "small-games":
        return name.removesuffix(".md") in {*examples(), "index"}
    return folder == "api" or (not folder and name in GENERATED)


def anchors(text: str) -> set[str]:
    """The headings of a page, as links name them."""
    heads = re.findall(
        r"^#+ (.+)$",
        re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL),
        re.MULTILINE,
    )
    return {re.sub(r"[\s]+", "-", re.sub(r"[^\w\s-]", "", head.lower()).strip()) for head in heads}


def test_every_field_of_a_game_has_its_section_and_an_example() -> None:
    page = PAGES["game"]
    groups = {
        "document": Document,
        "looks": Looks,
        "thinking": Thinking,
        "speed": Speed,
    }
    names = [f.name for f in fields(Game) if f.name not in groups]
    for group, kind in groups.items():
        names += [f"{group}.{field.name}" for field in fields(kind)]
        assert f"\n## `{group}`\n" in page
    for name in names:
        section = re.search(rf"^### `{name}`\n(.*?)(?=^##|\Z)", page, re.MULTILINE | re.DOTALL)
        assert section is not None, name
        assert "```python" in section[1], name
    assert len(re.findall("^### ", page, re.MULTILINE)) == len(names)


def test_the_saved_game_that_is_shown_can_be_read(tmp_path: Path) -> None:
    (shown,) = blocks(PAGES["saves"], "json")
    file = tmp_path / "shown.jsonl"
    file.write_text(shown)
    saved = read_saved(file)
    assert not isinstance(saved, Unreadable)
    first, second = map(json.loads, shown.splitlines())
    for name in first.keys() | second.keys() | {"seed_chosen", "assisted"}:
        assert f"`{name}`" in PAGES["saves"], name


def test_every_extra_is_explained() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    rows = re.findall(r"^\| `(\w+)` \|", PAGES["install"], re.MULTILINE)
    assert sorted(rows) == sorted(project["optional-dependencies"])
