"""`ludex check GAME --engine compiled --steps N`: random games of an engine, followed on the rulebook.

Each game is played to its end. A chunk of steps begins with a seed of its own, the number of its
first step, and takes the next seed for the next game, so that no two games have the same: a game
has a step at least.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import typer

from ludex.cli.arguments.jobs import done, rules_of
from ludex.cli.arguments.options import print_json

if TYPE_CHECKING:
    from ludex.check.processes import Opening
    from ludex.compile.lockstep import Lockstep
    from ludex.jobs.job import Job, Rows
    from ludex.kernel import Game

INTERRUPTED: Final = 130
CHUNK: Final = 5_000
"""Steps between two looks at the world: some seconds."""


@dataclass(frozen=True)
class Walk:
    """What a worker needs to know to follow games."""

    opening: "Opening[Any]"
    guards: bool
    """Is every guard asked, rather than the list of moves that is proved to be the same?"""
    seed: int

    def both(self) -> "tuple[Game[Any], Lockstep[Any]]":
        """The game, and its engine beside what it is compared with."""
        from ludex.cli.commands.simulate_engine import find_compiled
        from ludex.registry import refined

        game, state = self.opening()
        compiled = find_compiled(game, state)
        from ludex.compile.lockstep import Lockstep

        return game, Lockstep(compiled, game if self.guards else refined(game))

    def ready(self) -> "Callable[[range], Rows]":
        """A function that follows games for a chunk of steps."""
        from ludex.jobs.job import Rows

        _, both = self.both()

        def follow(chunk: range) -> "Rows":
            made, games = 0, 0
            columns: dict[str, list[Any]] = {name: [] for name in COLUMNS}
            while made < len(chunk):
                seed = self.seed + chunk.start + games
                steps, difference = both.followed(seed)
                made, games = made + max(steps, 1), games + 1
                same = difference is None
                row = (seed, steps, "same" if same else "different", None if same else str(difference))  # fmt: skip
                for column, value in zip(columns.values(), row, strict=True):
                    column.append(value)
                if not same:
                    break
            return Rows(columns)

        return follow


COLUMNS: Final = {
    "seed": "int64",
    "steps": "int64",
    "verdict": "string",
    "difference": "string",
}


@dataclass
class _Found:
    """What has come of it so far."""

    steps: int = 0
    games: int = 0
    last: int | None = None
    """The seed of the last game."""
    difference: str | None = None

    def add(self, rows: "Rows") -> None:
        self.steps += sum(rows.columns["steps"])
        self.games += len(rows.columns["seed"])
        self.last = rows.columns["seed"][-1]
        self.difference = rows.columns["difference"][-1]


def follow(
    walk: Walk,
    steps: int,
    asked: dict[str, Any],
    *,
    workers: int,
    cluster: str | None,
    out: Path | None,
    as_json: bool,
) -> None:
    """Follow games for so many steps, and say what came of it."""
    game, _ = walk.both()
    job = _job(walk, steps, asked, game)
    found, chunks, interrupted = _Found(), 0, False
    rows = done(job, "steps", workers=workers, cluster=cluster, out=out)
    try:
        for some in rows:
            found.add(some)
            chunks += 1
            if found.difference is not None:
                break
    except KeyboardInterrupt:
        interrupted = True
    finally:
        rows.close()
    following = walk.seed + min(steps, chunks * CHUNK)
    _tell(game, walk, found, following, interrupted=interrupted, as_json=as_json)
    if found.difference is not None or interrupted:
        raise typer.Exit(INTERRUPTED if interrupted else 1)


def _job(walk: Walk, steps: int, asked: dict[str, Any], game: "Game[Any]") -> "Job[range]":  # fmt: skip
    from ludex.jobs.job import Job, Slices

    told = {
        **asked,
        "rules": rules_of(game),
        "guards": walk.guards,
        "seed": walk.seed,
        "steps": steps,
    }
    return Job("check", told, COLUMNS, walk, Slices(steps, CHUNK))


def _tell(
    game: "Game[Any]",
    walk: Walk,
    found: _Found,
    following: int,
    *,
    interrupted: bool,
    as_json: bool,
) -> None:
    if as_json:
        told = {"game": game.name, "engine": "compiled", "seed": walk.seed, "steps": found.steps}  # fmt: skip
        print_json({**told, "games": found.games, "next": following, "difference": found.difference})  # fmt: skip
        return
    print(
        f"{game.name}, engine compiled: {found.steps:,} steps of {found.games:,} random "
        f"games compared, from seed {walk.seed:,}"
    )
    how = "the guards" if walk.guards else "its list of moves"
    print(f"compared   who acts, every legal move ({how}), state, scores")
    if found.difference is not None:
        print(f"difference with the seed {found.last}: {found.difference}")
    else:
        print("verdict    no difference found")
    if interrupted:
        print(f"go on      with --seed {following}")
