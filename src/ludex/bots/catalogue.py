"""The bots that can sit at any table, by name; `search:0.2s` is one with its own budget."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ludex.bots.budget import Budget
from ludex.bots.evaluation import greedy_bot
from ludex.bots.observation import AnyBot, random_bot
from ludex.bots.search import searching_bot
from ludex.bots.tree import TreeBot
from ludex.kernel import AnyGame, Unreadable

A_SECOND = Budget(seconds=1.0)
"""The budget of a bot at the table when nobody says otherwise."""


class BotKind(NamedTuple):
    """A way to play any game."""

    name: str
    sentence: str
    """A description of the bot, for people who choose an opponent."""

    make: Callable[[AnyGame], AnyBot | Unreadable]
    within: Callable[[AnyGame, Budget], AnyBot] | None = None
    """The same with another budget; bots that think no longer than they must have none."""

    seconds: float = 0.0
    """The seconds that it thinks by the clock, unless it is told otherwise."""


KINDS = (
    BotKind("random", "Makes any legal move, all equally likely.", lambda _: random_bot),
    BotKind(
        "greedy",
        "Looks one move ahead and takes what stands best right after it.",
        greedy_bot,
    ),
    BotKind(
        "tree",
        "Grows a tree of what could follow, and proves what it can.",
        lambda game: TreeBot(game, A_SECOND),
        TreeBot,
        seconds=1.0,
    ),
    BotKind(
        "search",
        "Tries its best moves out in imagined games, for a second or as long as you say.",
        lambda game: searching_bot(game, A_SECOND),
        searching_bot,
        seconds=1.0,
    ),
)
"""From the weakest to the strongest."""


def find_bot(game: AnyGame, name: str, kinds: Sequence[BotKind] = KINDS) -> AnyBot | Unreadable:
    """Return the bot of a name, of these kinds; `search:200` has a budget of its own.

    It thinks with the game as it is given, best with a refinement (`ludex.registry`); what it
    does is judged by the guards like anybody's move.
    """
    plain, colon, text = name.partition(":")
    kind = next((kind for kind in kinds if kind.name == plain), None)
    if kind is None:
        names = ", ".join(kind.name for kind in kinds)
        return Unreadable((f"there is no bot {name!r}; there are {names}",))
    if not colon:
        return kind.make(game)
    if kind.within is None:
        return Unreadable((f"{plain!r} has no budget: write {plain} alone",))
    budget = Budget.read(text)
    if isinstance(budget, Unreadable):
        return Unreadable((f"bot {name!r}: {budget}",))
    return kind.within(game, budget)
