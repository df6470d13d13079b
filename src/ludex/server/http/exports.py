"""HTTP: downloads of a game: as a script, for other programs, to check its shuffle; and a finished
game looked back at, part by part.

What a seat could see is all that its moves are judged by. Whoever opens the table sees every seat
reviewed, or only the own one where hands that were given up stay hidden.
"""

import json
from shlex import quote
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse

from ludex.kernel import Seat, Unreadable
from ludex.language.position import position_line
from ludex.play.shuffle_check import ShuffledMatch, read_match, to_json, verify
from ludex.server.errors import RequestRefused
from ludex.server.game_list import OfferedGame
from ludex.server.http.api import Adviser, OpenedTable, TheHall, while_connected
from ludex.server.http.schemas import Checked, Reviewed, as_sentence_data
from ludex.server.presentation.secrecy import has_hidden, is_open, why_closed
from ludex.server.tables.hall import Hall
from ludex.server.tables.live import LiveTable
from ludex.server.tables.records.seats import seat_from
from ludex.server.workers.answers import review_part
from ludex.server.workers.pool import NoAnswer, NotStarted
from ludex.table.hidden import seen

router = APIRouter(prefix="/api")


@router.get("/tables/{table}/script", response_class=PlainTextResponse)
async def script(opened: OpenedTable, hall: TheHall) -> PlainTextResponse:
    """The log as a script that `ludex run` replays, when it can reveal nothing any more."""
    live, _ = opened
    history = live.shown.history
    if not is_open(live) and await hall.archive.read(has_hidden, live):
        raise RequestRefused(403, why_closed(live))
    words = ["ludex", "run", *_beginning(live)]
    lines = [f"-- {' '.join(map(quote, words))} FILE", *map(str, history.journal)]
    return PlainTextResponse("\n".join(lines) + "\n")


def _beginning(live: LiveTable) -> list[str]:
    """Return the arguments that begin a game where this one began, or was begun anew."""
    head, start = live.header, live.shown.history.start
    if start != head.start(live.game):
        return [head.game, "--position", position_line(live.game, start)]
    words = [head.game]
    words += ["--preset", head.preset] if head.preset else []
    for name, value in head.options.items():
        words += ["--option", f"{name}={value}"]
    return words + (["--position", head.position] if head.position else [])


@router.get("/tables/{table}/records/{name}", response_class=PlainTextResponse)
async def record(
    name: Annotated[str, Path(max_length=20)], opened: OpenedTable, hall: TheHall
) -> PlainTextResponse:
    """Return the record of the game for other programs, as a seat has seen it; nothing that it has
    not."""
    live, number = opened
    wanted = live.offered.records.get(name)
    if wanted is None:
        raise RequestRefused(404, f"{live.game.title} cannot be written as {name}.")
    # A seat that was another's before is shown what everybody could see.
    seat = seat_from(0 if live.is_taken_over(number) else number)
    history = live.shown.history
    return PlainTextResponse(await hall.archive.read(lambda: wanted.write(seen(history, seat))))


@router.get("/tables/{table}/shuffle", response_class=Response)
async def shuffle(opened: OpenedTable, hall: TheHall) -> Response:
    """A file for `ludex verify`: the promise, the secret, the shares and the whole log."""
    live, _ = opened
    attached = {"content-disposition": f'attachment; filename="ludex-{live.id}.json"'}
    text = await _shuffle_file(hall, live)
    return Response(text, media_type="application/json", headers=attached)


@router.get("/tables/{table}/verdict")
async def verdict(
    opened: OpenedTable, request: Request, hall: TheHall, adviser: Adviser
) -> Checked:
    """Return the verdict of `ludex verify` on that file."""
    live, _ = opened
    text = await _shuffle_file(hall, live)
    try:
        request_task = adviser.ask(check_shuffle, live.offered, text)
        holds, findings = await while_connected(request, request_task)
    except NotStarted:
        raise
    except NoAnswer:
        raise RequestRefused(
            503,
            "The check takes too long on this server; check the file with ludex verify.",
            retry_after=60,
        ) from None
    return Checked(holds=holds, findings=findings, said=[*map(as_sentence_data, findings)])


async def _shuffle_file(hall: Hall, live: LiveTable) -> str:
    if not live.is_finished:
        raise RequestRefused(403, "The secret of the shuffle is shown when the match is over.")
    if not is_open(live):
        raise RequestRefused(
            403, "Folded hands stay hidden at this table: the secret would reveal them."
        )
    stored = await hall.archive.read(hall.database.load, live.id)
    assert stored is not None
    match = ShuffledMatch(
        live.header, live.id, live.new.commitment, is_open=True, lines=stored.lines
    )
    return json.dumps(to_json(match), indent=1)


def check_shuffle(offered: OfferedGame, text: str) -> tuple[bool, list[str]]:
    """Draw every deal of a file again: done where it keeps nobody waiting."""
    match = read_match(text)
    assert not isinstance(match, Unreadable)
    found = verify(offered.game, match)
    return found.holds, list(found.findings)


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
        raise RequestRefused(422, "The game does not have that many steps.")
    request_task = adviser.ask(
        review_part, live.offered, history.start, history.journal, seats, begun
    )
    return await while_connected(request, request_task)


def _seats(live: LiveTable, number: int) -> tuple[Seat, ...]:
    """Return who may be looked at."""
    if not live.is_finished:
        raise RequestRefused(403, "You can review the game when it is over.")
    count = live.game.seat_count(live.shown.history.start)
    if count < 2 and not live.offered.has_light:
        raise RequestRefused(
            422, "This game is for one player, and there is no solver to compare with."
        )
    if is_open(live):
        return tuple(map(Seat, range(count)))
    if not number or live.is_taken_over(number):
        raise RequestRefused(
            403, "Only the players of this table can review the game: folded hands stay hidden."
        )
    return (Seat(number - 1),)
