"""How far a long search has come: one line on a terminal, and nothing anywhere else."""

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ludex.check.explore import Progress


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

    def clear(self) -> None:
        """Leave nothing behind."""
        if self.shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)

    def _show(self, text: str) -> None:
        if self.shown:
            print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)
