"""A state of Carcassonne in characters: the map as Draw prints it, points and the bag."""

from ludex.games.carcassonne.ending import outcome, projected
from ludex.games.carcassonne.picture import digit, of_map, of_tile
from ludex.games.carcassonne.scoring import final
from ludex.games.carcassonne.state import State
from ludex.games.carcassonne.tiles import LOOKS
from ludex.kernel import Seat, seat_name


def text(s: State) -> str:
    """The map as Draw prints it, then whose turn it is, points, meeples and the bag."""
    meeples, tiles = s.terrain.meeples, s.rules.tiles
    drawing = of_map(
        {
            at: of_tile(turned, meeples[at].role, digit(meeples[at].seat), tiles)
            if at in meeples
            else of_tile(turned, tiles=tiles)
            for at, turned in s.terrain.tiles.items()
        }
    )
    seats = [Seat(i) for i in range(s.rules.players)]
    points = " : ".join(map(str, s.scores))
    home = " : ".join(str(s.meeples(seat)) for seat in seats)
    bag = ", ".join(f"{s.left(tile)} {tile}" for tile in tiles.kinds)
    return f"{drawing}{_status(s)}\npoints {points}; meeples {home}; in the bag {bag}"


def _status(s: State) -> str:
    ended = outcome(s)
    if ended is not None:
        return ended.text
    if s.drawn is None:
        return "a tile is to be drawn"
    return f"{seat_name(s.seat)} to lay {s.drawn} ({LOOKS[s.drawn]})"


def explained(s: State) -> str:
    """The points so far, and one line for every award that the end would bring now."""
    awards = final(s.terrain, s.rules)
    now, then = s.scores, projected(s)
    return "\n".join(
        (
            f"points: {' : '.join(map(str, now))}",
            f"if the game ended now: {' : '.join(map(str, then))}",
            *(f"  {award.text}" for award in awards),
        )
    )
