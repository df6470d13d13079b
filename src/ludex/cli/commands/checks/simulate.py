"""`ludex simulate GAME`: random legal play, every promise checked."""

from pathlib import Path
from statistics import mean, median
from typing import Annotated

from typer import Exit, Option

from ludex.check.simulate import shrink_breach
from ludex.cli.arguments import Json, Seed, TableOpening, counted, show
from ludex.cli.arguments.jobs import Work
from ludex.cli.commands.checks.simulate_engine import Compiled, simulate_compiled
from ludex.cli.commands.checks.simulate_job import RandomGames, Simulation, added
from ludex.cli.errors import BadInput
from ludex.cli.records import Without
from ludex.language.templates import render_lines

MINIMAL = {
    "shortest": "there is no shorter one",
    "local": "locally minimal: no event of it can be left out",
    "": "as it was played; it may not be the shortest",
}
MOST = 10**12
"""More games than anybody waits for."""
MOST_EVENTS = 10_000
"""Of a game, unless somebody says otherwise."""


def simulate(
    opening: Annotated[TableOpening, Without("deal")],
    work: Work,
    *,
    games: Annotated[
        int,
        Option(
            parser=counted("games", MOST),
            metavar="N",
            help="How many games; 10^6 is a number.",
        ),
    ] = 100,
    seed: Seed = None,
    max_events: Annotated[
        int | None,
        Option(
            min=1,
            max=10**9,
            help="Cut a game off after this many events (moves, with --engine); "
            "10,000 unless an engine has its own limit.",
            show_default=False,
        ),
    ] = None,
    unchecked: bool = False,
    engine: bool = False,
    device: str = "cpu",
    picture: Path | None = None,
    as_json: Json = False,
) -> None:
    """Play random legal games and check every property after every event.

    With --workers or --cluster others play the games: the report is the same.

    Exit status 1 when a property was broken, a guard or an effect raised or a state changed
    (a script that shows it is printed: a shortest one where that can be found, otherwise
    one from which no event can be left out); when none of the games ended; and when,
    in a hundred games or more without options, something that should happen sometimes
    never did. A game that can only go in circles is left early.

    With --engine nothing is checked: the games are compiled, proved against the rulebook, and
    a million of them take seconds. The same seed gives the same games on a CPU and on a GPU.
    Games that are cut off, at a limit or for want of room in the engine, are counted apart:
    winners, scores and lengths are those of the games that ended.

    Options:
      unchecked: Leave the properties unchecked.
      engine: Play on the compiled engine, where there is one: statistics only.
      device (cpu|gpu): Where the engine runs.
      picture (FILE): Draw lengths and scores (PNG or SVG); with --engine.
    """
    random = RandomGames(opening, unchecked)
    game, start = random()
    seed = work.seed(seed)
    if device not in ("cpu", "gpu"):
        raise BadInput(f"--device is cpu or gpu, not {device}")
    if engine:
        task = Compiled(random, max_events, device)
        simulate_compiled(task, games, seed, work, picture=picture, as_json=as_json)
        return
    if picture is not None or device != "cpu":
        raise BadInput("--picture and --device are for --engine")
    job = Simulation(random, max_events or MOST_EVENTS).job(games, seed)
    report = added(game, work.rows(job, "games"))
    shrink_breach(report, start)
    failures = report.failures(usual=opening.is_usual and opening.players is None)
    show(
        {"game": game.name, "seed": seed, **report.summary, "failures": failures},
        render_lines(
            "cli/commands/checks/simulate.txt.j2",
            name=game.name,
            seed=seed,
            report=report,
            pace=max(report.seconds, 1e-9),
            mean=mean,
            median=median,
            minimal=MINIMAL,
            failures=failures,
        ),
        as_json=as_json,
    )
    if report.violations or failures:
        raise Exit(1)
