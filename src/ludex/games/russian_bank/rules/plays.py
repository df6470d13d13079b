"""What can be played now, for people: described, and told whether it is compulsory."""

from ludex.kernel import Event, Guards, Query, Sentence, say
from ludex.parts.cards import Card
from ludex.parts.remembered import remembered

from .candidates import candidates
from .compulsory import (
    compulsory_loads,
    open_duty,
    spaces,
)
from .ending import NO_GAME
from .events import Discard, Move, Pass, TurnHand
from .places import Play, spoken
from .state import Phase, State, pile_at, top
from .turns import can_turn


@remembered(most=1 << 10)  # for the gestures of a scene, and for the log a move later
def due_plays(s: State) -> tuple[Play, ...]:
    """Return the plays of which one is due now, the most urgent kind only."""
    if s.phase is not Phase.PLAY:
        return ()
    goes_on = TurnHand() if can_turn(s) else Pass()
    duty = open_duty(s) or (goes_on if s.turned is None else Discard()).fault(s)
    return () if duty is None else duty.skipped


@remembered(most=16)
def compulsory_plays(s: State) -> tuple[Play, ...]:
    """Return the due plays that the rules call compulsory: foundations, spaces, forced loads.

    What else is due is only a condition of turning or discarding: the reserve card that
    fits a house is no compulsory play, and other cards may go before it.
    """
    if open_duty(s) is not None:
        return due_plays(s)
    compulsory = compulsory_loads(s) + ([] if s.turned else spaces(s))
    return tuple(play for play in due_plays(s) if play in compulsory)


def is_compulsory(s: State, event: Event[State]) -> bool:
    """Must this legal event be played (or another such one)?"""
    return isinstance(event, Move) and Play(event.source, event.target) in compulsory_plays(s)


def described(s: State, event: Event[State]) -> str:
    """Return a move with its card: `A♠ from the reserve to foundation 1`."""
    if not isinstance(event, Move):
        return event.name.replace("_", " ").capitalize()
    return moved(top(pile_at(s, event.source)), Play(event.source, event.target))


def moved(card: Card | None, play: Play) -> Sentence:
    """Return the same, for a card that is known already."""
    return say(
        "play",
        "{card} from {pile} to {target_pile}",
        card=card.face if card else "a card",
        pile=spoken(play.source),
        target_pile=spoken(play.target),
    )


class Plays(Query[State]):
    """Show everything that can be played now, and whether it is compulsory."""

    def guards(self, s: State) -> Guards:
        yield s.phase is Phase.PLAY or NO_GAME

    def answer(self, s: State) -> str:
        tags = {True: "compulsory", False: "voluntary"}
        return "\n".join(
            f"{tags[is_compulsory(s, event)]:10}  {event}  {described(s, event)}"
            for event in candidates(s)
            if event.permitted(s)
        )
