"""What a position must be, with everything wrong listed; the invariants ask the same."""

from collections import Counter
from collections.abc import Iterator
from itertools import chain, pairwise
from typing import Final

from ludex.games.russian_bank.building import can_be_put, can_be_taken, on_the_table
from ludex.games.russian_bank.ending import is_decided
from ludex.games.russian_bank.options import Enforcement
from ludex.games.russian_bank.state import (
    MISPLAYS,
    End,
    Faces,
    Fault,
    Phase,
    Pile,
    Play,
    Side,
    State,
)
from ludex.kernel import Seat, seat_name
from ludex.parts.cards import PACKS, Card, Hidden, pack_of_cards
from ludex.parts.remembered import remembered

ALL_CARDS = frozenset(card for pack in range(PACKS) for card in pack_of_cards(pack))
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


def all_cards(s: State) -> list[Card | Hidden]:
    """Every card on the table."""
    found: list[Card | Hidden] = [] if s.turned is None else [s.turned]
    for side in s.sides:
        found += (*side.reserve, *side.hand, *side.waste)
    for pile in (*s.houses, *s.foundations):
        found += pile
    return found


ONE_CARD: Final = 1 << 8 * len(ALL_CARDS)
ONE_OF: Final[dict[Card | Hidden, int]] = {
    card: ONE_CARD + (1 << 8 * n) for n, card in enumerate(sorted(ALL_CARDS))
} | {Hidden(pack): ONE_CARD for pack in range(PACKS)}
WHOLE: Final = sum(ONE_OF[card] for card in ALL_CARDS)


@remembered(most=512)
def tally(pile: Pile) -> int:
    """How many of each card, in digits of base 256 with how many cards as the highest.

    No digit of a table of 104 cards can run over: a tally of WHOLE is each card once.
    """
    return sum(map(ONE_OF.__getitem__, pile))


@remembered(most=64)
def tally_of_side(side: Side) -> int:
    """The tally of what a player holds."""
    return tally(side.reserve) + tally(side.hand) + tally(side.waste)


@remembered(most=64)
def tally_of_piles(piles: tuple[Faces, ...]) -> int:
    """The tally of the houses, or of the foundations."""
    return sum(map(tally, piles))


def tally_of_table(s: State) -> int:
    """The tally of every card on the table."""
    return (
        (0 if s.turned is None else ONE_OF[s.turned])
        + sum(map(tally_of_side, s.sides))
        + tally_of_piles(s.houses)
        + tally_of_piles(s.foundations)
    )


def is_bare(s: State) -> bool:
    """Has nothing been dealt yet?"""
    return s.phase is Phase.DEAL and not all_cards(s)


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
    """Every card is known, or just those that a view shows."""
    if isinstance(s.turned, Hidden):
        yield "the turned card must be known"
    for n, side in enumerate(s.sides, start=1):
        for name, pile in _squared(side):
            if pile and isinstance(pile[-1], Hidden):
                yield f"the top of {name} {n} must be known"
    piles = [pile for side in s.sides for pile in (side.reserve[:-1], side.waste[:-1])]
    piles += [side.hand for side in s.sides]
    hidden = [isinstance(card, Hidden) for pile in piles for card in pile]
    if any(hidden) and not all(hidden):
        yield "some cards are unknown that a view shows, or known that it hides"


def _squared(side: Side) -> tuple[tuple[str, Pile], ...]:
    return ("reserve", side.reserve), ("waste", side.waste)


def _phase_problems(s: State) -> Iterator[str]:
    if s.turned is not None and s.phase is Phase.DEAL:
        yield "a hand card is turned before the deal"
    if s.phase is Phase.OVER and s.match.result is None:
        yield "a game that is over needs a result"
    if s.phase is not Phase.OVER and is_decided(s.rules, s.match):
        yield "the match is decided: no game of it is played any more"
    if s.match.result is not None:
        end, ahead, points = s.match.result
        if ahead is None and end in (End.WIN, End.RESIGNED):
            yield f"the result {end.value} needs a winner"
        elif ahead is None and points:
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
    if s.rules.enforcement is not Enforcement.STOP:
        yield "a fault is on record only where enforcement is stop"
    yield from _before_problems(s, fault.before, watched)
    if bool(fault.skipped) is (fault.kind in MISPLAYS):
        yield f"the fault {fault.kind.value} needs " + (
            "no skipped play" if fault.skipped else "a skipped play"
        )
    for play in fault.skipped:
        if not _can_be_played(fault, play):
            a, b = play
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
    if before.partial != s.partial or Counter(all_cards(before)) != Counter(
        all_cards(s)
    ):
        yield "before: other cards"
    if before.court.watched is not None:
        yield "before: nobody is watched there yet"


def _can_be_played(fault: Fault, play: Play) -> bool:
    s, (a, b) = fault.before, play
    guards = chain(
        on_the_table(s, a), on_the_table(s, b), can_be_taken(s, a), can_be_put(s, a, b)
    )
    return all(held is True for held in guards)


@remembered(most=64)
def are_foundations(piles: tuple[Faces, ...]) -> bool:
    """Does each of them run up?"""
    return all(map(is_foundation, piles))


@remembered(most=64)
def is_foundation(pile: Faces) -> bool:
    """Ace, two, three … of one suit."""
    if not pile:
        return True
    suit = pile[0].suit
    return all(card[0] is suit and card[1] == n for n, card in enumerate(pile, 1))


@remembered(most=256)
def is_house(pile: Faces) -> bool:
    """Downwards in alternate colours."""
    return len(pile) < 2 or all(
        below[1] - card[1] == 1 and (below[0] ^ card[0]) & 1
        for below, card in pairwise(pile)
    )
