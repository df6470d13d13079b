"""HTTP: what a table's deals followed from, to keep and to check when the match is over."""

import json
from typing import Annotated, Final

from fastapi import APIRouter, Header, Request, Response

from ludex.kernel import History, Unreadable
from ludex.play.saved import Line
from ludex.play.telling import last_told
from ludex.play.verifying import Shuffled, read, verified, written
from ludex.server.api import TROUBLES, hall_of, table_of
from ludex.server.hall import Hall
from ludex.server.live import LiveTable
from ludex.server.offers import playable
from ludex.server.origin import client_of
from ludex.server.scenes import seat_from
from ludex.server.secrecy import has_hidden, is_open
from ludex.server.shapes import Checked
from ludex.server.thinking import NoAnswer
from ludex.server.trouble import Refused

router = APIRouter(prefix="/api", responses=TROUBLES)

Bearer = Annotated[str | None, Header(max_length=200)]
NOT_YET: Final = "The secret of the shuffle is told when the match is over."


@router.get("/tables/{table}/shuffle", response_class=Response)
async def shuffle(
    table: str, request: Request, authorization: Bearer = None
) -> Response:
    """A file for `ludex verify`: the promise, the secret, the shares and the whole log."""
    hall = hall_of(request)
    live, seat = await table_of(hall, table, authorization)
    text = await _record(hall, live, seat)
    name = f'attachment; filename="ludex-{live.id}.json"'
    return Response(
        text, media_type="application/json", headers={"content-disposition": name}
    )


@router.get("/tables/{table}/verdict")
async def verdict(
    table: str, request: Request, authorization: Bearer = None
) -> Checked:
    """What `ludex verify` says of that file."""
    hall = hall_of(request)
    live, seat = await table_of(hall, table, authorization)
    text = await _record(hall, live, seat)
    try:
        asker = hall.advisers.of(client_of(request.scope))
        holds, findings = await asker.ask(judged, text)
    except NoAnswer:
        problem = "Too many are asking for it; check the file with ludex verify."
        raise Refused(429, problem, retry_after=5) from None
    return Checked(holds=holds, findings=findings)


async def _record(hall: Hall, live: LiveTable, seat: int) -> str:
    if not live.is_finished:
        raise Refused(403, NOT_YET)
    whole = is_open(live)
    lines = await hall.read(lambda: _lines(hall, live, seat, whole=whole))
    match = Shuffled(live.header, live.id, live.commitment, whole, lines)
    return json.dumps(written(match), indent=1)


def _lines(hall: Hall, live: LiveTable, seat: int, *, whole: bool) -> tuple[Line, ...]:
    """The log; where hands stay hidden, what this seat was told of it."""
    if whole or not has_hidden(live):
        stored = hall.database.load(live.id)
        return () if stored is None else stored.lines
    history = live.shown.history
    told = [
        last_told(History(history.game, history.start, step), seat_from(seat))
        for step in history.steps
    ]
    return tuple(Line(one.event, one.seat) for one in told)


def judged(text: str) -> tuple[bool, list[str]]:
    """Draw every deal of a file again: done where it keeps nobody waiting."""
    match = read(text)
    assert not isinstance(match, Unreadable)
    found = verified(playable()[match.header.game], match)
    return found.holds, list(found.findings)
