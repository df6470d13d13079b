"""`ludex simulate GAME --engine`: very many random games, compiled."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter, thread_time
from typing import TYPE_CHECKING, Any

from ludex.cli.arguments import show
from ludex.cli.arguments.jobs import Work
from ludex.cli.commands.checks.simulate_job import RandomGames
from ludex.cli.errors import BadInput, as_bad_input
from ludex.jobs.job import Job, Rows
from ludex.kernel import Dice, Game
from ludex.language.templates import render_lines
from ludex.players.match import wilson
from ludex.registry import engine

if TYPE_CHECKING:
    from ludex.compile.engine import Engine
    from ludex.compile.statistics import SimulationStatistics


def find_compiled(game: "Game[Any]", start: object) -> "Engine":
    """The compiled engine for games that begin so, or one line why there is none."""
    with as_bad_input(ValueError):
        return engine(game, start)


@dataclass(frozen=True)
class Compiled:
    """Random games on an engine; a chunk is a range of seeds."""

    opening: RandomGames
    most: int | None
    device: str

    def engine(self) -> "Engine":
        """The engine: of a match of hands, that of a single hand."""
        engine = find_compiled(*self.opening())
        if engine.single is not None:
            engine = engine.single()
        return engine if self.most is None else replace(engine, longest=self.most)

    def ready(self) -> "Callable[[range], Rows]":
        """A function that plays the games of some seeds."""
        from ludex.compile.playouts import simulate_games

        engine = self.engine()
        with as_bad_input(RuntimeError):
            simulate_games(engine, 1, 0, device=self.device)  # compiles, unless that is kept

        def play(seeds: range) -> "Rows":
            began, cpu_began = perf_counter(), thread_time()
            some = simulate_games(engine, len(seeds), seeds.start, device=self.device)
            took = {
                "seconds": perf_counter() - began,
                "cpu_seconds": thread_time() - cpu_began,
            }
            scores = {f"score_{seat + 1}": some.scores[:, seat] for seat in range(engine.seats)}
            columns = {
                "seed": range(seeds.start, seeds.stop),
                "moves": some.lengths,
                "cut": some.cuts,
            }
            return Rows({**columns, **scores}, took)

        return play

    def job(self, games: int, seed: int) -> Job[range]:
        """Return the job of so many games, the same on every device."""
        from ludex.compile.statistics import CHUNK

        engine = self.engine()
        first = Dice(seed).word() >> 2  # far apart for neighbouring seeds
        size = CHUNK if self.device == "cpu" else 16 * CHUNK
        stop = first + games
        chunks = [range(i, min(i + size, stop)) for i in range(first, stop, size)]
        request = self.opening.parameters(games, seed, engine=self.device, longest=engine.longest)
        columns = {"seed": "int64", "moves": "int64", "cut": "int64"}
        columns |= {f"score_{seat + 1}": "double" for seat in range(engine.seats)}
        threads = self.device == "cpu"
        return Job("simulate", request, columns, self, chunks, threads=threads)


def simulate_compiled(
    task: Compiled,
    games: int,
    seed: int,
    work: Work,
    *,
    picture: Path | None,
    as_json: bool,
) -> None:
    """Play, and print what the games came to."""
    game, start = task.opening()
    unit = "games" if find_compiled(game, start).single is None else "hands"
    draw = find_drawing(picture)
    if task.device == "gpu":
        work = replace(work, workers=1)
    note = "compiling the engine, if it is not in the cache"
    found = gathered(task.engine(), work.rows(task.job(games, seed), unit, note))
    from ludex.compile.statistics import mean_of  # needs Numba, which is there by now

    if picture is not None:
        draw(found, f"{game.title}: {found.ended:,} random {unit}", picture)
    record = {"game": game.name, "seed": seed, "engine": task.device}
    heading = f"{game.name}: {found.games:,} {unit}, seed {seed}"
    show(
        {**record, **found.summary(), "failures": []},
        render_lines(
            "cli/commands/checks/simulate_engine.txt.j2",
            heading=heading,
            found=found,
            device=task.device,
            unit=unit,
            wilson=wilson,
            mean_of=mean_of,
        ),
        as_json=as_json,
    )


def gathered(engine: "Engine", each: "Iterable[Rows]") -> "SimulationStatistics":
    """The sums over all chunks."""
    import numpy as np

    from ludex.compile.loops import SimulatedGames
    from ludex.compile.statistics import SimulationStatistics

    found = SimulationStatistics(engine)
    for rows in each:
        columns = {name: np.asarray(column) for name, column in rows.columns.items()}
        scores = [columns[f"score_{seat + 1}"] for seat in range(engine.seats)]
        some = SimulatedGames(np.stack(scores, axis=1), columns["moves"], columns["cut"])
        found.add(some)
        found.seconds += rows.besides["seconds"]
        found.cpu_seconds += rows.besides["cpu_seconds"]
    return found


def find_drawing(picture: Path | None) -> Any:  # noqa: ANN401 - a function, if wanted
    """Return the function that draws histograms; a missing package is told before anything is played."""
    if picture is None:
        return None
    if picture.suffix not in (".png", ".svg"):
        raise BadInput(f"{picture}: a picture is a .png or a .svg file")
    if not picture.absolute().parent.is_dir():
        raise BadInput(f"{picture}: there is no such folder")
    from ludex.compile.histograms import draw_histograms

    return draw_histograms
