"""Games that a client has left and goes on with: its own alone, found by the names they are saved by."""

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any, Final

from ludex.kernel import History, Unreadable
from ludex.mcp.new_table import CLIENT, Offered, demand_bot
from ludex.mcp.responses import ClientLimits, ToolError, quoted
from ludex.play.saved import Saved, read_saved
from ludex.play.seating import PERSON, Sitting, resume_game

LOOKED_AT: Final = 200
"""So many files are opened in search of the last game: the latest."""


def taken_up(
    name: str | None,
    folder: Path,
    games: Collection[Offered],
    limits: ClientLimits,
) -> tuple[Offered, Sitting[Any]]:
    """A saved game, by name or the last that is not over; Trouble says why it cannot go on."""
    if name is None:
        saved = next(_unfinished(folder, games), None)
        if saved is None:
            raise ToolError("No game of yours is saved here that is not over.")
    else:
        saved = _own(name, folder)
    offered = _offered(saved, games)
    if offered is None:
        raise ToolError(
            "This game is not offered here, or its rules have changed since it was saved."
        )
    for who in saved.header.seats:
        if who != PERSON:
            demand_bot(offered.game, who, limits)
    sitting = resume_game(offered.game, saved)
    if isinstance(sitting, Unreadable):
        said = str(sitting.said).replace(str(saved.path), saved.path.stem)
        raise ToolError(f"{said}.")
    return offered, sitting


def _own(name: str, folder: Path) -> Saved:
    """The game of that name; whose it is, if it is not the client's, is not told."""
    path = next((one for one in folder.glob("*.jsonl") if one.stem == name), None)
    saved = None if path is None else _of_client(path)
    if saved is None:
        raise ToolError(f"No game of yours is saved here as {quoted(name)}.")
    return saved


def _of_client(path: Path) -> Saved | None:
    saved = read_saved(path)
    if isinstance(saved, Unreadable) or saved.header.client != CLIENT:
        return None
    return saved if saved.header.seats.count(PERSON) == 1 else None


def _unfinished(folder: Path, games: Collection[Offered]) -> Iterator[Saved]:
    """The client's games that can go on, the last one first."""
    for path in sorted(folder.glob("*.jsonl"), reverse=True)[:LOOKED_AT]:
        saved = _of_client(path)
        offered = None if saved is None else _offered(saved, games)
        if saved is None or offered is None:
            continue
        played = saved.history(offered.game)
        if isinstance(played, History) and offered.game.outcome(played.state) is None:
            yield saved


def _offered(saved: Saved, games: Collection[Offered]) -> Offered | None:
    header = saved.header
    for one in games:
        if (one.known_as, one.digest) == (header.game, header.rules):
            return one
    return None
