"""Scoring: what cities, roads, cloisters and fields are worth, to whom, and why (1.4).

Every point comes from an `Award`, which can say itself in a sentence (see `awards`).

E-CA-1: each cloister is scored by itself. The original took two cloisters at the end for
one when the tiles around them were the same, and paid their monks once.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from ludex.kernel import Seat

from .awards import Award
from .features import NOWHERE, Feature, counted
from .options import Farmers, Rules, SmallCities
from .places import Place, surroundings
from .state import State, is_over
from .terrain import Terrain
from .tiles import Ground, Role

PER_COMPLETE_CITY_TILE: Final = 2
PER_CITY_TILE: Final = 1
PER_ROAD_TILE: Final = 1
PER_CLOISTER_TILE: Final = 1
PER_CITY_OF_A_FIELD: Final = 3
PER_CITY_OF_FARMERS: Final = 4
CLOISTER_TILES: Final = 9
SMALL_CITY: Final = 2


def completed(s: State) -> tuple[Award, ...]:
    """Return the awards due at once: complete cities, roads and cloisters with meeples."""
    terrain = s.terrain
    cloisters = [
        _cloister(terrain, at)
        for at, (_, role) in terrain.meeples.items()
        if role is Role.MONK and all(map(terrain.tiles.__contains__, surroundings(at)))
    ]
    built = {
        root: feature
        for root, feature in terrain.features.items()
        if feature.seats and not feature.open and feature.ground is not Ground.FIELD
    }
    if not built:
        return tuple(cloisters)
    standing = _standing(terrain)
    buildings = [_built(built[at], standing[at], s.rules) for at in standing if at in built]
    return (*cloisters, *buildings)


def final(s: State) -> tuple[Award, ...]:
    """Return the awards of the end, or what they would be if the game ended now."""
    terrain, features, standing = s.terrain, s.terrain.features, _standing(s.terrain)
    farmers = {
        root: places
        for root, places in standing.items()
        if features.feature(root).ground is Ground.FIELD
    }
    by = _by_city if s.rules.farmers is Farmers.BY_CITY else _by_field
    return (
        *(
            _built(features.feature(root), places, s.rules)
            for ground in (Ground.CITY, Ground.ROAD)
            for root, places in standing.items()
            if features.feature(root).ground is ground
        ),
        *(
            _cloister(terrain, at)
            for at, meeple in terrain.meeples.items()
            if meeple.role is Role.MONK
        ),
        *(by(terrain, farmers) if farmers else ()),
    )


def due(s: State) -> tuple[Award, ...]:
    """Return what is scored after a turn: what is complete, or all when no tile is left."""
    return final(s) if is_over(s) else completed(s)


def touched_cities(terrain: Terrain) -> dict[int, set[int]]:
    """Return the complete cities that each field touches, by their roots."""
    complete = {root for root, city in terrain.of_ground(Ground.CITY) if not city.open}
    touched: dict[int, set[int]] = {}
    for at, turned in terrain.tiles.items():
        if turned.touching:
            first = terrain.pieces[at]
            for field, city in turned.touching:
                root = terrain.features.root(first + city)
                if root in complete:
                    fields = terrain.features.root(first + field)
                    touched.setdefault(fields, set()).add(root)
    return touched


def points(awards: Iterable[Award]) -> dict[Seat, int]:
    """Return what each player gets from `awards` together."""
    totals: dict[Seat, int] = {}
    for award in awards:
        for seat in award.winners:
            totals[seat] = totals.get(seat, 0) + award.points
    return totals


def scores_with(s: State, awards: Iterable[Award]) -> tuple[int, ...]:
    """Return the scores by seat with the points of `awards`."""
    gains = points(awards)
    return tuple(score + gains.get(Seat(i), 0) for i, score in enumerate(s.scores))


def city_points(city: Feature, rules: Rules, *, is_complete: bool) -> int:
    """Return what a city is worth; the document's tiles have no pennants to count."""
    pennants = city.pennants if rules.is_base else 0
    is_small = city.tiles == SMALL_CITY and rules.small_cities is SmallCities.TWO
    full = is_complete and not is_small
    per_tile = PER_COMPLETE_CITY_TILE if full else PER_CITY_TILE
    return per_tile * (city.tiles + pennants)


def _standing(terrain: Terrain) -> dict[int, list[Place]]:
    """Return where knights, thieves and farmers stand, by the roots of their features."""
    found: dict[int, list[Place]] = {}
    for at, piece in terrain.stands.items():
        if piece != NOWHERE:
            found.setdefault(terrain.features.root(piece), []).append(at)
    return found


def _built(feature: Feature, meeples: list[Place], rules: Rules) -> Award:
    """Return the award of a city or a road."""
    is_complete = not feature.open
    if feature.ground is Ground.ROAD:
        role, worth, pennants = Role.THIEF, PER_ROAD_TILE * feature.tiles, 0
    else:
        role, worth = Role.KNIGHT, city_points(feature, rules, is_complete=is_complete)
        pennants = feature.pennants if rules.is_base else 0
    return Award(
        role,
        tuple(meeples),
        feature.counts,
        feature.tiles,
        is_complete,
        worth,
        pennants=pennants,
    )


def _cloister(terrain: Terrain, at: Place) -> Award:
    tiles = 1 + sum(map(terrain.tiles.__contains__, surroundings(at)))
    monk = ((terrain.meeples[at].seat, 1),)
    worth = PER_CLOISTER_TILE * tiles
    return Award(Role.MONK, (at,), monk, tiles, tiles == CLOISTER_TILES, worth)


def _by_field(terrain: Terrain, farmers: dict[int, list[Place]]) -> Iterator[Award]:
    """Yield the award of each field with farmers, for the complete cities that it touches."""
    touched = touched_cities(terrain)
    for root, meeples in farmers.items():
        feature, cities = terrain.features.feature(root), len(touched.get(root, ()))
        yield Award(
            Role.FARMER,
            tuple(meeples),
            feature.counts,
            feature.tiles,
            not feature.open,
            PER_CITY_OF_A_FIELD * cities,
            cities,
        )


def _by_city(terrain: Terrain, farmers: dict[int, list[Place]]) -> Iterator[Award]:
    """Yield the award of each complete city, for the farmers on all the fields that touch it."""
    supplying: dict[int, list[int]] = {}
    for field, cities in touched_cities(terrain).items():
        if field in farmers:
            for city in cities:
                supplying.setdefault(city, []).append(field)
    for city, fields in sorted(supplying.items()):
        meeples = [at for field in fields for at in farmers[field]]
        yield Award(
            Role.FARMER,
            tuple(meeples),
            counted(terrain.meeples[at].seat for at in meeples),
            terrain.features.feature(city).tiles,
            is_complete=True,
            points=PER_CITY_OF_FARMERS,
            cities=1,
            is_supplied=True,
        )
