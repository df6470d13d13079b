"""The saved games of a folder: a row for each, and what is wrong with others."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludex.cli.arguments.rulebooks import Rulebooks, is_of_file
from ludex.cli.errors import BadInput, readable
from ludex.kernel import Unreadable
from ludex.parts.secret_dice import is_secret
from ludex.play.protocol.log import is_practice
from ludex.play.saved import Saved, read_saved

if TYPE_CHECKING:
    from ludex.tui.services import SavedGames

Row = dict[str, object]
"""The description of a saved game, by the names of columns."""


class Saves:
    """The saved games of a folder; a file is read again only when it has changed."""

    def __init__(self, folder: Path, rulebooks: Rulebooks) -> None:
        self.folder = folder
        self.rulebooks = rulebooks
        self._known: dict[Path, tuple[tuple[int, int], Row | None, str | None]] = {}

    def read(self) -> "SavedGames":
        """A row for each saved game, the latest last, and what is wrong."""
        from ludex.tui.services import SavedGames

        found = [self._row(path) for path in sorted(self.folder.glob("*.jsonl"))]
        rows = [row for row, _ in found if row is not None]
        rows.sort(key=lambda row: str(row["created"]))
        return SavedGames(tuple(rows), tuple(wrong for _, wrong in found if wrong))

    def _row(self, path: Path) -> tuple[Row | None, str | None]:
        try:
            stat = path.stat()
        except OSError as error:
            return None, f"{path.name}: {error.strerror}"
        mark = stat.st_mtime_ns, stat.st_size
        before = self._known.get(path)
        if before is None or before[0] != mark:
            before = self._known[path] = mark, *_row_of(path, self.rulebooks)
        return before[1:]


def _row_of(path: Path, rulebooks: Rulebooks) -> tuple[Row | None, str | None]:
    """A row, unless there is too much wrong, and what is."""
    saved = read_saved(path)
    if isinstance(saved, Unreadable):
        return None, str(saved)
    try:
        row = summary(saved, rulebooks)
    except BadInput as trouble:  # a game whose rules have gone or are others now
        return None, f"{path.name}: {str(trouble).removeprefix(f'{path.name}: ')}"
    beginning = str(replace(saved.header, created=""))
    seed = saved.header.seed
    name = saved.header.label or ("a secret deal" if is_secret(seed) else f"seed {seed}")
    return {
        **row,
        "path": str(path),
        "beginning": beginning,
        "label": name,
    }, saved.note


def summary(saved: "Saved", rulebooks: Rulebooks) -> Row:
    """One saved game; without its rules only what is written in the file."""
    row: Row = {
        "name": saved.path.stem,
        "game": saved.header.game,
        "created": saved.header.created,
        "seats": list(saved.header.seats),
        "client": saved.header.client,
        "events": _length(saved),
        "seconds": round(saved.seconds, 1),
        "assisted": saved.is_assisted,
        "practice": False,
        "over": None,
        "winners": [],
    }

    try:
        game = rulebooks.game_of(saved.header)
    except BadInput as needs:
        if not is_of_file(saved.header):
            raise
        return {**row, "status": str(needs), "needs": str(needs)}
    history = played(saved, game)
    outcome = game.outcome(history.state)
    practice = is_practice(game, saved.header)
    return {
        **row,
        "assisted": saved.is_assisted or practice,
        "practice": practice,
        "events": history.length,
        "over": outcome is not None,
        "winners": [seat + 1 for seat in outcome.winners] if outcome else [],
        "status": game.status(history.state),
        "needs": None,
    }


def _length(saved: "Saved") -> int:
    """Count the events that were played and not taken back, as far as the lines tell."""
    words = [line.event for line in saved.lines if line.event]
    return len(words) - 2 * words.count("undo")


def played(saved: "Saved", game: Any) -> Any:  # noqa: ANN401  # a history of any game
    """The history of a saved game."""
    return readable(saved.history(game))
