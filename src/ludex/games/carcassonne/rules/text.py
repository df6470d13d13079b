"""A state of Carcassonne in characters: the map as Draw prints it, points and the bag."""

from ludex.kernel import Seat, Sentence, joined, say, seat_name

from .ending import outcome, projected
from .picture import digit, of_map, of_tile
from .scoring import final
from .state import State
from .tiles import LOOKS


def text(s: State) -> str:
    """Return the map as Draw prints it, then whose turn it is, points, meeples and the bag."""
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
    counts = say(
        "counts",
        "points {points}; meeples {home}; in the bag {bag}",
        points=points,
        home=home,
        bag=bag,
    )
    return joined((joined((drawing, _status(s)), ""), counts), "\n")


def _status(s: State) -> Sentence:
    ended = outcome(s)
    if ended is not None:
        return ended.text
    if s.drawn is None:
        return say("to_draw", "a tile is to be drawn")
    words, look = "{player} to lay {letter} ({look})", LOOKS[s.drawn]
    player = seat_name(s.seat)
    return say("to_lay", words, player=player, letter=str(s.drawn), look=look)


def explained(s: State) -> str:
    """Return the points so far, and one line for every award that the end would bring now."""
    return "\n".join(
        (
            f"points: {' : '.join(map(str, s.scores))}",
            f"if the game ended now: {' : '.join(map(str, projected(s)))}",
            *(f"  {award.text}" for award in final(s)),
        )
    )
