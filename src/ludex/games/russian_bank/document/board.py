"""The class Board as a game: its beginning, the first turn, the moves, the score.

`createStartingBoard` and `changePlayer` are comments in the document, and so are not here.

Each of the eight moves has its pre-condition, its condition and its post. An operation that returns false is refused here, in that word; a pre-condition that does not hold
refuses too. The post-condition is looked at after every call, also one that returned false,
and one that is broken or has no value leaves the call undefined.
"""

from dataclasses import replace
from typing import ClassVar

from ludex.kernel import (
    Event,
    Game,
    Guards,
    Outcome,
    Seat,
    Sentence,
    Speed,
    Start,
    say,
    won,
)
from ludex.parts.cards import AnyCard
from ludex.study.documents.routine import Instance, QueryRoutine, Routine, Undefined

from .state import (
    INV,
    PRE,
    BoardState,
    Cards,
    DocumentPile,
    FacedCard,
    PlayerPiles,
    Turn,
    compare,
    foundationNumber,
    inv,
    isEmpty,
    isOrdered,
    isOrderedSuit,
    moved,
    pre,
    tableauNumber,
    top,
    turnUpTopCard,
)

RETURNED_FALSE = say("false", "false")


def starts_or_follows(card: FacedCard, pile: Cards) -> bool:
    """On a foundation: an ace first, then one higher in suit."""
    if isEmpty(pile):
        return card.card.rank == 1
    under = pile[0].card
    return card.card.suit == under.suit and card.card.rank == under.rank + 1


def neighbours(card: FacedCard, under: FacedCard) -> bool:
    """On an opponent's pile: one higher or lower, in suit."""
    return card.card.suit == under.card.suit and _next(card, under)


def _next(card: FacedCard, under: FacedCard) -> bool:
    return abs(card.card.rank - under.card.rank) == 1


def builds(card: FacedCard, under: FacedCard) -> bool:
    """On a house: one lower, in the other colour."""
    return card.card.rank == under.card.rank - 1 and _differ(card, under)


def _differ(card: FacedCard, under: FacedCard) -> bool:
    return card.card.colour != under.card.colour


class DocumentMove(Routine[BoardState]):
    """One of the eight moves: where from, where to, when, and what holds afterwards."""

    raises = ("pre", "inv")

    source: ClassVar[tuple[str, str]]
    target: ClassVar[tuple[str, str]]
    """A house or a foundation by one of the numbers of the call, or a pile of a player."""

    def places(self, s: BoardState) -> tuple[DocumentPile, DocumentPile]:
        """Source and target."""
        players = {"mover": s.mover, "opponent": s.opponent}
        source, target = (
            DocumentPile(players.get(of, of), getattr(self, which, which))
            for of, which in (self.source, self.target)
        )
        return source, target

    def pre(self, s: BoardState) -> bool:
        """The pre-condition: mostly that there is a card to move."""
        source, _ = self.places(s)
        return not isEmpty(source.cards(s))

    def condition(self, s: BoardState) -> bool:
        """Does it return true? From reserve to reserve or waste for a neighbour in suit."""
        return neighbours(*(top(s, place) for place in self.places(s)))

    def post(self, s: BoardState) -> bool:
        """The post-condition, of the board afterwards."""
        return True

    def guards(self, s: BoardState) -> Guards:
        numbers = [getattr(self, one.name) for one in self.fields()]
        yield all(1 <= number <= 8 for number in numbers) or INV
        yield self.pre(s) or PRE
        yield self.condition(s) or self.returned_false(s)

    def returned_false(self, s: BoardState) -> Sentence:
        """The post-condition is looked at as well where nothing was moved (T9)."""
        self.demand_post(s)
        return RETURNED_FALSE

    def demand_post(self, s: BoardState) -> None:
        """Look at the post-condition."""
        if s.reading.checks and not self.post(s):
            raise Undefined("the post-condition is broken, after the card was moved")

    def apply(self, s: BoardState) -> BoardState:
        t = moved(s, *self.places(s))
        self.demand_post(t)
        return t

    def out(self, s: BoardState, t: BoardState) -> bool:
        return True


def in_order(house: Cards) -> bool:
    """Is a house empty, or ordered?"""
    return isEmpty(house) or isOrdered(house)


class moveCardFromTableauToFoundation(DocumentMove):
    """From house `i` to foundation `j`."""

    i: tableauNumber
    j: foundationNumber

    source = "tableau", "i"
    target = "foundations", "j"

    def condition(self, s: BoardState) -> bool:
        source, target = self.places(s)
        return starts_or_follows(top(s, source), target.cards(s))

    def post(self, s: BoardState) -> bool:
        house, foundation = (place.cards(s) for place in self.places(s))
        return in_order(house) and isOrderedSuit(foundation, s.reading)


class moveCardFromTableauToTableau(DocumentMove):
    """From house `i` to house `j`; the branch for an empty house asks about house i (T1)."""

    i: tableauNumber
    j: tableauNumber

    source = "tableau", "i"
    target = "tableau", "j"

    def condition(self, s: BoardState) -> bool:
        source, target = self.places(s)
        if isEmpty(source.cards(s)):
            return top(s, source).card.rank == 1
        return builds(top(s, source), top(s, target))

    def post(self, s: BoardState) -> bool:
        source, target = (place.cards(s) for place in self.places(s))
        if s.reading.houses:  # T3 mended
            return isOrdered(source) and isOrdered(target)
        return isOrdered(source) and isOrderedSuit(target, s.reading)


class FromTableau(DocumentMove):
    """From a house onto a pile of the opponent."""

    i: tableauNumber
    source = "tableau", "i"

    def condition(self, s: BoardState) -> bool:
        card, under = (top(s, place) for place in self.places(s))
        # Refused when the suit differs *and* both numbers miss (T5).
        return card.card.suit == under.card.suit or _next(card, under)

    def post(self, s: BoardState) -> bool:
        return in_order(DocumentPile("tableau", self.i).cards(s))


class moveCardFromTableauToWaste(FromTableau):
    """From house `i` to the opponent's waste."""

    target = "opponent", "waste"


class moveCardFromTableauToReserve(FromTableau):
    """From house `i` to the opponent's reserve."""

    target = "opponent", "reserve"


class moveCardFromReserveToTableau(DocumentMove):
    """From the own reserve to house `i`."""

    i: tableauNumber

    source = "mover", "reserve"
    target = "tableau", "i"

    def pre(self, s: BoardState) -> bool:
        return not isEmpty(DocumentPile("tableau", self.i).cards(s))

    def condition(self, s: BoardState) -> bool:
        card, under = (top(s, place) for place in self.places(s))
        # Any lower number (T4).
        return _differ(card, under) and card.card.rank < under.card.rank

    def post(self, s: BoardState) -> bool:
        return isOrdered(DocumentPile("tableau", self.i).cards(s))


class moveCardFromReserveToFoundation(DocumentMove):
    """From the own reserve to foundation `i`."""

    i: foundationNumber

    source = "mover", "reserve"
    target = "foundations", "i"

    def pre(self, s: BoardState) -> bool:
        return s.turn is not None and super().pre(s)

    def condition(self, s: BoardState) -> bool:
        source, target = self.places(s)
        return starts_or_follows(top(s, source), target.cards(s))

    def post(self, s: BoardState) -> bool:
        return isOrderedSuit(DocumentPile("foundations", self.i).cards(s), s.reading)


class moveCardFromReserveToReserve(DocumentMove):
    """From the own reserve to the opponent's."""

    source = "mover", "reserve"
    target = "opponent", "reserve"

    def pre(self, s: BoardState) -> bool:
        return not any(isEmpty(place.cards(s)) for place in self.places(s))


class moveCardFromReserveToWaste(DocumentMove):
    """From the own reserve to the opponent's waste."""

    source = "mover", "reserve"
    target = "opponent", "waste"

    def pre(self, s: BoardState) -> bool:
        return s.turn is not None and not any(isEmpty(place.cards(s)) for place in self.places(s))

    def post(self, s: BoardState) -> bool:
        return not isEmpty(DocumentPile(s.opponent, "waste").cards(s))


MOVES = (
    moveCardFromTableauToFoundation,
    moveCardFromTableauToTableau,
    moveCardFromTableauToWaste,
    moveCardFromTableauToReserve,
    moveCardFromReserveToTableau,
    moveCardFromReserveToFoundation,
    moveCardFromReserveToReserve,
    moveCardFromReserveToWaste,
)


class fillInitialTableau(Routine[BoardState]):
    """Houses 1 to 4 from the hand of the first player, 5 to 8 from that of the second."""

    raises = ("pre",)

    def guards(self, s: BoardState) -> Guards:
        yield len(s.tableau) == 0 or PRE

    def apply(self, s: BoardState) -> BoardState:
        for player in ("firstPlayer", "secondPlayer"):
            hand = DocumentPile(player, "hand")
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
        pile = DocumentPile(self.onto, self.i)
        return pile.put(s, (FacedCard(self.c), *pile.cards(s)))


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
        pairs = [(DocumentPile("firstPlayer", "reserve"), DocumentPile("secondPlayer", "reserve"))]
        pairs += [(DocumentPile("tableau", i), DocumentPile("tableau", i + 4)) for i in range(1, 5)]
        for a, b in pairs:
            order = compare(top(s, a), top(s, b))
            if order:
                turn: Turn = "FirstPlayer" if order < 0 else "SecondPlayer"
                return replace(s, turn=turn)
        if s.reading.checks:
            raise Undefined("the post-condition is broken: it is nobody's turn")
        return s


class updatePoints(Routine[BoardState]):
    """Give the winner 30, one for each card in the other's hand and waste, two for each in the
    reserve; again at every call (C9)."""

    aside = True

    def apply(self, s: BoardState) -> BoardState:
        winner = winner_of(s)
        if winner is None:
            return s
        if winner == "FirstPlayer":
            return replace(s, firstPlayer=scored(s.firstPlayer, s.secondPlayer))
        return replace(s, secondPlayer=scored(s.secondPlayer, s.firstPlayer))


def scored(winner: PlayerPiles, loser: PlayerPiles) -> PlayerPiles:
    """Return the winner with the points of a game."""
    points = 30 + len(loser.hand) + len(loser.waste) + 2 * len(loser.reserve)
    return replace(winner, score=winner.score + points)


class isGameOver(QueryRoutine[BoardState]):
    """Return the winner, if there is one."""

    def out(self, s: BoardState, t: BoardState) -> Turn | None:
        return winner_of(s)


def winner_of(s: BoardState) -> Turn | None:
    """Return the player who has no card left; the first player, where neither has (C7)."""
    if s.firstPlayer.has_no_card:
        return "FirstPlayer"
    return "SecondPlayer" if s.secondPlayer.has_no_card else None


def outcome(s: BoardState) -> Outcome | None:
    """Return the answer of isGameOver; no operation asks it (T16)."""
    winner = winner_of(s)
    if winner is None:
        return None
    return won(Seat(int(winner == "SecondPlayer")), say("won", "isGameOver() is not nil"))


game: Game[BoardState] = Game(
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

CALLS: tuple[Event[BoardState], ...] = tuple(
    event for event in game.brute(BoardState()) if not event.aside
)
"""Every call that is a move; those for tests are never made by a player."""


def Board(state: BoardState | None = None) -> Instance[BoardState]:
    """A new board, or one with these variables; moves return true or false."""
    made = BoardState() if state is None else state
    return Instance(game, made, {"pre": pre, "inv": inv}, {"false": False})
