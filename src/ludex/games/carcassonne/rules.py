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

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Annotated, Final

from ludex.games.carcassonne.places import ORIGIN, PLACES, Place, neighbours
from ludex.games.carcassonne.scoring import Award, added, completed, final
from ludex.games.carcassonne.terrain import EMPTY, NO_OPENING, Laid, Meeple, Terrain
from ludex.games.carcassonne.tiles import (
    COPIES,
    DOMAINS,
    LOOKS,
    ROLES,
    SIDES,
    START,
    TILES,
    TURNED,
    Facing,
    Role,
    Tile,
    opposite,
)
from ludex.kernel import (
    CHANCE,
    Chance,
    Event,
    Guards,
    Outcome,
    Query,
    Seat,
    Whole,
    seat_name,
    seat_number,
)


class Draw(Enum):
    """How the next tile is drawn."""

    FAIR = "fair"  # every tile left in the bag as likely
    PLACEMENTS = "placements"  # every possible placement as likely (E-CA-3)


@dataclass(frozen=True, slots=True)
class Rules:
    """What may differ from table to table."""

    players: Annotated[int, Whole(1, 10), "how many play"] = 2
    draw: Annotated[Draw, "fair: from a bag; placements: as the original drew"] = (
        Draw.FAIR
    )
    meeples: Annotated[int, Whole(0, 8), "meeples of each player"] = 7


class Phase(Enum):
    """Chance draws a tile, a player lays it; and so on to the end."""

    DRAW = "draw"
    LAY = "lay"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class State:
    """The map, the points, and the tile drawn for the player to move."""

    rules: Rules
    terrain: Terrain
    scores: tuple[int, ...]
    phase: Phase
    drawn: Tile | None

    def left(self, tile: Tile) -> int:
        """How many tiles of a type are still in the bag."""
        return left_of(self.terrain, tile) - (self.drawn is tile)

    @property
    def seat(self) -> Seat:
        """Whose turn it is: it follows from the number of tiles (1.3)."""
        return Seat(len(self.terrain.tiles) % self.rules.players)

    def meeples(self, seat: Seat) -> int:
        """How many meeples a player has left."""
        return self.rules.meeples - self.terrain.used(seat)


def begun(rules: Rules) -> State:
    """An empty map; the first tile that chance draws is always an E."""
    return State(rules, EMPTY, (0,) * rules.players, Phase.DRAW, None)


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


def left_of(terrain: Terrain, tile: Tile) -> int:
    """How many tiles of a type are not on the map."""
    return COPIES[tile] - terrain.types[tile]


def drawable(terrain: Terrain) -> Iterator[Tile]:
    """The types that can be drawn: some are left, and they fit somewhere."""
    if not terrain.tiles:
        yield START
        return
    for tile in TILES:
        if left_of(terrain, tile) > 0 and terrain.has_room(tile):
            yield tile


def is_over(terrain: Terrain) -> bool:
    """No tile that is left can be laid (1.5)."""
    return next(drawable(terrain), None) is None


def due(terrain: Terrain) -> tuple[Award, ...]:
    """What is scored after a turn: what is complete, or all when no tile is left."""
    return final(terrain) if is_over(terrain) else completed(terrain)


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


def projected(s: State) -> tuple[int, ...]:
    """The scores if the game ended now."""
    return added(s.scores, final(s.terrain))


def candidates(s: State) -> Iterator[Event[State]]:
    """The tiles that can be drawn; or each way to lay the drawn one, with each follower."""
    if s.phase is Phase.DRAW:
        yield from (DRAWS[tile] for tile in drawable(s.terrain))
    elif s.drawn is not None:
        # Equal positions offer their moves in the same order.
        for at in sorted(s.terrain.openings) if s.terrain.tiles else (ORIGIN,):
            yield from ways_to_lay(s, s.drawn, at)


def ways_to_lay(s: State, tile: Tile, at: Place) -> Iterator[PlaceTile]:
    """Every way round at one place, and who may stand on the tile."""
    facings = s.terrain.facings(tile, at) if s.terrain.tiles else tuple(Facing)
    for facing in facings:
        for role in (Role.NONE, *ROLES[tile]):
            yield placed(at, facing, role)


placed = lru_cache(maxsize=1 << 14)(PlaceTile)
"""The same event is the same object, made once."""

DRAWS: Final = {tile: DrawTile(tile) for tile in Tile}


def turn(s: State) -> Seat:
    """The player with the tile, or chance when one is to be drawn."""
    return CHANCE if s.phase is Phase.DRAW else s.seat


def outcome(s: State) -> Outcome | None:
    """Most points win; who has the same number shares the win."""
    if s.phase is not Phase.OVER:
        return None
    best = max(s.scores)
    winners = tuple(Seat(i) for i, score in enumerate(s.scores) if score == best)
    names = [str(seat_number(seat)) for seat in winners]
    reason = (
        f"player {names[0]} wins"
        if len(names) == 1
        else f"players {', '.join(names[:-1])} and {names[-1]} share the win"
    )
    return Outcome(winners, reason, s.scores)


def over(_: Outcome) -> str:
    """Nothing is laid any more."""
    return "The game is over"


def explained(s: State) -> str:
    """The points so far, and one line for every award that the end would bring now."""
    awards = final(s.terrain)
    now, then = s.scores, added(s.scores, awards)
    return "\n".join(
        (
            f"points: {' : '.join(map(str, now))}",
            f"if the game ended now: {' : '.join(map(str, then))}",
            *(f"  {award.text}" for award in awards),
        )
    )
