"""The FreeCell table as zones: free cells and homes in a row, the columns below.

Labels and words count places from 1, as players do; keys count them from 0, as events do.
"""

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import Final

from ludex.games.freecell.rules.autoplay import Sending
from ludex.games.freecell.rules.dealing import SetGameCells
from ludex.games.freecell.rules.events import (
    Autoplay,
    MoveFreeToGame,
    MoveFreeToHome,
    MoveGameToFree,
    MoveGameToGame,
    MoveGameToHome,
)
from ludex.games.freecell.rules.state import Phase, Pile, State
from ludex.kernel import Event, Seat, Sentence, say
from ludex.parts.cards import Card, Deck
from ludex.parts.places import Nth
from ludex.table import Gesture, Layout, Piece, Zone, button, pressed

TYPING: Final = (
    "Typed by name, moves count places from 0, as scripts do: "
    "move_game_to_free(3,0) is column 4 to free cell 1."
)


def zones(s: State, _: Seat) -> tuple[Zone, ...]:
    """Every place, from the upper left; during set-up also the cards not laid yet."""
    return tuple(_zones(s))


def _zones(s: State) -> Iterator[Zone]:
    for i, card in enumerate(s.cells):
        yield _cell(i, card)
    left = max(len(s.columns) - len(s.homes), len(s.cells))
    for i, home in enumerate(s.homes):
        yield _home(i, left + i, home)
    for i, column in enumerate(s.columns):
        yield _column(i, column)
    if s.phase is Phase.SETUP:
        there = {*s.cards}
        box = (c for c in Deck.of_packs(s.rules.packs).cards if c not in there)
        yield Zone(
            "box",
            "cards not laid yet",
            0,
            6,
            Layout.ROW,
            tuple(map(_piece, box)),
            "box",
        )


# Most piles lie as they lay in the scene before: their zones are the same objects.


@lru_cache(maxsize=1 << 10)
def _cell(i: int, card: Card | None) -> Zone:
    pieces = () if card is None else (_piece(card),)
    label = say("free_cell", "free cell {number}", number=Nth(i))
    return Zone(f"cell:{i}", label, i, 0, Layout.PILE, pieces, "cell:free")


@lru_cache(maxsize=1 << 12)
def _home(i: int, x: int, home: Pile) -> Zone:
    suit = f"foundation:{home[0].suit.letter}" if home else "foundation"
    pieces = tuple(map(_piece, home))
    label = say("home", "home {number}", number=Nth(i))
    return Zone(f"home:{i}", label, x, 0, Layout.PILE, pieces, suit)


@lru_cache(maxsize=1 << 13)
def _column(i: int, column: Pile) -> Zone:
    pieces = tuple(map(_piece, column))
    label = say("column", "column {number}", number=Nth(i))
    return Zone(f"column:{i}", label, i, 1.2, Layout.FAN_DOWN, pieces, "column")


@cache
def _piece(card: Card) -> Piece:
    look = f"card:{card.rank.letter}{card.suit.letter}"
    return Piece(str(card), look, card.spoken)


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


SENDING: Final[Mapping[Sending, Sentence]] = {
    Sending.SAFE: say("send", "Send safe cards home"),
    Sending.ALL: say("send", "Send all that can go"),
}


def meant(s: State, pick: str, drop: str) -> Event[State] | None:  # noqa: PLR0911  # one a kind
    """The card that was picked, with those on it, goes to the place."""
    kind, _, number = drop.partition(":")
    if not number:
        return None
    to = int(number)
    for i, column in enumerate(s.columns):
        count = _picked(column, pick, f"column:{i}")
        if count:
            if kind == "column":
                return MoveGameToGame(count, i, to)
            if count > 1:  # there is no such event: only one card goes there
                return None
            is_cell = kind == "cell"
            return MoveGameToFree(i, to) if is_cell else MoveGameToHome(i, to)
    for i, card in enumerate(s.cells):
        if card is not None and pick in (str(card), f"cell:{i}"):
            if kind == "column":
                return MoveFreeToGame(i, to)
            return MoveFreeToHome(i, to) if kind == "home" else None
    return None


def _picked(column: Pile, pick: str, zone: str) -> int:
    """How many cards of a column are meant: from the card that was picked to the end."""
    if pick == zone:
        return min(1, len(column))
    cards = [str(card) for card in column]
    return len(cards) - cards.index(pick) if pick in cards else 0


@lru_cache(maxsize=1 << 13)  # what could be moved stays for many moves
def _onto(
    event: Event[State], card: Card, count: int, last: Pile, number: int
) -> Gesture:
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


@lru_cache(maxsize=1 << 13)
def _drag(
    event: Event[State], card: Card, words: str, number: int, drop: str
) -> Gesture:
    said = say(event.name, words, card=card.face, number=Nth(number))
    return Gesture(str(event), said, str(card), drop)


def _waiting(s: State, cell: int) -> Card:
    card = s.cells[cell]
    assert card is not None, "a legal event moves a card"
    return card
