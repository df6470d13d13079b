"""Hand histories in the PHH format: a hand of poker as a TOML file.

Players are named by their place: p1 sits to the left of the button and the button comes
last; between two players p1 has the big blind. (The lists of blinds and antes begin with
the small blind all the same.) Hold'em with no limit is `NT`, with fixed limit `FT`; other
variants are refused. Amounts with decimals are read as whole numbers of the smallest unit
in the file.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Final

from ludex.games.poker.holdem.rules import CHIPS
from ludex.kernel import Unreadable

Plain = str | int | bool | tuple[str, ...] | tuple[int, ...]
"""A field that we keep and write, whatever it means."""

AMOUNTS: Final = ("antes", "blinds_or_straddles", "starting_stacks")
RESULTS: Final = ("finishing_stacks", "winnings")
BETS: Final[Mapping[str, tuple[str, ...]]] = {
    "NT": ("min_bet",),
    "FT": ("small_bet", "big_bet"),
}
"""The variants that are played here, and what their files say about bets."""

FINEST: Final = -4
"""Amounts have at most so many decimals."""


@dataclass(frozen=True, slots=True)
class Record:
    """A hand as a file tells it; all amounts are whole numbers."""

    variant: str
    antes: tuple[int, ...]
    blinds: tuple[int, ...]
    bets: tuple[int, ...]
    """The least bet, or the small and the big bet of fixed limit."""

    stacks: tuple[int, ...]
    """What each had before the hand."""

    actions: tuple[str, ...]
    finishing: tuple[int, ...] | None = None
    winnings: tuple[int, ...] | None = None
    unit: Decimal = Decimal(1)
    """What one chip here is in the file."""

    extras: tuple[tuple[str, Plain], ...] = field(default=())
    """Names, places, dates: what does not touch the play."""


def read(text: str) -> tuple[Record, ...] | Unreadable:
    """The hands of a file: one, or a table for each."""
    try:
        whole = tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as problem:
        return Unreadable((f"this is no TOML: {problem}",))
    except (RecursionError, ArithmeticError, ValueError):
        return Unreadable(("this is no TOML that can be read",))
    many = bool(whole) and all(isinstance(value, dict) for value in whole.values())
    tables = whole if many else {"": whole}
    records = []
    for name, table in tables.items():
        record = _read_one(table)
        if isinstance(record, Unreadable):
            where = f"hand {name}: " if name else ""
            return Unreadable(tuple(where + text for text in record.problems))
        records.append(record)
    return tuple(records)


def _read_one(table: Mapping[str, object]) -> Record | Unreadable:
    variant = table.get("variant")
    if not isinstance(variant, str) or variant not in BETS:
        known = ", ".join(BETS)
        return Unreadable((f"variant: {variant!r} is not played here; {known} are",))
    wanted = (*AMOUNTS, *BETS[variant], "actions")
    missing = [name for name in wanted if name not in table]
    if missing:
        return Unreadable(tuple(f"{name} is missing" for name in missing))
    problems = [*_problems(table, variant)]
    if problems:
        return Unreadable(tuple(problems))
    unit = _unit(table, variant)
    lists = {
        name: tuple(int(Decimal(x) / unit) for x in _list(table[name]))
        for name in (*AMOUNTS, *RESULTS)
        if name in table
    }
    played = {*wanted, *RESULTS, "variant", "ante_trimming_status"}
    return Record(
        variant,
        antes=lists["antes"],
        blinds=lists["blinds_or_straddles"],
        bets=tuple(int(_number(table[name]) / unit) for name in BETS[variant]),
        stacks=lists["starting_stacks"],
        actions=tuple(str(action) for action in _list(table["actions"])),
        finishing=lists.get("finishing_stacks"),
        winnings=lists.get("winnings"),
        unit=unit,
        extras=tuple(
            (name, plain)
            for name, value in table.items()
            if name not in played and (plain := _plain(value)) is not None
        ),
    )


def _problems(table: Mapping[str, object], variant: str) -> Iterator[str]:
    """Everything wrong with the fields themselves."""
    players = len(_list(table["starting_stacks"]))
    if not 2 <= players <= 10:
        yield f"starting_stacks: {players} players, not two to ten"
    for name in (*AMOUNTS, *RESULTS):
        if name not in table:
            continue
        amounts = _list(table[name])
        if not isinstance(table[name], list) or len(amounts) != players:
            yield f"{name}: {len(amounts)} entries for {players} players"
        for i, amount in enumerate(amounts, start=1):
            if not _is_amount(amount) or (
                name == "starting_stacks" and not _number(amount)
            ):
                yield f"{name}, entry {i}: {amount} is no number of chips"
    for name in BETS[variant]:
        if not _is_amount(table[name]) or not _number(table[name]):
            yield f"{name}: {table[name]} is no number of chips"
    actions = table["actions"]
    if not isinstance(actions, list) or not all(isinstance(a, str) for a in actions):
        yield "actions: a list of texts is expected"


def _is_amount(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        return False
    number = Decimal(value)
    return number.is_finite() and 0 <= number <= CHIPS and _places(number) >= FINEST


def _places(number: Decimal) -> int:
    exponent = number.normalize().as_tuple().exponent
    return exponent if isinstance(exponent, int) else 0


def _unit(table: Mapping[str, object], variant: str) -> Decimal:
    """The smallest unit that makes every amount whole, those of the actions too."""
    numbers = [_number(x) for name in AMOUNTS for x in _list(table[name])]
    numbers += [_number(table[name]) for name in BETS[variant]]
    for name in RESULTS:
        numbers += [_number(x) for x in _list(table.get(name, []))]
    for action in _list(table["actions"]):
        numbers += [
            Decimal(word)
            for word in str(action).partition("#")[0].split()
            if word.replace(".", "", 1).isdecimal()
        ]
    finest = min((_places(number) for number in numbers), default=0)
    return Decimal(1).scaleb(max(min(finest, 0), FINEST))


def _number(value: object) -> Decimal:
    return Decimal(value) if isinstance(value, int | Decimal) else Decimal(0)


def _list(value: object) -> list[int | Decimal]:
    return value if isinstance(value, list) else []


def _plain(value: object) -> Plain | None:
    match value:
        case bool() | int() | str():
            return value
        case list() if all(isinstance(item, str) for item in value):
            return tuple(value)
        case list() if all(type(item) is int for item in value):
            return tuple(value)
        case _:
            return None


def write(record: Record) -> str:
    """The record as a file; reading it gives the record back."""
    unit = record.unit

    def amounts(some: tuple[int, ...]) -> str:
        return f"[{', '.join(str(x * unit) for x in some)}]"

    lines = [f"variant = {_text(record.variant)}"]
    if any(record.antes) and len({*record.antes}) == 1:
        lines.append("ante_trimming_status = true")
    lines += [
        f"antes = {amounts(record.antes)}",
        f"blinds_or_straddles = {amounts(record.blinds)}",
    ]
    bets = zip(BETS[record.variant], record.bets, strict=True)
    lines += [f"{name} = {bet * unit}" for name, bet in bets]
    lines += [f"starting_stacks = {amounts(record.stacks)}", "actions = ["]
    lines += [f"  {_text(action)}," for action in record.actions]
    lines.append("]")
    if record.finishing is not None:
        lines.append(f"finishing_stacks = {amounts(record.finishing)}")
    if record.winnings is not None:
        lines.append(f"winnings = {amounts(record.winnings)}")
    lines += [f"{name} = {_written(value)}" for name, value in record.extras]
    return "\n".join((*lines, ""))


def _written(value: Plain) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case tuple():
            return f"[{', '.join(_written(item) for item in value)}]"
        case str():
            return _text(value)
        case _:
            return str(value)


def _text(value: str) -> str:
    """A TOML string: control characters are written as their numbers."""
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return (
        '"'
        + "".join(c if c.isprintable() else f"\\U{ord(c):08x}" for c in escaped)
        + '"'
    )
