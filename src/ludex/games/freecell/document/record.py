"""The record of the FreeCell document: three modules, five readings, and the rulebook beside.

The moves of the document and those of the rulebook are compared call by call. The universes are pairs of cards: one that is to be moved, and one that it is to be moved onto,
or an empty place. Nothing else on the table matters to a move of one card.
"""

from collections.abc import Callable, Iterator
from functools import partial

from ludex.kernel import Event
from ludex.parts.cards import Card, Rank, Suit, pack_of_cards
from ludex.study.documents.difference import ComparedCall, RoutineComparison
from ludex.study.documents.record import Module, ModuleTrial, WrittenDocument, seen
from ludex.study.documents.records import read_errata

from ..game import game as rulebook
from ..rules.options import FREECELL
from ..rules.state import Pile, State, run_home
from . import board, deck
from .board import (
    NUM_OF_FREECELLS,
    NUM_OF_GAMECELLS,
    NUM_OF_HOMECELLS,
    BoardState,
    Cells,
    begun,
    dealt,
    is_won,
    moveFreeToGame,
    moveFreeToHome,
    moveGameToFree,
    moveGameToGame,
    moveGameToHome,
)
from .card import rankMatch, suitMatch
from .deck import MADE, NAMED, OPENED, SIZED, DeckReading, DeckState, swap
from .probes import PROBES

CARDS = sorted(pack_of_cards(), key=lambda card: (card.rank, card.suit))
"""The lowest first: so the smallest call comes first."""

Make = Callable[[DeckReading], Iterator[ComparedCall[BoardState]]]
Laid = Callable[[DeckReading, Card, Card | None], BoardState]
"""A table with a card that is to be moved, and one where it is to go, if there is one."""


def laid(
    reading: DeckReading,
    columns: Cells = (),
    cell: Card | None = None,
    home: Pile = (),
) -> BoardState:
    """A table with these cards, and nothing else."""
    return BoardState(
        HomeCells=(home, *((),) * (NUM_OF_HOMECELLS - 1)),
        FreeCells=(cell, *(None,) * (NUM_OF_FREECELLS - 1)),
        GameCells=(*columns, *((),) * (NUM_OF_GAMECELLS - len(columns))),
        win=False,
        emptyFreeCell=(cell is None, *(True,) * (NUM_OF_FREECELLS - 1)),
        reading=reading,
    )


def onto_cards(
    table: Laid, event: Event[BoardState], place: str, target: str, reading: DeckReading
) -> Iterator[ComparedCall[BoardState]]:
    """Each card to an empty place, and onto each other card."""
    for card in CARDS:
        said = f"{card.face} in {place}, {target} empty"
        yield ComparedCall(table(reading, card, None), event, said)
    for onto in CARDS:
        for card in CARDS:
            if card != onto:
                said = f"{card.face} in {place}, {onto.face} in {target}"
                yield ComparedCall(table(reading, card, onto), event, said)


def onto_homes(
    table: Callable[[DeckReading, Card, Pile], BoardState],
    event: Event[BoardState],
    place: str,
    reading: DeckReading,
) -> Iterator[ComparedCall[BoardState]]:
    """Each card onto an empty home, and onto each home that it is not in already."""
    for card in CARDS:
        said = f"{card.face} in {place}, home 0 empty"
        yield ComparedCall(table(reading, card, ()), event, said)
    for top in CARDS:
        home = run_home(Suit(top.suit), top.rank, 0)
        run = home[0].face if len(home) == 1 else f"{home[0].face} to {home[-1].face}"
        for card in CARDS:
            if card not in home:
                said = f"{card.face} in {place}, {run} home"
                yield ComparedCall(table(reading, card, home), event, said)


def _pile(card: Card | None) -> Pile:
    return () if card is None else (card,)


game_to_game = partial(
    onto_cards,
    lambda reading, card, onto: laid(reading, ((card,), _pile(onto))),
    moveGameToGame(1, 0, 1),
    "column 0",
    "column 1",
)
game_to_free = partial(
    onto_cards,
    lambda reading, card, onto: laid(reading, ((card,),), onto),
    moveGameToFree(0, 0),
    "column 0",
    "free cell 0",
)
free_to_game = partial(
    onto_cards,
    lambda reading, card, onto: laid(reading, (_pile(onto),), card),
    moveFreeToGame(0, 0),
    "free cell 0",
    "column 0",
)
game_to_home = partial(
    onto_homes,
    lambda reading, card, home: laid(reading, ((card,),), home=home),
    moveGameToHome(0, 0),
    "column 0",
)
free_to_home = partial(
    onto_homes,
    lambda reading, card, home: laid(reading, cell=card, home=home),
    moveFreeToHome(0, 0),
    "free cell 0",
)


def bounds(
    event: Callable[[int], Event[BoardState]], last: int, reading: DeckReading
) -> Iterator[ComparedCall[BoardState]]:
    """One place after the other, to one before the first and one after the last."""
    low, high = Card(Suit.HEART, Rank.TWO), Card(Suit.SPADE, Rank.THREE)
    table = laid(reading, ((low,),), high, run_home(Suit.HEART, 1, 0))
    for i in (*range(last + 2), -1):
        yield ComparedCall(table, event(i), "2♥ in column 0, 3♠ in free cell 0, A♥ home")


def state(s: BoardState) -> State:
    """Return the rulebook's state for a board: a cell that is said to be empty has no card."""
    assert s.GameCells is not None
    assert s.HomeCells is not None
    assert s.FreeCells is not None
    assert s.emptyFreeCell is not None
    cells = tuple(
        None if empty else card for card, empty in zip(s.FreeCells, s.emptyFreeCell, strict=True)
    )
    return State(FREECELL, s.GameCells, cells, s.HomeCells)


def event(called: Event[BoardState]) -> Event[State]:
    """The same call as an event of the rulebook."""
    name = "".join(f"_{c.lower()}" if c.isupper() else c for c in called.name)
    return rulebook.calls[name](*(getattr(called, f.name) for f in called.fields()))


ONTO = "every card onto each of the 51 others and onto an empty place"
HOME = "every card onto an empty home and onto each that it is not in already"


def comparison(
    name: str, reading: str, mended: DeckReading, universe: str, make: Make
) -> RoutineComparison[BoardState, State]:
    """One routine in one reading."""
    return RoutineComparison(
        name=name,
        reading=reading,
        universe=universe,
        calls=partial(make, mended),
        written=board.game,
        meant=rulebook,
        state=state,
        event=event,
    )


AS_WRITTEN = "word for word"
READ = "with names and sums read as they are meant"
LET = "and with empty columns refused, not taken ones"

COMPARISONS = (
    comparison("moveGameToGame", AS_WRITTEN, SIZED, ONTO, game_to_game),
    comparison("moveGameToGame", READ, NAMED, ONTO, game_to_game),
    comparison("moveGameToGame", LET, OPENED, ONTO, game_to_game),
    comparison("moveGameToHome", AS_WRITTEN, SIZED, HOME, game_to_home),
    comparison("moveGameToHome", LET, OPENED, HOME, game_to_home),
    comparison("moveGameToFree", AS_WRITTEN, SIZED, ONTO, game_to_free),
    comparison("moveFreeToGame", AS_WRITTEN, SIZED, ONTO, free_to_game),
    comparison("moveFreeToHome", AS_WRITTEN, SIZED, HOME, free_to_home),
    comparison("moveFreeToHome", READ, NAMED, HOME, free_to_home),
    comparison(
        "moveGameToFree",
        AS_WRITTEN,
        SIZED,
        "the first column, and every free cell from -1 to 4",
        partial(bounds, partial(moveGameToFree, 0), NUM_OF_FREECELLS - 1),
    ),
    comparison(
        "moveGameToHome",
        LET,
        OPENED,
        "the first column, and every home from -1 to 4",
        partial(bounds, partial(moveGameToHome, 0), NUM_OF_HOMECELLS - 1),
    ),
)

DEAL = 3
"""Any deal would do: whatever is wrong shows after a step or two."""

DECK = Module(
    name="Deck",
    game=deck.game,
    trials=(
        ModuleTrial("word for word", DeckState(), depth=3),
        ModuleTrial(
            "with 52 different cards, none of them dealt",
            DeckState(reading=MADE),
            depth=60,
            swept=60,
            is_whole=True,
        ),
    ),
    functions=(swap,),
)

BOARD = Module(
    name="Board",
    game=board.game,
    trials=(
        ModuleTrial("word for word", BoardState()),
        ModuleTrial("with a deck that is made first", BoardState(reading=MADE)),
        ModuleTrial("and with eight columns and four free cells", BoardState(reading=SIZED)),
        ModuleTrial("word for word, on a table as it is meant to be dealt", dealt(DEAL)),
        ModuleTrial(
            "with names and sums as they are meant, on a table with three aces home",
            begun(DEAL, NAMED),
        ),
        ModuleTrial(
            "and with empty columns refused, not taken ones",
            begun(DEAL, OPENED),
            is_whole=True,
        ),
    ),
    functions=(
        BoardState.validGameCol,
        BoardState.validFreeCol,
        BoardState.validHomeCol,
        BoardState.availableMoves,
        is_won,
        rankMatch,
        suitMatch,
    ),
)

written = WrittenDocument(
    title="Assignment 4, Part 1, Specification (2018): the modules Card, Deck and Board",
    modules=(DECK, BOARD),
    comparisons=COMPARISONS,
    remarks=lambda: seen(read_errata(__package__), PROBES),
)
