"""Who gives advice in which game: an exact solver where there is one, else the best bot."""

from collections.abc import Callable
from typing import Any

from ludex.bots import KINDS, View
from ludex.bots.advice import Advisor, Hint, advisor_that_searches, hinted
from ludex.bots.kinds import A_SECOND
from ludex.kernel import Dice, Event, Game, History
from ludex.solve import freecell
from ludex.solve.solitaire import Solver, Verdict

BUDGET = 200_000
ANSWERS = {Verdict.WINNABLE: True, Verdict.LOST: False, Verdict.UNKNOWN: None}

Way = Callable[[Any], tuple[Event[Any], ...]]
"""The events of a way to win; none where none is known."""


def advisor_for(game: Game[Any]) -> Advisor[Any]:
    """The best advisor that there is for a game."""
    match game.name:
        case "chess-solitaire":
            solver = Solver(game, BUDGET)
            return _solving(
                game,
                lambda s: s.phase.name == "SETUP",
                lambda s: ANSWERS[solver.verdict(s)],
                lambda s: solver.solution(s) or (),
                _looking_back(lambda s: ANSWERS[solver.verdict(s)]),
            )
        case "freecell":
            return _solving(
                game,
                lambda s: s.phase.name != "PLAY",
                freecell.is_winnable,
                freecell.way_to_win,
                _last_winnable_deal,
            )
        case _:
            return advisor_that_searches(game, A_SECOND)


def source_of(game: Game[Any]) -> str:
    """Where the advice of a game comes from, in words."""
    match game.name:
        case "chess-solitaire":
            return "a solver that looks at every position"
        case "freecell":
            return "the FreeCell solver"
        case _:
            return f"the bot {KINDS[-1].name}"


def _solving(
    game: Game[Any],
    is_early: Callable[[Any], bool],
    is_winnable: Callable[[Any], bool | None],
    way: Way,
    last_winnable: Callable[[History[Any]], int | None],
) -> Advisor[Any]:
    """A solitaire hides nothing from its player: the view is the state."""

    def hint(view: View[Any], _: Dice) -> Hint[Any] | None:
        s = view.shown
        if is_early(s) or game.outcome(s) is not None:
            return None
        events = way(s)
        if not events:
            return None
        moves = "1 move" if len(events) == 1 else f"{len(events)} moves"
        return hinted(game, view, events[0], f"It begins a way to win in {moves}.")

    def winnable(view: View[Any]) -> bool | None:
        return None if is_early(view.shown) else is_winnable(view.shown)

    return Advisor(hint, winnable, last_winnable)


def _looking_back(
    is_winnable: Callable[[Any], bool | None],
) -> Callable[[History[Any]], int | None]:
    def last(history: History[Any]) -> int | None:
        back = history.undone()
        while back is not None and not is_winnable(back.state):
            back = back.undone()
        return None if back is None else back.length

    return last


def _last_winnable_deal(history: History[Any]) -> int | None:
    found = freecell.last_winnable(history)
    return None if found is None else found.move
