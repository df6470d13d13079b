"""The end of a game of Carcassonne: most points win, and equal points share the win."""

from ludex.kernel import Outcome, Seat, listed, say, seat_name

from .scoring import final, scores_with
from .state import Phase, State


def outcome(s: State) -> Outcome | None:
    """Return who wins: most points do, and who has the same number shares the win."""
    if s.phase is not Phase.OVER:
        return None
    best = max(s.scores)
    winners = tuple(Seat(i) for i, score in enumerate(s.scores) if score == best)
    names = [*map(seat_name, winners)]
    reason = (
        say("won", "{player:* wins|you win}", player=names[0])
        if len(names) == 1
        else say("shared", "{players:*|you} share the win", players=listed(names))
    )
    return Outcome(winners, reason, s.scores)


def over(_: Outcome) -> str:
    """Return why nothing is laid any more."""
    return say("game_over", "The game is over")


def projected(s: State) -> tuple[int, ...]:
    """Return the scores if the game ended now."""
    return scores_with(s, final(s))
