"""HTTP: games that one plays alone: puzzles by level, of a day, to take along, and the deal of a
day."""

from datetime import UTC, date, datetime
from functools import cache, lru_cache
from threading import Lock
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from ludex.kernel import Unreadable, say
from ludex.language.position import position_line, read_position
from ludex.play.starts import position_problem
from ludex.server.cached_responses import CachedResponse, respond_with
from ludex.server.errors import RequestRefused
from ludex.server.game_list import GameList, OfferedGame
from ludex.server.http.api import Adviser, TheHall, while_connected
from ludex.server.http.puzzles import ask_about_board, daily_puzzle
from ludex.server.http.schemas import (
    BoardAnswer,
    BoardQuestion,
    Daily,
    DealOfDay,
    OfflinePuzzles,
    Pack,
    Packs,
)
from ludex.server.offline import offline_puzzles
from ludex.server.tables.records.new_table import deal_of, find_game, no_puzzles
from ludex.server.workers.answers import ANSWERS

router = APIRouter(prefix="/api")

Named = Annotated[str | None, Query(max_length=40)]
"""A game by its name; none: the first that has what is asked for."""

_WORKING_OUT = Lock()
"""Results of a second or two of work, worked out once, however many ask for them meanwhile."""


def _with_puzzles(games: GameList, game: str | None) -> OfferedGame:
    """Return a game that has puzzles, or refuse with a clear sentence."""
    first = next((name for name in games if games[name].puzzles), None)
    found = find_game(games, game or first)
    if found.puzzles is None:
        raise RequestRefused(422, no_puzzles(games, found.name))
    return found


@router.get("/puzzles/daily")
async def daily(request: Request, hall: TheHall, adviser: Adviser, game: Named = None) -> Daily:
    """Today's puzzle of a game, the same for everybody; of the first that has puzzles."""
    found = _with_puzzles(hall.games, game)
    puzzle = await while_connected(request, daily_puzzle(found, adviser))
    return Daily(
        date=datetime.now(UTC).date().isoformat(),
        game=found.name,
        id=puzzle.id,
        position=position_line(found.game, puzzle.start),
        level=puzzle.level,
    )


@router.get("/deals/daily")
def daily_deal(hall: TheHall, game: Named = None) -> DealOfDay:
    """Today's deal of a game, the same for everybody; of the first whose deals are numbered."""
    first = next((name for name, one in hall.games.items() if one.has_deals), None)
    found = find_game(hall.games, game or first)
    if not found.has_deals:
        words = "{game} has no numbered deals."
        raise RequestRefused(422, say("no_deals", words, game=found.game.title))
    today = datetime.now(UTC).date()
    return DealOfDay(date=today.isoformat(), game=found.name, deal=deal_of(today.toordinal()))


@router.post("/puzzles/check", response_model_exclude_none=True)
async def check(
    question: BoardQuestion, request: Request, hall: TheHall, adviser: Adviser
) -> BoardAnswer:
    """Is a board of the editor in order, and can it be won?"""
    offered = _with_puzzles(hall.games, question.game)
    game = offered.game
    state = read_position(game, question.position)
    if isinstance(state, Unreadable):
        return BoardAnswer(winnable="unknown", problems=list(state.problems))
    if nonsense := position_problem(game, state):
        return BoardAnswer(winnable="unknown", problems=[nonsense])
    request_task = ask_about_board(offered, question.position, adviser)
    winnable, puzzle = await while_connected(request, request_task)
    found = BoardAnswer(winnable=ANSWERS[winnable], problems=[])  # type: ignore[arg-type]  # one of three
    if puzzle is None:
        return found
    facts = {"id": puzzle.id, "level": puzzle.level, "ways": puzzle.facts.get("ways")}
    return found.model_copy(update=facts)


@router.get("/puzzles/packs")
def packs(hall: TheHall, game: Named = None) -> Packs:
    """The puzzles that come with a game, by level; of the first that has puzzles."""
    return _packs_of(_with_puzzles(hall.games, game))


@cache
def _packs_of(offered: OfferedGame) -> Packs:
    assert offered.puzzles is not None
    levels = offered.puzzles.packs().items()
    return Packs(
        game=offered.name,
        packs=[Pack(level=level, puzzles=[p.id for p in some]) for level, some in levels],
    )


@router.get("/puzzles/offline", response_model=OfflinePuzzles)
def get_offline_puzzles(request: Request, hall: TheHall, game: Named = None) -> Response:
    """Puzzles to be played without a server, with all that can come up: some of each level, and
    those of the next days."""
    offered = _with_puzzles(hall.games, game)
    with _WORKING_OUT:
        found = _stored_response(hall.games, offered, datetime.now(UTC).date())
    return respond_with(found, request)


@lru_cache(maxsize=8)  # tomorrow it is another
def _stored_response(games: GameList, offered: OfferedGame, today: date) -> CachedResponse:
    found = OfflinePuzzles.model_validate(offline_puzzles(games, offered, today))
    return CachedResponse(found.model_dump_json().encode())
