"""The judgement of other people's programs that compare hands: 0, 1, 2 or -1 a line.

The input is a CSV file whose header names `hand1` and `hand2`; with `compare` poker's ranking
decides, with `compare-value` the order of the Event-B document.
"""

from collections.abc import Callable

from ludex.kernel import Dice, Unreadable
from ludex.registry import Filter, PrintedPart

from ..fighting import compare as judge
from ..fighting.event_b import ERROR, FAIR, SECOND
from ..rules import Hand, NotCards, text

ROWS = 20
"""Of an input that is made by chance."""

NO_HANDS = "not_hands"


Order = Callable[[str, str], tuple[int, str, str]]
"""The winner, the rule that decides, and the reason in words."""


def _rows(given: str, order: Order) -> tuple[PrintedPart, ...] | Unreadable:
    try:
        pairs = [*judge.pairs_of_file(given.splitlines(keepends=True))]
    except NotCards as problem:
        return Unreadable((str(problem),))
    parts = []
    for number, (first, second) in enumerate(pairs, start=1):
        try:
            winner, rule, because = order(first, second)
        except NotCards as problem:
            winner, rule, because = ERROR, NO_HANDS, str(problem)
        about = f"row {number}: {first} v {second}"
        told = f"{rule.replace('_', ' ')} decides"
        parts.append(PrintedPart(about, f"{winner}\n", rule, told, because))
    return tuple(parts)


def _by_ranking(first: str, second: str) -> tuple[int, str, str]:
    """Return who wins, the category that decides, and why in words."""
    verdict = judge.compare(first, second)
    best = Hand.of(second if verdict.winner == SECOND else first)
    rule = best.category.name.lower() if verdict.winner else "tie"
    return verdict.winner, rule, str(verdict.words)


def _by_value(first: str, second: str) -> tuple[int, str, str]:
    verdict = judge.compare_by_value(first, second)
    rule = {FAIR: "tie", ERROR: NO_HANDS}.get(verdict.winner, "value")
    return verdict.winner, rule, str(verdict.words)


def _pairs(dice: Dice) -> str:
    """Pairs of hands of five, some of them no hands."""
    lines = ["hand1,hand2"]
    for _ in range(ROWS):
        pack = [*range(52)]
        dealt = [pack.pop(dice.below(len(pack))) for _ in range(10)]
        mark = dice.below(12)
        if mark == 0:
            dealt[9] = dealt[0]  # a card that both hold
        one, other = text(dealt[:5]), text(dealt[5:])
        lines.append(f"{one},{other if mark != 1 else other[:-2]}")
    return "".join(f"{line}\n" for line in lines)


def _printed(rows: tuple[PrintedPart, ...] | Unreadable) -> str:
    return str(rows) if isinstance(rows, Unreadable) else "".join(row.text for row in rows)


def _filter(name: str, summary: str, order: Order) -> Filter:
    return Filter(
        name=name,
        summary=summary,
        right=lambda given, _: _rows(given, order),
        generate=_pairs,
        run=lambda given, _: _printed(_rows(given, order)),
        suffix=".csv",
    )


FILTERS = (
    _filter("compare", "two hands a row: 0, 1, 2 or -1 a line, by poker's ranking", _by_ranking),
    _filter("compare-value", "the same in the Event-B document's order of values", _by_value),
)
