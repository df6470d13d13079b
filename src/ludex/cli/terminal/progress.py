"""How far a long search has come: one line on a terminal, and nothing anywhere else."""

import sys
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from ludex.check.explore import Progress


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

    def tell(self, progress: "Progress") -> None:
        """Say how far it has come."""
        pace = progress.states / max(progress.seconds, 1e-9)
        self._show(
            f"{self.name}: {progress.states:,} states, {pace:,.0f}/s, layer "
            f"{progress.layer}, {progress.waiting:,} waiting, "
            f"{progress.size / 1e6:,.1f} MB ({progress.size / max(1, progress.states):.0f} bytes a state)"
        )

    def bar(self, done: int, total: int, words: str = "") -> None:
        """So many of so many."""
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
