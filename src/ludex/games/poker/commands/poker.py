"""`ludex poker …`: the winners of showdowns, the reasons, and the odds; hand histories are next
door."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from ludex.cli.arguments import Json, print_json
from ludex.cli.arguments.files import ScriptInput
from ludex.cli.errors import BadInput

from ..equity.equity import TRIALS, Method, OutOfReach, equity_by_kind
from ..equity.equity import equity as find_equity
from ..equity.ranges import Range
from ..fighting import compare as judge
from ..fighting.event_b import ERROR, FAIR, SetOrder
from ..fighting.rules.comparison import HandVerdict
from ..rules import NotCards, cards
from .axioms import axioms
from .export import export
from .phh import phh

if TYPE_CHECKING:
    from ..equity.equity import Progress
    from ..equity.spot import Equity

HELP = """\
Compare poker hands, compute equity, replay hand histories. `ludex play holdem` plays the game.

\b
  ludex poker compare KsKh4d4c2s AsAhQdJc9c   who wins, and why in words
  ludex poker compare --by value --ids '1 13' '2 3'     by the Event-B document
  ludex poker compare --by value --explain AsAhKd AcKhQd     by which axioms
  ludex poker axioms --lint                   the errors in the axioms
  ludex poker equity AsAh KdKc                exact, over all 1,712,304 boards
  ludex poker equity AsAh --range 'QQ+, AKs' --board 2c7d9h
  ludex poker phh hand.phh                    a hand history, with pictures
  ludex poker phh hands.phhs folder           a summary of many hands
  ludex poker export script.txt               a hand played here as a history
"""

app = typer.Typer(name="poker", help=HELP, rich_markup_mode=None, pretty_exceptions_enable=False)


class Order(StrEnum):
    """The order by which hands are compared."""

    RANKING = "ranking"
    VALUE = "value"


def _refuse(*checks: tuple[bool, str]) -> None:
    """Raise the first complaint that applies."""
    for applies, complaint in checks:
        if applies:
            raise BadInput(complaint)


@contextmanager
def _sensible() -> Iterator[None]:
    """Cards, hands and ranges that cannot be are bad input."""
    try:
        yield
    except (NotCards, OutOfReach) as reason:
        raise BadInput(str(reason)) from None


@app.command("compare")
def compare(
    hands: list[str] | None = None,
    *,
    by: Order = Order.RANKING,
    key: SetOrder | None = None,
    ids: bool = False,
    board: str = "",
    explain: bool = False,
    file: str | None = None,
) -> None:
    """Say which of two hands wins, and why in words.

    Options:
      hands (HAND HAND): Two hands, such as AsKhQdJc9c.
      by: Poker's ranking, or the document's order of values.
      key: With --by value: the axioms, or every ace high.
      ids: With --by value: hands are ids from 1 to 52.
      board (CARDS): Cards that both hands share.
      explain: Print the axioms that decide, in a chain.
      file (PAIRS.csv): Compare row by row (columns hand1, hand2): 0, 1, 2 or -1 a line.
    """
    given = len(hands or ())
    _refuse(
        (
            by is Order.RANKING and bool(key or ids),
            "--key and --ids go with --by value",
        ),
        (
            bool(board) and (by is Order.VALUE or file is not None),
            "--board goes with two hands and poker's ranking",
        ),
        (
            explain and (file is not None or key is SetOrder.ACE_HIGH),
            "--explain goes with two hands, and not with every ace high",
        ),
        (file is not None and given > 0, "hands, or --file: not both"),
        (file is None and given != 2, f"two hands are compared, {given} given"),
    )
    read = judge.document_ids if ids else judge.document_cards

    def decide(first: str, second: str) -> HandVerdict:
        if by is Order.RANKING:
            return judge.compare(first, second, board)
        return judge.verdict_by_value(read(first), read(second), key or SetOrder.AXIOMS)

    with _sensible():
        if file is not None:
            with ScriptInput(file) as script:
                for winner in judge.winners(judge.pairs_of_file(script.lines()), decide):
                    print(winner)
            return
        first, second = hands or ("", "")
        verdict = decide(first, second)
        if explain:
            _explain(first, second, board, None if by is Order.RANKING else read)
    if verdict.winner == ERROR:
        raise BadInput(verdict.words)
    prefix = "" if verdict.winner == FAIR else f"hand {verdict.winner} wins: "
    print(f"{prefix}{verdict.words}")


def _explain(
    first: str,
    second: str,
    board: str,
    read: Callable[[str], tuple[int, ...]] | None,
) -> None:
    """Print the axioms that decide; by poker's ranking, if hands are not to be read by value."""
    from ..document import explain

    if read is not None:
        lines = explain.by_value(read(first), read(second))
    else:
        shared = cards(board)
        lines = explain.by_ranking(cards(first) + shared, cards(second) + shared)
    print("\n".join(lines))


@app.command("equity")
def equity(
    hands: list[str] | None = None,
    *,
    ranges: list[str] | None = None,
    board: str = "",
    dead: str = "",
    players: int = 0,
    method: Method = Method.AUTO,
    trials: int | None = None,
    seed: int = 0,
    plot: Path | None = None,
    force: bool = False,
    as_json: Json = False,
) -> None:
    """Count how often each hand or range wins the pot.

    Options:
      hands ([HAND]...): Hands such as AsAh, or ranges.
      ranges --range (RANGE): One more player: 'QQ+, AKs, A5s-A2s'.
      board (CARDS): The board so far.
      dead (CARDS): Cards that are out of play.
      players: Players in all; the others hold any two cards.
      method: The method. The default is exact if that takes only seconds.
      trials: The number of boards to sample; implies sampling.
      seed: The seed of a sample.
      plot (FILE.png): Draw the result: bars, or a grid for range against range.
      force: Overwrite the picture if it exists.
    """
    names = [*(hands or ()), *(ranges or ())]
    few = f"--trials {trials}: a sample needs at least one"
    count = f"--players {players}: "
    _refuse(
        (trials is not None and trials < 1, few),
        (
            trials is not None and method is Method.EXACT,
            "--trials is for samples: not with --method exact",
        ),
        (not 0 <= players <= 10, f"{count}two to ten"),
        (
            len(names) == 1 and players < 2,
            "one hand alone: name a second hand, --range or --players 2",
        ),
        (0 < players < len(names), f"{count}{len(names)} hands are given"),
    )
    if plot is not None:
        _demand_picture(plot, force=force)
    with _sensible():
        with _bar("boards") as progress:
            result = find_equity(
                names,
                board,
                dead,
                players,
                method=method if trials is None else Method.SAMPLE,
                trials=trials or TRIALS,
                seed=seed,
                progress=progress,
            )
        total = len(result.shares)
        names += ["any two cards"] * (total - len(names))
        if as_json:
            print_json(result.record(names))
        else:
            _print_equity(result, names)
        if plot is not None:
            _draw(plot, result, names, board, dead)


def _print_equity(result: "Equity", names: list[str]) -> None:
    boards = f"all {result.boards:,} boards" if result.boards > 1 else "the one board"
    how = (
        f"exact: {boards}"
        if result.exact
        else f"sampled: {result.boards:,} boards, seed {result.seed}, 95 % confidence"
    )
    print(how)
    width = max(len(name) for name in names)
    for i, (name, share) in enumerate(zip(names, result.shares, strict=True)):
        low, high = result.interval(i)
        margin = "" if result.exact else f" ({low:.6f} to {high:.6f})"
        print(
            f"{name:{width}}  {result.of_player(i):.9f}{margin}"
            f"  wins {share.wins:,}  ties {share.ties:,}"
        )


def _demand_picture(file: Path, *, force: bool) -> None:
    """Say now, and not after a minute of counting, that a picture cannot be kept."""
    _refuse(
        (file.suffix.lower() != ".png", f"--plot {file}: the picture is a .png file"),
        (
            not file.absolute().parent.is_dir(),
            f"--plot {file}: there is no folder {file.parent}",
        ),
        (file.exists() and not force, f"{file} exists; --force overwrites it"),
    )


def _draw(file: Path, result: "Equity", names: list[str], board: str, dead: str) -> None:
    from ..equity.pictures import draw_bars, draw_grid

    title = " v ".join(names)
    title += f", board {board}" if board else ""
    title += f", dead {dead}" if dead else ""
    wide = [name == "any two cards" or len(Range.of(name).holes) > 1 for name in names]
    grid = len(names) == 2 and all(wide)
    if grid and not result.exact:
        print("the result was sampled, so bars are drawn instead of a grid", file=sys.stderr)
    if grid and result.exact:
        one, other = ("any" if name == "any two cards" else name for name in names)
        with _bar("kinds") as progress:
            kinds = equity_by_kind(one, other, board, dead, progress=progress)
        draw_grid(kinds, title, file)
    else:
        draw_bars(result, names, title, file)


@contextmanager
def _bar(title: str) -> Iterator["Progress"]:
    """A progress bar on standard error, if anybody is looking."""
    from rich.console import Console
    from rich.progress import Progress

    with Progress(
        console=Console(stderr=True), disable=not sys.stderr.isatty(), transient=True
    ) as bar:
        task = bar.add_task(title, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


app.command("axioms")(axioms)
app.command("phh")(phh)
app.command("export")(export)
