"""HTTP: what a table's deals followed from, to keep and to check when the match is over."""

import json
from typing import Annotated, Final

from fastapi import APIRouter, Header, Request, Response

from ludex.kernel import Unreadable, packed
from ludex.play.shuffle_check import Shuffled, read, verified, written
from ludex.server.errors import Refused
from ludex.server.game_list import OfferedGame
from ludex.server.http.api import TROUBLES, hall_of, table_of
from ludex.server.http.disconnect import while_connected
from ludex.server.http.origin import client_of
from ludex.server.http.schemas import Checked, Said
from ludex.server.presentation.secrecy import is_open
from ludex.server.tables.hall import Hall
from ludex.server.tables.live import LiveTable
from ludex.server.workers.pool import NoAnswer, Unasked

router = APIRouter(prefix="/api", responses=TROUBLES)

Bearer = Annotated[str | None, Header(max_length=200)]
NOT_YET: Final = "The secret of the shuffle is told when the match is over."
NEVER: Final = "Folded hands stay hidden at this table: the secret would tell them."


@router.get("/tables/{table}/shuffle", response_class=Response)
async def shuffle(
    table: str, request: Request, authorization: Bearer = None
) -> Response:
    """A file for `ludex verify`: the promise, the secret, the shares and the whole log."""
    hall = hall_of(request)
    live, _ = await table_of(hall, table, authorization)
    text = await _record(hall, live)
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
    live, _ = await table_of(hall, table, authorization)
    text = await _record(hall, live)
    try:
        asking = hall.adviser(client_of(request.scope)).ask(judged, live.offered, text)
        holds, findings = await while_connected(request, asking)
    except Unasked:
        raise
    except NoAnswer:
        problem = "It takes too long here; check the file with ludex verify."
        raise Refused(503, problem, retry_after=60) from None
    said = [Said.model_validate(packed(finding)) for finding in findings]
    return Checked(holds=holds, findings=findings, said=said)


async def _record(hall: Hall, live: LiveTable) -> str:
    if not live.is_finished:
        raise Refused(403, NOT_YET)
    if not is_open(live):
        raise Refused(403, NEVER)
    stored = await hall.read(lambda: hall.database.load(live.id))
    assert stored is not None
    match = Shuffled(
        live.header, live.id, live.commitment, is_open=True, lines=stored.lines
    )
    return json.dumps(written(match), indent=1)


def judged(offered: OfferedGame, text: str) -> tuple[bool, list[str]]:
    """Draw every deal of a file again: done where it keeps nobody waiting."""
    match = read(text)
    assert not isinstance(match, Unreadable)
    found = verified(offered.game, match)
    return found.holds, list(found.findings)
