"""What learners see of Carcassonne: planes over the middle of the map, and what is at hand.

A plane is a square of the map, REACH places to each side of the origin; the numbers of actions
reach as far. What lies farther out is not seen; in a thousand random games no tile did.
"""

from array import array
from collections.abc import Sequence
from typing import Final

from ludex.games.carcassonne.rules.places import Place
from ludex.games.carcassonne.rules.state import Phase, State
from ludex.games.carcassonne.rules.tiles import FACINGS, Role, Tile
from ludex.kernel import Seat
from ludex.registry.encoding import Observing

REACH: Final = 12
WIDTH: Final = 2 * REACH + 1
KINDS: Final = tuple(Tile)
ROLES: Final = tuple(role for role in Role if role is not Role.NONE)
PHASES: Final = tuple(Phase)
MANY: Final = 1000.0
"""More points, tiles and meeples than there are."""


def observing(start: State) -> Observing[State]:
    """What is written of a game with so many players."""
    players = start.rules.players
    layers = (
        *(f"a tile {kind}" for kind in KINDS),
        *(f"a tile that faces {facing.name.lower()}" for facing in FACINGS),
        *(f"a meeple of player {seat + 1}" for seat in range(players)),
        *(f"a {role.name.lower().replace('_', ' ')}" for role in ROLES),
        "a free place beside a tile",
    )
    names = [
        f"{layer} at ({x}, {y})"
        for layer in layers
        for y in range(REACH, -REACH - 1, -1)
        for x in range(-REACH, REACH + 1)
    ]
    parts = {
        "scores": [f"points of player {seat + 1}" for seat in range(players)],
        "meeples": [f"meeples left to player {seat + 1}" for seat in range(players)],
        "drawn": [f"the drawn tile is {kind}" for kind in KINDS],
        "left": [f"tiles {kind} left in the bag" for kind in KINDS],
        "phase": [f"phase is {phase.value}" for phase in PHASES],
    }
    shapes: dict[str, tuple[int, ...]] = {"map": (len(layers), WIDTH, WIDTH)}
    shapes |= {name: (len(entries),) for name, entries in parts.items()}
    names += [name for entries in parts.values() for name in entries]

    def write(shown: State, _: Seat) -> Sequence[float]:
        return _map(shown, len(layers), players) + _at_hand(shown, players)

    counted = (0.0, MANY)
    return Observing(
        shapes=shapes,
        names=tuple(names),
        write=write,
        bounds={
            "scores": counted, "meeples": counted, "left": (-MANY, MANY),
        },
    )  # fmt: skip


def _map(s: State, layers: int, players: int) -> "array[float]":
    row = array("f", bytes(4 * layers * WIDTH * WIDTH))
    plane = WIDTH * WIDTH
    facing, seats = len(KINDS), len(KINDS) + len(FACINGS)
    terrain = s.terrain
    for at, turned in terrain.tiles.items():
        square = _square(at)
        if square is not None:
            row[KINDS.index(turned.tile) * plane + square] = 1.0
            row[(facing + FACINGS.index(turned.facing)) * plane + square] = 1.0
    for at, meeple in terrain.meeples.items():
        square = _square(at)
        if square is not None:
            row[(seats + meeple.seat) * plane + square] = 1.0
            role = seats + players + ROLES.index(meeple.role)
            row[role * plane + square] = 1.0
    for at in terrain.openings:
        square = _square(at)
        if square is not None:
            row[(layers - 1) * plane + square] = 1.0
    return row


def _square(at: Place) -> int | None:
    x, y = at
    if abs(x) > REACH or abs(y) > REACH:
        return None
    return (REACH - y) * WIDTH + REACH + x


def _at_hand(s: State, players: int) -> "array[float]":
    numbers = (
        *map(float, s.scores),
        *(float(s.meeples(Seat(seat))) for seat in range(players)),
        *(float(s.drawn is kind) for kind in KINDS),
        *(
            float(s.left(kind)) if kind in s.rules.tiles.copies else 0.0
            for kind in KINDS
        ),
        *(float(s.phase is phase) for phase in PHASES),
    )
    return array("f", numbers)
