"""What a position that somebody wrote must be, with everything wrong listed."""

from collections import Counter
from collections.abc import Iterator
from itertools import chain

from ludex.kernel import Seat, seat_name
from ludex.parts.cards import Card, Hidden

from .building import (
    can_be_put,
    can_be_taken,
    is_foundation,
    is_house,
    on_the_table,
)
from .ending import STALEMATES, is_decided
from .state import (
    CARDS,
    MISPLAYS,
    Phase,
    State,
    all_cards,
    is_bare,
)

NAMED = 5


def problems(s: State) -> list[str]:
    """Return everything that keeps a state from being a position of the game."""
    return [
        *_card_problems(s),
        *_pile_problems(s),
        *_unknown_problems(s),
        *_phase_problems(s),
        *_court_problems(s),
    ]


def _card_problems(s: State) -> Iterator[str]:
    cards = all_cards(s)
    known = Counter(card for card in cards if isinstance(card, Card))
    for card, times in known.items():
        if times > 1:
            yield f"{card} is there {times} times"
    if s.partial or is_bare(s):
        return
    if len(cards) != len(CARDS):
        yield f"{len(cards)} cards instead of {len(CARDS)}"
    missing = sorted(set(CARDS).difference(known))
    if missing and known.total() == len(cards):  # in a view they may be hidden
        names = " ".join(map(str, missing[:NAMED]))
        more = f" and {len(missing) - NAMED} more" if len(missing) > NAMED else ""
        yield f"missing: {names}{more}"


def _pile_problems(s: State) -> Iterator[str]:
    for n, pile in enumerate(s.foundations, start=1):
        if not is_foundation(pile):
            yield f"foundation {n} does not run up from the ace in one suit"
    for n, pile in enumerate(s.houses, start=1):
        if not is_house(pile):
            yield f"house {n} does not run down in alternate colours"
    for n, side in enumerate(s.sides, start=1):
        if side.loaded and side.loaded >= len(side.reserve):
            yield f"reserve {n} has {len(side.reserve)} cards, not all of them can be loaded ones"


def _unknown_problems(s: State) -> Iterator[str]:
    """Yield what is wrong with unknown cards: every card is known, or just those that a view shows."""
    if isinstance(s.turned, Hidden):
        yield "the turned card must be known"
    for n, side in enumerate(s.sides, start=1):
        for name, pile in (("reserve", side.reserve), ("waste", side.waste)):
            if pile and isinstance(pile[-1], Hidden):
                yield f"the top of {name} {n} must be known"
    below = [(*side.reserve[:-1], *side.waste[:-1], *side.hand) for side in s.sides]
    if len({isinstance(card, Hidden) for card in chain(*below)}) > 1:
        yield "some cards are unknown that a view shows, or known that it hides"


def _phase_problems(s: State) -> Iterator[str]:
    result = s.match.result
    if s.turned is not None and s.phase is Phase.DEAL:
        yield "a hand card is turned before the deal"
    if s.phase is Phase.OVER and result is None:
        yield "a game that is over needs a result"
    if s.phase is not Phase.OVER and is_decided(s.rules, s.match):
        yield "the match is decided: no game of it is played any more"
    if result is not None and result.ahead is None:
        if result.end not in STALEMATES:
            yield f"the result {result.end.value} needs a winner"
        elif result.points:
            yield "a level game scores no points"


def _court_problems(s: State) -> Iterator[str]:
    fault, watched = s.court.fault, s.court.watched
    if fault is None:
        return
    if watched is None:
        yield "a fault needs the player who is watched"
        return
    if s.phase is not Phase.PLAY:
        yield "a fault is on record only while a game is in play"
    if s.rules.enforcement != "stop":
        yield "a fault is on record only where enforcement is stop"
    yield from _before_problems(s, fault.before, watched)
    if bool(fault.skipped) is (fault.kind in MISPLAYS):
        needed = "no skipped play" if fault.skipped else "a skipped play"
        yield f"the fault {fault.kind.value} needs {needed}"
    for a, b in fault.skipped:
        before = fault.before
        placed = chain(on_the_table(before, a), on_the_table(before, b))
        moved = chain(can_be_taken(before, a), can_be_put(before, a, b))
        if any(held is not True for held in chain(placed, moved)):
            yield f"skipped: {a.word}>{b.word} could not be played before the fault"


def _before_problems(s: State, before: State, watched: Seat) -> Iterator[str]:
    """Yield the position before a fault is one of the same game, the faulty player to move."""
    if before.phase is not Phase.PLAY:
        yield "before: the game is not in play"
    if before.seat != watched:
        yield f"before: {seat_name(watched)}, who is watched, is not on turn"
    if before.rules != s.rules:
        yield "before: other rules"
    if before.match != s.match:
        yield "before: another match"
    same = Counter(all_cards(before)) == Counter(all_cards(s))
    if before.partial != s.partial or not same:
        yield "before: other cards"
    if before.court.watched is not None:
        yield "before: nobody is watched there yet"
