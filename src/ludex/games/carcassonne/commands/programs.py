"""`ludex carcassonne`: the document's programs Draw, Play and Next, and its round script.

Each is a filter: one XML state on standard input, its result on standard output. Warnings
go to standard error; what cannot be read is one line and exit status 2.

As the document says, any argument of any content counts: what is none of a command's own
options is passed on as such an argument, also when it begins with a dash (E-CA-10).
"""

import sys
from dataclasses import replace
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated, Literal, TypeVar

import typer

from ludex.cli.arguments import Seed, given_or_fresh
from ludex.cli.arguments.replaced_file import lock_file
from ludex.cli.errors import BadInput

if TYPE_CHECKING:
    from ludex.kernel import Dice, Unreadable

    from ..formats.programs import Printed
    from ..formats.strategies import ProgramReading, Strategy

T = TypeVar("T")

TOLERANT = {"ignore_unknown_options": True}

WARNINGS_SHOWN = 20

app = typer.Typer(
    help="The programs of the Haskassonne document, on XML states.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


Strict = Annotated[
    bool,
    typer.Option("--strict", help="A state that breaks the rules is an error."),
]
Anything = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="ANYTHING",
        help="Any argument at all does the same as the option, as the document says.",
    ),
]
Bot = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        help="Who plays: document (its Algorithm 2), original (its program, which keeps "
        "near the origin), random or greedy.",
    ),
]
DrawBy = Annotated[
    Literal["fair", "placements"] | None,
    typer.Option(
        "--draw",
        help="fair: every tile left is equally likely; placements: as the original drew.",
    ),
]


ReadAs = Annotated[
    Literal["ours", "original"],
    typer.Option(
        "--reading",
        help="original: with its eighth meeple, its draw, its cloisters taken for one.",
    ),
]


@app.command(context_settings=TOLERANT)
def draw(
    _anything: Annotated[
        list[str] | None,
        typer.Argument(metavar="ANYTHING", help="Arguments change nothing here."),
    ] = None,
    *,
    strict: Strict = False,
) -> None:
    """Draw the map, each tile 5 by 5 characters."""
    from ..formats.programs import run_draw

    _print(run_draw(_standard_input(), strict=strict))


@app.command(context_settings=TOLERANT)
def play(
    anything: Anything = None,
    *,
    state: Annotated[
        bool, typer.Option("--state", help="Print the whole state, not just the tile.")
    ] = False,
    seed: Seed = None,
    bot: Bot = "document",
    reading: ReadAs = "ours",
    strict: Strict = False,
) -> None:
    """Choose a legal move for the player to move and print its tile.

    By default as the document says (Algorithm 2): any move, all equally likely. Its program played differently: --bot original.
    """
    from ..formats.programs import run_play

    strategy = _strategy(bot)
    text = _standard_input()
    whole = state or bool(anything)
    _print(
        run_play(
            text,
            _dice(seed),
            strategy=strategy,
            reading=_reading(reading),
            whole=whole,
            strict=strict,
        )
    )


@app.command("next", context_settings=TOLERANT)
def next_(
    anything: Anything = None,
    *,
    pretty: Annotated[
        bool, typer.Option("--pretty", help="Readable, not all on one line.")
    ] = False,
    seed: Seed = None,
    draw_by: DrawBy = None,
    reading: ReadAs = "ours",
    strict: Strict = False,
) -> None:
    """Score what is complete and draw the next tile, or end the game."""
    from ..formats.programs import run_next

    text = _standard_input()
    lines = pretty or bool(anything)
    read_as = _reading(reading, draw_by)
    _print(run_next(text, _dice(seed), reading=read_as, pretty=lines, strict=strict))


@app.command("round")
def round_(
    file: Annotated[
        Path,
        typer.Argument(metavar="FILE", help="The state; a new one if there is none."),
    ],
    *,
    until_end: Annotated[
        bool, typer.Option("--until-end", help="Play to the end, print the scores.")
    ] = False,
    keep: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Where the states on the way are kept: FILE.states."),
    ] = None,
    forget: Annotated[bool, typer.Option("--forget", help="Keep no states but the last.")] = False,
    players: Annotated[
        int, typer.Option(min=1, max=10, help="How many play, when FILE is made.")
    ] = 4,
    seed: Seed = None,
    bot: Bot = "document",
    draw_by: DrawBy = None,
    reading: ReadAs = "ours",
    strict: Strict = False,
) -> None:
    """Advance FILE by one round: the pictures before and after it, side by side.

    Every state on the way is kept in FILE.states, as the document's script kept them: what
    Play made and what Next made of it, named by the number of tiles.
    """
    from ..formats.programs import (
        final_scores,
        new_game,
        run_round,
    )

    strategy, read_as = _strategy(bot), _reading(reading, draw_by)
    dice = _dice(seed)
    if forget and keep is not None:
        raise BadInput("--keep, or --forget: not both")
    folder = keep or file.with_name(f"{file.name}.states")
    numbers = [number % 10 for number in range(1, players + 1)]
    with lock_file(file) as state:
        text = _limited(state.stream, str(file)) if state.stream else new_game(numbers)
        result = _demanded(
            run_round(
                text,
                dice,
                strategy=strategy,
                reading=read_as,
                until_end=until_end,
                strict=strict,
            )
        )
        state.replace(result.text)
    if state.stream is None:
        print(f"ludex: new game in {file}", file=sys.stderr)
    _warn(result.warnings)
    if not forget:
        _kept(folder, result.states, file)
    shown = "" if until_end else result.pictures + "\n".join((*result.told, ""))
    if result.is_over:
        shown += _demanded(final_scores(result.text))
    _show(shown, file)


def _show(text: str, file: Path) -> None:
    """Print what happened; when that fails, FILE has been advanced all the same."""
    advanced = f"{file} is advanced, but what happened could not be printed"
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        print(f"ludex: {advanced}: nobody reads it", file=sys.stderr)
        raise
    except OSError as error:
        raise BadInput(f"{advanced}: {error.strerror}") from None


def _print(result: "Printed | Unreadable") -> None:
    printed = _demanded(result)
    _warn(printed.warnings)
    sys.stdout.write(printed.text)


def _demanded(result: "T | Unreadable") -> T:
    from ludex.kernel import Unreadable

    if isinstance(result, Unreadable):
        first, *others = result.problems
        raise BadInput(first + (f" (and {len(others)} more)" if others else ""))
    return result


def _warn(warnings: tuple[str, ...]) -> None:
    for warning in warnings[:WARNINGS_SHOWN]:
        print(f"ludex: warning: {warning}", file=sys.stderr)
    more = len(warnings) - WARNINGS_SHOWN
    if more > 0:
        print(f"ludex: warning: and {more} more like these", file=sys.stderr)


def _standard_input() -> str:
    return _limited(sys.stdin.buffer, "standard input")


def _limited(stream: IO[bytes], name: str) -> str:
    """No more than the reader takes: one byte beyond it is enough to be refused."""
    from ..formats.xml_reader import LARGEST

    state = stream.read(LARGEST + 1)
    if len(state) > LARGEST:
        raise BadInput(f"{name} is too large: more than {LARGEST:,} bytes")
    return _decoded(state, name)


def _decoded(state: bytes, name: str) -> str:
    """States are UTF-8 whatever the locale says: the original crashed there (E-CA-5)."""
    try:
        return state.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        byte = state[error.start]
        raise BadInput(f"{name} is not UTF-8 text (byte {byte:#04x})") from None


def _dice(seed: int | None) -> "Dice":
    from ludex.kernel import Dice

    chosen = given_or_fresh(seed)
    if seed is None and sys.stderr.isatty():
        print(f"ludex: seed {chosen}", file=sys.stderr)
    return Dice(chosen)


def _strategy(bot: str) -> "Strategy":
    from ..formats.strategies import STRATEGIES

    if bot not in STRATEGIES:
        raise BadInput(f"no bot {bot!r}; there are: {', '.join(STRATEGIES)}")
    return STRATEGIES[bot]


def _reading(option: str, draw_by: str | None = None) -> "ProgramReading":
    from ..formats.strategies import READINGS
    from ..rules.options import Draw

    found = READINGS[option]
    if draw_by is None:
        return found
    return replace(found, rules=replace(found.rules, draw=Draw(draw_by)))


def _kept(keep: Path, states: tuple[tuple[str, str], ...], advanced: Path) -> None:
    """Write every state on the way: `07-play.xml` has seven tiles."""
    try:
        keep.mkdir(parents=True, exist_ok=True)
        for program, text in states:
            file = keep / f"{text.count('<tile'):02}-{program}.xml"
            file.write_text(text, encoding="utf-8")
    except OSError as error:
        problem = f"{advanced} is advanced, but its states are not kept in {keep}"
        raise BadInput(f"{problem}: {error.strerror}") from None
