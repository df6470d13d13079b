"""Players with one idea each, to be measured against: a player who loses to them knows nothing."""

from ludex.bots import Bot, View
from ludex.kernel import Dice, Event

from ...equity.ranges import kind_of
from ...rules import rank
from ..rules import (
    BUY_IN,
    CALL,
    CHECK,
    FOLD,
    SHOW,
    Bet,
    Phase,
    RaiseTo,
    State,
)
from .starting_hands import places

GOOD = 0.15
"""The part of their hands that tight players play."""

A_PAIR = 6185
"""The weakest pair; ranks count from the best."""


def _bets(view: View[State]) -> list[Event[State]]:
    return [event for event in view.legal if isinstance(event, Bet | RaiseTo)]


def caller(view: View[State], dice: Dice) -> Event[State]:  # noqa: ARG001
    """Never folds, never bets."""
    return _unasked(view) or (CALL if CALL in view.legal else CHECK)


def _unasked(view: View[State]) -> Event[State] | None:
    """Return what everybody here does when there is nothing to bet on."""
    return {Phase.SHOWDOWN: SHOW, Phase.REBUY: BUY_IN}.get(view.shown.phase)


def raiser(view: View[State], dice: Dice) -> Event[State]:
    """Raises the least that may be raised, whenever it may."""
    bets = _bets(view)
    return bets[0] if bets else caller(view, dice)


def all_in(view: View[State], dice: Dice) -> Event[State]:
    """Puts everything in, every hand."""
    bets = _bets(view)
    return bets[-1] if bets else caller(view, dice)


def timid(view: View[State], dice: Dice) -> Event[State]:  # noqa: ARG001
    """Waits for good cards, calls while there is a pair or better, and never raises."""
    s, hole = view.shown, view.shown.holes[view.seat]
    if event := _unasked(view):
        return event
    if CHECK in view.legal:
        return CHECK
    if not s.board:
        return CALL if places()[kind_of(*hole)] < GOOD else FOLD
    return CALL if rank((*hole, *s.board)) <= A_PAIR else FOLD


SIMPLE: tuple[tuple[str, str, Bot[State]], ...] = (
    ("caller", "Always calls and never bets; a baseline for measurements.", caller),
    ("raiser", "Always raises if it can; a baseline for measurements.", raiser),
    ("all-in", "Goes all in with every hand; a baseline for measurements.", all_in),
    (
        "timid",
        "Waits for good cards and never raises; a baseline for measurements.",
        timid,
    ),
)
