"""Scoring: what cities, cloisters and fields are worth, to whom, and why (1.4).

Every point comes from an `Award`, which can say itself in a sentence (see `awards`).

E-CA-1: each cloister is scored by itself. The original took two cloisters at the end for
one when the tiles around them were the same, and paid their monks once.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from ludex.games.carcassonne.awards import Award
from ludex.games.carcassonne.bag import is_over
from ludex.games.carcassonne.places import Place, surroundings
from ludex.games.carcassonne.terrain import Terrain
from ludex.games.carcassonne.tiles import Role
from ludex.games.carcassonne.zones import Zones
from ludex.kernel import Seat

PER_COMPLETE_CITY_TILE: Final = 2
PER_CITY_TILE: Final = 1
PER_CLOISTER_TILE: Final = 1
PER_CITY_OF_A_FIELD: Final = 3
CLOISTER_TILES: Final = 9


def completed(terrain: Terrain) -> tuple[Award, ...]:
    """The awards due at once: complete cities with knights, complete cloisters."""
    return tuple(_completed(terrain)) if terrain.meeples else ()


def _completed(terrain: Terrain) -> Iterator[Award]:
    complete: dict[Place, list[Place]] = {}
    for at, meeple in terrain.meeples.items():
        if meeple.role is Role.KNIGHT:
            root = terrain.cities.root(at)
            if not terrain.cities.zone(root).open:
                complete.setdefault(root, []).append(at)
        elif meeple.role is Role.MONK and _is_surrounded(terrain, at):
            yield _cloister(terrain, at)
    yield from (_city(terrain, root, complete[root]) for root in complete)


def final(terrain: Terrain) -> tuple[Award, ...]:
    """The awards of the end, or what they would be if the game ended now."""
    knights = _by_zone(terrain, terrain.cities, Role.KNIGHT)
    farmers = _by_zone(terrain, terrain.fields, Role.FARMER)
    touched = touched_cities(terrain) if farmers else {}
    return (
        *(_city(terrain, root, meeples) for root, meeples in knights.items()),
        *(
            _cloister(terrain, at)
            for at, meeple in terrain.meeples.items()
            if meeple.role is Role.MONK
        ),
        *(
            _field(terrain, root, meeples, len(touched.get(root, ())))
            for root, meeples in farmers.items()
        ),
    )


def due(terrain: Terrain) -> tuple[Award, ...]:
    """What is scored after a turn: what is complete, or all when no tile is left."""
    return final(terrain) if is_over(terrain) else completed(terrain)


def touched_cities(terrain: Terrain) -> dict[Place, set[Place]]:
    """The complete cities that each field touches, by their roots (E and N tiles)."""
    complete = {root for root, zone in terrain.cities.items() if not zone.open}
    touched: dict[Place, set[Place]] = {}
    for at, turned in terrain.tiles.items():
        if turned.has_city and turned.has_field:
            root = terrain.cities.root(at)
            if root in complete:
                touched.setdefault(terrain.fields.root(at), set()).add(root)
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


def _by_zone(terrain: Terrain, zones: Zones, role: Role) -> dict[Place, list[Place]]:
    found: dict[Place, list[Place]] = {}
    for at, meeple in terrain.meeples.items():
        if meeple.role is role:
            found.setdefault(zones.root(at), []).append(at)
    return found


def _city(terrain: Terrain, root: Place, meeples: list[Place]) -> Award:
    zone = terrain.cities.zone(root)
    per_tile = PER_CITY_TILE if zone.open else PER_COMPLETE_CITY_TILE
    return Award(
        Role.KNIGHT,
        tuple(meeples),
        zone.counts,
        zone.tiles,
        not zone.open,
        per_tile * zone.tiles,
    )


def _is_surrounded(terrain: Terrain, at: Place) -> bool:
    return all(map(terrain.tiles.__contains__, surroundings(at)))


def _cloister(terrain: Terrain, at: Place) -> Award:
    tiles = 1 + sum(map(terrain.tiles.__contains__, surroundings(at)))
    is_complete = tiles == CLOISTER_TILES
    monk = ((terrain.meeples[at].seat, 1),)
    worth = PER_CLOISTER_TILE * tiles
    return Award(Role.MONK, (at,), monk, tiles, is_complete, worth)


def _field(terrain: Terrain, root: Place, meeples: list[Place], cities: int) -> Award:
    zone = terrain.fields.zone(root)
    return Award(
        Role.FARMER,
        tuple(meeples),
        zone.counts,
        zone.tiles,
        not zone.open,
        PER_CITY_OF_A_FIELD * cities,
        cities,
    )
