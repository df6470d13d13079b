"""Everything that can be wrong with a hold'em position, whoever wrote it.

It is what the rules promise of every state: chips add up, no card lies on the table twice,
whose turn it is can be.
"""

from collections.abc import Iterator

from ...rules import UNKNOWN, spaced
from .dealing import twice
from .ending import ranking
from .hands import is_over, rebuy_seats
from .state import BETWEEN, Ended, Phase, State

BOARDS = (0, 3, 4, 5)
BY_SEAT = ("stacks", "holes", "live", "shown", "paid", "bets", "won")
"""The fields that have one entry a seat."""


def problems(s: State) -> list[str]:
    """Everything wrong with a position."""
    return [*_sizes(s)] or [*_chips(s), *_cards(s), *_turn(s), *_places(s)]


def _sizes(s: State) -> Iterator[str]:
    n = s.rules.players
    contradiction = s.rules.contradiction()
    if contradiction is not None:
        yield str(contradiction)
        return
    last = s.session.last
    by_seat = {
        "bought": s.session.bought,
        "places": s.session.places,
        "last": last.won if last else (0,) * n,
        "last holes": last.holes if last else ((),) * n,
        **{name: getattr(s, name) for name in BY_SEAT},
    }
    for name, entries in by_seat.items():
        if len(entries) != n:
            yield f"{name} has {len(entries)} entries for {n} players"
    named = () if s.aggressor is None else (s.aggressor,)
    session = s.session
    seats = (session.button, session.small, session.big, *s.waiting, *s.acted, *named)
    if any(not 0 <= p < n for p in seats):
        yield f"a seat that is not 1 to {n}"


def _chips(s: State) -> Iterator[str]:
    if any(x < 0 for x in (*s.stacks, *s.bets, *s.paid, *s.session.bought, *s.won)):
        yield "nobody has fewer than zero chips"
    if min(s.dead, s.price, s.step, s.raises, s.session.hand) < 0:
        yield "no number in a position is less than 0"
    elif sum(s.stacks) + s.pot != sum(s.session.bought):
        have, bought = sum(s.stacks) + s.pot, sum(s.session.bought)
        yield f"{have} chips are on the table, {bought} were bought"


def _cards(s: State) -> Iterator[str]:
    known = tuple(card for card in s.dealt if card != UNKNOWN)
    if len({*known}) < len(known):
        yield f"{spaced(twice(known))} appears twice"
    if len(s.board) not in BOARDS or UNKNOWN in s.board:
        yield f"the board has 0, 3, 4 or 5 known cards, not {spaced(s.board)}"
    if s.session.last and not _is_ended(s.session.last):
        yield "the last hand was shown with two cards and a board of five, or not at all"
    if any(len(hole) not in (0, 2) for hole in s.holes):
        yield "a player has two cards, or none"
    if any(up and UNKNOWN in hole for up, hole in zip(s.shown, s.holes, strict=True)):
        yield "a hand that is shown is known"
    playing = s.phase not in BETWEEN
    for p, hole in enumerate(s.holes, start=1):
        if playing and s.live[p - 1] and UNKNOWN in hole:
            yield f"the cards of player {p} are hidden: the winner cannot be determined"
    if any(live and not hole for live, hole in zip(s.live, s.holes, strict=True)):
        yield "nobody without cards has a claim to the pot"


def _is_ended(last: Ended) -> bool:
    """Can its winners be told?"""
    return all(
        not hole or (len(last.board) == 5 and len({*hole, *last.board} - {UNKNOWN}) == 7)
        for hole in last.holes
    )


def _turn(s: State) -> Iterator[str]:
    acting = s.phase in (Phase.BETTING, Phase.SHOWDOWN, Phase.REBUY)
    if acting != bool(s.waiting):
        yield f"the phase {s.phase.value} and the players who wait contradict each other"
    if s.phase in BETWEEN:
        yield from _between(s)
    elif s.live.count(True) < 2:
        yield "a hand goes on between two players at least"
    if (s.phase is Phase.BOARD and len(s.board) == 5) or (
        s.phase is Phase.SHOWDOWN and len(s.board) < 5
    ):
        yield f"a board of {len(s.board)} in the phase {s.phase.value}"
    for p in s.waiting:
        if not s.live[p]:
            yield f"player {p + 1} waits without a hand"
        elif s.phase is Phase.BETTING and not s.stacks[p]:
            yield f"player {p + 1} waits without chips"
    if s.phase is Phase.BETTING and s.price < max(s.bets):
        yield f"the bet to match is {s.price}, and {max(s.bets)} lie there"


def _places(s: State) -> Iterator[str]:
    if s.phase is Phase.OVER:
        if all(place != 1 for place, _ in ranking(s)):
            yield "the game is over, and nobody has come first"
    elif any(s.session.places) and not s.rules.is_tournament:
        yield "only a tournament has places"


def _between(s: State) -> Iterator[str]:
    if s.pot:
        yield f"the hand is over, and {s.pot} are in the pot"
    due = rebuy_seats(s)  # the first of them may have answered
    if s.phase is not Phase.REBUY:
        if is_over(s) != (s.phase is Phase.OVER):
            yield f"the game is not in the phase {s.phase.value}"
    elif s.waiting != due[len(due) - len(s.waiting) :]:
        yield "only players without chips are asked to buy in again, in order"
