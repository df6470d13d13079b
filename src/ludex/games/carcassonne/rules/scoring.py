"""Scoring: what cities, roads, cloisters and fields are worth, to whom, and why (1.4).

Every point comes from an `Award`, which can say itself in a sentence (see `awards`).

E-CA-1: each cloister is scored by itself. The original took two cloisters at the end for
one when the tiles around them were the same, and paid their monks once.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from ludex.games.carcassonne.rules.awards import Award
from ludex.games.carcassonne.rules.bag import Away, is_over
from ludex.games.carcassonne.rules.features import NOWHERE, Feature, counted
from ludex.games.carcassonne.rules.options import DOCUMENT, Farmers, Rules, SmallCities
from ludex.games.carcassonne.rules.places import Place, surroundings
from ludex.games.carcassonne.rules.terrain import Terrain
from ludex.games.carcassonne.rules.tiles import Ground, Role
from ludex.kernel import Seat

PER_COMPLETE_CITY_TILE: Final = 2
PER_CITY_TILE: Final = 1
PER_ROAD_TILE: Final = 1
PER_CLOISTER_TILE: Final = 1
PER_CITY_OF_A_FIELD: Final = 3
PER_CITY_OF_FARMERS: Final = 4
CLOISTER_TILES: Final = 9
SMALL_CITY: Final = 2


def completed(terrain: Terrain, rules: Rules = DOCUMENT) -> tuple[Award, ...]:
    """The awards due at once: complete cities, roads and cloisters with meeples."""
    return tuple(_completed(terrain, rules)) if terrain.meeples else ()


def _completed(terrain: Terrain, rules: Rules) -> Iterator[Award]:
    for at, (_, role) in terrain.meeples.items():
        if role is Role.MONK and _is_surrounded(terrain, at):
            yield _cloister(terrain, at)
    complete = terrain.features.to_score()
    if complete:
        meeples: dict[int, list[Place]] = {}
        for at, piece in terrain.stands.items():
            if piece != NOWHERE:
                meeples.setdefault(terrain.features.root(piece), []).append(at)
        for root, there in meeples.items():
            if root in complete:
                yield _built(complete[root], there, rules)


def final(terrain: Terrain, rules: Rules = DOCUMENT) -> tuple[Award, ...]:
    """The awards of the end, or what they would be if the game ended now."""
    features, standing = terrain.features, _by_role(terrain)
    builders = (*standing[Role.KNIGHT].items(), *standing[Role.THIEF].items())
    farmers = standing[Role.FARMER]
    return (
        *(_built(features.feature(root), at, rules) for root, at in builders),
        *(
            _cloister(terrain, at)
            for at, meeple in terrain.meeples.items()
            if meeple.role is Role.MONK
        ),
        *(
            ()
            if not farmers
            else _by_city(terrain, farmers)
            if rules.farmers is Farmers.BY_CITY
            else _by_field(terrain, farmers)
        ),
    )


def due(
    terrain: Terrain, rules: Rules = DOCUMENT, away: Away = ()
) -> tuple[Award, ...]:
    """What is scored after a turn: what is complete, or all when no tile is left."""
    if is_over(terrain, rules, away):
        return final(terrain, rules)
    return completed(terrain, rules)


def touched_cities(terrain: Terrain) -> dict[int, set[int]]:
    """The complete cities that each field touches, by their roots."""
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
    """What each player gets from `awards` together."""
    totals: dict[Seat, int] = {}
    for award in awards:
        for seat in award.winners:
            totals[seat] = totals.get(seat, 0) + award.points
    return totals


def added(scores: tuple[int, ...], awards: Iterable[Award]) -> tuple[int, ...]:
    """The scores by seat with the points of `awards`."""
    gains = points(awards)
    return tuple(score + gains.get(Seat(i), 0) for i, score in enumerate(scores))


def city_points(city: Feature, rules: Rules, *, is_complete: bool) -> int:
    """What a city is worth; the document's tiles have no pennants to count."""
    pennants = city.pennants if rules.is_base else 0
    is_small = city.tiles == SMALL_CITY and rules.small_cities is SmallCities.TWO
    full = is_complete and not is_small
    per_tile = PER_COMPLETE_CITY_TILE if full else PER_CITY_TILE
    return per_tile * (city.tiles + pennants)


def _by_role(terrain: Terrain) -> dict[Role, dict[int, list[Place]]]:
    """Where knights, thieves and farmers stand, by the roots of their features."""
    found: dict[Role, dict[int, list[Place]]]
    found = {Role.KNIGHT: {}, Role.THIEF: {}, Role.FARMER: {}}
    root, stands = terrain.features.root, terrain.stands
    for at, meeple in terrain.meeples.items():
        if (role := meeple.role.plain) in found:
            found[role].setdefault(root(stands[at]), []).append(at)
    return found


def _built(feature: Feature, meeples: list[Place], rules: Rules) -> Award:
    """The award of a city or a road."""
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


def _is_surrounded(terrain: Terrain, at: Place) -> bool:
    return all(map(terrain.tiles.__contains__, surroundings(at)))


def _cloister(terrain: Terrain, at: Place) -> Award:
    tiles = 1 + sum(map(terrain.tiles.__contains__, surroundings(at)))
    is_complete = tiles == CLOISTER_TILES
    monk = ((terrain.meeples[at].seat, 1),)
    worth = PER_CLOISTER_TILE * tiles
    return Award(Role.MONK, (at,), monk, tiles, is_complete, worth)


def _by_field(terrain: Terrain, farmers: dict[int, list[Place]]) -> Iterator[Award]:
    """Each field with farmers, for the complete cities that it touches."""
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
    """Each complete city, for the farmers on all the fields that touch it."""
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
