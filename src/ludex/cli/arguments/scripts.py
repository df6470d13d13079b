"""Scripts that users name: files, standard input, and folders of them."""

from pathlib import Path
from typing import Any

from ludex.cli.arguments.files import ScriptInput
from ludex.cli.commands.scripts.run import demand_faultless
from ludex.cli.errors import BadInput
from ludex.kernel import Game
from ludex.language.script_check import Dialect, Typed
from ludex.study.coverage.meter import NamedScript as Covering

EXPECTED = ".expected.txt"
"""The end of the name of a transcript, beside its script."""


def named(names: list[str], suffix: str = ".txt") -> list[str]:
    """The files that are meant: of a folder its scripts, or inputs; transcripts are left out."""
    found: list[str] = []
    for name in names:
        if not Path(name).is_dir():
            found.append(name)
            continue
        inside = sorted(
            str(path) for path in Path(name).glob(f"*{suffix}") if not path.name.endswith(EXPECTED)
        )
        if not inside:
            kind = "script" if suffix == ".txt" else "input"
            raise BadInput(f"{name}: there is no {kind} (*{suffix}) in this folder")
        found += inside
    return found


def read_scripts(game: "Game[Any]", names: list[str], dialect: "Dialect") -> "list[Covering]":
    """The events of every script, each checked as a whole."""
    found = []
    for name in named(names):
        with ScriptInput(name) as source:
            demand_faultless(game, source, dialect)
            events = (*Typed(game, dialect).events(source.lines),)
            found.append(Covering(Path(name).name if name != "-" else source.name, events))
    return found
