"""A hand played here as a hand history."""

from collections.abc import Iterable, Iterator

from ludex.kernel import Event, Seat
from ludex.kernel.history import Step

from ...rules import hand_text
from ..rules import (
    BETWEEN,
    Amounts,
    AnteBy,
    Bet,
    BuyIn,
    Call,
    Check,
    DealBoard,
    DealHoles,
    Fold,
    Muck,
    Phase,
    RaiseTo,
    Seats,
    State,
    StayOut,
    clockwise,
)
from ..rules.state import turn
from .phh import HandRecord, write

Steps = list[tuple[State, Event[State], State]]
"""The state before an event, the event, the state after it."""


def hands_of(start: State, steps: tuple[Step[State], ...]) -> list[Steps]:
    """A history cut into hands; the last one may not be over."""
    befores = (start, *(step.state for step in steps))
    return hands_in((b, step.event, step.state) for b, step in zip(befores, steps, strict=False))


def hands_in(seen: Iterable[tuple[State, Event[State], State]]) -> list[Steps]:
    """The same of what a seat has seen."""
    hands: list[Steps] = []
    for step in seen:
        if isinstance(step[1], DealHoles):
            hands.append([])
        if hands and not isinstance(step[1], BuyIn | StayOut):  # the hand is over then
            hands[-1].append(step)
    return hands


def collected(seen: Iterable[tuple[State, Event[State], State]]) -> str:
    """The hands that are over, as one file of several; cards that were not seen are ????."""
    hands = [hand for hand in hands_in(seen) if hand[-1][2].phase in BETWEEN]
    texts = (f"[{n}]\n{write(recorded(hand))}" for n, hand in enumerate(hands, 1))
    return "\n".join(texts)


def recorded(hand: Steps) -> HandRecord:
    """The record of a hand, as far as it was played."""
    after = hand[0][2]
    ended = hand[-1][2]
    session = after.session
    order = tuple(p for p in clockwise(after, session.button) if after.holes[p])
    name = {p: f"p{i}" for i, p in enumerate(order, start=1)}
    stakes = session.rules.stakes(session.hand)
    blinds = {session.small: stakes.small, session.big: stakes.big}
    by_big_blind = session.rules.ante_by is AnteBy.BIG_BLIND
    if len(order) == 2 and stakes.small == stakes.big:
        # Whoever posts the larger blind acts last; of two equal ones only a post does not.
        blinds[session.small] = -stakes.small
    # Between two players the lists begin with the small blind, which is p2.
    posting = order[::-1] if len(order) == 2 else order
    antes = tuple(0 if by_big_blind and p != session.big else stakes.ante for p in posting)
    return HandRecord(
        variant="FT" if session.rules.fixed else "NT",
        antes=antes,
        blinds=tuple(blinds.get(p, 0) for p in posting),
        bets=(stakes.big, 2 * stakes.big) if session.rules.fixed else (stakes.big,),
        stacks=_of(order, _before(after)),
        actions=tuple(_actions(hand, name)),
        finishing=_of(order, ended.stacks) if ended.phase in BETWEEN else None,
        trimmed=any(antes) and len({*antes}) == 1,
        extras=(
            ("hand", session.hand),
            ("seats", tuple(p + 1 for p in order)),
            ("seat_count", session.rules.players),
            ("players", tuple(f"player {p + 1}" for p in order)),
        ),
    )


def _of(order: Seats, amounts: Amounts) -> Amounts:
    return tuple(amounts[p] for p in order)


def _before(after: State) -> Amounts:
    """The stacks before antes and blinds."""
    stacks = [*map(sum, zip(after.stacks, after.bets, after.paid, strict=True))]
    stacks[after.session.big] += after.dead
    return tuple(stacks)


def _actions(hand: Steps, name: dict[Seat, str]) -> Iterator[str]:
    for before, event, after in hand:
        actor = name.get(turn(before))
        shows = {p: f"{n} sm {hand_text(after.holes[p])}" for p, n in name.items()}
        match event:
            case DealHoles():
                yield from (f"d dh {n} {hand_text(after.holes[p])}" for p, n in name.items())
            case DealBoard(cards):
                yield f"d db {hand_text(cards)}"
            case Fold():
                yield f"{actor} f"
            case Check() | Call():
                yield f"{actor} cc"
            case Bet(amount) | RaiseTo(amount):
                yield f"{actor} cbr {amount}"
            case Muck():
                yield f"{actor} sm"
                if after.phase is not Phase.SHOWDOWN:
                    # Who wins because the others muck: the format wants an action of everybody.
                    yield from (shows[p] for p in before.waiting[1:])
        is_new = isinstance(event, DealHoles)  # what was shown then were other hands
        up = [p for p in name if after.shown[p] and (is_new or not before.shown[p])]
        yield from (shows[p] for p in up)
