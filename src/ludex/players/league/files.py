"""A league on disk: its settings, a line for each game, and each game as a script.

    league.json          what is played: game, rules, players, seed
    games.jsonl          a line a game, in the order in which they ended
    games/0007-….txt     its events, for `ludex run`
    games.parquet        a row a game, for `ludex report` (`parquet`)

A game counts when its line is whole; one that was cut off is played again.
"""

import json
import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import IO, Any
from weakref import finalize

from ludex.jobs.errors import JobError
from ludex.jobs.lock import lock
from ludex.kernel import Unreadable

SETTINGS = "league.json"
GAMES = "games.jsonl"
SCRIPTS = "games"


@dataclass(frozen=True, slots=True)
class GameJob:
    """One game to play; no other has the same three."""

    round: int
    """Rounds and deals are counted from 1."""

    deal: int
    players: tuple[str, ...]
    """By seat."""

    @property
    def key(self) -> tuple[int, int, tuple[str, ...]]:
        """The key that tells games apart."""
        return self.round, self.deal, self.players


@dataclass(frozen=True, slots=True)
class LeagueGame(GameJob):
    """One game of the league."""

    winners: tuple[str, ...]
    scores: tuple[float, ...]
    fault: Mapping[str, str] | None
    """The seat that lost by a fault, its kind, and the problem."""

    moves: tuple[int, ...]
    seconds: tuple[float, ...]
    script: str = ""
    """The file of its events, in the league's folder."""


class Folder:
    """The folder of a league."""

    def __init__(self, path: Path, games: list[LeagueGame], locked: IO[str]) -> None:
        self.path, self.games = path, games
        finalize(self, locked.close)  # then another may go on here

    @classmethod
    def opened(cls, path: Path, settings: Mapping[str, Any]) -> "Folder | Unreadable":
        """A new folder, or one in which the same league was begun."""
        settings_file = path / SETTINGS
        try:
            path.mkdir(parents=True, exist_ok=True)
            if not settings_file.exists():
                if any(path.iterdir()):
                    return Unreadable((f"{path} is not empty and does not contain a league",))
                (path / SCRIPTS).mkdir()
                settings_file.write_text(json.dumps(settings, indent=2, ensure_ascii=False) + "\n")
            locked = settings_file.open(encoding="utf-8")
            folder = cls(path, [], locked)
            if not lock(locked):
                return Unreadable((f"{path}: another command is playing this league",))
            before = json.loads(settings_file.read_text())
            if before != json.loads(json.dumps(settings)):
                return Unreadable((_difference(path, before, settings),))
            folder.games = _games(path / GAMES)
        except (OSError, ValueError) as trouble:
            return Unreadable((f"{path}: {trouble}",))
        return folder

    def add(self, game: LeagueGame, start: str, events: tuple[str, ...]) -> LeagueGame:
        """Keep a game: its script first, then its line, which makes it count."""
        number = len(self.games) + 1
        script = f"{SCRIPTS}/{script_name(number, game.players)}"
        header = [f"-- round {game.round}, deal {game.deal}: {', '.join(game.players)}"]
        header += [f"-- from {start}"]
        if game.fault is not None:
            player, kind, text = (game.fault[key] for key in ("player", "kind", "text"))
            one_line = " ".join(text.split())
            header += [f"-- lost by {player} ({kind}): {one_line}"]
        stored = replace(game, script=script)
        line = json.dumps(asdict(stored), ensure_ascii=False) + "\n"
        try:
            self._write(self.path / script, "\n".join([*header, *events, ""]), "w")
            self._write(self.path / GAMES, line, "a")
        except OSError as problem:
            raise JobError(
                f"cannot keep a game in {self.path}: {problem.strerror}; {number - 1:,} "
                "are saved, and the same command continues from there"
            ) from None
        self.games.append(stored)
        return stored

    @staticmethod
    def _write(path: Path, text: str, mode: str) -> None:
        with path.open(mode, encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())


def script_name(number: int, players: Iterable[str]) -> str:
    """Return the name of a game's script: its number, and who played."""
    names = "-".join(re.sub(r"[^\w.-]+", "_", name)[:30] for name in players)
    return f"{number:04}-{names}.txt"


def _games(path: Path) -> list[LeagueGame]:
    """The games of whole lines; what a cut-off line leaves is taken away."""
    if not path.exists():
        return []
    whole, _, rest = path.read_text(encoding="utf-8").rpartition("\n")
    if rest:
        path.write_text(f"{whole}\n" if whole else "", encoding="utf-8")
    found = []
    for line in whole.split("\n") if whole else []:
        fields = json.loads(line)
        for name in ("players", "winners", "scores", "moves", "seconds"):
            fields[name] = tuple(fields[name])
        found.append(LeagueGame(**fields))
    return found


def _difference(path: Path, before: Mapping[str, Any], now: Mapping[str, Any]) -> str:
    for name in (*before, *now):
        if before.get(name) != now.get(name):
            return (
                f"{path} contains another league ({name}: {before.get(name)!r}, not "
                f"{now.get(name)!r}); choose another folder"
            )
    return f"{path} contains another league"
