"""The companion of Russian Bank: everything beside its rules; `planning` is a bot that plans its
turns."""

from typing import TYPE_CHECKING

from ludex.registry import Companion, later

if TYPE_CHECKING:
    from ludex.bots import BotKind
    from ludex.bots.levels import Opponent

    from .rules.state import State


def _bots() -> "tuple[BotKind, ...]":
    from ludex.bots import BotKind
    from ludex.bots.budget import Budget

    usual, planner = Budget(seconds=0.5), later(__package__, ".bots.planner:planning_bot")
    sentence = "Plans its whole turn, card by card, before it plays the first of them."
    return (
        BotKind(
            "planner",
            sentence,
            lambda game: planner(game, usual),
            planner,
            seconds=0.5,
        ),
    )


def _opponent() -> "Opponent":
    from ludex.bots.levels import Level, Opponent

    return Opponent(
        "Irina",
        "Tidy and quick: her reserve goes first, and your houses are full before you notice.",
        (
            Level("greedy", 0.6, like="random"),
            Level("greedy", 0.3, like="random"),
            Level("greedy", 0.12, like="random"),
            Level("greedy"),
            Level("planner"),
        ),
    )


companion: "Companion[State]" = Companion(
    advisor=later(__package__, ".bots.planner:advisor"),
    advised_by="the bot planner",
    judge=later(__package__, ".bots.planner:planning_judge"),
    refinement=later(__package__, ".engine.refinement:REFINEMENT"),
    engine=later(__package__, ".engine.engine:engine_from"),
    written=later(__package__, ".document.record:written"),
    bots=_bots,
    opponent=_opponent,
    best="planner",
)
