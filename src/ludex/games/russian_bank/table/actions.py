"""What a player did, as a sentence about the player: for the log, and for whoever looked on."""

from ludex.kernel import Event, Seat, Sentence, say, seat_name
from ludex.parts.cards import Card

from ..rules.events import (
    AgreeStalemate,
    CallStop,
    Discard,
    Move,
    MoveGroup,
    MoveRun,
    NextGame,
    Pass,
    Resign,
    TurnHand,
)
from ..rules.places import Kind, Play, spoken
from ..rules.state import State, opponent, pile_at, top
from .narration import consequences, somebody

SIMPLY = {
    Pass: "{player:* passes|you pass}",
    CallStop: '{player:* calls|you call} "Stop!"',
    NextGame: "{player:* goes|you go} on to the next game",
    Resign: "{player:* resigns|you resign}",
}
LOADED = {
    Kind.THEIR_RESERVE: "{player:* loads|you load} {other:the reserve of *|your reserve} with {card}",
    Kind.THEIR_WASTE: "{player:* loads|you load} {other:the waste of *|your waste} with {card}",
}


def narrate(  # noqa: PLR0911  # one a kind
    s: State, event: Event[State], t: State, seat: Seat
) -> Sentence | None:
    """What `seat` did; of what chance did, nothing."""
    who = somebody(seat)
    match event:
        case Move(source, target):
            return _moved(s, Play(source, target), seat)
        case MoveRun(source, target, count) | MoveGroup(source, target, count):
            return say(
                "did_run",
                "{player:* moves|you move} {card} and {more} more from house {source} to house {target}",
                player=who,
                card=s.houses[source - 1][-count].face,
                more=count - 1,
                source=source,
                target=target,
            )
        case TurnHand():
            return next(reversed(consequences(s, event, t)), None)
        case Discard() if isinstance(s.turned, Card):
            words = "{player:* discards|you discard} the {card}"
            return say("did_discard", words, player=who, card=s.turned.spoken)
        case AgreeStalemate():
            return next(iter(consequences(s, event, t)), None)
        case Pass() | CallStop() | NextGame() | Resign():
            return say("did", SIMPLY[type(event)], player=who)
    return None


def _moved(s: State, play: Play, seat: Seat) -> Sentence | None:
    card = top(pile_at(s, play.source))
    if card is None:
        return None
    who, loaded = somebody(seat), LOADED.get(play.target.kind)
    if loaded is not None:
        other = seat_name(opponent(seat))
        return say("did_load", loaded, player=who, other=other, card=card.face)
    return say(
        "did_play",
        "{player:* plays|you play} {card} from {pile} to {target_pile}",
        player=who,
        card=card.face,
        pile=spoken(play.source),
        target_pile=spoken(play.target),
    )
