"""The bot that plans its whole turn before it plays the first card of it.

What it can do with the cards that it sees is looked through, the most promising position first;
positions that differ only in which house is which are one. A plan ends where a card is turned
up that nobody knows, in the reserve or from the hand, or where the turn does; what that is worth is
judged. Of the best plans it is then asked what the opponent could do in return, by a plan of his, and the first
play of the best one is made. With the next card it plans anew.

It calls "Stop!" when it can show that the last action was a fault, and makes none itself.

Hints and reviews come from it, too: by the best turn that begins with each play.
"""

from collections.abc import Hashable, Sequence
from heapq import heappop, heappush
from math import inf
from time import perf_counter
from typing import NamedTuple

from ludex.bots import Bot, View
from ludex.bots.advice import Advisor, Hint, hinted
from ludex.bots.budget import Budget
from ludex.bots.cancellation import think_on
from ludex.bots.evaluation import RatedEvent
from ludex.bots.judge import SMALLEST, Judge, Judgement
from ludex.kernel import Dice, Event, Game, Seat, Sentence, as_sentence, say
from ludex.parts.cards import Card
from ludex.registry import refined
from ludex.table import looks_of

from ..rules.building_rules import takes, waiting
from ..rules.candidates import (
    CALL_STOP,
    DISCARD,
    PASS,
    TURN_HAND,
)
from ..rules.places import PileKind
from ..rules.state import (
    CARDS,
    Phase,
    State,
    TurnSoFar,
    all_cards,
    opponent,
    seated,
    top,
)
from ..rules.turns import Action, can_turn
from .evaluation import RESERVE, cards_left

MOST = 4000
"""So many positions are looked into at most, however much time there is."""

WIN = 1000.0
FOUNDATION = 0.05
"""A card on a foundation lies in nobody's way."""

SPACES = (0.0, 1.0, 1.7, 2.1, 2.3)
"""Empty houses, for whoever can use them next."""

READY = 2.5
"""A reserve card that can be played."""

EXPOSED = 0.7
"""The probability that the opponent loads a card that he could load at once."""

REPLIES = 6
"""For so many plans it is asked what the opponent could do in return."""

REPLY = 40
"""So many positions of his turn are looked into for each."""

OPEN = 1.5
"""The probability that the next card, which nobody knows, will fit."""

STEP = 0.02
"""The cost of each play, so that cards do not go to and fro."""


class TurnPlan(NamedTuple):
    """A plan: what it is worth, how it begins, and where it leads."""

    value: float
    first: Event[State]
    end: State
    over: float
    """The probability that the turn is over then."""


class Plan:
    """One decision: the positions of this turn, and the best ways found to go on."""

    def __init__(
        self,
        game: Game[State],
        known: State,
        seat: Seat,
        only: Event[State] | None = None,
    ) -> None:
        self.game, self.seat, self.only = game, seat, only
        seen = {*all_cards(known)}
        self.unseen = frozenset(card for card in CARDS if card not in seen)
        self.met: set[Hashable] = set()
        self.open: list[tuple[float, int, State, Event[State] | None, int]] = []
        self.ways: dict[Hashable, TurnPlan] = {}
        self.looked_into = 0
        self.push(known, None, 0)

    def push(self, s: State, first: Event[State] | None, steps: int) -> None:
        """A position to be looked into, unless it has been met."""
        key = position_key(s)
        if key not in self.met:
            self.met.add(key)
            promise = self.goes_on(s) - STEP * steps
            heappush(self.open, (-promise, len(self.met), s, first, steps))

    def look(self) -> None:
        """Look into the most promising position."""
        think_on()
        self.looked_into += 1
        _, _, s, first, steps = heappop(self.open)
        cost = STEP * steps
        events = without_faults(s, self.game.moves(s))
        if first is None and self.only is not None:
            events = [self.only]  # what every plan begins with
        for event in events:
            begun = event if first is None else first
            if event == TURN_HAND:
                part = self.part(self.fitting(s) | loads(s))
                value = part * (self.goes_on(s) + 1) + (1 - part) * self.over(s)
                self.found(TurnPlan(value - cost, begun, s, 1 - part))
                continue
            after = self.game.after(s, event)
            if after.phase is not Phase.PLAY:
                result = after.match.result
                won = result is not None and result.ahead == self.seat
                self.found(TurnPlan((WIN if won else -WIN) - cost, begun, after, 0.0))
            elif event in (DISCARD, PASS):
                self.found(TurnPlan(self.over(after) - cost, begun, after, 1.0))
            elif after.mine.reserve and top(after.mine.reserve) is None:
                self.found(TurnPlan(self.goes_on(after) - cost, begun, after, 0.0))
            else:
                self.push(after, begun, steps + 1)

    def found(self, way: TurnPlan) -> None:
        """A plan; of those that end alike the best is kept."""
        key = position_key(way.end), way.over
        if key not in self.ways or way.value > self.ways[key].value:
            self.ways[key] = way

    def search(self, most: int, until: float) -> list[TurnPlan]:
        """Return the plans that were found, the best first."""
        while self.open and self.looked_into < most:
            if self.ways and perf_counter() >= until:
                break
            self.look()
        return sorted(self.ways.values(), key=lambda way: -way.value)

    def answered(self, way: TurnPlan) -> float:
        """Return what a plan is worth when the opponent does the best that he can in return."""
        if not way.over or way.end.phase is not Phase.PLAY:
            return way.value
        other = opponent(self.seat)
        s = way.end._replace(seat=other, turned=None, turn=TurnSoFar())
        replies = Plan(self.game, s, other).search(REPLY, inf)
        if not replies:
            return way.value
        return way.value + way.over * (-replies[0].value - self.over(way.end))

    # -- what positions are worth -------------------------------------------------------------

    def lead(self, s: State) -> float:
        """Return by how much fewer cards are left than the opponent has."""
        built = FOUNDATION * sum(map(len, s.foundations))
        theirs, mine = cards_left(s, opponent(self.seat)), cards_left(s, self.seat)
        return theirs - mine + built

    def goes_on(self, s: State) -> float:
        """Return the worth of a position in the middle of the own turn."""
        spaces = s.houses.count(())
        return self.lead(s) + SPACES[min(spaces, 4)] + self.reserve(s, self.seat)

    def over(self, s: State) -> float:
        """Return the worth of a position in which the opponent is to play."""
        spaces, other = s.houses.count(()), opponent(self.seat)
        return (
            self.lead(s)
            - SPACES[min(spaces, 4)]
            - self.reserve(s, other)
            - EXPOSED * self.exposed(s)
            + 0.3 * self.reserve(s, self.seat)
        )

    def exposed(self, s: State) -> float:
        """Return what the house cards cost that the opponent could load on the own piles."""
        taken, mine = takes(s.rules), s.sides[self.seat]
        tops = [top(pile) for pile in s.houses if pile]
        return sum(
            each * sum(card in taken[kind][top(pile)] for card in tops)
            for each, kind, pile in (
                (RESERVE, PileKind.THEIR_RESERVE, mine.reserve),
                (1.0, PileKind.THEIR_WASTE, mine.waste),
            )
        )

    def reserve(self, s: State, seat: Seat) -> float:
        """Return what it is worth that the reserve card of a player can be played, or may be."""
        pile = s.sides[seat].reserve
        if not pile:
            return READY
        fitting, card = self.fitting(s), top(pile)
        if card is None:
            return OPEN * self.part(fitting)
        return READY * (card in fitting)

    def fitting(self, s: State) -> frozenset[Card]:
        """Return the cards that fit a house or a foundation now."""
        on_house = takes(s.rules)[PileKind.HOUSE]
        found = {*waiting(s.foundations)}
        for below in {top(pile) for pile in s.houses}:
            found.update(on_house[below])
        return frozenset(found)

    def part(self, cards: frozenset[Card]) -> float:
        """Return how likely a card that nobody has seen is one of these."""
        return len(cards & self.unseen) / max(1, len(self.unseen))


def loads(s: State) -> frozenset[Card]:
    """Return the cards with which the opponent of the player on turn can be loaded."""
    taken, theirs = takes(s.rules), s.theirs
    on_waste = taken[PileKind.THEIR_WASTE][top(theirs.waste)]
    return taken[PileKind.THEIR_RESERVE][top(theirs.reserve)] | on_waste


def position_key(s: State) -> Hashable:
    """Return what tells positions of one turn apart: which house is which does not."""
    mine, theirs = s.mine, s.theirs
    return (
        frozenset(s.houses),
        s.houses.count(()),
        len(mine.reserve),
        len(mine.waste),
        theirs.reserve[-1:],
        len(theirs.reserve),
        theirs.waste[-1:],
        len(theirs.waste),
        s.turned,
        tuple(map(len, s.foundations)),
    )


def without_faults(s: State, events: Sequence[Event[State]]) -> list[Event[State]]:
    """Return what is no fault; calls are thought about elsewhere."""
    found = [event for event in events if event != CALL_STOP]
    if s.rules.blocks:
        return found
    right = [e for e in found if not (isinstance(e, Action) and e.fault(s))]
    return right or found


def is_fault(known: State, seat: Seat) -> bool:
    """Was the last action a fault beyond doubt? It has ended the opponent's turn, then.

    What lay on the table before it is known: a discarded card was turned up.
    """
    other = opponent(seat)
    if known.seat != seat or known.court.watched != other or known.turn.acted:
        return False
    before = known._replace(seat=other, turned=None)
    waste = before.mine.waste
    if not waste:
        return not can_turn(before) and PASS.fault(before) is not None
    mine = before.mine._replace(waste=waste[:-1])
    before = before._replace(sides=seated(before, mine, before.theirs), turned=waste[-1])
    return top(waste) is not None and DISCARD.fault(before) is not None


def sensible(view: View[State]) -> list[Event[State]]:
    """Return a call where the last action was a fault; else what is none."""
    if CALL_STOP in view.legal and is_fault(view.shown, view.seat):
        return [CALL_STOP]
    return without_faults(view.shown, view.legal)


def planning_bot(game: Game[State], budget: Budget) -> Bot[State]:
    """Return a bot that looks through its turn as far as the budget goes; a playout is a position."""
    unchecked = game.unchecked()

    def choose(view: View[State], dice: Dice) -> Event[State]:  # noqa: ARG001
        events = sensible(view)
        if len(events) == 1:
            return events[0]
        ways = planned(Plan(unchecked, view.shown, view.seat), budget)
        return ways[0].first if ways else events[0]

    return choose


def planned(plan: Plan, budget: Budget) -> list[TurnPlan]:
    """Return the best plans, with what the opponent could do in return, the best first."""
    begun = perf_counter()
    most = MOST if budget.playouts is None else budget.playouts
    spare = 0.7  # of the time; the rest is for what the opponent could do
    until = inf if budget.seconds is None else begun + spare * budget.seconds
    ways = plan.search(most, until)[:REPLIES]
    if len({way.first for way in ways}) > 1 or plan.only is not None:
        ways = [way._replace(value=plan.answered(way)) for way in ways]
        ways.sort(key=lambda way: -way.value)
    return ways


HALF_A_SECOND = Budget(seconds=0.5)
ONE = Budget(playouts=1)
POSITIONS = 200
"""So many are looked into to judge a play that was made."""

CALL = "The action that ended the opponent's turn was a fault."
ONLY = "It is the only action without a fault."


def planning_judge(game: Game[State]) -> Judge:
    """Judge plays by the best turns that begin with each, in cards."""
    unchecked: Game[State] = game.unchecked()

    def opinion(view: View[State], event: Event[State], budget: Budget) -> RatedEvent | None:
        plan = Plan(unchecked, view.shown, view.seat, only=event)
        ways = planned(plan, budget)
        return RatedEvent(event, plan.looked_into, ways[0].value) if ways else None

    def compare(
        view: View[State], dice: Dice, budget: Budget, made: Event[State] | None
    ) -> Judgement:
        plan = Plan(unchecked, view.shown, view.seat)
        calls = CALL_STOP in (made, planning_bot(game, ONE)(view, dice))
        ways = [] if calls else planned(plan, budget)
        if not ways:  # of a call there is nothing to count
            return Judgement(RatedEvent(made or view.legal[0], 0, 0.0))
        first = ways[0].first
        best = RatedEvent(first, plan.looked_into, ways[0].value)
        if made is None:
            return compared(best, following(ways, plan.looked_into))
        if made == first:
            return Judgement(best)
        # Each is planned alone: a position that both lead to is found for both.
        return compared(opinion(view, first, budget) or best, opinion(view, made, budget))

    return Judge(compare, tries=POSITIONS)


def following(ways: list[TurnPlan], positions: int) -> RatedEvent | None:
    """Return the best way that begins otherwise than the best."""
    others = [way for way in ways if way.first != ways[0].first]
    return RatedEvent(others[0].first, positions, others[0].value) if others else None


def compared(best: RatedEvent, other: RatedEvent | None) -> Judgement:
    """Two plays; what differs by less than a sliver is too close to call."""
    if other is None:
        return Judgement(best)
    margin = best.mean - other.mean
    return Judgement(best, other, margin if margin >= SMALLEST else None)


def advisor(game: Game[State], _: int | None) -> Advisor:
    """Advice to begin the best turn that was found, with the next best beside it."""
    judge = planning_judge(refined(game))

    def hint(view: View[State], dice: Dice) -> Hint | None:
        if not view.legal:
            return None
        events = sensible(view)
        if len(events) == 1:
            return hinted(game, view, events[0], CALL if events == [CALL_STOP] else ONLY)
        found = judge(view, dice, HALF_A_SECOND)
        return hinted(game, view, found.best.event, _why(game, view, found))

    return Advisor(hint)


def _why(game: Game[State], view: View[State], found: Judgement) -> str | Sentence:
    looked, other = found.best.tries, found.other
    if other is None:
        words = "Every good turn found in {looked} positions begins with it."
        return say("turn", words, looked=looked)
    following = as_sentence(looks_of(game).gesture(view.shown, other.event).words)
    begins = "The best turn found in {looked} positions begins with it"
    if found.margin is None:
        words = f"{begins}; the next best ({{next}}) is too close to call."
        return say("turn", words, looked=looked, next=following)
    return say(
        "turn",
        f"{begins}, {{margin:.1f}} cards better than the next best ({{next}}).",
        looked=looked,
        margin=found.margin,
        next=following,
    )
