"""`ludex simulate GAME`: random legal play, every promise checked."""

from pathlib import Path
from statistics import mean, median
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludex.cli.arguments.counts import counted
from ludex.cli.arguments.jobs import Cluster, Out, Workers, done, job_seed
from ludex.cli.arguments.options import (
    Changes,
    GameName,
    Json,
    Position,
    Preset,
    Seed,
    find_game,
    print_json,
)
from ludex.cli.arguments.seats import Players, with_players
from ludex.cli.errors import BadInput

if TYPE_CHECKING:
    from ludex.check.simulate import Report

OUTCOMES_SHOWN = 12
MINIMAL = {
    "shortest": "there is no shorter one",
    "local": "locally minimal: no event of it can be left out",
    "": "as it was played; it may not be the shortest",
}
GUARDS_SHOWN = 12
MOST = 10**12
"""More games than anybody waits for."""
MOST_EVENTS = 10_000
"""Of a game, unless somebody says otherwise."""


def simulate(
    name: GameName,
    *,
    games: Annotated[
        int,
        typer.Option(
            parser=counted("games", MOST),
            metavar="N",
            help="How many games; 10^6 is a number.",
        ),
    ] = 100,
    preset: Preset = None,
    option: Changes = None,
    players: Players = None,
    position: Position = None,
    seed: Seed = None,
    max_events: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=10**9,
            help="Cut a game off after this many events (moves, with --engine); "
            "10,000 unless an engine has its own limit.",
            show_default=False,
        ),
    ] = None,
    workers: Workers = 1,
    cluster: Cluster = None,
    out: Out = None,
    unchecked: Annotated[
        bool, typer.Option("--unchecked", help="Leave the properties unchecked.")
    ] = False,
    engine: Annotated[
        bool,
        typer.Option(
            "--engine",
            help="Play on the compiled engine, where there is one: statistics only.",
        ),
    ] = False,
    device: Annotated[
        str, typer.Option(metavar="cpu|gpu", help="Where the engine runs.")
    ] = "cpu",
    picture: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Draw lengths and scores (PNG or SVG); with --engine."
        ),
    ] = None,
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
    """
    from ludex.check.simulate import lessened
    from ludex.cli.commands.simulate_job import Opening, Simulation, added

    option = with_players(find_game(name), option, players)
    opening = Opening(name, preset, tuple(option or ()), position, unchecked)
    game, start = opening()
    seed = job_seed(seed, out)
    if device not in ("cpu", "gpu"):
        raise BadInput(f"--device is cpu or gpu, not {device}")
    if engine:
        from ludex.cli.commands.simulate_engine import simulate_compiled

        simulate_compiled(
            opening, games, seed, most=max_events, device=device, picture=picture,
            as_json=as_json, workers=workers, cluster=cluster, out=out,
        )  # fmt: skip
        return
    if picture is not None or device != "cpu":
        raise BadInput("--picture and --device are for --engine")
    job = Simulation(opening, max_events or MOST_EVENTS).job(games, seed)
    rows = done(job, "games", workers=workers, cluster=cluster, out=out)
    report = added(game, rows)
    lessened(report, start)
    failures = report.failures(usual=not (preset or option or position))
    if as_json:
        found = {"game": game.name, "seed": seed, **report.summary}
        print_json({**found, "failures": failures})
    else:
        _print(game.name, seed, report)
        for failure in failures:
            print(f"failed     {failure}")
    if report.violations or failures:
        raise typer.Exit(1)


def _print(name: str, seed: int, report: "Report[Any]") -> None:
    cover, lengths = report.coverage, report.lengths
    pace = max(report.seconds, 1e-9)
    reached = (f"{event} {count:,}" for event, count in cover.events.most_common())
    print(
        f"{name}: {report.games:,} games, seed {seed}: "
        f"{report.ended:,} ended, {report.violations:,} violations"
    )
    for reason, count in report.outcomes.most_common(OUTCOMES_SHOWN):
        print(f"  {count:8,} {reason}")
    if len(report.outcomes) > OUTCOMES_SHOWN:
        print(f"           and {len(report.outcomes) - OUTCOMES_SHOWN} more outcomes")
    print(
        f"length     mean {mean(lengths):.1f}, median {median(lengths):g}, "
        f"longest {max(lengths):,} events"
    )
    print(f"events     {', '.join(reached)}")
    if cover.tries:
        tries = (f"{event} {count:,}" for event, count in cover.tries.most_common())
        print(f"tried      {', '.join(tries)}")
    for event in cover.unreached_events():
        print(f"           never: {event}")
    for missing in sorted(report.never):
        print(f"           never, though it should sometimes: {missing}")
    if cover.game.speed.checked:
        _print_guards(len(cover.guards()), cover.unreached_guards())
    print(
        f"speed      {report.events / pace:,.0f} events and "
        f"{report.games / pace:,.1f} games per CPU second"
    )
    if report.circle is not None:
        _print_circle(report)
    if report.breach is not None:
        if report.breach.position is not None:
            print(f"position   {report.breach.position}")
        print(f"script     {MINIMAL[report.breach.minimal]}")
        print(f"violation  {report.breach.problem}, after this script:")
        print("\n".join(report.breach.script))


def _print_circle(report: "Report[Any]") -> None:
    assert report.circle is not None
    few = report.circle.positions
    print(
        f"circles    {report.circling:,} games could not end any more, and were left; "
        f"in one of them only {few:,} position{'s' * (few > 1)} can be reached"
    )
    if not report.ended:
        print("           after this script:")
        print("\n".join(report.circle.script))


def _print_guards(total: int, never: list[str]) -> None:
    print(f"guards     {total - len(never)} of {total} have refused something")
    for guard in never[:GUARDS_SHOWN]:
        print(f"           never: {guard}")
    if len(never) > GUARDS_SHOWN:
        print(f"           and {len(never) - GUARDS_SHOWN} more")
