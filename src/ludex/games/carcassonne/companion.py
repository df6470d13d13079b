"""What serves Carcassonne beside its rules: the document's programs (`programs`)."""

from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

from ludex.registry import Command, Companion, Filter

if TYPE_CHECKING:
    from ludex.bots import Bot, Kind
    from ludex.bots.budget import Budget
    from ludex.bots.judge import Judge
    from ludex.bots.levels import Opponent
    from ludex.compile.engine import Engine
    from ludex.kernel import Game, Refinement
    from ludex.registry import MoveFilter
    from ludex.registry.encoding import Observing
    from ludex.study.documents.written import WrittenDocument

    from .rules.state import State

IS_COMPILED: Final = find_spec("numba") is not None
"""Is there a compiler for the engine?"""


def _refinement() -> "Refinement[State]":
    from .engine.refinement import REFINEMENT

    return REFINEMENT


def _playouts(game: "Game[State]", budget: "Budget") -> "Bot[State]":
    from ludex.bots.playouts import Ends, playout_bot

    from .engine.engine import ends, packed

    return playout_bot(game, budget, Ends(packed, ends))


def _builder(game: "Game[State]", budget: "Budget") -> "Bot[State]":
    from .bots.builder import building_bot

    return building_bot(game, budget)


def _judge(game: "Game[State]") -> "Judge[State]":
    from .bots.builder import judging_by_building

    return judging_by_building(game)


def _bots() -> "tuple[Kind, ...]":
    from ludex.bots import Kind
    from ludex.bots.catalogue import A_SECOND

    from .formats.strategies import document_bot

    plain = (
        Kind(
            "document",
            "Plays as the document says: any move, all equally likely.",
            lambda _: document_bot("document"),
        ),
        Kind(
            "original",
            "Plays as the document's program did: near the origin, by one number.",
            lambda _: document_bot("original"),
        ),
    )
    compiled = (
        Kind(
            "playouts",
            "Plays its best moves out to the end, thousands of times, on the compiled engine.",
            lambda game: _playouts(game, A_SECOND),
            _playouts,
            seconds=1.0,
        ),
        Kind(
            "builder",
            "Grows a tree of what may follow on the compiled engine, and knows what unfinished features are worth.",
            lambda game: _builder(game, A_SECOND),
            _builder,
            seconds=1.0,
        ),
    )
    return (*plain, *compiled) if IS_COMPILED else plain


def _written() -> "WrittenDocument":
    from .document.written import WRITTEN

    return WRITTEN


def _engine(start: "State") -> "Engine[State]":
    from ludex.compile.starts import starting

    from .engine.engine import engine
    from .rules.state import begun

    made = engine(start.rules)
    return made if start == begun(start.rules) else starting(made, start)


def _observing(start: "State") -> "Observing[State]":
    from .engine.observation import observing

    return observing(start)


def _filters() -> "tuple[Filter, ...]":
    from .document.filters import FILTERS

    return FILTERS


def _move_filter() -> "MoveFilter[State]":
    from ludex.registry import MoveFilter

    from .formats.programs import move_in, shown_to_program

    return MoveFilter(write=shown_to_program, read=move_in)


def _opponent() -> "Opponent":
    from ludex.bots.levels import Level, Opponent

    quick = Level("greedy"), Level("builder:16")
    plain = Level("greedy", 0.15), Level("greedy")
    return Opponent(
        "Guilhem",
        "A mason: he finishes what he builds, and would like a share of your city.",
        (
            Level("greedy", 0.75),
            Level("greedy", 0.4),
            *(quick if IS_COMPILED else plain),
            Level("best"),
        ),
    )


companion: "Final[Companion[State]]" = Companion(
    refinement=_refinement,
    engine=_engine,
    observing=_observing,
    written=_written,
    bots=_bots,
    opponent=_opponent,
    best="builder" if IS_COMPILED else None,
    judge=_judge if IS_COMPILED else None,
    filters=_filters,
    move_filter=_move_filter,
    commands=(
        Command(
            name="carcassonne",
            at="ludex.games.carcassonne.commands.programs:app",
            summary="The programs of the Haskassonne document, on XML states.",
        ),
    ),
)
