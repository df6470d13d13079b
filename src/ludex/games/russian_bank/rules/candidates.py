"""What may be tried in Russian Bank: the guards say what is legal."""

from collections.abc import Iterator
from typing import Final

from ludex.kernel import Event, Seat
from ludex.parts.remembered import remembered

from .building import rooms, takes
from .compulsory import open_duty
from .dealing import DEALS, Deal
from .events import (
    AgreeStalemate,
    CallStop,
    Discard,
    Move,
    MoveGroup,
    MoveRun,
    NextGame,
    Pass,
    Resign,
    TurnHand,
)
from .places import PLACES, Kind
from .state import Phase, State, top

MOVES: Final = {a: {b: Move(a, b) for b in PLACES} for a in PLACES}
TURN_HAND, DISCARD, PASS, CALL_STOP = TurnHand(), Discard(), Pass(), CallStop()
ACTIONS: Final = (TURN_HAND, DISCARD, PASS, CALL_STOP)
SEATS: Final = (Seat(0), Seat(1))
BY_PLAYERS: Final = (*map(Resign, SEATS), *map(AgreeStalemate, SEATS))
DEALT: Final = (Deal(0), Deal(DEALS - 1))
NEXT_GAME: Final = NextGame()


def candidates(s: State) -> Iterator[Event[State]]:
    """Yield where each available card fits, and every way to go on; the guards decide."""
    if s.phase is Phase.DEAL:
        yield from DEALT
    elif s.phase is Phase.PLAY:
        yield from fitting(s)
        yield from ACTIONS
        if s.rules.runs_move == "as_a_unit":
            yield from (MoveGroup(*run) for run in runs(s))


def fitting(s: State) -> list[Move]:
    """Return the moves that building allows, card by card."""
    return [MOVES[a][b] for a, targets in rooms(s) for b in targets]


@remembered(most=16)  # both players are asked for what they can do, of the same view
def asides(s: State) -> list[Event[State]]:
    """Return what may be legal and is no move: runs of moves, giving up, offers, the next game."""
    if s.phase is Phase.OVER:
        return [NEXT_GAME]
    found: list[Event[State]] = []
    if s.phase is Phase.PLAY:
        if s.rules.runs_move == "in_one_gesture" and may_run(s):
            spaces = s.houses.count(())
            found += (
                MoveRun(i, j, n) for i, j, n in runs(s) if n <= 1 << spaces - (not s.houses[j - 1])
            )
        found += BY_PLAYERS
    return found


def may_run(s: State) -> bool:
    """Could cards go one by one over an empty house? Not while others must be played."""
    if all(s.houses):
        return False
    duty = open_duty(s) if s.rules.blocks else None
    return duty is None or any(a.kind is b.kind is Kind.HOUSE for a, b in duty.skipped)


def runs(s: State) -> Iterator[tuple[int, int, int]]:
    """Source, target and count of every run that fits another house."""
    allowed = takes(s.rules)[Kind.HOUSE]
    houses = [(j, allowed[top(pile)]) for j, pile in enumerate(s.houses, start=1)]
    for i, pile in enumerate(s.houses, start=1):
        covered = pile[:-1]
        for j, taken in houses:
            if i != j and not taken.isdisjoint(covered):
                counts = range(2, len(pile) + 1)
                yield from ((i, j, n) for n in counts if pile[-n] in taken)
