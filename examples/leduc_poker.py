"""Leduc hold'em: six cards, a private one each, one on the board, two rounds of betting.

Each player antes one chip. A raise is two chips in the first round and four in the second, after
a card was turned on the board. A pair with the board wins, else the higher rank; equal ranks share.
"""

from dataclasses import dataclass, replace
from enum import Enum

from ludex.bots import Thinking

from ludex.kernel import (  # isort: skip
    CHANCE, Chance, Dice, Event, Game, Guards, Outcome, Seat, Start, drawn, won,
)  # fmt: skip

Card = Enum("Card", "JH JS QH QS KH KS")
Said = Enum("Said", "CALL RAISE FOLD")
RAISES = (2, 4)


@dataclass(frozen=True, slots=True)
class State:
    cards: tuple[Card | None, ...] = ()  # None: a card that the seat may not see
    board: Card | None = None
    rounds: tuple[tuple[Said, ...], ...] = ((),)  # what was said in each of them
    chips: tuple[int, int] = (1, 1)
    turn: Seat = Seat(0)

    @property
    def is_called(self) -> bool:
        """Is the betting of this round over?"""
        return len(self.rounds[-1]) > 1 and self.rounds[-1][-1] is Said.CALL

    def saying(self, said: Said, chips: int) -> "State":
        """The player on turn says it, and has so many chips in the pot."""
        pot = (self.chips[0], chips) if self.turn else (chips, self.chips[1])
        rounds = (*self.rounds[:-1], (*self.rounds[-1], said))
        return replace(self, rounds=rounds, chips=pot, turn=Seat(1 - self.turn))


class Deal(Chance[State]):
    """Deal a private card to each player in turn; later, one on the board for both."""

    card: Card

    def guards(self, s: State) -> Guards:
        yield self.card not in s.cards or "that card is dealt already"

    def apply(self, s: State) -> State:
        if len(s.cards) < 2:
            return replace(s, cards=(*s.cards, self.card))
        return replace(s, board=self.card, rounds=(*s.rounds, ()), turn=Seat(0))


class Fold(Event[State]):
    """Give up the pot."""

    def guards(self, s: State) -> Guards:
        yield s.chips[0] != s.chips[1] or "there is no raise to fold to"

    def apply(self, s: State) -> State:
        return s.saying(Said.FOLD, s.chips[s.turn])


class Call(Event[State]):
    """Put in as much as the other player; where nobody has raised, that is a check."""

    def apply(self, s: State) -> State:
        return s.saying(Said.CALL, max(s.chips))


class Raise(Event[State]):
    """Put in two chips more than the other player; in the second round, four."""

    def guards(self, s: State) -> Guards:
        yield s.rounds[-1].count(Said.RAISE) < 2 or "a round has two raises at most"

    def apply(self, s: State) -> State:
        return s.saying(Said.RAISE, max(s.chips) + RAISES[len(s.rounds) - 1])


def strength(card: Card | None, board: Card | None) -> int:
    mine, shown = (c.name[0] if c else " " for c in (card, board))
    return " JQK".index(mine) + 3 * (mine == shown)


def outcome(s: State) -> Outcome | None:
    folded = Said.FOLD in s.rounds[-1]
    if not folded and not (s.is_called and s.board):
        return None
    first, second = (strength(card, s.board) for card in s.cards)
    if not folded and first == second:
        return drawn(2, "equal hands share the pot", (0, 0))
    winner = s.turn if folded else Seat(first < second)
    lost = s.chips[1 - winner]  # by the other player
    reason = "the other player folded" if folded else "the better hand wins"
    return won(winner, reason, (-lost, lost) if winner else (lost, -lost))


def view(s: State, seat: Seat) -> State:
    shown = s.is_called and s.board
    cards = (c if shown or i == seat else None for i, c in enumerate(s.cards))
    return replace(s, cards=tuple(cards))


def imagine(s: State, _: Seat, dice: Dice) -> State:
    rest = [card for card in Card if card not in (*s.cards, s.board)]
    return replace(s, cards=tuple(card or dice.choice(rest) for card in s.cards))


def text(s: State) -> str:
    cards = " ".join(card.name if card else "?" for card in (*s.cards, s.board))
    said = " / ".join(" ".join(word.name.lower() for word in r) for r in s.rounds)
    return f"{s.chips} {cards} {said}".rstrip()


game = Game(
    name="leduc-poker", title="Leduc hold'em", players=(2, 2), start=Start.fixed(State()),
    summary="Two rounds of betting with one card each and one on the board.",
    events=(Deal, Fold, Call, Raise), outcome=outcome, view=view, text=text,
    turn=lambda s: CHANCE if len(s.cards) < 2 or s.is_called else s.turn,
    sometimes={"a pair": lambda s: any(strength(c, s.board) > 3 for c in s.cards)},
    thinking=Thinking(imagine=imagine),
)  # fmt: skip
