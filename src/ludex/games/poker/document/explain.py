"""The axioms that decide between two hands: the chain of them, a link for each comparison.

Exactly one rule of comparison applies to each pair of sets; compareSetCard_FR leads to the
next pair, every other ends the chain. By poker's ranking the companion contexts of the
document, Ranking and Fighting, take hands apart and compare the parts by value.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..fighting import event_b
from ..fighting.event_b import ERROR, FAIR
from ..rules import CARDS, from_document, to_document
from ..rules import Hand as Ranked
from .formula import Constant, Related
from .semantics import RULES, Hand, applies, rest
from .tower import parts

RECURSION = "compareSetCard_FR"


class ChainLink(NamedTuple):
    """Two sets, the rule that applies to them, and what it comes to."""

    first: Hand
    second: Hand
    rule: str
    why: str
    """The helpers' statements on both sets, each with its axiom."""

    result: int | None
    """The winner; None when the next link decides."""


def chain(first: Sequence[int], second: Sequence[int]) -> Iterator[ChainLink]:
    """Return how two lists of the document's ids are compared, link by link."""
    a, b = frozenset(first), frozenset(second)
    for side, hand in ((1, first), (2, second)):
        if not event_b.is_unique(hand):  # as sets they would lose what is wrong
            rule = f"compareSetCard_F0{side}"
            why = f"isUnique_F2: hand {side} holds a card twice"
            yield ChainLink(a, b, rule, why, ERROR)
            return
    while True:
        (rule,) = [rule for rule in RULES if applies(rule, a, b)]
        yield ChainLink(a, b, rule, _why(rule, a, b), _result(rule))
        if rule != RECURSION:
            return
        a, b = rest(a), rest(b)


def _result(rule: str) -> int | None:
    """Return what a rule says that a comparison comes to; None, if it leads to another."""
    conclusion = RULES[rule][1]
    assert isinstance(conclusion, Related)
    return conclusion.right.value if isinstance(conclusion.right, Constant) else None


def _why(rule: str, a: Hand, b: Hand) -> str:
    """The values that its premise looks at."""
    if rule == "compareSetCard_F00":
        return f"{len(a)} cards against {len(b)}"
    if rule == "compareSetCard_F0":
        return "isEmpty_F: no card is left on either side"
    aces = [str(event_b.has_ace(hand)).upper() for hand in (a, b)]
    said = f"isA_F: {aces[0]}, {aces[1]}"
    if aces[0] == aces[1]:
        tops = [event_b.get_max(hand) for hand in (a, b)]
        said += f"; getMax_Func: {tops[0]}, {tops[1]}"
    if rule == RECURSION:
        said += f"; getMax_Card_F: {set_text(a - rest(a))}, {set_text(b - rest(b))}"
    return said


def set_text(hand: Hand) -> str:
    """A set as it is written, the highest value first, the ace counting 1."""
    order = sorted(hand, key=lambda i: (-event_b.get_value(i), i))
    return f"{{{', '.join(CARDS[from_document(i)] for i in order)}}}"


def by_value(first: Sequence[int], second: Sequence[int]) -> Iterator[str]:
    """The chain as lines."""
    for link in chain(first, second):
        pair = f"{set_text(link.first)} v {set_text(link.second)}"
        result = "" if link.result is None else f" = {link.result}"
        yield f"  {link.rule}{result}: {pair}"
        yield f"      {link.why}"


def by_ranking(first: Sequence[int], second: Sequence[int]) -> Iterator[str]:
    """Return how poker's ranking uses the axioms: kinds of hands first, then their parts."""
    one, other = Ranked.of(first), Ranked.of(second)
    if one.category is not other.category:
        yield (
            f"  {one.category} v {other.category}: the kinds of hands decide,"
            " and the axioms do not define them"
        )
        return
    yield f"  {one.category} on both sides: the parts are compared by value"
    for pair in zip(parts(one), parts(other), strict=True):
        a, b = (sorted(map(to_document, part)) for part in pair)
        yield from by_value(a, b)
        if event_b.compare(a, b) != FAIR:
            return
