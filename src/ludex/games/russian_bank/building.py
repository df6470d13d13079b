"""Which cards are available, and where a card may go.

The predicates (`fits_...`) answer quickly; the guards say the same with reasons. A test
holds the two together.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from ludex.games.russian_bank.options import Rules
from ludex.games.russian_bank.places import (
    FOUNDATIONS,
    HAND,
    HOUSES,
    RESERVE,
    THE_OPPONENTS,
    WASTE,
    Kind,
    Place,
    spoken,
)
from ludex.games.russian_bank.state import Faces, State, pile_at, top
from ludex.kernel import Guards, say
from ludex.parts.cards import PACKS, Card, Rank, Suit, pack_of_cards
from ludex.parts.remembered import remembered

EMPTY_HOUSE_TAKES: Final[Mapping[str, frozenset[Rank]]] = {
    "any_card": frozenset(Rank),
    "aces": frozenset((Rank.ACE,)),
    "kings": frozenset((Rank.KING,)),
    "nothing": frozenset(),
}
LOAD_STEPS: Final[Mapping[str, tuple[int, ...]]] = {
    "next": (1, -1),
    "next_or_same": (1, 0, -1),
}
"""How many ranks apart; there is no step from king to ace."""

ACES: Final = tuple((suit, Rank.ACE) for suit in Suit)


def next_on_foundation(pile: Faces) -> Sequence[tuple[int, int]]:
    """The suits and ranks that fit: any ace at first, then the next rank of the suit."""
    if not pile:
        return ACES
    suit, rank, _ = pile[-1]
    return ((suit, rank + 1),)


CARDS: Final = tuple(card for pack in range(PACKS) for card in pack_of_cards(pack))
GOES_ON: Final[Mapping[Card, frozenset[Card]]] = {
    card: frozenset(
        below
        for below in CARDS
        if card.one_below(below) and card.differs_in_colour(below)
    )
    for card in CARDS
}
"""Down in alternate colours: each card with those that it may be laid on in a house."""


def fits_house(rules: Rules, card: Card, pile: Faces) -> bool:
    """Down in alternate colours; what the rules say on an empty house."""
    return pile[-1] in GOES_ON[card] if pile else fills(rules, card)


def fills(rules: Rules, card: Card) -> bool:
    """May this card go to an empty house?"""
    return card.rank in EMPTY_HOUSE_TAKES[rules.empty_house_takes]


def fits_load(rules: Rules, card: Card, below: Card | None) -> bool:
    """The suit and a neighbouring rank of the opponent's top card; never an empty pile."""
    return (
        below is not None
        and card.suit is below.suit
        and card.rank - below.rank in LOAD_STEPS[rules.load_ranks]
        and rules.loading != "never"
    )


def waste_is_open(s: State) -> bool:
    """May the player on turn take from the own waste?"""
    match s.rules.own_waste:
        case "closed":
            return False
        case "open":
            return True
        case "open_without_reserve":
            return not s.mine.reserve
        case "one_card_a_turn":
            return not s.turn.waste_played


@remembered(most=16)
def available(s: State) -> tuple[tuple[Place, Card], ...]:
    """The cards that the player on turn may move: reserve, hand, waste, houses."""
    found = []
    if (card := top(s.mine.reserve)) is not None:
        found.append((RESERVE, card))
    if isinstance(s.turned, Card):
        found.append((HAND, s.turned))
    if waste_is_open(s) and (card := top(s.mine.waste)) is not None:
        found.append((WASTE, card))
    found += [(HOUSES[i], pile[-1]) for i, pile in enumerate(s.houses) if pile]
    return tuple(found)


# -- the same with reasons ------------------------------------------------------------


def on_the_table(s: State, place: Place) -> Guards:
    """Is there such a pile?"""
    if place.kind is Kind.HOUSE:
        yield from is_house_number(s, place.number)
    yield (
        place.kind is not Kind.FOUNDATION
        or 1 <= place.number <= FOUNDATIONS
        or say(
            "no_such_pile",
            "there is no {foundation}: the foundations are 1 to {last}",
            foundation=spoken(place), last=FOUNDATIONS,
        )
    )  # fmt: skip


def is_house_number(s: State, n: int) -> Guards:
    """Is there such a house?"""
    yield 1 <= n <= len(s.houses) or say(
        "no_such_pile",
        "there is no house {number}: the houses are 1 to {last}",
        number=n, last=len(s.houses),
    )  # fmt: skip


def can_be_taken(s: State, a: Place) -> Guards:
    """Own reserve, turned hand card, house cards; the own waste where rules open it."""
    yield (
        a.kind is not Kind.FOUNDATION
        or say("not_available", "nothing is taken off a foundation")
    )  # fmt: skip
    yield (
        a.kind not in THE_OPPONENTS
        or say("not_available", "nothing is taken from {pile}", pile=spoken(a))
    )  # fmt: skip
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
    yield (
        top(pile_at(s, a)) is not None
        or say("unknown_card", "the card on {pile} is not known", pile=spoken(a))
    )  # fmt: skip


NOTHING_TURNED: Final = say("nothing_turned", "no hand card is turned up")


def can_be_put(s: State, a: Place, b: Place) -> Guards:
    """The building rules of foundations, houses and the opponent's piles."""
    card = top(pile_at(s, a))
    assert card is not None
    yield a != b or say(
        "same_pile", "{card} already lies on {pile}", card=card.face, pile=spoken(b)
    )
    match b.kind:
        case Kind.FOUNDATION:
            yield from builds_foundation(card, s.foundations[b.number - 1])
        case Kind.HOUSE:
            yield from builds_house(s.rules, card, s.houses[b.number - 1])
        case Kind.THEIR_RESERVE | Kind.THEIR_WASTE:
            yield from loads(s, card, b)
        case Kind.WASTE:
            yield say(
                "wrong_place",
                "only the turned hand card goes on the own waste, by discarding it",
            )
        case _:
            yield say("wrong_place", "nothing goes on {pile}", pile=spoken(b))


def builds_foundation(card: Card, pile: Faces) -> Guards:
    """Ace first, then upwards in suit."""
    if not pile:
        yield card.rank is Rank.ACE or say(
            "no_ace",
            "{card} cannot begin a foundation: only an ace can",
            card=card.face,
        )
        return
    below, both = pile[-1], faces(card, pile[-1])
    yield card.suit is below.suit or say(
        "another_suit", "{card} cannot go on {last_card}: another suit", **both
    )
    yield below.one_below(card) or say(
        "wrong_rank",
        "{card} cannot go on {last_card}: not the next higher rank",
        **both,
    )


def builds_house(rules: Rules, card: Card, pile: Faces) -> Guards:
    """Downwards in alternate colours; an empty house has a rule of its own."""
    if not pile:
        yield fills(rules, card) or say(
            "empty_house",
            "{card} cannot go to an empty house under these rules",
            card=card.face, empty_house_takes=rules.empty_house_takes,
        )  # fmt: skip
        return
    below, both = pile[-1], faces(card, pile[-1])
    yield card.differs_in_colour(below) or say(
        "same_colour", "{card} cannot go on {last_card}: same colour", **both
    )
    yield card.one_below(below) or say(
        "wrong_rank", "{card} cannot go on {last_card}: not the next lower rank", **both
    )


def loads(s: State, card: Card, b: Place) -> Guards:
    """Same suit, one rank up or down, never on an empty pile."""
    yield s.rules.loading != "never" or say(
        "no_loading",
        "the opponent is not loaded under these rules",
        loading=s.rules.loading,
    )
    below = top(pile_at(s, b))
    yield below is not None or say(
        "empty", "{pile} is empty, and an empty pile cannot be loaded", pile=spoken(b)
    )
    assert below is not None
    both = faces(card, below)
    yield card.suit is below.suit or say(
        "another_suit", "{card} cannot be loaded on {last_card}: another suit", **both
    )
    yield fits_load(s.rules, card, below) or say(
        "wrong_rank",
        "{card} cannot be loaded on {last_card}: not a neighbouring rank",
        **both,
    )


def faces(card: Card, below: Card) -> dict[str, str]:
    """Two cards as reasons name them."""
    return {"card": card.face, "last_card": below.face}
