"""HTTP: tables that anybody on this server may join."""

from time import time
from typing import Annotated

from fastapi import APIRouter, Path
from msgspec.structs import asdict

from ludex.play.effects import Rejection
from ludex.server.errors import Refused
from ludex.server.http.api import TROUBLES, Client, TheHall
from ludex.server.http.schemas import Claimed, Join, Waiting
from ludex.server.tables import attendance as sitting
from ludex.server.tables.tokens import seat_of

router = APIRouter(prefix="/api", responses=TROUBLES)


@router.get("/tables/open")
def waiting(hall: TheHall) -> list[Waiting]:
    """The tables at which somebody waits for whoever comes, the oldest first."""
    return [
        Waiting.model_validate(
            {
                **asdict(notice),
                "title": hall.games[notice.game].game.title,
                "since": max(round(time() - notice.since), 0),
            }
        )
        for notice in hall.board.listed()
        if notice.game in hall.games
    ]


@router.post("/tables/{table}/join")
async def join(
    table: Annotated[str, Path(max_length=40)],
    wish: Join,
    hall: TheHall,
    client: Client,
) -> Claimed:
    """Sit down at an open table; repeat it with the same secret when no answer came."""
    live = await hall.found(table)
    if live is None or live.new.asked.get("open") is not True:
        raise Refused(404, "This table is not open to everybody.")
    is_new = seat_of(live.new.keys, wish.token) is None
    if is_new and not hall.joining[client].take():
        problem = "You have sat down at many tables just now; wait a minute."
        raise Refused(429, problem)
    seat = await sitting.join(live, wish.token)
    if isinstance(seat, Rejection):
        raise Refused(409, seat.text)
    return Claimed(table=table, seat=seat)
