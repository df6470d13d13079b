"""The services that the terminal table needs from other rooms, given to it when it is opened.

So that nothing here knows a game, a solver or a folder.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ludex.bots.advice import Advisor
from ludex.kernel import Game, Unreadable
from ludex.play.protocol.effects import ExplanationRequest
from ludex.play.protocol.log import Header
from ludex.play.seating import Sitting

Words = Callable[[str], str]
"""A sentence in the language that is spoken here."""

Row = Mapping[str, object]
"""A saved game or a line of statistics, by the names of its columns."""


@dataclass(frozen=True, slots=True)
class Beginning:
    """A special way to begin a game, such as the puzzle of the day."""

    words: str
    header: Callable[[str], Header | Unreadable]
    """From the answer to the question. May take a while: asked for away from the screen."""

    question: str = ""
    """The question that has to be asked first, such as the id of a puzzle."""


@dataclass(frozen=True, slots=True)
class SavedGames:
    """The saved games, the latest last, and what is wrong with files that are none."""

    rows: tuple[Row, ...] = ()
    troubles: tuple[str, ...] = ()

    @property
    def unfinished(self) -> list[Row]:
        """List the games to go on with; of several tries at one beginning only the last.

        Whoever begins a deal again has given up what was there before: it stays saved.
        """
        last = {row["beginning"]: row["path"] for row in self.rows}
        return [
            row
            for row in self.rows
            if last[row["beginning"]] == row["path"]
            and not row["over"]
            and not row["needs"]
            and row["events"]
        ]


@dataclass(frozen=True, slots=True)
class Services:
    """The functions of other rooms that the screens call."""

    games: Callable[[], tuple[str, ...]]
    """The names of those that one can sit down at; asked for when they are shown."""

    load: Callable[[str], Game[Any]]
    advisor: Callable[[Game[Any]], Advisor]
    bots: Callable[[Game[Any]], tuple[tuple[str, str], ...]]
    """The opponents, by name and sentence: an opponent at five levels, then the bots; of each the
    strongest is the last."""

    seed: Callable[[], int]
    """A fresh one."""

    sit: Callable[[Header], Sitting | Unreadable]
    restart: Callable[[Sitting], Sitting | Unreadable]
    """The same deal from the start."""

    resume: Callable[[Path], Sitting | Unreadable]
    another: Callable[[Header], Header | Unreadable]
    """The header of the next game after one like this."""

    beginnings: Callable[[str], tuple[Beginning, ...]]
    puzzles: Callable[[], tuple[Beginning, ...]]
    saved: Callable[[], SavedGames]
    delete: Callable[[Path], str | None]
    """Throw a saved game away, or say why that cannot be."""

    statistics: Callable[[Sequence[Row]], list[Row]]
    preferences: Path
    """The file where it is remembered how somebody likes the table to look."""

    explain: Callable[[Game[Any], ExplanationRequest], Sequence[str]]
    """The explanation of an event that is allowed or not, in lines. It may take a while."""

    words: Callable[[Game[Any] | None], Words] = lambda _: str
    """The translation of sentences at the table of a game, or in the lobby: the language."""

    rules_words: Callable[[Game[Any]], Words] = lambda _: str
    """The same for its printed rules."""

    signs: Callable[[Game[Any]], Mapping[str, str]] = lambda _: {}
    """The signs that a game brings along for looks that the terminal cannot draw, by look."""

    pause: float = 0.5
    """Seconds to look at what a bot did."""

    def status_of(self, row: Row) -> str:
        """Say where a saved game stands, in the words of its game where its rules are at hand."""
        name, status = str(row["game"]), row["status"]
        assert isinstance(status, str)
        known = self.load(name) if name in self.games() else None
        return self.words(known)(status)
