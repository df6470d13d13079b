"""FreeCell: bring every card home, in suit from ace to king.

All cards lie face up in the columns. A move takes one card: the last card of a column, or a card
in a free cell. The card may go to an empty free cell, onto a column whose last card is one higher
and of the other colour, onto an empty column, or home. An ace goes to an empty home, every other
card onto the next lower card of its suit. Several cards in sequence may move together if single
moves could do the same: at most (empty free cells + 1) cards, doubled for each empty column that
is not the target. Cards do not come back from home, and do not move from one free cell to another
(X7).

The rules are those of the document "Assignment 4, Part 1, Specification" (a module interface
specification of Card, Deck and Board). Its exceptions are the codes of refusals, in the order:
bounds, count, emptiness, capacity, card rules (M19). As in the document, events number places
from 0; messages to players count from 1.
"""

from ludex.kernel import Event, Guards, Query, Sentence, say
from ludex.parts.cards import Card, Rank, Suit
from ludex.parts.places import Nth, put

from ..rules import options
from .autoplay import Sending, allows, next_home, sent_home
from .dealing import Begin, Deal, NewGame, SetGameCells
from .options import Building
from .places import (
    Cell,
    Column,
    Count,
    Home,
    empty_cell,
    empty_column,
    is_cell,
    is_column,
    is_home,
)
from .state import (
    Pile,
    State,
    accepts,
    carried,
    is_run,
    takes,
)


class MoveGameToGame(Event[State]):
    """Move the last `count` cards of the column `source` onto the column `target`."""

    count: Count
    source: Column
    target: Column

    def guards(self, s: State) -> Guards:
        n, a, b = self.count, self.source, self.target
        yield from is_column(s, a)
        yield from is_column(s, b)
        yield a != b or say(
            "invalid_move", "Column {column} cannot be moved onto itself", column=Nth(a)
        )
        yield 1 <= n <= 13 or say(
            "invalid_move", "One to thirteen cards can be moved, not {count}", count=n
        )
        column = s.columns[a]
        yield column != () or empty_column(a)
        yield n <= len(column) or say(
            "invalid_move", "Column {column} has fewer than {count} cards", column=Nth(a), count=n
        )
        yield n <= carried(s, b) or say(
            "invalid_move",
            "Only {most} can be moved onto column {column} at once, not {count}",
            most=carried(s, b),
            column=Nth(b),
            count=n,
        )
        cards = column[-n:]
        yield is_run(s.rules, cards) or say(
            "invalid_move", "{cards} do not build on each other", cards=faces(cards)
        )
        yield from card_fits(s, cards[0], b)

    def apply(self, s: State) -> State:
        a, b = s.columns[self.source], s.columns[self.target]
        columns = put(s.columns, self.source, a[: -self.count])
        columns = put(columns, self.target, b + a[-self.count :])
        return State(s.rules, columns, s.cells, s.homes)


class MoveGameToHome(Event[State]):
    """Move the last card of the column `source` home, onto the pile `home`."""

    source: Column
    home: Home

    def guards(self, s: State) -> Guards:
        a, h = self.source, self.home
        yield from is_column(s, a)
        yield from is_home(s, h)
        yield s.columns[a] != () or empty_column(a)
        yield from home_takes(s, s.columns[a][-1], h)

    def apply(self, s: State) -> State:
        column = s.columns[self.source]
        homes = put(s.homes, self.home, (*s.homes[self.home], column[-1]))
        columns = put(s.columns, self.source, column[:-1])
        return State(s.rules, columns, s.cells, homes)


class MoveGameToFree(Event[State]):
    """Move the last card of the column `source` to a free cell, `cell`."""

    source: Column
    cell: Cell

    def guards(self, s: State) -> Guards:
        a, c = self.source, self.cell
        yield from is_column(s, a)
        yield from is_cell(s, c)
        yield s.columns[a] != () or empty_column(a)
        yield s.cells[c] is None or say(
            "invalid_move",
            "Free cell {cell} is taken, by {card}",
            cell=Nth(c),
            card=face(s.cells[c]),
        )

    def apply(self, s: State) -> State:
        column = s.columns[self.source]
        columns = put(s.columns, self.source, column[:-1])
        return State(s.rules, columns, put(s.cells, self.cell, column[-1]), s.homes)


class MoveFreeToGame(Event[State]):
    """Move the card in a free cell, `cell`, onto the column `target`."""

    cell: Cell
    target: Column

    def guards(self, s: State) -> Guards:
        c, b = self.cell, self.target
        yield from is_cell(s, c)
        yield from is_column(s, b)
        card = s.cells[c]
        if card is None:
            yield empty_cell(c)
        else:
            yield from card_fits(s, card, b)

    def apply(self, s: State) -> State:
        card, b = s.cells[self.cell], self.target
        assert card is not None
        columns = put(s.columns, b, (*s.columns[b], card))
        return State(s.rules, columns, put(s.cells, self.cell, None), s.homes)


class MoveFreeToHome(Event[State]):
    """Move the card in a free cell, `cell`, home, onto the pile `home`."""

    cell: Cell
    home: Home

    def guards(self, s: State) -> Guards:
        c, h = self.cell, self.home
        yield from is_cell(s, c)
        yield from is_home(s, h)
        card = s.cells[c]
        if card is None:
            yield empty_cell(c)
        else:
            yield from home_takes(s, card, h)

    def apply(self, s: State) -> State:
        card = s.cells[self.cell]
        assert card is not None
        homes = put(s.homes, self.home, (*s.homes[self.home], card))
        return State(s.rules, s.columns, put(s.cells, self.cell, None), homes)


class Autoplay(Event[State]):
    """Send cards home, the safe ones or all possible ones, until no more can go: `cards`."""

    cards: Sending

    def guards(self, s: State) -> Guards:
        yield s.rules.autoplay is not options.AutoplayScope.OFF or say(
            "autoplay_off", "Autoplay is off"
        )
        yield allows(s.rules, self.cards) or say(
            "only_safe", "Only safe cards go home by themselves"
        )
        yield next_home(s, self.cards) is not None or say(
            "none_goes_home",
            "No card can be sent home now ({cards})",
            cards=SENT[self.cards],
        )

    def apply(self, s: State) -> State:
        return sent_home(s, self.cards)


EMPTY = say("empty", "empty")
NOT_EMPTY = say("not_empty", "not empty")
WON = say("won", "won")
NOT_WON = say("not_won", "not won")


class IsEmptyGameCell(Query[State]):
    """Tell whether a column is empty."""

    column: Column

    def guards(self, s: State) -> Guards:
        yield from is_column(s, self.column)

    def answer(self, s: State) -> Sentence:
        empty = NOT_EMPTY if s.columns[self.column] else EMPTY
        words = "Column {column} is {empty}"
        return say("is_empty", words, column=Nth(self.column), empty=empty)


class IsEmptyFreeCell(Query[State]):
    """Tell whether a free cell is empty."""

    cell: Cell

    def guards(self, s: State) -> Guards:
        yield from is_cell(s, self.cell)

    def answer(self, s: State) -> Sentence:
        empty = NOT_EMPTY if s.cells[self.cell] else EMPTY
        words = "Free cell {cell} is {empty}"
        return say("is_empty", words, cell=Nth(self.cell), empty=empty)


class IsEmptyHomeCell(Query[State]):
    """Tell whether a home is empty."""

    home: Home

    def guards(self, s: State) -> Guards:
        yield from is_home(s, self.home)

    def answer(self, s: State) -> Sentence:
        empty = NOT_EMPTY if s.homes[self.home] else EMPTY
        words = "Home {home} is {empty}"
        return say("is_empty", words, home=Nth(self.home), empty=empty)


class WinGame(Query[State]):
    """Tell whether the game is won: every home holds thirteen cards."""

    def answer(self, s: State) -> Sentence:
        home = sum(map(len, s.homes))
        words = "The game is {won}: {home} of {cards} cards are home"
        if home == 1:
            words = "The game is {won}: {home} of {cards} cards is home"
        won = WON if s.is_won else NOT_WON
        return say("is_won", words, won=won, home=home, cards=s.rules.cards)


TRUE = say("true", "true")
FALSE = say("false", "false")


class SuitMatch(Query[State]):
    """Tell whether the suits `a` and `b` are of different colours (Q5)."""

    a: Suit
    b: Suit

    def answer(self, s: State) -> Sentence:
        return TRUE if self.a.colour != self.b.colour else FALSE


class RankMatch(Query[State]):
    """Tell whether the rank `a` is one above the rank `b` (Q6)."""

    a: Rank
    b: Rank

    def answer(self, s: State) -> Sentence:
        return TRUE if self.a - self.b == 1 else FALSE


class AvailableMoves(Query[State]):
    """Tell how many cards one move onto the column `target` may carry (Q3, Q4)."""

    target: Column

    def guards(self, s: State) -> Guards:
        yield from is_column(s, self.target)

    def answer(self, s: State) -> str:
        return str(carried(s, self.target))


class GetGameCells(Query[State]):
    """Show the cards of every column."""

    def answer(self, s: State) -> str:
        return shown(s.columns)


class GetFreeCells(Query[State]):
    """Show the card in every free cell."""

    def answer(self, s: State) -> str:
        return shown(tuple(() if card is None else (card,) for card in s.cells))


class GetHomeCells(Query[State]):
    """Show the cards of every home."""

    def answer(self, s: State) -> str:
        return shown(s.homes)


def shown(piles: tuple[Pile, ...]) -> str:
    """Write piles as the document does, as a sequence of sequences."""
    written = (f"[{', '.join(map(str, pile))}]" for pile in piles)
    return f"[{', '.join(written)}]"


EVENTS = (
    Deal,
    SetGameCells,
    Begin,
    MoveGameToGame,
    MoveGameToHome,
    MoveGameToFree,
    MoveFreeToGame,
    MoveFreeToHome,
    Autoplay,
    NewGame,
    IsEmptyGameCell,
    IsEmptyHomeCell,
    IsEmptyFreeCell,
    WinGame,
    SuitMatch,
    RankMatch,
    AvailableMoves,
    GetGameCells,
    GetFreeCells,
    GetHomeCells,
)
"""In the order in which they come in a game."""


# Guards that events share.


def card_fits(s: State, card: Card, column: int) -> Guards:
    """invalid_move, for a card onto a column (M7, M11)."""
    pile = s.columns[column]
    if pile:
        yield accepts(s.rules, pile, card) or does_not_go(card, pile[-1], s.rules.building)
    else:
        yield accepts(s.rules, pile, card) or say(
            "invalid_move",
            "Column {column} is empty: only a king goes there",
            column=Nth(column),
        )


def does_not_go(card: Card, last_card: Card, building: Building) -> Sentence:
    """invalid_move, for a card onto another."""
    return say(
        "invalid_move",
        "{card} does not go on {last_card}: {building}",
        card=card.face,
        last_card=last_card.face,
        building=BUILT[building],
    )


def home_takes(s: State, card: Card, home: int) -> Guards:
    """invalid_card on an empty home, invalid_move on any other (M13, M17)."""
    pile = s.homes[home]
    if pile:
        yield takes(pile, card) or say(
            "invalid_move",
            "{card} does not go home on {last_card}",
            card=card.face,
            last_card=pile[-1].face,
        )
    else:
        yield takes(pile, card) or say(
            "invalid_card",
            "Home {home} is empty: only an ace goes there",
            home=Nth(home),
        )


# How refusals name things.

SENT = {
    Sending.SAFE: say("safe", "safe"),
    Sending.ALL: say("all", "all"),
}

BUILT = {
    Building.COLOURS: say("colours", "one lower, in the other colour"),
    Building.SUIT: say("suit", "one lower, in the same suit"),
}


def face(card: Card | None) -> str:
    """Return the card as a reason names it."""
    return "nothing" if card is None else card.face


def faces(cards: Pile) -> str:
    """Some cards as a reason names them."""
    return " ".join(card.face for card in cards)
