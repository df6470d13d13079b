"""What an event brought about: turned cards, calls, penalties, offers, lost turns.

Nothing here tells of a fault that nobody has called.
"""

from collections.abc import Iterator

from ludex.games.russian_bank.duties import (
    Duty,
    before_discarding,
    before_passing,
    before_play,
    before_turning,
    open_duty,
)
from ludex.games.russian_bank.events import (
    FALSE_CALLS,
    FIRST_COMES,
    AgreeStalemate,
    CallStop,
    Discard,
    Misplay,
    Move,
    Pass,
    TurnHand,
)
from ludex.games.russian_bank.groups import MoveGroup, MoveRun, first_skipped
from ludex.games.russian_bank.options import FalseStop
from ludex.games.russian_bank.state import (
    HAND,
    MISPLAYS,
    Fault,
    FaultKind,
    Phase,
    Play,
    State,
    opponent,
    pile_at,
    top,
)
from ludex.games.russian_bank.stop import earlier_fault, misplayed, unwatched
from ludex.kernel import Event, Seat, seat_name
from ludex.parts.cards import Card

WRONG = {
    FaultKind.WRONG_PLACE: "a card was put where it may not go",
    FaultKind.NOT_AVAILABLE: "a card was moved that may not be",
}


def told(s: State, event: Event[State]) -> tuple[str, ...]:
    """What happened, in sentences for both players."""
    return tuple(f"{text[0].upper()}{text[1:]}" for text in _told(s, event))


def _told(s: State, event: Event[State]) -> Iterator[str]:
    t = event.apply(s)
    if isinstance(event, TurnHand):
        yield from _turned(s, t)
    if isinstance(event, AgreeStalemate):
        yield _offer(event.player, t)
    elif isinstance(event, CallStop):
        yield from _call(s, t)
    elif s.phase is Phase.PLAY and not s.rules.blocks and t.court.watched is None:
        fault = _fault(s, event)
        if fault is not None:
            yield f"{seat_name(s.seat)} is stopped: {_wrong(fault)}"
            yield from _taken_back(fault, t)
    if t.phase is Phase.PLAY:
        for seat in sorted(s.court.forfeits - t.court.forfeits):
            yield f"{seat_name(seat)} forfeits this turn for a wrong call"


def _turned(s: State, t: State) -> Iterator[str]:
    """What both see when a hand card is turned; a stopped turn has shown nothing."""
    if isinstance(t.turned, Card):
        if not s.mine.hand:
            yield f"the waste of {seat_name(s.seat)} becomes the hand"
        yield f"{seat_name(s.seat)} turns the {t.turned.spoken}"


def _offer(player: Seat, t: State) -> str:
    if t.phase is not Phase.PLAY:
        return f"{seat_name(player)} agrees: the game is a stalemate"
    other = seat_name(opponent(player))
    return f"{seat_name(player)} offers a stalemate; {other} may agree in this turn"


def _call(s: State, t: State) -> Iterator[str]:
    watched = s.court.watched
    assert watched is not None
    caller, fault = opponent(watched), s.court.fault
    if fault is not None:
        yield f"{seat_name(caller)} is right to call stop: {_wrong(fault)}"
        yield from _taken_back(fault, t)
        return
    yield f"{seat_name(caller)} calls stop wrongly: the last action was no fault"
    match s.rules.false_stop:
        case FalseStop.NONE:
            yield "the wrong call costs nothing"
        case FalseStop.LOSE_TURN:
            which = "this" if s.seat == caller else "the next"
            yield f"{seat_name(caller)} loses {which} turn"
        case FalseStop.THREE_PER_GAME:
            left = FALSE_CALLS - t.court.false_calls[caller]
            yield f"wrong calls left to {seat_name(caller)}: {left}"


def _wrong(fault: Fault) -> str:
    if fault.kind in MISPLAYS:
        return WRONG[fault.kind]
    play = fault.skipped[0]
    return f"{FIRST_COMES[fault.kind]} ({_card(fault, play)} from {play.source} to {play.target})"


def _card(fault: Fault, play: Play) -> str:
    card = top(pile_at(fault.before, play.source))
    return card.face if card else "a card"


def _taken_back(fault: Fault, t: State) -> Iterator[str]:
    s = fault.before
    turned = s.turned
    if fault.skipped:
        a, b = play = fault.skipped[0]
        yield f"the action is taken back, and {_card(fault, play)} goes from {a} to {b}"
        turned = None if a == HAND else turned
    if t.phase is not Phase.PLAY:
        return
    if isinstance(turned, Card):
        yield f"{turned.face} goes to the waste of {seat_name(s.seat)}"
    yield f"the turn is over: {seat_name(t.seat)} to move"


def _fault(s: State, event: Event[State]) -> Fault | None:
    """The fault that the event was stopped for, if it was."""
    before, duty = _skipped(s, event)
    wrong_play = isinstance(event, Misplay)
    earlier = earlier_fault(s, wrong_play=wrong_play)
    return earlier or (None if duty is None else Fault(*duty, unwatched(before)))


def _skipped(  # noqa: PLR0911  # one a kind
    s: State, event: Event[State]
) -> tuple[State, Duty | None]:
    match event:
        case Move(source, target):
            return s, before_play(s, Play(source, target))
        case Misplay(source, target):
            wrong = misplayed(s, source, target)
            return s, None if wrong is None else (wrong, ())
        case MoveRun():
            return first_skipped(s, event.plan(s))
        case MoveGroup():
            return s, open_duty(s)
        case TurnHand():
            return s, before_turning(s)
        case Discard():
            return s, before_discarding(s)
        case Pass():
            return s, before_passing(s)
        case _:
            return s, None
