"""Boards as text, as fc-solve, PySolFC and Solvitaire read and write them, and our JSON.

Reading lists everything that is wrong with a board, each with its line, not only the
first thing: whoever typed fifty-two cards wants to mend them in one go.
"""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from ludex.kernel import Unreadable
from ludex.parts.cards import Card, Rank, Suit

from ..rules.deals import Board, laid_out
from ..rules.options import Rules
from ..rules.state import State, set_up

_HOMES = ("foundations:", "founds:")
_CELLS = ("freecells:", "fc:")


class Problem(NamedTuple):
    """Something wrong with a text; line 0 means the text as a whole."""

    line: int
    text: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.text}" if self.line else self.text


def plain_text(board: Board) -> str:
    """Return the board as fc-solve reads it: a line for each column, the bottom card first.

    Cells and homes stand above the columns, and only when there is something in them.
    """
    return _text(board, "Foundations:", "Freecells:")


def pysol_text(board: Board) -> str:
    """Return the board as PySolFC exports it."""
    return _text(board, "Founds:", "FC:")


def json_text(board: Board) -> str:
    """Return the board as JSON: columns, cells (null when empty), a count for each home."""
    return json.dumps(
        {
            "columns": [list(map(_face, column)) for column in board.columns],
            "cells": [None if card is None else _face(card) for card in board.cells],
            "homes": [
                {"suit": Suit(i % 4).letter, "cards": count} for i, count in enumerate(board.homes)
            ],
        }
    )


def _text(board: Board, homes: str, cells: str) -> str:
    lines = []
    if any(board.homes):
        tops = [
            f"{suit.letter}-{_home_text(count)}"
            for pack in range(len(board.homes) // 4)
            for suit in (Suit.HEART, Suit.CLUB, Suit.DIAMOND, Suit.SPADE)
            for count in (board.homes[4 * pack + suit],)
        ]
        lines.append(f"{homes} {' '.join(tops)}")
    if any(board.cells):
        faces = ["-" if card is None else _face(card) for card in board.cells]
        lines.append(f"{cells} {' '.join(faces)}")
    lines += [" ".join(map(_face, column)) or ":" for column in board.columns]
    return "\n".join(lines) + "\n"


def _face(card: Card) -> str:
    """Return the card without its pack, which no other program writes."""
    return card.rank.letter + card.suit.letter


def _home_text(count: int) -> str:
    return Rank(count).letter if count else "0"


def read_board(text: str, rules: Rules) -> Board | tuple[Problem, ...]:
    """Return the board in any of the formats, or all that is wrong with it."""
    text = text.removeprefix("\ufeff")
    draft = _BoardDraft(rules)
    if text.lstrip().startswith("{"):
        if not _read_json(text, draft):
            return tuple(draft.problems)
    else:
        _read_lines(text, draft)
    return draft.board()


def read_state(start: State, text: str) -> State | Unreadable:
    """Return the state of a board in any of the formats; all that is wrong with it is told."""
    board = read_board(text, start.rules)
    if isinstance(board, Board):
        return set_up(start.rules, board)
    return Unreadable(tuple(map(str, board)))


@dataclass(slots=True)
class _BoardDraft:
    """A board while it is read: what was found, and where."""

    rules: Rules
    columns: list[list[Card]] = field(default_factory=list)
    cells: list[Card | None] = field(default_factory=list)
    homes: dict[int, int] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    places: dict[Card, list[str]] = field(default_factory=dict)

    def wrong(self, line: int, text: str) -> None:
        self.problems.append(Problem(line, text))

    def card(self, word: object, line: int, place: str) -> Card | None:
        """Return the card written as `word`; packs are told apart when the board is whole."""
        card = Card.parse(word) if isinstance(word, str) else None
        where = "" if line else f"{place}: "
        if card is None or card.pack:
            self.wrong(line, f"{where}{word!r} is not a card")
            return None
        places = self.places.setdefault(card, [])
        places.append(place)
        if len(places) > self.rules.packs:
            before = " and ".join(places[:-1])
            self.wrong(line, f"{where}{card.face} is already on {before}")
        return card

    def home(self, suit: Suit, count: int, line: int) -> None:
        """The next home of `suit` holds `count` cards."""
        for i in range(suit, self.rules.homes, len(Suit)):
            if i not in self.homes:
                self.homes[i] = count
                return
        self.wrong(line, f"{suit.symbol} is given a home too many")

    def board(self) -> Board | tuple[Problem, ...]:
        """Return the finished board, once nothing is wrong with it."""
        homes = tuple(self.homes.get(i, 0) for i in range(self.rules.homes))
        at_home = Counter(
            Card(Suit(i % 4), Rank(rank))
            for i, count in enumerate(homes)
            for rank in range(1, count + 1)
        )
        self._count_cards(at_home)
        if self.problems:
            return tuple(sorted(self.problems, key=lambda p: (p.line == 0, p.line)))

        def numbered(card: Card) -> Card:
            """Return the next copy of the card, counting on from those that are home."""
            at_home[card] += 1
            return Card(card.suit, card.rank, at_home[card] - 1)

        columns = [tuple(map(numbered, column)) for column in self.columns]
        columns += [()] * (self.rules.columns - len(columns))
        cells = [None if card is None else numbered(card) for card in self.cells]
        cells += [None] * (self.rules.cells - len(cells))
        return Board(tuple(columns), tuple(cells), homes)

    def _count_cards(self, home: Counter[Card]) -> None:
        """Every card is there as often as there are packs."""
        missing = []
        for suit in Suit:
            for rank in Rank:
                card = Card(suit, rank)
                seen = len(self.places.get(card, ()))
                if home[card] and home[card] + seen > self.rules.packs >= seen:
                    self.wrong(0, f"{card.face} is home and also on {self.places[card][0]}")
                missing += [card] * (self.rules.packs - home[card] - seen)
        if missing:
            faces = " ".join(card.face for card in missing)
            self.wrong(0, f"{len(missing)} missing: {faces}")


_BoardRow = tuple[int, str]
"""The number and the text of a line that stands for a column; a blank one may stand for nothing."""


def _read_lines(text: str, draft: _BoardDraft) -> None:
    """The formats of fc-solve and PySolFC, and all cards in deal order on one line."""
    rows: list[_BoardRow] = []
    for line, row in enumerate(text.splitlines(), start=1):
        text = row.strip()
        head, colon, after = text.partition(":")
        head = head.lower() + colon
        if head in _HOMES:
            _read_homes(after.split(), line, draft)
        elif head in _CELLS:
            _read_cells(after.split(), line, draft)
        elif not text.startswith("#"):
            rows.append((line, text))
    _read_rows(_trimmed(rows, draft.rules.columns), draft)


def _trimmed(rows: list[_BoardRow], columns: int) -> list[_BoardRow]:
    """Return the rows without empty lines at the end or before the first column."""
    while rows and not rows[-1][1]:
        rows = rows[:-1]
    while len(rows) > columns and not rows[0][1]:
        rows = rows[1:]
    return rows


def _read_rows(rows: list[_BoardRow], draft: _BoardDraft) -> None:
    columns = draft.rules.columns
    split = [(line, text.removeprefix(":").split()) for line, text in rows]
    if len(split) == 1 and len(split[0][1]) == draft.rules.cards:
        _read_deal(*split[0], draft)
        return
    for line, words in split[:columns]:
        cards = [draft.card(word, line, f"line {line}") for word in words]
        draft.columns.append([card for card in cards if card])
    for line, words in split[columns:]:
        if words:
            there = f"there are only {columns} columns"
            draft.wrong(line, f"{there}, so {' '.join(words)!r} has no place")


def _read_homes(words: list[str], line: int, draft: _BoardDraft) -> None:
    """Homes as `H-5 C-A S-0 D-K`."""
    for word in words:
        suit = next((s for s in Suit if s.letter == word[:1].upper()), None)
        count = _home_count(word[2:].upper())
        if suit is None or count is None or word[1:2] != "-":
            draft.wrong(line, f"{word!r} is not a home, such as H-5 or S-0")
        else:
            draft.home(suit, count, line)


def _home_count(word: str) -> int | None:
    if word == "0":
        return 0
    card = Card.parse(f"{word}S")
    return None if card is None else int(card.rank)


def _read_cells(words: list[str], line: int, draft: _BoardDraft) -> None:
    """Cells as cards, and `-` or `--` for an empty one."""
    for word in words:
        card = None if word.strip("-") == "" else draft.card(word, line, f"line {line}")
        draft.cells.append(card)
    _count_cells(line, draft)


def _count_cells(line: int, draft: _BoardDraft) -> None:
    if len(draft.cells) > draft.rules.cells:
        cells = f"{len(draft.cells)} free cells are given"
        draft.wrong(line, f"{cells}, but there are only {draft.rules.cells}")


def _read_deal(line: int, words: list[str], draft: _BoardDraft) -> None:
    cards = [draft.card(word, line, f"line {line}") for word in words]
    dealt = [card for card in cards if card]
    if len(dealt) == draft.rules.cards:
        board = laid_out(dealt, draft.rules)
        draft.columns = [list(column) for column in board.columns]
        draft.cells = list(board.cells)


def _read_json(text: str, draft: _BoardDraft) -> bool:
    """Our own JSON, or Solvitaire's with its `tableau piles`; was there a board in it?"""
    try:
        found: object = json.loads(text)
    except json.JSONDecodeError as error:
        draft.wrong(error.lineno, f"this is not JSON: {error.msg}")
        return False
    except (ValueError, RecursionError):  # numbers or nestings beyond all measure
        draft.wrong(0, "this is not JSON that can be read")
        return False
    assert isinstance(found, dict)
    piles = found.get("columns", found.get("tableau piles"))
    if not isinstance(piles, list):
        draft.wrong(0, 'there is no list of "columns" (or "tableau piles")')
        return False
    if len(piles) > draft.rules.columns:
        columns = f"{len(piles)} columns are given"
        draft.wrong(0, f"{columns}, but there are only {draft.rules.columns}")
    for number, pile in enumerate(piles, start=1):
        place = f"column {number}"
        if not isinstance(pile, list):
            draft.wrong(0, f"{place} is not a list of cards")
            continue
        cards = [draft.card(word, 0, place) for word in pile]
        draft.columns.append([card for card in cards if card])
    for word in _list(found, "cells", draft):
        empty = word is None or word in ("", "-")
        draft.cells.append(None if empty else draft.card(word, 0, "a free cell"))
    _count_cells(0, draft)
    for home in _list(found, "homes", draft):
        _read_json_home(home, draft)
    return True


def _read_json_home(home: object, draft: _BoardDraft) -> None:
    if isinstance(home, dict):
        letter, count = home.get("suit"), home.get("cards")
        suit = next((s for s in Suit if s.letter == letter), None)
        if isinstance(count, bool) or not isinstance(count, int):
            suit, count = None, 0
        if suit is not None and 0 <= count <= len(Rank):
            draft.home(suit, count, 0)
            return
    draft.wrong(0, f'{home!r} is not a home, such as {{"suit": "H", "cards": 5}}')


def _list(found: dict[object, object], name: str, draft: _BoardDraft) -> Iterator[object]:
    value = found.get(name, [])
    if isinstance(value, list):
        yield from value
    else:
        draft.wrong(0, f'"{name}" is not a list')
