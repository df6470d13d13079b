"""The things users name on the command line: games and their beginnings, seeds, files, seats,
boards.

Here is what most commands share; the modules have the rest.
"""

import json
import os
import re
import shlex
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from secrets import randbelow
from typing import Annotated, Any, TypeVar

from typer import Argument, BadParameter, Option

from ludex.cli.errors import BadInput, as_bad_input, readable
from ludex.cli.records import Without
from ludex.kernel import CHANCE, Dice, Game, Unreadable
from ludex.kernel.loop import nobody, states
from ludex.language.document import document_of
from ludex.language.position import read_position
from ludex.language.script_check import Dialect
from ludex.play.starts import apply_deal, position_problem
from ludex.registry import AT, INSTALLED, NoGame, examples, load, names, played


def game_or_example(name: str) -> str:
    """Return the file of the example of that name; other names stay as they are."""
    known = name.lower().replace("_", "-")
    is_example = known in examples() and not INSTALLED.knows(known)
    return str(examples()[known]) if is_example else name


GameName = Annotated[
    str,
    Argument(
        metavar="GAME",
        parser=game_or_example,
        help="The name of a game or an example, or a Python file.",
    ),
]
AnyGame = Annotated[
    str | None,
    Argument(
        metavar="[GAME]",
        parser=game_or_example,
        help="The name of a game or an example, or a Python file. The default is every game.",
    ),
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
        raise BadParameter(f"expected the number of a deal, not {text[:60]!r}")
    return int(found[1])


DealNumber = Annotated[
    int | None,
    Option(
        "--deal",
        metavar="N",
        parser=_deal_number,
        help="Start from deal N, in a game with numbered deals.",
    ),
]
Seed = Annotated[
    int | None,
    Option(help="The seed of every random choice. The default is a random seed, which is printed."),
]
FixedSeed = Annotated[int, Option(help="The seed of every random choice.")]
ChanceSeed = Annotated[
    int | None,
    Option(help="The seed of chance events with too many outcomes to list."),
]
Time = Annotated[float, Option(min=0.1, help="Stop after this many seconds.")]
Json = Annotated[bool, Option("--json", help="Print the result as JSON.")]


def language_named(code: str | None) -> str:
    """The language that is asked for, or that of the system where there is one of it."""
    from ludex.language.translations import ENGLISH, languages

    known = (ENGLISH, *languages())
    if code is None:
        system = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
        spoken = next(filter(None, system), "")[:2].lower()
        return spoken if spoken in known else ENGLISH
    if code not in known:
        raise BadInput(f"no language {code!r}; there are: {', '.join(known)}")
    return code


def given_or_fresh(seed: int | None) -> int:
    """The seed given, or a new one from the system, small enough to be typed again."""
    return randbelow(10**9) if seed is None else seed


CONTROLS = re.compile("[\x7f-\x9f]")
ENCODER = json.JSONEncoder(ensure_ascii=False)


def print_json(value: object) -> None:
    """One JSON value on one line, without what a terminal would obey."""
    print(CONTROLS.sub(lambda found: f"\\u{ord(found[0]):04x}", ENCODER.encode(value)))


def show(record: object, lines: Iterable[str], *, as_json: bool) -> None:
    """Print a result: the record as JSON for machines, or its lines for people."""
    if as_json:
        print_json(record)
    else:
        print("\n".join(lines))


def is_terminal() -> bool:
    """Are we talking to a person at both ends?"""
    return sys.stdin.isatty() and sys.stdout.isatty()


def counted(noun: str, most: int) -> Callable[[str | int], int]:
    """A parser of `1000`, `1,000` and `10^3`; a default comes as it is."""

    def parsed(given: str | int) -> int:
        text = str(given)
        found = re.fullmatch(r"(\d{1,3}(?:,\d{3})+|\d{1,15})|(\d{1,2})\^(\d{1,2})", text.strip())
        if found is None:
            raise BadParameter(f"expected a number of {noun}, not {text[:40]!r}")
        plain, base, power = found.groups()
        count = int(plain.replace(",", "")) if plain else int(base) ** int(power)
        if not 1 <= count <= most:
            raise BadParameter(f"expected from 1 to {most:,} {noun}, not {text[:40]}")
        return count

    return parsed


S = TypeVar("S")

Wording = Annotated[
    Dialect,
    Option(help="`document`: as the game's document prints it; `etf`: as the course's oracle."),
]
"""The dialect of scripts and transcripts."""

LARGEST = 2**63 - 1
"""The largest number that an event can hold."""


@dataclass(frozen=True, kw_only=True)
class GameOpening:
    """A game, and how it begins."""

    name: GameName
    preset: Preset = None
    option: Changes = None
    position: Position = None
    deal: DealNumber = None

    def __call__(self, seed: int | None = None) -> "tuple[Game[Any], Any]":
        """Return the game and its first state, in whichever process asks.

        With a seed chance deals first, where its outcomes are too many to be listed.
        """
        game = find_game(self.name)
        state = self.state_of(game)
        if seed is not None:
            for state in states(game, state, nobody, Dice(seed)):  # noqa: B020  # from there on
                if game.turn(state) != CHANCE or game.chance(state) is not None:
                    break
        return game, state

    def state_of(self, game: "Game[Any]") -> Any:  # noqa: ANN401  # the type of a state is the game's own affair
        """Return the first state of a game."""
        changes = self.changes(game)
        return first_state(game, self.preset, changes, self.position, self.deal)

    def changes(self, game: "Game[Any]") -> list[str]:
        """Return the changed options, each as NAME=VALUE."""
        return self.option or []

    @property
    def is_usual(self) -> bool:
        """Does the game begin as it does when nothing is asked for?"""
        return not (self.preset or self.option or self.position) and self.deal is None

    def words(self, command: str) -> list[str]:
        """Return the words of a command about a game that begins so."""
        words = ["ludex", command, self.name]
        words += ["--preset", self.preset] if self.preset else []
        for change in self.option or []:
            words += ["--option", change]
        words += ["--position", self.position] if self.position else []
        words += ["--deal", str(self.deal)] if self.deal is not None else []
        return words

    def running(self, script: str = "-") -> str:
        """Return the command that runs a script from there."""
        return shlex.join([*self.words("run"), script])


@dataclass(frozen=True, kw_only=True)
class SearchOpening(GameOpening):
    """A game, and where it is explored from.

    Options:
      position --start --position (LINE): Start from this position line.
    """

    position: str | None = None


@dataclass(frozen=True, kw_only=True)
class TableOpening(GameOpening):
    """A game for so many players, and how it begins.

    Options:
      players (N): The number of players, in a game for various numbers.
    """

    players: int | None = None

    def changes(self, game: "Game[Any]") -> list[str]:
        """Return the changed options, the number of players among them."""
        if self.players is None:
            return self.option or []
        if "players" not in game.start.domains:
            fewest, most = game.players
            many = str(fewest) if fewest == most else f"{fewest} to {most}"
            raise BadInput(f"--players {self.players}: {game.name} is for {many}")
        return [*(self.option or []), f"players={self.players}"]


@dataclass(frozen=True, kw_only=True)
class SearchTableOpening(SearchOpening, TableOpening):
    """A game for so many players, and where it is explored from."""


GameRules = Annotated[GameOpening, Without("position", "deal")]


def find_game(name: str) -> "Game[Any]":
    """The game of that name, or of that Python file."""
    known = name.lower().replace("_", "-")
    with as_bad_input(NoGame):
        if name.endswith(".py"):
            return load(name)
        if INSTALLED.knows(known.partition(AT)[0]):
            return load(known)
    close = get_close_matches(known, names(), n=1)
    about = [] if close else _about(name)
    if not about:
        close = close or get_close_matches(known, examples(), n=1)
    if close:
        hint = f"Did you mean {close[0]!r}?"
    elif about:
        hint = f"Related games: {', '.join(about)}."
    else:
        hint = f"There are: {', '.join(names())}."
    raise BadInput(f"no game {name!r}. {hint}")


def _about(word: str) -> list[str]:
    """The games whose title or document has this word: `poker` is none itself."""
    return [
        game.name
        for game in played()
        if word.lower() in re.findall(r"\w+", f"{game.title} {document_of(game).title}".lower())
    ]


def find_played(name: str) -> "Game[Any]":
    """The game of that name, if it is one to sit down at."""
    return demand_decisions(find_game(name))


def demand_decisions(game: "Game[Any]") -> "Game[Any]":
    """A game in which nobody decides anything has no players, and no bots."""
    if not game.is_decided:
        raise BadInput(
            f"{game.name} has no decisions for players. "
            f"'ludex simulate {game.name}' plays its chance events."
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
    if position is not None:
        if deal is not None:
            raise BadInput("--deal or --position, not both")
        if preset or changes:
            raise BadInput("--position includes the rules: it excludes --preset and --option")
        state = readable(read_position(game, position))
        nonsense = position_problem(game, state)
        if nonsense is not None:
            raise BadInput(nonsense)
    else:
        state = readable(game.start.varied(preset, changes_of(changes)))
    if deal is None:
        return state
    return numbered_deal(game, state, deal, f"--deal {deal}: ")


def numbered_deal(game: "Game[S]", state: S, number: int, about: str = "") -> S:
    """Return the deal of a number; the rulebook says why there is none."""
    # A number that no event can hold gets the game's own answer to one that is too large.
    bounded = max(-LARGEST, min(number, LARGEST))
    after: S | Unreadable = apply_deal(game, state, bounded)
    if isinstance(after, Unreadable):
        raise BadInput(about + str(after).replace(str(bounded), str(number)))
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
