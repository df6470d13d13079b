"""What can be played: candidates for the kernel, and which of them are compulsory."""

from collections.abc import Iterator
from enum import Enum
from typing import Final

from ludex.games.russian_bank.building import LOADABLE, available
from ludex.games.russian_bank.dealing import DEALS, Deal
from ludex.games.russian_bank.duties import (
    before_discarding,
    before_passing,
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
    can_turn,
    in_play,
)
from ludex.games.russian_bank.groups import MoveGroup, MoveRun, runs
from ludex.games.russian_bank.options import (
    FillSpaces,
    Groups,
    Loading,
)
from ludex.games.russian_bank.table import (
    PLACES,
    Kind,
    Phase,
    Play,
    State,
    pile_at,
    top,
)
from ludex.kernel import Event, Guards, Query, Seat
from ludex.parts.cards import Card
from ludex.parts.remembered import remembered

MOVES: Final = {a: {b: Move(a, b) for b in PLACES} for a in PLACES}
TURN_HAND, DISCARD, PASS, CALL_STOP = TurnHand(), Discard(), Pass(), CallStop()
ACTIONS: Final = (TURN_HAND, DISCARD, PASS, CALL_STOP)
NEXT_GAME: Final = NextGame()
RESIGNATIONS: Final = (Resign(Seat(0)), Resign(Seat(1)))
AGREEMENTS: Final = (AgreeStalemate(Seat(0)), AgreeStalemate(Seat(1)))
DEALT: Final = (Deal(0), Deal(DEALS - 1))


def candidates(s: State) -> Iterator[Event[State]]:
    """Where each available card fits, and every way to go on; the guards decide."""
    if s.phase is Phase.DEAL:
        yield from DEALT
    elif s.phase is Phase.PLAY:
        for source, card in available(s):
            yield from (MOVES[a][b] for a, b in to_foundations(s, source, card))
            houses = to_houses(s, source, card)
            # Occupied houses come first.
            for a, b in sorted(houses, key=lambda play: not pile_at(s, play.target)):
                yield MOVES[a][b]
            yield from (MOVES[a][b] for a, b in to_the_opponent(s, source, card))
        yield from ACTIONS
        yield from (MoveGroup(*run) for run in runs(s))


def asides(s: State) -> Iterator[Event[State]]:
    """What may be legal and is no move: runs of moves, giving up, offers, the next game."""
    if s.phase is Phase.OVER:
        yield NEXT_GAME
    elif s.phase is Phase.PLAY:
        if s.rules.group_moves is Groups.MACRO and not all(s.houses):
            yield from (MoveRun(*run) for run in runs(s))
        yield from RESIGNATIONS
        yield from AGREEMENTS


class Tag(Enum):
    """Whether something must be played or may be."""

    COMPULSORY = "compulsory"
    VOLUNTARY = "voluntary"


@remembered(most=16)
def due_plays(s: State) -> tuple[Play, ...]:
    """The plays of which one is due now, the most urgent kind only."""
    if s.phase is not Phase.PLAY:
        return ()
    duty = open_duty(s)
    if duty is None:
        if s.turned is not None:
            duty = before_discarding(s)
        else:
            duty = before_turning(s) if can_turn(s) else before_passing(s)
    return () if duty is None else duty[1]


@remembered(most=16)
def compulsory_plays(s: State) -> tuple[Play, ...]:
    """The due plays that the rules call compulsory: foundations, spaces, forced loads.

    What else is due is only a condition of turning or discarding: the reserve card that
    fits a house is no compulsory play, and other cards may go before it.
    """
    due = due_plays(s)
    if open_duty(s) is not None:
        return due
    loads = s.rules.loading is Loading.COMPULSORY
    fills = s.rules.fill_spaces_before_hand is not FillSpaces.NO and s.turned is None
    return tuple(
        play
        for play in due
        if (loads and play.target.kind in LOADABLE)
        or (fills and play.target.kind is Kind.HOUSE and not pile_at(s, play.target))
    )


def tag(s: State, event: Event[State]) -> Tag:
    """Is this legal event compulsory?"""
    if not isinstance(event, Move):
        return Tag.VOLUNTARY
    bound = Play(event.source, event.target) in compulsory_plays(s)
    return Tag.COMPULSORY if bound else Tag.VOLUNTARY


def described(s: State, event: Event[State]) -> str:
    """A move with its card: `A♠ from the reserve to foundation 1`."""
    if not isinstance(event, Move):
        return event.name.replace("_", " ").capitalize()
    return moved(top(pile_at(s, event.source)), Play(event.source, event.target))


def moved(card: Card | None, play: Play) -> str:
    """The same, for a card that is known already."""
    face = card.face if card else "a card"
    return f"{face} from {play.source} to {play.target}"


class Plays(Query[State]):
    """Show everything that can be played now, and whether it is compulsory."""

    def guards(self, s: State) -> Guards:
        yield from in_play(s)

    def answer(self, s: State) -> str:
        return "\n".join(
            f"{tag(s, event).value:10}  {event}  {described(s, event)}"
            for event in candidates(s)
            if event.permitted(s)
        )
