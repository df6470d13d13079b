"""The legal moves of Russian Bank, looked up pile by pile: few guards are asked."""

from collections.abc import Sequence

from ludex.kernel import Event, Refinement
from ludex.parts.remembered import remembered

from ..rules.building_rules import carried, look_alike
from ..rules.candidates import (
    CALL_STOP,
    DEALT,
    DISCARD,
    MOVES,
    PASS,
    TURN_HAND,
    fitting,
    runs,
)
from ..rules.compulsory import DUTIES, open_duty
from ..rules.events import MoveGroup
from ..rules.places import (
    HOUSES,
    LOADABLE,
    MOST_HOUSES,
    PileKind,
    Place,
)
from ..rules.state import Faces, Fault, FaultKind, Phase, State
from ..rules.turns import can_turn


@remembered(16)  # both players are asked for what they can do, of the same view
def moves(s: State) -> Sequence[Event[State]]:
    """Return every legal move, in the order in which the rulebook tries them."""
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


def plays(s: State, duty: Fault | None) -> Sequence[Event[State]]:
    """Cards that fit; where rules block, only compulsory ones while there are any."""
    if duty is not None and duty.skipped[0].target.kind is PileKind.FOUNDATION:
        return [MOVES[a][b] for a, b in duty.skipped]
    found = fitting(s)
    if back := ways_back(s):
        found = [move for move in found if (move.source, move.target) not in back]
    if duty is not None:
        return [move for move in found if (move.source, move.target) in duty.skipped]
    if s.rules.blocks and s.rules.loading == "last_resort":
        loads = (move for move in found if move.target.kind in LOADABLE)
        too_soon = {move for move in loads if move.fault(s) is not None}
        return [move for move in found if move not in too_soon]
    return found


def ways_back(s: State) -> list[tuple[Place, Place]]:
    """Return the house moves that would bring a position of this turn back."""
    found: list[tuple[Place, Place]] = []
    if s.turn.seen and s.rules.no_repeat_in_turn:
        now = heights(s.houses)
        for houses in s.turn.seen:
            step = ONE_CARD.get(now - heights(houses))
            if step is not None:
                a, b = step
                if look_alike(carried(s.houses, a, b, 1), houses):
                    found.append(step)
    return found


ONE_CARD = {
    (1 << 8 * i) - (1 << 8 * j): (HOUSES[i], HOUSES[j])
    for i in range(MOST_HOUSES)
    for j in range(MOST_HOUSES)
    if i != j
}
"""The houses between which one card went, by what it changed in `heights`."""


@remembered(256)
def heights(houses: tuple[Faces, ...]) -> int:
    """Return how many cards lie in each house, as the bytes of a number."""
    return int.from_bytes(map(len, houses), "little")


def ends_and_turns(s: State, duty: Fault | None) -> tuple[Event[State], ...]:
    """Turning, discarding, passing: at most one of them at a time."""
    blocks = s.rules.blocks
    if s.turned is not None:
        free = not blocks or not (duty or DUTIES[FaultKind.DISCARDED_TOO_SOON](s))
        return (DISCARD,) if free else ()
    if can_turn(s):
        at_will = not blocks or s.rules.turn_hand_when == "any_time"
        free = at_will or not (duty or DUTIES[FaultKind.TURNED_TOO_SOON](s))
        return (TURN_HAND,) if free else ()
    return (PASS,) if PASS.permitted(s) else ()


REFINEMENT = Refinement(moves=moves)
