"""Properties that always hold, that every step keeps, and events that happen in some game."""

from collections.abc import Callable, Iterable
from itertools import chain

from ludex.kernel import Event, Properties, Seat, StepProperties
from ludex.parts.cards import Card, Hidden
from ludex.parts.remembered import remembered

from .building_rules import run_down, run_up
from .events import (
    AgreeStalemate,
    CallStop,
    Misplay,
    Move,
    Resign,
    TurnHand,
)
from .places import LOADABLE
from .state import (
    CARDS,
    End,
    Faces,
    Phase,
    Pile,
    Side,
    State,
    all_cards,
    is_bare,
)
from .turns import earlier_fault

Step = Callable[[State, Event[State], State], bool]


@remembered(64)
def of_side(side: Side) -> frozenset[Card | Hidden]:
    """Return a player's cards."""
    return each_once(side[:3])


@remembered(64)
def in_common(piles: tuple[Faces, ...]) -> frozenset[Card | Hidden]:
    """Return the cards of the houses, or of the foundations."""
    return each_once(piles)


def each_once(piles: Iterable[Pile]) -> frozenset[Card | Hidden]:
    """Return the cards of some piles; none where one lies there twice."""
    cards = [*chain(*piles)]
    return found if len(found := frozenset(cards)) == len(cards) else frozenset()


def is_whole(s: State) -> bool:
    """Two packs, each card of each once; a sketch has fewer, and a view knows fewer."""
    turned = () if s.turned is None else (s.turned,)
    parts = (
        *map(of_side, s.sides),
        in_common(s.houses),
        in_common(s.foundations),
        turned,
    )
    if sum(map(len, parts)) == len(CARDS) == len(frozenset().union(*parts)):
        return True
    cards = all_cards(s)
    known = [card for card in cards if isinstance(card, Card)]
    enough = s.partial or is_bare(s) or len(cards) == len(CARDS)
    return enough and len(known) == len({*known})


def holds_dealt_cards(s: State) -> bool:
    """Under loaded cards there is one that was dealt: nothing goes on an empty reserve."""
    one, two = s.sides
    return (not one.loaded or one.loaded < len(one.reserve)) and (
        not two.loaded or two.loaded < len(two.reserve)
    )


def keeps_cards(s: State, event: Event[State], t: State) -> bool:
    """Nothing but a deal changes which cards there are.

    A whole table holds every card once before and after; only a sketch need be compared.
    """
    if event.by_chance or not s.partial:
        return event.by_chance or s.partial == t.partial
    return set(all_cards(s)) == set(all_cards(t))


def origin(s: State, event: Event[State], t: State) -> State:
    """Return where a step began: an action that is taken back leads on from before it."""
    fault = s.court.fault
    if fault is None:
        return s
    if not isinstance(event, CallStop):
        # A game cannot be ended by a fault: that of this turn is judged first.
        ended = t.court.watched is None and not isinstance(event, AgreeStalemate | Resign)
        wrong_play = isinstance(event, Misplay)
        fault = earlier_fault(s, wrong_play=wrong_play) if ended else None
    return s if fault is None else fault.before


def growing(
    pile: Callable[[Side], Pile],
    may: Callable[[State, Event[State], State, Seat], bool],
) -> Step:
    """One of the three piles of a player grows only where it may."""

    def grows_where_it_may(s: State, event: Event[State], t: State) -> bool:
        if s.court.fault is not None:
            s = origin(s, event, t)
        if s.sides is t.sides or event.by_chance:
            return True
        for seat, (one, two) in enumerate(zip(s.sides, t.sides, strict=True)):
            grows = one is not two and len(pile(two)) > len(pile(one))
            if grows and not may(s, event, t, Seat(seat)):
                return False
        return True

    return grows_where_it_may


def is_load(s: State, event: Event[State], seat: Seat) -> bool:
    """Can a card have gone to this player? A fault may have skipped a load."""
    load = isinstance(event, Move) and event.target.kind in LOADABLE
    return seat != s.seat and (load or not s.rules.blocks)


def reserve_may_grow(s: State, event: Event[State], t: State, seat: Seat) -> bool:
    """One card at a time, on the opponent's reserve, and never on an empty one."""
    one, two = s.sides[seat], t.sides[seat]
    loaded = len(two.reserve) - len(one.reserve) == two.loaded - one.loaded == 1
    return loaded and bool(one.reserve) and is_load(s, event, seat)


def waste_may_grow(s: State, event: Event[State], t: State, seat: Seat) -> bool:
    """The own waste by the turned card alone, the opponent's by a load."""
    one, two = s.sides[seat].waste, t.sides[seat].waste
    if two[:-1] != one:
        return False
    if seat == s.seat:
        return two[-1] == s.turned and t.turned is None
    return bool(one) and is_load(s, event, seat)


def hand_may_grow(s: State, event: Event[State], t: State, seat: Seat) -> bool:
    """Only an empty hand grows, and takes the whole waste but the card turned."""
    one, two = s.sides[seat], t.sides[seat]
    recycled = two.hand == one.waste[:0:-1] and not (one.hand or two.waste)
    return recycled and seat == s.seat and isinstance(event, TurnHand)


def turned_stays_with_its_player(s: State, event: Event[State], t: State) -> bool:
    """A card is turned by `turn_hand` alone, and never lies there when a turn passes."""
    if t.turned is None or event.by_chance:
        return t.turned is None
    s = origin(s, event, t)
    before = None if isinstance(event, TurnHand) else t.turned
    return s.seat == t.seat and s.turned == before


def scores_once(s: State, _: Event[State], t: State) -> bool:
    """Points change only in the step that ends a game, by that game's points."""
    if s.match is t.match and s.phase is t.phase:
        return True
    gained = sum(t.match.scores) - sum(s.match.scores)
    if s.phase is Phase.PLAY and t.phase is not Phase.PLAY:
        result = t.match.result
        return result is not None and gained == result.points
    return gained == 0


def ended_by(*ends: End) -> Callable[[State], bool]:
    """Has a game just ended so?"""

    def ended(s: State) -> bool:
        result = s.match.result
        return s.phase is not Phase.PLAY and result is not None and result.end in ends

    return ended


ALWAYS: Properties[State] = {
    "there are 104 cards, each of both packs once": is_whole,
    "foundations run up from the ace in one suit": lambda s: run_up(s.foundations),
    "houses run down in alternate colours": lambda s: run_down(s.houses),
    "only a reserve that holds dealt cards is loaded": holds_dealt_cards,
    "no card is turned before the deal": lambda s: s.turned is None or not is_bare(s),
}
STEPS: StepProperties[State] = {
    "only the places of cards change": keeps_cards,
    "a reserve grows only by a load, an emptied one never": growing(
        lambda side: side.reserve, reserve_may_grow
    ),
    "a waste grows only by a load or a discard": growing(lambda side: side.waste, waste_may_grow),
    "a hand grows only by recycling": growing(lambda side: side.hand, hand_may_grow),
    "only the player on turn has a turned card": turned_stays_with_its_player,
    "a score counts once": scores_once,
}
SOMETIMES: Properties[State] = {
    "a game is won": ended_by(End.WIN),
    "a game ends in a stalemate": ended_by(End.BOTH_IDLE, End.THIRD_REPETITION),
    "a reserve is loaded": lambda s: any(side.loaded for side in s.sides),
    "a reserve is emptied": lambda s: any(not side.reserve for side in s.sides) and not is_bare(s),
    "a house is empty": lambda s: not is_bare(s) and not all(s.houses),
    "a foundation is finished": lambda s: any(len(p) == 13 for p in s.foundations),
}
