"""The narration of a turn of Carcassonne: the deed of a player, and the points that it gave.

Where the tile lies is seen on the map, which lights up; coordinates are for those who type them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ludex.kernel import Event, Seat, Sentence, seat_name, seat_number
from ludex.table import Gain, LastMove, map_key

from ..rules.events import (
    DrawTile,
    PlaceTile,
    fits_nowhere,
    played,
)
from ..rules.picture import digit
from ..rules.places import surroundings
from ..rules.scoring import Award, due
from ..rules.segments import TURNED
from ..rules.state import Phase, State
from ..rules.terrain import Terrain
from ..rules.tiles import NAMES, Role
from . import tell
from .scene import standing
from .tile_looks import mark


def narrate(s: State, event: Event[State], _after: State, seat: Seat) -> Sentence | None:
    """Describe the deed of `seat`; of chance the drawn tile, by its look and not by a letter."""
    if isinstance(event, DrawTile):
        return tell("did_draw", tile=NAMES[event.tile])
    if not isinstance(event, PlaceTile) or s.drawn is None:
        return None
    player, tile = seat_name(seat), NAMES[s.drawn]
    if event.meeple is Role.NONE:
        return tell("did_lay.tile", player=player, tile=tile)
    meeple = standing(TURNED[s.drawn][event.facing], event.meeple)
    return tell("did_lay.meeple", player=player, tile=tile, meeple=meeple)


SOURCES = {
    Role.KNIGHT: tell("city"),
    Role.THIEF: tell("road"),
    Role.MONK: tell("cloister.source"),
    Role.FARMER: tell("field"),
}
"""The sources of points, with the codes of the outlines."""


def last_move(s: State, event: Event[State], t: State) -> LastMove:
    """Return the place of the last tile, and the features that were scored, as they lie on the map."""
    where = (map_key(*event.at),) if isinstance(event, PlaceTile) else ()
    if t.scores == s.scores:  # as after most turns
        return LastMove(where)
    after = _before_scoring(s, event)
    return LastMove(where, tuple(_gains(after.terrain, due(after))))


def _before_scoring(s: State, event: Event[State]) -> State:
    """The tile lies on the map, or is put away."""
    if isinstance(event, PlaceTile):
        return played(s, event)
    assert isinstance(event, DrawTile)
    return replace(s, away=(*s.away, event.tile))


def _gains(terrain: Terrain, awards: Sequence[Award]) -> Iterator[Gain]:
    scored = [(award, _roots(terrain, award)) for award in awards if award.points]
    members = terrain.members({root for _, roots in scored for root in roots})
    for award, roots in scored:
        lying = [(at, of) for root in roots for at, of in members[root].items()]
        keys = [f"{map_key(*at)}#{mark(terrain.tiles[at], of)}" for at, of in lying]
        if award.role is Role.MONK:
            (at,) = award.meeples
            keys = [map_key(*it) for it in (at, *surroundings(at)) if it in terrain.tiles]
        for seat in award.winners:
            to = f"player:{digit(seat)}"
            source, places = SOURCES[award.role], tuple(keys)
            yield Gain(seat_number(seat), award.points, source, places, to)


def _roots(terrain: Terrain, award: Award) -> list[int]:
    """The features in which the meeples of an award stand; a monk is in none."""
    if award.role is Role.MONK:
        return []
    return sorted({terrain.features.root(terrain.stands[at]) for at in award.meeples})


def consequences(s: State, event: Event[State], t: State) -> tuple[str, ...]:
    """Yield the sources of the points of a turn, and the tile that was put away."""
    away: tuple[str, ...] = ()
    if isinstance(event, DrawTile) and fits_nowhere(s, event.tile):
        away = (tell("put_away", tile=NAMES[event.tile]),)
    elif t.scores == s.scores and t.phase is not Phase.OVER:
        return ()  # as after most turns: whatever is complete and claimed has points
    return (*away, *(award.text for award in due(_before_scoring(s, event))))
