"""The end of a game of hold'em: for the one who has won most, or has all the chips."""

from operator import sub

from ludex.kernel import Outcome, Seat, Sentence, listed, say, seat_name

from .state import Phase, Seats, State


def outcome(s: State) -> Outcome | None:
    """The end: who won most, or has all the chips."""
    if s.phase is not Phase.OVER:
        return None
    winners = tuple(p for place, p in ranking(s) if place == 1)
    return Outcome(winners, _reason(s, winners), gains(s))


def gains(s: State) -> tuple[int, ...]:
    """Return what each has won or lost."""
    return tuple(map(sub, s.stacks, s.session.bought))


def _reason(s: State, winners: Seats) -> Sentence:
    hands = s.rules.hands
    if len(winners) > 1:
        words = "{players:*|you} win most in {hands} hands"
        if hands == 1:
            words = "{players:*|you} win most in the hand"
        return say("most", words, players=listed(map(seat_name, winners)), hands=hands)
    winner = seat_name(winners[0])
    if not s.rules.rebuys and s.stacks.count(0) == len(s.stacks) - 1:
        return say("all_chips", "{player:* wins|you win} all the chips", player=winner)
    words = "{player:* wins|you win} most in {hands} hands"
    if hands == 1:
        words = "{player:* wins|you win} most in the hand"
    return say("most", words, player=winner, hands=hands)


def ranking(s: State) -> list[tuple[int, Seat]]:
    """(place, seat), the best first: a tournament's places, else by what was gained."""
    order = [
        (s.session.places[p] or 1 + sum(other > mine for other in gains(s)), Seat(p))
        for p, mine in enumerate(gains(s))
    ]
    return sorted(order)
