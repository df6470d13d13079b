"""Russian Bank: two patiences against each other, on common houses and foundations.

Be rid of your reserve, hand and waste before the opponent. Cards go up in suit on the
eight foundations, down in alternate colours on the eight houses, and in suit, one rank up
or down, on the opponent's reserve and waste. What can go to a foundation must go there
first; the player who forgets it can be stopped.

On your turn play what you like from reserve and houses, then turn the top card of your
hand. While it can be played the turn goes on; when it goes to your waste the turn is over.
"""

from dataclasses import replace
from typing import Annotated, ClassVar

from ludex.games.russian_bank.building import (
    LOADABLE,
    can_be_put,
    can_be_taken,
    on_the_table,
)
from ludex.games.russian_bank.duties import (
    Duty,
    before_discarding,
    before_passing,
    before_play,
    before_turning,
    new_position,
    to_foundations,
    to_houses,
)
from ludex.games.russian_bank.ending import finished, is_decided
from ludex.games.russian_bank.options import (
    Enforcement,
    FalseStop,
    Recycle,
    Stalemate,
    StopScope,
)
from ludex.games.russian_bank.state import (
    RESERVE,
    End,
    FaultKind,
    Phase,
    Place,
    Play,
    State,
    opponent,
    pile_at,
    top,
)
from ludex.games.russian_bank.stop import (
    misplayed,
    stopped,
    supervised,
    unwatched,
)
from ludex.games.russian_bank.turns import discarded, handed_over, played
from ludex.games.russian_bank.validity import is_foundation, is_house
from ludex.kernel import Event, Guards, Seat, SeatNumber, seat_name
from ludex.parts.cards import Card

Player = Annotated[Seat, SeatNumber(2)]
FALSE_CALLS = 3


def in_play(s: State) -> Guards:
    """Cards are dealt, and the game is not over."""
    yield s.phase is Phase.PLAY or "no game is in play"


class Move(Event[State]):
    """Play the top card of `source` to `target`: a foundation, a house or the opponent."""

    source: Place
    target: Place

    def guards(self, s: State) -> Guards:
        a, b = self.source, self.target
        yield from on_the_table(s, a)
        yield from on_the_table(s, b)
        yield from can_be_taken(s, a)
        yield from can_be_put(s, a, b)
        yield from new_position(s, a, b)
        yield from nothing_skipped(s, before_play(s, Play(a, b)))

    def ensures(self, s: State, t: State) -> Guards:
        """The postconditions of the document's ten move operations, as they were meant."""
        card, theirs = top(pile_at(s, self.source)), t.sides[opponent(s.seat)]
        yield (
            all(map(is_house, t.houses))
            or "every house runs down in alternate colours, or is empty"
        )
        yield (
            all(map(is_foundation, t.foundations))
            or "every foundation runs up in suit from the ace, or is empty"
        )
        yield (
            self.target.kind not in LOADABLE
            or not s.rules.blocks  # a fault is taken back, or costs a turn
            or card in (*theirs.reserve, *theirs.waste)
            or "a card that is loaded lies on the opponent's reserve or waste"
        )

    def apply(self, s: State) -> State:
        play = Play(self.source, self.target)
        if s.rules.blocks:
            return played(s, play)
        return supervised(s, before_play(s, play), played(s, play))


def nothing_skipped(s: State, duty: Duty | None) -> Guards:
    """Compulsory plays come first, where the rules block what comes before them."""
    yield (
        not s.rules.blocks
        or duty is None
        or f"{FIRST_COMES[duty[0]]}: {what_is_due(s, duty)}"
    )


FIRST_COMES = {
    FaultKind.RESERVE_SKIPPED: "the reserve card comes first",
    FaultKind.FOUNDATION_SKIPPED: "foundations come first",
    FaultKind.TURNED_TOO_SOON: "no hand card may be turned yet",
    FaultKind.DISCARDED_TOO_SOON: "the turned card may not be discarded yet",
    FaultKind.LOADED_TOO_SOON: "loading is the last resort",
    FaultKind.PASSED_TOO_SOON: "loading comes before passing",
}


def what_is_due(s: State, duty: Duty) -> str:
    """The card that comes first; under `remind` also how to write every such play."""
    plays = duty[1]
    a, b = plays[0]
    card = top(pile_at(s, a))
    assert card is not None
    reason = f"{card.face} can go from {a} to {b}"
    if s.rules.enforcement is Enforcement.REMIND:
        reason += f"; play {' or '.join(str(Move(*play)) for play in plays)}"
    return reason


class Misplay(Event[State]):
    """Put the card of `source` on `target` against the rules; it goes back at once.

    Nothing has moved, but the opponent may call the fault (or it costs the turn at once).
    """

    aside: ClassVar[bool] = True
    sampled: ClassVar[bool] = True  # nobody is offered faults: they have to be made
    source: Place
    target: Place

    def guards(self, s: State) -> Guards:
        a, b = self.source, self.target
        yield from in_play(s)
        yield (
            not s.rules.blocks
            or f"wrong plays are refused (enforcement is {s.rules.enforcement.value})"
        )
        yield (
            s.rules.stop_scope is StopScope.ALL_FAULTS
            or f"wrong plays are refused (stop_scope is {s.rules.stop_scope.value})"
        )
        yield from on_the_table(s, a)
        yield from on_the_table(s, b)
        yield (
            misplayed(s, a, b) is not None or "the card may go there: this is no fault"
        )
        yield not s.turn.misplayed or "a wrong play is on record already"

    def apply(self, s: State) -> State:
        wrong = misplayed(s, self.source, self.target)
        assert wrong is not None
        return supervised(s, (wrong, ()), s)


class TurnHand(Event[State]):
    """Turn the top card of your hand face up; an empty hand is first made of the waste."""

    def guards(self, s: State) -> Guards:
        yield s.turned is None or "a hand card is turned up already"
        yield (
            bool(s.mine.hand or s.mine.waste)
            or "there is no card in the hand, and none in the waste"
        )
        yield (
            can_turn(s)
            or "the hand ran out in this turn: the waste becomes the hand at the next"
        )
        yield from nothing_skipped(s, before_turning(s))

    def apply(self, s: State) -> State:
        hand, waste = s.mine.hand, s.mine.waste
        if not hand:
            # Turned over, not shuffled: what was discarded first is turned first (R9).
            hand, waste = waste[::-1], ()
        mine = s.mine._replace(hand=hand[:-1], waste=waste)
        turn = s.turn._replace(seen=(), drained=len(hand) == 1)
        done = replace(
            s,
            sides=(mine, s.theirs) if s.seat == 0 else (s.theirs, mine),
            turned=hand[-1],
            turn=turn,
        )
        return done if s.rules.blocks else supervised(s, before_turning(s), done)


def can_turn(s: State) -> bool:
    """Is there a hand card to turn, or a waste that may become the hand now?"""
    if s.mine.hand:
        return True
    waits = s.rules.recycle is Recycle.NEXT_TURN and s.turn.drained
    return bool(s.mine.waste) and not waits


class Discard(Event[State]):
    """Put the turned hand card on your waste; your turn is over."""

    def guards(self, s: State) -> Guards:
        yield s.turned is not None or "no hand card is turned up"
        yield from nothing_skipped(s, before_discarding(s))

    def apply(self, s: State) -> State:
        done = handed_over(discarded(s))
        if s.rules.blocks:
            return done
        return supervised(s, before_discarding(s), done, ends_turn=True)


class Pass(Event[State]):
    """End your turn when there is no hand card to turn and the reserve is blocked."""

    def guards(self, s: State) -> Guards:
        yield s.turned is None or "the turned hand card has to be played or discarded"
        yield not can_turn(s) or "a hand card can be turned"
        card = top(s.mine.reserve)
        yield (
            card is None
            or not reserve_plays(s, card)
            or f"{card.face} from the reserve can be played"
        )
        yield from nothing_skipped(s, before_passing(s))

    def apply(self, s: State) -> State:
        done = handed_over(s)
        if s.rules.blocks:
            return done
        return supervised(s, before_passing(s), done, ends_turn=True)


def reserve_plays(s: State, card: Card) -> list[Play]:
    """Where the reserve card can go; it is blocked although it could be loaded."""
    return [*to_foundations(s, RESERVE, card), *to_houses(s, RESERVE, card)]


class CallStop(Event[State]):
    """Call the other player's last action a fault; a wrong call may cost you.

    A true call takes the action back, carries out what was skipped, and gives you the turn.
    """

    def seat(self, s: State) -> Seat | None:
        watched = s.court.watched
        return opponent(s.seat if watched is None else watched)

    def guards(self, s: State) -> Guards:
        yield (
            s.rules.enforcement is Enforcement.STOP
            or f"nobody calls stop here (enforcement is {s.rules.enforcement.value})"
        )
        watched = s.court.watched
        yield watched is not None or "there is no action to call"
        assert watched is not None
        yield (
            s.rules.false_stop is not FalseStop.THREE_PER_GAME
            or s.court.false_calls[1 - watched] < FALSE_CALLS
            or f"{seat_name(opponent(watched))} has called wrongly three times"
        )

    def apply(self, s: State) -> State:
        fault, watched = s.court.fault, s.court.watched
        assert watched is not None
        if fault is not None:
            return stopped(fault)
        return wrongly_called(unwatched(s), opponent(watched))


def wrongly_called(s: State, caller: Seat) -> State:
    """The price of a false call, as the rules name it."""
    calls = [*s.court.false_calls]
    calls[caller] += 1
    court = s.court._replace(false_calls=(calls[0], calls[1]))
    if s.rules.false_stop is not FalseStop.LOSE_TURN:
        return replace(s, court=court)
    if s.seat == caller:
        return handed_over(replace(s, court=court), stopped=True)
    return replace(s, court=court._replace(forfeits=court.forfeits | {caller}))


class AgreeStalemate(Event[State]):
    """Offer, as `player`, to call the game a stalemate; two offers in one turn end it."""

    aside: ClassVar[bool] = True
    player: Player

    def seat(self, s: State) -> Seat | None:
        return self.player

    def guards(self, s: State) -> Guards:
        yield from in_play(s)
        yield from is_player(self.player)
        yield (
            Stalemate.AGREED in s.rules.stalemate
            or "a stalemate cannot be agreed under these rules"
        )
        yield (
            self.player not in s.court.offers
            or f"{seat_name(self.player)} has offered already"
        )

    def apply(self, s: State) -> State:
        offers = s.court.offers | {self.player}
        if len(offers) == 2:
            return finished(s, End.AGREED)
        return replace(s, court=s.court._replace(offers=offers))


class Resign(Event[State]):
    """Give the game up, as `player`; the opponent wins it with the cards as they lie."""

    aside: ClassVar[bool] = True
    player: Player

    def seat(self, s: State) -> Seat | None:
        return self.player

    def guards(self, s: State) -> Guards:
        yield from in_play(s)
        yield from is_player(self.player)

    def apply(self, s: State) -> State:
        return finished(s, End.RESIGNED, opponent(self.player))


def is_player(seat: Seat) -> Guards:
    """Two play."""
    yield seat in (0, 1) or "the players are 1 and 2"


class NextGame(Event[State]):
    """After a game play the next one of the match; scores add up."""

    aside: ClassVar[bool] = True
    by_anyone: ClassVar[bool] = True  # nobody is on turn when a game is over

    def guards(self, s: State) -> Guards:
        yield s.phase is not Phase.DEAL or "the next game is about to be dealt"
        yield s.phase is Phase.OVER or "the game is not over"
        yield not is_decided(s.rules, s.match) or "the match is over"

    def apply(self, s: State) -> State:
        return replace(s, phase=Phase.DEAL)
