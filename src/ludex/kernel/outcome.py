"""The outcome of a game: its winners and its reason."""

from dataclasses import dataclass

from ludex.kernel.seat import Seat, seat_name
from ludex.kernel.texts.sentence import Sentence, as_sentence, say


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game: the winners (several share, none means lost), scores, a reason."""

    winners: tuple[Seat, ...]
    reason: str
    scores: tuple[int, ...] = ()

    @property
    def result(self) -> tuple[tuple[Seat, ...], tuple[int, ...]]:
        """The winners and the scores, without the words of the reason."""
        return self.winners, self.scores

    @property
    def text(self) -> Sentence:
        """The outcome as one sentence."""
        reason = as_sentence(self.reason)
        if not self.scores:
            return reason
        scores = " : ".join(map(str, self.scores))
        return say("outcome", "{reason} ({scores})", reason=reason, scores=scores)


def won(seat: Seat, reason: str = "", scores: tuple[int, ...] = ()) -> Outcome:
    """Return an outcome with one winner."""
    usual = say("won", "{player:* wins|you win}", player=seat_name(seat))
    return Outcome((seat,), reason or usual, scores)


def lost(reason: str) -> Outcome:
    """Return an outcome without a winner, such as a lost solitaire."""
    return Outcome((), reason)


def drawn(players: int, reason: str, scores: tuple[int, ...] = ()) -> Outcome:
    """Return a draw of all players."""
    return Outcome(tuple(Seat(i) for i in range(players)), reason, scores)
