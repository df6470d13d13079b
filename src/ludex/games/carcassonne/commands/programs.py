"""`ludex carcassonne`: the document's programs Draw, Play and Next, and its round script.

Each is a filter: one XML state on standard input, its result on standard output. Warnings
go to standard error; what cannot be read is one line and exit status 2.

As the document says, any argument of any content counts: what is none of a command's own
options is passed on as such an argument, also when it begins with a dash (E-CA-10).
"""

import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, Annotated, Literal, TypeVar

import typer

from ludex.cli.arguments import Seed, given_or_fresh
from ludex.cli.arguments.replaced_file import lock_file
from ludex.cli.errors import BadInput
from ludex.cli.records import Without
from ludex.kernel import Dice, Unreadable

from ..formats.programs import (
    Printed,
    final_scores,
    new_game,
    run_draw,
    run_next,
    run_play,
    run_round,
)
from ..formats.strategies import READINGS, STRATEGIES, ProgramReading, Strategy
from ..formats.xml_reader import LARGEST
from ..rules.options import Draw

T = TypeVar("T")

TOLERANT = {"ignore_unknown_options": True}

WARNINGS_SHOWN = 20

app = typer.Typer(
    help="Run the programs of the Haskassonne document on XML states.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@dataclass(frozen=True, kw_only=True)
class ProgramOptions:
    """The options of the programs that choose.

    Options:
      bot (NAME): Who plays: document (its Algorithm 2), original (its program, which keeps near
          the origin), random or greedy.
      draw_by --draw: fair: every remaining tile is equally likely; placements: as the original
          program drew.
      reading: original: with its eighth meeple, its draw, its cloisters taken for one.
      strict: A state that breaks the rules is an error.
    """

    seed: Seed = None
    bot: str = "document"
    draw_by: Literal["fair", "placements"] | None = None
    reading: Literal["ours", "original"] = "ours"
    strict: bool = False

    @property
    def strategy(self) -> Strategy:
        """Return the way in which the bot plays."""

        if self.bot not in STRATEGIES:
            raise BadInput(f"no bot {self.bot!r}; there are: {', '.join(STRATEGIES)}")
        return STRATEGIES[self.bot]

    @property
    def read_as(self) -> ProgramReading:
        """Return the reading of the document."""

        found = READINGS[self.reading]
        if self.draw_by is None:
            return found
        return replace(found, rules=replace(found.rules, draw=Draw(self.draw_by)))

    def dice(self) -> Dice:
        """Throw dice with the seed, or a new one, which is told."""

        chosen = given_or_fresh(self.seed)
        if self.seed is None and sys.stderr.isatty():
            print(f"ludex: seed {chosen}", file=sys.stderr)
        return Dice(chosen)


@app.command(context_settings=TOLERANT)
def draw(_anything: list[str] | None = None, *, strict: bool = False) -> None:
    """Draw the map, each tile 5 by 5 characters.

    Options:
      _anything (ANYTHING): Arguments have no effect.
      strict: A state that breaks the rules is an error.
    """

    _print(run_draw(_standard_input(), strict=strict))


@app.command(context_settings=TOLERANT)
def play(
    anything: list[str] | None = None,
    *,
    state: bool = False,
    options: Annotated[ProgramOptions, Without("draw_by")],
) -> None:
    """Choose a legal move for the player to move and print its tile.

    The default is Algorithm 2 of the document: any move, all equally likely. Its program played differently: --bot original.

    Options:
      anything (ANYTHING): Any argument has the effect of this option, as in the document.
      state: Print the whole state, not just the tile.
    """

    strategy, text = options.strategy, _standard_input()
    _print(
        run_play(
            text,
            options.dice(),
            strategy=strategy,
            reading=options.read_as,
            whole=state or bool(anything),
            strict=options.strict,
        )
    )


@app.command("next", context_settings=TOLERANT)
def next_(
    anything: list[str] | None = None,
    *,
    pretty: bool = False,
    options: Annotated[ProgramOptions, Without("bot")],
) -> None:
    """Score what is complete and draw the next tile, or end the game.

    Options:
      anything (ANYTHING): Any argument has the effect of this option, as in the document.
      pretty: Readable, not all on one line.
    """

    text, lines = _standard_input(), pretty or bool(anything)
    read_as, strict = options.read_as, options.strict
    _print(run_next(text, options.dice(), reading=read_as, pretty=lines, strict=strict))


@app.command("round")
def round_(
    file: Path,
    *,
    until_end: bool = False,
    keep: Path | None = None,
    forget: bool = False,
    players: int = 4,
    options: ProgramOptions,
) -> None:
    """Advance FILE by one round: the pictures before and after it, side by side.

    Every intermediate state is saved in FILE.states, as the document's script saved them: what
    Play made and what Next made of it, named by the number of tiles.

    Options:
      file (FILE): The state; a new one if there is none.
      until_end: Play to the end, print the scores.
      keep (DIR): The folder for the intermediate states. [default: FILE.states]
      forget: Save only the last state.
      players (1..10): The number of players of a new FILE.
    """

    strategy, read_as, dice = options.strategy, options.read_as, options.dice()
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
                strict=options.strict,
            )
        )
        state.replace(result.text)
    if state.stream is None:
        print(f"ludex: new game in {file}", file=sys.stderr)
    _warn(result.warnings)
    if not forget:
        _write_states(folder, result.states, file)
    report = "" if until_end else result.pictures + "\n".join((*result.sentences, ""))
    if result.is_over:
        report += _demanded(final_scores(result.text))
    _show(report, file)


def _show(text: str, file: Path) -> None:
    """Print what happened; when that fails, FILE has been advanced all the same."""
    advanced = f"{file} is advanced, but what happened could not be printed"
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        print(f"ludex: {advanced}: no program reads it", file=sys.stderr)
        raise
    except OSError as error:
        raise BadInput(f"{advanced}: {error.strerror}") from None


def _print(result: Printed | Unreadable) -> None:
    printed = _demanded(result)
    _warn(printed.warnings)
    sys.stdout.write(printed.text)


def _demanded(result: T | Unreadable) -> T:

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


def _write_states(keep: Path, states: tuple[tuple[str, str], ...], advanced: Path) -> None:
    """Write every state on the way: `07-play.xml` has seven tiles."""
    try:
        keep.mkdir(parents=True, exist_ok=True)
        for program, text in states:
            file = keep / f"{text.count('<tile'):02}-{program}.xml"
            file.write_text(text, encoding="utf-8")
    except OSError as error:
        problem = f"{advanced} is advanced, but its states are not kept in {keep}"
        raise BadInput(f"{problem}: {error.strerror}") from None
