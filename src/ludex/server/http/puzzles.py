"""Puzzles on the server: the one asked for, today's, and whether a board can be won.

All of it takes thinking, so it may be refused, and it stops when nobody waits for it.
"""

from datetime import UTC, datetime
from secrets import randbits
from typing import Final

from ludex.kernel import say
from ludex.server.http.offers import PUZZLES, playable
from ludex.server.http.shapes import PuzzleWish
from ludex.server.thinking.answers import judged_board, new_puzzle
from ludex.server.thinking.pool import Asker, NoAnswer, Unasked
from ludex.server.trouble import Refused
from ludex.solve.puzzles import Puzzle, decoded, encoded

_TODAY: Final[dict[int, Puzzle]] = {}
"""The puzzle of one day, which is found once."""


async def found_puzzle(wish: PuzzleWish, seed: int | None, thinkers: Asker) -> Puzzle:
    """The puzzle asked for."""
    if wish.id is not None:
        start = decoded(wish.id)
        if start is None:
            words = "{name} is no puzzle: ten letters and digits, one a check."
            raise Refused(422, say("no_puzzle", words, name=wish.id))
        winnable, found = await judged(playable()[PUZZLES].position(start), thinkers)
        if winnable is False:
            words = "The puzzle {name} cannot be won."
            raise Refused(422, say("not_winnable", words, name=wish.id))
        if found is None:
            words = "{name} has too many positions to be judged."
            raise Refused(422, say("too_many_positions", words, name=wish.id))
        return found
    if wish.daily:
        return await daily_puzzle(thinkers)
    return await _made(wish, randbits(64) if seed is None else seed, thinkers)


async def daily_puzzle(thinkers: Asker) -> Puzzle:
    """The same for everybody today, and the same as `ludex puzzle --daily` gives."""
    today = datetime.now(UTC).date().toordinal()
    if today not in _TODAY:
        found = await _made(PuzzleWish(), today, thinkers)
        _TODAY.clear()
        _TODAY[today] = found
    return _TODAY[today]


async def judged(position: str, thinkers: Asker) -> tuple[bool | None, Puzzle | None]:
    """Can a board be won, and which puzzle is it? None: nobody knows in the time given."""
    try:
        return await thinkers.ask(judged_board, position)
    except Unasked:
        raise
    except NoAnswer:
        return None, None


async def _made(wish: PuzzleWish, seed: int, thinkers: Asker) -> Puzzle:
    found = await thinkers.ask(
        new_puzzle, wish.pieces, wish.level, seed, unique=wish.unique
    )
    if found is None:
        problem = "No such puzzle was found; ask for fewer pieces or less else."
        raise Refused(422, problem)
    return found


def puzzle_id(puzzle: Puzzle) -> str:
    """The short name of a puzzle."""
    return encoded(puzzle.start)
