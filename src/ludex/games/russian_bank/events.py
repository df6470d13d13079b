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
    NOTHING_TURNED,
    can_be_put,
    can_be_taken,
    on_the_table,
)
from ludex.games.russian_bank.duties import (
    before_discarding,
    before_passing,
    before_play,
    before_turning,
    new_position,
    reserve_plays,
    unwatched,
)
from ludex.games.russian_bank.ending import NO_GAME, finished, is_decided
from ludex.games.russian_bank.places import LOADABLE, Place, Play
from ludex.games.russian_bank.state import (
    End,
    Fault,
    Phase,
    State,
    opponent,
    pile_at,
    player,
    seated,
    top,
)
from ludex.games.russian_bank.stop import (
    FALSE_CALLS,
    Action,
    called,
    misplayed,
    nothing_skipped,
)
from ludex.games.russian_bank.turns import discarded, handed_over, played
from ludex.games.russian_bank.validity import run_down, run_up
from ludex.kernel import Event, Guards, Seat, SeatNumber, say

Player = Annotated[Seat, SeatNumber(2)]


class Move(Action):
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
        yield from nothing_skipped(s, self.fault(s))

    def fault(self, s: State) -> Fault | None:
        return before_play(s, Play(self.source, self.target))

    def done(self, s: State) -> State:
        return played(s, Play(self.source, self.target))

    def ensures(self, s: State, t: State) -> Guards:
        """The postconditions of the document's ten move operations, as they were meant."""
        card, theirs = top(pile_at(s, self.source)), t.sides[opponent(s.seat)]
        yield run_down(t.houses) or say(
            "house", "every house runs down in alternate colours, or is empty"
        )
        yield run_up(t.foundations) or say(
            "foundation", "every foundation runs up in suit from the ace, or is empty"
        )
        yield (
            self.target.kind not in LOADABLE
            or not s.rules.blocks  # a fault is taken back, or costs a turn
            or card in (*theirs.reserve, *theirs.waste)
            or say(
                "loaded",
                "a card that is loaded lies on the opponent's reserve or waste",
            )
        )


class Misplay(Action):
    """Put the card of `source` on `target` against the rules; it goes back at once.

    Nothing has moved, but the opponent may call the fault (or it costs the turn at once).
    """

    aside: ClassVar[bool] = True
    sampled: ClassVar[bool] = True  # nobody is offered faults: they have to be made
    source: Place
    target: Place

    def guards(self, s: State) -> Guards:
        a, b = self.source, self.target
        yield s.phase is Phase.PLAY or NO_GAME
        yield not s.rules.blocks or say(
            "no_wrong_plays",
            "wrong plays are refused under these rules",
            enforcement=s.rules.enforcement,
        )
        yield s.rules.faults == "all_faults" or say(
            "no_wrong_plays",
            "wrong plays are refused, and only skipped plays can be called",
            faults=s.rules.faults,
        )
        yield from on_the_table(s, a)
        yield from on_the_table(s, b)
        yield misplayed(s, a, b) is not None or say(
            "no_fault", "the card may go there: this is no fault"
        )
        yield not s.turn.misplayed or say(
            "misplayed", "a wrong play is on record already"
        )

    def fault(self, s: State) -> Fault | None:
        wrong = misplayed(s, self.source, self.target)
        return None if wrong is None else Fault(wrong, (), unwatched(s))

    def done(self, s: State) -> State:
        return s


class TurnHand(Action):
    """Turn the top card of your hand face up; an empty hand is first made of the waste."""

    def guards(self, s: State) -> Guards:
        yield s.turned is None or say("turned", "a hand card is turned up already")
        yield bool(s.mine.hand or s.mine.waste) or say(
            "no_cards", "there is no card in the hand, and none in the waste"
        )
        yield can_turn(s) or say(
            "hand_ran_out",
            "the hand ran out in this turn: the waste becomes the hand at the next",
        )
        yield from nothing_skipped(s, self.fault(s))

    def fault(self, s: State) -> Fault | None:
        return before_turning(s)

    def done(self, s: State) -> State:
        hand, waste = s.mine.hand, s.mine.waste
        if not hand:
            # Turned over, not shuffled: what was discarded first is turned first (R9).
            hand, waste = waste[::-1], ()
        mine = s.mine._replace(hand=hand[:-1], waste=waste)
        turn = s.turn._replace(seen=(), drained=len(hand) == 1)
        sides = seated(s, mine, s.theirs)
        return replace(s, sides=sides, turned=hand[-1], turn=turn)


def can_turn(s: State) -> bool:
    """Is there a hand card to turn, or a waste that may become the hand now?"""
    waits = s.rules.waste_becomes_hand == "at_the_next_turn" and s.turn.drained
    return bool(s.mine.hand or (s.mine.waste and not waits))


class Discard(Action):
    """Put the turned hand card on your waste; your turn is over."""

    ends_turn: ClassVar[bool] = True

    def guards(self, s: State) -> Guards:
        yield s.turned is not None or NOTHING_TURNED
        yield from nothing_skipped(s, self.fault(s))

    def fault(self, s: State) -> Fault | None:
        return before_discarding(s)

    def done(self, s: State) -> State:
        return handed_over(discarded(s))


class Pass(Action):
    """End your turn when there is no hand card to turn and the reserve is blocked."""

    ends_turn: ClassVar[bool] = True

    def guards(self, s: State) -> Guards:
        yield s.turned is None or say(
            "turned", "the turned hand card has to be played or discarded"
        )
        yield not can_turn(s) or say("can_turn", "a hand card can be turned")
        card = top(s.mine.reserve)
        yield (
            card is None
            or not reserve_plays(s)
            or say("can_play", "{card} from the reserve can be played", card=card.face)
        )
        yield from nothing_skipped(s, self.fault(s))

    def fault(self, s: State) -> Fault | None:
        return before_passing(s)

    def done(self, s: State) -> State:
        return handed_over(s)


class CallStop(Event[State]):
    """Call the other player's last action a fault; a wrong call may cost you.

    A true call takes the action back, carries out what was skipped, and gives you the turn.
    """

    def seat(self, s: State) -> Seat | None:
        watched = s.court.watched
        return opponent(s.seat if watched is None else watched)

    def guards(self, s: State) -> Guards:
        yield s.rules.enforcement == "stop" or say(
            "no_calls",
            "nobody calls stop under these rules",
            enforcement=s.rules.enforcement,
        )
        watched = s.court.watched
        yield watched is not None or say("no_action", "there is no action to call")
        assert watched is not None
        yield (
            s.rules.wrong_call_costs != "one_of_three_calls"
            or s.court.false_calls[1 - watched] < FALSE_CALLS
            or say(
                "no_calls_left",
                "{player} has called wrongly three times",
                player=player(opponent(watched)),
            )
        )

    def apply(self, s: State) -> State:
        assert s.court.watched is not None
        return called(s, s.court.watched)


class AgreeStalemate(Event[State]):
    """Offer, as `player`, to call the game a stalemate; two offers in one turn end it."""

    aside: ClassVar[bool] = True
    player: Player

    def seat(self, s: State) -> Seat | None:
        return self.player

    def guards(self, s: State) -> Guards:
        yield from is_playing(s, self.player)
        yield "agreement" in s.rules.stalemate or say(
            "no_agreement", "a stalemate cannot be agreed under these rules"
        )
        yield self.player not in s.court.offers or say(
            "offered", "{player} has offered already", player=player(self.player)
        )

    def apply(self, s: State) -> State:
        offers = s.court.offers | {self.player}
        if len(offers) == 2:
            return finished(s, End.AGREEMENT)
        return replace(s, court=s.court._replace(offers=offers))


def is_playing(s: State, seat: Seat) -> Guards:
    """Cards are dealt, the game is not over, and two play it."""
    yield s.phase is Phase.PLAY or NO_GAME
    yield seat in (0, 1) or say("no_such_player", "the players are 1 and 2")


class Resign(Event[State]):
    """Give the game up, as `player`; the opponent wins it with the cards as they lie."""

    aside: ClassVar[bool] = True
    player: Player

    def seat(self, s: State) -> Seat | None:
        return self.player

    def guards(self, s: State) -> Guards:
        yield from is_playing(s, self.player)

    def apply(self, s: State) -> State:
        return finished(s, End.RESIGNED, opponent(self.player))


class NextGame(Event[State]):
    """After a game play the next one of the match; scores add up."""

    aside: ClassVar[bool] = True
    by_anyone: ClassVar[bool] = True  # nobody is on turn when a game is over

    def guards(self, s: State) -> Guards:
        yield s.phase is not Phase.DEAL or say(
            "deal_first", "the next game is about to be dealt"
        )
        yield s.phase is Phase.OVER or say("not_over", "the game is not over")
        yield not is_decided(s.rules, s.match) or say("match_over", "the match is over")

    def apply(self, s: State) -> State:
        return replace(s, phase=Phase.DEAL)
