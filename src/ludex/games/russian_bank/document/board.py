"""The class Board as a game: its beginning, the first turn, the moves, the score.

`createStartingBoard` and `changePlayer` are comments in the document, and so are not here.
"""

from dataclasses import replace
from typing import ClassVar, Final

from ludex.kernel import (
    Event,
    Game,
    Guards,
    Outcome,
    Seat,
    Speed,
    Start,
    say,
    won,
)
from ludex.parts.cards import AnyCard
from ludex.study.documents.routine import Instance, QueryRoutine, Routine, Undefined

from .deck import (
    Shown,
    compare,
    inv,
    pre,
    turnUpTopCard,
)
from .moves import MOVES
from .state import (
    INV,
    PRE,
    BoardState,
    Place,
    Player,
    Turn,
    tableauNumber,
    top,
)


class fillInitialTableau(Routine[BoardState]):
    """Houses 1 to 4 from the hand of the first player, 5 to 8 from that of the second."""

    raises = ("pre",)

    def guards(self, s: BoardState) -> Guards:
        yield len(s.tableau) == 0 or PRE

    def apply(self, s: BoardState) -> BoardState:
        for player in ("firstPlayer", "secondPlayer"):
            hand = Place(player, "hand")
            for _ in range(4):
                house = turnUpTopCard((top(s, hand),), "tableau")
                s = replace(s, tableau=(*s.tableau, house))
                s = hand.put(s, hand.cards(s)[1:])
        return s


class fillInitialFoundations(Routine[BoardState]):
    """Eight empty piles."""

    raises = ("pre",)

    def guards(self, s: BoardState) -> Guards:
        yield len(s.foundations) == 0 or PRE

    def apply(self, s: BoardState) -> BoardState:
        return replace(s, foundations=((),) * 8)


class AddCard(Routine[BoardState]):
    """For tests: a card, face down, on one of the piles."""

    aside = True
    raises = ("inv",)
    onto: ClassVar[str]
    i: tableauNumber
    c: AnyCard

    def guards(self, s: BoardState) -> Guards:
        yield 1 <= self.i <= 8 or INV

    def apply(self, s: BoardState) -> BoardState:
        pile = Place(self.onto, self.i)
        return pile.put(s, (Shown(self.c), *pile.cards(s)))


class addCardToTableau(AddCard):
    """For tests: `c`, face down, on house `i`."""

    onto = "tableau"


class addCardToFoundation(AddCard):
    """For tests: `c`, face down, on foundation `i`."""

    onto = "foundations"


class setFirstTurn(Routine[BoardState]):
    """The lower card begins: of the reserves, then of houses 1 and 5, 2 and 6, 3 and 7, 4 and 8."""

    raises = ("pre",)

    def guards(self, s: BoardState) -> Guards:
        yield s.turn is None or PRE

    def apply(self, s: BoardState) -> BoardState:
        pairs = [(Place("firstPlayer", "reserve"), Place("secondPlayer", "reserve"))]
        pairs += [(Place("tableau", i), Place("tableau", i + 4)) for i in range(1, 5)]
        for a, b in pairs:
            order = compare(top(s, a), top(s, b))
            if order:
                turn: Turn = "FirstPlayer" if order < 0 else "SecondPlayer"
                return replace(s, turn=turn)
        if s.reading.meant:
            return replace(s, turn="FirstPlayer")
        if s.reading.checks:
            raise Undefined("the post-condition is broken: it is nobody's turn")
        return s


class updatePoints(Routine[BoardState]):
    """Whoever has won gets 30, one for each card in the other's hand and waste, two for each
    in the reserve; again at every call (C9)."""

    aside = True

    def apply(self, s: BoardState) -> BoardState:
        winner = winner_of(s)
        if winner is None:
            return s
        if winner == "FirstPlayer":
            return replace(s, firstPlayer=scored(s.firstPlayer, s.secondPlayer))
        return replace(s, secondPlayer=scored(s.secondPlayer, s.firstPlayer))


def scored(winner: Player, loser: Player) -> Player:
    """Return the winner with the points of a game."""
    points = 30 + len(loser.hand) + len(loser.waste) + 2 * len(loser.reserve)
    return replace(winner, score=winner.score + points)


class isGameOver(QueryRoutine[BoardState]):
    """Who has won, if anybody has."""

    def out(self, s: BoardState, t: BoardState) -> Turn | None:
        return winner_of(s)


def winner_of(s: BoardState) -> Turn | None:
    """Who has no card left; the first player, where neither has (C7)."""
    if s.firstPlayer.has_no_card:
        return "FirstPlayer"
    return "SecondPlayer" if s.secondPlayer.has_no_card else None


def outcome(s: BoardState) -> Outcome | None:
    """What isGameOver says; no operation asks it (T16)."""
    winner = winner_of(s)
    if winner is None:
        return None
    return won(Seat(int(winner == "SecondPlayer")), say("won", "isGameOver() is not nil"))


game: Final[Game[BoardState]] = Game(
    name="russian-bank-as-written",
    title="Board, as written",
    summary="Two players, eight houses, eight foundations, as the document says.",
    start=Start.fixed(BoardState()),
    players=(2, 2),
    events=(
        fillInitialTableau,
        fillInitialFoundations,
        addCardToTableau,
        addCardToFoundation,
        setFirstTurn,
        *MOVES,
        updatePoints,
        isGameOver,
    ),
    outcome=outcome,
    text=str,
    turn=lambda s: Seat(int(s.turn == "SecondPlayer")),
    always={
        "every card in a house is face up": lambda s: all(
            card.up for house in s.tableau for card in house
        ),
    },
    sometimes={"a game is won": lambda s: winner_of(s) is not None},
    speed=Speed(candidates=lambda _: CALLS),
)

CALLS: Final[tuple[Event[BoardState], ...]] = tuple(
    event for event in game.brute(BoardState()) if not event.aside
)
"""Every call that is a move; those for tests are never made by a player."""


def Board(state: BoardState | None = None) -> Instance[BoardState]:
    """A new board, or one with these variables; moves return true or false."""
    made = BoardState() if state is None else state
    return Instance(game, made, {"pre": pre, "inv": inv}, {"false": False})
