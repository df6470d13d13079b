"""What is told of a turn of Carcassonne: where its points come from."""

from dataclasses import replace

from ludex.kernel import Event, say

from ..rules.events import (
    DrawTile,
    PlaceTile,
    awards_of,
    fits_nowhere,
)
from ..rules.scoring import due
from ..rules.state import Phase, State
from ..rules.tiles import NAMES


def consequences(s: State, event: Event[State], t: State) -> tuple[str, ...]:
    """Where the points of a turn come from; and which tile was put away."""
    match event:
        case PlaceTile() if t.scores == s.scores and t.phase is not Phase.OVER:
            return ()  # as after most turns: whatever is complete and claimed has points
        case PlaceTile():
            return tuple(award.text for award in awards_of(s, event))
        case DrawTile(tile) if fits_nowhere(s, tile):
            away = say(
                "put_away",
                "The {tile} fits nowhere and is put away",
                tile=NAMES[tile],
            )
            awards = due(replace(s, away=(*s.away, tile)))
            return (away, *(award.text for award in awards))
        case _:
            return ()
