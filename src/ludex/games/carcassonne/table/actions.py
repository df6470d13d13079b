"""What a player did, as a sentence about the player. Where the tile lies is seen on the map, which
lights up; coordinates are for those who type them."""

from ludex.kernel import Event, Seat, Sentence, say, seat_name

from ..rules.events import DrawTile, PlaceTile
from ..rules.rotation import TURNED
from ..rules.state import State
from ..rules.tiles import NAMES, Role
from .scene import standing


def narrate(s: State, event: Event[State], _after: State, seat: Seat) -> Sentence | None:
    """What `seat` did; and which tile chance has drawn, by its look and not by a letter."""
    if isinstance(event, DrawTile):
        return say("did_draw", "Drawn: a {tile}", tile=NAMES[event.tile])
    if not isinstance(event, PlaceTile) or s.drawn is None:
        return None
    who, tile = seat_name(seat), NAMES[s.drawn]
    if event.meeple is Role.NONE:
        return say("did_lay", "{player:* lays|you lay} a {tile}", player=who, tile=tile)
    meeple = standing(TURNED[s.drawn][event.facing], event.meeple)
    words = "{player:* lays|you lay} a {tile}, and a {meeple} on it"
    return say("did_lay", words, player=who, tile=tile, meeple=meeple)
