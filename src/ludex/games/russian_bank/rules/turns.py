"""What playing a card does, and how a turn goes on and ends."""

from ludex.parts.cards import Card

from .building import carried
from .ending import finished
from .places import LOADABLE, Kind, Place
from .position_hash import fingerprint
from .state import (
    Calm,
    Court,
    End,
    Faces,
    Pile,
    Side,
    State,
    TurnSoFar,
    opponent,
    pile_at,
    seated,
)


def played(s: State, a: Place, b: Place, count: int = 1) -> State:
    """Return the state after a card has gone where it goes; the last own card wins at once.

    Only from house to house several may go, as a unit.
    """
    mine, theirs, houses, foundations = s.mine, s.theirs, s.houses, s.foundations
    turn, calm, turned = s.turn, s.calm, None if a.kind is Kind.HAND else s.turned
    if a.kind is b.kind is Kind.HOUSE:
        houses = carried(houses, a, b, count)
        turn = turn._replace(seen=(*turn.seen, s.houses))
    else:
        card = pile_at(s, a)[-1]
        assert isinstance(card, Card)
        if a.kind is Kind.HOUSE:
            houses = laid(houses, a, houses[a.number - 1][:-1])
        elif a.kind is not Kind.HAND:
            mine = with_pile(mine, a.kind, pile_at(s, a)[:-1])
        if b.kind is Kind.HOUSE:
            houses = laid(houses, b, (*houses[b.number - 1], card))
        elif b.kind is Kind.FOUNDATION:
            foundations = laid(foundations, b, (*foundations[b.number - 1], card))
        else:
            theirs = with_pile(theirs, b.kind, (*pile_at(s, b), card))
        waste_played = turn.waste_played or a.kind is Kind.WASTE
        turn = turn._replace(seen=(), progressed=True, waste_played=waste_played)
        calm = Calm(calm.idle) if never_comes_back(s, a, b) else calm
    own = a.kind in (Kind.RESERVE, Kind.WASTE)  # or the opponent's pile has changed
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
    if a.kind is not Kind.HOUSE and mine.is_empty and turned is None:
        return finished(after, End.WIN, s.seat)
    return after


def laid(piles: tuple[Faces, ...], place: Place, pile: Faces) -> tuple[Faces, ...]:
    """Return the piles with another one at a place."""
    return (*piles[: place.number - 1], pile, *piles[place.number :])


def with_pile(side: Side, kind: Kind, pile: Pile) -> Side:
    """Return a side with another reserve or waste; what leaves a reserve was loaded last."""
    if kind in (Kind.WASTE, Kind.THEIR_WASTE):
        return side._replace(waste=pile)
    loaded = max(0, side.loaded + len(pile) - len(side.reserve))
    return side._replace(reserve=pile, loaded=loaded)


def never_comes_back(s: State, a: Place, b: Place) -> bool:
    """Does this play rule out every earlier position?

    Nothing leaves a foundation, and a card dealt to a reserve can return to it only as a
    loaded one.
    """
    dealt_card = a.kind is Kind.RESERVE and not s.mine.loaded
    return b.kind is Kind.FOUNDATION or dealt_card


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
    calm = Calm((one, two), s.calm.past)
    after = s._replace(seat=seat, turn=TurnSoFar(), calm=calm, court=court)
    return after if stopped else judged(after)


def judged(s: State) -> State:
    """Begin a turn: it is a stalemate, or its position is remembered."""
    mark = fingerprint(s)
    if "third_repetition" in s.rules.stalemate and s.calm.past.count(mark) >= 2:
        return finished(s, End.THIRD_REPETITION)
    # Every card of hand and waste must have come round once for each player; a player
    # without any passes, and counts as one.
    longest = max(1, *(len(side.hand) + len(side.waste) for side in s.sides))
    if "both_idle" in s.rules.stalemate and min(s.calm.idle) >= longest:
        return finished(s, End.BOTH_IDLE)
    return s._replace(calm=Calm(s.calm.idle, (*s.calm.past, mark)))
