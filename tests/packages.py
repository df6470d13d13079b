"""Packages of other people, as if they were installed: a folder with what pip would write."""

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import chdir, contextmanager
from pathlib import Path
from unittest.mock import patch

from ludex.cli import command_group as collected
from ludex.registry import COMPANIONS, INSTALLED, installed
from playing import ROOT

HEAPS = ROOT / "examples" / "packaged_game"
ENTRY_POINTS = """\
[ludex.games]
heaps = heaps:game

[ludex.companions]
heaps = heaps.companion:companion
"""


def put(folder: Path, package: str, points: str, files: Mapping[str, str] = {}) -> None:
    """What an installed package leaves in a folder: its entry points, and its modules."""
    info = folder / f"{package}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Name: {package}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(points)
    for name, text in files.items():
        (folder / name).write_text(text)


def forget() -> None:
    """Whatever was found is looked for again."""
    for shelf in (INSTALLED, COMPANIONS):
        shelf.forget()
    installed.tell.cache_clear()
    collected._collected.cache_clear()


@contextmanager
def on_the_path(*folders: Path) -> Iterator[None]:
    """With these folders packages are installed; afterwards nothing of them is left."""
    before = list(sys.path)
    sys.path[:0] = map(str, folders)
    forget()
    try:
        yield
    finally:
        sys.path[:] = before
        for name, module in [*sys.modules.items()]:
            place = getattr(module, "__file__", None) or ""
            if place.startswith(tuple(map(str, folders))):
                del sys.modules[name]
        forget()


def built(project: Path, folder: Path, *, with_page: bool = True) -> Path:
    """The wheel of a project, made as pip asks its build system to make it."""
    from hatchling.build import build_wheel

    asked = {} if with_page else {"LUDEX_WHEEL_WITHOUT_PAGE": "yes"}
    with chdir(project), patch.dict(os.environ, asked):
        return folder / build_wheel(str(folder))


@contextmanager
def heaps_installed(folder: Path) -> Iterator[None]:
    """The packaged example, without the work of building it."""
    put(folder, "ludex-heaps", ENTRY_POINTS)
    with on_the_path(folder, HEAPS / "src"):
        yield
