"""The small games that come with Ludex as files to read, to play and to copy."""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import ludex

FOLDERS = (
    Path(ludex.__file__).parent / "examples",
    Path(ludex.__file__).parents[2] / "examples",
)
"""The folders of the examples: in the installed package, or in the checkout."""

DEFINES_A_GAME = re.compile(r"^game = Game\(", re.MULTILINE)


@cache
def examples() -> Mapping[str, Path]:
    """Return the files of the examples by the names of their games: `tic-tac-toe`."""
    folder = next((folder for folder in FOLDERS if folder.is_dir()), None)
    files = sorted(folder.glob("*.py")) if folder is not None else ()
    return {
        file.stem.replace("_", "-"): file
        for file in files
        if DEFINES_A_GAME.search(file.read_text("utf-8"))
    }
