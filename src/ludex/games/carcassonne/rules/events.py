"""Carcassonne: lay a tile, perhaps with a meeple on it. One rulebook for two sets of tiles.

The base game has 72 tiles of 24 kinds, with cities, roads, cloisters and fields, for two to
five players; one tile lies on the table at the start. The document's edition has 36 tiles of
four kinds, without roads: 6 B (a cloister in a meadow), 2 C (city on all four sides), 18 E
(city on one side) and 10 N (city on two adjacent sides), for one to ten players; its first
tile is an E, laid at the origin by the first player.

Every other tile goes next to a tile on the map, and each side that touches a tile must match it:
city to city, road to road, field to field. A road divides the field on its side in two. In the
base game a drawn tile that fits nowhere is put away; in the document's edition such a tile is not
drawn.

After laying a tile a player may put one of seven meeples on one of its features: a knight in a
city, a thief on a road, a farmer in a field, or a monk in a cloister. A meeple may not enter a
city, road or field that already has one. A feature can still get meeples of several players when
features are joined.

A city is complete when none of its sides is open: it scores two points for each tile and two for
each pennant. A road is complete when both its ends are closed by a crossing, a city or a
cloister, or when it is a ring: one point for each tile. A cloister is complete when eight tiles
surround it: nine points. All three score at once, and their meeples come home. The game is over
when no tile can be drawn. Then the other features score: an incomplete city one point for each
tile and pennant, a road one for each tile, a cloister one for itself and for each tile around it,
a field three for each complete city that it touches. The players with the most meeples in a
feature each get all its points; the other players get none. A tile counts once in a feature, even
with two parts. The player with the most points wins; players with equal points share the win.

In the first edition a complete city of two tiles counts as an incomplete one (`small_cities=2`),
and each complete city gives four points to the player with the most farmers in all the fields
around it (`farmers=by_city`).

The source documents are the report "Haskassonne" (B. A. Alves Ferreira, 2014) and the assignment
behind it. A turn is one event, `place_tile`; then chance draws the next tile.
"""

from typing import Annotated

from ludex.kernel import Chance, Event, Guards, Query, Seat, Sentence, say, seat_name

from .options import Draw
from .picture import explained
from .places import ORIGIN, PLACES, Place, neighbours
from .scoring import completed, final, scores_with
from .segments import (
    BY_LETTER,
    NO_NEIGHBOUR,
    ROLES,
    TURNED,
    Turned,
)
from .state import Phase, State, is_over
from .terrain import LaidTile, Meeple, Terrain
from .tiles import (
    DOMAINS,
    GROUND_WORDS,
    LOOKS,
    NAMES,
    ORDINALS,
    PLAIN,
    SIDES,
    WAYS,
    Facing,
    Ground,
    Role,
    Tile,
)

KNIGHT_THERE = say("taken", "There is already a knight in that city")
FARMER_THERE = say("taken", "There is already a farmer in that field")
THIEF_THERE = say("taken", "There is already a thief on that road")


class DrawTile(Chance[State]):
    """Draw the next tile, of type `tile`; if it fits nowhere it is put away."""

    tile: Tile

    def guards(self, s: State) -> Guards:
        tile = self.tile
        yield (
            bool(s.terrain.tiles)
            or tile is s.rules.tiles.first
            or say(
                "first_tile",
                "The game begins with a {first_tile}",
                first_tile=NAMES[s.rules.tiles.first],
            )
        )
        yield (s.left(tile) > 0 or say("none_left", "No {tile} is left", tile=NAMES[tile]))
        yield (
            s.rules.puts_away
            or not s.terrain.tiles
            or s.terrain.has_room(tile)
            or say("no_room", "A {tile} fits nowhere now", tile=NAMES[tile])
        )

    def weight(self, s: State) -> int:
        if s.rules.draw is Draw.FAIR or not s.terrain.tiles:
            return s.left(self.tile)
        return s.terrain.placements(self.tile)

    def apply(self, s: State) -> State:
        if fits_nowhere(s, self.tile):
            away = tuple(sorted((*s.away, self.tile), key=str))
            return settled(State(s.rules, s.terrain, s.scores, away=away))
        return State(s.rules, s.terrain, s.scores, Phase.LAY, self.tile, s.away)

    def spoken(self) -> Sentence:
        """Pictures show no letters, so the tile is named by its look, too."""
        words = "Draw tile {letter} ({look})"
        return say("draw_tile", words, letter=str(self.tile), look=LOOKS[self.tile])


class PlaceTile(Event[State]):
    """Lay the drawn tile at `at` with its north `facing` that way; `meeple` stands on it."""

    at: Annotated[Place, PLACES]
    facing: Facing
    meeple: Role

    def guards(self, s: State) -> Guards:
        at, role, terrain, tile = self.at, self.meeple, s.terrain, s.drawn
        assert tile is not None  # before a draw and at the end the kernel refuses
        turned = TURNED[tile][self.facing]
        if not terrain.tiles:
            yield (
                at == ORIGIN or say("first_place", "The first tile goes to {origin}", origin=ORIGIN)
            )
        else:
            yield (
                at not in terrain.tiles
                or say("occupied", "There is already a tile at {place}", place=at)
            )
            opening = terrain.openings.get(at)
            yield (
                opening is not None or say("apart", "No tile shares a side with {place}", place=at)
            )
            assert opening is not None
            for side, theirs in enumerate(opening.need):
                if theirs != NO_NEIGHBOUR:
                    yield (
                        turned.letters[side] == theirs
                        or does_not_fit(turned, at, side, BY_LETTER[theirs])
                    )
        if role is not Role.NONE:
            plain = PLAIN[role]
            yield plain in ROLES[tile] or say(
                "no_place",
                "A {tile} has no {ground} for a {meeple}",
                tile=NAMES[tile],
                ground=DOMAINS[plain],
                meeple=role.word,
            )
            if role is not plain:
                yield role in ROLES[tile] or say(
                    "no_such_part",
                    "A {tile} has no {which} {ground} for a {meeple}",
                    tile=NAMES[tile],
                    which=ORDINALS[role],
                    ground=DOMAINS[plain],
                    meeple=role.word,
                )
            yield s.meeples(s.seat) > 0 or say(
                "no_meeple", "{player} has no meeple left", player=seat_name(s.seat)
            )
            is_taken = terrain.is_taken(at, turned, role)
            if plain is Role.KNIGHT:
                yield not is_taken or KNIGHT_THERE
            elif plain is Role.THIEF:
                yield not is_taken or THIEF_THERE
            elif plain is Role.FARMER:
                yield not is_taken or FARMER_THERE

    def apply(self, s: State) -> State:
        return settled(played(s, self))


class Scores(Query[State]):
    """Show the points so far, and what every feature would be worth if the game ended now."""

    def answer(self, s: State) -> str:
        return explained(s)


def does_not_fit(turned: Turned, at: Place, side: int, theirs: Ground) -> Sentence:
    """Say that a side of a tile is another than the neighbour's that it touches."""
    return say(
        "no_fit",
        "A {tile} facing {facing} does not fit at {place}: "
        "its {side} side is {ground} but {neighbour} has {other_ground}",
        tile=NAMES[turned.tile],
        facing=WAYS[turned.facing],
        letter=turned.facing,
        place=at,
        side=SIDES[side],
        ground=GROUND_WORDS[turned.sides[side]],
        neighbour=neighbours(at)[side],
        other_ground=GROUND_WORDS[theirs],
    )


def laid(terrain: Terrain, tile: Tile, event: PlaceTile, seat: Seat) -> Terrain:
    """Return the map after `seat` has laid `tile` as `event` says."""
    meeple = None if event.meeple is Role.NONE else Meeple(seat, event.meeple)
    return terrain.with_tiles((LaidTile(event.at, TURNED[tile][event.facing], meeple),))


def played(s: State, event: PlaceTile) -> State:
    """Return the state with the tile on the map, before anything is scored."""
    assert s.drawn is not None
    terrain = laid(s.terrain, s.drawn, event, s.seat)
    return State(s.rules, terrain, s.scores, away=s.away)


def fits_nowhere(s: State, tile: Tile) -> bool:
    """Is a tile that is drawn to be put away?"""
    return s.rules.puts_away and not s.terrain.has_room(tile)


def settled(s: State) -> State:
    """Return the state after a turn: points given, their meeples home, a tile to be drawn."""
    if is_over(s):
        terrain = s.terrain.without(s.terrain.meeples)
        return State(s.rules, terrain, scores_with(s, final(s)), Phase.OVER, away=s.away)
    awards = completed(s)
    if not awards:
        return s
    terrain = s.terrain.without(at for award in awards for at in award.meeples)
    return State(s.rules, terrain, scores_with(s, awards), away=s.away)
