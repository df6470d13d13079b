"""Environments that have what an installation with certain extras has, and nothing else.

Nothing is fetched: packages are copied from those that are installed here, found by what Ludex asks
for and what those packages ask for in turn.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement

from playing import ROOT

SCRIPT = """\
#!{python}
from ludex.cli import main
if __name__ == "__main__":
    main()
"""


def wanted(project: str, extras: Iterable[str]) -> dict[str, metadata.Distribution]:
    """Every distribution that an installation brings, by its name."""
    found: dict[str, metadata.Distribution] = {}
    asked: set[tuple[str, str]] = set()
    waiting = [(project, extra) for extra in ("", *extras)]
    while waiting:
        name, extra = waiting.pop()
        if (name, extra) in asked:
            continue
        asked.add((name, extra))
        one = metadata.distribution(name)
        found[name.lower().replace("_", "-")] = one
        for text in one.requires or ():
            needed = Requirement(text)
            if needed.marker is None or needed.marker.evaluate({"extra": extra}):
                waiting += [(needed.name, more) for more in ("", *needed.extras)]
    return found


def copy(there: Path, here: Path) -> None:
    """Copy a module or a package; by links to its files, where the file system has them."""

    def linked(source: str, target: str) -> None:
        try:
            os.link(source, target)
        except OSError:
            shutil.copy2(source, target)

    if there.is_dir():
        shutil.copytree(there, here, copy_function=linked)
    else:
        linked(str(there), str(here))


def make_environment(folder: Path, extras: Iterable[str]) -> Path:
    """Make an environment with Ludex and these extras; return its folder of programs."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    (site,) = folder.glob("lib/python*/site-packages")
    for one in wanted("ludex", extras).values():
        for top in {file.parts[0] for file in one.files or ()} - {"..", "__pycache__"}:
            there, here = Path(str(one.locate_file(top))), site / top
            if there.exists() and not here.exists() and there.suffix != ".pth":
                copy(there, here)
    (site / "ludex_here.pth").write_text(f"{ROOT / 'src'}\n")
    programs = folder / "bin"
    (programs / "ludex").write_text(SCRIPT.format(python=programs / "python"))
    (programs / "ludex").chmod(0o755)
    return programs
