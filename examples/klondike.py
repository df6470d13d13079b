"""Klondike, the best known patience: seven columns, four foundations, and a stock.

Column n begins with n cards, the last face up. A face-up run goes on a card of the other colour that is
one rank higher, a king on an empty column; aces begin the foundations, which go up in suit to the king.
Cards of the stock are turned over on the waste; its last card can be played. A card that was face
down is turned over when it comes to lie free. You win when all cards are on the foundations.
"""

from dataclasses import dataclass, replace
from typing import Annotated

from ludex.kernel import (  # isort: skip
    CHANCE, SOLO, Chance, Event, Game, Guards, Outcome, Start, Whole, lost, won,
)  # fmt: skip
from ludex.parts.cards import AnyCard, Card, Suit, pack_of_cards
from ludex.parts.places import put
from ludex.table import Gesture, Layout, Pile, TablePlace, card_table, fan, places_in_row

COLUMNS = 7


@dataclass(frozen=True, slots=True)
class Rules:
    turned: Annotated[int, Whole(1, 3), "How many cards of the stock are turned at once?"] = 1
    passes: Annotated[int, Whole(1, 9), "How often may you go through the stock?"] = 3


@dataclass(frozen=True, slots=True)
class State:
    rules: Rules
    down: tuple[int, ...] = tuple(range(1, COLUMNS + 1))  # cards face down, by column
    columns: tuple[tuple[Card, ...], ...] = ((),) * COLUMNS  # the cards face up
    unseen: int = 52 - 28  # cards of the stock that were never turned
    stock: tuple[Card, ...] = ()  # cards of the stock that were, the next one first
    waste: tuple[Card, ...] = ()
    homes: tuple[int, ...] = (0, 0, 0, 0)  # the highest rank on the foundation of each suit
    due: int = 0  # cards of the stock that are to be turned yet
    passes: int = 1


class Turn(Chance[State]):
    """Turn over `card`: the last of a column, or the next of the stock."""

    card: AnyCard

    def guards(self, s: State) -> Guards:
        yield self.card.pack == 0 or "there is one pack"
        yield not is_seen(s, self.card) or "that card was turned over before"

    def apply(self, s: State) -> State:
        column = to_turn(s)
        if column < 0:
            waste = (*s.waste, self.card)
            return replace(s, unseen=s.unseen - 1, waste=waste, due=s.due - 1)
        columns = put(s.columns, column, (self.card,))
        return replace(s, down=put(s.down, column, s.down[column] - 1), columns=columns)


class TurnStock(Event[State]):
    """Turn over cards of the stock on the waste; when the stock is empty, turn the waste back."""

    def guards(self, s: State) -> Guards:
        empty = s.unseen == 0 and not s.stock
        yield not empty or len(s.waste) > 0 or "the stock is empty, and the waste too"
        yield not empty or s.passes < s.rules.passes or "you have gone through the stock for the last time"  # fmt: skip

    def apply(self, s: State) -> State:
        if s.unseen == 0 and not s.stock:
            passes = min(s.passes + 1, s.rules.passes)
            return replace(s, stock=s.waste, waste=(), passes=passes)
        if s.unseen > 0:
            return replace(s, due=min(s.rules.turned, s.unseen))
        count = min(s.rules.turned, len(s.stock))
        return replace(s, stock=s.stock[count:], waste=(*s.waste, *s.stock[:count]))


class MoveRun(Event[State]):
    """Move the last `count` cards of the column `source`, all face up, to the column `target`."""

    source: Annotated[int, Whole(1, COLUMNS)]
    target: Annotated[int, Whole(1, COLUMNS)]
    count: Annotated[int, Whole(1, 12)]

    def guards(self, s: State) -> Guards:
        yield 1 <= self.source <= COLUMNS or f"there is no column {self.source}"
        yield 1 <= self.target <= COLUMNS or f"there is no column {self.target}"
        yield self.source != self.target or "the cards are in that column"
        column = s.columns[self.source - 1]
        yield 1 <= self.count <= len(column) or f"{len(column)} cards are face up there"
        card = column[len(column) - self.count]
        yield goes_on(card, s.columns[self.target - 1]) or "the cards do not go there"

    def apply(self, s: State) -> State:
        column = s.columns[self.source - 1]
        first = max(0, len(column) - self.count)
        target = (*s.columns[self.target - 1], *column[first:])
        left = put(s.columns, self.source - 1, column[:first])
        return replace(s, columns=put(left, self.target - 1, target))


class PlayWaste(Event[State]):
    """Move the last card of the waste to the `column`."""

    column: Annotated[int, Whole(1, COLUMNS)]

    def guards(self, s: State) -> Guards:
        yield 1 <= self.column <= COLUMNS or f"there is no column {self.column}"
        yield len(s.waste) > 0 or "the waste is empty"
        yield goes_on(s.waste[-1], s.columns[self.column - 1]) or "the card does not go there"

    def apply(self, s: State) -> State:
        column = (*s.columns[self.column - 1], s.waste[-1])
        return replace(s, columns=put(s.columns, self.column - 1, column), waste=s.waste[:-1])


class ColumnHome(Event[State]):
    """Move the last card of the `column` to its foundation."""

    column: Annotated[int, Whole(1, COLUMNS)]

    def guards(self, s: State) -> Guards:
        yield 1 <= self.column <= COLUMNS or f"there is no column {self.column}"
        column = s.columns[self.column - 1]
        yield len(column) > 0 or f"column {self.column} is empty"
        yield is_next(s, column[-1]) or "the card is not next on its foundation"

    def apply(self, s: State) -> State:
        column = s.columns[self.column - 1]
        columns = put(s.columns, self.column - 1, column[:-1])
        return replace(s, columns=columns, homes=raised(s, column[-1]))


class WasteHome(Event[State]):
    """Move the last card of the waste to its foundation."""

    def guards(self, s: State) -> Guards:
        yield len(s.waste) > 0 or "the waste is empty"
        yield is_next(s, s.waste[-1]) or "the card is not next on its foundation"

    def apply(self, s: State) -> State:
        return replace(s, waste=s.waste[:-1], homes=raised(s, s.waste[-1]))


class GiveUp(Event[State]):
    """Give up, when you have gone through the stock for the last time."""

    def guards(self, s: State) -> Guards:
        yield s.passes == s.rules.passes or "you may go through the stock again"
        yield (s.unseen == 0 and not s.stock) or "the stock is not empty"

    def apply(self, s: State) -> State:
        return replace(s, passes=0)


def to_turn(s: State) -> int:
    """The first column whose last card lies face down, -1 if there is none."""
    for i, cards in enumerate(s.columns):
        if not cards and s.down[i] > 0:
            return i
    return -1


def is_seen(s: State, card: Card) -> bool:
    return (
        s.homes[card.suit] >= card.rank
        or card in s.waste
        or card in s.stock
        or any(card in column for column in s.columns)
    )


def goes_on(card: Card, column: tuple[Card, ...]) -> bool:
    if not column:
        return card.rank == 13
    return card.one_below(column[-1]) and card.differs_in_colour(column[-1])


def is_next(s: State, card: Card) -> bool:
    return s.homes[card.suit] == card.rank - 1


def raised(s: State, card: Card) -> tuple[int, ...]:
    """The foundations with another card."""
    return put(s.homes, card.suit, card.rank)


def is_due(s: State) -> bool:
    return s.due > 0 or to_turn(s) >= 0


def outcome(s: State) -> Outcome | None:
    if sum(s.homes) == 52:
        return won(SOLO, "all cards are on the foundations")
    return lost("you have given up") if s.passes == 0 else None


def text(s: State) -> str:
    homes = " ".join(f"{suit.letter}{s.homes[suit]}" for suit in Suit)
    top = f"stock: {s.unseen + len(s.stock)}, waste: {' '.join(map(str, s.waste[-3:]))}"
    columns = (
        " ".join(["??"] * down + [str(card) for card in cards])
        for down, cards in zip(s.down, s.columns, strict=True)
    )
    return "\n".join([f"{top}, foundations: {homes}", *columns])


PLACES = (
    TablePlace("stock", "the stock", 0, 0),
    TablePlace("waste", "the waste", 1, 0),
    *places_in_row(TablePlace("home", "foundation", 3, 0, look="foundation"), 4),
    *places_in_row(TablePlace("column", "column", 0, 1.3, Layout.FAN_DOWN), COLUMNS),
)
BACKS = pack_of_cards()


def piles(s: State) -> list[Pile | tuple[Card, ...]]:
    left = s.unseen + len(s.stock)
    homes = (tuple(card for card in BACKS if card.suit == suit and card.rank <= s.homes[suit]) for suit in Suit)  # fmt: skip
    columns = (
        Pile((*BACKS[:down], *cards), down) for down, cards in zip(s.down, s.columns, strict=True)
    )
    return [Pile(BACKS[: min(1, left)], 1, f"{left}"), s.waste, *homes, *columns]


def gesture(s: State, event: Event[State]) -> Gesture:
    """Drag cards to a column or a foundation; press the stock."""
    name, words = str(event), event.spoken()
    match event:
        case MoveRun(source, target, count):
            card = s.columns[source - 1][-count]
            return Gesture(name, words, f"{card}", f"column:{target - 1}")
        case PlayWaste(column):
            return Gesture(name, words, f"{s.waste[-1]}", f"column:{column - 1}")
        case ColumnHome(column):
            card = s.columns[column - 1][-1]
            return Gesture(name, words, f"{card}", f"home:{card.suit.value}")
        case WasteHome():
            card = s.waste[-1]
            return Gesture(name, words, f"{card}", f"home:{card.suit.value}")
        case TurnStock():
            return Gesture(name, words, "stock")
    return Gesture(name, words)


LOOKS = card_table(lambda _s, _seat: PLACES, lambda s, _: piles(s), gesture)

game = Game(
    name="klondike", title="Klondike", summary="Build four suits up from seven columns and a stock.",
    start=Start(State, {"standard": Rules(), "three cards": Rules(3, 9)}),
    events=(Turn, TurnStock, MoveRun, PlayWaste, ColumnHome, WasteHome, GiveUp),
    outcome=outcome, text=text, turn=lambda s: CHANCE if is_due(s) else SOLO,
    looks=replace(LOOKS, emblem=(*fan("KS QH JC", -1.6), *fan("7D 6C", 0.4)), progress=lambda s: sum(s.homes), progress_unit="cards on the foundations"),
    always={"there are 52 cards": lambda s: sum(s.down) + sum(map(len, s.columns)) + s.unseen + len(s.stock) + len(s.waste) + sum(s.homes) == 52},
    sometimes={"a card is on its foundation": lambda s: sum(s.homes) > 0},
)  # fmt: skip
