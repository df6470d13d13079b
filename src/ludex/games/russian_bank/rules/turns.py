"""The effects of a play, the course and end of a turn, and the opponent who calls "Stop!" (R10).

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
from typing import ClassVar

from ludex.kernel import Event, Guards, Seat, Sentence, say
from ludex.parts.cards import Card

from .building_rules import can_be_put, can_be_taken, carried
from .compulsory import open_duty, skipped, unwatched
from .ending import finished
from .places import LOADABLE, PileKind, Place, spoken
from .position_hash import position_hash
from .state import (
    MISPLAYS,
    Court,
    End,
    Faces,
    Fault,
    FaultKind,
    Phase,
    Pile,
    Side,
    StalemateProgress,
    State,
    TurnSoFar,
    opponent,
    pile_at,
    seated,
    top,
)


def played(s: State, a: Place, b: Place, count: int = 1) -> State:
    """Return the state after a card has gone where it goes; the last own card wins at once.

    Only from house to house several may go, as a unit.
    """
    mine, theirs, houses, foundations = s.mine, s.theirs, s.houses, s.foundations
    turn, calm, turned = s.turn, s.calm, None if a.kind is PileKind.HAND else s.turned
    if a.kind is b.kind is PileKind.HOUSE:
        houses = carried(houses, a, b, count)
        turn = turn._replace(seen=(*turn.seen, s.houses))
    else:
        card = pile_at(s, a)[-1]
        assert isinstance(card, Card)
        if a.kind is PileKind.HOUSE:
            houses = laid(houses, a, houses[a.number - 1][:-1])
        elif a.kind is not PileKind.HAND:
            mine = with_pile(mine, a.kind, pile_at(s, a)[:-1])
        if b.kind is PileKind.HOUSE:
            houses = laid(houses, b, (*houses[b.number - 1], card))
        elif b.kind is PileKind.FOUNDATION:
            foundations = laid(foundations, b, (*foundations[b.number - 1], card))
        else:
            theirs = with_pile(theirs, b.kind, (*pile_at(s, b), card))
        waste_played = turn.waste_played or a.kind is PileKind.WASTE
        turn = turn._replace(seen=(), progressed=True, waste_played=waste_played)
        calm = StalemateProgress(calm.idle) if never_comes_back(s, a, b) else calm
    own = a.kind in (PileKind.RESERVE, PileKind.WASTE)  # or the opponent's pile has changed
    sides = seated(s, mine, theirs) if own or b.kind in LOADABLE else s.sides
    # Written out: `_replace` takes twice as long.
    after = State(
        s.rules,
        s.phase,
        sides,
        houses,
        foundations,
        s.seat,
        turned,
        turn,
        calm,
        s.match,
        s.court,
        s.partial,
    )
    # Only an own card can be the last one; who has none left already (a position set up
    # so, as in the document's tests 4 to 7) wins when the turn ends.
    if a.kind is not PileKind.HOUSE and mine.is_empty and turned is None:
        return finished(after, End.WIN, s.seat)
    return after


def laid(piles: tuple[Faces, ...], place: Place, pile: Faces) -> tuple[Faces, ...]:
    """Return the piles with another one at a place."""
    return (*piles[: place.number - 1], pile, *piles[place.number :])


def with_pile(side: Side, kind: PileKind, pile: Pile) -> Side:
    """Return a side with another reserve or waste; what leaves a reserve was loaded last."""
    if kind in (PileKind.WASTE, PileKind.THEIR_WASTE):
        return side._replace(waste=pile)
    loaded = max(0, side.loaded + len(pile) - len(side.reserve))
    return side._replace(reserve=pile, loaded=loaded)


def never_comes_back(s: State, a: Place, b: Place) -> bool:
    """Does this play rule out every earlier position?

    Nothing leaves a foundation, and a card dealt to a reserve can return to it only as a
    loaded one.
    """
    dealt_card = a.kind is PileKind.RESERVE and not s.mine.loaded
    return b.kind is PileKind.FOUNDATION or dealt_card


def can_turn(s: State) -> bool:
    """Is there a hand card to turn, or a waste that may become the hand now?"""
    waits = s.rules.waste_becomes_hand == "at_the_next_turn" and s.turn.drained
    return bool(s.mine.hand or (s.mine.waste and not waits))


def discarded(s: State) -> State:
    """Return the turned card, if any, lies on the own waste."""
    if s.turned is None:
        return s
    mine = s.mine._replace(waste=(*s.mine.waste, s.turned))
    return s._replace(sides=seated(s, mine, s.theirs), turned=None)


def handed_over(s: State, *, stopped: bool = False) -> State:
    """Pass the turn to the opponent, or find a stalemate.

    A turn that was stopped counts neither as idle nor for repetition: the hand has not
    gone round.
    """
    if s.mine.is_empty:
        return finished(s, End.WIN, s.seat)
    seat, forfeits = opponent(s.seat), s.court.forfeits
    if seat in forfeits:
        seat, forfeits = s.seat, forfeits - {seat}
    one, two = (0, 0) if s.turn.progressed else s.calm.idle
    if not (s.turn.progressed or stopped):
        one, two = one + (s.seat == 0), two + (s.seat == 1)
    court = Court(forfeits=forfeits, false_calls=s.court.false_calls)
    calm = StalemateProgress((one, two), s.calm.past)
    after = s._replace(seat=seat, turn=TurnSoFar(), calm=calm, court=court)
    return after if stopped else judged(after)


def judged(s: State) -> State:
    """Begin a turn: it is a stalemate, or its position is remembered."""
    mark = position_hash(s)
    if "third_repetition" in s.rules.stalemate and s.calm.past.count(mark) >= 2:
        return finished(s, End.THIRD_REPETITION)
    # Every card of hand and waste must have come round once for each player; a player
    # without any passes, and counts as one.
    longest = max(1, *(len(side.hand) + len(side.waste) for side in s.sides))
    if "both_idle" in s.rules.stalemate and min(s.calm.idle) >= longest:
        return finished(s, End.BOTH_IDLE)
    return s._replace(calm=StalemateProgress(s.calm.idle, (*s.calm.past, mark)))


FALSE_CALLS = 3


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
        "what_comes_first": fault.kind.sentence,
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
    if any(answer is not True for answer in can_be_taken(s, a)):
        return FaultKind.NOT_AVAILABLE
    wrong = any(answer is not True for answer in can_be_put(s, a, b))
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
