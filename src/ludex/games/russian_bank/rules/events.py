"""Russian Bank: two patiences against each other, on common houses and foundations.

Empty your reserve, hand and waste before your opponent does. The eight foundations build up in
suit, the eight houses build down in alternate colours. A card may also go on the opponent's
reserve or waste if it has the same suit and the next rank up or down. A card that can go to a
foundation must go there first; a player who forgets this can be stopped.

In your turn play any cards from the reserve and the houses, then turn the top card of your hand.
If that card can be played, the turn continues; if it goes to your waste, the turn is over.
"""

from collections.abc import Iterator
from typing import Annotated, ClassVar

from ludex.kernel import Event, Guards, Seat, SeatNumber, Whole, say, seat_name

from .building_rules import (
    NOTHING_TURNED,
    builds_house,
    can_be_put,
    can_be_taken,
    is_house_number,
    new_position,
    on_the_table,
    run_down,
    run_up,
)
from .compulsory import (
    open_duty,
    reserve_card,
    skipped,
    unwatched,
)
from .ending import NO_GAME, finished, is_decided
from .places import LOADABLE, PileKind, Place, Play, spoken
from .state import (
    End,
    Fault,
    FaultKind,
    Phase,
    State,
    opponent,
    pile_at,
    seated,
    top,
)
from .turns import (
    FALSE_CALLS,
    Action,
    called,
    can_turn,
    discarded,
    handed_over,
    misplayed,
    nothing_skipped,
    played,
)

House = Annotated[int, Whole(1, 8)]
Count = Annotated[int, Whole(2, 13)]
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
        yield from nothing_skipped(s, self.fault(s))

    def fault(self, s: State) -> Fault | None:
        duty = open_duty(s)
        if duty is not None:
            return None if (self.source, self.target) in duty.skipped else duty
        loads = self.target.kind in LOADABLE
        return skipped(s, FaultKind.LOADED_TOO_SOON) if loads else None

    def done(self, s: State) -> State:
        return played(s, self.source, self.target)

    def ensures(self, s: State, t: State) -> Guards:
        """The postconditions of the document's ten move operations, as they were meant."""
        yield run_down(t.houses) or say(
            "house", "every house runs down in alternate colours, or is empty"
        )
        yield run_up(t.foundations) or say(
            "foundation", "every foundation runs up in suit from the ace, or is empty"
        )
        # A fault is taken back, or costs a turn.
        if self.target.kind in LOADABLE and s.rules.blocks:
            card, theirs = top(pile_at(s, self.source)), t.sides[opponent(s.seat)]
            yield card in (*theirs.reserve, *theirs.waste) or say(
                "loaded",
                "a card that is loaded lies on the opponent's reserve or waste",
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
            "no_fault", "the card may go there: this is not a fault"
        )
        yield not s.turn.misplayed or say("misplayed", "a wrong play is on record already")

    def fault(self, s: State) -> Fault | None:
        wrong = misplayed(s, self.source, self.target)
        return None if wrong is None else Fault(wrong, (), unwatched(s))

    def done(self, s: State) -> State:
        return s


class RunAction(Action):
    """Something done with the `count` top cards of house `source`, which are a run."""

    source: House
    target: House
    count: Count

    @property
    def places(self) -> Play:
        """Return the houses from and to which the card went."""
        return Play(Place(PileKind.HOUSE, self.source), Place(PileKind.HOUSE, self.target))


def is_a_run(s: State, source: int, target: int, count: int) -> Guards:
    """Two houses, and so many cards on the first; a house is in sequence as it lies."""
    yield from is_house_number(s, source)
    yield from is_house_number(s, target)
    yield source != target or say(
        "same_pile", "the cards already lie on house {house}", house=target
    )
    pile = s.houses[source - 1]
    yield count >= 2 or say("no_run", "a run has at least two cards")
    yield count <= len(pile) or say(
        "no_run",
        "house {house} has no {count} cards, only {cards}",
        house=source,
        count=count,
        cards=len(pile),
    )
    yield from builds_house(s.rules, pile[-count], top(s.houses[target - 1]))


class MoveRun(RunAction):
    """Move `count` cards from house `source` to house `target`, one by one over spaces."""

    aside: ClassVar[bool] = True  # only a shorter way to say a series of moves

    def guards(self, s: State) -> Guards:
        yield s.phase is Phase.PLAY or NO_GAME
        yield s.rules.runs_move == "in_one_gesture" or say(
            "no_runs", "runs are moved otherwise under these rules", runs_move=s.rules.runs_move
        )
        yield from is_a_run(s, self.source, self.target, self.count)
        yield any(self.steps(s)) or say(
            "no_room", "too few empty houses to move {count} cards", count=self.count
        )
        for before, move in self.steps(s):
            refusal = move.refusal(before)
            yield refusal is None or say(
                "run_is_stopped",
                "on the way from {pile} to {target_pile}: {reason}",
                pile=spoken(move.source),
                target_pile=spoken(move.target),
                move=str(move),
                reason=refusal.text,
            )

    def steps(self, s: State) -> Iterator[tuple[State, Move]]:
        """Yield each single move with the position before it; none with too few spaces."""
        a, b = self.places
        houses = (Place(PileKind.HOUSE, n) for n, pile in enumerate(s.houses, 1) if not pile)
        spaces = [house for house in houses if house != b]
        if self.count <= 1 << len(spaces):
            for play in one_by_one(a, b, self.count, spaces):
                yield s, Move(*play)
                s = played(s, *play)

    def fault(self, s: State) -> Fault | None:
        """Return what a run skips first, with the position there: it is one action."""
        faults = (move.fault(before) for before, move in self.steps(s))
        return next(filter(None, faults), None)

    def done(self, s: State) -> State:
        for before, move in self.steps(s):
            s = move.done(before)
        return s


def one_by_one(a: Place, b: Place, count: int, spaces: list[Place]) -> Iterator[Play]:
    """Half of a run waits in a space while the rest goes over; then it follows."""
    if count == 1:
        yield Play(a, b)
        return
    *others, space = spaces
    waiting = min(count - 1, 1 << len(others))
    yield from one_by_one(a, space, waiting, others)
    yield from one_by_one(a, b, count - waiting, others)
    yield from one_by_one(space, b, waiting, others)


class MoveGroup(RunAction):
    """Move the `count` top cards of house `source`, a run, to house `target` as a unit."""

    def guards(self, s: State) -> Guards:
        yield s.rules.runs_move == "as_a_unit" or say(
            "no_runs", "cards move one by one under these rules", runs_move=s.rules.runs_move
        )
        yield from is_a_run(s, self.source, self.target, self.count)
        yield from new_position(s, *self.places, self.count)
        yield from nothing_skipped(s, self.fault(s))

    def done(self, s: State) -> State:
        return played(s, *self.places, self.count)


class TurnHand(Action):
    """Turn the top card of your hand face up; an empty hand is first made of the waste."""

    too_soon: ClassVar[FaultKind | None] = FaultKind.TURNED_TOO_SOON

    def guards(self, s: State) -> Guards:
        yield s.turned is None or say("turned", "a hand card is turned up already")
        yield bool(s.mine.hand or s.mine.waste) or say(
            "no_cards", "there is no card in the hand, and none in the waste"
        )
        yield can_turn(s) or say(
            "hand_ran_out", "the hand ran out in this turn: the waste becomes the hand at the next"
        )
        yield from nothing_skipped(s, self.fault(s))

    def fault(self, s: State) -> Fault | None:
        return None if s.rules.turn_hand_when == "any_time" else super().fault(s)

    def done(self, s: State) -> State:
        # A waste is turned over, not shuffled: what was discarded first comes first (R9).
        hand, waste = (s.mine.hand, s.mine.waste) if s.mine.hand else (s.mine.waste[::-1], ())
        mine = s.mine._replace(hand=hand[:-1], waste=waste)
        turn = s.turn._replace(seen=(), drained=len(hand) == 1)
        return s._replace(sides=seated(s, mine, s.theirs), turned=hand[-1], turn=turn)


class Discard(Action):
    """Put the turned hand card on your waste; your turn is over."""

    too_soon: ClassVar[FaultKind | None] = FaultKind.DISCARDED_TOO_SOON
    ends_turn: ClassVar[bool] = True

    def guards(self, s: State) -> Guards:
        yield s.turned is not None or NOTHING_TURNED
        yield from nothing_skipped(s, self.fault(s))

    def done(self, s: State) -> State:
        return handed_over(discarded(s))


class Pass(Action):
    """End your turn when there is no hand card to turn and the reserve is blocked."""

    too_soon: ClassVar[FaultKind | None] = FaultKind.PASSED_TOO_SOON
    ends_turn: ClassVar[bool] = True

    def guards(self, s: State) -> Guards:
        yield s.turned is None or say(
            "turned", "the turned hand card has to be played or discarded"
        )
        yield not can_turn(s) or say("can_turn", "a hand card can be turned")
        card = top(s.mine.reserve)
        yield (
            card is None
            or not reserve_card(s)
            or say("can_play", "{card} from the reserve can be played", card=card.face)
        )
        yield from nothing_skipped(s, self.fault(s))

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
            "no_calls", "nobody calls stop under these rules", enforcement=s.rules.enforcement
        )
        watched = s.court.watched
        yield watched is not None or say("no_action", "there is no action to call")
        assert watched is not None
        counted, calls = s.rules.wrong_call_costs, s.court.false_calls[1 - watched]
        yield (
            counted != "one_of_three_calls"
            or calls < FALSE_CALLS
            or say(
                "no_calls_left",
                "{player} has called wrongly three times",
                player=seat_name(opponent(watched)),
            )
        )

    def apply(self, s: State) -> State:
        assert s.court.watched is not None
        return called(s, s.court.watched)


class ByPlayer(Event[State]):
    """Something that either player may do at any time of a game."""

    aside: ClassVar[bool] = True
    player: Player

    def seat(self, s: State) -> Seat | None:
        return self.player


def is_playing(s: State, seat: Seat) -> Guards:
    """Cards are dealt, the game is not over, and two play it."""
    yield s.phase is Phase.PLAY or NO_GAME
    yield seat in (0, 1) or say("no_such_player", "the players are 1 and 2")


class AgreeStalemate(ByPlayer):
    """Offer, as `player`, to call the game a stalemate; two offers in one turn end it."""

    def guards(self, s: State) -> Guards:
        yield from is_playing(s, self.player)
        yield "agreement" in s.rules.stalemate or say(
            "no_agreement", "a stalemate cannot be agreed under these rules"
        )
        yield self.player not in s.court.offers or say(
            "offered", "{player} has offered already", player=seat_name(self.player)
        )

    def apply(self, s: State) -> State:
        offers = s.court.offers | {self.player}
        if len(offers) == 2:
            return finished(s, End.AGREEMENT)
        return s._replace(court=s.court._replace(offers=offers))


class Resign(ByPlayer):
    """Give the game up, as `player`; the opponent wins it with the cards as they lie."""

    def guards(self, s: State) -> Guards:
        yield from is_playing(s, self.player)

    def apply(self, s: State) -> State:
        return finished(s, End.RESIGNED, opponent(self.player))


class NextGame(Event[State]):
    """After a game play the next one of the match; scores add up."""

    aside: ClassVar[bool] = True
    by_anyone: ClassVar[bool] = True  # nobody is on turn when a game is over

    def guards(self, s: State) -> Guards:
        yield s.phase is not Phase.DEAL or say("deal_first", "the next game is about to be dealt")
        yield s.phase is Phase.OVER or say("not_over", "the game is not over")
        yield not is_decided(s.rules, s.match) or say("match_over", "the match is over")

    def apply(self, s: State) -> State:
        return s._replace(phase=Phase.DEAL)
