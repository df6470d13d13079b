"""The companion of Carcassonne: everything beside its rules, such as the document's programs
(`programs`)."""

from importlib.util import find_spec
from typing import TYPE_CHECKING

from ludex.registry import Command, Companion, later

if TYPE_CHECKING:
    from ludex.bots import BotKind
    from ludex.bots.levels import Opponent

    from .rules.state import State

IS_COMPILED = find_spec("numba") is not None
"""Is there a compiler for the engine?"""

WEAKER = 'Stronger bots need Numba: pip install "ludex[fast]".'


def _bots() -> "tuple[BotKind, ...]":
    from ludex.bots import BotKind
    from ludex.bots.catalogue import A_SECOND

    from .formats.strategies import document_bot

    builder = later(__package__, ".bots.builder:building_bot")
    playouts = later(__package__, ".bots.builder:playing_out_bot")
    plain = (
        BotKind(
            "document",
            "Plays as the document says: any move, all equally likely.",
            lambda _: document_bot("document"),
        ),
        BotKind(
            "original",
            "Plays as the document's program did: near the origin, by one number.",
            lambda _: document_bot("original"),
        ),
    )
    compiled = (
        BotKind(
            "playouts",
            "Plays its best moves out to the end of the game, thousands of times, on the compiled engine.",
            lambda game: playouts(game, A_SECOND),
            playouts,
            seconds=1.0,
        ),
        BotKind(
            "builder",
            "Searches a tree of continuations on the compiled engine, with estimates for unfinished features.",
            lambda game: builder(game, A_SECOND),
            builder,
            seconds=1.0,
        ),
    )
    return (*plain, *compiled) if IS_COMPILED else plain


def _opponent() -> "Opponent":
    from ludex.bots.levels import Level, Opponent

    quick = Level("greedy"), Level("builder:16")
    plain = Level("greedy", 0.15), Level("greedy")
    return Opponent(
        "Guilhem",
        "A mason: he finishes his buildings, and would like a share of your city.",
        (
            Level("greedy", 0.75),
            Level("greedy", 0.4),
            *(quick if IS_COMPILED else plain),
            Level("best"),
        ),
    )


companion: "Companion[State]" = Companion(
    refinement=later(__package__, ".engine.refinement:REFINEMENT"),
    engine=later(__package__, ".engine.engine:engine_from"),
    observing=later(__package__, ".engine.observation:observing"),
    written=later(__package__, ".document.record:WRITTEN"),
    bots=_bots,
    opponent=_opponent,
    weaker="" if IS_COMPILED else WEAKER,
    best="builder" if IS_COMPILED else None,
    judge=later(__package__, ".bots.builder:building_judge") if IS_COMPILED else None,
    filters=later(__package__, ".document.filters:FILTERS"),
    move_filter=later(__package__, ".formats.programs:MOVE_FILTER"),
    commands=(
        Command(
            name="carcassonne",
            at="ludex.games.carcassonne.commands.programs:app",
            summary="Run the programs of the Haskassonne document on XML states.",
        ),
    ),
)
