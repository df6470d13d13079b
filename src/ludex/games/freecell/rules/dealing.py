"""The cards are laid out by the number of a deal or card by card, and taken up again.

For one pack on eight columns, a number means the same deal as in every FreeCell program. For
other layouts the number is the seed of a shuffle.
"""

from dataclasses import replace
from typing import Annotated, ClassVar

from ludex.kernel import Chance, Dice, Event, Guards, Reset, Whole, say
from ludex.parts.cards import AnyCard, Card, Deck, Rank, Suit
from ludex.parts.places import put

from .deals import (
    DEALS,
    laid_out,
    microsoft_order,
    random_board,
)
from .options import SUITS, Rules
from .places import Column, is_column
from .state import (
    Phase,
    Pile,
    State,
    cleared,
    run_home,
    set_up,
)

BEGUN = say("begun", "The game has begun")


class Deal(Chance[State]):
    """Lay out all cards in the order of deal `number`."""

    number: Annotated[int, Whole(DEALS.start, DEALS.stop - 1)]

    def guards(self, s: State) -> Guards:
        yield self.number in DEALS or say(
            "no_such_deal",
            "Deals are numbered {first} to {last}, not {number}",
            first=DEALS[0],
            last=DEALS[-1],
            number=self.number,
        )

    def apply(self, s: State) -> State:
        return dealt(s.rules, self.number)

    @classmethod
    def ways(cls, s: State) -> int | None:  # the same for all rules
        return len(DEALS)

    @classmethod
    def draw(cls, s: State, dice: Dice) -> "Deal":  # as above
        return cls(DEALS.start + dice.below(len(DEALS)))


def dealt(rules: Rules, number: int) -> State:
    """Return the table after deal `number`."""
    if has_numbered_deals(rules):
        return set_up(rules, laid_out(microsoft_order(number), rules))
    return set_up(rules, random_board(rules, Dice(number)))


def has_numbered_deals(rules: Rules) -> bool:
    """Do the field's numbered deals fit this table?"""
    return (rules.columns, rules.packs, rules.dealt_to_cells) == (8, 1, 0)


class SetGameCells(Event[State]):
    """Before the deal, lay `card` by hand on the end of `column`.

    So any board can be set up. It is no move of the game: nobody is to play yet.
    """

    aside: ClassVar[bool] = True
    card: AnyCard
    column: Column

    def guards(self, s: State) -> Guards:
        card, column = self.card, self.column
        yield s.phase is Phase.SETUP or BEGUN
        yield from is_column(s, column)
        yield card.pack < s.rules.packs or say(
            "no_such_card",
            "{card} is of a pack that is not in play",
            card=card,
            packs=s.rules.packs,
        )
        yield card not in s.cards or say(
            "already_laid", "{card} is already on the table", card=card.face
        )

    def apply(self, s: State) -> State:
        column = (*s.columns[self.column], self.card)
        return replace(s, columns=put(s.columns, self.column, column))


class Begin(Event[State]):
    """Play the board that was laid by hand; cards that were not laid are home."""

    aside: ClassVar[bool] = True

    def guards(self, s: State) -> Guards:
        yield s.phase is Phase.SETUP or BEGUN
        yield any(s.columns) or say("nothing_laid", "No card has been laid")
        gaps = gaps_at_home(s)
        yield not gaps or say(
            "gap_at_home",
            "{card} is neither laid nor next in its suit at home",
            card=gaps[0].face,
        )

    def apply(self, s: State) -> State:
        return replace(s, homes=homes_of_the_rest(s), phase=Phase.PLAY)


class NewGame(Reset[State]):
    """Take up all cards for a new deal."""

    def guards(self, s: State) -> Guards:
        yield s.phase is not Phase.SETUP or say("nothing_dealt", "Nothing has been dealt yet")

    def apply(self, s: State) -> State:
        return cleared(s.rules)


def homes_of_the_rest(s: State) -> tuple[Pile, ...]:
    """Return the homes if every card that is not laid is home, up to the first gap."""
    laid = {*s.cards}
    return tuple(_run_below(laid, Suit(i % SUITS), i // SUITS) for i in range(s.rules.homes))


def _run_below(laid: set[Card], suit: Suit, pack: int) -> Pile:
    height = 0
    while height < len(Rank) and Card(suit, Rank(height + 1), pack) not in laid:
        height += 1
    return run_home(suit, height, pack)


def gaps_at_home(s: State) -> list[Card]:
    """Cards that are not laid though a lower one of their suit is."""
    there = {*s.cards}.union(*homes_of_the_rest(s))
    return [card for card in Deck.of_packs(s.rules.packs).cards if card not in there]
