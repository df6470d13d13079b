"""`ludex tables chess-solitaire`: every board of so many pieces, counted exactly."""

import os
import sys
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from ludex.cli.arguments import GameName, Json, find_game, print_json
from ludex.cli.errors import BadInput, as_bad_input

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..solver.tables import BoardCount

TABLES = "chess-solitaire"
"""The game that is solved by tables."""


class Device(StrEnum):
    """The machine part that computes the tables."""

    CPU = "cpu"
    GPU = "gpu"


def tables(
    name: GameName,
    *,
    pieces: int = 5,
    device: Device = Device.CPU,
    workers: int | None = None,
    out: Path | None = None,
    as_json: Json = False,
) -> None:
    """Count the boards that can be won, won in exactly one way, or not played at all.

    Each table follows from the one with one piece fewer. Up to 6 pieces take seconds, 7 a
    minute, 8 some minutes and 5.4 GB if they are kept; all 16 take a GPU less than two
    minutes. docs/chess-solitaire-solved.md has the figures and the method.

    Options:
      pieces (2..16): Solve boards of two to this many pieces.
      device: The device; the GPU can solve boards that are too large for the CPU.
      workers (1..): Threads; the default is one for each core.
      out (DIR): Save the tables in this folder. After an interrupt, the same command continues
          the run.
    """
    game = find_game(name)
    if game.name != TABLES:
        raise BadInput(f"{game.name} has no tables; {TABLES} has")
    if out is not None and device is Device.GPU:
        raise BadInput("--out: only --device cpu can save tables")
    counts: list[BoardCount] = []
    if not as_json:
        print(ROW.format("pieces", "boards", "solvable", "one way", "stuck", "seconds"))
    for count in _counted(pieces, device, workers or os.cpu_count() or 1, out):
        counts.append(count)
        if not as_json:
            unique = "-" if count.unique is None else f"{count.unique:,}"
            print(
                ROW.format(
                    count.pieces,
                    f"{count.boards:,}",
                    f"{count.solvable:,}",
                    unique,
                    f"{count.stuck:,}",
                    f"{count.seconds:.2f}",
                ),
                flush=True,
            )
    if as_json:
        print_json([asdict(count) for count in counts])


ROW = "{:>6} {:>17} {:>17} {:>10} {:>7} {:>8}"


def _counted(pieces: int, device: Device, workers: int, out: Path | None) -> "Iterator[BoardCount]":
    from rich.console import Console
    from rich.progress import Progress

    from ..solver.tables import DamagedTable, TableTooLarge, on_cpu

    if device is Device.GPU:
        with as_bad_input(RuntimeError):
            from ludex.compile.cuda import require

            from ..solver.tables_gpu import on_gpu

            require()
        yield from on_gpu(pieces)
        return
    if out is not None:
        try:
            out.mkdir(parents=True, exist_ok=True)
        except OSError as trouble:
            raise BadInput(f"--out {out}: {trouble.strerror}") from trouble
    with Progress(
        console=Console(stderr=True),
        disable=not sys.stderr.isatty(),
        redirect_stdout=sys.stdout.isatty(),
    ) as bar:
        task = bar.add_task("")

        def progress(n: int, done: int, of: int) -> None:
            bar.update(task, description=f"{n} pieces", completed=done, total=of)

        try:
            with as_bad_input(DamagedTable, TableTooLarge):
                yield from on_cpu(pieces, workers=workers, folder=out, progress=progress)
        except OSError as trouble:
            raise BadInput(f"{trouble.filename or out}: {trouble.strerror}") from trouble
