"""What always holds, what every step keeps, and what happens in some game."""

from collections.abc import Callable, Mapping
from typing import Final

from ludex.games.russian_bank.events import (
    AgreeStalemate,
    CallStop,
    Misplay,
    Move,
    Resign,
    TurnHand,
)
from ludex.games.russian_bank.places import LOADABLE
from ludex.games.russian_bank.state import End, Phase, State
from ludex.games.russian_bank.stop import earlier_fault
from ludex.games.russian_bank.validity import (
    all_cards,
    is_bare,
    is_whole,
    run_down,
    run_up,
)
from ludex.kernel import Event


def holds_dealt_cards(s: State) -> bool:
    """Under loaded cards there is one that was dealt: nothing goes on an empty reserve."""
    one, two = s.sides
    return (not one.loaded or one.loaded < len(one.reserve)) and (
        not two.loaded or two.loaded < len(two.reserve)
    )


def turned_by_the_player_on_turn(s: State) -> bool:
    """A turned card belongs to a game that has been dealt."""
    return s.turned is None or not is_bare(s)


def keeps_cards(s: State, event: Event[State], t: State) -> bool:
    """Nothing but a deal changes which cards there are.

    A whole table holds every card once before and after; only a sketch need be compared.
    """
    if event.by_chance or not s.partial:
        return event.by_chance or s.partial == t.partial
    return set(all_cards(s)) == set(all_cards(t))


def origin(s: State, event: Event[State], t: State) -> State:
    """Where a step began: an action that is taken back leads on from before it."""
    if s.court.fault is None:
        return s
    fault = None
    if isinstance(event, CallStop):
        fault = s.court.fault
    elif t.court.watched is None and not isinstance(event, AgreeStalemate | Resign):
        # A game cannot be ended by a fault: that of this turn is judged first.
        fault = earlier_fault(s, wrong_play=isinstance(event, Misplay))
    return s if fault is None else fault.before


def loads_can_happen(s: State, event: Event[State]) -> bool:
    """Can a card have gone to the opponent? A fault may have skipped a load."""
    load = isinstance(event, Move) and event.target.kind in LOADABLE
    return load or not s.rules.blocks


def reserves_grow_by_loads(s: State, event: Event[State], t: State) -> bool:
    """One card at a time, on the opponent's reserve, and never on an empty one."""
    s = origin(s, event, t)
    if event.by_chance or s.sides is t.sides:
        return True
    for seat, (one, two) in enumerate(zip(s.sides, t.sides, strict=True)):
        grown = len(two.reserve) - len(one.reserve)
        if grown > 0 and not (
            grown == 1
            and seat != s.seat
            and one.reserve
            and two.loaded == one.loaded + 1
            and loads_can_happen(s, event)
        ):
            return False
    return True


def wastes_grow_by_loads_and_discards(s: State, event: Event[State], t: State) -> bool:
    """The own waste by the turned card alone, the opponent's by a load."""
    s = origin(s, event, t)
    if event.by_chance or s.sides is t.sides:
        return True
    for seat, (one, two) in enumerate(zip(s.sides, t.sides, strict=True)):
        if len(two.waste) <= len(one.waste):
            continue
        if two.waste[:-1] != one.waste:
            return False
        if seat == s.seat:
            if s.turned is None or two.waste[-1] != s.turned or t.turned is not None:
                return False
        elif not (one.waste and loads_can_happen(s, event)):
            return False
    return True


def hands_grow_by_recycling(s: State, event: Event[State], t: State) -> bool:
    """Only an empty hand grows, and takes the whole waste but the card turned."""
    s = origin(s, event, t)
    if event.by_chance or s.sides is t.sides:
        return True
    return all(
        len(two.hand) <= len(one.hand)
        or (
            isinstance(event, TurnHand)
            and seat == s.seat
            and not (one.hand or two.waste)
            and two.hand == one.waste[:0:-1]
        )
        for seat, (one, two) in enumerate(zip(s.sides, t.sides, strict=True))
    )


def turned_stays_with_its_player(s: State, event: Event[State], t: State) -> bool:
    """A card is turned by `turn_hand` alone, and never lies there when a turn passes."""
    if t.turned is None or event.by_chance:
        return t.turned is None
    s = origin(s, event, t)
    if s.seat != t.seat:
        return False
    if isinstance(event, TurnHand):
        return s.turned is None
    return t.turned == s.turned


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


ALWAYS: Final[Mapping[str, Callable[[State], bool]]] = {
    "there are 104 cards, each of both packs once": is_whole,
    "foundations run up from the ace in one suit": lambda s: run_up(s.foundations),
    "houses run down in alternate colours": lambda s: run_down(s.houses),
    "only a reserve that holds dealt cards is loaded": holds_dealt_cards,
    "no card is turned before the deal": turned_by_the_player_on_turn,
}
STEPS: Final[Mapping[str, Callable[[State, Event[State], State], bool]]] = {
    "cards change places, nothing else": keeps_cards,
    "a reserve grows only by a load, an emptied one never": reserves_grow_by_loads,
    "a waste grows only by a load or a discard": wastes_grow_by_loads_and_discards,
    "a hand grows only by recycling": hands_grow_by_recycling,
    "only the player on turn has a turned card": turned_stays_with_its_player,
    "a score counts once": scores_once,
}
SOMETIMES: Final[Mapping[str, Callable[[State], bool]]] = {
    "a game is won": ended_by(End.WIN),
    "a game ends in a stalemate": ended_by(End.BOTH_IDLE, End.THIRD_REPETITION),
    "a reserve is loaded": lambda s: any(side.loaded for side in s.sides),
    "a reserve is emptied": lambda s: (
        any(not side.reserve for side in s.sides) and not is_bare(s)
    ),
    "a house is empty": lambda s: not is_bare(s) and not all(s.houses),
    "a foundation is finished": lambda s: any(len(p) == 13 for p in s.foundations),
}
