"""`ludex simulate GAME --engine`: very many random games, compiled."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludex.cli.arguments.options import print_json
from ludex.cli.trouble import BadInput

if TYPE_CHECKING:
    from ludex.engines.engine import Engine
    from ludex.engines.statistics import Statistics
    from ludex.kernel import Game

OUTCOMES_SHOWN = 12


def find_compiled(game: "Game[Any]", start: object) -> "Engine[Any]":
    """The compiled engine for games that begin so, or one line why there is none."""
    from ludex.registry import engine

    try:
        return engine(game, start)
    except (ValueError, ImportError) as problem:
        raise BadInput(str(problem)) from problem


def simulate_compiled(
    game: "Game[Any]",
    start: object,
    games: int,
    seed: int,
    *,
    most: int | None,
    workers: int,
    device: str,
    picture: Path | None,
    as_json: bool,
) -> None:
    """Play, and print what the games came to."""
    from rich.console import Console
    from rich.progress import Progress

    engine, unit = find_compiled(game, start), "games"
    if engine.single is not None:
        engine, unit = engine.single(), "hands"
    if most is not None:
        engine = replace(engine, longest=most)
    draw = find_drawing(picture)
    from ludex.engines.statistics import gathered

    with Progress(console=Console(stderr=True), disable=not sys.stderr.isatty()) as bar:
        words = f"{game.name}, seed {seed} (compiling first, unless that is kept)"
        task = bar.add_task(words, total=games)
        try:
            found = gathered(
                engine,
                games,
                first_seed(seed),
                workers=workers,
                device=device,
                tell=lambda done: bar.update(task, completed=done),
            )
        except (ImportError, RuntimeError) as problem:
            raise BadInput(str(problem)) from problem
    if picture is not None:
        draw(found, f"{game.title}: {found.ended:,} random {unit}", picture)
    if as_json:
        told = {"game": game.name, "seed": seed, "engine": device}
        print_json({**told, **found.summary(), "failures": []})
    else:
        _print(f"{game.name}: {found.games:,} {unit}, seed {seed}", found, device, unit)


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
        from ludex.engines.histograms import draw_histograms
    except ImportError as problem:
        raise BadInput(str(problem)) from problem
    return draw_histograms


def _print(heading: str, found: "Statistics", device: str, unit: str) -> None:
    cut = found.games - found.ended
    print(f"{heading}, engine on {device}: {found.ended:,} ended, {cut:,} cut off")
    for reason, count in [*found.outcomes().items()][:OUTCOMES_SHOWN]:
        share = count / found.games
        print(f"  {count:12,} {reason}, {100 * share:.2f} %")
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
        length = found.length()
        print(
            f"length     mean {length['mean']:.1f}, median {length['median']:g}, "
            f"longest {length['longest']:,} moves{of}"
        )
    seconds, clock = found.cpu_seconds, "per CPU second"
    if device == "gpu":
        seconds, clock = found.seconds, "per second"
    pace = max(seconds, 1e-9)
    moves, games = found.events / pace, found.games / pace
    print(f"speed      {moves:,.0f} moves and {games:,.0f} {unit} {clock}")
