"""`ludex simulate GAME --engine`: very many random games, compiled."""

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from time import perf_counter, thread_time
from typing import TYPE_CHECKING, Any

from ludex.cli.arguments.jobs import done, rules_of
from ludex.cli.arguments.options import print_json
from ludex.cli.errors import BadInput

if TYPE_CHECKING:
    from ludex.cli.commands.simulate_job import Opening
    from ludex.compile.engine import Engine
    from ludex.compile.statistics import SimulationStatistics
    from ludex.jobs.job import Job, Rows
    from ludex.kernel import Game

OUTCOMES_SHOWN = 12


def find_compiled(game: "Game[Any]", start: object) -> "Engine[Any]":
    """The compiled engine for games that begin so, or one line why there is none."""
    from ludex.registry import engine

    try:
        return engine(game, start)
    except (ValueError, ImportError) as problem:
        raise BadInput(str(problem)) from problem


@dataclass(frozen=True)
class Compiled:
    """Random games on an engine; a chunk is a range of seeds."""

    opening: "Opening"
    most: int | None
    device: str

    def engine(self) -> "Engine[Any]":
        """The engine: of a match of hands, that of a single hand."""
        engine = find_compiled(*self.opening())
        if engine.single is not None:
            engine = engine.single()
        return engine if self.most is None else replace(engine, longest=self.most)

    def ready(self) -> "Callable[[range], Rows]":
        """A function that plays the games of some seeds."""
        from ludex.compile.playouts import simulate_games
        from ludex.jobs.job import Rows

        engine = self.engine()
        try:
            simulate_games(
                engine, 1, 0, device=self.device
            )  # compiles, unless that is kept
        except (ImportError, RuntimeError) as problem:
            raise BadInput(str(problem)) from problem

        def play(seeds: range) -> "Rows":
            began, cpu_began = perf_counter(), thread_time()
            some = simulate_games(engine, len(seeds), seeds.start, device=self.device)
            took = {
                "seconds": perf_counter() - began,
                "cpu_seconds": thread_time() - cpu_began,
            }
            scores = {
                f"score_{seat + 1}": some.scores[:, seat]
                for seat in range(engine.seats)
            }
            columns = {
                "seed": range(seeds.start, seeds.stop),
                "moves": some.lengths,
                "cut": some.cuts,
            }
            return Rows({**columns, **scores}, took)

        return play

    def job(self, games: int, seed: int) -> "Job[range]":
        """So many games, the same on every device."""
        from ludex.compile.statistics import CHUNK
        from ludex.jobs.job import Job

        (game, _), engine = self.opening(), self.engine()
        first = first_seed(seed)
        size = CHUNK if self.device == "cpu" else 16 * CHUNK
        stop = first + games
        chunks = [range(i, min(i + size, stop)) for i in range(first, stop, size)]
        asked = {
            **asdict(self.opening),
            "rules": rules_of(game),
            "engine": self.device,
            "longest": engine.longest,
            "games": games,
            "seed": seed,
        }
        columns = {"seed": "int64", "moves": "int64", "cut": "int64"}
        columns |= {f"score_{seat + 1}": "double" for seat in range(engine.seats)}
        threads = self.device == "cpu"
        return Job("simulate", asked, columns, self, chunks, threads=threads)


def simulate_compiled(
    opening: "Opening",
    games: int,
    seed: int,
    *,
    most: int | None,
    device: str,
    picture: Path | None,
    as_json: bool,
    workers: int,
    cluster: str | None,
    out: Path | None,
) -> None:
    """Play, and print what the games came to."""
    game, start = opening()
    unit = "games" if find_compiled(game, start).single is None else "hands"
    draw = find_drawing(picture)
    task = Compiled(opening, most, device)
    if device == "gpu":
        workers = 1
    rows = done(
        task.job(games, seed),
        unit,
        workers=workers,
        cluster=cluster,
        out=out,
        note="compiling first, unless that is kept",
    )
    found = gathered(task.engine(), rows)
    if picture is not None:
        draw(found, f"{game.title}: {found.ended:,} random {unit}", picture)
    if as_json:
        told = {"game": game.name, "seed": seed, "engine": device}
        print_json({**told, **found.summary(), "failures": []})
    else:
        _print(f"{game.name}: {found.games:,} {unit}, seed {seed}", found, device, unit)


def gathered(engine: "Engine[Any]", each: "Iterable[Rows]") -> "SimulationStatistics":
    """The sums over all chunks."""
    import numpy as np

    from ludex.compile.loops import SimulatedGames
    from ludex.compile.statistics import SimulationStatistics

    found = SimulationStatistics(engine)
    for rows in each:
        columns = {name: np.asarray(column) for name, column in rows.columns.items()}
        scores = [columns[f"score_{seat + 1}"] for seat in range(engine.seats)]
        some = SimulatedGames(
            np.stack(scores, axis=1), columns["moves"], columns["cut"]
        )
        found.add(some)
        found.seconds += rows.besides["seconds"]
        found.cpu_seconds += rows.besides["cpu_seconds"]
    return found


def first_seed(seed: int) -> int:
    """Where the seeds of the games begin: far apart for neighbouring numbers."""
    from ludex.kernel import Dice

    return Dice(seed).word() >> 2


def find_drawing(picture: Path | None) -> Any:  # noqa: ANN401 - a function, if wanted
    """What draws histograms; what is missing is said before anything is played."""
    if picture is None:
        return None
    if picture.suffix not in (".png", ".svg"):
        raise BadInput(f"{picture}: a picture is a .png or a .svg file")
    if not picture.absolute().parent.is_dir():
        raise BadInput(f"{picture}: there is no such folder")
    try:
        from ludex.compile.histograms import draw_histograms
    except ImportError as problem:
        raise BadInput(str(problem)) from problem
    return draw_histograms


def _print(heading: str, found: "SimulationStatistics", device: str, unit: str) -> None:
    from ludex.compile.statistics import mean_of
    from ludex.players.match import wilson

    cut = found.games - found.ended
    print(f"{heading}, engine on {device}: {found.ended:,} ended, {cut:,} cut off")
    for reason, count in [*found.outcomes().items()][:OUTCOMES_SHOWN]:
        share = wilson(count, found.games)
        told = f"{100 * share.value:.2f} % ({100 * share.low:.2f} to {100 * share.high:.2f})"
        print(f"  {count:12,} {reason}, {told}")
    if found.too_long:
        longest = f"{found.engine.longest:,} moves"
        print(f"cut off    {found.too_long:,} after {longest}, which is the limit")
    if found.no_room:
        print(f"cut off    {found.no_room:,} for want of room in the engine")
    of = f", of the {unit} that ended" if cut else ""
    for seat in range(len(found.scores) if found.ended else 0):
        mean, margin = found.mean(seat)
        print(f"score      player {seat + 1}: {mean:.4f} ± {margin:.4f}{of}")
    if found.ended:
        length, (_, margin) = found.length(), mean_of(found.lengths)
        print(
            f"length     mean {length['mean']:.2f} ± {margin:.2g}, median {length['median']:g}, "
            f"longest {length['longest']:,} moves{of}"
        )
    seconds, clock = found.cpu_seconds, "per CPU second"
    if device == "gpu":
        seconds, clock = found.seconds, "per second"
    pace = max(seconds, 1e-9)
    moves, games = found.events / pace, found.games / pace
    print(f"speed      {moves:,.0f} moves and {games:,.0f} {unit} {clock}")
