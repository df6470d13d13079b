"""The bots that can sit at any table, by name."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from ludex.bots.random_bot import random_bot
from ludex.bots.seeing import Bot
from ludex.kernel import Game, Unreadable


@dataclass(frozen=True, slots=True)
class Kind:
    """A way to play any game."""

    name: str
    sentence: str
    """What it does, for people who choose an opponent."""

    make: Callable[[Game[Any]], Bot[Any]]


KINDS: Final = (
    Kind("random", "Makes any legal move, each as likely.", lambda _: random_bot),
)
"""From the weakest to the strongest."""


def find_bot(game: Game[Any], name: str) -> Bot[Any] | Unreadable:
    """The bot of a name for a game."""
    for kind in KINDS:
        if kind.name == name:
            return kind.make(game)
    names = ", ".join(kind.name for kind in KINDS)
    return Unreadable((f"there is no bot {name!r}; there are {names}",))
