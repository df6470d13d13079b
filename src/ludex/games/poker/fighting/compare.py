"""The winner, and the reason in words: two hands by the ranking of poker, or by the document.

By poker's ranking both hands come from one pack, so a card that both hold is refused,
unless it is on the board they share. By value (`ludex.games.poker.fighting.event_b`) a common
card is no error, and hands may have any number of cards.
"""

import csv
from collections.abc import Callable, Iterable, Iterator, Sequence

from ..rules import NotCards, cards, rank_name, text, to_document
from . import event_b
from .event_b import ERROR, FAIR, FIRST, SetOrder
from .rules.comparison import HandVerdict, verdict

Judge = Callable[[str, str], HandVerdict]
"""A way to compare two hands that are given as text."""


def compare(first: str, second: str, board: str = "") -> HandVerdict:
    """Compare two hands, given as text, by the ranking of poker.

    "Two pair, kings and fours, beats a pair of aces."
    """
    a, b, common = cards(first), cards(second), cards(board)
    if len(a) != len(b):
        raise NotCards(f"{len(a)} cards against {len(b)}: the hands must be of one size")
    if both := set(a) & set(b):
        raise NotCards(f"{text(sorted(both))} is in both hands")
    return verdict((*a, *common), (*b, *common))


def compare_by_value(first: str, second: str, key: SetOrder = SetOrder.AXIOMS) -> HandVerdict:
    """Compare two hands, given as text, in the document's order."""
    return verdict_by_value(document_cards(first), document_cards(second), key)


def verdict_by_value(a: Sequence[int], b: Sequence[int], key: SetOrder) -> HandVerdict:
    """Compare two lists of the document's ids; an error has its reason in words."""
    winner = event_b.compare(a, b, key)
    if winner == ERROR:
        return HandVerdict(ERROR, _why_not(a, b))
    if winner == FAIR:
        return HandVerdict(FAIR, "a tie: the values are the same")
    hands = (a, b) if winner == FIRST else (b, a)
    won, lost = (_values(hand, key) for hand in hands)
    if key is SetOrder.AXIOMS and event_b.has_ace(a) != event_b.has_ace(b):
        lost += ", which has no ace"
    return HandVerdict(winner, f"{won} beats {lost}")


def _why_not(a: Sequence[int], b: Sequence[int]) -> str:
    for hand in (a, b):
        for i in hand:
            if not event_b.is_card(i):
                return f"{i} is not a card: the document's ids run from 1 to 52"
        if not event_b.is_unique(hand):
            return "a card appears twice"
    return f"{len(a)} cards against {len(b)}: the hands must be of one size"


def _values(hand: Sequence[int], key: SetOrder) -> str:
    """The values in the order in which they count."""
    order = event_b.KEYS[key](hand)
    heights = order if key is SetOrder.ACE_HIGH else order[1:]
    return "-".join(rank_name((height - 2) % 13) for height in heights)


def document_ids(words: str) -> tuple[int, ...]:
    """The document's ids 1..52 as they are written, separated by blanks."""
    found = words.split()
    if not all(w.isascii() and w.isdecimal() and len(w) < 4 for w in found):
        raise NotCards(f"{words[:60]!r} are not ids: write numbers from 1 to 52")
    return tuple(map(int, found))


def document_cards(words: str) -> tuple[int, ...]:
    """The document's ids of cards as players write them."""
    return tuple(map(to_document, cards(words)))


def pairs_of_file(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The pairs of hands in a CSV file whose header names `hand1` and `hand2`."""
    rows = _rows(lines)
    header = [word.strip() for word in next(rows, [])]
    if not {"hand1", "hand2"} <= set(header):
        raise NotCards("the first line of the file must name hand1 and hand2")
    for column in ("hand1", "hand2"):
        if header.count(column) > 1:
            raise NotCards(f"the first line of the file names {column} twice")
    first, second = header.index("hand1"), header.index("hand2")
    longest = max(first, second)
    for row in rows:
        if row:
            yield (row[first], row[second]) if len(row) > longest else ("?", "?")


def _rows(lines: Iterable[str]) -> Iterator[list[str]]:
    """A row a line: a quote that is left open must not swallow the rows after it."""
    reader = csv.reader(lines, strict=True)
    try:
        for number, row in enumerate(reader, start=1):
            if reader.line_num > number:
                raise NotCards(f"line {number}: a quote is not closed")
            yield row
    except csv.Error as problem:
        raise NotCards(f"the file is no CSV: {problem}") from None


def winners(pairs: Iterable[tuple[str, str]], judge: Judge) -> Iterator[int]:
    """0, 1, 2 or -1 for each pair of hands, as a way to compare them has it."""
    for first, second in pairs:
        try:
            yield judge(first, second).winner
        except NotCards:
            yield ERROR
