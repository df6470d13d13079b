"""HTTP: the lobby, rules, new tables, open tables, lists of one's own, statistics."""

import asyncio
from collections.abc import Coroutine, Iterable
from dataclasses import replace
from functools import cache
from time import time
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Depends, Header, Path, Query, Request, Response
from msgspec.json import encode
from msgspec.structs import asdict

from ludex.kernel import Unreadable, say
from ludex.language.translations import (
    ENGLISH,
    language_of,
    languages,
    own_words,
    web_words,
)
from ludex.play.protocol.effects import Rejection
from ludex.play.starts import describe_start
from ludex.play.statistics import statistics
from ludex.server.cached_responses import CachedResponse, respond_with
from ludex.server.errors import RequestRefused
from ludex.server.game_list import GameList
from ludex.server.http.origin import client_of
from ludex.server.http.schemas import (
    Claim,
    Claimed,
    Created,
    Invitation,
    Join,
    Key,
    Keys,
    Mine,
    OptionText,
    Statistics,
    TableRequest,
    Waiting,
    as_sentence_data,
)
from ludex.server.presentation.secrecy import has_chance, has_secrets, is_practice
from ludex.server.store.records import ONLOOKERS, ListedTable, TableSummary
from ludex.server.tables import attendance as sitting
from ludex.server.tables.attendance import invitation_path
from ludex.server.tables.hall import Hall, creator_of
from ludex.server.tables.live import LiveTable
from ludex.server.tables.records.new_table import (
    PlannedTable,
    find_game,
    plan_table,
    repeat_table,
)
from ludex.server.tables.records.seats import UNKNOWN, seat_of
from ludex.server.tables.records.start_record import start_label
from ludex.server.workers.pool import ThinkerClient
from ludex.table.hidden import foretells

router = APIRouter(prefix="/api")


def _hall(request: Request) -> Hall:
    hall: Hall = request.app.state.hall
    return hall


def _client(request: Request) -> str:
    return client_of(request.scope)


ShortName = Annotated[str, Path(max_length=40)]
TheHall = Annotated[Hall, Depends(_hall)]
Client = Annotated[str, Depends(_client)]
"""The client that asks."""


def _adviser(hall: TheHall, client: Client) -> ThinkerClient:
    return hall.adviser(client)


Adviser = Annotated[ThinkerClient, Depends(_adviser)]
"""The adviser for the questions of a client."""


async def _opened_by_head(
    hall: TheHall,
    table: str,
    authorization: Annotated[str | None, Header(max_length=200)] = None,
) -> tuple[LiveTable, int]:
    scheme, _, token = (authorization or "").partition(" ")
    if scheme.lower() != "bearer" or not token:
        raise RequestRefused(403, "A token is needed: Authorization: Bearer TOKEN.")
    return await _opened(hall, table, token.strip())


async def _opened(hall: Hall, table: str, token: str) -> tuple[LiveTable, int]:
    found = await hall.opened(table, token)
    if found is None:
        raise RequestRefused(404, "There is no such table, or the link is wrong.")
    return found


OpenedTable = Annotated[tuple[LiveTable, int], Depends(_opened_by_head)]
"""The table and the seat that a token in the head of a request opens."""


@router.get("/games", response_model=list[dict[str, object]])
def games(hall: TheHall, request: Request) -> Response:
    """The games with their presets, options and bots."""
    return respond_with(hall.games.response, request)


def _demand_language(name: str) -> None:
    """There are words in this language, or one clear sentence says that there are none."""
    if name != ENGLISH and name not in languages():
        words = "There is no language {name} here; there are: {names}."
        names = ", ".join((ENGLISH, *languages()))
        raise RequestRefused(404, say("no_language", words, name=name, names=names))


@router.get("/languages/{language}", response_class=Response)
def language(
    language: Annotated[str, Path(max_length=10)], request: Request, hall: TheHall
) -> Response:
    """Template by template, what every game says and what each game says, in a language."""
    _demand_language(language)
    return respond_with(_catalogue(hall.games, language), request)


@cache
def _catalogue(games: GameList, name: str) -> CachedResponse:
    general = language_of(name)
    body = encode(
        {
            "language": name,
            "contractions": list(general.contractions.items()),
            "interface": web_words(name),
            "general": general.templates,
            "games": {game: own_words(name, one.game) for game, one in games.items()},
        }
    )
    return CachedResponse(body, caching="no-cache")


@router.get("/games/{game}/rules")
def rules(
    hall: TheHall,
    game: ShortName,
    preset: Annotated[str | None, Query(max_length=40)] = None,
    option: Annotated[list[OptionText], Query(max_length=50)] = [],  # noqa: B006  # never changed
    language: Annotated[str, Query(max_length=10)] = ENGLISH,
) -> dict[str, object]:
    """The rules as blocks, how to play first; each `option` is a change of the preset: `cells=2`."""
    _demand_language(language)
    offered = find_game(hall.games, game)
    found = offered.game
    if preset is not None and preset not in found.start.presets:
        known = ", ".join(found.start.presets)
        text = "There is no such preset; there are: {names}."
        raise RequestRefused(404, say("no_preset", text, names=known))
    changes = dict(text.split("=", 1) for text in option)
    begun = found.start.varied(preset, changes)
    if isinstance(begun, Unreadable):
        raise RequestRefused(422, begun.summary)
    played = preset or (found.start.unnamed if changes else None)
    return offered.rules_page(played, tuple(sorted(changes.items())), language)


STILL = {"content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox"}
"""A picture by somebody else, opened as a page of its own, is of no origin and loads nothing."""


@router.get(
    "/games/{game}/drawings/{look}",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {}}}},
)
def drawing(
    hall: TheHall,
    game: ShortName,
    look: Annotated[str, Path(max_length=100)],
) -> Response:
    """A picture that a game brings along, for a look that no client knows."""
    found = find_game(hall.games, game).pictures.get(look)
    if found is None:
        raise RequestRefused(404, "There is no such drawing.")
    return Response(found, media_type="image/svg+xml", headers=STILL)


@router.post("/tables", status_code=201)
async def new_table(
    body: TableRequest, request: Request, hall: TheHall, client: Client, adviser: Adviser
) -> Created:
    """A new table: its seat for you, invitations for the others."""
    async with hall.one_table_more(client, len(await request.body())):
        wanted: TableRequest | PlannedTable = body
        if body.like is not None:
            wanted = await _repeated_request(hall, body, body.like)
        if isinstance(wanted, TableRequest):
            looking = plan_table(hall.games, wanted, adviser)
            wanted = await while_connected(request, looking)
        if wanted.request.get("open") is True:
            hall.board.demand_room(creator_of(client))
        new, keys = await hall.create(wanted, client)
    mine = wanted.seats.index("me") + 1
    invitations = [
        Invitation(seat=i, path=invitation_path(new.id, keys[i]), tenure=chair.tenure)
        for i, chair in new.chairs.items()
        if chair.is_open
    ]
    return Created(
        table=new.id,
        seat=mine,
        token=keys[mine],
        invitations=invitations,
        watch=f"/t/{new.id}#{keys[ONLOOKERS]}",
        deal=new.header.label,
        commitment=new.commitment,
    )


async def _repeated_request(
    hall: Hall, wanted: TableRequest, like: Key
) -> TableRequest | PlannedTable:
    other_fields = sorted(wanted.model_fields_set - {"like", "fresh"})
    if other_fields:
        words = "A copy of a table has the same settings: leave out {field}."
        raise RequestRefused(422, say("as_it_was", words, field=other_fields[0]))
    live, seat = await _opened(hall, like.table, like.token)
    if not seat:
        raise RequestRefused(403, "A spectator cannot restart the table.")
    name = start_label(live, live.shown.history)
    header = replace(live.header, label=name, seed=live.key)
    same = repeat_table(live.offered, live.new.request, header, seat, fresh=wanted.fresh)
    if isinstance(same, TableRequest):
        return same
    if has_secrets(live):
        if len(live.now.people) > 1:
            if live.is_finished:
                raise RequestRefused(
                    403, "The same deal would reveal folded hands, which stay hidden."
                )
            raise RequestRefused(
                403, "The same deal would reveal hidden cards; wait for the end of the game."
            )
        await live.assist()  # who plays alone may look, but not in secret
    # Whoever opens the same deal twice can look at one and play the other.
    known = foretells(live.now.history) or has_chance(live.offered)
    return replace(same, assisted=known)


@router.post("/tables/{table}/claim")
async def claim_seat(table: ShortName, claim: Claim, hall: TheHall) -> Claimed:
    """Sit down by invitation: it is spent, and the seat is opened by your secret alone.

    Repeat it with the same secret when no answer came: the seat is claimed once.
    """
    live = await hall.invited(table, claim.invitation)
    if live is None:
        raise RequestRefused(404, UNKNOWN.text)
    seat = await sitting.claim(live, claim.invitation, claim.token)
    if isinstance(seat, Rejection):
        raise RequestRefused(404 if seat is UNKNOWN else 409, seat.text)
    return Claimed(table=table, seat=seat)


@router.post("/tables/mine")
async def mine(keys: Keys, hall: TheHall) -> list[Mine]:
    """The tables that the tokens open, the oldest first; unknown ones are left out."""
    return [
        Mine(
            table=listed.new.id,
            game=listed.new.header.game,
            title=hall.games[listed.new.header.game].game.title,
            seat=seat,
            status=standing.status,
            over=standing.over,
            winners=list(standing.winners),
            events=standing.length,
            assisted=_is_assisted(hall, listed, standing),
            created=listed.new.header.created,
            updated=standing.updated,
            deal=listed.new.header.label,
            seats=[
                player if player == "person" else f"bot:{player}"
                for player in listed.new.header.seats
            ],
            said={
                name: as_sentence_data(text)
                for name, text in (
                    ("status", standing.status),
                    ("deal", describe_start(listed.new.header.label)),
                )
                if text is not None
            },
        )
        for listed, standing, seat in await _mine(hall, keys)
    ]


@router.post("/statistics")
async def statistics_of(keys: Keys, hall: TheHall) -> list[Statistics]:
    """Return the games that the owner of these tokens has played and won."""
    rows = [
        {
            "game": listed.new.header.game,
            "seats": ["person" if i == seat else "other" for i in range(1, seat + 1)],
            "winners": list(standing.winners),
            "over": standing.over,
            "seconds": standing.seconds,
            "assisted": _is_assisted(hall, listed, standing),
        }
        for listed, standing, seat in await _mine(hall, keys)
    ]
    return [Statistics.model_validate(row) for row in statistics(rows)]


def _is_assisted(hall: Hall, listed: ListedTable, standing: TableSummary) -> bool:
    """Did anybody have help, or know beforehand what a fair game does not tell?"""
    practice = is_practice(hall.games[listed.new.header.game], listed.new.request)
    return standing.assisted or listed.advised or practice


async def _mine(hall: Hall, keys: Keys) -> Iterable[tuple[ListedTable, TableSummary, int]]:
    given: dict[str, list[str]] = {}
    for key in keys.tables:
        given.setdefault(key.table, []).append(key.token)
    listed = await hall.archive.read(hall.database.listed, list(given))
    found = []
    for one in listed:
        if not hall.games.has_game_of(one.new.header):
            continue  # its package or its file has gone: it waits until that is back
        opened = {seat_of(one.new.keys, token) for token in given[one.new.id]}
        seats = sorted(seat for seat in opened if seat is not None)
        standing = one.standing
        if seats and standing is None:  # not yet worked out
            live = await hall.found(one.new.id)
            standing = None if live is None else live.standing()
        if standing is not None:
            found += [(one, standing, seat) for seat in seats]
    return found


T = TypeVar("T")


async def while_connected(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """Return what the work comes to; it is cancelled when the connection ends."""
    working = asyncio.ensure_future(work)
    disconnect = asyncio.ensure_future(_left(request))
    try:
        await asyncio.wait((working, disconnect), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise RequestRefused(400, "The answer is no longer needed.")
        return await working
    finally:
        working.cancel()
        disconnect.cancel()
        await asyncio.gather(working, disconnect, return_exceptions=True)


async def _left(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


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
    table: ShortName,
    body: Join,
    hall: TheHall,
    client: Client,
) -> Claimed:
    """Sit down at an open table; repeat it with the same secret when no answer came."""
    live = await hall.found(table)
    if live is None or live.new.request.get("open") is not True:
        raise RequestRefused(404, "This is not an open table.")
    is_new = seat_of(live.new.keys, body.token) is None
    if is_new and not hall.joining[client].take():
        raise RequestRefused(429, "You have joined many tables in a short time; wait a minute.")
    seat = await sitting.join(live, body.token)
    if isinstance(seat, Rejection):
        raise RequestRefused(409, seat.text)
    return Claimed(table=table, seat=seat)
