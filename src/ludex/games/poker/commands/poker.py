"""`ludex poker …`: who wins and why, and how often; hand histories are next door."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludex.cli.arguments.files import Script
from ludex.cli.arguments.options import Json, print_json
from ludex.cli.errors import BadInput
from ludex.games.poker.commands.axioms import axioms
from ludex.games.poker.commands.export import export
from ludex.games.poker.commands.phh import phh

if TYPE_CHECKING:
    from ludex.games.poker.equity.equity import Progress
    from ludex.games.poker.equity.spot import Equity

HELP = """\
Poker: hands compared, equity counted, hand histories replayed. `ludex play holdem` plays.

\b
  ludex poker compare KsKh4d4c2s AsAhQdJc9c         who wins, and why in words
  ludex poker compare --by value --ids '1 13' '2 3' the Event-B document's order
  ludex poker compare --by value --explain AsAhKd AcKhQd   by which axioms
  ludex poker axioms --lint                         what is wrong with its axioms
  ludex poker equity AsAh KdKc                      exact, over all 1,712,304 boards
  ludex poker equity AsAh --range 'QQ+, AKs' --board 2c7d9h
  ludex poker phh hand.phh                          a hand history, with pictures
  ludex poker phh hands.phhs folder                 many of them, summed up
  ludex poker export script.txt                     a hand played here as a history
"""

app = typer.Typer(
    name="poker", help=HELP, rich_markup_mode=None, pretty_exceptions_enable=False
)


class Order(StrEnum):
    """What hands are compared by."""

    RANKING = "ranking"
    VALUE = "value"


class ValueKey(StrEnum):
    """The document's order of values, and that of everyday."""

    AXIOMS = "axioms"
    ACE_HIGH = "ace_high"


class Way(StrEnum):
    """How equity is found."""

    AUTO = "auto"
    EXACT = "exact"
    SAMPLE = "sample"


@contextmanager
def _sensible() -> Iterator[None]:
    """Cards, hands and ranges that cannot be are bad input."""
    from ludex.games.poker.equity.equity import OutOfReach
    from ludex.games.poker.hands import NotCards

    try:
        yield
    except (NotCards, OutOfReach) as reason:
        raise BadInput(str(reason)) from None


@app.command("compare")
def compare(
    hands: Annotated[
        list[str] | None,
        typer.Argument(metavar="HAND HAND", help="Two hands, such as AsKhQdJc9c."),
    ] = None,
    *,
    by: Annotated[
        Order, typer.Option(help="Poker's ranking, or the document's order of values.")
    ] = Order.RANKING,
    key: Annotated[
        ValueKey | None,
        typer.Option(help="With --by value: the axioms, or every ace high."),
    ] = None,
    ids: Annotated[
        bool, typer.Option("--ids", help="With --by value: hands are ids from 1 to 52.")
    ] = False,
    board: Annotated[
        str, typer.Option(metavar="CARDS", help="Cards that both hands share.")
    ] = "",
    explain: Annotated[
        bool,
        typer.Option("--explain", help="Print the axioms that decide, in a chain."),
    ] = False,
    file: Annotated[
        str | None,
        typer.Option(
            metavar="PAIRS.csv",
            help="Compare row by row (columns hand1, hand2): 0, 1, 2 or -1 a line.",
        ),
    ] = None,
) -> None:
    """Say which of two hands wins, and why in words."""
    if by is Order.RANKING and (key or ids):
        raise BadInput("--key and --ids go with --by value")
    if board and (by is Order.VALUE or file is not None):
        raise BadInput("--board goes with two hands and poker's ranking")
    if explain and (file is not None or key is ValueKey.ACE_HIGH):
        raise BadInput("--explain goes with two hands, and not with every ace high")
    if file is not None:
        if hands:
            raise BadInput("hands, or --file: not both")
        with _sensible():
            _compare_file(file, by, key, ids=ids)
        return
    if hands is None or len(hands) != 2:
        raise BadInput(f"two hands are compared, {len(hands or ())} given")
    with _sensible():
        if explain:
            print("\n".join(_chain(hands[0], hands[1], board, by, ids=ids)))
        _compare_two(hands[0], hands[1], board, by, key, ids=ids)


def _chain(
    first: str, second: str, board: str, by: Order, *, ids: bool
) -> Iterator[str]:
    """The axioms that decide, one line after another; nothing where hands cannot be."""
    from ludex.games.poker.document import explain
    from ludex.games.poker.fighting import compare as judge
    from ludex.games.poker.hands.notation import cards, to_document

    if by is Order.RANKING:
        judge.compare(first, second, board)  # says what is wrong with them
        shared = cards(board)
        yield from explain.by_ranking(
            (*cards(first), *shared), (*cards(second), *shared)
        )
        return
    hands = [
        judge.document_ids(words) if ids else tuple(map(to_document, cards(words)))
        for words in (first, second)
    ]
    yield from explain.by_value(hands[0], hands[1])


def _compare_two(
    first: str, second: str, board: str, by: Order, key: ValueKey | None, *, ids: bool
) -> None:
    from ludex.games.poker.fighting import compare as judge
    from ludex.games.poker.fighting.event_b import ERROR, FAIR, Key

    order = Key(key.value) if key else Key.AXIOMS
    if by is Order.RANKING:
        verdict = judge.compare(first, second, board)
    elif ids:
        a, b = judge.document_ids(first), judge.document_ids(second)
        verdict = judge.verdict_by_value(a, b, order)
    else:
        verdict = judge.compare_by_value(first, second, order)
    if verdict.winner == ERROR:
        raise BadInput(verdict.words)
    if verdict.winner == FAIR:
        print(verdict.words)
    else:
        print(f"hand {verdict.winner} wins: {verdict.words}")


def _compare_file(file: str, by: Order, key: ValueKey | None, *, ids: bool) -> None:
    from ludex.games.poker.fighting import compare as judge
    from ludex.games.poker.fighting.event_b import Key

    with Script(file) as script:
        pairs = judge.pairs_of_file(script.lines())
        results = (
            judge.rows_by_ranking(pairs)
            if by is Order.RANKING
            else judge.rows_by_value(
                pairs, Key(key.value) if key else Key.AXIOMS, ids=ids
            )
        )
        sys.stdout.writelines(f"{result}\n" for result in results)


@app.command("equity")
def equity(
    hands: Annotated[
        list[str] | None,
        typer.Argument(metavar="[HAND]...", help="Hands such as AsAh, or ranges."),
    ] = None,
    *,
    ranges: Annotated[
        list[str] | None,
        typer.Option(
            "--range", metavar="RANGE", help="One more player: 'QQ+, AKs, A5s-A2s'."
        ),
    ] = None,
    board: Annotated[str, typer.Option(metavar="CARDS", help="The board so far.")] = "",
    dead: Annotated[
        str, typer.Option(metavar="CARDS", help="Cards that are out of play.")
    ] = "",
    players: Annotated[
        int, typer.Option(help="Players in all; the others hold any two cards.")
    ] = 0,
    method: Annotated[
        Way, typer.Option(help="Exact when it takes seconds, unless you choose.")
    ] = Way.AUTO,
    trials: Annotated[
        int | None,
        typer.Option(help="How many boards to sample; implies sampling."),
    ] = None,
    seed: Annotated[int, typer.Option(help="The seed of a sample.")] = 0,
    plot: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE.png", help="Draw it: bars, or a grid for range v range."
        ),
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Overwrite the picture if it exists.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Count how often each hand or range wins the pot."""
    names = [*(hands or ()), *(ranges or ())]
    if trials is not None and trials < 1:
        raise BadInput(f"--trials {trials}: a sample needs one at least")
    if trials is not None and method is Way.EXACT:
        raise BadInput("--trials is for samples: not with --method exact")
    if players < 0 or players > 10:
        raise BadInput(f"--players {players}: two to ten")
    if len(names) == 1 and players < 2:
        raise BadInput("one hand alone: name a second hand, --range or --players 2")
    if players and players < len(names):
        raise BadInput(f"--players {players}: {len(names)} hands are given")
    if plot is not None:
        _writable(plot, force=force)
    with _sensible():
        from ludex.games.poker.equity.equity import TRIALS, Method
        from ludex.games.poker.equity.equity import equity as count

        way = Method.SAMPLE if trials is not None else Method(method.value)
        with _bar("boards") as progress:
            result = count(
                names,
                board,
                dead,
                players,
                method=way,
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


def _writable(file: Path, *, force: bool) -> None:
    """Say now, and not after a minute of counting, that a picture cannot be kept."""
    if file.suffix.lower() != ".png":
        raise BadInput(f"--plot {file}: the picture is a .png file")
    if not file.absolute().parent.is_dir():
        raise BadInput(f"--plot {file}: there is no folder {file.parent}")
    if file.exists() and not force:
        raise BadInput(f"{file} exists; --force overwrites it")


def _draw(
    file: Path, result: "Equity", names: list[str], board: str, dead: str
) -> None:
    from ludex.games.poker.equity.equity import equity_by_kind
    from ludex.games.poker.equity.pictures import draw_bars, draw_grid
    from ludex.games.poker.equity.ranges import Range

    title = " v ".join(names)
    title += f", board {board}" if board else ""
    title += f", dead {dead}" if dead else ""
    wide = [name == "any two cards" or len(Range.of(name).holes) > 1 for name in names]
    grid = len(names) == 2 and all(wide)
    if grid and not result.exact:
        print("bars are drawn, no grid: the result was sampled", file=sys.stderr)
    if grid and result.exact:
        one, other = ("any" if name == "any two cards" else name for name in names)
        with _bar("kinds") as progress:
            kinds = equity_by_kind(one, other, board, dead, progress=progress)
        draw_grid(kinds, title, file)
    else:
        draw_bars(result, names, title, file)


@contextmanager
def _bar(what: str) -> Iterator["Progress"]:
    """A progress bar on standard error, if anybody is looking."""
    from rich.console import Console
    from rich.progress import Progress

    with Progress(
        console=Console(stderr=True), disable=not sys.stderr.isatty(), transient=True
    ) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


app.command("axioms")(axioms)
app.command("phh")(phh)
app.command("export")(export)
