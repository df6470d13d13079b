"""Opponents: a name, a line of character, and five levels.

A level is whose moves an opponent makes, and how often it slips. A slip is an honest mistake: it looks
one move ahead, like a hasty player, and takes what looks good more often than what looks bad; or it does what
another bot would, such as calling whatever the cards are. Nobody sees more than their seat does, at any level.
"""

from math import exp
from statistics import pstdev
from typing import NamedTuple

from ludex.bots.evaluation import weighed
from ludex.bots.observation import AnyBot, AnyView, unless_forced
from ludex.kernel import AnyEvent, AnyGame, Dice, Unreadable

LEVEL = "level"
"""`level:3` is the third level of a game's opponent, whatever its name."""

WORDS = ("beginner", "casual", "steady", "strong", "full strength")
"""The names of the levels, from the first to the fifth."""

FINE = 1 << 20
"""Into so many parts chances are divided."""


class Level(NamedTuple):
    """One way to play, better than the one below."""

    bot: str
    """The bot that makes its moves, as one types it: `greedy`, `search:40`, `best`."""

    slips: float = 0.0
    """The part of its moves that are slips."""

    like: str = ""
    """The source of its slips, where a game has a mistake of its own that people make; else they
    are those of a hasty look."""

    def __str__(self) -> str:
        if not self.slips:
            return self.bot
        like = f" like {self.like}" if self.like else ""
        return f"{self.bot}, {100 * self.slips:g} % slips{like}"


class Opponent(NamedTuple):
    """An opponent with a name and five levels."""

    name: str
    character: str
    """In a line."""

    levels: tuple[Level, Level, Level, Level, Level]

    def at(self, number: str) -> "Level | Unreadable":
        """The level of a number from 1 to 5, as it is typed."""
        if number in {str(n + 1) for n in range(len(self.levels))}:
            return self.levels[int(number) - 1]
        plain = self.name.lower()
        return Unreadable(
            (f"there is no level {number[:20]!r}: write {plain}:1, the weakest, to {plain}:5",)
        )

    @property
    def names(self) -> tuple[str, ...]:
        """The levels as they are typed, from the weakest to the strongest."""
        return tuple(f"{self.name.lower()}:{n + 1}" for n in range(len(self.levels)))


WEIGHING = Opponent(
    "Noor",
    "Plays any game she has read the rules of, and counts before she moves.",
    (
        Level("greedy", 0.7),
        Level("greedy", 0.35),
        Level("greedy", 0.12),
        Level("greedy"),
        Level("best"),
    ),
)
"""The player of games in which positions can be weighed, unless their companion names another."""

LOOKING = Opponent(
    WEIGHING.name,
    WEIGHING.character,
    (
        Level("best:20", 0.85),
        Level("best:40", 0.55),
        Level("best:80", 0.3),
        Level("best:160", 0.12),
        Level("best"),
    ),
)
"""The player of games in which only the end says who is better."""


def slipping(game: AnyGame, bot: AnyBot, slips: float, like: AnyBot | None = None) -> AnyBot:
    """A bot that makes honest mistakes: those of another bot, or of a hasty look."""
    if not slips:
        return bot
    unchecked = game.unchecked()

    def hasty(view: AnyView, dice: Dice) -> AnyEvent:
        return slip(weighed(unchecked, view, dice), dice)

    other = hasty if like is None else like

    def choose(view: AnyView, dice: Dice) -> AnyEvent:
        return (other if dice.below(FINE) < slips * FINE else bot)(view, dice)

    return unless_forced(choose)


def slip(values: list[tuple[AnyEvent, float]], dice: Dice) -> AnyEvent:
    """Something that does not look bad: what stands so much worse as values differ is taken less
    often by a factor of e; where all look alike, anything."""
    heat = pstdev(value for _, value in values)
    if not heat:
        return dice.choice([event for event, _ in values])
    best = max(value for _, value in values)
    chances = [(event, 1 + int(FINE * exp((value - best) / heat))) for event, value in values]
    return dice.by_weight(chances, sum(chance for _, chance in chances))
