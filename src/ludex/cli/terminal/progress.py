"""The progress of long work: on a terminal, and nothing anywhere else."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ludex.check.explore import ExploreProgress

WIDTH = 24
"""Letters of a bar."""


class ProgressLine:
    """One line on a terminal that says how far it has come."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.shown = sys.stderr.isatty()

    def stage(self, name: str) -> None:
        """Say what is being done."""
        self._show(f"{self.name}: {name} …")

    def tell(self, progress: "ExploreProgress") -> None:
        """Say how far it has come."""
        rate = progress.states / max(progress.seconds, 1e-9)
        self._show(
            f"{self.name}: {progress.states:,} states, {rate:,.0f}/s, layer "
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


@contextmanager
def progress_bar(total: int, unit: str, note: str = "") -> Iterator[Callable[[int], None]]:
    """Show a bar, and give the function that counts more items; its first call is about what was finished before.

    That does not count for the pace. A note says why it takes a while before anything is finished.
    """
    if total <= 1 or not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    done = began_with = 0
    begun = monotonic()

    def advance(count: int) -> None:
        nonlocal done, began_with
        if done == began_with == 0:
            began_with = count
        done += count
        rate = (done - began_with) / max(monotonic() - begun, 1e-9)
        progress.update(task, completed=done, rate=f"{rate:,.1f}", note="")

    with Progress(
        TextColumn(unit),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}/s"),
        TimeRemainingColumn(),
        TextColumn("{task.fields[note]}"),
        console=Console(stderr=True),
        redirect_stdout=sys.stdout.isatty(),  # else the results would go to the bar
    ) as progress:
        task = progress.add_task(unit, total=total, rate="0", note=note)
        yield advance
