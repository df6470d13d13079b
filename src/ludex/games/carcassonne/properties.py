"""What always holds in Carcassonne, and what must be able to happen."""

from collections.abc import Callable, Mapping
from typing import Final

from ludex.games.carcassonne.events import PlaceTile
from ludex.games.carcassonne.places import neighbours
from ludex.games.carcassonne.state import Phase, State
from ludex.games.carcassonne.tiles import Ground, Role
from ludex.kernel import Event, Seat


def is_lawful_bag(s: State) -> bool:
    """No type is laid, drawn or put away more often than it exists."""
    copies, types = s.rules.tiles.copies, s.terrain.types
    for tile in s.rules.tiles.kinds:
        if types[tile] > copies[tile]:
            return False
    return (s.drawn is None or s.left(s.drawn) >= 0) and all(
        s.left(tile) >= 0 for tile in s.away
    )


def has_meeples_enough(s: State) -> bool:
    """No player has more meeples on the map than there are."""
    seats = [meeple.seat for meeple in s.terrain.meeples.values()]
    return all(seats.count(seat) <= s.rules.meeples for seat in set(seats))


def is_lawful_map(s: State) -> bool:
    """Sides that touch match, and all tiles hang together.

    The tile laid last matches every neighbour and has one. So had each before it, because
    a turn lays one tile and a draw none; and a position that is read is searched whole.
    """
    tiles = s.terrain.tiles
    if s.phase is Phase.LAY or not tiles:  # as it was before the draw
        return True
    at, turned = next(reversed(tiles.items()))
    touched = False
    for side, beside in enumerate(neighbours(at)):
        neighbour = tiles.get(beside)
        if neighbour is not None:
            touched = True
            if neighbour.sides[side - 2] is not turned.sides[side]:
                return False
    return touched or len(tiles) == 1


def has_its_claimants(s: State) -> bool:
    """Every meeple stands on a part for its role; every feature counts its own, no others."""
    if s.phase is Phase.LAY:  # as it was before the draw
        return True
    terrain, features = s.terrain, s.terrain.features
    tiles, stands, pieces = terrain.tiles, terrain.stands, terrain.pieces
    standing: dict[int, list[Seat]] = {}
    for at, (seat, role) in terrain.meeples.items():
        turned = tiles[at]
        if role is Role.MONK:
            if not turned.has_cloister:
                return False
            continue
        part = turned.part_of.get(role)
        if part is None or stands[at] != pieces[at] + part:
            return False
        standing.setdefault(features.root(stands[at]), []).append(seat)
    claimed = 0
    for root, feature in features.items():
        seats = feature.seats
        if seats:
            claimed += 1
            there = standing.get(root, ())
            if [*seats] != there and sorted(seats) != sorted(there):
                return False
    return claimed == len(standing)


def has_none_to_score(s: State) -> bool:
    """Whoever stands in a city or on a road has it incomplete."""
    features = s.terrain.features
    for piece in s.terrain.stands.values():
        feature = features.feature(piece)
        if not feature.open and feature.ground is not Ground.FIELD:
            return False
    return True


def lays_one(s: State, event: Event[State], t: State) -> bool:
    """A turn lays one tile, a draw none."""
    return len(t.terrain.tiles) - len(s.terrain.tiles) == isinstance(event, PlaceTile)


def loses_no_meeple(s: State, event: Event[State], t: State) -> bool:
    """Who stood on the map still does, or is at home; one more stands there at most."""
    before, after = s.terrain.meeples, t.terrain.meeples
    if after is before:
        return True
    if t.phase is Phase.OVER:
        return not after
    return all(
        before.get(at) is meeple
        or (at not in before and isinstance(event, PlaceTile) and event.at == at)
        for at, meeple in after.items()
    )


ALWAYS: Final[Mapping[str, Callable[[State], bool]]] = {
    "no type is laid or drawn more often than it exists": is_lawful_bag,
    "nobody has more meeples than there are": has_meeples_enough,
    "sides that touch match, and all tiles hang together": is_lawful_map,
    "every meeple counts in the feature of its part, and nobody else does": (
        has_its_claimants
    ),
    "a tile that is drawn fits somewhere": lambda s: (
        s.drawn is None or not s.terrain.tiles or s.terrain.has_room(s.drawn)
    ),
    "no meeple stays in a complete city or on a complete road": has_none_to_score,
    "no meeple stays when the game is over": lambda s: (
        s.phase is not Phase.OVER or not s.terrain.meeples
    ),
}

STEPS: Final[Mapping[str, Callable[[State, Event[State], State], bool]]] = {
    "a turn lays one tile, a draw none": lays_one,
    "no meeple is lost, and none appears but on the tile just laid": loses_no_meeple,
    "points are never lost": lambda s, _, t: (
        s.scores is t.scores
        or all(a <= b for a, b in zip(s.scores, t.scores, strict=True))
    ),
}


def is_shared(s: State, ground: Ground) -> bool:
    """Do meeples of two players stand in a feature of that ground?"""
    return any(
        len(set(feature.seats)) > 1 for _, feature in s.terrain.of_ground(ground)
    )


SOMETIMES: Final[Mapping[str, Callable[[State], bool]]] = {
    "a game ends with all its tiles laid": lambda s: (
        s.phase is Phase.OVER and len(s.terrain.tiles) == s.rules.total
    ),
    "a city is shared by knights of two players": lambda s: is_shared(s, Ground.CITY),
    "a field is shared by farmers of two players": lambda s: is_shared(s, Ground.FIELD),
    "where there are roads, thieves of two players share one": lambda s: (
        not s.rules.is_base or is_shared(s, Ground.ROAD)
    ),
    "a monk is in a cloister": lambda s: any(
        meeple.role is Role.MONK for meeple in s.terrain.meeples.values()
    ),
    "somebody has no meeple left": lambda s: any(
        s.meeples(Seat(i)) == 0 for i in range(s.rules.players)
    ),
}
