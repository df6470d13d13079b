"""Arguments and options that commands share, and what they stand for."""

import json
import os
import re
import sys
from collections.abc import Mapping
from difflib import get_close_matches
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludex.cli.errors import BadInput

if TYPE_CHECKING:
    from ludex.kernel import Game

GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="A game's name, or a Python file.")
]
AnyGame = Annotated[
    str | None,
    typer.Argument(
        metavar="[GAME]", help="A game's name, or a Python file; all if not given."
    ),
]
Preset = Annotated[
    str | None,
    typer.Option(help="A named set of rules; `ludex rules GAME` lists them."),
]
Changes = Annotated[
    list[str] | None,
    typer.Option(
        "--option", metavar="NAME=VALUE", help="Change one option of the rules."
    ),
]
Position = Annotated[
    str | None, typer.Option(metavar="LINE", help="Start from this position line.")
]
StartLine = Annotated[
    str | None,
    typer.Option(
        "--start",
        "--position",
        metavar="LINE",
        help="Start from this position line.",
    ),
]
"""As Position, where a start is what is explored from."""


LARGEST = 2**63 - 1
"""The largest number that an event can hold."""


def _deal_number(text: str) -> int:
    """`617`, or `ms617` as other programs name Microsoft's deals."""
    found = re.fullmatch(r"\s*(?:ms)?(-?\d{1,99})\s*", text, re.IGNORECASE)
    if found is None:
        problem = f"expected the number of a deal, not {text[:60]!r}"
        raise typer.BadParameter(problem)
    return int(found[1])


DealNumber = Annotated[
    int | None,
    typer.Option(
        "--deal",
        metavar="N",
        parser=_deal_number,
        help="Start from deal N, where deals have numbers.",
    ),
]
Seed = Annotated[
    int | None,
    typer.Option(help="The seed of every random choice; shown when not given."),
]
FixedSeed = Annotated[int, typer.Option(help="The seed of every random choice.")]
ChanceSeed = Annotated[
    int | None,
    typer.Option(
        help="Let chance deal with this seed first, where its outcomes are too many "
        "to be listed."
    ),
]
Time = Annotated[float, typer.Option(min=0.1, help="Stop after this many seconds.")]
LanguageName = Annotated[
    str | None,
    typer.Option(
        "--language",
        metavar="CODE",
        help="en, or pt: Portuguese. Without it, what LANG says.",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="The result as JSON, for machines.")]


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


def find_game(name: str) -> "Game[Any]":
    """The game of that name, or of that Python file."""
    from ludex.registry import INSTALLED, load, names
    from ludex.registry.files import NoGame

    known = name.lower().replace("_", "-")
    try:
        if name.endswith(".py"):
            return load(name)
        if INSTALLED.knows(known):
            return load(known)
    except NoGame as trouble:
        raise BadInput(str(trouble)) from trouble
    close = get_close_matches(known, names(), n=1)
    about = [] if close else _about(name)
    if close:
        hint = f"Did you mean {close[0]!r}?"
    elif about:
        hint = f"What there is of it: {', '.join(about)}."
    else:
        hint = f"There are: {', '.join(names())}."
    raise BadInput(f"no game {name!r}. {hint}")


def _about(word: str) -> list[str]:
    """The games whose title or document has this word: `poker` is none itself."""
    from ludex.registry import INSTALLED

    return [
        game.name
        for game in INSTALLED.loaded().values()
        if word.lower()
        in re.findall(r"\w+", f"{game.title} {game.document.title}".lower())
    ]


def find_played(name: str) -> "Game[Any]":
    """The game of that name, if it is one to sit down at."""
    return demand_decisions(find_game(name))


def demand_decisions(game: "Game[Any]") -> "Game[Any]":
    """A game in which nobody decides anything has no players, and no bots."""
    if not game.is_decided:
        raise BadInput(
            f"nobody decides anything in {game.name}: there is nothing to play. "
            f"'ludex simulate {game.name}' shows what chance does."
        )
    return game


def first_state(
    game: "Game[Any]",
    preset: str | None = None,
    changes: list[str] | None = None,
    position: str | None = None,
    deal: int | None = None,
) -> Any:  # noqa: ANN401  # the type of a state is the game's own affair
    """The state that a preset, single options, a position line and a deal ask for."""
    from ludex.kernel import Unreadable
    from ludex.play.starts import position_problem

    if position is not None:
        if deal is not None:
            raise BadInput("--deal or --position, not both")
        if preset or changes:
            raise BadInput(
                "--position says everything: no --preset or --option beside it"
            )
        state = game.read_position(position)
    else:
        state = game.start.varied(preset, changes_of(changes))
    if isinstance(state, Unreadable):
        raise BadInput(str(state))
    if position is not None:
        nonsense = position_problem(game, state)
        if nonsense is not None:
            raise BadInput(nonsense)
    if deal is None:
        return state
    return _dealt(game, state, deal)


def _dealt(game: "Game[Any]", state: Any, deal: int) -> Any:  # noqa: ANN401  # as above
    from ludex.kernel import Unreadable
    from ludex.play.starts import apply_deal

    if isinstance(game.read("deal(1)"), Unreadable):
        raise BadInput(f"--deal {deal}: {game.name} has no numbered deals")
    # A number that no event can hold gets the game's own answer to one that is too large.
    number = max(-LARGEST, min(deal, LARGEST))
    after = apply_deal(game, state, number)
    if isinstance(after, Unreadable):
        reason = str(after).replace(str(number), str(deal))
        raise BadInput(f"--deal {deal}: {reason}")
    return after


def changes_of(texts: list[str] | None) -> Mapping[str, str]:
    """`NAME=VALUE` texts as names and values."""
    changes = {}
    for text in texts or []:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadInput(f"--option {text}: expected NAME=VALUE")
        changes[name.strip().replace("-", "_")] = value.strip()
    return changes


def given_or_fresh(seed: int | None) -> int:
    """The seed given, or a new one from the system, small enough to be typed again."""
    from secrets import randbelow

    return randbelow(10**9) if seed is None else seed


def print_json(value: object) -> None:
    """One JSON value on one line."""
    print(json.dumps(value, ensure_ascii=False))


def is_terminal() -> bool:
    """Are we talking to a person at both ends?"""
    return sys.stdin.isatty() and sys.stdout.isatty()
