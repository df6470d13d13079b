"""Saved games: one file of JSON lines for each game, written during the game.

    {"ludex": 2, "game": "chess-solitaire", "preset": null, …, "created": "…"}
    {"event": "move_and_capture(4,3,2,1)", "seat": 1, "seconds": 3.2}

The first line is the header; each further line is one event, undo or redo. A line is on disk before
it is acknowledged, so a killed process loses nothing. An incomplete last line is removed when the
game continues. The process that plays a game locks its file. Advice is noted when it is given, as a
line without an event.

A header may name a Python file as its game, with the digest of its contents. Reading a saved game
never runs that file.
"""

import json
import os
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from errno import EBUSY
from math import isfinite
from pathlib import Path
from typing import IO, Any

from ludex.kernel import AnyEvent, AnyGame, Dice, History, Refusal, Unreadable
from ludex.play.protocol.log import BY_CHANCE, Header, LogLine
from ludex.play.starts import position_problem

if sys.platform != "win32":
    import fcntl


FORMAT = 2
"""The version of the format; files of a later one are refused."""


@dataclass(frozen=True, slots=True)
class Saved:
    """A saved game as read from its file."""

    path: Path
    header: Header
    lines: tuple[LogLine, ...]
    size: int
    """The size of the file in bytes when it was read."""

    cut: int = 0
    """The bytes of an incomplete last line, which does not count."""

    @property
    def note(self) -> str | None:
        """Return a note on the part that is ignored."""
        if not self.cut:
            return None
        return f"{self.path.name}: the last line is incomplete and is ignored"

    @property
    def seconds(self) -> float:
        """The seconds that were played."""
        return sum(line.seconds for line in self.lines)

    @property
    def is_assisted(self) -> bool:
        """Was any event assisted?"""
        return any(line.assisted for line in self.lines)

    def events(self, game: AnyGame) -> list[AnyEvent] | Unreadable:
        """Return the events, undo and redo among them."""
        read = self._read(game)
        return read if isinstance(read, Unreadable) else list(read.values())

    def _read(self, game: AnyGame) -> dict[int, AnyEvent] | Unreadable:
        """Return the events by the numbers of their lines."""
        found = {}
        for number, line in enumerate(self.lines, start=2):
            if not line.event:
                continue
            event = game.read(line.event)
            if isinstance(event, Unreadable):
                return Unreadable((f"{self.path.name}, line {number}: {event}",))
            found[number] = event
        return found

    def history(self, game: AnyGame, dice: Dice | None = None) -> History[Any] | Unreadable:
        """Return the game at the end of the file.

        Chance events are drawn again from the dice, so the dice are in the same state as before.
        """
        start = self.header.start(game)
        if isinstance(start, Unreadable):
            return Unreadable((f"{self.path.name}: {start}",))
        if self.header.position is not None and (why := position_problem(game, start)):
            return Unreadable((f"{self.path.name}: {why}",))
        events = self._read(game)
        if isinstance(events, Unreadable):
            return events
        history = History(game, start)
        for number, event in events.items():
            played = history.play(event)
            if dice is not None and event.by_chance:
                game.draw(history.state, dice)
            if isinstance(played, Refusal):
                return Unreadable((f"{self.path.name}, line {number}: {event}: {played.text}",))
            history = played
        return history


class SaveFile:
    """A file that grows by one line with every event."""

    def __init__(self, path: Path, file: IO[bytes]) -> None:
        self.path = path
        self._file = file
        self._is_untouched = False
        """Was it begun here, and has no player done anything yet?"""

    @classmethod
    def created(cls, folder: Path, name: str, header: Header) -> "SaveFile":
        """Return a new file in `folder`; a name that is taken gets a number."""
        folder.mkdir(parents=True, exist_ok=True)
        path, number = folder / f"{name}.jsonl", 1
        while True:
            try:
                file = path.open("xb")
                break
            except FileExistsError:
                number += 1
                path = folder / f"{name}-{number}.jsonl"
        _lock(file)
        saving = cls(path, file)
        record = asdict(header)
        for rare in ("seed_chosen", "client"):
            if not record[rare]:
                del record[rare]
        saving._write({"ludex": FORMAT, **record})
        saving._is_untouched = True
        return saving

    @classmethod
    def reopened(cls, saved: Saved) -> "SaveFile":
        """Open the file of a game to continue it; raise an OSError if that is impossible."""
        file = saved.path.open("ab")
        try:
            _lock(file)
            if os.fstat(file.fileno()).st_size != saved.size:
                raise OSError(EBUSY, "the game was continued elsewhere in the meantime")
            file.truncate(saved.size - saved.cut)
        except OSError:
            file.close()
            raise
        return cls(saved.path, file)

    def append(self, line: LogLine) -> None:
        """Write one event to disk; it is flushed when this returns."""
        record = asdict(line)
        if not line.assisted:
            del record["assisted"]
        self._write(record)
        if line.seat != BY_CHANCE:
            self._is_untouched = False

    def _write(self, record: Mapping[str, object]) -> None:
        self._file.write(json.dumps(record, ensure_ascii=False).encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    @property
    def is_gone(self) -> bool:
        """Has the file been deleted?"""
        return not self._is_untouched and not self.path.exists()

    def close(self) -> None:
        """Close the file; delete it if nothing was played."""
        self._file.close()
        if self._is_untouched:
            self._is_untouched = False
            self.path.unlink(missing_ok=True)


def read_saved(path: Path) -> Saved | Unreadable:
    """Read the saved game in a file; ignore an incomplete last line, and report other damage."""
    try:
        raw = path.read_bytes()
    except OSError as error:
        return Unreadable((f"{path}: {error.strerror}",))
    whole, _, rest = raw.rpartition(b"\n")
    first, *others = whole.split(b"\n")
    header = _header(path, first)
    if isinstance(header, Unreadable):
        return header
    lines = []
    for number, record in enumerate(others, start=2):
        line = _line(record)
        if line is None:
            return Unreadable((f"{path}: line {number} is damaged",))
        lines.append(line)
    return Saved(path, header, tuple(lines), size=len(raw), cut=len(rest))


def delete_saved(path: Path) -> str | None:
    """Delete a saved game; return None, or the reason if a process is playing it."""
    try:
        with path.open("rb") as file:
            _lock(file)
            path.unlink()
    except OSError as error:
        return f"{path.name}: {error.strerror}"
    return None


def _lock(file: IO[bytes]) -> None:
    """One player of a file at a time, or an OSError."""
    if sys.platform == "win32":
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise OSError(EBUSY, "this game is open in another program") from None


def _object(raw: bytes) -> dict[str, object] | None:
    try:
        value = json.loads(raw, parse_constant=_no_number)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _no_number(word: str) -> float:
    raise ValueError(f"{word} is not a number")


def _header(path: Path, raw: bytes) -> Header | Unreadable:
    record = _object(raw)
    version = record.get("ludex") if record else None
    if record is None or not isinstance(version, int):
        return Unreadable((f"{path}: this is not a saved game of Ludex",))
    if version > FORMAT:
        return Unreadable((f"{path}: saved in format {version}; this Ludex reads up to {FORMAT}",))
    seed = record.get("seed")
    header = Header.read(record, seed) if isinstance(seed, int) else None
    return header or Unreadable((f"{path}: line 1 is damaged",))


def _line(raw: bytes) -> LogLine | None:
    record = _object(raw) or {}
    match record:
        case {
            "event": str(event),
            "seat": int(seat),
            "seconds": float() | int() as used,
        } if isfinite(used):
            return LogLine(event, seat, float(used), bool(record.get("assisted")))
    return None
