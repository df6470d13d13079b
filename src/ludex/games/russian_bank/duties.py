"""Compulsory plays: what comes before what.

Order of priority (rule 4.1 of the standard game, narrower or wider by the options):

1. the reserve card that fits a foundation;
2. any other available card that fits a foundation;
3. with release: house cards that lie on a card which fits a foundation.

These come before any other action. Some actions have duties of their own: before a hand
card is turned spaces are filled, before it is discarded it is played, and so on.
"""

from collections.abc import Iterator
from typing import Final

from ludex.games.russian_bank.building import (
    LOADABLE,
    available,
    fits_house,
    fits_load,
    next_on_foundation,
    space_accepts,
)
from ludex.games.russian_bank.options import (
    Compulsory,
    DiscardWhen,
    FillSpaces,
    HandTurn,
    Loading,
)
from ludex.games.russian_bank.state import (
    FOUNDATION_PLACES,
    HAND,
    HOUSES,
    MOST_HOUSES,
    RESERVE,
    THEIR_RESERVE,
    THEIR_WASTE,
    Faces,
    FaultKind,
    Kind,
    Place,
    Play,
    State,
    top,
)
from ludex.kernel import Guards
from ludex.parts.cards import Card
from ludex.parts.remembered import remembered

Duty = tuple[FaultKind, tuple[Play, ...]]
"""What it would be to skip them, and the plays of which one is due."""


def to_foundations(s: State, source: Place, card: Card) -> list[Play]:
    """The foundations that the card fits."""
    fitting = wanted(s.foundations).get(card[:2], ())
    return [Play(source, foundation) for foundation in fitting]


@remembered(most=16)
def wanted(foundations: tuple[Faces, ...]) -> dict[tuple[int, int], list[Place]]:
    """The suits and ranks that foundations wait for, each with those foundations."""
    found: dict[tuple[int, int], list[Place]] = {}
    for place, pile in zip(FOUNDATION_PLACES, foundations, strict=True):
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


@remembered(most=16)
def open_duty(s: State) -> Duty | None:
    """What must be played before anything else, if anything."""
    compulsory = s.rules.compulsory_foundation
    if compulsory is Compulsory.NONE:
        return None
    bound = available(s)
    if compulsory is Compulsory.RESERVE_AND_HAND:
        bound = tuple((a, card) for a, card in bound if a in (RESERVE, HAND))
    waiting = wanted(s.foundations)
    plays = [
        Play(a, foundation)
        for a, card in bound
        if card[:2] in waiting
        for foundation in waiting[card[:2]]
    ]
    if plays:
        first = tuple(play for play in plays if play.source == RESERVE)
        if first and s.rules.reserve_first:
            return FaultKind.RESERVE_SKIPPED, first
        return FaultKind.FOUNDATION_SKIPPED, tuple(plays)
    if compulsory is Compulsory.ALL_WITH_RELEASE:
        releases = tuple(_releases(s))
        return (FaultKind.FOUNDATION_SKIPPED, releases) if releases else None
    return None


def _releases(s: State) -> Iterator[Play]:
    """Plays that begin to free a buried card which fits a foundation.

    All cards above it must find other houses. Each needs one of its own, because on a
    card just moved only a lower one could go, and those above were the lower ones.
    """
    waiting = wanted(s.foundations)
    for i, pile in enumerate(s.houses):
        others = {j: p for j, p in enumerate(s.houses) if j != i}
        for depth in range(1, len(pile)):
            buried = pile[-depth - 1]
            if buried[:2] in waiting:
                cover = pile[: -depth - 1 : -1]
                yield from (
                    Play(HOUSES[i], HOUSES[j])
                    for j in _first_rooms(s, cover, others)
                    if not repeats(s, i, j, 1)
                )
                break


def _first_rooms(s: State, cover: Faces, houses: dict[int, Faces]) -> Iterator[int]:
    """Where the first card of a cover can go so that the others find room too."""
    for j, pile in houses.items():
        if fits_house(s.rules, cover[0], pile):
            rest = {k: p for k, p in houses.items() if k != j}
            if len(cover) == 1 or any(True for _ in _first_rooms(s, cover[1:], rest)):
                yield j


def repeats(s: State, i: int, j: int, count: int) -> bool:
    """Would `count` cards from house `i` to house `j` bring a position of this turn back?"""
    if not s.turn.seen or not s.rules.no_repeat_in_turn:
        return False
    source, target = len(s.houses[i]) - count, len(s.houses[j]) + count
    near = [
        houses
        for houses in s.turn.seen
        if len(houses[i]) == source and len(houses[j]) == target
    ]
    if not near:
        return False
    laid = carried(s.houses, i, j, count)
    return any(alike(laid, houses) for houses in near)


def ways_back(s: State) -> dict[Place, list[int]]:
    """From which house to which (by index) a card would bring a position of this turn back."""
    found: dict[Place, list[int]] = {}
    if s.turn.seen and s.rules.no_repeat_in_turn:
        now = heights(s.houses)
        for houses in s.turn.seen:
            step = ONE_CARD.get(now - heights(houses))
            if step is not None and alike(carried(s.houses, *step, 1), houses):
                i, j = step
                found.setdefault(HOUSES[i], []).append(j)
    return found


ONE_CARD: Final = {
    (1 << 8 * i) - (1 << 8 * j): (i, j)
    for i in range(MOST_HOUSES)
    for j in range(MOST_HOUSES)
    if i != j
}
"""From which house to which one card went, by what it changed in `heights`."""


@remembered(most=256)
def heights(houses: tuple[Faces, ...]) -> int:
    """How many cards lie in each house, as the bytes of a number."""
    return int.from_bytes(map(len, houses), "little")


def alike(one: tuple[Faces, ...], two: tuple[Faces, ...]) -> bool:
    """Are the houses the same but for the packs that their cards came from?"""
    for pile, other in zip(one, two, strict=True):
        if pile != other and [c[:2] for c in pile] != [c[:2] for c in other]:
            return False
    return True


def carried(houses: tuple[Faces, ...], i: int, j: int, count: int) -> tuple[Faces, ...]:
    """The houses after `count` cards went from the one to the other, in their order."""
    laid = list(houses)
    laid[i], laid[j] = houses[i][:-count], houses[j] + houses[i][-count:]
    return tuple(laid)


def new_position(s: State, a: Place, b: Place) -> Guards:
    """Only moves from house to house can bring a position back."""
    yield (
        a.kind is not Kind.HOUSE
        or b.kind is not Kind.HOUSE
        or not repeats(s, a.number - 1, b.number - 1, 1)
        or "this position has been there in this turn, and may not come again"
    )


# -- duties of single actions -----------------------------------------------------------


def before_play(s: State, play: Play) -> Duty | None:
    """What has to be played before this card may go where it goes."""
    duty = open_duty(s)
    if duty is not None:
        return None if play in duty[1] else duty
    if play.target.kind in LOADABLE and s.rules.loading is Loading.LAST_RESORT:
        others = tuple(_other_plays(s))
        return (FaultKind.LOADED_TOO_SOON, others) if others else None
    return None


def _other_plays(s: State) -> Iterator[Play]:
    """Plays of R6's "no other play": shuffling cards among the houses is none."""
    for source, card in available(s):
        yield from to_foundations(s, source, card)
        if source.kind is not Kind.HOUSE:
            yield from to_houses(s, source, card)


def before_turning(s: State) -> Duty | None:
    """What has to be played before a hand card may be turned."""
    if s.rules.hand_turn_when is HandTurn.ANY_TIME:
        return None
    return open_duty(s) or turning_duty(s)


def turning_duty(s: State) -> Duty | None:
    """The duties of turning alone: spaces, a reserve that can be placed, loads."""
    rules = s.rules
    plays = list(_fillings(s))
    if rules.hand_turn_when is HandTurn.RESERVE_BLOCKED:
        plays += [play for play in _reserve_plays(s) if play not in plays]
    if rules.loading is Loading.COMPULSORY:
        plays += _all_loads(s)
    return (FaultKind.TURNED_TOO_SOON, tuple(plays)) if plays else None


def _fillings(s: State) -> Iterator[Play]:
    """Plays that fill an empty house, where the rules demand it."""
    fill = s.rules.fill_spaces_before_hand
    if fill is FillSpaces.NO or all(s.houses):
        return
    spaces = [HOUSES[i] for i, pile in enumerate(s.houses) if not pile]
    for source, card in available(s):
        if source == RESERVE:
            pass
        elif fill is FillSpaces.FROM_RESERVE or s.mine.reserve:
            continue
        elif source.kind is Kind.HOUSE and len(s.houses[source.number - 1]) == 1:
            continue  # a lone card would only leave another space
        if space_accepts(s.rules, card):
            yield from (
                Play(source, space)
                for space in spaces
                if source.kind is not Kind.HOUSE
                or not repeats(s, source.number - 1, space.number - 1, 1)
            )


def _reserve_plays(s: State) -> Iterator[Play]:
    card = top(s.mine.reserve)
    if card is not None:
        yield from to_foundations(s, RESERVE, card)
        yield from to_houses(s, RESERVE, card)


def _all_loads(s: State) -> list[Play]:
    return [
        load
        for source, card in available(s)
        for load in to_the_opponent(s, source, card)
    ]


def before_passing(s: State) -> Duty | None:
    """What has to be played before a player who can turn no card may pass."""
    duty = open_duty(s)
    if duty is None and s.rules.loading is Loading.COMPULSORY:
        loads = tuple(_all_loads(s))
        return (FaultKind.PASSED_TOO_SOON, loads) if loads else None
    return duty


def before_discarding(s: State) -> Duty | None:
    """What has to be played before the turned card may be given up."""
    return open_duty(s) or discarding_duty(s)


def discarding_duty(s: State) -> Duty | None:
    """The duties of discarding alone: to play the card instead, loads."""
    card, when = s.turned, s.rules.discard_when
    plays: list[Play] = []
    if isinstance(card, Card) and when is not DiscardWhen.FREE:
        plays += to_foundations(s, HAND, card)
        if when is DiscardWhen.HAND_CARD_BLOCKED:
            plays += to_houses(s, HAND, card)
            plays += to_the_opponent(s, HAND, card)
    if s.rules.loading is Loading.COMPULSORY:
        plays += [load for load in _all_loads(s) if load not in plays]
    return (FaultKind.DISCARDED_TOO_SOON, tuple(plays)) if plays else None
