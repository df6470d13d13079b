"""How far long work has come: on a terminal, and nothing anywhere else."""

import sys
from time import monotonic
from typing import Final, Self

from ludex.check.explore import ExploreProgress

WIDTH: Final = 24
"""Letters of a bar."""


class ProgressLine:
    """One line on a terminal that says how far it has come."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.shown = sys.stderr.isatty()

    def stage(self, what: str) -> None:
        """Say what is being done."""
        self._show(f"{self.name}: {what} …")

    def tell(self, progress: "ExploreProgress") -> None:
        """Say how far it has come."""
        pace = progress.states / max(progress.seconds, 1e-9)
        self._show(
            f"{self.name}: {progress.states:,} states, {pace:,.0f}/s, layer "
            f"{progress.layer}, {progress.waiting:,} waiting, "
            f"{progress.size / 1e6:,.1f} MB ({progress.size / max(1, progress.states):.0f} bytes a state)"
        )

    def bar(self, done: int, total: int, words: str = "") -> None:
        """Show a bar of `done` items out of `total`."""
        filled = WIDTH * done // max(1, total)
        drawn = "█" * filled + "░" * (WIDTH - filled)
        self._show(f"{self.name} {drawn} {done:,}/{total:,} {words}")

    def clear(self) -> None:
        """Leave nothing behind."""
        if self.shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)

    def _show(self, text: str) -> None:
        if self.shown:
            print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


class Bar:
    """A progress bar; what was finished before does not count for the pace.

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

    def __enter__(self) -> Self:
        if self._is_shown:
            self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._is_shown:
            self._progress.stop()

    def advance(self, count: int) -> None:
        """Count more items; the first call is about what was finished before."""
        if not self._is_shown:
            return
        if self._done == self._began_with == 0:
            self._began_with = count
        self._done += count
        pace = (self._done - self._began_with) / max(monotonic() - self._begun, 1e-9)
        rate = f"{pace:,.1f}"
        self._progress.update(self._task, completed=self._done, rate=rate, note="")
