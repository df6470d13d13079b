"""Who gives advice in which game: an exact solver where there is one, else the best bot."""

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any

from ludex.bots import KINDS, View
from ludex.bots.advice import (
    FURTHER,
    Advisor,
    Hint,
    advisor_that_searches,
    hinted,
)
from ludex.bots.kinds import A_SECOND
from ludex.engines import refined
from ludex.kernel import Dice, Event, Game, History, say
from ludex.solve import freecell
from ludex.solve.solitaire import Solver, Verdict

BUDGET = 200_000
ANSWERS = {Verdict.WINNABLE: True, Verdict.LOST: False, Verdict.UNKNOWN: None}

Way = Callable[[Any], tuple[Event[Any], ...]]
"""The events of a way to win; none where none is known."""


def advisor_for(game: Game[Any], budget: int | None = None) -> Advisor[Any]:
    """The best advisor that there is for a game.

    `budget` is how many positions a solver may look into, where it is not the usual number.
    """
    match game.name:
        case "chess-solitaire":
            positions = budget or BUDGET
            solver = Solver(game, positions)
            return _solving(
                game,
                positions,
                is_early=lambda s: s.phase.name == "SETUP",
                is_winnable=lambda s: ANSWERS[solver.verdict(s)],
                way=lambda s: solver.solution(s) or (),
                last_winnable=_looking_back(lambda s: ANSWERS[solver.verdict(s)]),
            )
        case "freecell":
            positions = budget or freecell.POSITIONS
            # Who gets no hint is told why: the same position is not searched again for it.
            judged = lru_cache(8)(partial(freecell.verdict, positions=positions))
            return _solving(
                game,
                positions,
                is_early=lambda s: s.phase.name != "PLAY",
                is_winnable=lambda s: freecell.answer_of(judged(s)),
                way=lambda s: freecell.way_of(s, judged(s)),
                last_winnable=partial(_last_winnable_deal, positions=positions),
            )
        case _:
            return advisor_that_searches(refined(game), A_SECOND)


def why_no_hint(game: Game[Any], advisor: Advisor[Any], view: View[Any]) -> str:
    """Why there is no hint, and how a solver that has given up can go on."""
    if advisor.winnable and advisor.winnable(view) is False:
        return "There is no good advice here: this position cannot be won."
    limit = advisor.limit(view)
    if limit is None:
        return "There is no good advice here: no way to win is known."
    return say(
        "none_found",
        "No way to win was found in {limit:,} positions; "
        "ludex play {game} --budget {further} looks further.",
        limit=limit,
        game=game.name,
        further=FURTHER * limit,
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
    positions: int,
    *,
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
        words = "It begins a way to win in {moves} moves."
        if len(events) == 1:
            words = "It begins a way to win in one move."
        return hinted(game, view, events[0], say("way", words, moves=len(events)))

    def winnable(view: View[Any]) -> bool | None:
        return None if is_early(view.shown) else is_winnable(view.shown)

    return Advisor(
        hint,
        winnable,
        last_winnable,
        limit=lambda view: None if is_early(view.shown) else positions,
        looking_into=partial(advisor_for, game),
    )


def _looking_back(
    is_winnable: Callable[[Any], bool | None],
) -> Callable[[History[Any]], int | None]:
    def last(history: History[Any]) -> int | None:
        back = history.undone()
        while back is not None and not is_winnable(back.state):
            back = back.undone()
        return None if back is None else back.length

    return last


def _last_winnable_deal(history: History[Any], positions: int) -> int | None:
    found = freecell.last_winnable(history, positions)
    return None if found is None else found.move
