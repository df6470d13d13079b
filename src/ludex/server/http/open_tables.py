"""HTTP: tables that anybody on this server may join."""

from time import time
from typing import Annotated

from fastapi import APIRouter, Path, Request

from ludex.play.effects import No
from ludex.server.errors import Refused
from ludex.server.http.api import TROUBLES, hall_of
from ludex.server.http.origin import client_of
from ludex.server.http.schemas import Claimed, Join, Waiting
from ludex.server.tables import attendance as sitting
from ludex.server.tables.tokens import seat_of

router = APIRouter(prefix="/api", responses=TROUBLES)


@router.get("/tables/open")
def waiting(request: Request) -> list[Waiting]:
    """The tables at which somebody waits for whoever comes, the oldest first."""
    hall = hall_of(request)
    return [
        Waiting(
            table=notice.table,
            game=notice.game,
            title=hall.games[notice.game].game.title,
            preset=notice.preset,
            seats=notice.seats,
            free=notice.free,
            name=notice.name,
            clock=notice.clock,
            since=max(round(time() - notice.since), 0),
        )
        for notice in hall.board.listed()
        if notice.game in hall.games
    ]


@router.post("/tables/{table}/join")
async def join(
    table: Annotated[str, Path(max_length=40)], wish: Join, request: Request
) -> Claimed:
    """Sit down at an open table; repeat it with the same secret when no answer came."""
    hall = hall_of(request)
    live = await hall.found(table)
    if live is None or live.new.asked.get("open") is not True:
        raise Refused(404, "This table is not open to everybody.")
    is_new = seat_of(live.new.keys, wish.token) is None
    if is_new and not hall.joining[client_of(request.scope)].take():
        problem = "You have sat down at many tables just now; wait a minute."
        raise Refused(429, problem)
    seat = await sitting.join(live, wish.token)
    if isinstance(seat, No):
        raise Refused(409, seat.text)
    return Claimed(table=table, seat=seat)
