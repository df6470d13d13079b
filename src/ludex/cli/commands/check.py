"""`ludex check GAME`: the laws, every state that can be reached, and what never happens."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from ludex.cli.arguments.counts import counted
from ludex.cli.arguments.jobs import Cluster, Out
from ludex.cli.arguments.openings import opening as opening_of
from ludex.cli.arguments.openings import running
from ludex.cli.arguments.options import (
    Changes,
    DealNumber,
    GameName,
    Json,
    Preset,
    StartLine,
    Time,
    find_game,
    print_json,
)
from ludex.cli.commands.check_engine import check_engine
from ludex.cli.commands.check_steps import Walk, follow
from ludex.cli.errors import BadInput
from ludex.cli.parallel import demand_one
from ludex.cli.terminal.progress import ProgressLine
from ludex.cli.terminal.timeout import coming_to_an_end

if TYPE_CHECKING:
    from ludex.check.examine import Examined
    from ludex.check.explore import Elsewhere
    from ludex.kernel import Game

STATES = 1_000_000
SECONDS = 60.0
INTERRUPTED = 130


def check(  # they are options
    name: GameName,
    *,
    preset: Preset = None,
    option: Changes = None,
    start: StartLine = None,
    deal: DealNumber = None,
    seed: Annotated[
        int | None,
        typer.Option(
            help="Let chance deal with this seed first, where its outcomes are too many "
            "to be listed; also the seed of the random games of the laws."
        ),
    ] = None,
    depth: Annotated[
        int | None, typer.Option(min=0, help="Go no further than this many events.")
    ] = None,
    states: Annotated[
        int, typer.Option(min=1, max=4_000_000_000, help="Stop after this many states.")
    ] = STATES,
    time: Time = SECONDS,
    workers: Annotated[
        int,
        typer.Option(
            min=1, max=256, help="Processes that explore; the result is the same."
        ),
    ] = 1,
    cluster: Cluster = None,
    out: Out = None,
    seat: Annotated[
        int | None,
        typer.Option(min=1, help="Also count what player N can tell apart."),
    ] = None,
    symmetry: Annotated[
        bool,
        typer.Option(
            "--symmetry", help="Fold by the declared symmetries, once they are checked."
        ),
    ] = False,
    thorough: Annotated[
        bool,
        typer.Option(
            "--thorough", help="Ask every guard about every event in every state."
        ),
    ] = False,
    engine: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="Compare this engine with the rulebook instead."
        ),
    ] = None,
    steps: Annotated[
        int | None,
        typer.Option(
            parser=counted("steps", 10**12),
            metavar="N",
            help="With --engine compiled: follow its random games on the rulebook, "
            "step by step, for so many steps; 10^7 is a number.",
        ),
    ] = None,
    dot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the graph as dot text.")
    ] = None,
    svg: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the graph as a picture.")
    ] = None,
    html: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The graph as a page to click through."),
    ] = None,
    as_test: Annotated[
        bool, typer.Option("--as-test", help="Print each finding as a pytest function.")
    ] = False,
    as_written: Annotated[
        bool,
        typer.Option(
            "--as-written",
            help="Instead check the document that the game comes from, word for word.",
        ),
    ] = False,
    patience: Annotated[
        float, typer.Option(min=1, help="Seconds that one state may take.")
    ] = 20.0,
    as_json: Json = False,
) -> None:
    """Find out everything about a rulebook: yours or one of ours.

    First the laws that every game obeys are tried in random games. Then every state that can
    be reached is looked at, breadth first: how many there are, how games end, what is wrong
    and where. Each finding comes with a shortest script, which `ludex run` can run.

    \b
    ludex check examples/tic_tac_toe.py
    ludex check chess-solitaire --start NP.Q/.R.B/K.N./.P..
    ludex check freecell --deal 617 --depth 4
    ludex check my_game.py --html graph.html
    ludex check chess-solitaire --start NP.Q/.R.B/K.N./.P.. --engine listing
    ludex check holdem --engine compiled --steps 10^7 --workers 2
    ludex check freecell --as-written

    It always says whether it is complete, or where it was cut: at a number of states or
    seconds, at a depth, or where chance has too many outcomes to be listed. Ctrl-C gives what
    was found so far; with --steps, also the --seed to go on with. Exit status: 0 nothing wrong
    was found, 1 something was, 2 bad usage.
    """
    from ludex.check.examine import Asked, examine
    from ludex.check.explore import Limits

    if as_written:
        _document(name, as_json=as_json)
    opening = partial(opening_of, name, preset, option, start, deal, seed=seed)
    with coming_to_an_end(patience):
        game, state = opening()
    if seat is not None and seat > game.seat_count(state):
        raise BadInput(f"--seat {seat}: there are {game.seat_count(state)} players")
    limits = Limits(states=states, depth=depth, seconds=time, patience=patience)
    line = ProgressLine(game.name)
    _demand_steps(steps, engine, cluster, out)
    demand_one(workers, cluster)
    if engine is not None:
        begin = partial(opening_of, name, preset, option, start, deal, seed=None)
        if steps is None:
            check_engine(
                engine, game, state, limits, seed=seed, line=line, as_json=as_json
            )
            return
        given = {"game": name, "preset": preset, "option": option, "start": start, "deal": deal}  # fmt: skip
        follow(
            Walk(begin, thorough, seed or 0), steps, given,
            workers=workers, cluster=cluster, out=out, as_json=as_json,
        )  # fmt: skip
        return
    _demand_use(symmetry=symmetry, game=game)
    for path in (dot, svg, html):
        _demand_place(path)
    usual = not (preset or option or start or deal)
    asked = Asked(
        limits,
        None if seat is None else seat - 1,
        symmetry,
        workers,
        _elsewhere(cluster),
        thorough,
    )
    found = examine(
        game,
        state,
        asked,
        seed=1 if seed is None else seed,
        beginnings=_beginnings(game, state, usual=usual),
        opening=opening,
        usual=usual,
        tell=line.tell,
        stage=line.stage,
    )
    line.clear()
    _draw(found, dot, svg, html)
    command = running(name, preset, option, start, deal)
    if as_json:
        from ludex.check.report import summary

        print_json({"game": game.name, **summary(found)})
    else:
        from ludex.check.report import printed

        print("\n".join(printed(found, command)))
        if as_test:
            from ludex.check.report import tests

            print("\n".join(tests(found, name)))
    if found.is_interrupted:
        raise typer.Exit(INTERRUPTED)
    if not found.is_sound:
        raise typer.Exit(1)


def _demand_steps(
    steps: int | None, engine: str | None, cluster: str | None, out: Path | None
) -> None:
    """Steps are of the compiled engine, and only they are kept."""
    if steps is not None and engine != "compiled":
        raise BadInput("--steps is for --engine compiled")
    if steps is None and out is not None:
        raise BadInput("--out is for --steps: an exploration has one answer")
    if steps is None and engine is not None and cluster is not None:
        raise BadInput("--cluster with --engine is for --steps")


def _elsewhere(cluster: str | None) -> "Elsewhere | None":
    """The workers of a cluster, which look at states."""
    if cluster is None:
        return None
    from ludex.jobs.run import in_order, runner

    run = runner(1, cluster=cluster)
    return lambda looking, tasks: in_order(run(looking, enumerate(tasks)))


def _demand_use(*, symmetry: bool, game: "Game[Any]") -> None:
    """What was asked for can be done here."""
    if symmetry and not game.symmetries:
        raise BadInput(f"--symmetry: {game.name} declares none")


def _document(name: str, *, as_json: bool) -> NoReturn:
    """`--as-written`: what a machine finds in the document."""
    from ludex.cli.arguments.documents import demand_written
    from ludex.study.documents.report import printed, sections, summary

    game = find_game(name)
    written = demand_written(game)
    found = [*sections(written)]
    if as_json:
        print_json({"game": game.name, "findings": summary(found)})
    else:
        print("\n".join(printed(written, found)))
    raise typer.Exit(1 if any(some for _, some in found) else 0)


def _beginnings(game: "Game[Any]", state: object, *, usual: bool) -> list[Any]:
    """Where the random games of the laws begin: everywhere, unless one place is asked for."""
    return [*map(game.start, game.start.presets)] if usual else [state]


def _demand_place(path: Path | None) -> None:
    if path is not None and not path.parent.is_dir():
        raise BadInput(f"{path}: there is no folder {path.parent}")
    if path is not None and path.is_dir():
        raise BadInput(f"{path} is a folder")


def _draw(
    found: "Examined[Any]", dot: Path | None, svg: Path | None, html: Path | None
) -> None:
    if not (dot or svg or html):
        return
    if found.graph is None:
        raise BadInput(f"there is nothing to draw: {found.unexplored}")
    from ludex.study.graphs import dot_text, page, svg_text

    for path, drawn in ((dot, dot_text), (svg, svg_text), (html, page)):
        if path is not None:
            path.write_text(drawn(found.graph), encoding="utf-8")
