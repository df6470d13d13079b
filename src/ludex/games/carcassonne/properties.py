"""What always holds in Carcassonne, and what must be able to happen."""

from collections.abc import Callable, Mapping
from typing import Final

from ludex.games.carcassonne.events import PlaceTile
from ludex.games.carcassonne.state import Phase, State
from ludex.games.carcassonne.tiles import COPIES, Role
from ludex.kernel import Event, Seat


def is_lawful_bag(s: State) -> bool:
    """No type is laid or drawn more often than it exists."""
    left = [COPIES[tile] - laid for tile, laid in s.terrain.types.items()]
    return min(left) >= 0 and (s.drawn is None or s.left(s.drawn) >= 0)


def has_meeples_enough(s: State) -> bool:
    """No player has more meeples on the map than there are."""
    seats = [meeple.seat for meeple in s.terrain.meeples.values()]
    return all(seats.count(seat) <= s.rules.meeples for seat in set(seats))


def lays_one(s: State, event: Event[State], t: State) -> bool:
    """A turn lays one tile, a draw none."""
    return len(t.terrain.tiles) - len(s.terrain.tiles) == isinstance(event, PlaceTile)


ALWAYS: Final[Mapping[str, Callable[[State], bool]]] = {
    "no type is laid or drawn more often than it exists": is_lawful_bag,
    "nobody has more meeples than there are": has_meeples_enough,
    "a tile that is drawn fits somewhere": lambda s: (
        s.drawn is None or not s.terrain.tiles or s.terrain.has_room(s.drawn)
    ),
    "no knight stays in a complete city": lambda s: (
        not [zone for zone in s.terrain.cities.values() if zone.seats and not zone.open]
    ),
    "no meeple stays when the game is over": lambda s: (
        s.phase is not Phase.OVER or not s.terrain.meeples
    ),
}

STEPS: Final[Mapping[str, Callable[[State, Event[State], State], bool]]] = {
    "a turn lays one tile, a draw none": lays_one,
    "points are never lost": lambda s, _, t: (
        s.scores is t.scores
        or all(a <= b for a, b in zip(s.scores, t.scores, strict=True))
    ),
}

SOMETIMES: Final[Mapping[str, Callable[[State], bool]]] = {
    "a game ends with all 36 tiles laid": lambda s: (
        s.phase is Phase.OVER and len(s.terrain.tiles) == 36
    ),
    "a city is shared by knights of two players": lambda s: any(
        len(set(zone.seats)) > 1 for zone in s.terrain.cities.values()
    ),
    "a field is shared by farmers of two players": lambda s: any(
        len(set(zone.seats)) > 1 for zone in s.terrain.fields.values()
    ),
    "a monk is in a cloister": lambda s: any(
        meeple.role is Role.MONK for meeple in s.terrain.meeples.values()
    ),
    "somebody has no meeple left": lambda s: any(
        s.meeples(Seat(i)) == 0 for i in range(s.rules.players)
    ),
}
