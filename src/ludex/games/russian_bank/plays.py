"""What can be played now, for people: described, and told whether it is compulsory."""

from enum import Enum

from ludex.games.russian_bank.building import LOADABLE
from ludex.games.russian_bank.candidates import candidates
from ludex.games.russian_bank.duties import (
    before_discarding,
    before_passing,
    before_turning,
    open_duty,
)
from ludex.games.russian_bank.events import (
    Move,
    can_turn,
    in_play,
)
from ludex.games.russian_bank.options import (
    FillSpaces,
    Loading,
)
from ludex.games.russian_bank.state import (
    Kind,
    Phase,
    Play,
    State,
    pile_at,
    top,
)
from ludex.kernel import Event, Guards, Query
from ludex.parts.cards import Card
from ludex.parts.remembered import remembered


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
