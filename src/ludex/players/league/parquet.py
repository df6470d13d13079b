"""A league's games as Parquet, for `ludex report` and for any program that reads tables.

Chunks of games are written while the league goes on. What counts is the line of each game
(`files`), which is there first: chunks that are missing are made of the lines.
"""

from collections.abc import Callable, Mapping
from typing import Any

from ludex.jobs.job import Job, Rows, Slices
from ludex.jobs.stored import StoredChunks
from ludex.players.league.files import Folder, LeagueGame

GAMES = "games.parquet"
PARTS = 20
LARGEST = 50
OF_ALL = {
    "round": "int64",
    "deal": "int64",
    "outcome": "string",
    "winners": "string",
    "fault": "string",
    "events": "int64",
    "script": "string",
}
OF_EACH = {
    "player": "string",
    "score": "double",
    "moves": "int64",
    "seconds": "double",
}


class GameTable:
    """The games of a league in chunks, in the order in which they ended."""

    def __init__(self, folder: Folder, settings: Mapping[str, Any], seats: int, total: int) -> None:
        self.folder = folder
        columns = {**OF_ALL}
        for name, kind in OF_EACH.items():
            columns |= {f"{name}_{seat + 1}": kind for seat in range(seats)}
        chunks = Slices(total, max(1, min(LARGEST, total // PARTS)))
        self._job = Job("league", settings, columns, _Written(), chunks)
        self._chunks = StoredChunks(self._job, folder.path / GAMES)
        self._next = 0
        self.catch_up()

    def catch_up(self) -> None:
        """Write every chunk whose games have ended."""
        ended, chunks = self.folder.games, self._job.chunks
        while self._next < len(chunks) and chunks[self._next].stop <= len(ended):
            if self._next not in self._chunks.finished:
                games = [ended[i] for i in chunks[self._next]]
                self._chunks.write(self._next, Rows.of(self._job.columns, map(_row, games)))
            self._next += 1
        if self._next == len(chunks):
            self._chunks.finish()

    def close(self) -> None:
        """Let others have it."""
        self._chunks.close()


class _Written:
    """Chunks are written here and done by nobody else: games come from the league."""

    def ready(self) -> Callable[[range], Rows]:
        raise NotImplementedError


def _row(game: LeagueGame) -> dict[str, Any]:
    """Return a game as a row; places are counted from 1."""
    won = [str(i) for i, name in enumerate(game.players, 1) if name in game.winners]
    row: dict[str, Any] = {
        "round": game.round,
        "deal": game.deal,
        "outcome": _outcome(game),
        "winners": " ".join(won),
        "fault": None if game.fault is None else game.fault["kind"],
        "events": sum(game.moves),
        "script": game.script,
    }
    scores = game.scores or (None,) * len(game.players)
    of_each = zip(game.players, scores, game.moves, game.seconds, strict=True)
    for seat, values in enumerate(of_each, 1):
        row |= {f"{name}_{seat}": value for name, value in zip(OF_EACH, values, strict=True)}
    return row


def _outcome(game: LeagueGame) -> str:
    if game.fault is not None:
        return f"{game.fault['player']} loses by a fault"
    if len(game.winners) == 1:
        return f"{game.winners[0]} wins"
    return "several win" if game.winners else "nobody wins"
