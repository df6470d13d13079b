"""The cards that may be taken, their targets, and so every play that fits.

The guards are the law. `takes` asks them about each two cards once; whoever looks for plays
(`rooms`), or whether a pile lies as it must, looks there.
"""

from collections.abc import Mapping
from functools import cache
from itertools import pairwise

from ludex.kernel import Guards, say
from ludex.parts.cards import PACKS, Card, Rank, pack_of_cards
from ludex.parts.remembered import remembered

from .options import STANDARD, Rules
from .places import (
    FOUNDATIONS,
    HAND,
    HOUSES,
    ON_FOUNDATIONS,
    RESERVE,
    THE_OPPONENTS,
    THEIR_RESERVE,
    THEIR_WASTE,
    WASTE,
    PileKind,
    Place,
    spoken,
)
from .state import CARDS, Faces, State, pile_at, top

EMPTY_HOUSE_TAKES = {
    "any_card": tuple(Rank),
    "aces": (Rank.ACE,),
    "kings": (Rank.KING,),
    "nothing": (),
}
LOAD_STEPS = {"next": (1, -1), "next_or_same": (1, 0, -1)}
"""The number of ranks between two cards; there is no step from king to ace."""

NOTHING_TURNED = say("nothing_turned", "no hand card is turned up")


def on_the_table(s: State, place: Place) -> Guards:
    """Is there such a pile?"""
    if place.kind is PileKind.HOUSE:
        yield from is_house_number(s, place.number)
    yield (
        place.kind is not PileKind.FOUNDATION
        or 1 <= place.number <= FOUNDATIONS
        or say(
            "no_such_pile",
            "there is no {foundation}: the foundations are 1 to {last}",
            foundation=spoken(place),
            last=FOUNDATIONS,
        )
    )


def is_house_number(s: State, n: int) -> Guards:
    """Is there such a house?"""
    yield 1 <= n <= len(s.houses) or say(
        "no_such_pile",
        "there is no house {number}: the houses are 1 to {last}",
        number=n,
        last=len(s.houses),
    )


# -- taken from ---------------------------------------------------------------------------


def can_be_taken(s: State, a: Place) -> Guards:
    """Own reserve, turned hand card, house cards; the own waste where rules open it."""
    yield a.kind is not PileKind.FOUNDATION or say(
        "not_available", "nothing is taken off a foundation"
    )
    yield a.kind not in THE_OPPONENTS or say(
        "not_available", "nothing is taken from {pile}", pile=spoken(a)
    )
    yield a != HAND or s.turned is not None or NOTHING_TURNED
    yield (
        a != WASTE
        or waste_is_open(s)
        or say(
            "not_available",
            "the waste is not available under these rules",
            own_waste=s.rules.own_waste,
        )
    )
    yield bool(pile_at(s, a)) or say("empty", "{pile} is empty", pile=spoken(a))
    yield top(pile_at(s, a)) is not None or say(
        "unknown_card", "the card on {pile} is not known", pile=spoken(a)
    )


def waste_is_open(s: State) -> bool:
    """May the player on turn take from the own waste?"""
    match s.rules.own_waste:
        case "open_without_reserve":
            return not s.mine.reserve
        case "one_card_a_turn":
            return not s.turn.waste_played
        case always:
            return always == "open"


# -- put on -------------------------------------------------------------------------------


def can_be_put(s: State, a: Place, b: Place) -> Guards:
    """By the building rule of another pile, and so that no position comes again."""
    card = top(pile_at(s, a))
    assert card is not None
    yield a != b or say(
        "same_pile", "{card} already lies on {pile}", card=card.face, pile=spoken(b)
    )
    yield from builds(s.rules, card, top(pile_at(s, b)), b)
    yield from new_position(s, a, b)


def builds(rules: Rules, card: Card, below: Card | None, b: Place) -> Guards:
    """May the card be put on the one below, the top of `b`, or on nothing there?"""
    match b.kind:
        case PileKind.FOUNDATION:
            yield from builds_foundation(card, below)
        case PileKind.HOUSE:
            yield from builds_house(rules, card, below)
        case PileKind.THEIR_RESERVE | PileKind.THEIR_WASTE:
            yield from loads(rules, card, below, b)
        case PileKind.WASTE:
            yield say(
                "wrong_place",
                "only the turned hand card goes on your own waste, by discarding it",
            )
        case _:
            yield say("wrong_place", "nothing goes on {pile}", pile=spoken(b))


def builds_foundation(card: Card, below: Card | None) -> Guards:
    """Ace first, then upwards in suit."""
    if below is None:
        yield card.rank is Rank.ACE or say(
            "no_ace", "{card} cannot begin a foundation: only an ace can", card=card.face
        )
        return
    both = faces(card, below)
    yield card.suit is below.suit or say(
        "another_suit", "{card} cannot go on {last_card}: another suit", **both
    )
    yield below.one_below(card) or say(
        "wrong_rank", "{card} cannot go on {last_card}: not the next higher rank", **both
    )


def builds_house(rules: Rules, card: Card, below: Card | None) -> Guards:
    """Downwards in alternate colours; an empty house has a rule of its own."""
    if below is None:
        yield card.rank in EMPTY_HOUSE_TAKES[rules.empty_house_takes] or say(
            "empty_house",
            "{card} cannot go to an empty house under these rules",
            card=card.face,
            empty_house_takes=rules.empty_house_takes,
        )
        return
    both = faces(card, below)
    yield card.differs_in_colour(below) or say(
        "same_colour", "{card} cannot go on {last_card}: same colour", **both
    )
    yield card.one_below(below) or say(
        "wrong_rank", "{card} cannot go on {last_card}: not the next lower rank", **both
    )


def loads(rules: Rules, card: Card, below: Card | None, b: Place) -> Guards:
    """In suit, one rank up or down, never on an empty pile of the opponent."""
    yield rules.loading != "never" or say(
        "no_loading", "the opponent is not loaded under these rules", loading=rules.loading
    )
    yield below is not None or say(
        "empty", "{pile} is empty, and an empty pile cannot be loaded", pile=spoken(b)
    )
    assert below is not None
    both = faces(card, below)
    yield card.suit is below.suit or say(
        "another_suit", "{card} cannot be loaded on {last_card}: another suit", **both
    )
    yield card.rank - below.rank in LOAD_STEPS[rules.load_ranks] or say(
        "wrong_rank", "{card} cannot be loaded on {last_card}: not a neighbouring rank", **both
    )


def faces(card: Card, below: Card) -> dict[str, str]:
    """Two cards as reasons name them."""
    return {"card": card.face, "last_card": below.face}


# -- no position comes again within a turn --------------------------------------------------


def new_position(s: State, a: Place, b: Place, count: int = 1) -> Guards:
    """Only moves from house to house can bring a position back."""
    yield not repeats(s, a, b, count) or say(
        "repetition", "this position has occurred in this turn, and may not recur"
    )


def repeats(s: State, a: Place, b: Place, count: int = 1) -> bool:
    """Would `count` cards from `a` to `b` bring a position of this turn back?"""
    in_houses = a.kind is b.kind is PileKind.HOUSE
    if not (in_houses and s.turn.seen and s.rules.no_repeat_in_turn):
        return False
    houses = carried(s.houses, a, b, count)
    return any(look_alike(houses, before) for before in s.turn.seen)


def carried(houses: tuple[Faces, ...], a: Place, b: Place, count: int) -> tuple[Faces, ...]:
    """Return the houses after `count` cards went from the one to the other, in their order."""
    i, j = a.number - 1, b.number - 1
    laid = list(houses)
    laid[i], laid[j] = houses[i][:-count], houses[j] + houses[i][-count:]
    return tuple(laid)


def look_alike(one: tuple[Faces, ...], two: tuple[Faces, ...]) -> bool:
    """Are the houses the same but for the packs that their cards came from?"""
    if one == two:
        return True
    for pile, other in zip(one, two, strict=True):
        if len(pile) != len(other):
            return False
        if pile != other and [c[:2] for c in pile] != [c[:2] for c in other]:
            return False
    return True


# -- what fits where ------------------------------------------------------------------------


class FittingCards(dict[Card | None, frozenset[Card]]):
    """The cards that a kind of pile takes, by its top card; their packs make no difference.

    The guards are asked about each two cards once, when they are first looked for.
    """

    def __init__(self, rules: Rules, kind: PileKind) -> None:
        self.rules, self.place = rules, Place(kind)

    def __missing__(self, below: Card | None) -> frozenset[Card]:
        if below is not None and below.pack:
            found = self[Card(below.suit, below.rank)]
        else:
            faces = [card[:2] for card in pack_of_cards(0) if self.fits(card, below)]
            found = frozenset(Card(*face, pack) for face in faces for pack in range(PACKS))
        self[below] = found
        return found

    def fits(self, card: Card, below: Card | None) -> bool:
        """Does every guard hold?"""
        guards = builds(self.rules, card, below, self.place)
        return all(answer is True for answer in guards)


@remembered(64)  # looked for by every card of every state
def takes(rules: Rules) -> Mapping[PileKind, FittingCards]:
    """Return what each kind of pile takes under these rules."""
    return {kind: FittingCards(rules, kind) for kind in PileKind}


@cache
def in_sequence(kind: PileKind) -> frozenset[tuple[Card | None, Card]]:
    """Return which card can lie on which (or on nothing) in such a pile of the standard game."""
    allowed = takes(STANDARD)[kind]
    return frozenset((below, card) for below in (None, *CARDS) for card in allowed[below])


@remembered(256)
def is_house(pile: Faces) -> bool:
    """Downwards in alternate colours, whatever it began with."""
    return in_sequence(PileKind.HOUSE).issuperset(pairwise(pile))


@remembered(256)
def is_foundation(pile: Faces) -> bool:
    """Ace, two, three … of one suit."""
    return in_sequence(PileKind.FOUNDATION).issuperset(pairwise((None, *pile)))


@remembered(64)  # an event changes few houses; they are checked after each
def run_down(houses: tuple[Faces, ...]) -> bool:
    """Does every house run down in alternate colours?"""
    return all(map(is_house, houses))


@remembered(64)
def run_up(foundations: tuple[Faces, ...]) -> bool:
    """Does every foundation run up in suit from the ace?"""
    return all(map(is_foundation, foundations))


@remembered(16)
def available(s: State) -> list[tuple[Place, Card]]:
    """Return the cards that the player on turn may move: reserve, hand, waste, houses."""
    mine, found = s.mine, []
    if (card := top(mine.reserve)) is not None:
        found.append((RESERVE, card))
    if isinstance(s.turned, Card):
        found.append((HAND, s.turned))
    if waste_is_open(s) and (card := top(mine.waste)) is not None:
        found.append((WASTE, card))
    found += [(a, pile[-1]) for a, pile in zip(HOUSES, s.houses, strict=False) if pile]
    return found


@remembered(1 << 10)  # they stay as they are for many moves, at many tables
def on_foundations(foundations: tuple[Faces, ...]) -> tuple[tuple[Place, frozenset[Card]], ...]:
    """Return each foundation with the cards that it takes."""
    allowed = takes(STANDARD)[PileKind.FOUNDATION]
    return tuple(
        (b, allowed[top(pile)]) for b, pile in zip(ON_FOUNDATIONS, foundations, strict=True)
    )


@remembered(1 << 10)
def waiting(foundations: tuple[Faces, ...]) -> frozenset[Card]:
    """Return the cards that foundations take."""
    return frozenset().union(*(cards for _, cards in on_foundations(foundations)))


def open_piles(s: State) -> list[tuple[Place, frozenset[Card]]]:
    """Return each pile with the cards that it takes: foundations, houses, spaces, loads."""
    allowed, houses = takes(s.rules), [*zip(HOUSES, s.houses, strict=False)]
    on_house = allowed[PileKind.HOUSE]
    return [
        *on_foundations(s.foundations),
        *[(b, on_house[pile[-1]]) for b, pile in houses if pile],
        *[(b, on_house[None]) for b, pile in houses if not pile],
        (THEIR_RESERVE, allowed[PileKind.THEIR_RESERVE][top(s.theirs.reserve)]),
        (THEIR_WASTE, allowed[PileKind.THEIR_WASTE][top(s.theirs.waste)]),
    ]


@remembered(16)
def rooms(s: State) -> list[tuple[Place, list[Place]]]:
    """Return each available card with the piles that it fits."""
    cards = available(s)
    faces = frozenset(card for _, card in cards)
    piles = [(b, fitting) for b, fitting in open_piles(s) if not fitting.isdisjoint(faces)]
    return [(a, [b for b, fitting in piles if card in fitting]) for a, card in cards]
