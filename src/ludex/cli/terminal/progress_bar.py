"""How far a long job has come, how fast, and how long it will take: on a terminal."""

import sys
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Self


class Bar:
    """So many of so many; of what was finished before, nobody counts the pace.

    A note says why it takes a while before anything is finished.
    """

    def __init__(self, total: int, unit: str, note: str = "") -> None:
        self._is_shown = total > 1 and sys.stderr.isatty()
        self._done, self._began_with = 0, 0
        self._begun = monotonic()
        if self._is_shown:
            self._show(total, unit, note)

    def _show(self, total: int, unit: str, note: str) -> None:
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            TextColumn,
            TimeRemainingColumn,
        )

        self._progress = Progress(
            TextColumn(unit),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rate]}/s"),
            TimeRemainingColumn(),
            TextColumn("{task.fields[note]}"),
            console=Console(stderr=True),
            redirect_stdout=sys.stdout.isatty(),  # else the results would go to the bar
        )
        self._task = self._progress.add_task(unit, total=total, rate="0", note=note)

    def __enter__(self) -> "Self":
        if self._is_shown:
            self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._is_shown:
            self._progress.stop()

    def advance(self, count: int) -> None:
        """So many more; the first word is about what was finished before."""
        if not self._is_shown:
            return
        if self._done == self._began_with == 0:
            self._began_with = count
        self._done += count
        pace = (self._done - self._began_with) / max(monotonic() - self._begun, 1e-9)
        rate = f"{pace:,.1f}"
        self._progress.update(self._task, completed=self._done, rate=rate, note="")
