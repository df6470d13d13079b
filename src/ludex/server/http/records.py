"""What was played, written down for other programs, as far as a seat has seen it."""

from typing import Annotated

from fastapi import APIRouter, Header, Path, Request
from fastapi.responses import PlainTextResponse

from ludex.server.errors import Refused
from ludex.server.http.api import TROUBLES, hall_of, table_of
from ludex.server.presentation.scenes import seat_from
from ludex.table.hidden import seen

router = APIRouter(prefix="/api", responses=TROUBLES)


@router.get("/tables/{table}/records/{name}", response_class=PlainTextResponse)
async def record(
    table: str,
    name: Annotated[str, Path(max_length=20)],
    request: Request,
    authorization: Annotated[str | None, Header(max_length=200)] = None,
) -> PlainTextResponse:
    """What a seat has seen of the game, as other programs read it; nothing that it has not."""
    hall = hall_of(request)
    live, number = await table_of(hall, table, authorization)
    wanted = live.offered.records.get(name)
    if wanted is None:
        raise Refused(404, f"{live.game.title} is not written down as {name}.")
    history, seat = live.shown.history, seat_from(number)
    return PlainTextResponse(await hall.read(lambda: wanted.write(seen(history, seat))))
