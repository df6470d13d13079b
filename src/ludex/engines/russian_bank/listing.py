"""Which moves of Russian Bank are legal, looked up pile by pile: few guards are asked."""

from collections.abc import Sequence
from typing import Final

from ludex.games.russian_bank.building import available, fills, fits_load
from ludex.games.russian_bank.candidates import (
    CALL_STOP,
    DEALT,
    DISCARD,
    MOVES,
    PASS,
    TURN_HAND,
)
from ludex.games.russian_bank.duties import (
    before_discarding,
    before_play,
    before_turning,
    carried,
    look_alike,
    open_duty,
    wanted,
)
from ludex.games.russian_bank.events import Move, can_turn
from ludex.games.russian_bank.groups import MoveGroup, runs
from ludex.games.russian_bank.places import (
    HOUSES,
    LOADABLE,
    MOST_HOUSES,
    PLACES,
    THEIR_RESERVE,
    THEIR_WASTE,
    Place,
    Play,
)
from ludex.games.russian_bank.state import Faces, Fault, Phase, State, top
from ludex.kernel import Event, Refinement
from ludex.parts.remembered import remembered

TO_HOUSE: Final = {a: [MOVES[a][house] for house in HOUSES] for a in PLACES}
ALL_BOUND: Final = ("every_card", "buried_cards_too")
NO_HOUSES: Final[list[int]] = []


@remembered(most=16)  # both players are asked for what they can do, of the same view
def moves(s: State) -> Sequence[Event[State]]:
    """Every legal move, in the order in which the rulebook tries them."""
    if s.phase is Phase.DEAL:
        return DEALT
    if s.phase is Phase.OVER:
        return ()
    duty = open_duty(s) if s.rules.blocks else None
    found = [*plays(s, duty), *ends_and_turns(s, duty)]
    if s.court.watched is not None and CALL_STOP.permitted(s):
        found.append(CALL_STOP)
    if s.rules.runs_move == "as_a_unit":
        groups = (MoveGroup(*run) for run in runs(s))
        found += (group for group in groups if group.permitted(s))
    return found


def plays(s: State, duty: Fault | None) -> list[Event[State]]:
    """Cards that fit; where rules block, only compulsory ones while there are any."""
    if duty is not None:
        due = {MOVES[a][b] for a, b in duty.skipped}
        return [move for move in fitting(s, foundations=True) if move in due]
    rules = s.rules
    # No duty is open: where all cards are bound to foundations, none fits one.
    bound = rules.blocks and rules.foundation_duty in ALL_BOUND
    moves = fitting(s, foundations=not bound)
    if rules.blocks and rules.loading == "last_resort":
        return [
            move
            for move in moves
            if move.target.kind not in LOADABLE
            or before_play(s, Play(move.source, move.target)) is None
        ]
    return [*moves]


def fitting(s: State, *, foundations: bool) -> list[Move]:
    """Where each available card fits; the houses and loads are looked up, not tried."""
    rules, back = s.rules, ways_back(s)
    waiting = wanted(s.foundations) if foundations else {}
    moves: list[Move] = []
    spaces: list[int] = []
    rooms: dict[int, list[int]] = {}
    for i, pile in enumerate(s.houses):
        if pile:
            suit, rank, _ = pile[-1]
            rooms.setdefault(2 * rank - 1 - (suit & 1), []).append(i)
        else:
            spaces.append(i)
    tops = [
        (place, below)
        for place, pile in (
            (THEIR_RESERVE, s.theirs.reserve),
            (THEIR_WASTE, s.theirs.waste),
        )
        if (below := top(pile)) is not None
    ]
    for source, card in available(s):
        suit, rank, _ = card
        moves += [MOVES[source][place] for place in waiting.get((suit, rank), ())]
        houses = rooms.get(2 * rank + (suit & 1), NO_HOUSES)
        if spaces and fills(rules, card):
            houses = houses + spaces
        if back and source in back:
            houses = [i for i in houses if i not in back[source]]
        if houses:
            to_house = TO_HOUSE[source]
            moves += [to_house[i] for i in houses]
        for target, below in tops:
            if suit is below[0] and fits_load(rules, card, below):
                moves.append(MOVES[source][target])
    return moves


def ways_back(s: State) -> dict[Place, list[int]]:
    """From which house to which (by index) a card would bring a position of this turn back."""
    found: dict[Place, list[int]] = {}
    if s.turn.seen and s.rules.no_repeat_in_turn:
        now = heights(s.houses)
        for houses in s.turn.seen:
            step = ONE_CARD.get(now - heights(houses))
            if step is not None:
                i, j = step
                laid = carried(s.houses, HOUSES[i], HOUSES[j], 1)
                if look_alike(laid, houses):
                    found.setdefault(HOUSES[i], []).append(j)
    return found


ONE_CARD: Final = {
    (1 << 8 * i) - (1 << 8 * j): (i, j)
    for i in range(MOST_HOUSES)
    for j in range(MOST_HOUSES)
    if i != j
}
"""From which house to which one card went, by what it changed in `heights`."""


@remembered(most=256)
def heights(houses: tuple[Faces, ...]) -> int:
    """How many cards lie in each house, as the bytes of a number."""
    return int.from_bytes(map(len, houses), "little")


def ends_and_turns(s: State, duty: Fault | None) -> tuple[Event[State], ...]:
    """Turning, discarding, passing: at most one of them at a time."""
    free = not s.rules.blocks
    if s.turned is not None:
        may = free or (duty is None and before_discarding(s) is None)
        return (DISCARD,) if may else ()
    if can_turn(s):
        any_time = free or s.rules.turn_hand_when == "any_time"
        may = any_time or (duty is None and before_turning(s) is None)
        return (TURN_HAND,) if may else ()
    return (PASS,) if PASS.permitted(s) else ()


REFINEMENT: Final = Refinement(moves=moves)
