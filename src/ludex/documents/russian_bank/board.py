"""The class Board: its variables, its eight moves with pre and post, the first turn, the score.

`createStartingBoard` and `changePlayer` are comments in the document, and so are not here.

An operation that returns false is refused here, in that word; a pre-condition that does not hold
refuses too. The post-condition is looked at after every call, also one that returned false,
and one that is broken or has no value leaves the call undefined.
"""

from dataclasses import dataclass, field, replace
from typing import Annotated, Final, Literal, NamedTuple

from ludex.documents.freecell.card import AnyCard
from ludex.documents.routine import Asking, Instance, Routine, Undefined, at
from ludex.documents.russian_bank.deck import (
    WRITTEN,
    Cards,
    Reading,
    Shown,
    compare,
    hd,
    isEmpty,
    isOrdered,
    isOrderedSuit,
    turnUpTopCard,
)
from ludex.documents.russian_bank.signals import inv, pre
from ludex.kernel import (
    Event,
    Game,
    Guards,
    Outcome,
    Seat,
    Sentence,
    Speed,
    Start,
    Whole,
    say,
    won,
)

Turn = Literal["FirstPlayer", "SecondPlayer"]
tableauNumber = Annotated[int, Whole(1, 8)]
foundationNumber = Annotated[int, Whole(1, 8)]

RETURNED_FALSE: Final = say("false", "false")
PRE: Final = say("pre", "the pre-condition does not hold")
INV: Final = say("inv", "the invariant of the type does not hold: 1 to 8")


@dataclass(frozen=True, slots=True)
class Player:
    """The piles of a player; the pack that they were dealt from is not kept (D7)."""

    score: int = 0
    reserve: Cards = ()
    waste: Cards = ()
    hand: Cards = ()


@dataclass(frozen=True, slots=True)
class BoardState:
    """The variables of a board; houses and foundations are there as far as they were made."""

    firstPlayer: Player = field(default_factory=Player)
    secondPlayer: Player = field(default_factory=Player)
    foundations: tuple[Cards, ...] = ()
    tableau: tuple[Cards, ...] = ()
    turn: Turn | None = None
    reading: Reading = WRITTEN

    @property
    def mover(self) -> str:
        """Whose reserve a move takes: without a turn it is the second player's (T11)."""
        return "firstPlayer" if self.turn == "FirstPlayer" else "secondPlayer"

    @property
    def opponent(self) -> str:
        """The other."""
        return "secondPlayer" if self.turn == "FirstPlayer" else "firstPlayer"


class Place(NamedTuple):
    """A pile of a board: `tableau` and a number, or a player and `reserve`."""

    of: str
    which: int | str

    def cards(self, s: BoardState) -> Cards:
        """What lies there."""
        if isinstance(self.which, str):
            found: Cards = getattr(getattr(s, self.of), self.which)
            return found
        return at(getattr(s, self.of), self.which - 1, self.of)

    def put(self, s: BoardState, cards: Cards) -> BoardState:
        """The board with another pile there."""
        if isinstance(self.which, str):
            player = replace(getattr(s, self.of), **{self.which: cards})
            return replace(s, **{self.of: player})
        piles: tuple[Cards, ...] = getattr(s, self.of)
        i = self.which - 1
        piles = (*piles[:i], cards, *piles[i + 1 :])
        if self.of == "tableau":
            return replace(s, tableau=piles)
        return replace(s, foundations=piles)

    def __str__(self) -> str:
        if isinstance(self.which, str):
            return f"{self.of}.{self.which}"
        return f"{self.of}({self.which})"


def top(s: BoardState, place: Place) -> Shown:
    """getTopCard."""
    return hd(place.cards(s), str(place))


def moved(s: BoardState, source: Place, target: Place) -> BoardState:
    """The top card of one pile on another; covered and uncovered cards are toggled (F1)."""
    card, (_, *rest) = top(s, source), source.cards(s)
    under, left = target.cards(s), tuple(rest)
    if s.reading.meant:
        card = Shown(card.card, up=True)
        left = (Shown(left[0].card, up=True), *left[1:]) if left else left
    else:
        under = turnUpTopCard(under, str(target)) if under else under
        left = turnUpTopCard(left, str(source)) if left else left
    return target.put(source.put(s, left), (card, *under))


# The conditions of the moves.


def starts_or_follows(card: Shown, pile: Cards) -> bool:
    """On a foundation: an ace first, then one higher in suit."""
    if isEmpty(pile):
        return card.card.rank == 1
    under = pile[0].card
    return card.card.suit == under.suit and card.card.rank == under.rank + 1


def neighbours(card: Shown, under: Shown) -> bool:
    """On an opponent's pile: one higher or lower, in suit."""
    return card.card.suit == under.card.suit and _next(card, under)


def _next(card: Shown, under: Shown) -> bool:
    return abs(card.card.rank - under.card.rank) == 1


def builds(card: Shown, under: Shown) -> bool:
    """On a house: one lower, in the other colour."""
    return card.card.rank == under.card.rank - 1 and _differ(card, under)


def _differ(card: Shown, under: Shown) -> bool:
    return card.card.colour != under.card.colour


def meant(card: Shown | None, pile: Cards, target: Place) -> bool:
    """What a move is meant to ask, wherever the card comes from."""
    if card is None:
        return False
    if target.of == "foundations":
        return starts_or_follows(card, pile)
    if target.of == "tableau":
        return isEmpty(pile) or builds(card, pile[0])
    return not isEmpty(pile) and neighbours(card, pile[0])


class Move(Routine[BoardState]):
    """One of the eight moves: where from, where to, when, and what holds afterwards."""

    raises = ("pre", "inv")

    def places(self, s: BoardState) -> tuple[Place, Place]:
        """Source and target."""
        raise NotImplementedError

    def pre(self, s: BoardState) -> bool:
        """The pre-condition."""
        raise NotImplementedError

    def condition(self, s: BoardState) -> bool:
        """Does it return true?"""
        raise NotImplementedError

    def post(self, s: BoardState) -> bool:
        """The post-condition, of the board afterwards."""
        return True

    def guards(self, s: BoardState) -> Guards:
        numbers = [getattr(self, one.name) for one in self.fields()]
        yield all(1 <= number <= 8 for number in numbers) or INV
        yield (s.reading.meant or self.pre(s)) or PRE
        yield self.holds(s) or self.returned_false(s)

    def holds(self, s: BoardState) -> bool:
        """The condition as it is written, or as it is meant."""
        if not s.reading.meant:
            return self.condition(s)
        source, target = self.places(s)
        pile = source.cards(s)
        if s.turn is None:
            return False
        return meant(pile[0] if pile else None, target.cards(s), target)

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


def is_turn(s: BoardState) -> bool:
    """Is it somebody's turn?"""
    return s.turn is not None


class moveCardFromTableauToFoundation(Move):
    """From house `i` to foundation `j`."""

    i: tableauNumber
    j: foundationNumber

    def places(self, s: BoardState) -> tuple[Place, Place]:
        return Place("tableau", self.i), Place("foundations", self.j)

    def pre(self, s: BoardState) -> bool:
        return not isEmpty(Place("tableau", self.i).cards(s))

    def condition(self, s: BoardState) -> bool:
        source, target = self.places(s)
        return starts_or_follows(top(s, source), target.cards(s))

    def post(self, s: BoardState) -> bool:
        house, foundation = (place.cards(s) for place in self.places(s))
        return (isEmpty(house) or isOrdered(house)) and isOrderedSuit(
            foundation, s.reading
        )


class moveCardFromTableauToTableau(Move):
    """From house `i` to house `j`; the branch for an empty house asks about house i (T1)."""

    i: tableauNumber
    j: tableauNumber

    def places(self, s: BoardState) -> tuple[Place, Place]:
        return Place("tableau", self.i), Place("tableau", self.j)

    def pre(self, s: BoardState) -> bool:
        return not isEmpty(Place("tableau", self.i).cards(s))

    def condition(self, s: BoardState) -> bool:
        source, target = self.places(s)
        if isEmpty(source.cards(s)):
            return top(s, source).card.rank == 1
        return builds(top(s, source), top(s, target))

    def post(self, s: BoardState) -> bool:
        source, target = (place.cards(s) for place in self.places(s))
        return isOrdered(source) and isOrderedSuit(target, s.reading)


class FromTableau(Move):
    """From a house onto a pile of the opponent."""

    i: tableauNumber

    def pre(self, s: BoardState) -> bool:
        return not isEmpty(Place("tableau", self.i).cards(s))

    def condition(self, s: BoardState) -> bool:
        card, under = (top(s, place) for place in self.places(s))
        # Refused when the suit differs *and* both numbers miss (T5).
        return card.card.suit == under.card.suit or _next(card, under)

    def post(self, s: BoardState) -> bool:
        house = Place("tableau", self.i).cards(s)
        return isEmpty(house) or isOrdered(house)


class moveCardFromTableauToWaste(FromTableau):
    """From house `i` to the opponent's waste."""

    def places(self, s: BoardState) -> tuple[Place, Place]:
        return Place("tableau", self.i), Place(s.opponent, "waste")


class moveCardFromTableauToReserve(FromTableau):
    """From house `i` to the opponent's reserve."""

    def places(self, s: BoardState) -> tuple[Place, Place]:
        return Place("tableau", self.i), Place(s.opponent, "reserve")


class moveCardFromReserveToTableau(Move):
    """From the own reserve to house `i`."""

    i: tableauNumber

    def places(self, s: BoardState) -> tuple[Place, Place]:
        return Place(s.mover, "reserve"), Place("tableau", self.i)

    def pre(self, s: BoardState) -> bool:
        return not isEmpty(Place("tableau", self.i).cards(s))

    def condition(self, s: BoardState) -> bool:
        card, under = (top(s, place) for place in self.places(s))
        # Any lower number (T4).
        return _differ(card, under) and card.card.rank < under.card.rank

    def post(self, s: BoardState) -> bool:
        return isOrdered(Place("tableau", self.i).cards(s))


class moveCardFromReserveToFoundation(Move):
    """From the own reserve to foundation `i`."""

    i: foundationNumber

    def places(self, s: BoardState) -> tuple[Place, Place]:
        return Place(s.mover, "reserve"), Place("foundations", self.i)

    def pre(self, s: BoardState) -> bool:
        return is_turn(s) and not isEmpty(Place(s.mover, "reserve").cards(s))

    def condition(self, s: BoardState) -> bool:
        source, target = self.places(s)
        return starts_or_follows(top(s, source), target.cards(s))

    def post(self, s: BoardState) -> bool:
        return isOrderedSuit(Place("foundations", self.i).cards(s), s.reading)


class moveCardFromReserveToReserve(Move):
    """From the own reserve to the opponent's."""

    def places(self, s: BoardState) -> tuple[Place, Place]:
        return Place(s.mover, "reserve"), Place(s.opponent, "reserve")

    def pre(self, s: BoardState) -> bool:
        return not any(isEmpty(place.cards(s)) for place in self.places(s))

    def condition(self, s: BoardState) -> bool:
        card, under = (top(s, place) for place in self.places(s))
        return neighbours(card, under)


class moveCardFromReserveToWaste(Move):
    """From the own reserve to the opponent's waste."""

    def places(self, s: BoardState) -> tuple[Place, Place]:
        return Place(s.mover, "reserve"), Place(s.opponent, "waste")

    def pre(self, s: BoardState) -> bool:
        return is_turn(s) and not any(isEmpty(p.cards(s)) for p in self.places(s))

    def condition(self, s: BoardState) -> bool:
        card, under = (top(s, place) for place in self.places(s))
        return neighbours(card, under)

    def post(self, s: BoardState) -> bool:
        return not isEmpty(Place(s.opponent, "waste").cards(s))


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


class addCardToTableau(Routine[BoardState]):
    """For tests: `c`, face down, on house `i`."""

    aside = True
    raises = ("inv",)
    i: tableauNumber
    c: AnyCard

    def guards(self, s: BoardState) -> Guards:
        yield 1 <= self.i <= 8 or INV

    def apply(self, s: BoardState) -> BoardState:
        house = Place("tableau", self.i)
        return house.put(s, (Shown(self.c), *house.cards(s)))


class addCardToFoundation(Routine[BoardState]):
    """For tests: `c`, face down, on foundation `i`."""

    aside = True
    raises = ("inv",)
    i: foundationNumber
    c: AnyCard

    def guards(self, s: BoardState) -> Guards:
        yield 1 <= self.i <= 8 or INV

    def apply(self, s: BoardState) -> BoardState:
        foundation = Place("foundations", self.i)
        return foundation.put(s, (Shown(self.c), *foundation.cards(s)))


class setFirstTurn(Routine[BoardState]):
    """The lower card begins: of the reserves, then of houses 1 and 5, 2 and 6, 3 and 7, 4 and 8."""

    raises = ("pre",)

    def guards(self, s: BoardState) -> Guards:
        yield s.turn is None or PRE

    def apply(self, s: BoardState) -> BoardState:
        first, second = (
            Place("firstPlayer", "reserve"),
            Place("secondPlayer", "reserve"),
        )
        pairs = [(first, second)]
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
        loser = s.secondPlayer if winner == "FirstPlayer" else s.firstPlayer
        points = 30 + len(loser.hand) + len(loser.waste) + 2 * len(loser.reserve)
        if winner == "FirstPlayer":
            player = replace(s.firstPlayer, score=s.firstPlayer.score + points)
            return replace(s, firstPlayer=player)
        player = replace(s.secondPlayer, score=s.secondPlayer.score + points)
        return replace(s, secondPlayer=player)


class isGameOver(Asking[BoardState]):
    """Who has won, if anybody has."""

    def out(self, s: BoardState, t: BoardState) -> Turn | None:
        return winner_of(s)


def winner_of(s: BoardState) -> Turn | None:
    """Who has no card left; the first player, where neither has (C7)."""
    if not (s.firstPlayer.hand or s.firstPlayer.reserve or s.firstPlayer.waste):
        return "FirstPlayer"
    if not (s.secondPlayer.hand or s.secondPlayer.reserve or s.secondPlayer.waste):
        return "SecondPlayer"
    return None


def outcome(s: BoardState) -> Outcome | None:
    """What isGameOver says; no operation asks it (T16)."""
    winner = winner_of(s)
    if winner is None:
        return None
    return won(
        Seat(int(winner == "SecondPlayer")), say("won", "isGameOver() is not nil")
    )


def candidates(_: BoardState) -> tuple[Event[BoardState], ...]:
    """Every call that is a move; those for tests are never made by a player."""
    return MOVES


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
        moveCardFromTableauToFoundation,
        moveCardFromTableauToTableau,
        moveCardFromTableauToWaste,
        moveCardFromTableauToReserve,
        moveCardFromReserveToTableau,
        moveCardFromReserveToFoundation,
        moveCardFromReserveToReserve,
        moveCardFromReserveToWaste,
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
    speed=Speed(candidates=candidates),
)

MOVES: Final = tuple(event for event in game.brute(BoardState()) if not event.aside)


def Board(state: BoardState | None = None) -> Instance[BoardState]:
    """A new board, or one with these variables; moves return true or false."""
    made = BoardState() if state is None else state
    return Instance(game, made, {"pre": pre, "inv": inv}, {"false": False})
