"""The time a bot has to think: so many seconds, or so many playouts."""

from dataclasses import dataclass
from time import perf_counter

from ludex.kernel import Unreadable

MOST_SECONDS = 600.0
MOST_PLAYOUTS = 10_000_000


@dataclass(frozen=True, slots=True)
class Budget:
    """The budget of one decision; with playouts the same dice give the same events."""

    seconds: float | None = None
    playouts: int | None = None

    @classmethod
    def read(cls, text: str) -> "Budget | Unreadable":
        """`0.5s` are seconds, `200` playouts."""
        try:
            if text.endswith("s"):
                seconds = float(text[:-1])
                if 0 < seconds <= MOST_SECONDS:
                    return cls(seconds=seconds)
            elif text.isascii() and text.isdigit() and len(text) < 12:
                playouts = int(text)
                if 1 <= playouts <= MOST_PLAYOUTS:
                    return cls(playouts=playouts)
        except ValueError:
            pass
        problem = (
            f"{text!r} is not a budget: write seconds such as 0.5s "
            f"(up to {MOST_SECONDS:g}s) or a number of playouts such as 200"
        )
        return Unreadable((problem,))

    def spent(self, begun: float, playouts: int) -> float:
        """Return the part that is gone since `begun`, by `perf_counter`; 1 is all of it."""
        if self.seconds is not None:
            return (perf_counter() - begun) / self.seconds
        assert self.playouts is not None
        return playouts / self.playouts

    def __str__(self) -> str:
        return f"{self.playouts}" if self.seconds is None else f"{self.seconds:g}s"
