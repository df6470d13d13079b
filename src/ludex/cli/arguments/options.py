"""Arguments and options that commands share."""

import json
import os
import re
import sys
from collections.abc import Callable, Iterable
from secrets import randbelow
from typing import Annotated

from typer import Argument, BadParameter, Option

from ludex.cli.errors import BadInput

GameName = Annotated[str, Argument(metavar="GAME", help="A game's name, or a Python file.")]
AnyGame = Annotated[
    str | None,
    Argument(metavar="[GAME]", help="A game's name, or a Python file; all if not given."),
]
Preset = Annotated[
    str | None,
    Option(help="A named set of rules; `ludex rules GAME` lists them."),
]
Changes = Annotated[
    list[str] | None,
    Option("--option", metavar="NAME=VALUE", help="Change one option of the rules."),
]
Position = Annotated[str | None, Option(metavar="LINE", help="Start from this position line.")]


def _deal_number(text: str) -> int:
    """`617`, or `ms617` as other programs name Microsoft's deals."""
    found = re.fullmatch(r"\s*(?:ms)?(-?\d{1,99})\s*", text, re.IGNORECASE)
    if found is None:
        problem = f"expected the number of a deal, not {text[:60]!r}"
        raise BadParameter(problem)
    return int(found[1])


DealNumber = Annotated[
    int | None,
    Option(
        "--deal",
        metavar="N",
        parser=_deal_number,
        help="Start from deal N, where deals have numbers.",
    ),
]
Seed = Annotated[
    int | None,
    Option(help="The seed of every random choice; shown when not given."),
]
FixedSeed = Annotated[int, Option(help="The seed of every random choice.")]
ChanceSeed = Annotated[
    int | None,
    Option(
        help="Let chance deal with this seed first, where its outcomes are too many to be listed."
    ),
]
Time = Annotated[float, Option(min=0.1, help="Stop after this many seconds.")]
LanguageName = Annotated[
    str | None,
    Option(
        "--language",
        metavar="CODE",
        help="en, or pt: Portuguese. Without it, what LANG says.",
    ),
]
Json = Annotated[bool, Option("--json", help="The result as JSON, for machines.")]


def language_named(asked: str | None) -> str:
    """The language that is asked for, or that of the system where there is one of it."""
    from ludex.language.translations import ENGLISH, languages

    known = (ENGLISH, *languages())
    if asked is None:
        system = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
        spoken = next(filter(None, system), "")[:2].lower()
        return spoken if spoken in known else ENGLISH
    if asked not in known:
        raise BadInput(f"no language {asked!r}; there are: {', '.join(known)}")
    return asked


def given_or_fresh(seed: int | None) -> int:
    """The seed given, or a new one from the system, small enough to be typed again."""
    return randbelow(10**9) if seed is None else seed


def print_json(value: object) -> None:
    """One JSON value on one line."""
    print(json.dumps(value, ensure_ascii=False))


def show(record: object, lines: Iterable[str], *, as_json: bool) -> None:
    """Print a result: the record as JSON for machines, or its lines for people."""
    if as_json:
        print_json(record)
    else:
        print("\n".join(lines))


def is_terminal() -> bool:
    """Are we talking to a person at both ends?"""
    return sys.stdin.isatty() and sys.stdout.isatty()


def counted(what: str, most: int) -> Callable[[str | int], int]:
    """A parser of `1000`, `1,000` and `10^3`; a default comes as it is."""

    def parsed(given: str | int) -> int:
        text = str(given)
        found = re.fullmatch(r"(\d{1,3}(?:,\d{3})+|\d{1,15})|(\d{1,2})\^(\d{1,2})", text.strip())
        if found is None:
            raise BadParameter(f"expected a number of {what}, not {text[:40]!r}")
        plain, base, power = found.groups()
        count = int(plain.replace(",", "")) if plain else int(base) ** int(power)
        if not 1 <= count <= most:
            raise BadParameter(f"expected from 1 to {most:,} {what}, not {text[:40]}")
        return count

    return parsed
