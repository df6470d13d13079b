"""Who plays a game: the bots of any game, and those of its companion.

Apart from the rest, for whoever only lists commands needs no bots.
"""

from typing import Any, Final

from ludex.bots import SOLVED, Bot, kinds_of
from ludex.bots import find_bot as any_bot
from ludex.bots.kinds import made
from ludex.kernel import Game, Unreadable
from ludex.registry import companion_of


def bots_of(game: Game[Any]) -> tuple[tuple[str, str], ...]:
    """The bots to offer in a game, by name and sentence: its own, then those of any game, from
    the weakest to the strongest. The last is who one plays against, unless one says otherwise."""
    own = ((kind.name, kind.sentence) for kind in companion_of(game).bots())
    return (*own, *kinds_of(game))


BEST: Final = "best"


def best_of(game: Game[Any]) -> str:
    """The name of the strongest bot of a game.

    A small game is solved. Where positions can be weighed, moves are best compared with the same
    luck; where they cannot, only a tree sees what is forced.
    """
    own = companion_of(game).best
    if own is not None:
        return own
    if SOLVED in dict(kinds_of(game)):
        return SOLVED
    return "search" if game.thinking.worth is not None else "tree"


def find_bot(game: Game[Any], name: str, start: object = None) -> Bot[Any] | Unreadable:
    """The bot of a name: one of the game's own, or one that plays any game; `best` is the
    strongest of them."""
    own = {kind.name: kind for kind in companion_of(game).bots()}
    plain, colon, budget = name.partition(":")
    if plain == BEST:
        plain = best_of(game)
        if plain == SOLVED or (plain in own and own[plain].within is None):
            # They think no longer than they must.
            colon = ""
        name = f"{plain}{colon}{budget if colon else ''}"
    if plain not in own:
        return any_bot(game, name, start)
    return made(own[plain], game, name)
