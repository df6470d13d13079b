"""What a position must be, with everything wrong listed; the invariants ask the same."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from ludex.games.russian_bank.table import Faces, Phase, Pile, Side, State
from ludex.parts.cards import PACKS, Card, Hidden, pack_of_cards

ALL_CARDS = frozenset(card for pack in range(PACKS) for card in pack_of_cards(pack))
NAMED = 5


def problems(s: State) -> list[str]:
    """Everything that keeps a state from being a position of the game."""
    return [*_card_problems(s), *_pile_problems(s), *_phase_problems(s)]


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
        for name, pile_ in _squared(side):
            if pile_ and isinstance(pile_[-1], Hidden):
                yield f"the top of {name} {n} must be known"


def _squared(side: Side) -> tuple[tuple[str, Pile], ...]:
    return ("reserve", side.reserve), ("waste", side.waste)


def _phase_problems(s: State) -> Iterator[str]:
    if s.turned is not None and s.phase is Phase.DEAL:
        yield "a hand card is turned before the deal"
    if s.phase is Phase.OVER and s.match.result is None:
        yield "a game that is over needs a result"
    if s.court.fault is not None and s.court.watched is None:
        yield "a fault needs the player who is watched"


def is_foundation(pile: Faces) -> bool:
    """Ace, two, three … of one suit."""
    if not pile:
        return True
    suit = pile[0].suit
    return all(card[0] is suit and card[1] == n for n, card in enumerate(pile, 1))


def is_house(pile: Faces) -> bool:
    """Downwards in alternate colours."""
    return len(pile) < 2 or all(
        below[1] - card[1] == 1 and (below[0] ^ card[0]) & 1
        for below, card in pairwise(pile)
    )
