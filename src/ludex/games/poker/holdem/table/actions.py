"""What a player did, as a sentence about the player: for the log, and for whoever looked on."""

from ludex.kernel import Event, Seat, Sentence, say, seat_name

from ..rules import (
    Bet,
    BuyIn,
    Call,
    Check,
    Fold,
    Muck,
    RaiseTo,
    Show,
    State,
    StayOut,
    most,
    to_call,
)

SIMPLY = {
    Fold: "{player:* folds|you fold}",
    Check: "{player:* checks|you check}",
    Show: "{player:* shows|you show}",
    Muck: "{player:* mucks|you muck}",
    StayOut: "{player:* stays|you stay} out",
}
SIZED = {
    (True, False): "{player:* bets|you bet} {chips}",
    (True, True): "{player:* bets|you bet} {chips}, all in",
    (False, False): "{player:* raises|you raise} to {chips}",
    (False, True): "{player:* raises|you raise} to {chips}, all in",
}
"""By whether it is the first bet, and whether nothing is left."""


def narrate(s: State, event: Event[State], _after: State, seat: Seat) -> Sentence | None:
    """What `seat` did; of what chance did, nothing."""
    who = seat_name(seat)
    match event:
        case Fold() | Check() | Show() | Muck() | StayOut():
            return say("did", SIMPLY[type(event)], player=who)
        case Call():
            words = "{player:* calls|you call} {chips}"
            return say("did_call", words, player=who, chips=to_call(s))
        case BuyIn():
            words = "{player:* buys|you buy} in for {chips}"
            return say("did_buy", words, player=who, chips=s.rules.stack)
        case Bet(amount) | RaiseTo(amount):
            words = SIZED[isinstance(event, Bet), amount == most(s)]
            return say("did_bet", words, player=who, chips=amount)
    return None
