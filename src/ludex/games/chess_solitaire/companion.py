"""What serves Chess Solitaire beside its rules: a solver that sees everything, and puzzles.

`tables` is the command that counts every board.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from ludex.registry import Command, Companion, Puzzle, Puzzles, Wish

if TYPE_CHECKING:
    from ludex.bots import Kind
    from ludex.bots.advice import Advisor
    from ludex.bots.judge import Judge
    from ludex.compile.engine import Engine
    from ludex.kernel import Dice, Event, Game, Refinement
    from ludex.study.documents.written import WrittenDocument

    from .game import State

BUDGET: Final = 200_000
"""Positions that are looked into for a hint."""


def _advisor(game: "Game[State]", budget: int | None) -> "Advisor[State]":
    from ludex.players.advice import looking_back, solving

    from .solver.exact import Exact, reason

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
    from ludex.solve.solution_bot import kind

    from .solver.exact import Exact

    def made() -> "Callable[[State], tuple[Event[State], ...]]":
        exact = Exact(BUDGET)

        def way(s: "State") -> "tuple[Event[State], ...]":
            return () if s.phase.name == "SETUP" else exact.solution(s) or ()

        return way

    return (kind(made),)


def _make(
    wish: Wish, dice: "Dice", *, tries: int, tell: Callable[[int], None]
) -> "Puzzle[State] | None":
    from .solver.puzzles import make

    return make(wish, dice, tries=tries, tell=tell)


def _packs() -> "Mapping[str, Sequence[Puzzle[State]]]":
    from .solver.puzzles import packs

    return packs()


def _hardest() -> "Mapping[int, Sequence[Puzzle[State]]]":
    from .solver.puzzles import hardest

    return hardest()


def _of_day(ordinal: int) -> "Puzzle[State]":
    from .solver.puzzles import of_day

    return of_day(ordinal)


def _decoded(name: str) -> "State | None":
    from .solver.puzzles import decoded

    return decoded(name)


def _judged(board: "State") -> "Puzzle[State] | None":
    from .solver.puzzles import judged_puzzle

    return judged_puzzle(board)


def _is_lost(board: "State") -> bool:
    from .solver.puzzles import is_lost

    return is_lost(board)


def _solution(board: "State") -> "Sequence[Event[State]]":
    from .solver.puzzles import solution

    return solution(board)


def _begun(board: "State") -> "State":
    from .solver.puzzles import begun

    return begun(board)


def _refinement() -> "Refinement[State]":
    from .engine.refinement import REFINEMENT

    return REFINEMENT


def _written() -> "WrittenDocument":
    from .document.written import written

    return written


def _engine(start: "State") -> "Engine[State]":
    from ludex.compile.starts import starting

    from .engine.engine import engine

    return starting(engine(), start)


def _boards(pieces: int) -> "Engine[State]":
    from .engine.engine import engine
    from .engine.geometry import SQUARES

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
        make=_make,
        decoded=_decoded,
        misnamed="{name} is no puzzle: ten letters and digits, one a check.",
        judged=_judged,
        is_lost=_is_lost,
        solution=_solution,
        begun=_begun,
        pieces=lambda s: len(s.board),
        packs=_packs,
        hardest=_hardest,
        daily=_of_day,
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
