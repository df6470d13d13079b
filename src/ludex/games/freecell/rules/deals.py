"""Deals: the numbered ones that players share, and boards as values.

A number from 1 to 2^33 - 1 names the same deal in every FreeCell program. The first
million are Microsoft's; beyond 2^31 the field follows FreeCell Pro.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ludex.kernel.dice import Dice
from ludex.parts.cards import Card, Deck, Rank, Suit

from .options import FREECELL, Rules

DEALS = range(1, 1 << 33)
"""The deal numbers there are."""

_MICROSOFT_ORDER = tuple(
    Card(suit, rank) for rank in Rank for suit in (Suit.CLUB, Suit.DIAMOND, Suit.HEART, Suit.SPADE)
)


@dataclass(frozen=True, slots=True)
class Board:
    """The place of every card. `homes` counts cards by suit, then by pack."""

    columns: tuple[tuple[Card, ...], ...]
    cells: tuple[Card | None, ...]
    homes: tuple[int, ...]


def microsoft_order(deal: int) -> tuple[Card, ...]:
    """Return the 52 cards in the order in which deal number `deal` lays them out."""
    assert deal in DEALS
    state = deal & 0xFFFFFFFF
    cards = list(_MICROSOFT_ORDER)
    dealt = []
    while cards:
        state = (state * 214013 + 2531011) & 0xFFFFFFFF
        if deal < 1 << 31:
            value = state >> 16 & 0x7FFF
        elif deal < 1 << 32:
            value = state >> 16 & 0x7FFF | 0x8000
        else:
            value = (state >> 16 & 0xFFFF) + 1
        chosen = value % len(cards)
        dealt.append(cards[chosen])
        cards[chosen] = cards[-1]
        cards.pop()
    return tuple(dealt)


def microsoft_board(deal: int) -> Board:
    """Deal number `deal` on the table of FreeCell."""
    return laid_out(microsoft_order(deal), FREECELL)


def random_board(rules: Rules, dice: Dice) -> Board:
    """Return a uniformly random deal, for rules that have no numbered ones."""
    return laid_out(Deck.of_packs(rules.packs).shuffled(dice).cards, rules)


def laid_out(cards: Sequence[Card], rules: Rules) -> Board:
    """`cards` dealt in rows from left to right, the last of them to the cells."""
    assert len(cards) == rules.cards
    rows = len(cards) - rules.dealt_to_cells
    to_cells = tuple(cards[rows:])
    return Board(
        tuple(tuple(cards[i : rows : rules.columns]) for i in range(rules.columns)),
        to_cells + (None,) * (rules.cells - len(to_cells)),
        (0,) * rules.homes,
    )
