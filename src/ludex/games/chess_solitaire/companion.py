"""The companion of Chess Solitaire: everything beside its rules, such as a solver that sees
everything, and puzzles.

`tables` is the command that counts every board.
"""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from ludex.registry import Command, Companion, Puzzles, later

if TYPE_CHECKING:
    from ludex.bots import BotKind
    from ludex.bots.advice import Advisor
    from ludex.kernel import Event, Game

    from .game import State

BUDGET = 200_000
"""Positions that are looked into for a hint."""


def _advisor(game: "Game[State]", budget: int | None) -> "Advisor":
    from ludex.players.advice import looking_back, solving

    from .solver.exact import ExactSolver, reason

    positions = budget or BUDGET
    exact = ExactSolver(positions)
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


def _bots() -> "tuple[BotKind, ...]":
    from ludex.solve.solution_bot import kind

    from .solver.exact import ExactSolver

    def made() -> "Callable[[State], tuple[Event[State], ...]]":
        exact = ExactSolver(BUDGET)

        def way(s: "State") -> "tuple[Event[State], ...]":
            return () if s.phase.name == "SETUP" else exact.solution(s) or ()

        return way

    return (kind(made),)


companion: "Companion[State]" = Companion(
    advisor=_advisor,
    judge=later(None, "ludex.players.advice:solving_judge"),
    advised_by="a solver that looks at every position",
    bots=_bots,
    best="solver",
    refinement=later(__package__, ".engine.refinement:REFINEMENT"),
    engine=later(__package__, ".engine.engine:engine_from"),
    boards=later(__package__, ".engine.engine:engine"),
    written=later(__package__, ".document.record:written"),
    puzzles=Puzzles(
        make=later(__package__, ".solver.puzzles:make"),
        decoded=later(__package__, ".solver.puzzles:decoded"),
        misnamed="{name} is not the name of a puzzle: it has ten letters and digits, and one of them is a check digit.",
        judged=later(__package__, ".solver.puzzles:judged_puzzle"),
        is_lost=later(__package__, ".solver.puzzles:is_lost"),
        solution=later(__package__, ".solver.puzzles:solution"),
        begun=later(__package__, ".solver.puzzles:begun"),
        pieces=lambda s: len(s.board),
        packs=later(__package__, ".solver.puzzles:packs"),
        hardest=later(__package__, ".solver.puzzles:hardest"),
        daily=later(__package__, ".solver.puzzles:of_day"),
    ),
    commands=(
        Command(
            name="mine",
            at="ludex.games.chess_solitaire.commands.mine:mine",
            summary="Search for puzzles with exactly one way to win, and rate their difficulty.",
        ),
        Command(
            name="tables",
            at="ludex.games.chess_solitaire.commands.tables:tables",
            summary="Count the boards that can be won, won in exactly one way, or not played.",
        ),
    ),
)
