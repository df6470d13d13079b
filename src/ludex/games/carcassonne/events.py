"""Carcassonne with the tiles B, C, E and N: lay a tile, perhaps with a meeple on it.

There are 36 tiles: 6 B (a cloister in a meadow), 2 C (city on all four sides), 18 E (city
on one side) and 10 N (city on two adjacent sides). The sides that are not city are field.
On one tile all sides of city belong together, and so do all sides of field.

The first tile is an E and goes to the origin. Every other tile goes beside one that lies
already, and each side that touches a tile must match it, city to city and field to field.

Whoever has laid a tile may put one of seven meeples on it: a knight in its city, a farmer
in its field, a monk in its cloister. No knight may enter a city, and no farmer a field,
where one stands already; but zones with meeples of several players arise by joining.

A city is complete when none of its sides is open: two points a tile. A cloister is complete
when eight tiles surround it: nine points. Both score at once, and their meeples come home.
When no tile that is left fits anywhere the game is over, and the rest scores: an incomplete
city one point a tile, a cloister one for itself and each tile around it, a field three for
each complete city that it touches. In a city or field those with the most meeples each get
all the points, the others none. Most points win; equal points share the win.

From the report "Haskassonne" (B. A. Alves Ferreira, 2014) and the assignment behind it. A
turn is one event, `place_tile`; then chance draws the next tile.
"""

from typing import Annotated

from ludex.games.carcassonne.bag import is_over
from ludex.games.carcassonne.options import Draw, Rules
from ludex.games.carcassonne.places import ORIGIN, PLACES, Place, neighbours
from ludex.games.carcassonne.scoring import Award, added, due
from ludex.games.carcassonne.state import Phase, State
from ludex.games.carcassonne.terrain import NO_OPENING, Laid, Meeple, Terrain
from ludex.games.carcassonne.text import explained
from ludex.games.carcassonne.tiles import (
    DOMAINS,
    LOOKS,
    ROLES,
    SIDES,
    START,
    TURNED,
    Facing,
    Role,
    Tile,
    opposite,
)
from ludex.kernel import Chance, Event, Guards, Query, Seat, seat_name


class DrawTile(Chance[State]):
    """Draw the next tile, of type `tile`, among those that can be laid somewhere."""

    tile: Tile

    def guards(self, s: State) -> Guards:
        tile = self.tile
        yield bool(s.terrain.tiles) or tile is START or f"The first tile is {START}"
        yield s.left(tile) > 0 or f"No {tile} tile is left"
        yield (
            not s.terrain.tiles
            or s.terrain.has_room(tile)
            or f"Nowhere does a {tile} tile fit now"
        )

    def weight(self, s: State) -> int:
        if s.rules.draw is Draw.FAIR or not s.terrain.tiles:
            return s.left(self.tile)
        return s.terrain.placements(self.tile)

    def apply(self, s: State) -> State:
        return State(s.rules, s.terrain, s.scores, Phase.LAY, self.tile)

    def spoken(self) -> str:
        """Pictures show no letters, so the tile is named by its look, too."""
        return f"Draw tile {self.tile} ({LOOKS[self.tile]})"


class PlaceTile(Event[State]):
    """Lay the drawn tile at `at` with its north `facing` that way; `meeple` stands on it."""

    at: Annotated[Place, PLACES]
    facing: Facing
    meeple: Role

    def guards(self, s: State) -> Guards:
        at, role, terrain, tile = self.at, self.meeple, s.terrain, s.drawn
        assert tile is not None  # before a draw and at the end the kernel refuses
        if not terrain.tiles:
            yield at == ORIGIN or f"The first tile goes to {ORIGIN}"
        else:
            yield at not in terrain.tiles or f"There is already a tile at {at}"
            yield at in terrain.openings or f"No tile shares a side with {at}"
            yield (
                self.facing in terrain.facings(tile, at)
                or f"{tile} facing {self.facing} does not fit at {at}: "
                f"{mismatch(terrain, at, tile, self.facing)}"
            )
        if role is not Role.NONE:
            seat = s.seat
            domain = DOMAINS[role]
            yield role in ROLES[tile] or f"{tile} has no {domain} for a {role.word}"
            yield s.meeples(seat) > 0 or f"{seat_name(seat)} has no meeple left"
            if role is not Role.MONK:
                opening = terrain.openings.get(at, NO_OPENING)
                knights, farmers = terrain.taken(opening)
                taken = knights if role is Role.KNIGHT else farmers
                yield not taken or f"There is already a {role.word} in that {domain}"

    def apply(self, s: State) -> State:
        return settled(s.rules, played(s, self), s.scores)


class Scores(Query[State]):
    """Show the points so far, and what every zone would be worth if the game ended now."""

    def answer(self, s: State) -> str:
        return explained(s)


def mismatch(terrain: Terrain, at: Place, tile: Tile, facing: Facing) -> str:
    """The first side on which a tile does not match its neighbour."""
    turned = TURNED[tile][facing]
    touching = (
        (SIDES[i], turned.sides[i], beside, terrain.tiles[beside].sides[opposite(i)])
        for i, beside in enumerate(neighbours(at))
        if beside in terrain.tiles
    )
    return next(
        f"its {side} side is {ground.value} but {beside} has {theirs.value}"
        for side, ground, beside, theirs in touching
        if ground is not theirs
    )


def played(s: State, event: PlaceTile) -> Terrain:
    """The terrain with the tile on it, before anything is scored."""
    assert s.drawn is not None
    return laid(s.terrain, s.drawn, event, s.seat)


def laid(terrain: Terrain, tile: Tile, event: PlaceTile, seat: Seat) -> Terrain:
    """The terrain after `seat` has laid `tile` as `event` says."""
    meeple = None if event.meeple is Role.NONE else Meeple(seat, event.meeple)
    return terrain.with_tiles((Laid(event.at, TURNED[tile][event.facing], meeple),))


def settled(rules: Rules, terrain: Terrain, scores: tuple[int, ...]) -> State:
    """The state after a turn: points given, their meeples home, a tile to be drawn."""
    awards = due(terrain)
    if awards:
        scores = added(scores, awards)
        terrain = terrain.without(at for award in awards for at in award.meeples)
    phase = Phase.OVER if is_over(terrain) else Phase.DRAW
    return State(rules, terrain, scores, phase, None)


def awards_of(s: State, event: PlaceTile) -> tuple[Award, ...]:
    """Where the points of a turn come from."""
    return due(played(s, event))
