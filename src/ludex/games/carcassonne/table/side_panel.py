"""What is told beside the map: of every player the points, and what they would be if it ended."""

from functools import lru_cache

from ludex.kernel import Seat, say, seat_name
from ludex.parts.remembered import remembered
from ludex.table import Plate, SidePanel

from ..rules.ending import projected
from ..rules.picture import digit
from ..rules.state import Phase, State


def side_panel(s: State, _: Seat) -> SidePanel:
    """A plate for every player; everybody is told the same."""
    return _side_panel(s)


@remembered(most=8)
def _side_panel(s: State) -> SidePanel:
    over = s.phase is Phase.OVER
    then = None if over else projected(s)
    return SidePanel(
        plates=tuple(
            _plate(seat, points, then and then[seat], s.meeples(seat), not over and s.seat == seat)
            for seat, points in ((Seat(i), points) for i, points in enumerate(s.scores))
        )
    )


@lru_cache(maxsize=1 << 12)
def _plate(seat: Seat, points: int, then: int | None, home: int, is_on_turn: bool) -> Plate:
    number, notes = digit(seat), []
    if then is not None:
        notes.append(say("then", "{then} if it ended", then=then))
        if home == 0:
            notes.append(say("none", "no meeple"))
    return Plate(
        f"player:{number}",
        seat_name(seat),
        tuple(notes),
        is_on_turn,
        str(points),
        f"meeple:{number}",
    )
