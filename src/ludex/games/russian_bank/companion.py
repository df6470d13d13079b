"""What serves Russian Bank beside its rules; `planning` is a bot that plans its turns."""

from typing import TYPE_CHECKING, Final

from ludex.registry import Companion

if TYPE_CHECKING:
    from ludex.bots import Bot, Kind
    from ludex.bots.advice import Advisor
    from ludex.bots.budget import Budget
    from ludex.bots.judge import Judge
    from ludex.bots.levels import Opponent
    from ludex.compile.engine import Engine
    from ludex.kernel import Game, Refinement
    from ludex.study.documents.written import WrittenDocument

    from .rules.state import State


def _refinement() -> "Refinement[State]":
    from .engine.refinement import REFINEMENT

    return REFINEMENT


def _written() -> "WrittenDocument":
    from .document.written import written

    return written


def _engine(start: "State") -> "Engine[State]":
    from ludex.compile.starts import starting

    from .engine.engine import engine
    from .rules.state import begun

    made = engine(start.rules)
    return made if start == begun(start.rules) else starting(made, start)


def _planner(game: "Game[State]", budget: "Budget") -> "Bot[State]":
    from .bots.planner import planning_bot

    return planning_bot(game, budget)


def _advisor(game: "Game[State]", _: int | None) -> "Advisor[State]":
    from ludex.registry import refined

    from .bots.planner import advisor

    return advisor(game, refined(game))


def _judge(game: "Game[State]") -> "Judge[State]":
    from .bots.planner import judging_by_planning

    return judging_by_planning(game)


def _bots() -> "tuple[Kind, ...]":
    from ludex.bots import Kind
    from ludex.bots.budget import Budget

    usual = Budget(seconds=0.5)
    sentence = "Plans its whole turn, card by card, before it plays the first of them."
    return (
        Kind(
            "planner",
            sentence,
            lambda game: _planner(game, usual),
            _planner,
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


companion: "Final[Companion[State]]" = Companion(
    advisor=_advisor,
    advised_by="the bot planner",
    judge=_judge,
    refinement=_refinement,
    engine=_engine,
    written=_written,
    bots=_bots,
    opponent=_opponent,
    best="planner",
)
