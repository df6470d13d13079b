"""What the solvers say of each board that was asked for, in the order of the boards."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ludex.games.freecell.rules.state import State
    from ludex.games.freecell.solver import Verdict

UNLIMITED: Final = 10**12
"""More positions than any memory holds."""

OPTIMAL_SECONDS: Final = 10.0
"""For so long the fewest moves are looked for, unless told otherwise."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How far to look for one board."""

    positions: int
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What is printed about a board."""

    deal: int | None
    name: str
    positions: int
    players_moves: int
    all_moves: int
    limit: str
    verdict: "Callable[[], Verdict] | None" = None
    """With its moves; not where they are written down already."""

    state: "State | None" = None
    bound: int | None = None
    """With --optimal: what no solution can be shorter than."""


def quick_answers(deals: range, positions: int) -> "Iterator[Answer]":
    """FreeCell's own deals, compiled."""
    from ludex.games.freecell.solver.compiled.many import solve_deals

    for each in solve_deals(deals, positions):
        other = each.other
        yield Answer(
            each.deal,
            "solved" if other is None else name_of(other),
            each.positions,
            each.players_moves,
            each.all_moves,
            getattr(other, "limit", ""),
            lambda each=each: each.verdict,  # type: ignore[misc]
        )


def answers(
    found: "Iterator[tuple[int | None, State]]", limits: Budget
) -> "Iterator[Answer]":
    """Boards of any kind, one by one."""
    from ludex.games.freecell.solver import verdict

    for deal, state in found:
        answer = verdict(state, limits.positions, limits.seconds)
        moves = getattr(answer, "moves", ())
        yield Answer(
            deal,
            name_of(answer),
            answer.positions,
            getattr(answer, "players_moves", 0),
            len(moves),
            getattr(answer, "limit", ""),
            lambda answer=answer: answer,  # type: ignore[misc]
            state,
        )


def shortest_answers(
    found: "Iterator[tuple[int | None, State]]", limits: Budget
) -> "Iterator[Answer]":
    """The shortest solutions, each replayed on the rulebook."""
    from ludex.games.freecell.rules.state import board_of
    from ludex.games.freecell.solver.compiled.optimal import Shortest, shortest
    from ludex.games.freecell.solver.hints import on_the_rulebook
    from ludex.games.freecell.solver.results import Solved, Unknown

    for deal, state in found:
        best = shortest(board_of(state), state.rules, limits.positions, limits.seconds)
        if not isinstance(best, Shortest):
            limit = best.limit if isinstance(best, Unknown) else ""
            yield Answer(
                deal,
                name_of(best),
                best.positions,
                0,
                0,
                limit,
                lambda best=best: best,  # type: ignore[misc]
            )
            continue
        solved = Solved(best.moves, best.positions)
        assert on_the_rulebook(state, solved).wins, "the solver and the rulebook differ"
        yield Answer(
            deal, "solved", best.positions, best.length, len(best.moves), "",
            lambda solved=solved: solved, state, best.bound,  # type: ignore[misc]
        )  # fmt: skip


def dealt(deal: int | None) -> "State":
    """The board of a number."""
    from ludex.games.freecell.rules.deals import microsoft_board
    from ludex.games.freecell.rules.options import FREECELL
    from ludex.games.freecell.rules.state import set_up

    assert deal is not None
    return set_up(FREECELL, microsoft_board(deal))


def name_of(answer: "Verdict") -> str:
    """`solved`, `impossible` or `unknown`."""
    return type(answer).__name__.lower()
