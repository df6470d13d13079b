"""`ludex check GAME --engine compiled --steps N`: random games of an engine, followed on the rulebook.

Each game is played to its end. A chunk of steps begins with a seed of its own, the number of its
first step, and takes the next seed for the next game, so that no two games have the same: a game
has a step at least.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from typer import Exit

from ludex.cli.arguments import GameOpening, show
from ludex.cli.arguments.jobs import Work, rules_of
from ludex.cli.commands.checks.simulate_engine import find_compiled
from ludex.cli.errors import INTERRUPTED
from ludex.jobs.job import Job, Rows, Slices
from ludex.kernel import Game
from ludex.registry import refined

if TYPE_CHECKING:
    from ludex.compile.lockstep import Lockstep

CHUNK = 5_000
"""Steps between two looks at the world: some seconds."""

COLUMNS = {
    "seed": "int64",
    "steps": "int64",
    "verdict": "string",
    "difference": "string",
}


@dataclass(frozen=True)
class Walk:
    """All that a worker needs to know to follow games."""

    opening: GameOpening
    guards: bool
    """Is every guard asked, rather than the list of moves that is proved to be the same?"""
    seed: int

    def both(self) -> "tuple[Game[Any], Lockstep]":
        """Return the game, and its engine beside what it is compared with."""
        game, state = self.opening()
        compiled = find_compiled(game, state)
        from ludex.compile.lockstep import Lockstep

        return game, Lockstep(compiled, game if self.guards else refined(game))

    def ready(self) -> Callable[[range], Rows]:
        """Return a function that follows games for a chunk of steps."""
        _, both = self.both()

        def follow(chunk: range) -> Rows:
            made = 0
            rows: list[dict[str, Any]] = []
            while made < len(chunk):
                seed = self.seed + chunk.start + len(rows)
                steps, difference = both.followed(seed)
                made += max(steps, 1)
                row = {"seed": seed, "steps": steps, "verdict": "same"}
                if difference is not None:
                    row |= {"verdict": "different", "difference": str(difference)}
                    made = len(chunk)
                rows.append(row)
            return Rows.of(COLUMNS, rows)

        return follow

    def job(self, steps: int, game: "Game[Any]") -> Job[range]:
        """Return the job of so many steps."""
        request = {
            "game": self.opening.name,
            "preset": self.opening.preset,
            "option": self.opening.option,
            "start": self.opening.position,
            "deal": self.opening.deal,
            "rules": rules_of(game),
            "guards": self.guards,
            "seed": self.seed,
            "steps": steps,
        }
        return Job("check", request, COLUMNS, self, Slices(steps, CHUNK))


def follow(walk: Walk, steps: int, work: Work, *, as_json: bool) -> None:
    """Follow games for so many steps, and say what came of it."""
    game, _ = walk.both()
    made = games = chunks = 0
    last = difference = None
    is_interrupted = False
    rows = work.rows(walk.job(steps, game), "steps")
    try:
        for some in rows:
            made += sum(some.columns["steps"])
            games += len(some.columns["seed"])
            last, difference = (some.columns[name][-1] for name in ("seed", "difference"))
            chunks += 1
            if difference is not None:
                break
    except KeyboardInterrupt:
        is_interrupted = True
    finally:
        rows.close()
    following = walk.seed + min(steps, chunks * CHUNK)
    how = "the guards" if walk.guards else "its list of moves"
    lines = [
        f"{game.name}, engine compiled: {made:,} steps of {games:,} random games compared, from seed {walk.seed:,}",
        f"compared   who acts, every legal move ({how}), state, scores",
        "verdict    no difference found"
        if difference is None
        else f"difference with the seed {last}: {difference}",
    ]
    lines += [f"continue   with --seed {following}"] * is_interrupted
    record = {"game": game.name, "engine": "compiled", "seed": walk.seed, "steps": made, "games": games, "next": following, "difference": difference}  # fmt: skip
    show(record, lines, as_json=as_json)
    if difference is not None or is_interrupted:
        raise Exit(INTERRUPTED if is_interrupted else 1)
