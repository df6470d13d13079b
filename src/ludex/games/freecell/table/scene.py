"""The FreeCell table as zones: free cells and homes in a row, the columns below.

Labels and words count places from 1, as players do; keys count them from 0, as events do.
"""

from dataclasses import replace
from functools import cache, lru_cache

from ludex.kernel import Event, Seat, say
from ludex.parts.cards import Card, Deck
from ludex.parts.places import Nth
from ludex.table import Gesture, Layout, Place, Zone, button, pile, pressed

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

TYPING = (
    "Typed by name, moves count places from 0, as scripts do: "
    "move_game_to_free(3,0) is column 4 to free cell 1."
)


def zones(s: State, _: Seat) -> tuple[Zone, ...]:
    """Every place, from the upper left; during set-up also the cards not laid yet."""
    cells = (() if card is None else (card,) for card in s.cells)
    places = _places(len(s.cells), len(s.homes), len(s.columns))
    table = tuple(map(pile, places, (*cells, *s.homes, *s.columns)))
    if s.phase is not Phase.SETUP:
        return table
    there = {*s.cards}
    box = (c for c in Deck.of_packs(s.rules.packs).cards if c not in there)
    return (*table, pile(BOX, tuple(box)))


BOX = Place("box", "cards not laid yet", 0, 6, Layout.ROW, "box")


CELL = Place("cell", "free cell {number}", 0, 0, Layout.PILE, "cell:free")
HOME = Place("home", "home {number}", 0, 0, Layout.PILE, "foundation")
COLUMN = Place("column", "column {number}", 0, 1.2, Layout.FAN_DOWN, "column")


@cache
def _places(cells: int, homes: int, columns: int) -> tuple[Place, ...]:
    left = max(columns - homes, cells)
    return (
        *(_nth(CELL, i) for i in range(cells)),
        *(_nth(HOME, i, left) for i in range(homes)),
        *(_nth(COLUMN, i) for i in range(columns)),
    )


def _nth(first: Place, i: int, left: int = 0) -> Place:
    code = first.label.removesuffix(" {number}").replace(" ", "_")
    label = say(code, first.label, number=Nth(i))
    return replace(first, key=f"{first.key}:{i}", label=label, x=left + i)


def gesture(s: State, event: Event[State]) -> Gesture:  # noqa: PLR0911  # one a kind
    """Pick a card, of a run the first, and drop it on a place."""
    match event:
        case MoveGameToGame(count, source, target):
            first = s.columns[source][-count]
            return _onto(event, first, count, s.columns[target][-1:], target)
        case MoveGameToFree(source, cell):
            last = s.columns[source][-1]
            words = "{card} to free cell {number}"
            return _drag(event, last, words, cell, f"cell:{cell}")
        case MoveGameToHome(source, home):
            card = s.columns[source][-1]
            return _drag(event, card, "{card} home", home, f"home:{home}")
        case MoveFreeToGame(cell, target):
            return _onto(event, _waiting(s, cell), 1, s.columns[target][-1:], target)
        case MoveFreeToHome(cell, home):
            card = _waiting(s, cell)
            return _drag(event, card, "{card} home", home, f"home:{home}")
        case SetGameCells(card, column):
            words = "{card} on column {number}"
            return _drag(event, card, words, column, f"column:{column}")
        case Autoplay(cards):
            is_safe = cards is Sending.SAFE
            return pressed(str(event), SENDING[cards], harmless=is_safe)
        case _:
            return button(event)


SENDING = {
    Sending.SAFE: say("send", "Send safe cards home"),
    Sending.ALL: say("send", "Send all that can go"),
}


@lru_cache(1 << 13)  # what could be moved stays for many moves
def _onto(event: Event[State], card: Card, count: int, last: Pile, number: int) -> Gesture:
    cards: object = card.face
    if count > 1:
        words = "{card} and {more} more"
        cards = say("run", words, card=card.face, more=count - 1)
    if last:
        said = say("onto", "{cards} onto {target}", cards=cards, target=last[0].face)
    else:
        words = "{cards} onto the empty column {number}"
        said = say("to_empty", words, cards=cards, number=Nth(number))
    return Gesture(str(event), said, str(card), f"column:{number}")


@lru_cache(1 << 13)
def _drag(event: Event[State], card: Card, words: str, number: int, drop: str) -> Gesture:
    said = say(event.name, words, card=card.face, number=Nth(number))
    return Gesture(str(event), said, str(card), drop)


def _waiting(s: State, cell: int) -> Card:
    card = s.cells[cell]
    assert card is not None, "a legal event moves a card"
    return card
