"""Carcassonne, the B-C-E-N edition: lay tiles, claim cities, fields and cloisters.

`tiles` and `places` are the equipment, `zones` and `terrain` the map, `scoring` what it is
worth, `rules` what can happen. `picture`, `position` and `scene` show a state; `document` and
`setup` say which positions can be played on. `errata` lists where we depart from the
original, whose programs are in `ludex.formats.carcassonne`.
This page is the table of contents.
"""

from typing import Final

from ludex.games.carcassonne.errata import ERRATA
from ludex.games.carcassonne.picture import digit, of_map, of_tile
from ludex.games.carcassonne.position import notation
from ludex.games.carcassonne.rules import (
    Draw,
    DrawTile,
    Phase,
    PlaceTile,
    Rules,
    Scores,
    State,
    awards_of,
    begun,
    candidates,
    outcome,
    over,
    turn,
)
from ludex.games.carcassonne.scene import gesture, highlights, meant, zones
from ludex.games.carcassonne.tiles import COPIES, LOOKS, TILES, Role
from ludex.games.carcassonne.worth import worth
from ludex.kernel import Event, Game, Seat, Start, seat_name


def text(s: State) -> str:
    """The map as Draw prints it, then whose turn it is, points, meeples and the bag."""
    meeples = s.terrain.meeples
    drawing = of_map(
        {
            at: of_tile(turned, meeples[at].role, digit(meeples[at].seat))
            if at in meeples
            else of_tile(turned)
            for at, turned in s.terrain.tiles.items()
        }
    )
    seats = [Seat(i) for i in range(s.rules.players)]
    points = " : ".join(map(str, s.scores))
    home = " : ".join(str(s.meeples(seat)) for seat in seats)
    bag = ", ".join(f"{s.left(tile)} {tile}" for tile in TILES)
    return f"{drawing}{_status(s)}\npoints {points}; meeples {home}; in the bag {bag}"


def _status(s: State) -> str:
    ended = outcome(s)
    if ended is not None:
        return ended.text
    if s.drawn is None:
        return "a tile is to be drawn"
    return f"{seat_name(s.seat)} to lay {s.drawn} ({LOOKS[s.drawn]})"


def told(s: State, event: Event[State]) -> tuple[str, ...]:
    """Where the points of a turn come from."""
    if not isinstance(event, PlaceTile):
        return ()
    return tuple(award.text for award in awards_of(s, event))


def is_lawful_bag(s: State) -> bool:
    """No type is laid or drawn more often than it exists."""
    left = [COPIES[tile] - laid for tile, laid in s.terrain.types.items()]
    return min(left) >= 0 and (s.drawn is None or s.left(s.drawn) >= 0)


def has_meeples_enough(s: State) -> bool:
    """No player has more meeples on the map than there are."""
    seats = [meeple.seat for meeple in s.terrain.meeples.values()]
    return all(seats.count(seat) <= s.rules.meeples for seat in set(seats))


def lays_one(s: State, event: Event[State], t: State) -> bool:
    """A turn lays one tile, a draw none."""
    return len(t.terrain.tiles) - len(s.terrain.tiles) == isinstance(event, PlaceTile)


game: Final = Game(
    name="carcassonne",
    title="Carcassonne",
    emblem=("tile:E", "meeple:1"),
    summary="Lay tiles to a growing map and claim its cities, fields and cloisters.",
    source="Haskassonne (B. A. Alves Ferreira, Laboratórios de Informática I, 2014)",
    errata=ERRATA,
    start=Start(begun, {"standard": Rules(), "original": Rules(draw=Draw.PLACEMENTS)}),
    events=(DrawTile, PlaceTile, Scores),
    outcome=outcome,
    over=over,
    text=text,
    told=told,
    players=(1, 10),
    seats=lambda s: s.rules.players,
    turn=turn,
    worth=worth,
    candidates=candidates,
    notation=notation,
    zones=zones,
    gesture=gesture,
    meant=meant,
    highlights=highlights,
    always={
        "no type is laid or drawn more often than it exists": is_lawful_bag,
        "nobody has more meeples than there are": has_meeples_enough,
        "a tile that is drawn fits somewhere": lambda s: (
            s.drawn is None or not s.terrain.tiles or s.terrain.has_room(s.drawn)
        ),
        "no knight stays in a complete city": lambda s: (
            not [
                zone
                for zone in s.terrain.cities.values()
                if zone.seats and not zone.open
            ]
        ),
        "no meeple stays when the game is over": lambda s: (
            s.phase is not Phase.OVER or not s.terrain.meeples
        ),
    },
    steps={
        "a turn lays one tile, a draw none": lays_one,
        "points are never lost": lambda s, _, t: (
            s.scores is t.scores
            or all(a <= b for a, b in zip(s.scores, t.scores, strict=True))
        ),
    },
    sometimes={
        "a game ends with all 36 tiles laid": lambda s: (
            s.phase is Phase.OVER and len(s.terrain.tiles) == 36
        ),
        "a city is shared by knights of two players": lambda s: any(
            len(set(zone.seats)) > 1 for zone in s.terrain.cities.values()
        ),
        "a field is shared by farmers of two players": lambda s: any(
            len(set(zone.seats)) > 1 for zone in s.terrain.fields.values()
        ),
        "a monk is in a cloister": lambda s: any(
            meeple.role is Role.MONK for meeple in s.terrain.meeples.values()
        ),
        "somebody has no meeple left": lambda s: any(
            s.meeples(Seat(i)) == 0 for i in range(s.rules.players)
        ),
    },
)

__all__ = ["State", "game"]
