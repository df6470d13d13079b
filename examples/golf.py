"""Golf, a patience: the cards of seven columns are played one by one on the waste.

A card goes on the waste if it is one rank higher or lower than the card there, of any suit. When none
fits, a card of the stock is turned over on the waste. You win when the columns are empty.
"""

from dataclasses import dataclass, replace
from typing import Annotated, Literal

from ludex.kernel import (  # isort: skip
    CHANCE, SOLO, Chance, Dice, Event, Game, Guards, Outcome, Start, Whole, lost, won,
)  # fmt: skip
from ludex.parts.cards import AnyCard, Card, pack_of_cards
from ludex.parts.places import put
from ludex.parts.secret_dice import DealSeed, dice_of, is_secret
from ludex.table import Gesture, Layout, Pile, TablePlace, card_table, places_in_row, row

COLUMNS = 7
LONG = 5
DEALS = 1_000_000


@dataclass(frozen=True, slots=True)
class Rules:
    corner: Annotated[Literal["stops", "turns"], "Do a king and an ace fit on each other?"] = (
        "stops"
    )


@dataclass(frozen=True, slots=True)
class State:
    rules: Rules
    columns: tuple[tuple[Card, ...], ...] = ()
    waste: tuple[Card, ...] = ()
    is_turning: bool = False  # is a card of the stock to be turned over?


class Deal(Chance[State]):
    """Shuffle the pack by the number `deal`, and lay out the columns."""

    deal: Annotated[int, DealSeed(1, DEALS)]

    def guards(self, s: State) -> Guards:
        yield not s.columns or "the cards are dealt"
        yield 1 <= self.deal <= DEALS or is_secret(self.deal) or f"there is no deal {self.deal}"

    @classmethod
    def ways(cls, s: State) -> int | None:
        return None if s.columns else DEALS

    @classmethod
    def draw(cls, s: State, dice: Dice) -> "Deal":
        return cls(1 + dice.deal_number(DEALS - 1))

    def apply(self, s: State) -> State:
        cards = list(pack_of_cards())
        dice_of(self.deal).shuffle(cards)
        columns = tuple(tuple(cards[i : i + LONG]) for i in range(0, COLUMNS * LONG, LONG))
        return replace(s, columns=columns, is_turning=True)


class Turn(Chance[State]):
    """Turn over `card`, the next of the stock, on the waste."""

    card: AnyCard

    def guards(self, s: State) -> Guards:
        yield s.is_turning or "no card is to be turned over"
        yield self.card.pack == 0 or "there is one pack"
        yield not is_seen(s, self.card) or "that card is on the table"

    def apply(self, s: State) -> State:
        return replace(s, waste=(*s.waste, self.card), is_turning=False)


class Play(Event[State]):
    """Play the last card of the `column` on the waste: one rank higher or lower than the card there."""

    column: Annotated[int, Whole(1, COLUMNS)]

    def guards(self, s: State) -> Guards:
        yield 1 <= self.column <= COLUMNS or f"there is no column {self.column}"
        column = s.columns[self.column - 1]
        yield len(column) > 0 or f"column {self.column} is empty"
        yield fits(s, column[-1], s.waste[-1]) or "the card is not one rank higher or lower"

    def apply(self, s: State) -> State:
        column = s.columns[self.column - 1]
        columns = put(s.columns, self.column - 1, column[:-1])
        return replace(s, columns=columns, waste=(*s.waste, column[-1]))


class TurnStock(Event[State]):
    """Have the next card of the stock turned over on the waste."""

    def guards(self, s: State) -> Guards:
        yield stock(s) > 0 or "the stock is empty"

    def apply(self, s: State) -> State:
        return replace(s, is_turning=True)


def is_seen(s: State, card: Card) -> bool:
    return card in s.waste or any(card in column for column in s.columns)


def fits(s: State, card: Card, on: Card) -> bool:
    apart = abs(card.rank - on.rank)
    return apart == 1 or (apart == 12 and s.rules.corner == "turns")


def left(s: State) -> int:
    """How many cards are left in the columns?"""
    return sum(len(column) for column in s.columns)


def stock(s: State) -> int:
    return 52 - left(s) - len(s.waste) if s.columns else 0


def outcome(s: State) -> Outcome | None:
    if not s.columns or s.is_turning:
        return None
    if not any(s.columns):
        return won(SOLO, "the columns are empty")
    if stock(s) > 0 or any(
        len(column) > 0 and fits(s, column[-1], s.waste[-1]) for column in s.columns
    ):
        return None
    return lost(f"no card fits, and {left(s)} are left")


def text(s: State) -> str:
    columns = (" ".join(map(str, column)) for column in s.columns)
    return "\n".join([*columns, f"waste: {' '.join(map(str, s.waste[-1:]))}, stock: {stock(s)}"])


PLACES = (
    *places_in_row(TablePlace("column", "column", 0, 0, Layout.FAN_DOWN), COLUMNS),
    TablePlace("stock", "the stock", 2, 3.2),
    TablePlace("waste", "the waste", 4, 3.2),
)


def gesture(s: State, event: Event[State]) -> Gesture:
    """Drag a card to the waste, or press the stock."""
    if isinstance(event, Play):
        card = s.columns[event.column - 1][-1:]
        return Gesture(str(event), event.spoken(), str(*card), "waste")
    return Gesture(str(event), event.spoken(), "stock")


LOOKS = card_table(
    lambda _s, _seat: PLACES,
    lambda s, _: [
        *(s.columns or ((),) * COLUMNS),
        Pile(pack_of_cards()[: min(1, stock(s))], 1, f"{stock(s)}"),
        s.waste,
    ],
    gesture,
)

game = Game(
    name="golf", title="Golf", summary="Play seven columns on the waste, one rank up or down.",
    start=Start(State, {"standard": Rules(), "round the corner": Rules("turns")}),
    events=(Deal, Turn, Play, TurnStock), outcome=outcome, text=text,
    turn=lambda s: CHANCE if s.is_turning or not s.columns else SOLO,
    looks=replace(LOOKS, emblem=row("4H 5S 6D", 0.5, -1.6), progress=lambda s: 35 - left(s), progress_unit="cards played"),
    always={"no card is there twice": lambda s: len({*s.waste}.union(*s.columns)) == left(s) + len(s.waste)},
)  # fmt: skip
