"""Sitting down: a game, its header and a file make a table, the same for every interface."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from typing import Any

from ludex.bots import Bot
from ludex.kernel import AnyGame, AnyState, History, Seat, Unreadable
from ludex.parts.secret_dice import dice_of
from ludex.play.protocol.log import Header
from ludex.play.saved import Saved, SaveFile
from ludex.play.table import Table
from ludex.players.finder import find_player, is_outside
from ludex.registry import refined
from ludex.table.hidden import foretells

PERSON = "person"
"""The word for a seat where no bot sits."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """A table with people at it, and the file where everything is kept."""

    header: Header
    table: Table
    file: SaveFile

    def leave(self) -> None:
        """Everybody gets up; the file can be resumed."""
        self.table.rest()
        self.file.close()


def begin_game(game: AnyGame, header: Header, folder: Path) -> Sitting | Unreadable:
    """Begin a new game, saved in `folder` from now on."""
    start = header.start(game)
    if isinstance(start, Unreadable):
        return start
    bots = _bots(game, header, start)
    if isinstance(bots, Unreadable):
        return bots
    now = datetime.now(UTC).replace(microsecond=0)
    dated = replace(header, created=now.isoformat())
    try:
        file = SaveFile.created(folder, f"{now:%Y-%m-%d-%H%M%S}-{game.name}", dated)
    except OSError as error:
        return Unreadable((f"cannot save in {folder}: {error.strerror}",))
    table = Table(
        History(game, start),
        dice_of(dated.seed),
        bots,
        record=file.append,
        clock=monotonic,
        ponders=True,
    )
    return Sitting(dated, table, file)


def restart_game(sitting: Sitting, folder: Path) -> Sitting | Unreadable:
    """Begin the same deal from the start; whoever has seen what it hides plays it assisted."""
    restarted = begin_game(sitting.table.game, sitting.header, folder)
    if isinstance(restarted, Sitting) and foretells(sitting.table.history):
        restarted.table.advised()
    return restarted


def resume_game(
    game: AnyGame,
    saved: Saved,
    *,
    outside: bool = False,
    stand_in: str | None = None,
) -> Sitting | Unreadable:
    """Go on with a saved game where its file ends.

    A file may come from anybody: programs and functions that it names are started only where
    somebody here has said so (`outside`). A bot may play in their place (`stand_in`).
    """
    if stand_in is not None:
        seats = (stand_in if is_outside(player) else player for player in saved.header.seats)
        saved = replace(saved, header=replace(saved.header, seats=tuple(seats)))
    dice = dice_of(saved.header.seed)
    history = saved.history(game, dice)
    if isinstance(history, Unreadable):
        return history
    strangers = [player for player in saved.header.seats if is_outside(player)]
    if strangers and not outside:
        problem = (
            f"{saved.path.name}: {strangers[0]!r} plays in this game and would be started; "
            "if you trust it, add --programs; to let a bot play instead, add "
            "--stand-in greedy"
        )
        return Unreadable((problem,))
    bots = _bots(game, saved.header, history.start)
    if isinstance(bots, Unreadable):
        return Unreadable((f"{saved.path.name}: {bots}",))
    try:
        file = SaveFile.reopened(saved)
    except OSError as error:
        return Unreadable((f"{saved.path}: {error.strerror}",))
    table = Table(
        history,
        dice,
        bots,
        lines=saved.lines,
        record=file.append,
        clock=monotonic,
        ponders=True,
    )
    return Sitting(saved.header, table, file)


def _bots(game: AnyGame, header: Header, start: AnyState) -> dict[Seat, Bot[Any]] | Unreadable:
    """Return the bots by seat; too many seats or too few, or an unknown name, are told."""
    seats, count = len(header.seats), game.seat_count(start)
    if seats != count:
        return Unreadable((f"{game.name} has {count} seats here, not {seats}",))
    bots: dict[Seat, Bot[Any]] = {}
    for i, player in enumerate(header.seats):
        if player == PERSON:
            continue
        bot = find_player(refined(game), player, start)
        if isinstance(bot, Unreadable):
            return bot
        bots[Seat(i)] = bot
    return bots
