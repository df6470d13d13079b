"""What can be played: candidates for the kernel, and which of them are compulsory."""

from collections.abc import Iterator
from enum import Enum
from typing import Final

from ludex.games.russian_bank.building import available
from ludex.games.russian_bank.dealing import DEALS, Deal
from ludex.games.russian_bank.duties import (
    before_discarding,
    before_turning,
    open_duty,
    to_foundations,
    to_houses,
    to_the_opponent,
)
from ludex.games.russian_bank.events import (
    AgreeStalemate,
    CallStop,
    Discard,
    Move,
    NextGame,
    Pass,
    Resign,
    TurnHand,
    in_play,
)
from ludex.games.russian_bank.groups import MoveGroup, MoveRun, runs
from ludex.games.russian_bank.options import Enforcement, Groups, MatchTarget
from ludex.games.russian_bank.stop import is_lenient
from ludex.games.russian_bank.table import (
    PLACES,
    Phase,
    Play,
    State,
    pile_at,
    top,
)
from ludex.kernel import Event, Guards, Query, Seat

MOVES: Final = {Play(a, b): Move(a, b) for a in PLACES for b in PLACES}
TURN_HAND, DISCARD, PASS, CALL_STOP = TurnHand(), Discard(), Pass(), CallStop()
RESIGNATIONS: Final = (Resign(Seat(0)), Resign(Seat(1)))
AGREEMENTS: Final = (AgreeStalemate(Seat(0)), AgreeStalemate(Seat(1)))
DEALT: Final = (Deal(0), Deal(DEALS - 1))


def candidates(s: State) -> Iterator[Event[State]]:
    """Events among which all legal ones are."""
    if s.phase is Phase.DEAL:
        yield from DEALT
        return
    if s.phase is Phase.OVER:
        if s.rules.match_target is MatchTarget.NONE:
            yield NextGame()
        return
    if is_lenient(s):
        yield from MOVES.values()
    else:
        yield from _moves(s)
    yield DISCARD if s.turned is not None else TURN_HAND
    if s.turned is None and not s.mine.hand:
        yield PASS
    if s.rules.enforcement is Enforcement.STOP:
        yield CALL_STOP
    if s.rules.group_moves is not Groups.SINGLE:
        unit = s.rules.group_moves is Groups.UNIT
        group = MoveGroup if unit else MoveRun
        yield from (group(*run) for run in runs(s))
    yield from RESIGNATIONS
    yield from AGREEMENTS


def _moves(s: State) -> Iterator[Event[State]]:
    """Cards that fit; where rules block, only the compulsory ones while there are any."""
    duty = open_duty(s) if s.rules.blocks else None
    if duty is not None:
        yield from (MOVES[play] for play in duty[1])
        return
    for source, card in available(s):
        yield from (MOVES[play] for play in to_foundations(s, source, card))
        yield from (MOVES[play] for play in to_houses(s, source, card))
        yield from (MOVES[play] for play in to_the_opponent(s, source, card))


class Tag(Enum):
    """Whether something must be played or may be."""

    COMPULSORY = "compulsory"
    VOLUNTARY = "voluntary"


def due_plays(s: State) -> tuple[Play, ...]:
    """The plays of which one is due now, the most urgent kind only."""
    if s.phase is not Phase.PLAY:
        return ()
    duty = open_duty(s)
    if duty is None:
        duty = before_turning(s) if s.turned is None else before_discarding(s)
    return () if duty is None else duty[1]


def tag(s: State, event: Event[State]) -> Tag:
    """Is this legal event compulsory?"""
    due = isinstance(event, Move) and Play(event.source, event.target) in due_plays(s)
    return Tag.COMPULSORY if due else Tag.VOLUNTARY


def legal_moves(s: State) -> list[Event[State]]:
    """What can happen now but for resignations and offers."""
    return [e for e in candidates(s) if not e.aside and e.permitted(s)]


def described(s: State, event: Event[State]) -> str:
    """A move with its card: `A♠ from the reserve to foundation 1`."""
    if not isinstance(event, Move):
        return event.name.replace("_", " ").capitalize()
    card = top(pile_at(s, event.source))
    face = card.face if card else "a card"
    return f"{face} from {event.source} to {event.target}"


class Plays(Query[State]):
    """Show everything that can be played now, and whether it is compulsory."""

    def guards(self, s: State) -> Guards:
        yield from in_play(s)

    def answer(self, s: State) -> str:
        return "\n".join(
            f"{tag(s, event).value:10}  {event}  {described(s, event)}"
            for event in legal_moves(s)
        )
