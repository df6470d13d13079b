"""Which moves of Russian Bank are legal, looked up pile by pile: few guards are asked."""

from collections.abc import Sequence
from typing import Final

from ludex.games.russian_bank.building import carried, look_alike
from ludex.games.russian_bank.candidates import (
    CALL_STOP,
    DEALT,
    DISCARD,
    MOVES,
    PASS,
    TURN_HAND,
    fitting,
    runs,
)
from ludex.games.russian_bank.duties import open_duty
from ludex.games.russian_bank.events import Move, MoveGroup
from ludex.games.russian_bank.places import HOUSES, LOADABLE, MOST_HOUSES, Kind, Place
from ludex.games.russian_bank.state import Faces, Fault, Phase, State
from ludex.games.russian_bank.turns import can_turn
from ludex.kernel import Event, Refinement
from ludex.parts.remembered import remembered


@remembered(most=16)  # both players are asked for what they can do, of the same view
def moves(s: State) -> Sequence[Event[State]]:
    """Every legal move, in the order in which the rulebook tries them."""
    if s.phase is Phase.DEAL:
        return DEALT
    if s.phase is Phase.OVER:
        return ()
    duty = open_duty(s) if s.rules.blocks else None
    found = [*plays(s, duty), *ends_and_turns(s)]
    if s.court.watched is not None and CALL_STOP.permitted(s):
        found.append(CALL_STOP)
    if s.rules.runs_move == "as_a_unit":
        groups = (MoveGroup(*run) for run in runs(s))
        found += (group for group in groups if group.permitted(s))
    return found


def plays(s: State, duty: Fault | None) -> list[Event[State]]:
    """Cards that fit; where rules block, only compulsory ones while there are any."""
    if duty is not None and duty.skipped[0].target.kind is Kind.FOUNDATION:
        return [MOVES[a][b] for a, b in duty.skipped]
    found: list[Move] = fitting(s)
    if duty is not None:
        found = [move for move in found if (move.source, move.target) in duty.skipped]
    elif s.rules.blocks and s.rules.loading == "last_resort":
        loads = (move for move in found if move.target.kind in LOADABLE)
        too_soon = {move for move in loads if move.fault(s) is not None}
        found = [move for move in found if move not in too_soon]
    back = ways_back(s)
    if not back:
        return [*found]
    return [move for move in found if move.target not in back.get(move.source, ())]


def ways_back(s: State) -> dict[Place, list[Place]]:
    """From which house to which a card would bring a position of this turn back."""
    found: dict[Place, list[Place]] = {}
    if s.turn.seen and s.rules.no_repeat_in_turn:
        now = heights(s.houses)
        for houses in s.turn.seen:
            step = ONE_CARD.get(now - heights(houses))
            if step is not None:
                a, b = step
                if look_alike(carried(s.houses, a, b, 1), houses):
                    found.setdefault(a, []).append(b)
    return found


ONE_CARD: Final = {
    (1 << 8 * i) - (1 << 8 * j): (HOUSES[i], HOUSES[j])
    for i in range(MOST_HOUSES)
    for j in range(MOST_HOUSES)
    if i != j
}
"""From which house to which one card went, by what it changed in `heights`."""


@remembered(most=256)
def heights(houses: tuple[Faces, ...]) -> int:
    """How many cards lie in each house, as the bytes of a number."""
    return int.from_bytes(map(len, houses), "little")


def ends_and_turns(s: State) -> tuple[Event[State], ...]:
    """Turning, discarding, passing: at most one of them at a time."""
    if s.turned is None and not can_turn(s):
        return (PASS,) if PASS.permitted(s) else ()
    action = TURN_HAND if s.turned is None else DISCARD
    return () if s.rules.blocks and action.fault(s) is not None else (action,)


REFINEMENT: Final = Refinement(moves=moves)
