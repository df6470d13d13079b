"""The notation of cards: `As`, ids 0..51, the document's ids 1..52.

Inside, a card is its id, 4 x rank + suit: rank 0 deuce to 12 ace, suit 0 clubs, 1
diamonds, 2 hearts, 3 spades. Everything else is read into that at the edge, and a text
or number that is no card is a `NotCards` with a reason a player can read.
"""

from collections.abc import Iterable, Sequence

RANKS = "23456789TJQKA"
SUITS = "cdhs"
CARDS = tuple(rank + suit for rank in RANKS for suit in SUITS)
"""The fifty-two cards as they are written, in the order of their ids."""

_SYMBOLS = ("♣♧", "♦♢", "♥♡", "♠♤")
_DOCUMENT_SUITS = (2, 1, 0, 3)  # hearts, diamonds, clubs, spades, as our suits
_SEPARATORS = str.maketrans("", "", " \t\r\n,;/|-_[](){}\ufe0e\ufe0f")


class NotCards(ValueError):
    """The input is no card, no hand, or holds a card twice; the text says which."""


def _spellings() -> dict[str, int]:
    known: dict[str, int] = {}
    for i, (rank, suit) in enumerate((r, s) for r in RANKS for s in SUITS):
        suits = (suit, suit.upper(), *_SYMBOLS[i % 4])
        ranks = {rank, rank.lower()} | ({"10"} if rank == "T" else set())
        known |= {r + s: i for r in ranks for s in suits}
    return known


_SPELLINGS = _spellings()


def card(text: str) -> int:
    """The id of one card: `As`, `aS`, `10s`, `A♠`."""
    found = _SPELLINGS.get(text.translate(_SEPARATORS))
    if found is None:
        raise NotCards(f"{text!r} is not a card: write rank and suit, as in As or Td")
    return found


def cards(text: str) -> tuple[int, ...]:
    """The ids of cards in a row: `AsKh`, `As Kh`, `A♠ 10♥`; a card twice is refused."""
    return distinct(_read(text))


def _read(text: str) -> list[int]:
    known = _SPELLINGS
    try:  # the usual form, two letters each, is read at full speed
        return [known[text[i : i + 2]] for i in range(0, len(text), 2)]
    except KeyError:
        pass
    bare = text.translate(_SEPARATORS)
    found, i = [], 0
    while i < len(bare):
        n = 3 if bare.startswith("10", i) else 2
        piece = bare[i : i + n]
        if piece not in known:
            raise NotCards(
                f"{piece!r} in {text!r} is not a card: write rank and suit, as in As or Td"
            )
        found.append(known[piece])
        i += n
    return found


def distinct(ids: Sequence[int]) -> tuple[int, ...]:
    """`ids` as they are, if each is a card and none appears twice."""
    for i in ids:
        if i not in _IDS:
            raise NotCards(f"{i!r} is not a card: ids run from 0 to 51")
    if len(set(ids)) < len(ids):
        twice = next(i for i in ids if ids.count(i) > 1)
        raise NotCards(f"{CARDS[twice]} appears twice")
    return tuple(ids)


_IDS = range(52)


def text(ids: Iterable[int]) -> str:
    """Cards as they are written, `AsKh`."""
    return "".join(CARDS[i] for i in ids)


def from_document(number: int) -> int:
    """The id of the document's card 1..52 (suit blocks, hearts first, ace first)."""
    if number not in range(1, 53):
        raise NotCards(f"{number!r} is not a card: the document's ids run from 1 to 52")
    block, value = divmod(number - 1, 13)
    return (value - 1) % 13 * 4 + _DOCUMENT_SUITS[block]


def to_document(i: int) -> int:
    """The document's number 1..52 of the card with id `i`."""
    rank, suit = divmod(i, 4)
    return _DOCUMENT_SUITS.index(suit) * 13 + (rank + 1) % 13 + 1
