"""A bot that follows the ways to win that a solver finds, in games for one."""

from collections.abc import Callable

from ludex.bots import BotKind, random_bot
from ludex.bots.observation import AnyBot, AnyView
from ludex.kernel import AnyEvent, AnyGame, AnyState, Dice


def kind(make: Callable[[], Callable[[AnyState], tuple[AnyEvent, ...]]]) -> BotKind:
    """Return the bot as one that can be asked for by name; each game has a solver of its own."""

    def bot(_: AnyGame) -> AnyBot:
        way = make()

        def choose(view: AnyView, dice: Dice) -> AnyEvent:
            found = way(view.shown)  # a game for one hides nothing: the view is the state
            return found[0] if found else random_bot(view, dice)

        return choose

    sentence = "Follows a way to win that the solver has found; without one, makes any move."
    return BotKind("solver", sentence, bot)
