"""The companion of hold'em: everything beside its rules, such as hands compared, equity, hand
histories (`poker`).

`playing` is a player who knows the game, with some to be measured against.
"""

from typing import TYPE_CHECKING, Final

from ludex.registry import Command, Companion, Filter, Record

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ludex.bots import Bot, BotKind
    from ludex.bots.advice import Advisor
    from ludex.bots.judge import Judge
    from ludex.bots.levels import Opponent
    from ludex.compile.engine import Engine
    from ludex.kernel import Event, Game

    from .rules.state import State


def _judge(_: "Game[State]") -> "Judge":
    from .bots.judge import JUDGE

    return JUDGE


def _advisor(game: "Game[State]", _: int | None) -> "Advisor":
    from .bots.advice import advisor

    return advisor(game)


def _engine(start: "State") -> "Engine":
    from ludex.compile.starts import starting

    from .engine.engine import engine
    from .rules.state import first_state

    made = engine(start.rules)
    return made if start == first_state(start.rules) else starting(made, start)


def _phh(seen: "Iterable[tuple[State, Event[State], State]]") -> str:
    from .formats.export import collected

    return collected(seen)


def _filters() -> "tuple[Filter, ...]":
    from ..document.filters import FILTERS

    return FILTERS


def _bots() -> "tuple[BotKind, ...]":
    from ludex.bots import BotKind

    from .bots.player import BOTS

    def kind(name: str, sentence: str, bot: "Bot[State]") -> BotKind:
        return BotKind(name, sentence, lambda _: bot)

    return tuple(kind(*each) for each in BOTS)


def _opponent() -> "Opponent":
    from ludex.bots.levels import Level, Opponent

    def slips(rate: float) -> Level:
        return Level("regular", rate, like="caller")

    return Opponent(
        "Dolores",
        "Patient with her chips: she folds often and bluffs seldom.",
        (slips(1.0), slips(0.8), slips(0.5), slips(0.25), Level("regular")),
    )


companion: "Final[Companion[State]]" = Companion(
    advisor=_advisor,
    judge=_judge,
    advised_by="the bot regular",
    engine=_engine,
    filters=_filters,
    records=(Record("PHH", ".phhs", _phh),),
    bots=_bots,
    opponent=_opponent,
    best="regular",
    commands=(
        Command(
            name="poker",
            at="ludex.games.poker.commands.poker:app",
            summary="Compare poker hands, compute equity, replay hand histories.",
        ),
    ),
)
