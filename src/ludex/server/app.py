"""The application: API, socket, pages, health and metrics, behind one gate."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from math import ceil
from secrets import compare_digest, token_hex

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

from ludex.server.cached_responses import CachedResponse, respond_with
from ludex.server.errors import NotSaved, RequestRefused, problem
from ludex.server.game_list import GameList, game_list
from ludex.server.http import api, exports, solo
from ludex.server.http.metrics import Metrics
from ludex.server.http.middleware import FRAMED, FRAMING, RUNNING, Gate
from ludex.server.http.origin import header
from ludex.server.http.pages import (
    BOOK,
    CLIENT,
    NO_BOOK,
    NO_CLIENT,
    TO_THE_BOOK,
    Pages,
)
from ludex.server.http.schemas import TROUBLES, Health
from ludex.server.offline import rulebooks
from ludex.server.settings import Settings
from ludex.server.sockets.conversation import table_socket
from ludex.server.store.address import read_address
from ludex.server.store.database import Database
from ludex.server.tables.hall import Hall
from ludex.server.workers.pool import NoAnswer, TooManyQuestions


def application(
    database: str, settings: Settings | None = None, games: GameList | None = None
) -> FastAPI:
    """Return the whole server for one database, as an ASGI application."""
    settings = settings or Settings()
    games = game_list() if games is None else games
    metrics = Metrics()
    address, lossy = read_address(database), settings.accept_loss
    store = Database(address, name=token_hex(8), accept_loss=lossy)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        hall = Hall(store, settings, games)
        metrics.watch(hall)
        app.state.hall = hall
        hall.start()
        await asyncio.to_thread(lambda: games.is_warm)
        try:
            yield
        finally:
            await hall.close()

    app = FastAPI(
        title="Ludex",
        description="The web table: lobby, rules, saved games, statistics.",
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,  # those pages load scripts from elsewhere
        redoc_url=None,
    )
    for module in (api, solo, exports):
        app.include_router(module.router, responses=TROUBLES)
    app.add_api_websocket_route("/api/tables/{table}/socket", table_socket)
    _add_probes(app, metrics, settings)
    _add_pages(app, games)
    for kind in (RequestRefused, NotSaved, NoAnswer):
        app.exception_handler(kind)(_failed)
    app.exception_handler(HTTPException)(_no_such)
    app.exception_handler(RequestValidationError)(_unfit)

    app.add_middleware(Gate, settings, metrics)
    return app


def _add_probes(app: FastAPI, metrics: Metrics, settings: Settings) -> None:
    @app.get("/health", responses={503: {"model": Health}})
    async def health() -> Response:
        """Is the server well, and its database?"""
        is_well = await app.state.hall.archive.is_well()
        word = "ok" if is_well else "ill"
        return JSONResponse({"status": word, "database": word}, 200 if is_well else 503)

    @app.get(
        "/metrics",
        response_class=PlainTextResponse,
        responses={
            404: TROUBLES[404],
            401: {**TROUBLES[403], "description": "The token is missing or wrong."},
        },
    )
    async def counted(request: Request) -> Response:
        """Return the metrics, for Prometheus; only with the token for it."""
        if settings.metrics_token is None:
            raise RequestRefused(404, "There is no such page.")
        given = header(request.scope, b"authorization") or ""
        wanted = f"Bearer {settings.metrics_token}"
        if not compare_digest(given.encode(), wanted.encode()):
            raise RequestRefused(401, "The metrics need their token.")
        return Response(metrics.text(), media_type="text/plain; version=0.0.4")


def _add_pages(app: FastAPI, games: GameList) -> None:
    bound = Pages(BOOK, NO_BOOK)
    pages = Pages(CLIENT, NO_CLIENT, TO_THE_BOOK if bound.are_there else b"")
    page = partial(app.api_route, methods=["GET", "HEAD"], include_in_schema=False)

    @page("/")
    async def lobby(request: Request) -> Response:
        return _page(pages.lobby, request)

    @page("/t/{table}")
    async def table(table: str, request: Request) -> Response:  # noqa: ARG001  # the client reads it
        return _page(pages.table, request, FRAMED)

    @page("/p/{game}")
    async def puzzles(game: str, request: Request) -> Response:  # noqa: ARG001  # the same
        return _page(pages.index, request)

    @page("/docs")
    async def book() -> Response:
        return RedirectResponse("/docs/")

    @page("/docs/{name:path}")
    async def of_the_book(name: str, request: Request) -> Response:
        return _page(bound.files.get(name) if name else bound.index, request, FRAMING)

    @page("/python/{name:path}")
    def python(name: str, request: Request) -> Response:
        """Return the files that run rulebooks in a browser, and those rulebooks."""
        is_pack = name == "rulebooks.zip"
        found = rulebooks(games) if is_pack else pages.files.get(f"python/{name}")
        return _page(found, request, RUNNING)

    @page("/{name:path}")
    async def file(name: str, request: Request) -> Response:
        if name in pages.files or not _is_reading(request):
            return _page(pages.files.get(name), request)
        found = _page(pages.index, request)  # the client says it in a friendly way
        found.status_code = 404
        return found


def _page(found: CachedResponse | None, request: Request, policy: str | None = None) -> Response:
    """Answer with a page, under a content policy of its own if it has one."""
    if found is None:
        raise RequestRefused(404, "There is no such page.")
    answer = respond_with(found, request)
    if policy is not None:
        answer.headers["content-security-policy"] = policy
    return answer


def _is_reading(request: Request) -> bool:
    """Does a person look at this address, rather than a program?"""
    accepted = request.headers.get("accept", "")
    return "text/html" in accepted and not request.url.path.startswith("/api/")


def _failed(_: Request, error: Exception) -> Response:
    """Answer what cannot be done, or not now, in one sentence."""
    match error:
        case RequestRefused():
            status, text, seconds = error.status, error.text, float(error.retry_after)
        case NotSaved():
            soon = "The database of games cannot be reached at the moment; try again soon."
            status, text, seconds = 503, error.text if error.is_lost else soon, 5.0
        case _:
            assert isinstance(error, NoAnswer)
            status = 429 if isinstance(error, TooManyQuestions) else 503
            text, seconds = error.text, error.seconds
    later = {"retry-after": str(ceil(seconds))}
    more = {401: {"www-authenticate": "Bearer"}, 429: later, 503: later}
    return JSONResponse(problem(text), status, more.get(status))


def _no_such(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    text = {404: "There is no such page.", 405: "This is not possible here."}
    message = text.get(error.status_code, "The request could not be read.")
    return JSONResponse(problem(message), error.status_code, headers=error.headers)


def _unfit(_: Request, error: Exception) -> Response:
    """Return the first thing that does not fit, without repeating what was sent."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"] if part != "body")
    known = place.isascii() and place.isprintable() and len(place) < 100
    where = f"{place}: " if place and known else ""
    return JSONResponse(problem(f"{where}{first['msg']}."), 422)
