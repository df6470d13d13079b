"""The eight moves of the board, each with its pre-condition, its condition and its post.

An operation that returns false is refused here, in that word; a pre-condition that does not hold
refuses too. The post-condition is looked at after every call, also one that returned false,
and one that is broken or has no value leaves the call undefined.
"""

from typing import ClassVar, Final

from ludex.kernel import Guards, Sentence, say
from ludex.study.documents.routine import Routine, Undefined

from .deck import (
    Cards,
    Shown,
    isEmpty,
    isOrdered,
    isOrderedSuit,
)
from .state import (
    INV,
    PRE,
    BoardState,
    Place,
    foundationNumber,
    moved,
    tableauNumber,
    top,
)

RETURNED_FALSE: Final = say("false", "false")


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


def in_order(house: Cards) -> bool:
    """Is a house empty, or ordered?"""
    return isEmpty(house) or isOrdered(house)


class moveCardFromTableauToFoundation(Move):
    """From house `i` to foundation `j`."""

    i: tableauNumber
    j: foundationNumber

    def places(self, s: BoardState) -> tuple[Place, Place]:
        return Place("tableau", self.i), Place("foundations", self.j)

    def condition(self, s: BoardState) -> bool:
        source, target = self.places(s)
        return starts_or_follows(top(s, source), target.cards(s))

    def post(self, s: BoardState) -> bool:
        house, foundation = (place.cards(s) for place in self.places(s))
        return in_order(house) and isOrderedSuit(foundation, s.reading)


class moveCardFromTableauToTableau(Move):
    """From house `i` to house `j`; the branch for an empty house asks about house i (T1)."""

    i: tableauNumber
    j: tableauNumber

    def places(self, s: BoardState) -> tuple[Place, Place]:
        return Place("tableau", self.i), Place("tableau", self.j)

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
    onto: ClassVar[str]

    def places(self, s: BoardState) -> tuple[Place, Place]:
        return Place("tableau", self.i), Place(s.opponent, self.onto)

    def condition(self, s: BoardState) -> bool:
        card, under = (top(s, place) for place in self.places(s))
        # Refused when the suit differs *and* both numbers miss (T5).
        return card.card.suit == under.card.suit or _next(card, under)

    def post(self, s: BoardState) -> bool:
        return in_order(Place("tableau", self.i).cards(s))


class moveCardFromTableauToWaste(FromTableau):
    """From house `i` to the opponent's waste."""

    onto = "waste"


class moveCardFromTableauToReserve(FromTableau):
    """From house `i` to the opponent's reserve."""

    onto = "reserve"


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
        return s.turn is not None and super().pre(s)

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


class moveCardFromReserveToWaste(Move):
    """From the own reserve to the opponent's waste."""

    def places(self, s: BoardState) -> tuple[Place, Place]:
        return Place(s.mover, "reserve"), Place(s.opponent, "waste")

    def pre(self, s: BoardState) -> bool:
        return s.turn is not None and not any(isEmpty(place.cards(s)) for place in self.places(s))

    def post(self, s: BoardState) -> bool:
        return not isEmpty(Place(s.opponent, "waste").cards(s))


MOVES: Final = (
    moveCardFromTableauToFoundation,
    moveCardFromTableauToTableau,
    moveCardFromTableauToWaste,
    moveCardFromTableauToReserve,
    moveCardFromReserveToTableau,
    moveCardFromReserveToFoundation,
    moveCardFromReserveToReserve,
    moveCardFromReserveToWaste,
)
