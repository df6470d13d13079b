"""A small job: squares, and word of who works on them."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import sleep

from ludex.jobs.job import Job, Rows

COLUMNS = {"number": "int64", "square": "int64", "text": "string"}


@dataclass(frozen=True)
class Squares:
    """Leaves a file for every chunk that is begun, named after chunk and process."""

    folder: str = ""
    seconds: float = 0.0

    def ready(self) -> Callable[[range], Rows]:
        return self.squared

    def squared(self, chunk: range) -> Rows:
        if self.folder:
            (Path(self.folder) / f"{chunk.start}-{os.getpid()}").touch()
        sleep(self.seconds)
        columns = {
            "number": [*chunk],
            "square": [n * n for n in chunk],
            "text": [None if n % 3 else str(n) for n in chunk],
        }
        return Rows(columns, {"sum": sum(chunk)})

    def job(self, numbers: int = 40, seed: int = 1) -> Job[range]:
        chunks = [range(i, min(i + 3, numbers)) for i in range(0, numbers, 3)]
        return Job(
            "squares", {"option": (), "numbers": numbers, "seed": seed}, COLUMNS, self, chunks
        )


def begun(folder: Path) -> list[tuple[int, int]]:
    """Which chunks were begun by which processes."""
    pairs = (path.name.split("-") for path in folder.iterdir())
    return [(int(chunk), int(pid)) for chunk, pid in pairs]
