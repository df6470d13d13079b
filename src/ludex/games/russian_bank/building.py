"""Which cards are available, and where a card may go.

The predicates (`fits_...`) answer quickly; the guards say the same with reasons. A test
holds the two together.
"""

from collections.abc import Sequence
from typing import Final

from ludex.games.russian_bank.options import (
    Loading,
    LoadRank,
    OwnWaste,
    Rules,
    SpaceAccepts,
)
from ludex.games.russian_bank.state import (
    FOUNDATIONS,
    HAND,
    HOUSES,
    RESERVE,
    WASTE,
    Faces,
    Kind,
    Place,
    State,
    pile_at,
    top,
)
from ludex.kernel import Guards
from ludex.parts.cards import Card, Rank, Suit
from ludex.parts.remembered import remembered

FROM_THE_OPPONENT: Final = (Kind.THEIR_RESERVE, Kind.THEIR_HAND, Kind.THEIR_WASTE)
LOADABLE: Final = (Kind.THEIR_RESERVE, Kind.THEIR_WASTE)


ACES: Final = tuple((suit, Rank.ACE) for suit in Suit)


def next_on_foundation(pile: Faces) -> Sequence[tuple[int, int]]:
    """The suits and ranks that fit: any ace at first, then the next rank of the suit."""
    if not pile:
        return ACES
    suit, rank, _ = pile[-1]
    return ((suit, rank + 1),)


def fits_house(rules: Rules, card: Card, pile: Faces) -> bool:
    """The next lower rank in the other colour; what the rules say on an empty house."""
    if not pile:
        return space_accepts(rules, card)
    below = pile[-1]
    return below.rank - card.rank == 1 and (card.suit ^ below.suit) & 1 == 1


def space_accepts(rules: Rules, card: Card) -> bool:
    """May this card go to an empty house?"""
    match rules.space_accepts:
        case SpaceAccepts.ANY:
            return True
        case SpaceAccepts.ACE:
            return card.rank is Rank.ACE
        case SpaceAccepts.KING:
            return card.rank is Rank.KING
        case SpaceAccepts.NONE:
            return False


def fits_load(rules: Rules, card: Card, below: Card | None) -> bool:
    """The suit and a neighbouring rank of the opponent's top card; never an empty pile."""
    if below is None or card.suit is not below.suit or rules.loading is Loading.OFF:
        return False
    return load_ranks(rules, card, below)


def load_ranks(rules: Rules, card: Card, below: Card) -> bool:
    """Are the ranks near enough? There is no step from king to ace."""
    apart = card.rank - below.rank
    return apart in (1, -1) or (
        apart == 0 and rules.load_rank is LoadRank.ADJACENT_OR_EQUAL
    )


def waste_is_open(s: State) -> bool:
    """May the player on turn take from the own waste?"""
    match s.rules.own_waste_top:
        case OwnWaste.NEVER:
            return False
        case OwnWaste.ALWAYS:
            return True
        case OwnWaste.RESERVE_EMPTY:
            return not s.mine.reserve
        case OwnWaste.ONE_PER_TURN:
            return not s.turn.waste_played


@remembered(most=16)
def available(s: State) -> tuple[tuple[Place, Card], ...]:
    """The cards that the player on turn may move: reserve, hand, waste, houses."""
    found = []
    card = top(s.mine.reserve)
    if card is not None:
        found.append((RESERVE, card))
    if isinstance(s.turned, Card):
        found.append((HAND, s.turned))
    if s.rules.own_waste_top is not OwnWaste.NEVER and waste_is_open(s):
        card = top(s.mine.waste)
        if card is not None:
            found.append((WASTE, card))
    found += [
        (house, pile[-1]) for house, pile in zip(HOUSES, s.houses, strict=False) if pile
    ]
    return tuple(found)


# -- the same with reasons ------------------------------------------------------------


def on_the_table(s: State, place: Place) -> Guards:
    """Is there such a pile?"""
    if place.kind is Kind.HOUSE:
        yield from is_house_number(s, place.number)
    yield (
        place.kind is not Kind.FOUNDATION
        or 1 <= place.number <= FOUNDATIONS
        or f"there is no {place}: the foundations are 1 to {FOUNDATIONS}"
    )


def is_house_number(s: State, n: int) -> Guards:
    """Is there such a house?"""
    houses = len(s.houses)
    yield 1 <= n <= houses or f"there is no house {n}: the houses are 1 to {houses}"


def can_be_taken(s: State, a: Place) -> Guards:
    """Own reserve, turned hand card, house cards; the own waste where rules open it."""
    yield a.kind is not Kind.FOUNDATION or "nothing is taken off a foundation"
    yield a.kind not in FROM_THE_OPPONENT or f"nothing is taken from {a}"
    yield a != HAND or s.turned is not None or "no hand card is turned up"
    yield (
        a != WASTE
        or waste_is_open(s)
        or f"the waste is not available (own_waste_top is {s.rules.own_waste_top.value})"
    )
    yield bool(pile_at(s, a)) or f"{a} is empty"
    yield top(pile_at(s, a)) is not None or f"the card on {a} is not known"


def can_be_put(s: State, a: Place, b: Place) -> Guards:
    """The building rules of foundations, houses and the opponent's piles."""
    card = top(pile_at(s, a))
    assert card is not None
    yield a != b or f"{card.face} already lies on {b}"
    match b.kind:
        case Kind.FOUNDATION:
            yield from builds_foundation(card, s.foundations[b.number - 1])
        case Kind.HOUSE:
            yield from builds_house(s.rules, card, s.houses[b.number - 1])
        case Kind.THEIR_RESERVE | Kind.THEIR_WASTE:
            yield from loads(s, card, b)
        case Kind.WASTE:
            yield "only the turned hand card goes on the own waste, by discarding it"
        case _:
            yield f"nothing goes on {b}"


def builds_foundation(card: Card, pile: Faces) -> Guards:
    """Ace first, then upwards in suit."""
    if not pile:
        yield (
            card.rank is Rank.ACE
            or f"{card.face} cannot begin a foundation: only an ace can"
        )
        return
    below = pile[-1]
    yield (
        card.suit is below.suit
        or f"{card.face} cannot go on {below.face}: another suit"
    )
    yield (
        card.rank - below.rank == 1
        or f"{card.face} cannot go on {below.face}: not the next higher rank"
    )


def builds_house(rules: Rules, card: Card, pile: Faces) -> Guards:
    """Downwards in alternate colours; an empty house has a rule of its own."""
    if not pile:
        yield (
            space_accepts(rules, card)
            or f"{card.face} cannot go to an empty house (space_accepts is {rules.space_accepts.value})"
        )
        return
    below = pile[-1]
    yield (
        card.differs_in_colour(below)
        or f"{card.face} cannot go on {below.face}: same colour"
    )
    yield (
        card.one_below(below)
        or f"{card.face} cannot go on {below.face}: not the next lower rank"
    )


def loads(s: State, card: Card, b: Place) -> Guards:
    """Same suit, one rank up or down, never on an empty pile."""
    yield (
        s.rules.loading is not Loading.OFF
        or "the opponent is not loaded (loading is off)"
    )
    below = top(pile_at(s, b))
    yield below is not None or f"{b} is empty, and an empty pile cannot be loaded"
    assert below is not None
    yield (
        card.suit is below.suit
        or f"{card.face} cannot be loaded on {below.face}: another suit"
    )
    yield (
        load_ranks(s.rules, card, below)
        or f"{card.face} cannot be loaded on {below.face}: not a neighbouring rank"
    )
