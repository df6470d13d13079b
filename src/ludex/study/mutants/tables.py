"""Mutants of data tables: a row is gone, there is one too many, or another thing stands in it."""

from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Any, NamedTuple

from ludex.check.rulebooks import is_record
from ludex.kernel import Dice
from ludex.study.coverage.tables import (
    Path,
    TableRow,
    Tables,
    key_text,
    rebuild,
    rows_of,
)

SHOWN = 60
"""Letters of a value that are told."""

TRIES = 50

LEFT_OUT, REPLACED, PUT_IN = range(3)
"""The changes that a part of a row can have."""


class Change(NamedTuple):
    """A table as it could have been written by mistake."""

    row: TableRow
    before: str
    after: str
    value: Any
    """The whole table."""


def draw_change(tables: Tables, dice: Dice) -> Change | None:
    """A random change of a random row."""
    rows = tables.whole
    if not rows:
        return None
    for _ in range(TRIES):
        row = dice.choice(rows)
        made = _change(tables.value[row.table], row, dice)
        if made is not None:
            return made
    return None


def draw_changes(tables: Tables, dice: Dice, count: int) -> Iterator[Change]:
    """Return so many different changes at random, or as many as can be found."""
    seen: set[tuple[TableRow, str]] = set()
    vain = 0
    while len(seen) < count and vain < TRIES * 4:
        made = draw_change(tables, dice)
        if made is None or (made.row, made.after) in seen:
            vain += 1
            continue
        vain = 0
        seen.add((made.row, made.after))
        yield made


def _change(table: Any, row: TableRow, dice: Dice) -> Change | None:  # noqa: ANN401  # any table
    element = dict(rows_of(table))[row.path]
    ways = [_removed, _added]
    if element is not None:
        ways.append(_otherwise)
    return dice.choice(ways)(table, row, element, dice)


def _removed(table: Any, row: TableRow, element: object, _: Dice) -> Change:  # noqa: ANN401  # any table
    return Change(row, _shown(element), "the row is gone", rebuild(table, row.path, None))


def _added(table: Any, row: TableRow, element: object, dice: Dice) -> Change | None:  # noqa: ANN401  # any table
    """A row that stands elsewhere in the table stands here too."""
    inner = _inner(table, row.path[:-1])
    others = [*rows_of(table)]
    path, value = dice.choice(others)
    match inner:
        case Mapping():
            key = path[-1]
            if key in inner:
                return None
            twin = {**inner, key: value}
            new = TableRow(row.table, (*row.path[:-1], key))
            return Change(
                new,
                "no row",
                f"{_shown(value)} stands here",
                _with(table, row.path[:-1], twin),
            )
        case tuple() | list():
            at = row.path[-1]
            assert isinstance(at, int)
            more = type(inner)([*inner[:at], value, *inner[at:]])
            words = f"{_shown(value)} before it"
            return Change(row, _shown(element), words, _with(table, row.path[:-1], more))
        case _:
            return None  # every element of a set is in it


def _otherwise(table: Any, row: TableRow, element: object, dice: Dice) -> Change | None:  # noqa: ANN401  # any table
    """Something else stands in the row."""
    others = [value for _, value in rows_of(table)]
    other = _other(element, others, dice)
    if other is None or other == element:
        return None
    value = rebuild(table, row.path, lambda _: other)
    return Change(row, _shown(element), _shown(other), value)


def _other(element: Any, others: list[Any], dice: Dice) -> Any:  # noqa: ANN401, PLR0911  # any value
    match element:
        case bool():
            return not element
        case int():
            return element + dice.choice((1, -1))
        case Enum():
            return dice.choice([*type(element)])
        case tuple() if not is_record(element):
            return _other_sequence(element, others, dice)
        case frozenset():
            rest = [x for value in others for x in value if x not in element]
            if element and (not rest or dice.below(2)):
                return element - {dice.choice(sorted(element, key=repr))}
            return element | {dice.choice(rest)} if rest else None
        case _:
            alike = [value for value in others if value != element]
            return dice.choice(alike) if alike else None


def _other_sequence(
    sequence: tuple[Any, ...], others: list[Any], dice: Dice
) -> tuple[Any, ...] | None:
    """One part of it is left out, another one stands in its place, or there is one more."""
    known = [x for value in others if isinstance(value, tuple) for x in value]
    if not known:
        return None
    way = dice.below(3) if sequence else PUT_IN
    at = dice.below(len(sequence) + (way == PUT_IN))
    if way == LEFT_OUT:
        return (*sequence[:at], *sequence[at + 1 :])
    if way == PUT_IN:
        return (*sequence[:at], dice.choice(known), *sequence[at:])
    if isinstance(sequence[at], int):
        return (*sequence[:at], sequence[at] + dice.choice((1, -1)), *sequence[at + 1 :])
    return (*sequence[:at], dice.choice(known), *sequence[at + 1 :])


def _inner(table: Any, path: Path) -> Any:  # noqa: ANN401  # any table
    for key in path:
        table = table[key]
    return table


def _with(table: Any, path: Path, twin: object) -> Any:  # noqa: ANN401  # any table
    return rebuild(table, path, lambda _: twin) if path else twin


def _shown(value: object) -> str:
    if isinstance(value, tuple) and not is_record(value):
        text = f"({', '.join(map(key_text, value))})"
    else:
        text = key_text(value)
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"
