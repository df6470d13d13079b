"""Scoring: what cities, cloisters and fields are worth, to whom, and why (1.4).

Every point comes from an `Award`, and an award can say itself in a sentence:
`city of 5 tiles, complete: 10 points to players 1 and 2, two knights each`.

E-CA-1: each cloister is scored by itself. The original took two cloisters at the end for
one when the tiles around them were the same, and paid their monks once.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from ludex.games.carcassonne.bag import is_over
from ludex.games.carcassonne.places import Place, surroundings
from ludex.games.carcassonne.terrain import Terrain
from ludex.games.carcassonne.tiles import Role
from ludex.games.carcassonne.zones import Counts, Zones
from ludex.kernel import Seat, seat_number

PER_COMPLETE_CITY_TILE: Final = 2
PER_CITY_TILE: Final = 1
PER_CLOISTER_TILE: Final = 1
PER_CITY_OF_A_FIELD: Final = 3
CLOISTER_TILES: Final = 9


@dataclass(frozen=True, slots=True)
class Award:
    """The points of one zone, who gets them and who stood in it."""

    role: Role
    """Whose zone it is: a city is scored by knights, a cloister by a monk."""

    meeples: tuple[Place, ...]
    """Where the meeples stand that score it; they go home with the points."""

    counts: Counts
    """How many meeples each player has in it."""

    tiles: int
    is_complete: bool
    points: int
    cities: int = 0
    """Complete cities that a field touches."""

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The players with the most meeples in the zone: each gets all the points."""
        if len(self.counts) == 1:
            return (self.counts[0][0],)
        most = max(n for _, n in self.counts)
        return tuple(seat for seat, n in self.counts if n == most)

    @property
    def text(self) -> str:
        """The award in a sentence, players by their numbers."""
        return self.told({seat: str(seat_number(seat)) for seat, _ in self.counts})

    def told(
        self, names: Mapping[Seat, str], unpaid: Collection[Seat] = frozenset()
    ) -> str:
        """The award in a sentence, players by the names given.

        The `unpaid` count for the majority but have no score to add points to.
        """
        winners = {*self.winners}
        paid = [names[seat] for seat in self.winners if seat not in unpaid]
        lost = [names[seat] for seat in self.winners if seat in unpaid]
        worth = f"{self.zone}: {_counted(self.points, 'point')} to "
        if not paid:
            return f"{worth}nobody: {_players(lost)} {_have(lost)} no score"
        if self.role is Role.MONK:
            return f"{worth}{_players(paid)}"
        stand = _meeples(max(n for _, n in self.counts), self.role)
        each = " each" if len(paid) > 1 else ""
        losers = [
            f"{_meeples(n, self.role)} of player {names[seat]}"
            for seat, n in self.counts
            if seat not in winners
        ]
        against = f" (against {_listed(losers)})" if losers else ""
        told = f"{worth}{_players(paid)}, {stand}{each}{against}"
        if lost:
            told += f"; {_players(lost)} {_have(lost)} as many but no score"
        return told

    @property
    def zone(self) -> str:
        """What is scored, in words."""
        if self.role is Role.MONK:
            whole = "complete" if self.is_complete else f"{self.tiles} of 9 tiles"
            return f"cloister at {self.meeples[0]}, {whole}"
        if self.role is Role.KNIGHT:
            whole = "complete" if self.is_complete else "incomplete"
            return f"city of {_counted(self.tiles, 'tile')}, {whole}"
        cities = _counted(self.cities, "complete city", "complete cities")
        return f"field of {_counted(self.tiles, 'tile')} with {cities}"


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


_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


_WORDS: Final = {role: role.word for role in Role}


def _meeples(n: int, role: Role) -> str:
    number = _NUMBERS[n] if n < len(_NUMBERS) else str(n)
    return f"{number} {_WORDS[role]}{'' if n == 1 else 's'}"


def _counted(n: int, one: str, many: str | None = None) -> str:
    return f"{n} {one if n == 1 else many or one + 's'}"


def _players(names: list[str]) -> str:
    return f"player{'' if len(names) == 1 else 's'} {_listed(names)}"


def _have(names: list[str]) -> str:
    return "has" if len(names) == 1 else "have"


def _listed(words: list[str]) -> str:
    if len(words) == 1:
        return words[0]
    return f"{', '.join(words[:-1])} and {words[-1]}"
