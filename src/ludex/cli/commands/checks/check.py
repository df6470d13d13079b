"""`ludex check GAME`: the laws, every state that can be reached, and what never happens."""

from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Annotated, NoReturn

from typer import Exit, Option

from ludex.check.examine import CheckOptions, examine
from ludex.check.explore import ExploreLimits, Graph, RemoteWorkers
from ludex.check.report import report_lines, summary, tests
from ludex.check.timeout import watchdog
from ludex.cli.arguments import Json, SearchOpening, Time, counted, find_game, show
from ludex.cli.arguments.documents import demand_written
from ludex.cli.arguments.jobs import Work, demand_one
from ludex.cli.commands.checks.check_engine import check_engine
from ludex.cli.commands.checks.check_steps import Walk, follow
from ludex.cli.commands.checks.check_tree import show_tree
from ludex.cli.commands.study.diagram import svg_of
from ludex.cli.errors import INTERRUPTED, BadInput
from ludex.cli.terminal.progress import ProgressLine
from ludex.jobs.run import in_order, runner
from ludex.registry.installed import NAME
from ludex.study.documents import report as document_report
from ludex.study.graphs import dot_text, render_page

MISNAMED = "{!r} is not a valid name of a game: use at most 40 small letters, digits and -"


@dataclass(frozen=True, kw_only=True)
class ExplorationWork(Work):
    """The workers that explore, and the place of the steps of an engine.

    Options:
      workers (1..256): Processes that explore. The result does not depend on their number.
    """

    workers: int = 1


@dataclass(frozen=True, kw_only=True)
class Pictures:
    """The files that the graph of states is drawn to.

    Options:
      dot (FILE): Write the graph of states in the dot language.
      svg (FILE): Write the graph as a picture.
      html (FILE): Write the graph as an interactive page.
    """

    dot: Path | None = None
    svg: Path | None = None
    html: Path | None = None

    @property
    def wanted(self) -> dict[str, Path]:
        """The pictures that somebody wants, by their form."""
        return {form: path for form, path in vars(self).items() if path is not None}

    def demand_places(self) -> None:
        """Demand that each of them can be written."""
        for path in self.wanted.values():
            if not path.parent.is_dir():
                raise BadInput(f"{path}: there is no folder {path.parent}")
            if path.is_dir():
                raise BadInput(f"{path} is a folder")
        if self.svg is not None:
            svg_of("digraph {}")  # is there a Graphviz?

    def draw(self, graph: Graph | None, unexplored: str | None) -> None:
        """Draw the graph, if there is one."""
        for form, path in self.wanted.items():
            if graph is None:
                raise BadInput(f"there is no graph to draw: {unexplored}")
            text = render_page(graph) if form == "html" else dot_text(graph)
            drawn = svg_of(text) if form == "svg" else text
            path.write_text(drawn, encoding="utf-8")


def check(
    opening: SearchOpening,
    *,
    seed: int | None = None,
    depth: int | None = None,
    states: int = 1_000_000,
    time: Time = 60.0,
    work: ExplorationWork,
    tree: bool = False,
    symmetry: bool = False,
    thorough: bool = False,
    engine: str | None = None,
    steps: Annotated[
        int | None,
        Option(
            parser=counted("steps", 10**12),
            metavar="N",
            help="With --engine compiled: compare this many steps of random games with the "
            "rulebook, such as 10^7.",
        ),
    ] = None,
    pictures: Pictures,
    as_test: bool = False,
    as_written: bool = False,
    patience: float = 20.0,
    as_json: Json = False,
) -> None:
    """Check a rulebook: explore its states, and report errors with a script for each.

    First random games test the laws that every game must obey. Then a breadth-first search
    visits every reachable state. It counts the states, the endings and the errors. Each
    finding has a shortest script, which `ludex run` can run.

    \b
    ludex check examples/tic_tac_toe.py
    ludex check chess-solitaire --start NP.Q/.R.B/K.N./.P..
    ludex check freecell --deal 617 --depth 4
    ludex check my_game.py --html graph.html
    ludex check chess-solitaire --start NP.Q/.R.B/K.N./.P.. --engine listing
    ludex check holdem --engine compiled --steps 10^7 --workers 2
    ludex check examples/kuhn_poker.py --tree
    ludex check freecell --as-written

    The report says whether the exploration is complete, or why it stopped: the limit of
    states, seconds or depth, or a chance event with too many outcomes. Ctrl-C prints the
    findings so far; with --steps, also the --seed that continues the walk. Exit status: 0 no
    error, 1 an error was found, 2 bad usage or input.

    Options:
      seed: The seed of chance events with too many outcomes to list, and of the random
          games that test the laws.
      depth (0..): Stop at this many events from the start.
      states (1..4000000000): Stop after this many states.
      tree: Print the statistics of the game tree instead: nodes, branching, depth, states and
          information sets. For a large tree they are estimated from random games.
      symmetry: Merge states by the declared symmetries, after checking these.
      thorough: Evaluate every guard of every event in every state.
      engine (NAME): Compare this engine with the rulebook instead; none: explore the rulebook
          itself, and not the engine derived from it.
      as_test: Print each finding as a pytest function.
      as_written: Check the source document of the game instead, exactly as it is written.
      patience (1..): The time limit for one state, in seconds.
    """
    if as_written:
        _document(opening.name, as_json=as_json)
    with watchdog(lambda: 0, patience):
        game, state = opening(seed)
    limits = ExploreLimits(states=states, depth=depth, seconds=time, timeout=patience)
    line = ProgressLine(game.name)
    _demand_steps(steps, engine, work)
    demand_one(work.workers, work.cluster)
    if steps is not None:
        follow(Walk(opening, thorough, seed or 0), steps, work, as_json=as_json)
        return
    if engine is not None and engine != "none":
        check_engine(engine, game, state, limits, seed=seed, line=line, as_json=as_json)
        return
    if tree:
        show_tree(game, state, seed=seed or 1, most=states, seconds=time, as_json=as_json)
        return
    if symmetry and not game.symmetries:
        raise BadInput(f"--symmetry: {game.name} declares none")
    pictures.demand_places()
    usual = opening.is_usual
    options = CheckOptions(
        limits,
        symmetry,
        work.workers,
        None if work.cluster is None else _elsewhere(work.cluster),
        thorough,
        engine != "none",
    )
    found = examine(
        game,
        state,
        options,
        seed=1 if seed is None else seed,
        beginnings=[*map(game.start, game.start.presets)] if usual else [state],
        opening=partial(opening, seed),
        usual=usual,
        faults=[] if NAME.fullmatch(game.name) else [MISNAMED.format(game.name)],
        tell=line.tell,
        stage=line.stage,
    )
    line.clear()
    pictures.draw(found.graph, found.unexplored)
    lines = report_lines(found, opening.running())
    as_tests = tests(found, opening.name) if as_test else ()
    record = {"game": game.name, **summary(found)}
    show(record, chain(lines, as_tests), as_json=as_json)
    if found.is_interrupted:
        raise Exit(INTERRUPTED)
    if not found.is_sound:
        raise Exit(1)


def _demand_steps(steps: int | None, engine: str | None, work: Work) -> None:
    """Demand that steps are of the compiled engine, and that only they are kept."""
    if steps is not None and engine != "compiled":
        raise BadInput("--steps is for --engine compiled")
    if steps is None and work.out is not None:
        raise BadInput("--out is for --steps: an exploration has no rows to save")
    if steps is None and engine is not None and work.cluster is not None:
        raise BadInput("--cluster with --engine is for --steps")


def _elsewhere(cluster: str) -> "RemoteWorkers":
    """Return the workers of a cluster, which look at states."""
    run = runner(1, cluster=cluster)
    return lambda looking, tasks: in_order(run(looking, enumerate(tasks)))


def _document(name: str, *, as_json: bool) -> NoReturn:
    """Show what a machine finds in the document, for `--as-written`."""
    game = find_game(name)
    written = demand_written(game)
    found = [*document_report.sections(written)]
    show(
        {"game": game.name, "findings": document_report.summary(found)},
        document_report.report_lines(written, found),
        as_json=as_json,
    )
    raise Exit(1 if any(some for _, some in found) else 0)
