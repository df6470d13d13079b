"""How a game of hold'em ends: who has won most, or has all the chips."""

from ludex.games.poker.holdem.state import Phase, State
from ludex.kernel import Outcome, Seat, seat_name


def outcome(s: State) -> Outcome | None:
    """The end: who won most, or has all the chips."""
    if s.phase is not Phase.OVER:
        return None
    order = ranking(s)
    winners = tuple(p for place, p in order if place == 1)
    names = " and ".join(map(seat_name, winners))
    win = "wins" if len(winners) == 1 else "win"
    gains = tuple(a - b for a, b in zip(s.stacks, s.session.bought, strict=True))
    if not s.rules.rebuy and s.stacks.count(0) == len(s.stacks) - 1:
        return Outcome(winners, f"{names} {win} all the chips", gains)
    hands = "the hand" if s.rules.hands == 1 else f"{s.rules.hands} hands"
    return Outcome(winners, f"{names} {win} most in {hands}", gains)


def ranking(s: State) -> list[tuple[int, Seat]]:
    """(place, seat), the best first: a tournament's places, else by what was gained."""
    gains = [a - b for a, b in zip(s.stacks, s.session.bought, strict=True)]
    order = [
        (s.session.places[p] or 1 + sum(other > mine for other in gains), Seat(p))
        for p, mine in enumerate(gains)
    ]
    return sorted(order)
