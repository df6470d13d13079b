"""What serves Chess Solitaire beside its rules: a solver that sees everything, and puzzles.

`tables` is the command that counts every board.
"""

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from ludex.registry import Command, Companion, Puzzles

if TYPE_CHECKING:
    from ludex.bots import Kind
    from ludex.bots.advice import Advisor
    from ludex.bots.judge import Judge
    from ludex.compile.engine import Engine
    from ludex.games.chess_solitaire.game import State
    from ludex.kernel import Event, Game, Refinement
    from ludex.study.documents.written import Written

BUDGET: Final = 200_000
"""Positions that are looked into for a hint."""


def _lazy(at: str) -> Callable[..., Any]:
    """Return a function that imports another one of this game, `module:name`, when it is called."""
    module, _, name = at.partition(":")

    def call(*given: Any, **named: Any) -> Any:  # noqa: ANN401
        found = getattr(import_module(f"ludex.games.chess_solitaire.{module}"), name)
        return found(*given, **named)

    return call


def _advisor(game: "Game[State]", budget: int | None) -> "Advisor[State]":
    from ludex.games.chess_solitaire.solver.exact import Exact
    from ludex.games.chess_solitaire.solver.reasons import reason
    from ludex.players.advice import looking_back, solving

    positions = budget or BUDGET
    exact = Exact(positions)
    return solving(
        game,
        positions,
        is_early=lambda s: s.phase.name == "SETUP",
        is_winnable=exact.is_winnable,
        way=lambda s: exact.solution(s) or (),
        reason=lambda s, _: reason(exact, s),
        last_winnable=looking_back(exact.is_winnable),
        further=partial(_advisor, game),
    )


def _judge(game: "Game[State]") -> "Judge[State]":
    from ludex.players.advice import judging_by_solving

    return judging_by_solving(game, _advisor(game, None))


def _bots() -> "tuple[Kind, ...]":
    from ludex.games.chess_solitaire.solver.exact import Exact
    from ludex.solve.solution_bot import kind

    def made() -> "Callable[[State], tuple[Event[State], ...]]":
        exact = Exact(BUDGET)

        def way(s: "State") -> "tuple[Event[State], ...]":
            return () if s.phase.name == "SETUP" else exact.solution(s) or ()

        return way

    return (kind(made),)


def _refinement() -> "Refinement[State]":
    from ludex.games.chess_solitaire.engine.refinement import REFINEMENT

    return REFINEMENT


def _written() -> "Written":
    from ludex.games.chess_solitaire.document.written import written

    return written


def _engine(start: "State") -> "Engine[State]":
    from ludex.compile.starts import starting
    from ludex.games.chess_solitaire.engine.engine import engine

    return starting(engine(), start)


def _boards(pieces: int) -> "Engine[State]":
    from ludex.games.chess_solitaire.engine.engine import engine
    from ludex.games.chess_solitaire.engine.geometry import SQUARES

    if not 1 <= pieces <= SQUARES:
        raise ValueError(f"a board has 1 to {SQUARES} pieces, not {pieces}")
    return engine(pieces)


companion: "Final[Companion[State]]" = Companion(
    advisor=_advisor,
    judge=_judge,
    advised_by="a solver that looks at every position",
    bots=_bots,
    best="solver",
    refinement=_refinement,
    engine=_engine,
    boards=_boards,
    written=_written,
    puzzles=Puzzles(
        make=_lazy("solver.collection:make"),
        decoded=_lazy("solver.puzzles:decoded"),
        misnamed="{name} is no puzzle: ten letters and digits, one a check.",
        judged=_lazy("solver.puzzles:judged_puzzle"),
        is_lost=_lazy("solver.puzzles:is_lost"),
        solution=_lazy("solver.puzzles:solution"),
        begun=_lazy("solver.puzzles:begun"),
        pieces=lambda s: len(s.board),
        packs=_lazy("solver.collection:packs"),
        hardest=_lazy("solver.collection:hardest"),
        daily=_lazy("solver.collection:of_day"),
    ),
    commands=(
        Command(
            name="mine",
            at="ludex.games.chess_solitaire.commands.mine:mine",
            summary="Look for puzzles with exactly one way to win, the hardest above all.",
        ),
        Command(
            name="tables",
            at="ludex.games.chess_solitaire.commands.tables:tables",
            summary="Count the boards that can be won, in exactly one way, or not played.",
        ),
    ),
)
