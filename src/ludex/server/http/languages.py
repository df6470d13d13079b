"""The languages of the games, for clients that write the words themselves."""

from functools import cache
from typing import Annotated

from fastapi import APIRouter, Path, Request
from fastapi.responses import Response
from msgspec.json import encode

from ludex.language.translations import language_of, own_words
from ludex.server.cached_responses import Written, sent
from ludex.server.game_list import GameList
from ludex.server.http.api import TROUBLES, demand_language, hall_of

router = APIRouter(prefix="/api", responses=TROUBLES)


@router.get("/languages/{language}", response_class=Response)
def language(
    language: Annotated[str, Path(max_length=10)], request: Request
) -> Response:
    """Template by template, what every game says and what each game says, in a language."""
    demand_language(language)
    return sent(_catalogue(hall_of(request).games, language), request)


@cache
def _catalogue(games: GameList, name: str) -> Written:
    general = language_of(name)
    body = encode(
        {
            "language": name,
            "contractions": list(general.contractions.items()),
            "general": general.templates,
            "games": {game: own_words(name, one.game) for game, one in games.items()},
        }
    )
    return Written(body, caching="no-cache")
