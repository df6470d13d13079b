"""Compulsory plays and their order.

Two duties come before any other action (rule 4.1 of the standard game, narrower or wider by
the options): the reserve card that fits a foundation; then any other that does, or house cards
that lie on such a card (`open_duty`). The others come before one action each, and `DUTIES` is
their list, by the name of the fault to skip it: spaces are filled before a hand card is turned,
that is played before it is discarded, and so on.
"""

from collections.abc import Collection, Iterator, Mapping

from ludex.parts.remembered import remembered

from .building_rules import (
    available,
    on_foundations,
    repeats,
    rooms,
    takes,
    waiting,
)
from .places import (
    HOUSES,
    LOADABLE,
    RESERVE,
    PileKind,
    Place,
    Play,
)
from .state import (
    Faces,
    Fault,
    FaultKind,
    State,
    pile_at,
    top,
)

ANY = tuple(PileKind)
FOUNDATIONS = (PileKind.FOUNDATION,)
COMMON = (PileKind.FOUNDATION, PileKind.HOUSE)
BOUND = {
    "none": (),
    "reserve_and_hand": (PileKind.RESERVE, PileKind.HAND),
    "every_card": ANY,
    "buried_cards_too": ANY,
}
"""The piles whose cards must go to a foundation, by `foundation_duty`."""

BETTER_THAN_WASTE = {
    "any_time": (),
    "it_fits_no_foundation": FOUNDATIONS,
    "it_fits_nowhere": (*COMMON, *LOADABLE),
}
"""The targets that the turned card must take if it can, by `discard_when`."""


def plays_between(
    s: State, sources: Collection[PileKind], targets: Collection[PileKind]
) -> list[Play]:
    """Return the plays that fit, from some kinds of piles to some others."""
    return [
        Play(a, b)
        for a, bs in rooms(s)
        if a.kind in sources
        for b in sorted(bs, key=in_order)
        if b.kind in targets
    ]


def in_order(b: Place) -> int:
    """Foundations, houses by their numbers (empty or not), the opponent's piles."""
    return b.number if b.kind is PileKind.HOUSE else 9 * (b.kind in LOADABLE)


# -- before every action --------------------------------------------------------------------


def to_foundations(s: State) -> list[Play]:
    """Cards that must go to a foundation, because they fit one; where there is none,
    perhaps those that lie on such a card."""
    duty, wanted = s.rules.foundation_duty, on_foundations(s.foundations)
    fitting = waiting(s.foundations)
    cards = [(a, c) for a, c in available(s) if c in fitting and a.kind in BOUND[duty]]
    found = [Play(a, b) for a, card in cards for b, taken in wanted if card in taken]
    return [*releases(s)] if not found and duty == "buried_cards_too" else found


def releases(s: State) -> Iterator[Play]:
    """Plays that begin to free a buried card which fits a foundation.

    All cards above it must find other houses. Each needs one of its own, because on a
    card just moved only a lower one could go, and those above were the lower ones.
    """
    wanted = waiting(s.foundations)
    for i, pile in enumerate(s.houses):
        buried = [n for n, card in enumerate(pile[:-1]) if card in wanted]
        if buried:
            others = {j: p for j, p in enumerate(s.houses) if j != i}
            first = first_rooms(s, pile[: buried[-1] : -1], others)
            found = (Play(HOUSES[i], HOUSES[j]) for j in first)
            yield from (play for play in found if not repeats(s, *play))


def first_rooms(s: State, cover: Faces, houses: Mapping[int, Faces]) -> Iterator[int]:
    """Yield where the first card of a cover can go so that the others find room too."""
    for j, pile in houses.items():
        if cover[0] in takes(s.rules)[PileKind.HOUSE][top(pile)]:
            rest = {k: p for k, p in houses.items() if k != j}
            if len(cover) == 1 or any(True for _ in first_rooms(s, cover[1:], rest)):
                yield j


# -- before one action ----------------------------------------------------------------------


def spaces(s: State) -> list[Play]:
    """Return what must fill empty houses: the reserve; when that is empty, perhaps any card that
    leaves no other space behind."""
    if s.rules.fill_empty_houses == "no" or all(s.houses):
        return []
    only_reserve = bool(s.mine.reserve) or s.rules.fill_empty_houses == "from_reserve"
    sources = (PileKind.RESERVE,) if only_reserve else ANY
    empty = [b for b, pile in zip(HOUSES, s.houses, strict=False) if not pile]
    return [
        Play(a, b)
        for a, targets in rooms(s)
        if a.kind in sources and (a.kind is not PileKind.HOUSE or len(pile_at(s, a)) > 1)
        for b in empty
        if b in targets and not repeats(s, a, b)
    ]


def reserve_card(s: State) -> list[Play]:
    """Return where the reserve card can go; it is blocked although it could be loaded."""
    return plays_between(s, (PileKind.RESERVE,), COMMON)


def compulsory_loads(s: State) -> list[Play]:
    """Return every load, where loading is compulsory."""
    return plays_between(s, ANY, LOADABLE) if s.rules.loading == "compulsory" else []


def before_turning(s: State) -> list[Play]:
    """Spaces are filled, and where the rules ask for it the reserve card is placed."""
    blocked = s.rules.turn_hand_when == "reserve_is_blocked"
    return spaces(s) + (reserve_card(s) if blocked else []) + compulsory_loads(s)


def before_discarding(s: State) -> list[Play]:
    """Return the plays of the turned card, which is played if it can be."""
    turned = plays_between(s, (PileKind.HAND,), BETTER_THAN_WASTE[s.rules.discard_when])
    return turned + compulsory_loads(s)


def before_loading(s: State) -> list[Play]:
    """R6's "no other play", as a last resort: cards shuffled among the houses are none."""
    found = plays_between(s, ANY, COMMON) if s.rules.loading == "last_resort" else []
    return [play for play in found if {play.source.kind, play.target.kind} != {PileKind.HOUSE}]


DUTIES = {
    FaultKind.TURNED_TOO_SOON: before_turning,
    FaultKind.DISCARDED_TOO_SOON: before_discarding,
    FaultKind.LOADED_TOO_SOON: before_loading,
    FaultKind.PASSED_TOO_SOON: compulsory_loads,
}


def skipped(s: State, kind: FaultKind) -> Fault | None:
    """Return the fault of skipping this duty, where there is anything to do by it."""
    return to_skip(s, kind, DUTIES[kind](s))


@remembered(16)
def open_duty(s: State) -> Fault | None:
    """Return what must be played before anything else, if anything: perhaps the reserve card first."""
    found = to_foundations(s)
    reserve = [play for play in found if play.source == RESERVE]
    if reserve and s.rules.reserve_first:
        return to_skip(s, FaultKind.RESERVE_SKIPPED, reserve)
    return to_skip(s, FaultKind.FOUNDATION_SKIPPED, found)


def to_skip(s: State, kind: FaultKind, plays: list[Play]) -> Fault | None:
    """Return the fault of doing something else than one of these plays, where there are any."""
    return Fault(kind, tuple(dict.fromkeys(plays)), unwatched(s)) if plays else None


def unwatched(s: State) -> State:
    """Return the state with nothing on record."""
    if s.court.watched is None and s.court.fault is None:
        return s
    return s._replace(court=s.court._replace(watched=None, fault=None))
