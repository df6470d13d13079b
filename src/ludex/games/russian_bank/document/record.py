"""The record of the Russian Bank document: its board, its seven tests, and the rulebook beside.

The seven tests are boards built by hand, calls, and what each is to return. Tests 3, 5 and 7 are 2, 4 and 6 with the players exchanged. The cards that a test lays on houses
and foundations are face down, as the document has them.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import product

from ludex.kernel import Dice, Event, Seat
from ludex.parts.cards import Card, Rank, Suit, pack_of_cards
from ludex.study.documents.difference import ComparedCall, RoutineComparison
from ludex.study.documents.record import (
    DocumentFinding,
    Module,
    ModuleTrial,
    WrittenDocument,
    seen,
)
from ludex.study.documents.records import read_errata
from ludex.study.documents.routine import Undefined

from ..document import board
from ..game import game as rulebook
from ..rules.dealing import first_player
from ..rules.events import Move
from ..rules.options import DOCUMENT, REPORT
from ..rules.places import (
    HOUSES,
    ON_FOUNDATIONS,
    RESERVE,
    THEIR_RESERVE,
    THEIR_WASTE,
    Place,
)
from ..rules.state import Faces, Phase, Side, State
from .board import (
    MOVES,
    DocumentMove,
    game,
    neighbours,
    setFirstTurn,
    starts_or_follows,
)
from .coverage import coverage_lines
from .obligations import obligation_lines
from .probes import PROBES, pile
from .state import (
    UNCHECKED,
    WRITTEN,
    BoardReading,
    BoardState,
    Cards,
    DocumentPile,
    FacedCard,
    PlayerPiles,
    Turn,
    isOrdered,
    isOrderedSuit,
)

Calls = tuple[tuple[str, bool], ...]


def _board(mover: PlayerPiles, other: PlayerPiles, turn: Turn, *houses: str) -> BoardState:
    first, second = (mover, other) if turn == "FirstPlayer" else (other, mover)
    return BoardState(first, second, ((),), tuple(map(pile, houses)), turn)


def from_reserve(turn: Turn) -> BoardState:
    """The board of tests 2 and 3."""
    mover = PlayerPiles(reserve=pile("AS+ 6H 5D 2S"))
    other = PlayerPiles(reserve=pile("3S+"), waste=pile("4D+"))
    return _board(mover, other, turn, "7C")


def from_tableau(turn: Turn) -> BoardState:
    """The board of tests 4 to 7."""
    other = PlayerPiles(reserve=pile("8C+"), waste=pile("5H+"))
    return _board(PlayerPiles(), other, turn, "6H 7C", "AS", "7S")


FROM_RESERVE: Calls = (
    ("moveCardFromReserveToFoundation(1)", True),
    ("moveCardFromReserveToFoundation(1)", False),
    ("moveCardFromReserveToTableau(1)", True),
    ("moveCardFromReserveToTableau(1)", False),
    ("moveCardFromReserveToReserve", False),
    ("moveCardFromReserveToWaste", True),
    ("moveCardFromReserveToWaste", False),
    ("moveCardFromReserveToReserve", True),
)
FROM_TABLEAU: Calls = (
    ("moveCardFromTableauToWaste(2)", False),
    ("moveCardFromTableauToTableau(2,3)", False),
    ("moveCardFromTableauToFoundation(2,1)", True),
    ("moveCardFromTableauToFoundation(1,1)", False),
    ("moveCardFromTableauToTableau(1,3)", True),
    ("moveCardFromTableauToReserve(3)", False),
    ("moveCardFromTableauToReserve(1)", True),
    ("moveCardFromTableauToWaste(3)", True),
)

NUMBERED: tuple[tuple[str, Turn], ...] = (("", "FirstPlayer"), ("2", "SecondPlayer"))
TESTS: Mapping[str, tuple[BoardState, Calls]] = {
    f"{name}{number}": (board(turn), calls)
    for name, board, calls in (
        ("moveCardFromReserve", from_reserve, FROM_RESERVE),
        ("moveCardFromTableau", from_tableau, FROM_TABLEAU),
        ("calculateEndingPoints", from_tableau, FROM_TABLEAU),
    )
    for number, turn in NUMBERED
}
"""Those that call moves; the last two then ask for the score, 36 points for the mover."""


START = "availableCardsStart"
"""The first test, which deals: its only call that can be told apart is setFirstTurn."""


def dealt() -> BoardState:
    """A deal of both packs, with different cards on the reserves."""
    first, second = pack_of_cards(0), pack_of_cards(1)[::-1]
    return BoardState(
        _dealt_to(first),
        _dealt_to(second),
        foundations=((),) * 8,
        tableau=tuple((FacedCard(c, up=True),) for c in (*first[13:17], *second[13:17])),
    )


def _dealt_to(cards: tuple[Card, ...]) -> PlayerPiles:
    reserve = (FacedCard(cards[0], up=True), *map(FacedCard, cards[1:13]))
    return PlayerPiles(reserve=reserve, hand=tuple(map(FacedCard, cards[17:])))


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


def failure(name: str, reading: BoardReading = WRITTEN) -> str | None:
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


TABLE = BoardState(foundations=((),), tableau=((), ()), turn="FirstPlayer")
"""A board with two houses, a foundation, no card, and nothing else."""

CALLS = tuple(
    cls(*numbers[: len(cls.fields())])
    for cls in MOVES
    for numbers in [(1, 2) if cls.name == "moveCardFromTableauToTableau" else (1, 1)]
)
"""Each move, from house 1 or onto it; from house to house onto the second."""


def laid(reading: BoardReading, *piles: tuple[DocumentPile, Cards]) -> BoardState:
    """Return the table with these cards."""
    s = replace(TABLE, reading=reading)
    for place, cards in piles:
        s = place.put(s, cards)
    return s


def up(card: Card) -> Cards:
    """One card, face up."""
    return (FacedCard(card, up=True),)


def _cards(pack: int) -> list[Card]:
    return sorted(pack_of_cards(pack), key=lambda card: (card.rank, card.suit))


def pairs(event: DocumentMove, reading: BoardReading) -> Iterator[ComparedCall[BoardState]]:
    """Yield every card of a pack onto every card of the other pack, the lowest first."""
    source, target = event.places(TABLE)
    for under, card in product(_cards(1), _cards(0)):
        table = laid(reading, (source, up(card)), (target, up(under)))
        yield ComparedCall(table, event, f"{card.face} on {source}, {under.face} on {target}")


def empties(event: DocumentMove, reading: BoardReading) -> Iterator[ComparedCall[BoardState]]:
    """Yield every card of a pack onto an empty pile."""
    source, target = event.places(TABLE)
    for card in _cards(0):
        table = laid(reading, (source, up(card)))
        yield ComparedCall(table, event, f"{card.face} on {source}, {target} empty")


def first_turns(reading: BoardReading) -> Iterator[ComparedCall[BoardState]]:
    """Aces and twos on both reserves and on all houses."""
    for ranks in product((Rank.ACE, Rank.TWO), repeat=10):
        cards = [up(Card(Suit.CLUB, rank, i % 2)) for i, rank in enumerate(ranks)]
        first, second, *houses = cards
        s = BoardState(
            PlayerPiles(reserve=first),
            PlayerPiles(reserve=second),
            tableau=tuple(houses[i] for i in (0, 2, 4, 6, 1, 3, 5, 7)),
            reading=reading,
        )
        said = " ".join(cards[0].card.rank.letter for cards in cards)
        yield ComparedCall(s, setFirstTurn(), f"{said} on the reserves and houses 1 5 2 6 3 7 4 8")


def as_meant(s: BoardState) -> State:
    """The rulebook's state for a board, under the preset that bears the document's name."""
    sides = (_side(s.firstPlayer), _side(s.secondPlayer))
    houses, foundations = ([*map(_faces, piles)] for piles in (s.tableau, s.foundations))
    return State(
        DOCUMENT,
        Phase.DEAL if s.turn is None else Phase.PLAY,
        sides,
        (*houses, *((),) * (len(HOUSES) - len(houses))),
        (*foundations, *((),) * (len(ON_FOUNDATIONS) - len(foundations))),
        Seat(int(s.turn == "SecondPlayer")),
        partial=True,
    )


def _side(player: PlayerPiles) -> Side:
    return Side(_faces(player.reserve), _faces(player.hand), _faces(player.waste))


def _faces(cards: Cards) -> Faces:
    return tuple(one.card for one in reversed(cards))


class FirstTurn(Event[State]):
    """Say who begins, as the rulebook does after a deal."""

    def apply(self, s: State) -> State:
        return s._replace(seat=first_player(s, Dice(0)) or Seat(0))


PLACES = {
    ("mover", "reserve"): RESERVE,
    ("opponent", "reserve"): THEIR_RESERVE,
    ("opponent", "waste"): THEIR_WASTE,
}


def as_event(called: Event[BoardState]) -> Event[State]:
    """The same call as an event of the rulebook."""
    if not isinstance(called, DocumentMove):
        return FirstTurn()
    return Move(_place(called, called.source), _place(called, called.target))


def _place(called: DocumentMove, place: tuple[str, str]) -> Place:
    of, which = place
    if (of, which) in PLACES:
        return PLACES[of, which]
    number: int = getattr(called, which)
    return (HOUSES if of == "tableau" else ON_FOUNDATIONS)[number - 1]


def piles(s: State) -> object:
    """Return the cards on the table; the document keeps nothing else of a play."""
    sides = [(side.reserve, side.hand, side.waste) for side in s.sides]
    return sides, s.houses, s.foundations


CHECKED = "with post-conditions checked"
FREE = "without post-conditions"
PAIRS = "every card of a pack onto every card of the other"
EMPTIES = "every card of a pack onto an empty pile"
TURNS = "every choice of aces and twos on both reserves and all houses"


def _comparison(
    event: Event[BoardState],
    universe: str,
    make: Callable[[BoardReading], Iterator[ComparedCall[BoardState]]],
    reading: BoardReading,
    counts: Callable[[State], object] = piles,
) -> RoutineComparison[BoardState, State]:
    return RoutineComparison(
        name=event.name,
        reading=CHECKED if reading.checks else FREE,
        universe=universe,
        calls=partial(make, reading),
        written=board.game,
        meant=rulebook,
        state=as_meant,
        event=as_event,
        counts=counts,
        read=lambda s: replace(s, reading=reading),
    )


WEAK = ("moveCardFromReserveToTableau", "moveCardFromTableauToTableau")
"""Moves whose post-condition hides what their condition lets through."""

COMPARISONS = (
    *(
        _comparison(event, universe, partial(make, event), reading)
        for event in CALLS
        for reading in (WRITTEN, UNCHECKED)
        for universe, make in ((PAIRS, pairs), (EMPTIES, empties))
        if reading.checks or (event.name in WEAK and make is pairs)
    ),
    _comparison(setFirstTurn(), TURNS, first_turns, WRITTEN, counts=lambda s: s.seat),
)


def contradicts_the_prose() -> bool:
    """Does the reading of the prose refuse the last call of a test, and that of the model not?"""
    *_, last = calls("moveCardFromReserve")
    s, move = as_meant(last.state), as_event(last.event)
    return move.permitted(s) and not move.permitted(s._replace(rules=REPORT))


OF_TESTS = {
    "E-RB-P1": contradicts_the_prose,
    "E-RB-P4": lambda: not any("Hand" in text for text, _ in FROM_RESERVE),
}
"""Probes of the tests, beside those of the model."""


def remarks() -> Iterator[DocumentFinding]:
    """Three errors that hide each other: with some of them mended, tests of the document fail."""
    repairs = {
        "its `and` read as `or`": BoardReading(connective=True),
        "its order turned round": BoardReading(direction=True),
        "both mended": BoardReading(connective=True, direction=True),
        "both mended, and a house asked isOrdered after a move to it": BoardReading(
            connective=True, direction=True, houses=True
        ),
    }
    for what, reading in repairs.items():
        failing = [name for name in TESTS if failure(name, reading) is not None]
        told = f"with {what}, {len(failing) or 'none'} of the {len(TESTS) + 1} tests fail"
        if failing:
            told += f" that passed; the first: {failing[0]}, {failure(failing[0], reading)}"
        yield DocumentFinding("hidden", "Deck.isOrderedSuit", told)
    yield from seen(read_errata(__package__), {**PROBES, **OF_TESTS})


def _in_play() -> BoardState:
    """A small game that goes on: each player has a reserve and a card in the hand."""
    houses = (pile("7C+"), pile("AD+"), pile("8H+"), pile("5D+"))
    return BoardState(
        PlayerPiles(reserve=pile("AS+ 2S 6H 5C"), hand=pile("KD+")),
        PlayerPiles(reserve=pile("3S+"), waste=pile("4D+"), hand=pile("KH+")),
        foundations=((),) * 8,
        tableau=(*houses, *((),) * 4),
        turn="FirstPlayer",
    )


def _undealt() -> BoardState:
    """Two hands of nine cards, and nothing else: enough for the houses."""
    one, two = (tuple(map(FacedCard, pack_of_cards(pack)[:9])) for pack in (0, 1))
    return BoardState(
        PlayerPiles(reserve=one[:1], hand=one[1:]), PlayerPiles(reserve=two[:1], hand=two[1:])
    )


def _appendix() -> Iterator[str]:
    covered = coverage_lines(TESTS)
    yield from ("", "Coverage by its own seven tests, as Overture prints it:", *covered)
    yield from ("", "Proof obligations:", *obligation_lines())


BOARD = Module(
    name="Board",
    game=board.game,
    trials=(
        ModuleTrial(
            "word for word, in a small game",
            _in_play(),
            depth=40,
            states=50_000,
            is_partial=True,
        ),
        ModuleTrial("the board of tests 2 and 3", from_reserve("FirstPlayer"), 40, is_partial=True),
        ModuleTrial(
            "the board of tests 4 to 7, the second player on turn",
            from_tableau("SecondPlayer"),
            40,
            is_partial=True,
        ),
        ModuleTrial("a board that is laid out", _undealt(), 3, 500, is_partial=True),
    ),
    functions=(isOrdered, isOrderedSuit, starts_or_follows, neighbours),
)

written = WrittenDocument(
    title="Modelação formal do jogo Russian Bank em VDM++ (2015): Card, Deck, Player, Board",
    modules=(BOARD,),
    comparisons=COMPARISONS,
    tests={name: partial(calls, name) for name in (START, *TESTS)},
    remarks=remarks,
    appendix=_appendix,
)
