"""What playing a card does, and how a turn ends."""

from dataclasses import replace
from hashlib import blake2b
from typing import Final

from ludex.games.russian_bank.building import CARDS
from ludex.games.russian_bank.ending import finished
from ludex.games.russian_bank.places import Kind, Place, Play
from ludex.games.russian_bank.state import (
    Calm,
    Court,
    End,
    Faces,
    Pile,
    Side,
    State,
    TurnSoFar,
    opponent,
    seated,
)
from ludex.parts.cards import PACKS, Card, Hidden


def played(s: State, play: Play) -> State:
    """The state after a card has gone where it goes; the last own card wins at once."""
    a, b = play
    card, mine, houses = taken(s, a)
    theirs, foundations = s.theirs, s.foundations
    if b.kind is Kind.HOUSE:
        houses = topped(houses, b, card)
    elif b.kind is Kind.FOUNDATION:
        foundations = topped(foundations, b, card)
    elif b.kind is Kind.THEIR_RESERVE:
        reserve, loaded = (*theirs.reserve, card), theirs.loaded + 1
        theirs = theirs._replace(reserve=reserve, loaded=loaded)
    else:
        theirs = theirs._replace(waste=(*theirs.waste, card))
    sides, turn, calm = s.sides, s.turn, s.calm
    if a.kind is Kind.HOUSE and b.kind is Kind.HOUSE:
        turn = turn._replace(seen=(*turn.seen, s.houses))
    else:
        sides = seated(s, mine, theirs)
        waste_played = turn.waste_played or a.kind is Kind.WASTE
        turn = turn._replace(seen=(), progressed=True, waste_played=waste_played)
        if calm.past and never_comes_back(s, play):
            calm = Calm(calm.idle)
    turned = None if a.kind is Kind.HAND else s.turned
    # Written out: `replace` takes three times as long.
    after = State(
        s.rules, s.phase, sides, houses, foundations, s.seat, turned,
        turn, calm, s.match, s.court, s.partial,
    )  # fmt: skip
    # Only an own card can be the last one; who has none left already (a position set up
    # so, as in the document's tests 4 to 7) wins when the turn ends.
    if a.kind is not Kind.HOUSE and mine.is_empty and after.turned is None:
        return finished(after, End.WIN, s.seat)
    return after


def taken(s: State, a: Place) -> tuple[Card, Side, tuple[Faces, ...]]:
    """The top card of a place, and the own side and the houses without it."""
    mine, houses = s.mine, s.houses
    if a.kind is Kind.HOUSE:
        i = a.number - 1
        return houses[i][-1], mine, (*houses[:i], houses[i][:-1], *houses[i + 1 :])
    card = s.turned
    if a.kind is Kind.RESERVE:
        card, reserve = mine.reserve[-1], mine.reserve[:-1]
        mine = mine._replace(reserve=reserve, loaded=max(0, mine.loaded - 1))
    elif a.kind is Kind.WASTE:
        card, mine = mine.waste[-1], mine._replace(waste=mine.waste[:-1])
    assert isinstance(card, Card)
    return card, mine, houses


def topped(piles: tuple[Faces, ...], place: Place, card: Card) -> tuple[Faces, ...]:
    """The piles with the card on one of them."""
    i = place.number - 1
    return (*piles[:i], (*piles[i], card), *piles[i + 1 :])


def never_comes_back(s: State, play: Play) -> bool:
    """Does this play rule out every earlier position?

    Nothing leaves a foundation, and a card dealt to a reserve can return to it only as a
    loaded one.
    """
    dealt_card = play.source.kind is Kind.RESERVE and not s.mine.loaded
    return play.target.kind is Kind.FOUNDATION or dealt_card


def discarded(s: State) -> State:
    """The turned card, if any, lies on the own waste."""
    if s.turned is None:
        return s
    mine = s.mine._replace(waste=(*s.mine.waste, s.turned))
    return replace(s, sides=seated(s, mine, s.theirs), turned=None)


def handed_over(s: State, *, stopped: bool = False) -> State:
    """The turn passes to the opponent, or a stalemate is found.

    A turn that was stopped counts neither as idle nor for repetition: the hand has not
    gone round.
    """
    if s.mine.is_empty:
        return finished(s, End.WIN, s.seat)
    seat, forfeits = opponent(s.seat), s.court.forfeits
    if seat in forfeits:
        seat, forfeits = s.seat, forfeits - {seat}
    one, two = s.calm.idle
    if s.turn.progressed:
        one, two = 0, 0
    elif not stopped:
        one, two = one + (s.seat == 0), two + (s.seat == 1)
    court = Court(forfeits=forfeits, false_calls=s.court.false_calls)
    calm = Calm((one, two), s.calm.past)
    after = replace(s, seat=seat, turn=TurnSoFar(), calm=calm, court=court)
    return after if stopped else judged(after)


def judged(s: State) -> State:
    """A turn begins: is it a stalemate? Otherwise the position is remembered."""
    mark = fingerprint(s)
    if "third_repetition" in s.rules.stalemate and s.calm.past.count(mark) >= 2:
        return finished(s, End.THIRD_REPETITION)
    # Every card of hand and waste must have come round once for each player; a player
    # without any passes, and counts as one.
    longest = max(1, *(len(side.hand) + len(side.waste) for side in s.sides))
    if "both_idle" in s.rules.stalemate and min(s.calm.idle) >= longest:
        return finished(s, End.BOTH_IDLE)
    return replace(s, calm=Calm(s.calm.idle, (*s.calm.past, mark)))


CODES: Final[dict[Card | Hidden, int]] = {
    card: 1 + 13 * card.suit + card.rank for card in CARDS
} | {Hidden(pack): 0 for pack in range(PACKS)}
BETWEEN_PILES: Final = 255


def fingerprint(s: State) -> int:
    """A number for the position; which pack a card came from makes no difference."""
    codes: list[int] = [s.seat, s.sides[0].loaded, s.sides[1].loaded]
    piles: list[Pile] = [*s.houses, *s.foundations]
    for side in s.sides:
        piles += (side.reserve, side.hand, side.waste)
    for pile in piles:
        codes.append(BETWEEN_PILES)
        codes += [CODES[card] for card in pile]
    return int.from_bytes(blake2b(bytes(codes), digest_size=8).digest(), "big")
