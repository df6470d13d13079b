"""Who gives advice in which game: an exact solver where there is one, else a bot."""

from collections.abc import Callable
from typing import Any

from ludex.bots import KINDS, View
from ludex.bots.advice import Advisor, Hint, advisor_from
from ludex.kernel import Dice, Event, Game
from ludex.solve import freecell
from ludex.solve.solitaire import Solver, Verdict

BUDGET = 200_000
ANSWERS = {Verdict.WINNABLE: True, Verdict.LOST: False, Verdict.UNKNOWN: None}


def advisor_for(game: Game[Any]) -> Advisor[Any]:
    """The best advisor that there is for a game."""
    match game.name:
        case "chess-solitaire":
            solver = Solver(game, BUDGET)
            return _solving(
                game,
                lambda s: s.phase.name == "SETUP",
                lambda s: ANSWERS[solver.verdict(s)],
                lambda s: next(iter(solver.solution(s) or ()), None),
            )
        case "freecell":
            return _solving(
                game,
                lambda s: s.phase.name != "PLAY",
                freecell.is_winnable,
                freecell.next_event,
            )
        case _:
            best = KINDS[-1]
            return advisor_from(
                game, best.make(game), f"The {best.name} bot would do this."
            )


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
    next_event: Callable[[Any], Event[Any] | None],
) -> Advisor[Any]:
    """A solitaire hides nothing from its player: the view is the state."""

    def hint(view: View[Any], _: Dice) -> Hint[Any] | None:
        s = view.shown
        if is_early(s) or game.outcome(s) is not None:
            return None
        event = next_event(s)
        if event is None:
            return None
        return Hint(event, game.gesture(s, event), "It begins a way to win.")

    def winnable(view: View[Any]) -> bool | None:
        return None if is_early(view.shown) else is_winnable(view.shown)

    return Advisor(hint, winnable)
