"""Love letter in small: two players, ten cards; be the last in the round, or hold the highest card.

One card is put aside unseen, and each player has one. In turn a player draws a card and plays one of
the two. When no card is left to draw, the higher card wins. A handmaid protects her player until their
next turn: cards played against them do nothing.
"""

from dataclasses import dataclass, replace
from enum import Enum
from typing import Annotated

from ludex.bots import Thinking

from ludex.kernel import (  # isort: skip
    CHANCE, Chance, Dice, Event, Game, Guards, Outcome, Seat, Start, Whole, drawn, won,
)  # fmt: skip
from ludex.table import Drawing, Layout, Looks, Piece, Shown, TablePlace, Zone

Card = Enum("Card", "GUARD PRIEST BARON HANDMAID PRINCE KING COUNTESS PRINCESS")
CARDS = tuple(Card)


@dataclass(frozen=True, slots=True)
class Rules:
    guards: Annotated[int, Whole(1, 5), "How many guards are in the pack?"] = 3


@dataclass(frozen=True, slots=True)
class Hand:
    """What a player holds; None is no card, or one that the seat may not see."""

    held: Card | None = None
    drawn: Card | None = None
    size: int = 0
    is_known: bool = False  # does the other player know the card that is held?
    is_safe: bool = False
    is_out: bool = False


@dataclass(frozen=True, slots=True)
class State:
    guards: int
    aside: Card | None = None
    is_aside: bool = False  # is a card put aside?
    first: Hand = Hand()
    second: Hand = Hand()
    played: tuple[Card, ...] = ()
    turn: Seat = Seat(0)

    def hand(self, seat: int) -> Hand:
        return self.second if seat else self.first

    @property
    def mine(self) -> Hand:
        return self.hand(self.turn)

    @property
    def other(self) -> Hand:
        return self.hand(1 - self.turn)

    def with_hands(self, mine: Hand, other: Hand) -> "State":
        """The state with other hands, of the player on turn first."""
        first, second = (other, mine) if self.turn else (mine, other)
        return replace(self, first=first, second=second)


class Draw(Chance[State]):
    """Draw a card: first the one that is put aside, then one for each player, then one each turn."""

    card: Card

    def guards(self, s: State) -> Guards:
        yield in_pack(s, self.card) > 0 or "that card is not in the pack"

    def weight(self, s: State) -> int:
        return in_pack(s, self.card)

    def apply(self, s: State) -> State:
        if is_fresh(s):
            return replace(s, aside=self.card, is_aside=True)
        if s.first.size == 0:
            return replace(s, first=replace(s.first, held=self.card, size=1))
        if s.second.size == 0:
            return replace(s, second=replace(s.second, held=self.card, size=1))
        return s.with_hands(replace(s.mine, drawn=self.card, size=2, is_safe=False), s.other)


class PlayGuard(Event[State]):
    """Play a guard and name `card`, any but a guard: an opponent who holds it is out."""

    card: Card

    def guards(self, s: State) -> Guards:
        yield from has(s, Card.GUARD)
        yield self.card is not Card.GUARD or "name another card than a guard"

    def apply(self, s: State) -> State:
        t = left(s, Card.GUARD)
        is_hit = t.other.held is self.card and not t.other.is_safe
        return passed(out(t) if is_hit else t)


class PlayPriest(Event[State]):
    """Play a priest, and look at your opponent's card."""

    def guards(self, s: State) -> Guards:
        yield from has(s, Card.PRIEST)

    def apply(self, s: State) -> State:
        t = left(s, Card.PRIEST)
        other = t.other if t.other.is_safe else replace(t.other, is_known=True)
        return passed(t.with_hands(t.mine, other))


class PlayBaron(Event[State]):
    """Play a baron: you compare hands with your opponent, and who holds the lower card is out."""

    def guards(self, s: State) -> Guards:
        yield from has(s, Card.BARON)

    def apply(self, s: State) -> State:
        t = left(s, Card.BARON)
        if t.other.is_safe:
            return passed(t)
        mine, other = replace(t.mine, is_known=True), replace(t.other, is_known=True)
        t = t.with_hands(mine, other)
        if rank(mine) == rank(other):
            return passed(t)
        return passed(out(t) if rank(mine) > rank(other) else out_myself(t))


class PlayHandmaid(Event[State]):
    """Play a handmaid: until your next turn, your opponent's cards do nothing to you."""

    def guards(self, s: State) -> Guards:
        yield from has(s, Card.HANDMAID)

    def apply(self, s: State) -> State:
        t = left(s, Card.HANDMAID)
        return passed(t.with_hands(replace(t.mine, is_safe=True), t.other))


class PlayPrince(Event[State]):
    """Play a prince: your opponent discards their card and draws another; who so discards the
    princess is out. If no card is left to draw, the one that was put aside is taken."""

    def guards(self, s: State) -> Guards:
        yield from has(s, Card.PRINCE)
        yield from no_countess(s)

    def apply(self, s: State) -> State:
        t = left(s, Card.PRINCE)
        card = t.other.held
        if t.other.is_safe or card is None:
            return passed(t)
        if card is Card.PRINCESS:
            return passed(out(t))
        t = replace(t, played=(*t.played, card))
        empty = t.with_hands(t.mine, replace(t.other, held=None, size=0, is_known=False))
        if pack(empty) > 0:
            return passed(empty)
        other = replace(t.other, held=t.aside, is_known=False)
        return passed(replace(t.with_hands(t.mine, other), aside=None, is_aside=False))


class PlayKing(Event[State]):
    """Play a king, and exchange the card that you keep for your opponent's."""

    def guards(self, s: State) -> Guards:
        yield from has(s, Card.KING)
        yield from no_countess(s)

    def apply(self, s: State) -> State:
        t = left(s, Card.KING)
        if t.other.is_safe:
            return passed(t)
        mine = replace(t.mine, held=t.other.held, is_known=True)
        return passed(t.with_hands(mine, replace(t.other, held=t.mine.held, is_known=True)))


class PlayCountess(Event[State]):
    """Play the countess; with a king or a prince beside her you must."""

    def guards(self, s: State) -> Guards:
        yield from has(s, Card.COUNTESS)

    def apply(self, s: State) -> State:
        return passed(left(s, Card.COUNTESS))


class PlayPrincess(Event[State]):
    """Play the princess: you are out."""

    def guards(self, s: State) -> Guards:
        yield from has(s, Card.PRINCESS)

    def apply(self, s: State) -> State:
        return passed(out_myself(left(s, Card.PRINCESS)))


def has(s: State, card: Card) -> Guards:
    """Is this card in the hand of the player on turn?"""
    yield card in (s.mine.held, s.mine.drawn) or f"you have no {card.name.lower()}"


def no_countess(s: State) -> Guards:
    yield Card.COUNTESS not in (s.mine.held, s.mine.drawn) or "play the countess"


def is_fresh(s: State) -> bool:
    """Is no card dealt yet?"""
    return not s.is_aside and not s.played and s.first.size == 0


def left(s: State, card: Card) -> State:
    """The player on turn has played a card, and keeps the other."""
    mine = s.mine
    if mine.drawn is card:
        kept, is_known = mine.held, mine.is_known
    else:
        kept, is_known = mine.drawn, False
    hand = replace(mine, held=kept, drawn=None, size=1, is_known=is_known)
    return replace(s.with_hands(hand, s.other), played=(*s.played, card))


def passed(s: State) -> State:
    return replace(s, turn=Seat(1 - s.turn))


def out(s: State) -> State:
    """The opponent of the player on turn is out."""
    return s.with_hands(s.mine, replace(s.other, is_out=True))


def out_myself(s: State) -> State:
    return s.with_hands(replace(s.mine, is_out=True), s.other)


def rank(hand: Hand) -> int:
    return 0 if hand.held is None else hand.held.value


def copies(s: State, card: Card) -> int:
    """How many of this card are in the game?"""
    return s.guards if card is Card.GUARD else 1


def in_pack(s: State, card: Card) -> int:
    """How many of this card can still be drawn, as far as the others are seen?"""
    shown = s.aside, s.first.held, s.first.drawn, s.second.held, s.second.drawn
    return copies(s, card) - s.played.count(card) - shown.count(card)


def pack(s: State) -> int:
    """How many cards are left to draw?"""
    return s.guards + len(CARDS) - 1 - len(s.played) - s.first.size - s.second.size - s.is_aside


def is_drawing(s: State) -> bool:
    """Is a card to be drawn?"""
    return is_fresh(s) or s.first.size == 0 or s.second.size == 0 or s.mine.size < 2


def outcome(s: State) -> Outcome | None:
    if s.first.is_out or s.second.is_out:
        return won(Seat(int(s.first.is_out)), "the other player is out")
    if is_fresh(s) or s.first.size != 1 or s.second.size != 1 or pack(s) > 0:
        return None
    if rank(s.first) == rank(s.second):
        return drawn(2, "equal cards")
    return won(Seat(int(rank(s.first) < rank(s.second))), "the higher card")


def view(s: State, seat: Seat) -> State:
    """A player sees their own hand, and the opponent's card if it was shown."""
    if outcome(s) is not None:
        return s
    hands = tuple(
        hand
        if whose == seat
        else replace(hand, held=hand.held if hand.is_known and seat in (0, 1) else None, drawn=None)
        for whose, hand in enumerate((s.first, s.second))
    )
    return replace(s, aside=None, first=hands[0], second=hands[1])


def imagine(s: State, _: Seat, dice: Dice) -> State:
    """The cards that are not seen are dealt at random."""
    rest = [card for card in CARDS for _ in range(in_pack(s, card))]
    dice.shuffle(rest)
    hands = []
    for hand in (s.first, s.second):
        held = rest.pop() if hand.held is None and hand.size > 0 else hand.held
        second = rest.pop() if hand.drawn is None and hand.size > 1 else hand.drawn
        hands.append(replace(hand, held=held, drawn=second))
    aside = rest.pop() if s.is_aside and s.aside is None and rest else s.aside
    return replace(s, aside=aside, first=hands[0], second=hands[1])


def names(hand: Hand) -> str:
    cards = (hand.held, hand.drawn)[: hand.size]
    return " ".join("?" if card is None else card.name.lower() for card in cards)


def text(s: State) -> str:
    played = " ".join(card.name.lower() for card in s.played)
    return f"1: {names(s.first)}\n2: {names(s.second)}\nplayed: {played}\npack: {pack(s)}"


FACE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 50 70"><rect x="1" y="1" width="48" height="68" '
    'rx="4" fill="{}" stroke="#6d1b2a" stroke-width="1.5"/><text x="25" y="30" font-size="24" '
    'text-anchor="middle" fill="#6d1b2a">{}</text><text x="25" y="54" font-size="10" '
    'text-anchor="middle" fill="#3a1017">{}</text></svg>'
)
DRAWINGS = {
    **{
        f"letter:{card.name.lower()}": Drawing(
            svg=FACE.format("#fbf1e4", card.value, card.name.capitalize()), sign=f"{card.value}"
        )
        for card in CARDS
    },
    "letter:back": Drawing(svg=FACE.format("#a8324a", "", ""), sign="?"),
}
EMBLEM = tuple(Shown(f"letter:{card}", 1.1 * i - 1.6, 0.6) for i, card in enumerate(("guard", "priest", "princess")))  # fmt: skip


def pieces(key: str, cards: tuple[Card | None, ...]) -> tuple[Piece, ...]:
    names = ("back" if card is None else card.name.lower() for card in cards)
    return tuple(Piece(f"{key}/{i}", f"letter:{n}", n) for i, n in enumerate(names))


def zones(s: State, seat: Seat) -> tuple[Zone, ...]:
    """A player's own hand is below, the other above, the played cards between them."""
    mine = max(0, seat)
    found = []
    for whose, y in ((1 - mine, 0.0), (mine, 3.2)):
        hand = s.hand(whose)
        place = TablePlace(f"hand {whose + 1}", "hand", 1.5, y, Layout.ROW, span=2, seat=whose + 1)
        caption = "safe" if hand.is_safe else ""
        cards = (hand.held, hand.drawn)[: hand.size]
        found.append(place.holding(pieces(place.key, cards), caption=caption))
    middle = TablePlace("played", "cards played", 1.2, 1.6, Layout.FAN_RIGHT, span=4)
    stock = TablePlace("pack", "pack", 0, 1.6)
    found.append(middle.holding(pieces("played", s.played)))
    back = (None,) * min(1, max(0, pack(s)))
    return (*found, stock.holding(pieces("pack", back), caption=f"{pack(s)}"))


game = Game(
    name="love-letter", title="Love letter, in small", summary="Be the last, or hold the highest card.",
    players=(2, 2), start=Start(lambda rules: State(rules.guards), {"standard": Rules(), "whole": Rules(5)}),
    events=(Draw, PlayGuard, PlayPriest, PlayBaron, PlayHandmaid, PlayPrince, PlayKing, PlayCountess, PlayPrincess),
    turn=lambda s: CHANCE if is_drawing(s) else s.turn,
    outcome=outcome, view=view, text=text,
    looks=Looks(drawings=DRAWINGS, emblem=EMBLEM, zones=zones),
    thinking=Thinking(imagine=imagine),
    sometimes={"a player is out": lambda s: s.first.is_out or s.second.is_out},
    always={"nobody is owed a card": lambda s: pack(s) >= 0},
)  # fmt: skip
