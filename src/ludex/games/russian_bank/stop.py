"""Faults, and the opponent who calls "Stop!" (R10).

Where rules do not block, an action that skips a compulsory play does happen, and what it
skipped is put on record with the position before it. A call is judged by that record: the
action is taken back, the skipped play is carried out, a turned hand card goes to the
waste, and the turn passes. Under `penalise` the same happens at once, without a call.

With `all_faults` a wrong card or a wrong place is a fault too (`misplay`). Such a card
never stays where it does not belong: it goes back at once, so that no pile ever breaks its
rule, but the fault is on record, and the next action must be a proper one.

A game cannot be ended by a fault: such an action is judged as if it had been called.
"""

from itertools import chain

from ludex.games.russian_bank.building import can_be_put, can_be_taken
from ludex.games.russian_bank.duties import Duty, new_position
from ludex.games.russian_bank.options import Enforcement, StopWindow
from ludex.games.russian_bank.state import (
    MISPLAYS,
    Fault,
    FaultKind,
    Phase,
    Place,
    State,
)
from ludex.games.russian_bank.turns import discarded, handed_over, played


def supervised(
    s: State, duty: Duty | None, done: State, *, ends_turn: bool = False
) -> State:
    """The state after an action of the player on turn that skipped `duty` (or nothing)."""
    if s.rules.blocks:
        return done
    fault = None if duty is None else Fault(*duty, unwatched(s))
    if s.rules.enforcement is Enforcement.PENALISE:
        return done if fault is None else stopped(fault)
    wrong_play = duty is not None and duty[0] in MISPLAYS
    fault = earlier_fault(s, wrong_play=wrong_play) or fault
    if done.phase is not Phase.PLAY:
        return done if fault is None else stopped(fault)
    turn = done.turn._replace(acted=not ends_turn, misplayed=wrong_play)
    court = done.court._replace(watched=s.seat, fault=fault)
    return done.with_record(turn, court)


def earlier_fault(s: State, *, wrong_play: bool) -> Fault | None:
    """A fault of this turn that can still be called, where a call reaches so far back.

    A wrong play changes nothing, so it does not close an earlier fault either.
    """
    open_still = wrong_play or s.rules.stop_window is StopWindow.SAME_TURN
    return s.court.fault if open_still and s.turn.acted else None


def unwatched(s: State) -> State:
    """The state with nothing on record."""
    if s.court.watched is None and s.court.fault is None:
        return s
    return s.with_record(s.turn, s.court._replace(watched=None, fault=None))


def stopped(fault: Fault) -> State:
    """Taken back, the first of the skipped plays carried out, the turn over."""
    s = fault.before
    if fault.skipped:
        s = played(s, fault.skipped[0])
        if s.phase is not Phase.PLAY:
            return s
    return handed_over(discarded(s), stopped=True)


# -- wrong cards and places ---------------------------------------------------------------


def misplayed(s: State, a: Place, b: Place) -> FaultKind | None:
    """What is wrong with a card from `a` to `b`, if anything."""
    if any(held is not True for held in can_be_taken(s, a)):
        return FaultKind.NOT_AVAILABLE
    put = chain(can_be_put(s, a, b), new_position(s, a, b))
    if any(held is not True for held in put):
        return FaultKind.WRONG_PLACE
    return None
