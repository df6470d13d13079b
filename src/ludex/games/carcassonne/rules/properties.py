"""Properties that always hold in Carcassonne, and events that must be able to happen.

What holds of the map is asked of a state in which no tile is drawn: a draw leaves the map as
it is (`lays_one`), so that each map is looked at once.
"""

from ludex.kernel import Event, Properties, Seat, StepProperties

from .events import PlaceTile
from .features import NOWHERE
from .places import Place, neighbours, surroundings
from .state import Phase, State
from .terrain import Terrain, mismatches
from .tiles import Ground, Role


def is_lawful_bag(s: State) -> bool:
    """No type is laid, drawn or put away more often than it exists."""
    if s.phase is Phase.LAY:
        return s.drawn is None or s.left(s.drawn) >= 0
    copies, types = s.rules.tiles.copies, s.terrain.types
    for tile in s.rules.tiles.kinds:
        if types[tile] > copies[tile]:
            return False
    return not s.away or all(s.left(tile) >= 0 for tile in s.away)


def has_meeples_enough(s: State) -> bool:
    """No player has more meeples on the map than there are: whoever put down the last."""
    meeples = s.terrain.meeples
    if s.phase is Phase.LAY or not meeples:
        return True
    last = meeples.get(next(reversed(s.terrain.tiles)))
    return last is None or s.meeples(last.seat) >= 0


def is_lawful_map(s: State) -> bool:
    """Sides that touch match, and all tiles hang together.

    The tile laid last matches every neighbour and has one. So had each before it, because
    a turn lays one tile and a draw none; and a position that is read is searched whole.
    """
    tiles = s.terrain.tiles
    if s.phase is Phase.LAY or not tiles:
        return True
    at, turned = next(reversed(tiles.items()))
    hangs = len(tiles) == 1 or not tiles.keys().isdisjoint(neighbours(at))
    return hangs and not mismatches(tiles, at, turned)


def has_its_claimants(s: State) -> bool:
    """Every meeple stands on a part for its role; every feature counts its own, no others.

    Where it stands is asked of the meeple on the tile laid last. So it was of each before
    it, because meeples come with a tile and stay where they are (`loses_no_meeple`).
    """
    terrain = s.terrain
    if s.phase is Phase.LAY or not terrain.meeples:
        return True
    at = next(reversed(terrain.tiles))
    if at in terrain.meeples and not _has_its_part(terrain, at):
        return False
    root_of, meeples = terrain.features.root, terrain.meeples
    standing = [
        (root_of(on), meeples[at].seat) for at, on in terrain.stands.items() if on != NOWHERE
    ]
    counted = [(root, seat) for root, feature in terrain.features.items() for seat in feature.seats]
    return sorted(standing) == sorted(counted)


def _has_its_part(terrain: Terrain, at: Place) -> bool:
    """Does the meeple on a tile stand on a part for its role?"""
    role, turned = terrain.meeples[at].role, terrain.tiles[at]
    if role is Role.MONK:
        return turned.has_cloister
    part = turned.part_of.get(role)
    return part is not None and terrain.stands[at] == terrain.pieces[at] + part


def has_none_to_score(s: State) -> bool:
    """Every meeple in a city or on a road has it incomplete."""
    features = s.terrain.features.items()
    return s.phase is Phase.LAY or not [f for _, f in features if f.seats and f.is_built]


def lays_one(s: State, event: Event[State], t: State) -> bool:
    """A turn lays one tile; a draw leaves the map as it is, or ends the game."""
    if isinstance(event, PlaceTile):
        return len(t.terrain.tiles) - len(s.terrain.tiles) == 1
    before, after = s.terrain, t.terrain
    return after is before or (
        after.tiles == before.tiles and (t.phase is Phase.OVER or after.meeples == before.meeples)
    )


def loses_no_meeple(s: State, event: Event[State], t: State) -> bool:
    """A meeple on the map stays there, or has scored; one more stands there at most."""
    before, after = s.terrain.meeples, t.terrain.meeples
    if after == before:
        return True
    if t.phase is Phase.OVER:
        return not after
    for at, meeple in after.items():
        if before.get(at) is not meeple and (
            at in before or not isinstance(event, PlaceTile) or event.at != at
        ):
            return False
    returned = [at for at in before if at not in after]
    return not returned or all(_is_complete(t.terrain, s.terrain, at) for at in returned)


def enters_a_free_feature(s: State, event: Event[State], t: State) -> bool:
    """Nobody stood in the feature, as it is after the turn, that a meeple has entered."""
    if not isinstance(event, PlaceTile) or event.meeple in (Role.NONE, Role.MONK):
        return True
    after = t.terrain
    root_of, part_of = after.features.root, after.tiles[event.at].part_of
    entered = root_of(after.pieces[event.at] + part_of[event.meeple])
    return all(piece == NOWHERE or root_of(piece) != entered for piece in s.terrain.stands.values())


def _is_complete(terrain: Terrain, before: Terrain, at: Place) -> bool:
    """Is what a meeple at `at` claimed `before` complete on a later map?"""
    piece = before.stands[at]
    if piece == NOWHERE:
        return all(place in terrain.tiles for place in surroundings(at))
    return terrain.features.feature(piece).is_built


ALWAYS: Properties[State] = {
    "no type is laid or drawn more often than it exists": is_lawful_bag,
    "no player has more meeples than exist": has_meeples_enough,
    "touching sides match, and all tiles are connected": is_lawful_map,
    "the meeples of a feature are those on its parts, and no others": (has_its_claimants),
    "a tile that is drawn fits somewhere": lambda s: (
        s.drawn is None or not s.terrain.tiles or s.terrain.has_room(s.drawn)
    ),
    "no meeple stays in a complete city or on a complete road": has_none_to_score,
    "no meeple stays when the game is over": lambda s: (
        s.phase is not Phase.OVER or not s.terrain.meeples
    ),
}

STEPS: StepProperties[State] = {
    "a turn lays one tile, a draw leaves the map as it is": lays_one,
    "meeples stay on incomplete features, and appear only on the tile just laid": loses_no_meeple,
    "no feature is entered while a meeple stands on it": enters_a_free_feature,
    "points are never lost": lambda s, _, t: (
        s.scores is t.scores or all(a <= b for a, b in zip(s.scores, t.scores, strict=True))
    ),
}


def is_shared(s: State, ground: Ground) -> bool:
    """Do meeples of two players stand in a feature of that ground?"""
    return any(len(set(feature.seats)) > 1 for _, feature in s.terrain.of_ground(ground))


SOMETIMES: Properties[State] = {
    "a game ends with all its tiles laid": lambda s: (
        s.phase is Phase.OVER and len(s.terrain.tiles) == s.rules.total
    ),
    "a city is shared by knights of two players": lambda s: is_shared(s, Ground.CITY),
    "a field is shared by farmers of two players": lambda s: is_shared(s, Ground.FIELD),
    "where there are roads, thieves of two players share a road": lambda s: (
        not s.rules.is_base or is_shared(s, Ground.ROAD)
    ),
    "a monk is in a cloister": lambda s: any(
        meeple.role is Role.MONK for meeple in s.terrain.meeples.values()
    ),
    "somebody has no meeple left": lambda s: any(
        s.meeples(Seat(i)) == 0 for i in range(s.rules.players)
    ),
}
