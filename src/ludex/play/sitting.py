"""Sitting down: a game, its header and a file make a table, the same for every interface."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from typing import Generic, TypeVar

from ludex.bots import Bot, find_bot
from ludex.kernel import Dice, Game, History, Seat, Unreadable
from ludex.play.saved import Header, Saved, SaveFile
from ludex.play.table import Table

S = TypeVar("S")

PERSON = "person"
"""Who sits where no bot does."""


@dataclass(frozen=True, slots=True)
class Sitting(Generic[S]):
    """A table with people at it, and the file where everything is kept."""

    header: Header
    table: Table[S]
    file: SaveFile

    def leave(self) -> None:
        """Everybody gets up; the file can be resumed."""
        self.file.close()


def begun(
    game: Game[S],
    header: Header,
    folder: Path,
    clock: Callable[[], float] = monotonic,
) -> Sitting[S] | Unreadable:
    """A new game, saved in `folder` from now on."""
    start = header.start(game)
    if isinstance(start, Unreadable):
        return start
    bots = _bots(game, header)
    if isinstance(bots, Unreadable):
        return bots
    now = datetime.now(UTC).replace(microsecond=0)
    dated = replace(header, created=now.isoformat())
    try:
        file = SaveFile.created(folder, f"{now:%Y-%m-%d-%H%M%S}-{game.name}", dated)
    except OSError as error:
        return Unreadable((f"cannot save in {folder}: {error.strerror}",))
    table = Table(
        History(game, start), Dice(dated.seed), bots, record=file.append, clock=clock
    )
    return Sitting(dated, table, file)


def resumed(
    game: Game[S], saved: Saved, clock: Callable[[], float] = monotonic
) -> Sitting[S] | Unreadable:
    """A saved game that goes on where its file ends."""
    history, bots = saved.history(game), _bots(game, saved.header)
    if isinstance(history, Unreadable):
        return history
    if isinstance(bots, Unreadable):
        return Unreadable((f"{saved.path.name}: {bots}",))
    try:
        file = SaveFile.reopened(saved.path)
    except OSError as error:
        return Unreadable((f"{saved.path}: {error.strerror}",))
    # What was drawn is in the file; what follows is new.
    dice = Dice(saved.header.seed + len(saved.lines))
    table = Table(history, dice, bots, record=file.append, clock=clock)
    return Sitting(saved.header, table, file)


def _bots(game: Game[S], header: Header) -> dict[Seat, Bot[S]] | Unreadable:
    """The bots by seat; one of a name that is not known is told."""
    bots: dict[Seat, Bot[S]] = {}
    for i, who in enumerate(header.seats):
        if who == PERSON:
            continue
        bot = find_bot(game, who)
        if isinstance(bot, Unreadable):
            return bot
        bots[Seat(i)] = bot
    return bots
