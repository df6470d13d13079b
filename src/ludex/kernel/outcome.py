"""Outcome: how a game ended, for whom, and why."""

from dataclasses import dataclass

from ludex.kernel.seat import Seat, seat_name


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game: the winners (several share, none means lost), scores, a reason."""

    winners: tuple[Seat, ...]
    reason: str
    scores: tuple[int, ...] = ()

    @property
    def text(self) -> str:
        """The outcome as one sentence."""
        scores = f" ({' : '.join(map(str, self.scores))})" if self.scores else ""
        return f"{self.reason}{scores}"


def won(seat: Seat, reason: str = "", scores: tuple[int, ...] = ()) -> Outcome:
    """One winner."""
    return Outcome((seat,), reason or f"{seat_name(seat)} wins", scores)


def lost(reason: str) -> Outcome:
    """Nobody wins; a solitaire is lost."""
    return Outcome((), reason)


def drawn(players: int, reason: str, scores: tuple[int, ...] = ()) -> Outcome:
    """Everybody shares."""
    return Outcome(tuple(Seat(i) for i in range(players)), reason, scores)
