"""The games that ship with Ludex: every folder of `ludex.games` that has a module `game`."""

from collections.abc import Mapping
from pathlib import Path

import ludex.games
from ludex.registry.installed import EntryPointGroup

FOLDER = Path(ludex.games.__file__).parent

GAMES: Mapping[str, str] = {
    path.parent.name.replace("_", "-"): ".".join(
        ("ludex.games", *path.relative_to(FOLDER).with_suffix("").parts)
    )
    for path in sorted(
        (*FOLDER.glob("*/game.py"), *FOLDER.glob("*/*/game.py")),
        key=lambda path: path.parent.name,
    )
}
"""Every game by name: the module whose `game` it is."""

INSTALLED = EntryPointGroup("ludex.games", "game", "ludex.kernel:Game", GAMES)
"""Our games, and those of other packages."""
