"""Who plays a game: the bots of any game, and those of its companion.

Apart from the rest, for whoever only lists commands needs no bots.
"""

from typing import Any

from ludex.bots import Bot, kinds_of
from ludex.bots import find_bot as any_bot
from ludex.kernel import Game, Unreadable
from ludex.registry import companion_of


def bots_of(game: Game[Any]) -> tuple[tuple[str, str], ...]:
    """The bots to offer in a game, by name and sentence: its own, then those of any game, from
    the weakest to the strongest. The last is who one plays against, unless one says otherwise."""
    own = ((kind.name, kind.sentence) for kind in companion_of(game).bots())
    return (*own, *kinds_of(game))


def find_bot(game: Game[Any], name: str, start: object = None) -> Bot[Any] | Unreadable:
    """The bot of a name: one of the game's own, or one that plays any game."""
    own = {kind.name: kind for kind in companion_of(game).bots()}
    plain, colon, _ = name.partition(":")
    if plain not in own:
        return any_bot(game, name, start)
    if colon:
        return Unreadable((f"{plain!r} has no budget: write {plain} alone",))
    return own[plain].make(game)
