"""What may be tried in Russian Bank: the guards say what is legal."""

from collections.abc import Iterator
from typing import Final

from ludex.games.russian_bank.building import available
from ludex.games.russian_bank.dealing import DEALS, Deal
from ludex.games.russian_bank.duties import to_foundations, to_houses, to_the_opponent
from ludex.games.russian_bank.events import (
    AgreeStalemate,
    CallStop,
    Discard,
    Move,
    NextGame,
    Pass,
    Resign,
    TurnHand,
)
from ludex.games.russian_bank.groups import MoveGroup, MoveRun, runs
from ludex.games.russian_bank.places import PLACES
from ludex.games.russian_bank.state import Phase, State, pile_at
from ludex.kernel import Event, Seat

MOVES: Final = {a: {b: Move(a, b) for b in PLACES} for a in PLACES}
TURN_HAND, DISCARD, PASS, CALL_STOP = TurnHand(), Discard(), Pass(), CallStop()
ACTIONS: Final = (TURN_HAND, DISCARD, PASS, CALL_STOP)
NEXT_GAME: Final = NextGame()
RESIGNATIONS: Final = (Resign(Seat(0)), Resign(Seat(1)))
AGREEMENTS: Final = (AgreeStalemate(Seat(0)), AgreeStalemate(Seat(1)))
DEALT: Final = (Deal(0), Deal(DEALS - 1))


def candidates(s: State) -> Iterator[Event[State]]:
    """Where each available card fits, and every way to go on; the guards decide."""
    if s.phase is Phase.DEAL:
        yield from DEALT
    elif s.phase is Phase.PLAY:
        for source, card in available(s):
            yield from (MOVES[a][b] for a, b in to_foundations(s, source, card))
            houses = to_houses(s, source, card)
            # Occupied houses come first.
            for a, b in sorted(houses, key=lambda play: not pile_at(s, play.target)):
                yield MOVES[a][b]
            yield from (MOVES[a][b] for a, b in to_the_opponent(s, source, card))
        yield from ACTIONS
        if s.rules.runs_move == "as_a_unit":
            yield from (MoveGroup(*run) for run in runs(s))


def asides(s: State) -> Iterator[Event[State]]:
    """What may be legal and is no move: runs of moves, giving up, offers, the next game."""
    if s.phase is Phase.OVER:
        yield NEXT_GAME
    elif s.phase is Phase.PLAY:
        if s.rules.runs_move == "in_one_gesture" and not all(s.houses):
            yield from (MoveRun(*run) for run in runs(s))
        yield from RESIGNATIONS
        yield from AGREEMENTS
