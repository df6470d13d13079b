"""`ludex mine chess-solitaire`: puzzles with exactly one way to win, found among many boards."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludex.cli.arguments import GameName, Json, Seed, counted, find_game, print_json
from ludex.cli.arguments.jobs import Work
from ludex.cli.errors import BadInput
from ludex.jobs.job import Job, Rows

from ..solver.exact import kinds
from ..solver.puzzles import named

if TYPE_CHECKING:
    from ..solver.board_numbers import Numbers

MINED = "chess-solitaire"

CHUNK = 200_000
"""Boards that take some seconds at most."""

COLUMNS = {
    "id": "string",
    "pieces": "int64",
    "odds": "int64",
    "traps": "int64",
    "first_trap": "int64",
    "board": "int64",
}


@dataclass(frozen=True, slots=True)
class BoardRange:
    """Some boards of one size: random ones by their numbers, or every one in order."""

    pieces: int
    numbers: range
    every: bool

    def __len__(self) -> int:
        return len(self.numbers)


@dataclass(frozen=True)
class PuzzleMining:
    """The boards that one way wins, of the boards that a seed numbers."""

    seed: int

    def ready(self) -> Callable[[BoardRange], Rows]:
        """A function that mines a chunk."""

        from ..solver.puzzle_search import mine_boards

        def mine(chunk: BoardRange) -> Rows:
            found = mine_boards(self.seed, chunk.pieces, chunk.numbers, every=chunk.every)
            boards, odds, traps, first = found.T.tolist()
            return Rows(
                {
                    "id": [named(kinds(board)) for board in boards],
                    "pieces": [chunk.pieces] * len(boards),
                    "odds": odds,
                    "traps": traps,
                    "first_trap": first,
                    "board": boards,
                }
            )

        return mine

    def job(self, sizes: Sequence[int], boards: int) -> Job[BoardRange]:
        """Return the job of so many boards of each size; all where there are no more."""

        from ..solver.board_numbers import boards as how_many

        chunks = [
            BoardRange(pieces, range(first, min(first + CHUNK, many)), many < boards)
            for pieces in sizes
            for many in [min(boards, how_many(pieces))]
            for first in range(0, many, CHUNK)
        ]
        request = {"game": MINED, "seed": self.seed, "pieces": [*sizes], "boards": boards}
        return Job(f"mine {MINED}", request, COLUMNS, self, chunks, threads=True)


def _sizes(text: str) -> range:
    """`7`, or `4-9`."""
    found = re.fullmatch(r"(\d{1,2})(?:(?:-|\.\.)(\d{1,2}))?", text.strip())
    first, last = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
    if not 2 <= first <= last <= 12:
        problem = f"expected a size, such as 7, or sizes, such as 4-9 (2 to 12), not {text[:40]!r}"
        raise typer.BadParameter(problem)
    return range(first, last + 1)


def mine(
    name: GameName,
    *,
    pieces: Annotated[
        range | None,
        typer.Option(
            metavar="N|N-M",
            parser=_sizes,
            help="The numbers of pieces. [default: 4-9]",
        ),
    ] = None,
    boards: Annotated[
        int,
        typer.Option(
            metavar="N",
            parser=counted("boards", 10**12),
            help="Random boards of each size; all boards if there are fewer.",
        ),
    ] = 10**6,
    seed: Seed = None,
    collect: Path | None = None,
    work: Work,
    as_json: Json = False,
) -> None:
    """Search for puzzles that exactly one sequence of captures wins, and rate their difficulty.

    For each size the command prints the number of puzzles and the hardest one. A puzzle is
    harder if random captures win it less often. The collection in Ludex was made by
    `ludex mine chess-solitaire --boards 6,000,000 --seed 1 --collect FILE`.

    Options:
      collect (FILE): Write a collection: puzzles by level, the hardest of each size, one for
          each day.
    """
    game = find_game(name)
    if game.name != MINED:
        raise BadInput(f"{game.name} has no puzzles to search for; {MINED} has")
    sizes = pieces or range(4, 10)
    from ..solver.puzzle_search import mine_boards  # noqa: F401

    if collect is not None and not collect.absolute().parent.is_dir():
        raise BadInput(f"--collect {collect}: there is no such folder")
    seed = work.seed(seed)
    job = PuzzleMining(seed).job(sizes, boards)
    found = _gather(work.rows(job, "boards"))
    counts = [*_counts(job, sizes, found)]
    if collect is not None:
        _write(collect, found, seed, boards)
    if as_json:
        print_json(counts)
        return
    print(f"seed {seed}")
    print(ROW.format("pieces", "boards", "one way", "odds", "traps", "hardest"))
    for count in counts:
        print(
            ROW.format(
                *(count[key] if isinstance(count[key], str) else f"{count[key]:,}" for key in KEYS)
            )
        )


ROW = "{:>6} {:>13} {:>10} {:>12} {:>6}  {}"
KEYS = ("pieces", "boards", "unique", "odds", "traps", "hardest")


def _gather(rows: Iterator[Rows]) -> "dict[int, Numbers]":
    """Return the boards that were found of each size, in order."""
    import numpy as np

    parts: dict[int, list[Any]] = {}
    for each in rows:
        columns = each.columns
        fields = [columns[key] for key in ("board", "odds", "traps", "first_trap")]
        if len(columns["pieces"]):
            some = np.array([*map(list, fields)], np.int64).T
            parts.setdefault(int(columns["pieces"][0]), []).append(some)
    return {pieces: np.concatenate(some) for pieces, some in parts.items()}


def _counts(
    job: Job[BoardRange], sizes: Sequence[int], found: "dict[int, Numbers]"
) -> "Iterator[dict[str, Any]]":
    """A line for each size: how many there are, and the hardest of them."""

    for pieces in sizes:
        looked_at = sum(len(each) for each in job.chunks if each.pieces == pieces)
        some = found.get(pieces)
        record = {"pieces": pieces, "boards": looked_at, "unique": 0, "odds": "-", "traps": "-", "hardest": "-"}  # fmt: skip
        if some is not None:
            best = max(some.tolist(), key=lambda row: (row[1], row[2], -row[0]))
            record |= {"unique": len(some), "odds": best[1], "traps": best[2]}
            record["hardest"] = named(kinds(best[0]))
        yield record


def _write(path: Path, found: "dict[int, Numbers]", seed: int, boards: int) -> None:
    from ..solver.puzzle_search import collection

    sizes = f"{min(found)}-{max(found)}" if found else "4-9"
    head = (
        "# Puzzles of Chess Solitaire with one way to win: id, odds, traps, first trap.",
        f"# ludex mine {MINED} --pieces {sizes} --boards {boards} --seed {seed} --collect FILE",
    )
    try:
        path.write_text("\n".join((*head, *collection(found, seed), "")))
    except OSError as trouble:
        raise BadInput(f"--collect {path}: {trouble.strerror}") from trouble
