"""What there is to be seen of a turn: where the tile lies, and what gave whom points."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from ludex.kernel import Event, say, seat_number
from ludex.table import NO_LAST_MOVE, Gain, LastMove, map_key

from ..rules.awards import Award
from ..rules.events import (
    DrawTile,
    PlaceTile,
    fits_nowhere,
    played,
)
from ..rules.picture import digit
from ..rules.places import surroundings
from ..rules.scoring import due
from ..rules.state import State
from ..rules.terrain import Terrain
from ..rules.tiles import Role
from .tile_looks import mark

SOURCES: Final = {
    Role.KNIGHT: say("city", "cities"),
    Role.THIEF: say("road", "roads"),
    Role.MONK: say("cloister", "cloisters"),
    Role.FARMER: say("field", "fields"),
}
"""What points are for, with the codes of the outlines."""


def last_move(s: State, event: Event[State], t: State) -> LastMove:
    """Where a tile was laid; the features that were scored, as they lie on the map."""
    match event:
        case PlaceTile(at):
            where = (map_key(*at),)
            if t.scores == s.scores:  # as after most turns
                return LastMove(where)
            after = played(s, event)
            return LastMove(where, tuple(_gains(after.terrain, due(after))))
        case DrawTile(tile) if t.scores != s.scores and fits_nowhere(s, tile):
            awards = due(replace(s, away=(*s.away, tile)))  # it was the last one
            return LastMove(gains=tuple(_gains(s.terrain, awards)))
        case _:
            return NO_LAST_MOVE


def _gains(terrain: Terrain, awards: Sequence[Award]) -> Iterator[Gain]:
    scored = [(award, _roots(terrain, award)) for award in awards if award.points]
    members = terrain.members({root for _, roots in scored for root in roots})
    for award, roots in scored:
        lying = [(at, of) for root in roots for at, of in members[root].items()]
        shown = [f"{map_key(*at)}#{mark(terrain.tiles[at], of)}" for at, of in lying]
        if award.role is Role.MONK:
            (at,) = award.meeples
            shown = [map_key(*it) for it in (at, *surroundings(at)) if it in terrain.tiles]
        for seat in award.winners:
            to = f"player:{digit(seat)}"
            source, places = SOURCES[award.role], tuple(shown)
            yield Gain(seat_number(seat), award.points, source, places, to)


def _roots(terrain: Terrain, award: Award) -> list[int]:
    """The features in which the meeples of an award stand; a monk is in none."""
    if award.role is Role.MONK:
        return []
    return sorted({terrain.features.root(terrain.stands[at]) for at in award.meeples})
