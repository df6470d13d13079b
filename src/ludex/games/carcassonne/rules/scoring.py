"""Scoring: the points of cities, roads, cloisters and fields, their winners, and the reasons (1.4).

Every point comes from an `Award`: the points of one feature, who gets them, and the sentence that tells it:
`city of 5 tiles, complete: 10 points to players 1 and 2, two knights each`.

E-CA-1: each cloister is scored by itself. The original took two cloisters at the end for
one when the tiles around them were the same, and paid their monks once.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from ludex.kernel import Seat, Sentence, listed, say, seat_number

from .features import NOWHERE, Counts, Feature, counted, leaders
from .options import Farmers, Rules, SmallCities
from .places import Place, surroundings
from .state import State, is_over
from .terrain import Terrain
from .tiles import Ground, Role


@dataclass(frozen=True, slots=True)
class Award:
    """The points of one feature, who gets them and who stood in it."""

    role: Role
    """The role that scores the feature: knights score a city, thieves a road."""

    meeples: tuple[Place, ...]
    """The places of the meeples that score it; they go home with the points."""

    counts: Counts
    """The number of meeples that each player has in it."""

    tiles: int
    is_complete: bool
    points: int
    cities: int = 0
    """Complete cities that a field touches."""

    pennants: int = 0
    is_supplied: bool = False
    """Is it a city that is scored for the farmers around it (the first edition)?"""

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The players with the most meeples in the feature: each gets all the points."""
        return leaders(self.counts)

    @property
    def text(self) -> Sentence:
        """The award in a sentence, players by their numbers."""
        return self.sentence({seat: str(seat_number(seat)) for seat, _ in self.counts})

    def sentence(
        self, names: Mapping[Seat, str], unpaid: Collection[Seat] = frozenset()
    ) -> Sentence:
        """Tell the award in a sentence, players by the names given.

        The `unpaid` count for the majority but have no score to add points to.
        """
        paid = [names[seat] for seat in self.winners if seat not in unpaid]
        lost = [names[seat] for seat in self.winners if seat in unpaid]
        worth = {"feature": self.feature, "points": _counted("points", self.points)}
        if not paid:
            words = (
                "{feature}: {points} to nobody: {players:* has|you have} no score"
                if len(lost) == 1
                else "{feature}: {points} to nobody: {players} have no score"
            )
            return say("unscored", words, players=_players(lost), **worth)
        award = say(
            "award",
            "{feature}: {points} to {winners:*|you}",
            winners=_players(paid),
            **worth,
        )
        if self.role is Role.MONK:
            return award
        each = "{award}, {meeples} each" if len(paid) > 1 else "{award}, {meeples}"
        most = self._meeples(max(n for _, n in self.counts))
        award = say("majority", each, award=award, meeples=most)
        losers = [
            say(
                "minority",
                "{meeples} of {player}",
                meeples=self._meeples(n),
                player=_player(names[seat]),
            )
            for seat, n in self.counts
            if seat not in self.winners
        ]
        if losers:
            against = "{award} (against {losers})"
            award = say("against", against, award=award, losers=listed(losers))
        if lost:
            also = (
                "{award}; {players:* has|you have} as many but no score"
                if len(lost) == 1
                else "{award}; {players} have as many but no score"
            )
            award = say("unscored", also, award=award, players=_players(lost))
        return award

    def _meeples(self, n: int) -> Sentence:
        number = NUMBERS[n] if n < len(NUMBERS) else n
        return say("meeples", MEEPLES[self.role][n != 1], number=number)

    @property
    def feature(self) -> Sentence:
        """Return the scored feature, in words."""
        if self.role is Role.MONK:
            at = self.meeples[0]
            if self.is_complete:
                return say("cloister", "cloister at {place}, complete", place=at)
            words = "cloister at {place}, {tiles} of 9 tiles"
            return say("cloister", words, place=at, tiles=self.tiles)
        tiles = _counted("tiles", self.tiles)
        if self.role is Role.KNIGHT:
            return self._city(tiles)
        if self.role is Role.THIEF:
            whole, part = "road of {tiles}, complete", "road of {tiles}, incomplete"
            return say("road", whole if self.is_complete else part, tiles=tiles)
        if self.is_supplied:
            return say("supplied", "fields around a city of {tiles}", tiles=tiles)
        words = "field of {tiles} with {cities}"
        return say("field", words, tiles=tiles, cities=_counted("cities", self.cities))

    def _city(self, tiles: Sentence) -> Sentence:
        if not self.pennants:
            whole, part = "city of {tiles}, complete", "city of {tiles}, incomplete"
            return say("city", whole if self.is_complete else part, tiles=tiles)
        words = (
            "city of {tiles} with {pennants}, complete"
            if self.is_complete
            else "city of {tiles} with {pennants}, incomplete"
        )
        return say("city", words, tiles=tiles, pennants=_counted("pennants", self.pennants))


NUMBERS = tuple(
    say("number", word)
    for word in (
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight",
    )
)  # fmt: skip

MEEPLES = {
    Role.KNIGHT: ("{number} knight", "{number} knights"),
    Role.FARMER: ("{number} farmer", "{number} farmers"),
    Role.THIEF: ("{number} thief", "{number} thieves"),
}
"""One of them, and several."""


COUNTED = {
    "points": ("{n} point", "{n} points"),
    "tiles": ("{n} tile", "{n} tiles"),
    "pennants": ("{n} pennant", "{n} pennants"),
    "cities": ("{n} complete city", "{n} complete cities"),
}
"""One of them, and several."""


def _counted(noun: str, n: int) -> Sentence:
    return say(noun, COUNTED[noun][n != 1], n=n)


def _players(names: list[str]) -> Sentence:
    return listed(_player(name) for name in names)


def _player(name: str) -> Sentence:
    """Said as of a seat, so that whoever sits there can be called otherwise."""
    return say("player", "player {number}", number=name)


PER_COMPLETE_CITY_TILE = 2
PER_CITY_TILE = 1
PER_ROAD_TILE = 1
PER_CLOISTER_TILE = 1
PER_CITY_OF_A_FIELD = 3
PER_CITY_OF_FARMERS = 4
CLOISTER_TILES = 9
SMALL_CITY = 2


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


def cloister_tiles(terrain: Terrain, at: Place) -> int:
    """Return how many tiles lie at a place and around it."""
    return 1 + sum(map(terrain.tiles.__contains__, surroundings(at)))


def _cloister(terrain: Terrain, at: Place) -> Award:
    tiles = cloister_tiles(terrain, at)
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
