"""The observation of Carcassonne for learners: planes over the middle of the map, and what is at
hand.

A plane is a square of the map, REACH places to each side of the origin; the numbers of actions
reach as far. What lies farther out is not seen; in a thousand random games no tile did.
"""

from array import array
from collections.abc import Iterator, Sequence

from ludex.kernel import Seat
from ludex.registry.encoding import Observing

from ..rules.places import Place
from ..rules.state import Phase, State
from ..rules.tiles import FACINGS, Role, Tile

REACH = 12
WIDTH = 2 * REACH + 1
KINDS = tuple(Tile)
ROLES = tuple(role for role in Role if role is not Role.NONE)
PHASES = tuple(Phase)
MANY = 1000.0
"""More points, tiles and meeples than there are."""


def observing(start: State) -> Observing[State]:
    """Return what is written of a game with so many players."""
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

    def write(state: State, _: Seat) -> Sequence[float]:
        return _map(state, len(layers), players) + _at_hand(state, players)

    counted = (0.0, MANY)
    return Observing(
        shapes=shapes,
        names=tuple(names),
        write=write,
        bounds={
            "scores": counted,
            "meeples": counted,
            "left": (-MANY, MANY),
        },
    )


def _map(s: State, layers: int, players: int) -> "array[float]":
    row = array("f", bytes(4 * layers * WIDTH * WIDTH))
    for layer, (x, y) in _marks(s, layers, players):
        if abs(x) <= REACH and abs(y) <= REACH:
            row[(layer * WIDTH + REACH - y) * WIDTH + REACH + x] = 1.0
    return row


def _marks(s: State, layers: int, players: int) -> Iterator[tuple[int, Place]]:
    """Yield where each layer has something."""
    facings, seats = len(KINDS), len(KINDS) + len(FACINGS)
    for at, turned in s.terrain.tiles.items():
        yield KINDS.index(turned.tile), at
        yield facings + FACINGS.index(turned.facing), at
    for at, (seat, role) in s.terrain.meeples.items():
        yield seats + seat, at
        yield seats + players + ROLES.index(role), at
    for at in s.terrain.openings:
        yield layers - 1, at


def _at_hand(s: State, players: int) -> "array[float]":
    numbers = (
        *map(float, s.scores),
        *(float(s.meeples(Seat(seat))) for seat in range(players)),
        *(float(s.drawn is kind) for kind in KINDS),
        *(float(s.left(kind)) for kind in KINDS),
        *(float(s.phase is phase) for phase in PHASES),
    )
    return array("f", numbers)
