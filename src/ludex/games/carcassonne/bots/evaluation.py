"""The evaluation of a player: points made, points to be hoped for, meeples at home.

A rule of thumb, found by letting greedy players play each other. What is open is worth a
part of what it would be when complete: the fewer its open sides and the more tiles are
left, the larger the part.
"""

from ludex.kernel import Seat

from ..rules.features import Feature, leaders
from ..rules.options import Rules
from ..rules.places import Place
from ..rules.scoring import (
    CLOISTER_TILES,
    PER_CITY_OF_A_FIELD,
    PER_CLOISTER_TILE,
    PER_ROAD_TILE,
    city_points,
    cloister_tiles,
)
from ..rules.state import Phase, State
from ..rules.terrain import Terrain
from ..rules.tiles import Ground, Role

ENOUGH_TILES = 12
"""With fewer tiles to come, hopes shrink."""

ENOUGH_TURNS = 8
"""With fewer turns to come, a meeple at home is worth less."""

CLOSING = (1.0, 0.6, 0.35, 0.2, 0.1)
"""The probability that a city is completed, by its open sides."""

SURROUNDING = 0.45
"""The probability that a free place around a cloister is filled."""

GROWING = 0.35
"""The value of an open side of a field at the start, in points."""

AT_HOME = (0.0, 3.0, 5.5, 7.5, 9.0, 10.0, 10.7, 11.2, 11.5)
"""The value of so many meeples at home, in points: the first ones are the dearest."""


def worth(s: State, seat: Seat) -> float:
    """Return the lead of a player over the best of the others, in points."""
    standing = prospects(s)
    mine = standing.pop(seat)
    return mine - max(standing, default=0.0)


def prospects(s: State) -> list[float]:
    """Return what every player can hope for at the end."""
    hopes = [float(score) for score in s.scores]
    if s.phase is Phase.OVER:
        return hopes
    terrain, rules = s.terrain, s.rules
    left = rules.total - len(terrain.tiles) - len(s.away)
    hope = min(1.0, left / ENOUGH_TILES)
    built: set[int] = set()
    fields: dict[int, set[int]] = {}
    home = [rules.meeples] * len(hopes)
    for at, (seat, role) in terrain.meeples.items():
        home[seat] -= 1
        if role is Role.MONK:
            hopes[seat] += _cloister(terrain, at, hope)
        elif role.plain is Role.FARMER:
            fields[terrain.features.root(terrain.stands[at])] = set()
        else:
            built.add(terrain.features.root(terrain.stands[at]))
    for root in built:
        feature = terrain.features.feature(root)
        is_road = feature.ground is Ground.ROAD
        points = PER_ROAD_TILE * feature.tiles if is_road else _city(feature, rules, hope)
        _share(hopes, feature, points)
    if fields:
        _touch(terrain, fields)
        for root, touched in fields.items():
            feature = terrain.features.feature(root)
            cities = sum(_built(terrain.features.feature(city), hope) for city in touched)
            growth = GROWING * feature.open * left / rules.total
            _share(hopes, feature, PER_CITY_OF_A_FIELD * cities + growth)
    turns = left / len(hopes)
    use = min(1.0, turns / ENOUGH_TURNS)
    for i, meeples in enumerate(home):
        hopes[i] += use * AT_HOME[meeples]
    return hopes


def _built(city: Feature, hope: float) -> float:
    """Return how likely it is that a city is complete in the end."""
    return hope * CLOSING[min(city.open, len(CLOSING) - 1)] if city.open else 1.0


def _city(city: Feature, rules: Rules, hope: float) -> float:
    whole = city_points(city, rules, is_complete=True)
    part = city_points(city, rules, is_complete=False)
    return part + (whole - part) * _built(city, hope)


def _cloister(terrain: Terrain, at: Place, hope: float) -> float:
    tiles = cloister_tiles(terrain, at)
    to_come = SURROUNDING * hope * (CLOISTER_TILES - tiles)
    return PER_CLOISTER_TILE * (tiles + to_come)


def _touch(terrain: Terrain, fields: dict[int, set[int]]) -> None:
    """Find the cities, complete or not, that each of the fields touches."""
    features = terrain.features
    for at, turned in terrain.tiles.items():
        for field, city in turned.touching:
            first = terrain.pieces[at]
            touched = fields.get(features.root(first + field))
            if touched is not None:
                touched.add(features.root(first + city))


def _share(hopes: list[float], feature: Feature, points: float) -> None:
    """Give the points of a feature to those with the most meeples in it."""
    for seat in leaders(feature.counts):
        hopes[seat] += points
