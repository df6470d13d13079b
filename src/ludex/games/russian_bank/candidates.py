"""What may be tried in Russian Bank: the guards say what is legal."""

from collections.abc import Iterator
from typing import Final

from ludex.games.russian_bank.building import rooms, takes
from ludex.games.russian_bank.dealing import DEALS, Deal
from ludex.games.russian_bank.events import (
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
from ludex.games.russian_bank.places import PLACES, Kind
from ludex.games.russian_bank.state import Phase, State, top
from ludex.kernel import Event, Seat
from ludex.parts.remembered import remembered

MOVES: Final = {a: {b: Move(a, b) for b in PLACES} for a in PLACES}
TURN_HAND, DISCARD, PASS, CALL_STOP = TurnHand(), Discard(), Pass(), CallStop()
ACTIONS: Final = (TURN_HAND, DISCARD, PASS, CALL_STOP)
SEATS: Final = (Seat(0), Seat(1))
BY_PLAYERS: Final = (*map(Resign, SEATS), *map(AgreeStalemate, SEATS))
DEALT: Final = (Deal(0), Deal(DEALS - 1))
NEXT_GAME: Final = NextGame()


def candidates(s: State) -> Iterator[Event[State]]:
    """Where each available card fits, and every way to go on; the guards decide."""
    if s.phase is Phase.DEAL:
        yield from DEALT
    elif s.phase is Phase.PLAY:
        yield from fitting(s)
        yield from ACTIONS
        if s.rules.runs_move == "as_a_unit":
            yield from (MoveGroup(*run) for run in runs(s))


@remembered(most=16)
def fitting(s: State) -> list[Move]:
    """The moves that building allows, card by card."""
    return [MOVES[a][b] for a, targets in rooms(s) for b in targets if a != b]


def asides(s: State) -> Iterator[Event[State]]:
    """What may be legal and is no move: runs of moves, giving up, offers, the next game."""
    if s.phase is Phase.OVER:
        yield NEXT_GAME
    elif s.phase is Phase.PLAY:
        if s.rules.runs_move == "in_one_gesture" and not all(s.houses):
            yield from (MoveRun(*run) for run in runs(s))
        yield from BY_PLAYERS


def runs(s: State) -> Iterator[tuple[int, int, int]]:
    """Source, target and count of every run that fits another house."""
    houses = [*enumerate(s.houses, start=1)]
    for i, pile in houses:
        for j, other in houses:
            taken = takes(s.rules)(Kind.HOUSE, top(other))
            counts = range(2, len(pile) + 1) if i != j else ()
            yield from ((i, j, n) for n in counts if pile[-n] in taken)
