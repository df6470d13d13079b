"""Ranges: the hands a player may hold, `QQ+, AKs, A5s-A2s, 76o, AsKh, 50%(JJ, TT)`.

AA  AK  AKs  AKo    a pair; any, suited, offsuit cards of two ranks
QQ+                 that pair and the higher ones
ATs+                the same high card, the other from ten up to below it
A5s-A2s  QQ-99      everything between; 98s-65s keeps the gap
AsKh                two cards
50%(...)            the hands in the brackets half as often
any                 any two cards (also `random`, `??`)
"""

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import combinations
from math import gcd, lcm
from typing import NamedTuple

from ..rules import RANKS, NotCards, cards

Hole = tuple[int, int]
"""The two cards of one player."""

ALL_HOLES: tuple[Hole, ...] = tuple((high, low) for low, high in combinations(range(52), 2))
"""The 1326 pairs of cards, the higher id first."""

KINDS = tuple(
    2 * RANKS[row]
    if row == column
    else f"{RANKS[max(row, column)]}{RANKS[min(row, column)]}{'os'[row > column]}"
    for row in range(13)
    for column in range(13)
)
"""The 169 kinds of starting hands, in a square: the suited ones below the pairs, the others above."""

ANY = frozenset({"any", "random", "??", "????", "*"})

_KIND = re.compile(r"([2-9TJQKA])([2-9TJQKA])([so]?)", re.IGNORECASE)
_SHARE = re.compile(r"(\d+(?:\.\d+)?)%\s*\(([^()]*)\)")


class Range(NamedTuple):
    """Pairs of cards, each with a weight: how often it is held beside the others."""

    holes: tuple[Hole, ...]
    weights: tuple[int, ...]

    @classmethod
    def of(cls, text: str) -> "Range":
        """Read a range; text that is none is refused with a reason."""
        if hole := _two_cards(text):
            return cls((hole,), (1,))
        shares: dict[Hole, Fraction] = {}
        for share, part in _parts(text):
            for hole in _holes(part):
                if shares.setdefault(hole, share) != share:
                    raise NotCards(f"{part!r} is in the range with two weights")
        if not shares:
            raise NotCards(f"the range {text!r} is empty")
        # The same shares as the smallest whole numbers
        whole = lcm(*(share.denominator for share in shares.values()))
        weights = [int(share * whole) for share in shares.values()]
        common = gcd(*weights)
        return cls(tuple(shares), tuple(weight // common for weight in weights))

    def without(self, dead: Iterable[int]) -> "Range":
        """Return what is left of the range when the cards `gone` cannot be held."""
        cards_gone = set(dead)
        holes = {
            hole: weight
            for hole, weight in zip(self.holes, self.weights, strict=True)
            if cards_gone.isdisjoint(hole)
        }
        return Range((*holes,), (*holes.values(),))


ANY_TWO = Range(ALL_HOLES, (1,) * len(ALL_HOLES))
"""Any two cards: a player of whom nothing is known."""


def kind_of(first: int, second: int) -> int:
    """The kind of two cards: a place in `KINDS`."""
    a, b = first // 4, second // 4
    high, low = max(a, b), min(a, b)
    return 13 * high + low if first % 4 == second % 4 else 13 * low + high


def _parts(text: str) -> Iterator[tuple[Fraction, str]]:
    """The hands of a range one by one, each with its share."""
    rest = text
    while found := _SHARE.search(rest):
        before, rest = rest[: found.start()], rest[found.end() :]
        share = Fraction(found[1]) / 100
        if not 0 < share <= 1:
            raise NotCards(f"{found[1]}% is not a weight: write more than 0 and at most 100")
        yield from ((Fraction(1), part) for part in _split(before))
        yield from ((share, part) for part in _split(found[2]))
    if any(sign in rest for sign in "()%"):
        raise NotCards(f"{rest.strip()!r} is not part of a range: write 50%(QQ, AKs)")
    yield from ((Fraction(1), part) for part in _split(rest))


def _split(text: str) -> list[str]:
    return [part for part in re.split(r"[,;\s]+", re.sub(r"\s*-\s*", "-", text)) if part]


def _holes(part: str) -> tuple[Hole, ...]:
    """The pairs of cards that one part of a range names."""
    if part.lower() in ANY:
        return ALL_HOLES
    if part.endswith("+") and (one := _KIND.fullmatch(part[:-1])):
        return _span(_Kind.of(one), _Kind.of(one).top())
    first, dash, last = part.partition("-")
    one, other = _KIND.fullmatch(first), _KIND.fullmatch(last)
    if one and not dash:
        return _Kind.of(one).holes()
    if one and other:
        return _span(_Kind.of(one), _Kind.of(other))
    try:
        two = cards(part)
    except NotCards as reason:
        raise NotCards(f"{part!r} is not part of a range: {reason}") from None
    if len(two) != 2:
        raise NotCards(f"{part!r} is not part of a range: a player holds two cards")
    return ((max(two), min(two)),)


def _two_cards(text: str) -> Hole | None:
    """The pair of cards, if that is all the text has: `As Kh`, `A♠K♥`."""
    if not any(suit in text.lower() for suit in "cdhs♣♦♥♠♧♢♡♤") or "," in text:
        return None
    try:
        two = cards(text)
    except NotCards:
        return None
    return (max(two), min(two)) if len(two) == 2 else None


class _Kind(NamedTuple):
    """One or two of the 169 kinds of starting hands: `AKs`, or `AK` for both."""

    high: int
    low: int
    suits: str

    @classmethod
    def of(cls, found: re.Match[str]) -> "_Kind":
        first, second = (RANKS.index(found[i].upper()) for i in (1, 2))
        suits = found[3].lower()
        if first == second and suits:
            raise NotCards(f"{found[0]!r} is not a kind of hand: a pair has no s or o")
        return cls(max(first, second), min(first, second), suits)

    def top(self) -> "_Kind":
        """Return where `+` ends: aces, or the rank below the high card."""
        if self.high == self.low:
            return _Kind(12, 12, "")
        return _Kind(self.high, self.high - 1, self.suits)

    def holes(self) -> tuple[Hole, ...]:
        return tuple(
            hole
            for hole in ALL_HOLES
            if (hole[0] // 4, hole[1] // 4) == (self.high, self.low)
            and (not self.suits or (hole[0] % 4 == hole[1] % 4) == (self.suits == "s"))
        )

    def __str__(self) -> str:
        return RANKS[self.high] + RANKS[self.low] + self.suits


def _span(a: _Kind, b: _Kind) -> tuple[Hole, ...]:
    """Everything from `a` to `b`: the high card stays, or the gap does."""
    least, most = sorted((a, b))
    steps = most.low - least.low
    if a.suits != b.suits or steps < 0 or most.high - least.high not in (0, steps):
        raise NotCards(f"{a}-{b} is not a span: keep the high card or the gap")
    climb = 1 if most.high > least.high else 0
    return tuple(
        hole
        for i in range(steps + 1)
        for hole in _Kind(least.high + i * climb, least.low + i, a.suits).holes()
    )
