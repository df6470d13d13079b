"""The names by which Gymnasium knows games: `ludex/FreeCell-v0` and its like.

Importing `ludex.envs` registers them, so `gymnasium.make("ludex.envs:ludex/FreeCell-v0")` needs
no other line. (Gymnasium has asked no entry points since its version 1.) Games of other packages
are there as ours are, by their titles, and so are the examples. `ludex/Game-v0` is any game, by
its name or its file: `gymnasium.make("ludex/Game-v0", game="river.py")`.
"""

import re

import gymnasium

from ludex.kernel import AnyGame
from ludex.registry import INSTALLED, examples, load

VERSION = 0
ANY = "Game"


def everything() -> dict[str, AnyGame]:
    """Return every game in which somebody decides something: those installed, and the examples."""
    found = {**{name: load(str(file)) for name, file in examples().items()}, **INSTALLED.loaded()}
    return {name: game for name, game in found.items() if game.is_decided}


def title_of(game: AnyGame) -> str:
    """Return a title in one word: `ChessSolitaire`."""
    words = re.split(r"[^A-Za-z0-9]+", re.sub(r"['’]", "", game.title))
    return "".join(word[:1].upper() + word[1:] for word in words)


def register() -> None:
    """Register every game with Gymnasium; a second call has no effect."""
    names = {ANY: None, **{title_of(game): game for game in everything().values()}}
    for title, game in names.items():
        name = f"ludex/{title}-v{VERSION}"
        if name not in gymnasium.registry:
            # By its name, where that finds it, a game can be written down.
            is_known = game is not None and INSTALLED.knows(game.name)
            kwargs = {} if game is None else {"game": game.name if is_known else game}
            gymnasium.register(
                id=name,
                entry_point="ludex.envs.gymnasium_env:RulebookEnv",
                vector_entry_point="ludex.envs.vectors:EngineVectorEnv",
                kwargs=kwargs,
            )
