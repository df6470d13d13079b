"""Compulsory plays: what comes before what.

Order of priority (rule 4.1 of the standard game, narrower or wider by the options):

1. the reserve card that fits a foundation;
2. any other available card that fits a foundation;
3. for buried cards that fit a foundation: the house cards that lie on them.

These come before any other action. Some actions have duties of their own: before a hand
card is turned spaces are filled, before it is discarded it is played, and so on.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from ludex.games.russian_bank.building import (
    available,
    fills,
    fits_house,
    fits_load,
    next_on_foundation,
)
from ludex.games.russian_bank.places import (
    HAND,
    HOUSES,
    LOADABLE,
    ON_FOUNDATIONS,
    RESERVE,
    THEIR_RESERVE,
    THEIR_WASTE,
    Kind,
    Place,
    Play,
)
from ludex.games.russian_bank.state import (
    Faces,
    Fault,
    FaultKind,
    State,
    pile_at,
    top,
)
from ludex.kernel import Guards, say
from ludex.parts.cards import Card
from ludex.parts.remembered import remembered


def due(s: State, kind: FaultKind, plays: Iterable[Play]) -> Fault | None:
    """Where there are such plays: what it would be to skip them."""
    found = tuple(dict.fromkeys(plays))
    return Fault(kind, found, unwatched(s)) if found else None


def unwatched(s: State) -> State:
    """The state with nothing on record."""
    if s.court.watched is None and s.court.fault is None:
        return s
    return replace(s, court=s.court._replace(watched=None, fault=None))


# -- where cards fit --------------------------------------------------------------------


def to_foundations(s: State, source: Place, card: Card) -> list[Play]:
    """The foundations that the card fits."""
    return [Play(source, place) for place in wanted(s.foundations).get(card[:2], ())]


@remembered(most=16)
def wanted(foundations: tuple[Faces, ...]) -> dict[tuple[int, int], list[Place]]:
    """The suits and ranks that foundations wait for, each with those foundations."""
    found: dict[tuple[int, int], list[Place]] = {}
    for place, pile in zip(ON_FOUNDATIONS, foundations, strict=True):
        for face in next_on_foundation(pile):
            found.setdefault(face, []).append(place)
    return found


def to_houses(s: State, source: Place, card: Card) -> Iterator[Play]:
    """The houses that the card fits."""
    for i, pile in enumerate(s.houses):
        if fits_house(s.rules, card, pile) and HOUSES[i] != source:
            yield Play(source, HOUSES[i])


def to_the_opponent(s: State, source: Place, card: Card) -> Iterator[Play]:
    """The opponent's piles that the card can be loaded on."""
    if fits_load(s.rules, card, top(s.theirs.reserve)):
        yield Play(source, THEIR_RESERVE)
    if fits_load(s.rules, card, top(s.theirs.waste)):
        yield Play(source, THEIR_WASTE)


def reserve_plays(s: State) -> list[Play]:
    """Where the reserve card can go; it is blocked although it could be loaded."""
    card = top(s.mine.reserve)
    if card is None:
        return []
    return [*to_foundations(s, RESERVE, card), *to_houses(s, RESERVE, card)]


def compulsory_loads(s: State) -> Iterator[Play]:
    """Every load, where loading is compulsory."""
    if s.rules.loading == "compulsory":
        for source, card in available(s):
            yield from to_the_opponent(s, source, card)


# -- before anything else ---------------------------------------------------------------


@remembered(most=16)
def open_duty(s: State) -> Fault | None:
    """What must be played before anything else, if anything."""
    duty = s.rules.foundation_duty
    if duty == "none":
        return None
    waiting = wanted(s.foundations)
    plays = [
        Play(source, foundation)
        for source, card in available(s)
        if duty != "reserve_and_hand" or source in (RESERVE, HAND)
        for foundation in waiting.get(card[:2], ())
    ]
    first = [play for play in plays if play.source == RESERVE]
    if first and s.rules.reserve_first:
        return due(s, FaultKind.RESERVE_SKIPPED, first)
    if not plays and duty == "buried_cards_too":
        return due(s, FaultKind.FOUNDATION_SKIPPED, _releases(s))
    return due(s, FaultKind.FOUNDATION_SKIPPED, plays)


def _releases(s: State) -> Iterator[Play]:
    """Plays that begin to free a buried card which fits a foundation.

    All cards above it must find other houses. Each needs one of its own, because on a
    card just moved only a lower one could go, and those above were the lower ones.
    """
    waiting = wanted(s.foundations)
    for i, pile in enumerate(s.houses):
        others = {j: p for j, p in enumerate(s.houses) if j != i}
        for depth in range(1, len(pile)):
            if pile[-depth - 1][:2] in waiting:
                cover = pile[: -depth - 1 : -1]
                rooms = _first_rooms(s, cover, others)
                plays = (Play(HOUSES[i], HOUSES[j]) for j in rooms)
                yield from (play for play in plays if not repeats(s, *play))
                break


def _first_rooms(s: State, cover: Faces, houses: dict[int, Faces]) -> Iterator[int]:
    """Where the first card of a cover can go so that the others find room too."""
    for j, pile in houses.items():
        if fits_house(s.rules, cover[0], pile):
            rest = {k: p for k, p in houses.items() if k != j}
            if len(cover) == 1 or any(True for _ in _first_rooms(s, cover[1:], rest)):
                yield j


# -- no position comes again within a turn ------------------------------------------------


def new_position(s: State, a: Place, b: Place, count: int = 1) -> Guards:
    """Only moves from house to house can bring a position back."""
    yield not repeats(s, a, b, count) or say(
        "repetition",
        "this position has been there in this turn, and may not come again",
    )


def repeats(s: State, a: Place, b: Place, count: int = 1) -> bool:
    """Would `count` cards from `a` to `b` bring a position of this turn back?"""
    if not (a.kind is b.kind is Kind.HOUSE and s.rules.no_repeat_in_turn):
        return False
    i, j = a.number - 1, b.number - 1
    height, other = len(s.houses[i]) - count, len(s.houses[j]) + count
    near = [h for h in s.turn.seen if len(h[i]) == height and len(h[j]) == other]
    if not near:
        return False
    houses = carried(s.houses, a, b, count)
    return any(look_alike(houses, before) for before in near)


def carried(
    houses: tuple[Faces, ...], a: Place, b: Place, count: int
) -> tuple[Faces, ...]:
    """The houses after `count` cards went from the one to the other, in their order."""
    i, j = a.number - 1, b.number - 1
    laid = list(houses)
    laid[i], laid[j] = houses[i][:-count], houses[j] + houses[i][-count:]
    return tuple(laid)


def look_alike(one: tuple[Faces, ...], two: tuple[Faces, ...]) -> bool:
    """Are the houses the same but for the packs that their cards came from?"""
    for pile, other in zip(one, two, strict=True):
        if pile != other and [c[:2] for c in pile] != [c[:2] for c in other]:
            return False
    return True


# -- duties of single actions -----------------------------------------------------------


def before_play(s: State, play: Play) -> Fault | None:
    """What has to be played before this card may go where it goes."""
    duty = open_duty(s)
    if duty is not None:
        return None if play in duty.skipped else duty
    if play.target.kind in LOADABLE and s.rules.loading == "last_resort":
        return due(s, FaultKind.LOADED_TOO_SOON, _other_plays(s))
    return None


def _other_plays(s: State) -> Iterator[Play]:
    """Plays of R6's "no other play": shuffling cards among the houses is none."""
    for source, card in available(s):
        yield from to_foundations(s, source, card)
        if source.kind is not Kind.HOUSE:
            yield from to_houses(s, source, card)


def before_turning(s: State) -> Fault | None:
    """What has to be played before a hand card may be turned: foundations, then spaces,
    a reserve card that can be placed, loads."""
    when = s.rules.turn_hand_when
    if when == "any_time":
        return None
    blocked = reserve_plays(s) if when == "reserve_is_blocked" else ()
    plays = (*_fillings(s), *blocked, *compulsory_loads(s))
    return open_duty(s) or due(s, FaultKind.TURNED_TOO_SOON, plays)


def _fillings(s: State) -> Iterator[Play]:
    """Plays that fill an empty house, where the rules demand it."""
    if s.rules.fill_empty_houses == "no" or all(s.houses):
        return
    spaces = [HOUSES[i] for i, pile in enumerate(s.houses) if not pile]
    for source, card in available(s):
        if _is_filler(s, source) and fills(s.rules, card):
            plays = (Play(source, space) for space in spaces)
            yield from (play for play in plays if not repeats(s, *play))


def _is_filler(s: State, source: Place) -> bool:
    """The reserve; where that is empty, perhaps all that leave no other space behind."""
    if s.mine.reserve or s.rules.fill_empty_houses == "from_reserve":
        return source == RESERVE
    return source.kind is not Kind.HOUSE or len(pile_at(s, source)) > 1


def before_discarding(s: State) -> Fault | None:
    """What has to be played before the turned card may be given up: foundations, then the
    card itself, loads."""
    card, when = s.turned, s.rules.discard_when
    plays: list[Play] = []
    if isinstance(card, Card) and when != "any_time":
        plays += to_foundations(s, HAND, card)
        if when == "it_fits_nowhere":
            plays += to_houses(s, HAND, card)
            plays += to_the_opponent(s, HAND, card)
    plays += compulsory_loads(s)
    return open_duty(s) or due(s, FaultKind.DISCARDED_TOO_SOON, plays)


def before_passing(s: State) -> Fault | None:
    """What has to be played before a player who can turn no card may pass."""
    return open_duty(s) or due(s, FaultKind.PASSED_TOO_SOON, compulsory_loads(s))
