"""The proof obligations of the model, each with a verdict: proved on a small scope, refuted, or open.

A tool generates obligations and leaves them to the reader. Here each is a question to the model, asked
of every value of a stated scope: it is *proved* there when all of them meet it, *refuted* by the first
that does not, and *open* where no scope can decide it.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any, NamedTuple

from ludex.parts.cards import Card as CardValue
from ludex.parts.cards import Rank, Suit
from ludex.study.documents.routine import Signal, Undefined

from .board import MOVES, DocumentMove, fillInitialTableau, setFirstTurn, updatePoints
from .objects import SUIT_COLORS, SUITS, Card, Deck, Player
from .state import BoardState, Cards, DocumentPile, FacedCard, PlayerPiles


class Obligation(NamedTuple):
    """Something that has to hold for the model to have a meaning."""

    operation: str
    kind: str
    """The kind, in the words of the tool."""

    says: str
    scope: str = ""
    values: Callable[[], Iterable[Any]] = tuple
    holds: Callable[[Any], object] | None = None
    """Does a value of the scope meet it? None: no scope can decide it."""

    def verdict(self) -> str:
        """Ask every value: `proved`, `refuted` with the first that fails, or `open`."""
        if self.holds is None:
            return f"open: {self.scope}"
        values = [*self.values()]
        for value in values:
            if not self.holds(value):
                return f"refuted by {show(value)}"
        return f"proved, case by case ({len(values):,}): {self.scope}"


def show(value: object) -> str:
    """Write a value of a scope: a board by its piles, a pile by its cards."""
    if isinstance(value, BoardState):
        piles = {
            "reserve 1": value.firstPlayer.reserve,
            "reserve 2": value.secondPlayer.reserve,
            "waste 2": value.secondPlayer.waste,
            "hand 1": value.firstPlayer.hand,
            **{f"house {i}": cards for i, cards in enumerate(value.tableau, start=1)},
            **{f"foundation {i}": cards for i, cards in enumerate(value.foundations, start=1)},
        }
        return (
            "; ".join(f"{name} {show(cards)}" for name, cards in piles.items() if cards)
            or "no card"
        )
    if isinstance(value, Deck):
        return show(tuple(value.cards))
    if isinstance(value, FacedCard):
        return value.card.face
    if isinstance(value, tuple | list):
        return f"[{', '.join(map(show, value))}]"
    return f"{value.number} of {value.suit}" if isinstance(value, Card) else str(value)


def has_value(what: Callable[[], object]) -> bool:
    """Has it a value, and does it break no condition?"""
    try:
        what()
    except (Undefined, Signal):
        return False
    return True


# -- scopes -----------------------------------------------------------------------------------

FEW = tuple(
    FacedCard(CardValue(suit, rank), up=True)
    for rank in (Rank.ACE, Rank.TWO, Rank.THREE)
    for suit in (Suit.SPADE, Suit.HEART)
)
ACE, TWO, THREE = FEW[0], FEW[2], FEW[5]


def piles(place: DocumentPile) -> Iterator[Cards]:
    """Yield no card, one of six, and two in the order of the place."""
    yield from ((), *((one,) for one in FEW))
    yield (TWO, ACE) if place.of == "foundations" else (TWO, THREE)


TABLE = BoardState(foundations=((), ()), tableau=((), ()), turn="FirstPlayer")


def boards(move: DocumentMove) -> Iterator[BoardState]:
    """Yield the boards with two piles on which the pre-condition of a move holds."""
    source, target = move.places(TABLE)
    for one, other in product(piles(source), piles(target)):
        s = target.put(source.put(TABLE, one), other)
        if move.pre(s):
            yield s


def decks() -> Iterator[Deck]:
    """Yield decks of no card to four."""
    for size in range(5):
        yield Deck([Card(number, "Clubs") for number in range(1, size + 1)])


def hands() -> Iterator[BoardState]:
    """Yield hands of no card to five for each player."""
    for one, two in product(range(6), repeat=2):
        yield BoardState(PlayerPiles(hand=FEW[:one]), PlayerPiles(hand=FEW[:two]))


def tied() -> Iterator[BoardState]:
    """Yield aces and twos on both reserves, and on all houses."""
    for first, second, *houses in product(((ACE,), (TWO,)), repeat=10):
        one, two = PlayerPiles(reserve=first), PlayerPiles(reserve=second)
        yield BoardState(one, two, tableau=tuple(houses))


# -- of one class after the other -----------------------------------------------------------------

SMALL = "decks of no card to four"
NUMBERS = "all numbers from 1 to 13"


def dealt(deck: Deck) -> bool:
    """Does createHandReserve have a value and keep its post-condition?"""
    player = Player("Red")
    player.fullDeck = deck
    return has_value(player.createHandReserve)


OF_CARDS = (
    Obligation(
        "Card`Number",
        "type invariant satisfiable",
        "exists cardValue in set {1, …, 13}",
        NUMBERS,
        lambda: [range(1, 14)],
        lambda numbers: all(Card(n, "Clubs").number == n for n in numbers),
    ),
    Obligation(
        "Card`Card",
        "map apply",
        "sui in set dom suitColors",
        "the four suits",
        lambda: SUITS,
        lambda suit: suit in SUIT_COLORS,
    ),
    Obligation(
        "Card`turnCard",
        "subtype",
        "status is of type Status",
        "both faces",
        lambda: (0, 1),
        lambda times: turned(times) in ("Face Up", "Face Down"),
    ),
)


def turned(times: int) -> str:
    """Return the status of a card that was turned so many times."""
    card = Card(1, "Clubs")
    for _ in range(times):
        card.turnCard()
    return card.status


def of_sequence(name: str, kind: str, says: str, ask: Callable[[Deck], object]) -> Obligation:
    """An obligation of a deck: that something has a value."""
    return Obligation(
        f"Deck`{name}", kind, says, SMALL, decks, lambda deck: has_value(lambda: ask(deck))
    )


OF_DECKS = (
    of_sequence(
        "reverseCards", "non-empty sequence", "cds <> []", lambda d: Deck.reverseCards(d.cards)
    ),
    of_sequence(
        "reverseCards",
        "recursive function",
        "the recursion ends",
        lambda d: Deck.reverseCards(d.cards),
    ),
    of_sequence(
        "isOrdered",
        "non-empty sequence",
        "pre: isEmpty(cds) = false => cds <> []",
        lambda d: d.cards and Deck.isOrdered(d.cards),
    ),
    of_sequence(
        "isOrderedSuit",
        "non-empty sequence",
        "pre: isEmpty(cds) = false => cds <> []",
        lambda d: d.cards and Deck.isOrderedSuit(d.cards),
    ),
    of_sequence("turnUpTopCard", "non-empty sequence", "cards <> []", lambda d: d.turnUpTopCard()),
    of_sequence("removeTopCard", "non-empty sequence", "cards <> []", lambda d: d.removeTopCard()),
    of_sequence("getTopCard", "non-empty sequence", "cards <> []", lambda d: d.getTopCard()),
    of_sequence(
        "addIntoDeckFront",
        "subtype",
        "cards is a sequence of Card",
        lambda d: d.addIntoDeckFront(Card(1, "Hearts")),
    ),
    of_sequence(
        "shuffleDeck",
        "legal sequence application",
        "n in set inds cards",
        lambda d: d.shuffleDeck(),
    ),
    of_sequence(
        "shuffleDeck", "while loop termination", "i reaches lenlist", lambda d: d.shuffleDeck()
    ),
    Obligation(
        "Deck`removeFromDeck",
        "legal sequence application",
        "1 <= r <= len cards",
        "a complete deck, places 1 to 52",
        lambda: range(1, 53),
        lambda r: has_value(lambda: Deck().createCompleteDeck().removeFromDeck(r)),
    ),
    Obligation(
        "Deck`removeFromDeck",
        "operation establishes",
        "one card less, for every r of type nat1",
        "a complete deck, places 1 to 60",
        lambda: range(1, 61),
        lambda r: left(r) == 51,
    ),
    Obligation(
        "Deck`createCompleteDeck",
        "operation post condition",
        "pre cards = [] => post len cards = 52",
        "an empty deck",
        lambda: [Deck()],
        lambda deck: len(deck.createCompleteDeck().cards) == 52,
    ),
    Obligation(
        "Deck`shuffleDeck",
        "operation establishes",
        "every order is equally likely",
        "MATH`rand is a library, and no obligation of it is known",
    ),
    Obligation(
        "Player`createHandReserve",
        "legal sequence application",
        "1, …, 52 in set inds fullDeck.cards",
        "a complete deck",
        lambda: [Deck().createCompleteDeck()],
        dealt,
    ),
    Obligation(
        "Player`createHandReserve",
        "operation post condition",
        "for every full deck: post 39 and 13 cards",
        SMALL,
        decks,
        dealt,
    ),
)


def left(place: int) -> int:
    """Count the cards of a complete deck without the one in a place."""
    deck = Deck().createCompleteDeck()
    deck.removeFromDeck(place)
    return len(deck.cards)


OF_BOARDS = (
    Obligation(
        "Board`fillInitialTableau",
        "non-empty sequence",
        "hand.cards <> [], four times for each player",
        "hands of no card to five",
        hands,
        lambda s: has_value(lambda: fillInitialTableau().apply(s)),
    ),
    Obligation(
        "Board`fillInitialTableau",
        "legal sequence application",
        "i in set inds tableau, where it is written",
        "the first house",
        lambda: [BoardState()],
        lambda s: len(s.tableau) >= 1,
    ),
    Obligation(
        "Board`fillInitialTableau",
        "operation post condition",
        "len tableau = 8",
        "both hands with four cards and more",
        lambda: (s for s in hands() if min(len(s.firstPlayer.hand), len(s.secondPlayer.hand)) >= 4),
        lambda s: len(fillInitialTableau().apply(s).tableau) == 8,
    ),
    Obligation(
        "Board`setFirstTurn",
        "operation post condition",
        "turn = <FirstPlayer> or turn = <SecondPlayer>",
        "aces and twos",
        tied,
        lambda s: has_value(lambda: setFirstTurn().apply(s)),
    ),
    Obligation(
        "Board`updatePoints",
        "subtype",
        "score is of type nat",
        "hands of no card to five",
        hands,
        lambda s: updatePoints().apply(s).firstPlayer.score >= 0,
    ),
)


# -- of the moves ------------------------------------------------------------------------------


def of_move(cls: type[DocumentMove]) -> Iterator[Obligation]:
    """Yield the obligations of one move."""
    numbers = (1, 2) if len(cls.fields()) == 2 and cls.target[0] == cls.source[0] else (1, 1)
    move = cls(*numbers[: len(cls.fields())])
    name = f"Board`{cls.name}"
    if cls.fields():
        made = "no house and no foundation is made yet"
        bare = BoardState(PlayerPiles(reserve=FEW[:1]), turn="FirstPlayer")
        yield Obligation(
            name,
            "legal sequence application",
            "i in set inds of its houses or foundations",
            made,
            lambda: [bare],
            lambda s: has_value(lambda: move.condition(s)),
        )
    asked: tuple[tuple[str, str, Callable[[BoardState], object]], ...] = (
        (
            "non-empty sequence",
            "pre => the source has a top card",
            lambda s: move.places(s)[0].cards(s),
        ),
        (
            "non-empty sequence",
            "pre => every pile that is asked has a top card",
            lambda s: has_value(lambda: move.condition(s)),
        ),
        (
            "function apply",
            "the post-condition calls no function outside its pre-condition",
            lambda s: (
                not has_value(lambda: move.condition(s))
                or has_value(lambda: move.post(after(move, s)))
            ),
        ),
        (
            "operation post condition",
            "pre => post, where it has a value",
            lambda s: not has_value(lambda: move.post(after(move, s))) or move.post(after(move, s)),
        ),
    )
    for kind, says, holds in asked:
        yield Obligation(
            name,
            kind,
            says,
            "every two piles of up to two cards",
            partial(boards, move),
            holds,
        )


def after(move: DocumentMove, s: BoardState) -> BoardState:
    """Return the board after a move: changed where its condition holds."""
    free = replace(s, reading=replace(s.reading, checks=False))
    return move.apply(free) if move.condition(s) else s


OBLIGATIONS = (
    *OF_CARDS,
    *OF_DECKS,
    *OF_BOARDS,
    *(one for cls in MOVES for one in of_move(cls)),
)


def obligation_lines() -> Iterator[str]:
    """Yield each obligation with its verdict."""
    for number, one in enumerate(OBLIGATIONS, start=1):
        yield f"{number:3} {one.operation}, {one.kind}: {one.says}"
        yield f"    {one.verdict()}"
