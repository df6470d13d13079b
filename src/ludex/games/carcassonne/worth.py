"""How well a player stands: points made, points to be hoped for, meeples at home.

A rule of thumb, found by letting greedy players play each other. What is open is worth a
part of what it would be when complete: the fewer its open sides and the more tiles are
left, the larger the part.
"""

from collections.abc import Iterable
from typing import Final

from ludex.games.carcassonne.places import Place, surroundings
from ludex.games.carcassonne.scoring import (
    CLOISTER_TILES,
    PER_CITY_OF_A_FIELD,
    PER_CITY_TILE,
    PER_CLOISTER_TILE,
    PER_COMPLETE_CITY_TILE,
)
from ludex.games.carcassonne.state import Phase, State
from ludex.games.carcassonne.terrain import Terrain
from ludex.games.carcassonne.tiles import COPIES, Role
from ludex.games.carcassonne.zones import Zone
from ludex.kernel import Seat

TILES_IN_ALL: Final = sum(COPIES.values())
ENOUGH_TILES: Final = 12
"""With fewer tiles to come, hopes shrink."""

ENOUGH_TURNS: Final = 8
"""With fewer turns to come, a meeple at home is worth less."""

CLOSING: Final = (1.0, 0.6, 0.35, 0.2, 0.1)
"""How likely a city is to be completed, by its open sides."""

SURROUNDING: Final = 0.45
"""How likely a free place around a cloister is to be filled."""

GROWING: Final = 0.35
"""What an open side of a field is worth at the start, in points."""

AT_HOME: Final = (0.0, 3.0, 5.5, 7.5, 9.0, 10.0, 10.7, 11.2, 11.5)
"""What so many meeples at home are worth, in points: the first ones are the dearest."""


def worth(s: State, seat: Seat) -> float:
    """The lead of a player over the best of the others, in points."""
    standing = prospects(s)
    mine = standing.pop(seat)
    return mine - max(standing, default=0.0)


def prospects(s: State) -> list[float]:
    """What every player can hope for at the end."""
    hopes = [float(score) for score in s.scores]
    if s.phase is Phase.OVER:
        return hopes
    terrain = s.terrain
    left = TILES_IN_ALL - len(terrain.tiles)
    hope = min(1.0, left / ENOUGH_TILES)
    cities: set[Place] = set()
    fields: dict[Place, set[Place]] = {}
    home = [s.rules.meeples] * len(hopes)
    for at, (seat, role) in terrain.meeples.items():
        home[seat] -= 1
        if role is Role.KNIGHT:
            cities.add(terrain.cities.root(at))
        elif role is Role.FARMER:
            fields[terrain.fields.root(at)] = set()
        else:
            hopes[seat] += _cloister(terrain, at, hope)
    for root in cities:
        zone = terrain.cities.zone(root)
        _share(hopes, zone, _city(zone, hope))
    if fields:
        _touch(terrain, fields)
        for root, touched in fields.items():
            zone = terrain.fields.zone(root)
            built = sum(_built(terrain.cities.zone(city), hope) for city in touched)
            growth = GROWING * zone.open * left / TILES_IN_ALL
            _share(hopes, zone, PER_CITY_OF_A_FIELD * built + growth)
    turns = left / len(hopes)
    use = min(1.0, turns / ENOUGH_TURNS)
    for i, meeples in enumerate(home):
        hopes[i] += use * AT_HOME[meeples]
    return hopes


def _built(city: Zone, hope: float) -> float:
    """How likely it is that a city is complete in the end."""
    return hope * CLOSING[min(city.open, len(CLOSING) - 1)] if city.open else 1.0


def _city(city: Zone, hope: float) -> float:
    more = PER_COMPLETE_CITY_TILE - PER_CITY_TILE
    return city.tiles * (PER_CITY_TILE + more * _built(city, hope))


def _cloister(terrain: Terrain, at: Place, hope: float) -> float:
    tiles = 1 + sum(map(terrain.tiles.__contains__, surroundings(at)))
    to_come = SURROUNDING * hope * (CLOISTER_TILES - tiles)
    return PER_CLOISTER_TILE * (tiles + to_come)


def _touch(terrain: Terrain, fields: dict[Place, set[Place]]) -> None:
    """Find the cities, complete or not, that each of the fields touches."""
    for at, turned in terrain.tiles.items():
        if turned.has_city and turned.has_field:
            touched = fields.get(terrain.fields.root(at))
            if touched is not None:
                touched.add(terrain.cities.root(at))


def _share(hopes: list[float], zone: Zone, points: float) -> None:
    """Give the points of a zone to those with the most meeples in it."""
    for seat in _first(zone):
        hopes[seat] += points


def _first(zone: Zone) -> Iterable[Seat]:
    if len(zone.seats) == 1:
        return zone.seats
    most = max(n for _, n in zone.counts)
    return [seat for seat, n in zone.counts if n == most]
