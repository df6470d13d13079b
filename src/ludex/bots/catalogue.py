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
    """The same bot with another budget; some bots have no budget."""

    seconds: float = 0.0
    """The seconds that it thinks by the clock, by default."""


KINDS = (
    BotKind("random", "Makes any legal move, all equally likely.", lambda _: random_bot),
    BotKind(
        "greedy",
        "Looks one move ahead and chooses the best position after it.",
        greedy_bot,
    ),
    BotKind(
        "tree",
        "Searches a tree of possible continuations, and proves results where it can.",
        lambda game: TreeBot(game, A_SECOND),
        TreeBot,
        seconds=1.0,
    ),
    BotKind(
        "search",
        "Tries its best moves in imagined games, for one second or for as long as you choose.",
        lambda game: searching_bot(game, A_SECOND),
        searching_bot,
        seconds=1.0,
    ),
)
"""From the weakest to the strongest."""


def find_bot(game: AnyGame, name: str, kinds: Sequence[BotKind] = KINDS) -> AnyBot | Unreadable:
    """Return the bot of a name, of these kinds; `search:200` has its own budget.

    It thinks with the given game, best with a refinement (`ludex.registry`); the guards judge its
    events like all others.
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
