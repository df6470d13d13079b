"""`ludex check GAME --engine NAME`: does an engine say what the rulebook says?"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import typer

from ludex.cli.arguments.options import print_json
from ludex.cli.trouble import BadInput

if TYPE_CHECKING:
    from ludex.check.crew import Opening
    from ludex.cli.terminal.progress import ProgressLine
    from ludex.engines.lockstep import Difference, Lockstep
    from ludex.kernel import Game

    Followed = tuple[int, Difference | None]

INTERRUPTED: Final = 130


def check_engine(
    engine: str,
    game: "Game[Any]",
    state: object,
    limits: Any,  # noqa: ANN401  # a class that is imported late
    opening: "Opening[Any]",
    *,
    seed: int | None,
    steps: int | None,
    workers: int,
    cluster: str | None,
    guards: bool,
    line: "ProgressLine",
    as_json: bool,
) -> None:
    """In every state, as far as they can be listed; or in random games, for so many steps."""
    if steps is None:
        found = find_engine(game, engine, state)
        _prove(game, state, found, limits, seed=seed, line=line, as_json=as_json)
        return
    if engine != "compiled":
        raise BadInput("--steps is for --engine compiled")
    _walk(
        opening, steps,
        seed=seed or 0, workers=workers, cluster=cluster, guards=guards, line=line, as_json=as_json,
    )  # fmt: skip


def _prove(
    game: "Game[Any]",
    state: object,
    engine: Any,  # noqa: ANN401  # of any game
    limits: Any,  # noqa: ANN401  # a class that is imported late
    *,
    seed: int | None,
    line: "ProgressLine",
    as_json: bool,
) -> None:
    """`--engine NAME`: does it say what the rulebook says?"""
    from dataclasses import asdict

    from ludex.check.refinement import prove
    from ludex.kernel import Dice

    seed = 1 if seed is None else seed
    line.stage("exploring")
    proof = prove(game, engine, state, limits, Dice(seed), tell=line.tell)
    line.clear()
    if as_json:
        print_json({"game": game.name, "seed": seed, **asdict(proof)})
    else:
        how = (
            "every state that can be reached"
            if proof.is_exhaustive
            else f"{proof.verdict}; and in random games with near misses (seed {seed})"
        )
        print(f"{game.name}, engine {proof.engine}: {proof.states:,} states compared")
        print(f"compared   {how}")
        if proof.problem is None:
            same = "proved equal" if proof.is_exhaustive else "no difference found"
            print(f"verdict    {same}")
        else:
            print(f"difference {proof.problem}")
            kind = "a shortest script" if proof.is_shortest else "a script, shrunk"
            print(f"script     {kind}, {len(proof.script)} events:")
            print("\n".join(proof.script))
    if proof.problem is not None:
        raise typer.Exit(1)


def find_engine(game: "Game[Any]", engine: str, state: object) -> Any:  # noqa: ANN401
    """The engine of that name, or of that Python file."""
    from ludex.check.refinement import Engine, engine_of
    from ludex.kernel import Refinement
    from ludex.registry import companion_of

    if engine.endswith(".py"):
        import runpy

        if not Path(engine).is_file():
            raise BadInput(f"{engine}: no such file")
        try:
            names = runpy.run_path(engine)
        except Exception as error:
            raise BadInput(f"{engine}: {type(error).__name__}: {error}") from error
        made = names.get("engine")
        if isinstance(made, Refinement):
            return engine_of(engine, made)
        if not isinstance(made, Engine):
            raise BadInput(f"{engine}: no `engine` in this file")
        return made
    companion = companion_of(game)
    if engine == "compiled" and companion.engine is not None:
        from ludex.cli.commands.simulate_engine import find_compiled

        compiled = find_compiled(game, state)
        from ludex.engines import answers

        return Engine(
            name=engine,
            moves=partial(answers.moves, compiled),
            after=partial(answers.after, compiled),
        )
    if engine == "listing" and companion.refinement is not None:
        return engine_of(engine, companion.refinement())
    there = [
        name
        for name, made in (
            ("listing", companion.refinement),
            ("compiled", companion.engine),
        )
        if made is not None
    ]
    raise BadInput(
        f"no engine {engine!r} of {game.name}; there are: {', '.join(there) or 'none'}"
    )


def _walk(
    opening: "Opening[Any]",
    steps: int,
    *,
    seed: int,
    workers: int,
    cluster: str | None,
    guards: bool,
    line: "ProgressLine",
    as_json: bool,
) -> None:
    """`--steps N`: random games of the engine, each followed on the rulebook to its end.

    Their seeds are counted from `seed`, so that it can go on where it stopped; the result is
    the same for any number of workers.
    """
    from ludex.cli.crew import demand_one, done

    demand_one(workers, cluster)
    game, _ = _both(opening, guards=guards)
    made = games = 0
    difference: Difference | None = None
    interrupted = False
    try:
        followed = done(_Following(opening, guards), count(seed), workers, cluster)
        for counted, difference in followed:
            made, games = made + counted, games + 1
            line.bar(min(made, steps), steps, "steps")
            if difference is not None or made >= steps:
                break
    except KeyboardInterrupt:
        interrupted = True
    line.clear()
    if as_json:
        told = {"game": game.name, "engine": "compiled", "seed": seed, "steps": made}
        what = None if difference is None else str(difference)
        print_json({**told, "games": games, "next": seed + games, "difference": what})
    else:
        print(
            f"{game.name}, engine compiled: {made:,} steps of {games:,} random games "
            f"compared, seeds {seed:,} to {seed + games - 1:,}"
        )
        how = "the guards" if guards else "its list of moves"
        print(f"compared   who acts, every legal move ({how}), state, scores")
        if difference is not None:
            print(f"difference with the seed {seed + games - 1}: {difference}")
        else:
            print("verdict    no difference found")
        if interrupted:
            print(f"go on      with --seed {seed + games}")
    if difference is not None or interrupted:
        raise typer.Exit(INTERRUPTED if interrupted else 1)


def _both(
    opening: "Opening[Any]", *, guards: bool
) -> "tuple[Game[Any], Lockstep[Any]]":
    """The game, and its engine beside what it is compared with."""
    from ludex.cli.commands.simulate_engine import find_compiled
    from ludex.registry import refined

    game, state = opening()
    compiled = find_compiled(game, state)
    from ludex.engines.lockstep import Lockstep

    return game, Lockstep(compiled, game if guards else refined(game))


@dataclass(frozen=True)
class _Following:
    """What a worker needs to know to follow games."""

    opening: "Opening[Any]"
    guards: bool

    def ready(self) -> "Callable[[int], Followed]":
        """A function that follows the game of a seed."""
        _, both = _both(self.opening, guards=self.guards)
        return both.followed
