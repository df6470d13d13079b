"""The FreeCell table as zones: free cells and homes in a row, the columns below.

Labels and words count places from 1, as players do; keys count them from 0, as events do.
"""

from functools import cache, lru_cache

from ludex.kernel import Event, Seat
from ludex.parts.cards import Card, Deck
from ludex.parts.places import Nth
from ludex.table import (
    Gesture,
    Layout,
    TablePlace,
    button,
    card_table,
    places_in_row,
    pressed,
)

from ..rules.autoplay import Sending
from ..rules.dealing import SetGameCells
from ..rules.events import (
    Autoplay,
    MoveFreeToGame,
    MoveFreeToHome,
    MoveGameToFree,
    MoveGameToGame,
    MoveGameToHome,
)
from ..rules.state import Phase, Pile, State
from . import tell

TYPING = (
    "Events count places from 0, as scripts do: "
    "move_game_to_free(3,0) moves column 4 to free cell 1."
)


BOX = TablePlace("box", "cards not laid yet", 0, 6, Layout.ROW, "box")


def places(s: State, _: Seat) -> tuple[TablePlace, ...]:
    """Every place, from the upper left; during set-up also the box."""
    table = _places(len(s.cells), len(s.homes), len(s.columns))
    return (*table, BOX) if s.phase is Phase.SETUP else table


@cache
def _places(cells: int, homes: int, columns: int) -> tuple[TablePlace, ...]:
    left = max(columns - homes, cells)
    return (
        *places_in_row(TablePlace("cell", "free cell", 0, 0, Layout.PILE, "cell:free"), cells),
        *places_in_row(TablePlace("home", "home", left, 0, Layout.PILE, "foundation"), homes),
        *places_in_row(TablePlace("column", "column", 0, 1.2, Layout.FAN_DOWN, "column"), columns),
    )


def piles(s: State, _: Seat) -> tuple[Pile, ...]:
    """Yield the cards of each place; in the box the cards not laid yet."""
    table = (*(() if card is None else (card,) for card in s.cells), *s.homes, *s.columns)
    if s.phase is not Phase.SETUP:
        return table
    laid = {*s.cards}
    return (*table, tuple(c for c in Deck.of_packs(s.rules.packs).cards if c not in laid))


def gesture(s: State, event: Event[State]) -> Gesture:  # noqa: PLR0911  # one a kind
    """Pick a card, of a run the first, and drop it on a place."""
    match event:
        case MoveGameToGame(count, source, target):
            first = s.columns[source][-count]
            return _onto(event, first, count, s.columns[target][-1:], target)
        case MoveGameToFree(source, cell):
            return _drag(event, s.columns[source][-1], cell, f"cell:{cell}")
        case MoveGameToHome(source, home):
            return _drag(event, s.columns[source][-1], home, f"home:{home}")
        case MoveFreeToGame(cell, target):
            return _onto(event, _waiting(s, cell), 1, s.columns[target][-1:], target)
        case MoveFreeToHome(cell, home):
            return _drag(event, _waiting(s, cell), home, f"home:{home}")
        case SetGameCells(card, column):
            return _drag(event, card, column, f"column:{column}")
        case Autoplay(cards):
            words, is_safe = tell(f"send.{cards.value}"), cards is Sending.SAFE
            return pressed(str(event), words, harmless=is_safe)
        case _:
            return button(event)


@lru_cache(1 << 13)  # what could be moved stays for many moves
def _onto(event: Event[State], card: Card, count: int, last: Pile, number: int) -> Gesture:
    cards = tell("run", card=card.face, more=count - 1) if count > 1 else card.face
    sentence = tell("to_empty", cards=cards, number=Nth(number))
    if last:
        sentence = tell("onto", cards=cards, target=last[0].face)
    return Gesture(str(event), sentence, str(card), f"column:{number}")


@lru_cache(1 << 13)
def _drag(event: Event[State], card: Card, number: int, drop: str) -> Gesture:
    sentence = tell(event.name, card=card.face, number=Nth(number))
    return Gesture(str(event), sentence, str(card), drop)


def _waiting(s: State, cell: int) -> Card:
    card = s.cells[cell]
    assert card is not None, "a legal event moves a card"
    return card


looks = card_table(places, piles, gesture)
