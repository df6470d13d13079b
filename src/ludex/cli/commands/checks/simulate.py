"""`ludex simulate GAME`: random legal play, every promise checked."""

from pathlib import Path
from statistics import mean, median
from typing import Annotated

from typer import Exit, Option

from ludex.check.simulate import shorten_circle, shrink_breach
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
EVENTS_OF_SYSTEM = 1_000
"""Of a game, and of a run of a system without an end, unless somebody says otherwise."""


def simulate(
    opening: Annotated[TableOpening, Without("deal")],
    work: Work,
    *,
    games: Annotated[
        int,
        Option(
            parser=counted("games", MOST),
            metavar="N",
            help="The number of games, such as 1000 or 10^6.",
        ),
    ] = 100,
    seed: Seed = None,
    max_events: Annotated[
        int | None,
        Option(
            min=1,
            max=10**9,
            help="Cut a game off after this many events (with --engine: moves). The default "
            "is 10,000, or the limit of the engine; 1,000 for a system without an end.",
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

    --workers and --cluster divide the games among processes; the report is the same.

    Exit status 1 in three cases. First: a property was violated, a guard or an effect raised
    an exception, or an event changed a state that it must not change; a script that shows
    the error is printed, the shortest one where it can be found. Second: no game ended.
    Third: in a hundred or more games without options, a property that must hold sometimes
    never held. A game that can only repeat states is stopped early. A system without an end,
    such as a bank, declares no outcome; its runs end at --max-events.

    With --engine the games run on a compiled engine, and no properties are checked. A million
    games take seconds. The same seed gives the same games on a CPU and on a GPU. Games that
    are cut off by a limit, or by lack of space in the engine, are counted separately; winners,
    scores and lengths are those of the games that ended.

    Options:
      unchecked: Do not check the properties.
      engine: Play on a compiled engine: statistics only.
      device (cpu|gpu): The device that runs the engine.
      picture (FILE): With --engine: draw lengths and scores (PNG or SVG).
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
    most = max_events or (MOST_EVENTS if game.can_end else EVENTS_OF_SYSTEM)
    job = Simulation(random, most).job(games, seed)
    report = added(game, work.rows(job, "games"))
    shrink_breach(report, start)
    shorten_circle(report, start)
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
