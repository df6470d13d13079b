"""What a position must be, with everything wrong listed; the invariants ask the same."""

from collections import Counter
from collections.abc import Iterator
from itertools import chain, pairwise

from ludex.games.russian_bank.building import (
    CARDS,
    GOES_ON,
    can_be_put,
    can_be_taken,
    on_the_table,
)
from ludex.games.russian_bank.ending import STALEMATES, is_decided
from ludex.games.russian_bank.places import Play
from ludex.games.russian_bank.state import MISPLAYS, Faces, Fault, Phase, State
from ludex.kernel import Seat, seat_name
from ludex.parts.cards import Card, Hidden
from ludex.parts.remembered import remembered

ALL_CARDS = frozenset(CARDS)
NAMED = 5


def problems(s: State) -> list[str]:
    """Everything that keeps a state from being a position of the game."""
    return [
        *_card_problems(s),
        *_pile_problems(s),
        *_unknown_problems(s),
        *_phase_problems(s),
        *_court_problems(s),
    ]


# -- the cards --------------------------------------------------------------------------


def all_cards(s: State) -> list[Card | Hidden]:
    """Every card on the table."""
    found: list[Card | Hidden] = [] if s.turned is None else [s.turned]
    for side in s.sides:
        found += (*side.reserve, *side.hand, *side.waste)
    for pile in (*s.houses, *s.foundations):
        found += pile
    return found


def is_bare(s: State) -> bool:
    """Has nothing been dealt yet?"""
    return s.phase is Phase.DEAL and not all_cards(s)


def is_whole(s: State) -> bool:
    """Two packs, each card of each once; a sketch or a view knows fewer."""
    cards = all_cards(s)
    if len(cards) == len(set(cards)) == len(CARDS):
        return True
    return not any(_card_problems(s))


def _card_problems(s: State) -> Iterator[str]:
    cards = all_cards(s)
    known = Counter(card for card in cards if isinstance(card, Card))
    for card, times in known.items():
        if times > 1:
            yield f"{card} is there {times} times"
    if s.partial or is_bare(s):
        return
    if len(cards) != len(ALL_CARDS):
        yield f"{len(cards)} cards instead of {len(ALL_CARDS)}"
    missing = sorted(ALL_CARDS.difference(known))
    if missing and known.total() == len(cards):  # in a view they may be hidden
        names = " ".join(map(str, missing[:NAMED]))
        more = f" and {len(missing) - NAMED} more" if len(missing) > NAMED else ""
        yield f"missing: {names}{more}"


def _unknown_problems(s: State) -> Iterator[str]:
    """Every card is known, or just those that a view shows."""
    if isinstance(s.turned, Hidden):
        yield "the turned card must be known"
    for n, side in enumerate(s.sides, start=1):
        for name, pile in (("reserve", side.reserve), ("waste", side.waste)):
            if pile and isinstance(pile[-1], Hidden):
                yield f"the top of {name} {n} must be known"
    below = [(*s.reserve[:-1], *s.waste[:-1], *s.hand) for s in s.sides]
    hidden = [isinstance(card, Hidden) for card in chain(*below)]
    if any(hidden) and not all(hidden):
        yield "some cards are unknown that a view shows, or known that it hides"


# -- the piles --------------------------------------------------------------------------


@remembered(most=64)
def run_up(foundations: tuple[Faces, ...]) -> bool:
    """Does every foundation run up in suit from the ace?"""
    return all(map(is_foundation, foundations))


@remembered(most=64)
def run_down(houses: tuple[Faces, ...]) -> bool:
    """Does every house run down in alternate colours?"""
    return all(map(is_house, houses))


@remembered(most=256)
def is_foundation(pile: Faces) -> bool:
    """Ace, two, three … of one suit."""
    return all(
        card.suit is pile[0].suit and card.rank == n for n, card in enumerate(pile, 1)
    )


@remembered(most=256)
def is_house(pile: Faces) -> bool:
    """Downwards in alternate colours."""
    return all(below in GOES_ON[card] for below, card in pairwise(pile))


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


# -- the game and its record --------------------------------------------------------------


def _phase_problems(s: State) -> Iterator[str]:
    if s.turned is not None and s.phase is Phase.DEAL:
        yield "a hand card is turned before the deal"
    if s.phase is Phase.OVER and s.match.result is None:
        yield "a game that is over needs a result"
    if s.phase is not Phase.OVER and is_decided(s.rules, s.match):
        yield "the match is decided: no game of it is played any more"
    if s.match.result is not None and s.match.result.ahead is None:
        end, _, points = s.match.result
        if end not in STALEMATES:
            yield f"the result {end.value} needs a winner"
        elif points:
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
        if not _can_be_played(fault, Play(a, b)):
            yield f"skipped: {a.word}>{b.word} could not be played before the fault"


def _before_problems(s: State, before: State, watched: Seat) -> Iterator[str]:
    """The position before a fault is one of the same game, the faulty player to move."""
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


def _can_be_played(fault: Fault, play: Play) -> bool:
    s, (a, b) = fault.before, play
    guards = chain(
        on_the_table(s, a), on_the_table(s, b), can_be_taken(s, a), can_be_put(s, a, b)
    )
    return all(held is True for held in guards)
