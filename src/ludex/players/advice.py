"""The adviser for each game: the advisor of its companion, a solution, or the best bot."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ludex.bots import View, view_of
from ludex.bots.advice import (
    FURTHER,
    Advisor,
    Hint,
    advisor_that_judges,
    hinted,
)
from ludex.bots.budget import Budget
from ludex.bots.catalogue import A_SECOND
from ludex.bots.evaluation import RatedEvent
from ludex.bots.judge import Judge, Judgement
from ludex.kernel import SOLO, AnyEvent, AnyGame, AnyState, Dice, History, Sentence, say
from ludex.players.opponents import best_of, judge_of
from ludex.registry import companion_of, refined
from ludex.solve.small.bot import advisor_that_solves, is_small

Way = Callable[[AnyState], tuple[AnyEvent, ...]]
"""The events of a way to win; none where none is known."""

Reason = Callable[[AnyState, tuple[AnyEvent, ...]], Sentence | None]
"""The reason why the first event of a way to win is good, where there is something to say."""


def advisor_for(game: AnyGame, budget: int | None = None) -> Advisor:
    """The best advisor that there is for a game.

    `budget` is how many positions a solver may look into, where it is not the usual number.
    """
    advisor = companion_of(game).advisor
    if advisor is not None:
        return advisor(game, budget)
    if is_small(game):
        return advisor_that_solves(refined(game))
    return advisor_that_judges(refined(game), judge_of(game), A_SECOND)


def why_no_hint(game: AnyGame, advisor: Advisor, view: View[Any]) -> str:
    """Say why there is no hint, and how a solver that has given up can go on."""
    if advisor.winnable and advisor.winnable(view) is False:
        return "There is no good advice here: this position cannot be won."
    limit = advisor.limit(view)
    if limit is None:
        return "There is no good advice here: no way to win is known."
    return say(
        "none_found",
        "No way to win was found in {limit:,} positions; "
        "ludex play {game} --budget {further} searches further.",
        limit=limit,
        game=game.name,
        further=FURTHER * limit,
    )


def source_of(game: AnyGame) -> str:
    """Name the source of a game's advice."""
    companion = companion_of(game)
    if companion.advisor is None and is_small(game):
        return "the solution of the game"
    if companion.advisor is None:
        return f"the bot {best_of(game)}"
    return companion.advised_by or "its own advisor"


def solving(
    game: AnyGame,
    positions: int,
    *,
    is_early: Callable[[AnyState], bool],
    is_winnable: Callable[[AnyState], bool | None],
    way: Way,
    reason: Reason,
    last_winnable: Callable[[History[Any]], int | None],
    further: Callable[[int], Advisor],
) -> Advisor:
    """The advice of a solver. A solitaire hides nothing: the view is the state."""

    def hint(view: View[Any], _: Dice) -> Hint | None:
        s = view.shown
        if is_early(s) or game.outcome(s) is not None:
            return None
        events = way(s)
        if not events:
            return None
        words = "It begins a way to win in {moves} moves."
        if len(events) == 1:
            words = "It begins a way to win in one move."
        begins, because = say("way", words, moves=len(events)), reason(s, events)
        if because is not None:
            begins = say("way", "{begins} {reason}", begins=begins, reason=because)
        return replace(hinted(game, view, events[0], begins), way=events)

    def winnable(view: View[Any]) -> bool | None:
        return None if is_early(view.shown) else is_winnable(view.shown)

    return Advisor(
        hint,
        winnable,
        last_winnable,
        limit=lambda view: None if is_early(view.shown) else positions,
        looking_into=further,
    )


PROVED = {True: 1.0, None: 0.5, False: 0.0}
"""The value of a position that can be won, of one that is unknown, and of one that is lost."""


def solving_judge(game: AnyGame) -> Judge:
    """Return a judge that proves: a move is bad after which a game that could be won is lost."""
    advisor = advisor_for(game, None)
    winnable = advisor.winnable
    assert winnable is not None

    def proved_value(s: AnyState) -> float:
        outcome = game.outcome(s)
        if outcome is not None:
            return float(SOLO in outcome.winners)
        return PROVED[winnable(view_of(game, s, SOLO))]

    def compare(view: View[Any], dice: Dice, _: Budget, made: AnyEvent | None) -> Judgement:
        hint = advisor.hint(view, dice)
        if hint is None:  # nothing to lose, or nothing known
            return Judgement(RatedEvent(made or view.legal[0], 0, proved_value(view.shown)))
        best = RatedEvent(hint.event, 0, 1.0, is_proven=True)
        if made is None or proved_value(game.after(view.shown, made)):
            return Judgement(best)
        return Judgement(best, RatedEvent(made, 0, 0.0, is_proven=True), 1.0)

    return Judge(compare, proved_value=proved_value)


def looking_back(
    is_winnable: Callable[[AnyState], bool | None],
) -> Callable[[History[Any]], int | None]:
    """Return after how many events of a lost game it could last be won, asked one by one."""

    def last(history: History[Any]) -> int | None:
        back = history.undone()
        while back is not None and not is_winnable(back.state):
            back = back.undone()
        return None if back is None else back.length

    return last
