"""The document's seven tests: boards built by hand, calls, and what each is to return.

Tests 3, 5 and 7 are 2, 4 and 6 with the players exchanged. The cards that a test lays on houses
and foundations are face down, as the document has them.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from ludex.kernel import Event
from ludex.parts.cards import Card, pack_of_cards
from ludex.study.documents.difference import ComparedCall
from ludex.study.documents.routine import Undefined

from .board import game, setFirstTurn
from .deck import WRITTEN, Cards, Reading, Shown
from .state import BoardState, Player, Turn

Calls = tuple[tuple[str, bool], ...]


def pile(text: str) -> Cards:
    """Cards with the top first; `+` is face up."""
    return tuple(_shown(word) for word in text.split())


def _shown(word: str) -> Shown:
    card = Card.parse(word.removesuffix("+"))
    assert card is not None
    return Shown(card, up=word.endswith("+"))


def _board(mover: Player, other: Player, turn: Turn, *houses: str) -> BoardState:
    first, second = (mover, other) if turn == "FirstPlayer" else (other, mover)
    return BoardState(first, second, ((),), tuple(map(pile, houses)), turn)


def from_reserve(turn: Turn) -> BoardState:
    """The board of tests 2 and 3."""
    mover = Player(reserve=pile("AS+ 6H 5D 2S"))
    other = Player(reserve=pile("3S+"), waste=pile("4D+"))
    return _board(mover, other, turn, "7C")


def from_tableau(turn: Turn) -> BoardState:
    """The board of tests 4 to 7."""
    other = Player(reserve=pile("8C+"), waste=pile("5H+"))
    return _board(Player(), other, turn, "6H 7C", "AS", "7S")


FROM_RESERVE: Final[Calls] = (
    ("moveCardFromReserveToFoundation(1)", True),
    ("moveCardFromReserveToFoundation(1)", False),
    ("moveCardFromReserveToTableau(1)", True),
    ("moveCardFromReserveToTableau(1)", False),
    ("moveCardFromReserveToReserve", False),
    ("moveCardFromReserveToWaste", True),
    ("moveCardFromReserveToWaste", False),
    ("moveCardFromReserveToReserve", True),
)
FROM_TABLEAU: Final[Calls] = (
    ("moveCardFromTableauToWaste(2)", False),
    ("moveCardFromTableauToTableau(2,3)", False),
    ("moveCardFromTableauToFoundation(2,1)", True),
    ("moveCardFromTableauToFoundation(1,1)", False),
    ("moveCardFromTableauToTableau(1,3)", True),
    ("moveCardFromTableauToReserve(3)", False),
    ("moveCardFromTableauToReserve(1)", True),
    ("moveCardFromTableauToWaste(3)", True),
)

TURNS: Final[tuple[tuple[str, Turn], ...]] = (
    ("", "FirstPlayer"),
    ("2", "SecondPlayer"),
)
TESTS: Final[Mapping[str, tuple[BoardState, Calls]]] = {
    f"{name}{number}": (board(turn), calls)
    for name, board, calls in (
        ("moveCardFromReserve", from_reserve, FROM_RESERVE),
        ("moveCardFromTableau", from_tableau, FROM_TABLEAU),
        ("calculateEndingPoints", from_tableau, FROM_TABLEAU),
    )
    for number, turn in TURNS
}
"""Those that call moves; the last two then ask for the score, 36 points for the mover."""


START: Final = "availableCardsStart"
"""The first test, which deals: its only call that can be told apart is setFirstTurn."""


def dealt() -> BoardState:
    """A deal of both packs, with different cards on the reserves."""
    first, second = pack_of_cards(0), pack_of_cards(1)[::-1]
    return BoardState(
        _player(first),
        _player(second),
        foundations=((),) * 8,
        tableau=tuple((Shown(c, up=True),) for c in (*first[13:17], *second[13:17])),
    )


def _player(cards: tuple[Card, ...]) -> Player:
    reserve = (Shown(cards[0], up=True), *map(Shown, cards[1:13]))
    return Player(reserve=reserve, hand=tuple(map(Shown, cards[17:])))


def calls(name: str) -> Iterator[ComparedCall[BoardState]]:
    """The calls of a test, each in the state where it makes it."""
    if name == START:
        yield ComparedCall(dealt(), setFirstTurn())
        return
    s, texts = TESTS[name]
    for text, _ in texts:
        event = _event(text)
        yield ComparedCall(s, event)
        if event.permitted(s):
            s = event.apply(s)


def _event(text: str) -> Event[BoardState]:
    event = game.read(text)
    assert isinstance(event, Event)
    return event


def failure(name: str, reading: Reading = WRITTEN) -> str | None:
    """The first call of a test that does not give what the document asserts."""
    start, texts = TESTS[name]
    s = replace(start, reading=reading)
    for number, (text, expected) in enumerate(texts, start=1):
        event = _event(text)
        try:
            refused = next((held for held in event.guards(s) if held is not True), None)
            s = s if refused is not None else event.apply(s)
        except Undefined as undefined:
            return f"call {number}, {text}: {undefined}"
        if (refused is None) is not expected:
            return f"call {number}, {text}: {'true' if refused is None else refused}"
    return None
