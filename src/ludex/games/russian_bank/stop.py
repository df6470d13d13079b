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
from collections.abc import Mapping
from dataclasses import replace
from itertools import chain
from typing import ClassVar, Final

from ludex.games.russian_bank.building import can_be_put, can_be_taken
from ludex.games.russian_bank.duties import new_position, unwatched
from ludex.games.russian_bank.places import Place, spoken
from ludex.games.russian_bank.state import (
    MISPLAYS,
    Fault,
    FaultKind,
    Phase,
    State,
    opponent,
    pile_at,
    top,
)
from ludex.games.russian_bank.turns import discarded, handed_over, played
from ludex.kernel import Event, Guards, Seat, Sentence, say


class Action(Event[State]):
    """Something that the player on turn does, and that a compulsory play may precede."""

    ends_turn: ClassVar[bool] = False

    @abstractmethod
    def fault(self, s: State) -> Fault | None:
        """What is wrong with it, if anything: mostly what it skips."""

    @abstractmethod
    def done(self, s: State) -> State:
        """The state after it, as if nothing had been skipped."""

    def apply(self, s: State) -> State:
        """Where rules block, nothing can have been skipped; elsewhere faults have a price."""
        done = self.done(s)
        if s.rules.blocks:
            return done
        return supervised(s, self.fault(s), done, ends_turn=self.ends_turn)


# -- compulsory plays come first ------------------------------------------------------------


def nothing_skipped(s: State, fault: Fault | None) -> Guards:
    """Compulsory plays come first, where the rules block what comes before them."""
    yield not s.rules.blocks or fault is None or what_is_due(fault)


FIRST_COMES: Final[Mapping[FaultKind, Sentence]] = {
    kind: say(kind.value, words)
    for kind, words in {
        FaultKind.RESERVE_SKIPPED: "the reserve card comes first",
        FaultKind.FOUNDATION_SKIPPED: "foundations come first",
        FaultKind.TURNED_TOO_SOON: "no hand card may be turned yet",
        FaultKind.DISCARDED_TOO_SOON: "the turned card may not be discarded yet",
        FaultKind.LOADED_TOO_SOON: "loading is the last resort",
        FaultKind.PASSED_TOO_SOON: "loading comes before passing",
    }.items()
}


def what_is_due(fault: Fault) -> Sentence:
    """The card that comes first; under `remind` also how to write every such play."""
    s, (a, b) = fault.before, fault.skipped[0]
    card = top(pile_at(s, a))
    assert card is not None
    values = {
        "what_comes_first": FIRST_COMES[fault.kind], "card": card.face,
        "pile": spoken(a), "target_pile": spoken(b),
    }  # fmt: skip
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


# -- faults -----------------------------------------------------------------------------------


def misplayed(s: State, a: Place, b: Place) -> FaultKind | None:
    """What is wrong with a card from `a` to `b`, if anything."""
    if any(held is not True for held in can_be_taken(s, a)):
        return FaultKind.NOT_AVAILABLE
    put = chain(can_be_put(s, a, b), new_position(s, a, b))
    return FaultKind.WRONG_PLACE if any(held is not True for held in put) else None


def supervised(
    s: State, fault: Fault | None, done: State, *, ends_turn: bool = False
) -> State:
    """The state after an action of the player on turn that was a fault (or none)."""
    wrong_play = fault is not None and fault.kind in MISPLAYS
    if s.rules.enforcement != "penalise":
        fault = earlier_fault(s, wrong_play=wrong_play) or fault
    if s.rules.enforcement == "penalise" or done.phase is not Phase.PLAY:
        return done if fault is None else stopped(fault)
    turn = done.turn._replace(acted=not ends_turn, misplayed=wrong_play)
    court = done.court._replace(watched=s.seat, fault=fault)
    return replace(done, turn=turn, court=court)


def earlier_fault(s: State, *, wrong_play: bool) -> Fault | None:
    """A fault of this turn that can still be called, where a call reaches so far back.

    A wrong play changes nothing, so it does not close an earlier fault either.
    """
    open_still = wrong_play or s.rules.call_reaches == "whole_turn"
    return s.court.fault if open_still and s.turn.acted else None


def stopped(fault: Fault) -> State:
    """Taken back, the first of the skipped plays carried out, the turn over."""
    s = fault.before
    if fault.skipped:
        s = played(s, fault.skipped[0])
        if s.phase is not Phase.PLAY:
            return s
    return handed_over(discarded(s), stopped=True)


# -- calls ------------------------------------------------------------------------------------

FALSE_CALLS: Final = 3


def called(s: State, watched: Seat) -> State:
    """A true call stops the player who is watched; a false one has its price."""
    if s.court.fault is not None:
        return stopped(s.court.fault)
    caller, s = opponent(watched), unwatched(s)
    calls = [*s.court.false_calls]
    calls[caller] += 1
    court = s.court._replace(false_calls=(calls[0], calls[1]))
    if s.rules.wrong_call_costs != "the_turn":
        return replace(s, court=court)
    if s.seat == caller:
        return handed_over(replace(s, court=court), stopped=True)
    return replace(s, court=court._replace(forfeits=court.forfeits | {caller}))
