"""Advice at the table: the next step of a way to win, and whether there still is one.

It comes from the exact solvers, so only the solitaires have it; using it is noted in the
saved game, which then counts as assisted.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ludex.kernel import Game, History

Advice = Callable[["History[Any]"], str]


def advice_for(game: "Game[Any]") -> dict[str, Advice]:
    """The words that ask for advice in this game, with what answers them."""
    match game.name:
        case "chess-solitaire":
            return _by_looking_at_everything(game)
        case "freecell":
            return _freecell()
        case _:
            return {}


def _by_looking_at_everything(game: "Game[Any]") -> dict[str, Advice]:
    from ludex.solve.solitaire import Solver, Verdict

    solver = Solver(game, budget=200_000)
    answers = {Verdict.WINNABLE: True, Verdict.LOST: False, Verdict.UNKNOWN: None}

    def is_winnable(s: Any) -> bool | None:  # noqa: ANN401  # of any game
        return answers[solver.verdict(s)]

    def next_event(s: Any) -> object:  # noqa: ANN401  # of any game
        solution = solver.solution(s)
        return solution[0] if solution else None

    def last(history: "History[Any]") -> int | None:
        back = history.undone()
        while back is not None and not is_winnable(back.state):
            back = back.undone()
        return None if back is None else back.length

    return _words(lambda s: s.phase.name == "SETUP", is_winnable, next_event, last)


def _freecell() -> dict[str, Advice]:
    from ludex.solve.freecell import is_winnable, last_winnable, next_event

    def last(history: "History[Any]") -> int | None:
        found = last_winnable(history)
        return None if found is None else found.move

    return _words(lambda s: s.phase.name != "PLAY", is_winnable, next_event, last)


def _words(
    is_early: Callable[[Any], bool],
    is_winnable: Callable[[Any], bool | None],
    next_event: Callable[[Any], object],
    last: Callable[["History[Any]"], int | None],
) -> dict[str, Advice]:
    def winnable(history: "History[Any]") -> str:
        if is_early(history.state):
            return "The game has not begun."
        match is_winnable(history.state):
            case True:
                return "Proven: this position can be won."
            case False:
                event = last(history)
                back = f" The last winnable position was after event {event}."
                return f"Proven: this position cannot be won.{'' if event is None else back}"
            case None:
                return "Unknown: a limit of the search was reached."

    def hint(history: "History[Any]") -> str:
        event = None if is_early(history.state) else next_event(history.state)
        return winnable(history) if event is None else f"{event} begins a way to win."

    return {"hint": hint, "winnable": winnable}
