"""Puzzles on the server: the one asked for, today's, and whether a board can be won.

All of it takes thinking, so it may be refused, and it stops when nobody waits for it.
"""

from datetime import UTC, datetime
from secrets import randbits
from typing import Any
from weakref import WeakKeyDictionary

from ludex.kernel import say
from ludex.language.position import position_line
from ludex.registry import Puzzle
from ludex.server.errors import RequestRefused
from ludex.server.game_list import OfferedGame
from ludex.server.http.schemas import PuzzleRequest
from ludex.server.workers.answers import judge_board, new_puzzle, puzzle_of_day
from ludex.server.workers.pool import NoAnswer, NotStarted, ThinkerClient

_TODAY: WeakKeyDictionary[OfferedGame, tuple[int, Puzzle[Any]]] = WeakKeyDictionary()
"""The puzzle of one day for each game, which is found once."""


async def find_puzzle(
    offered: OfferedGame, request: PuzzleRequest, seed: int | None, thinkers: ThinkerClient
) -> Puzzle[Any]:
    """Return the puzzle asked for."""
    puzzles = offered.puzzles
    assert puzzles is not None
    if request.id is not None:
        start = puzzles.decoded(request.id)
        if start is None:
            raise RequestRefused(422, say("no_puzzle", puzzles.misnamed, name=request.id))
        winnable, found = await ask_about_board(
            offered, position_line(offered.game, start), thinkers
        )
        if winnable is False:
            words = "The puzzle {name} cannot be won."
            raise RequestRefused(422, say("not_winnable", words, name=request.id))
        if found is None:
            words = "{name} has too many positions to check."
            raise RequestRefused(422, say("too_many_positions", words, name=request.id))
        return found
    if request.daily:
        return await daily_puzzle(offered, thinkers)
    seed = randbits(64) if seed is None else seed
    wanted = puzzles.spec(request.pieces, request.level, unique=request.unique)
    return _found(await thinkers.ask(new_puzzle, offered, wanted, seed))


async def daily_puzzle(offered: OfferedGame, thinkers: ThinkerClient) -> Puzzle[Any]:
    """Return the same for everybody today, and the same as `ludex puzzle --daily` gives."""
    today = datetime.now(UTC).date().toordinal()
    if _TODAY.get(offered, (0,))[0] != today:
        found = await thinkers.ask(puzzle_of_day, offered, today)
        _TODAY[offered] = today, _found(found)
    return _TODAY[offered][1]


async def ask_about_board(
    offered: OfferedGame, position: str, thinkers: ThinkerClient
) -> tuple[bool | None, Puzzle[Any] | None]:
    """Can a board be won, and which puzzle is it? None: nobody knows in the time given."""
    try:
        return await thinkers.ask(judge_board, offered, position)
    except NotStarted:
        raise
    except NoAnswer:
        return None, None


def _found(found: Puzzle[Any] | None) -> Puzzle[Any]:
    if found is None:
        raise RequestRefused(
            422, "No such puzzle was found; ask for fewer pieces or fewer conditions."
        )
    return found
