"""Hand histories in the PHH format: a hand of poker as a TOML file.

Players are named by their place: p1 sits to the left of the button and the button comes
last; between two players p1 has the big blind. (The lists of blinds and antes begin with
the small blind all the same.) Hold'em with no limit is `NT`, with fixed limit `FT`; other
variants are refused. Amounts with decimals are read as whole numbers of the smallest unit
in the file. A stack of `inf` is one that nobody knows, and a blind below zero is what a late
comer posts; a strict reader takes neither.
"""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import NamedTuple

from ludex.kernel import Unreadable

from ..rules.options import CHIPS

Plain = str | int | bool | tuple[str, ...] | tuple[int, ...]
"""A field that we keep and write, whatever it means."""

AMOUNTS = ("antes", "blinds_or_straddles", "starting_stacks")
RESULTS = ("finishing_stacks", "winnings")
BETS: Mapping[str, tuple[str, ...]] = {
    "NT": ("min_bet",),
    "FT": ("small_bet", "big_bet"),
}
"""The variants that are played here, and what their files say about bets."""

AMOUNT = re.compile(r"[0-9]{1,15}(?:\.[0-9]{1,15})?")
"""The amount of an action."""

FINEST = -4
"""Amounts have at most so many decimals."""


class HandRecord(NamedTuple):
    """A hand as a file tells it; all amounts are whole numbers."""

    variant: str
    antes: tuple[int, ...]
    blinds: tuple[int, ...]
    bets: tuple[int, ...]
    """The least bet, or the small and the big bet of fixed limit."""

    stacks: tuple[int, ...]
    """The stack of each before the hand; where that is unknown, more than the hand can use."""

    actions: tuple[str, ...]
    finishing: tuple[int, ...] | None = None
    winnings: tuple[int, ...] | None = None
    unit: Decimal = Decimal(1)
    """The value of one chip here in the file."""

    unknown: frozenset[int] = frozenset()
    """The places, from 0, whose stacks the file does not tell."""

    trimmed: bool = False
    """Limit a player who cannot pay the whole ante to as much of the others' as he has paid."""

    extras: tuple[tuple[str, Plain], ...] = ()
    """Names, places, dates: what does not touch the play."""


def parsed(text: str) -> dict[str, object] | Unreadable:
    """The fields of a file; numbers keep their decimals."""
    try:
        return tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as problem:
        return Unreadable((f"this is no TOML: {problem}",))
    except (RecursionError, ArithmeticError, ValueError):
        return Unreadable(("this is no TOML that can be read",))


def read_table(table: Mapping[str, object], *, strict: bool) -> HandRecord | Unreadable:
    """The hand of one table of a file."""
    variant = table.get("variant")
    if not isinstance(variant, str) or variant not in BETS:
        known = ", ".join(BETS)
        return Unreadable((f"variant: {variant!r} is not played here; {known} are",))
    wanted = (*AMOUNTS, *BETS[variant], "actions")
    missing = [name for name in wanted if name not in table]
    if missing:
        return Unreadable(tuple(f"{name} is missing" for name in missing))
    problems = [*_problems(table, variant, strict=strict)]
    if problems:
        return Unreadable(tuple(problems))
    unit = _unit(table, variant)
    unknown = frozenset(i for i, x in enumerate(_list(table["starting_stacks"])) if _is_infinite(x))

    def amounts(*values: object) -> tuple[int, ...]:
        return tuple(int(_number(value) / unit) for value in values)

    antes, blinds, stacks = (amounts(*_list(table[name])) for name in AMOUNTS)
    bets = amounts(*(table[name] for name in BETS[variant]))
    # What nobody knows at the end is not told.
    ends = (_list(table.get(name)) for name in RESULTS)
    finishing, winnings = (
        amounts(*end) if end and not any(map(_is_infinite, end)) else None for end in ends
    )
    if unknown:
        spent = sum((*amounts(*_bets(table)), *map(abs, (*antes, *blinds, *bets))))
        enough = max(stacks) + spent + 1
        stacks = tuple(enough if i in unknown else x for i, x in enumerate(stacks))
    played = {*wanted, *RESULTS, "variant", "ante_trimming_status"}
    return HandRecord(
        variant,
        antes,
        blinds,
        bets,
        stacks,
        actions=tuple(map(str, _list(table["actions"]))),
        finishing=finishing,
        winnings=winnings,
        unit=unit,
        unknown=unknown,
        trimmed=table.get("ante_trimming_status") is True,
        extras=tuple(
            (name, plain)
            for name, value in table.items()
            if name not in played and (plain := _plain(value)) is not None
        ),
    )


def _problems(table: Mapping[str, object], variant: str, *, strict: bool) -> Iterator[str]:
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
            if not _is_allowed(name, amount, strict=strict):
                yield f"{name}, entry {i}: {amount} is not a number of chips"
    for name in BETS[variant]:
        if not _is_amount(table[name]) or not _number(table[name]):
            yield f"{name}: {table[name]} is not a number of chips"
    actions = table["actions"]
    if not isinstance(actions, list) or not all(isinstance(a, str) for a in actions):
        yield "actions: a list of texts is expected"


def _is_allowed(name: str, amount: object, *, strict: bool) -> bool:
    """May it stand in that list?"""
    if _is_amount(amount):
        return name != "starting_stacks" or _number(amount) > 0
    if strict:
        return False
    if name == "blinds_or_straddles":  # a late comer's post is written below zero
        return isinstance(amount, int | Decimal) and _is_amount(-amount)
    return name != "antes" and _is_infinite(amount)


def _is_infinite(value: object) -> bool:
    return isinstance(value, Decimal) and value.is_infinite() and value > 0


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
    listed = (x for name in (*AMOUNTS, *RESULTS) for x in _list(table.get(name)))
    numbers = [_number(x) for x in (*listed, *(table[name] for name in BETS[variant]))]
    numbers += _bets(table)
    finest = min((_places(number) for number in numbers), default=0)
    return Decimal(1).scaleb(max(min(finest, 0), FINEST))


def _bets(table: Mapping[str, object]) -> list[Decimal]:
    """The amounts of the actions."""
    return [
        Decimal(word)
        for action in _list(table["actions"])
        for word in str(action).partition("#")[0].split()
        if AMOUNT.fullmatch(word)
    ]


def _number(value: object) -> Decimal:
    """An amount; 0 for what is none, and for what is unknown."""
    number = Decimal(value) if isinstance(value, int | Decimal) else Decimal(0)
    return number if number.is_finite() else Decimal(0)


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


def write(record: HandRecord) -> str:
    """The record as a file; reading it gives the record back."""
    unit = record.unit

    def amounts(some: tuple[int, ...]) -> str:
        return f"[{', '.join(str(x * unit) for x in some)}]"

    stacks = (
        "inf" if i in record.unknown else str(stack * unit) for i, stack in enumerate(record.stacks)
    )
    actions = "".join(f"  {_toml_value(action)},\n" for action in record.actions)
    fields = {
        "variant": _toml_value(record.variant),
        "ante_trimming_status": "true" if record.trimmed else None,
        "antes": amounts(record.antes),
        "blinds_or_straddles": amounts(record.blinds),
        **{n: str(b * unit) for n, b in zip(BETS[record.variant], record.bets, strict=True)},
        "starting_stacks": f"[{', '.join(stacks)}]",
        "actions": f"[\n{actions}]",
        "finishing_stacks": record.finishing and amounts(record.finishing),
        "winnings": record.winnings and amounts(record.winnings),
    }
    fields |= {name: _toml_value(value) for name, value in record.extras}
    return "".join(f"{name} = {value}\n" for name, value in fields.items() if value is not None)


def _toml_value(value: Plain) -> str:
    """A value as TOML: JSON writes it so, but for one control character."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
