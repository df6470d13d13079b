"""Actions, their faults, and the opponent who calls "Stop!" (R10).

Where rules do not block, an action that skips a compulsory play does happen, and what it
skipped is put on record with the position before it. A call is judged by that record: the
action is taken back, the skipped play is carried out, a turned hand card goes to the
waste, and the turn passes. Under `penalise` the same happens at once, without a call.

With `all_faults` a wrong card or a wrong place is a fault too (`misplay`). Such a card
never stays where it does not belong: it goes back at once, so that no pile ever breaks its
rule, but the fault is on record, and the next action must be a proper one.

A game cannot be ended by a fault: such an action is judged as if it had been called.
"""

from abc import abstractmethod
from typing import ClassVar, Final

from ludex.kernel import Event, Guards, Seat, Sentence, say

from .building import can_be_put, can_be_taken
from .compulsory import open_duty, skipped, unwatched
from .places import Place, spoken
from .state import (
    MISPLAYS,
    Fault,
    FaultKind,
    Phase,
    State,
    opponent,
    pile_at,
    top,
)
from .turns import discarded, handed_over, played

FALSE_CALLS: Final = 3


class Action(Event[State]):
    """Something that the player on turn does, and that a compulsory play may precede."""

    too_soon: ClassVar[FaultKind | None] = None
    """The duty that comes before this action, beside those before every action."""

    ends_turn: ClassVar[bool] = False

    def fault(self, s: State) -> Fault | None:
        """Return what is wrong with it, if anything: mostly what it skips."""
        return open_duty(s) or (self.too_soon and skipped(s, self.too_soon))

    @abstractmethod
    def done(self, s: State) -> State:
        """Return the state after it, as if nothing had been skipped."""

    def apply(self, s: State) -> State:
        """Do it: where rules block, nothing can have been skipped; elsewhere faults have a price."""
        done = self.done(s)
        if s.rules.blocks:
            return done
        fault, penalised = self.fault(s), s.rules.enforcement == "penalise"
        wrong_play = fault is not None and fault.kind in MISPLAYS
        if not penalised:
            fault = earlier_fault(s, wrong_play=wrong_play) or fault
        if penalised or done.phase is not Phase.PLAY:
            return done if fault is None else stopped(fault)
        turn = done.turn._replace(acted=not self.ends_turn, misplayed=wrong_play)
        court = done.court._replace(watched=s.seat, fault=fault)
        return done._replace(turn=turn, court=court)


def nothing_skipped(s: State, fault: Fault | None) -> Guards:
    """Compulsory plays come first, where the rules block what comes before them."""
    yield not s.rules.blocks or fault is None or what_is_due(fault)


def what_is_due(fault: Fault) -> Sentence:
    """Return the card that comes first; under `remind` also how to write every such play."""
    s, (a, b) = fault.before, fault.skipped[0]
    card = top(pile_at(s, a))
    assert card is not None
    values = {
        "what_comes_first": fault.kind.said,
        "card": card.face,
        "pile": spoken(a),
        "target_pile": spoken(b),
    }
    if s.rules.enforcement == "remind":
        return say(
            "skipped",
            "{what_comes_first}: {card} can go from {pile} to {target_pile}; play {plays}",
            plays=" or ".join(f"move({a.word},{b.word})" for a, b in fault.skipped),
            **values,
        )
    return say(
        "skipped",
        "{what_comes_first}: {card} can go from {pile} to {target_pile}",
        **values,
    )


def misplayed(s: State, a: Place, b: Place) -> FaultKind | None:
    """Return what is wrong with a card from `a` to `b`, if anything."""
    if any(held is not True for held in can_be_taken(s, a)):
        return FaultKind.NOT_AVAILABLE
    wrong = any(held is not True for held in can_be_put(s, a, b))
    return FaultKind.WRONG_PLACE if wrong else None


def earlier_fault(s: State, *, wrong_play: bool) -> Fault | None:
    """Return a fault of this turn that can still be called, where a call reaches so far back.

    A wrong play changes nothing, so it does not close an earlier fault either.
    """
    open_still = wrong_play or s.rules.call_reaches == "whole_turn"
    return s.court.fault if open_still and s.turn.acted else None


def stopped(fault: Fault) -> State:
    """Taken back, the first of the skipped plays carried out, the turn over."""
    s = fault.before
    if fault.skipped:
        s = played(s, *fault.skipped[0])
        if s.phase is not Phase.PLAY:
            return s
    return handed_over(discarded(s), stopped=True)


def called(s: State, watched: Seat) -> State:
    """Judge a call: a true one stops the player who is watched, a false one has its price."""
    if s.court.fault is not None:
        return stopped(s.court.fault)
    caller, s = opponent(watched), unwatched(s)
    one, two = s.court.false_calls
    court = s.court._replace(false_calls=(one + (caller == 0), two + (caller == 1)))
    lost = s.rules.wrong_call_costs == "the_turn"
    if lost and s.seat == caller:
        return handed_over(s._replace(court=court), stopped=True)
    forfeits = court.forfeits | {caller} if lost else court.forfeits
    return s._replace(court=court._replace(forfeits=forfeits))
