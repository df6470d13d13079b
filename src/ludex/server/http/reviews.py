"""HTTP: a finished game looked back at, part by part.

What a seat could see is all that its moves are judged by. Whoever opens the table sees every seat reviewed, or only the
own one where hands that were given up stay hidden.
"""

from typing import Annotated, Final

from fastapi import APIRouter, Query, Request

from ludex.kernel import Seat
from ludex.server.errors import Refused
from ludex.server.http.api import TROUBLES, Adviser, OpenedTable
from ludex.server.http.disconnect import while_connected
from ludex.server.http.schemas import Reviewed, ReviewedSeat, said
from ludex.server.presentation.secrecy import is_open
from ludex.server.tables.live import LiveTable
from ludex.server.workers.review import review_part

router = APIRouter(prefix="/api", responses=TROUBLES)

NOT_YET: Final = "You can look back when the game is over."
ALONE: Final = "This game is played alone, and there is no solver to compare with."
NOT_YOURS: Final = "Only those who played can look back here: folded hands stay hidden."


@router.get("/tables/{table}/review")
async def review(
    opened: OpenedTable,
    request: Request,
    adviser: Adviser,
    begun: Annotated[int, Query(ge=0, le=10**6)] = 0,
) -> Reviewed:
    """The events after the first `begun`, as many as a few seconds of thinking allow."""
    live, number = opened
    seats = _seats(live, number)
    history = live.shown.history
    if begun > history.length:
        raise Refused(422, "The game does not have that many steps.")
    asking = adviser.ask(review_part, live.offered, history.start, history.journal, seats, begun)
    found = await while_connected(request, asking)
    thinking = live.game.thinking
    unit = thinking.unit if thinking.worth is not None else "of a win"
    return Reviewed(
        unit=said(unit),
        events=history.length,
        next=None if found.ended >= history.length else found.ended,
        seats=[
            ReviewedSeat(
                seat=seat + 1,
                standing=found.standings[i],
                luck=round(found.luck[i], 3),
                choices=found.choices[i],
            )
            for i, seat in enumerate(seats)
        ],
        moves=found.moves,
    )


def _seats(live: LiveTable, number: int) -> tuple[Seat, ...]:
    """Return who may be looked at."""
    if not live.is_finished:
        raise Refused(403, NOT_YET)
    count = live.game.seat_count(live.shown.history.start)
    if count < 2 and not live.offered.has_light:
        raise Refused(422, ALONE)
    if is_open(live):
        return tuple(map(Seat, range(count)))
    if not number:
        raise Refused(403, NOT_YOURS)
    return (Seat(number - 1),)
