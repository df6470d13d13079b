"""The languages of the games, for clients that write the words themselves."""

import gzip
from functools import cache
from typing import Annotated

from fastapi import APIRouter, Path, Request
from fastapi.responses import Response
from msgspec.json import encode

from ludex.languages import language_of, own_words
from ludex.server.http.api import TROUBLES, demand_language
from ludex.server.offers import playable

router = APIRouter(prefix="/api", responses=TROUBLES)

HEADERS = {"cache-control": "no-cache", "vary": "accept-encoding"}


@router.get("/languages/{language}", response_class=Response)
def language(
    language: Annotated[str, Path(max_length=10)], request: Request
) -> Response:
    """Template by template, what every game says and what each game says, in a language."""
    demand_language(language)
    headers, body = HEADERS, _catalogue(language)
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers, body = {**HEADERS, "content-encoding": "gzip"}, _zipped(language)
    return Response(body, media_type="application/json", headers=headers)


@cache
def _catalogue(name: str) -> bytes:
    general = language_of(name)
    return encode(
        {
            "language": name,
            "contractions": list(general.contractions.items()),
            "general": general.templates,
            "games": {game.name: own_words(name, game) for game in playable().values()},
        }
    )


@cache
def _zipped(name: str) -> bytes:
    return gzip.compress(_catalogue(name), 9, mtime=0)
