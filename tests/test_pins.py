"""What is installed is pinned by its contents, and no address of anybody is written down."""

import json
import re
import tomllib
from pathlib import Path

from playing import ROOT

SETS = ("build", "core", "web", "test", "all")
"""Each has everything that those before it have."""

EXTRAS = {"core": [], "web": ["web", "fast"], "test": ["cluster", "docs", "fast", "mcp", "pdf", "plot", "prove", "rl", "web", "test"],
          "all": ["cluster", "docs", "fast", "mcp", "pdf", "plot", "prove", "rl", "web", "test", "bench"]}  # fmt: skip


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def pinned(file: Path) -> dict[str, tuple[str, list[str]]]:
    """Version and hashes of each package in a file."""
    found: dict[str, tuple[str, list[str]]] = {}
    text = file.read_text().replace("\\\n", "")
    for line in text.splitlines():
        if line.startswith(("#", "-r ")):
            continue
        name, version, *hashes = re.split(r"==|\s+--hash=sha256:", line.strip())
        found[name] = version, hashes
    return found


def everything(last: str) -> dict[str, tuple[str, list[str]]]:
    """What a set has, with the sets before it."""
    names = SETS[: SETS.index(last) + 1]
    return {k: v for name in names for k, v in pinned(ROOT / f"pins/{name}.txt").items()}


def test_every_pin_has_the_hashes_of_its_files() -> None:
    for name, (_, hashes) in everything("all").items():
        assert hashes, name
        assert all(re.fullmatch(r"[0-9a-f]{64}", one) for one in hashes), name


def test_compiled_packages_are_pinned_for_several_processors() -> None:
    for name in ("numpy", "pydantic-core", "uvloop", "psycopg-binary", "msgspec"):
        assert len(everything("all")[name][1]) > 10, name


def test_the_versions_with_and_without_hashes_are_the_same() -> None:
    lines = (ROOT / "constraints.txt").read_text().split()
    versions = dict(line.split("==") for line in lines)
    named = {canonical(name): version for name, version in versions.items()}
    assert named == {name: pin[0] for name, pin in everything("all").items()}


def test_a_set_pins_everything_that_the_project_asks_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    for last, extras in EXTRAS.items():
        wanted = list(project["dependencies"])
        for extra in extras:
            wanted += project["optional-dependencies"][extra]
        names = {canonical(re.split(r"[\[<>=;]", one)[0]) for one in wanted}
        assert names <= everything(last).keys(), last
        assert "hatchling" in everything(last), last


def test_no_pin_has_an_address() -> None:
    texts = [file.read_text() for file in (ROOT / "pins").glob("*.txt")]
    assert len(texts) == len(SETS)
    for text in texts:
        assert "://" not in text
        assert not re.search(r"^--?(i|f|index|extra|find|trusted)", text, re.MULTILINE)


def test_the_client_is_locked_by_contents_and_without_addresses() -> None:
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text())
    packages = {name: one for name, one in lock["packages"].items() if name}
    assert packages
    for name, one in packages.items():
        assert one["integrity"].startswith("sha512-"), name
        assert "resolved" not in one, name
