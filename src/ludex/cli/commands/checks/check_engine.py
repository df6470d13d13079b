"""`ludex check GAME --engine NAME`: does an engine say what the rulebook says?"""

from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

from typer import Exit

from ludex.check.refinement import ComparedEngine, engine_of, prove
from ludex.cli.arguments import print_json, show
from ludex.cli.errors import BadInput, as_bad_input
from ludex.cli.terminal.progress import ProgressLine
from ludex.kernel import Dice, Game, Refinement
from ludex.registry import companion_of


def check_engine(
    name: str,
    game: "Game[Any]",
    state: object,
    limits: Any,  # noqa: ANN401  # a class that is imported late
    *,
    seed: int | None,
    line: "ProgressLine",
    as_json: bool,
) -> None:
    """Compare the engine in every state, as far as they can be listed."""
    if name == "derived":
        _check_derived(
            game, state, limits, seed=1 if seed is None else seed, line=line, as_json=as_json
        )
        return
    engine = find_engine(game, name, state)
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
        raise Exit(1)


def _check_derived(
    game: "Game[Any]",
    state: object,
    limits: Any,  # noqa: ANN401  # as above
    *,
    seed: int,
    line: "ProgressLine",
    as_json: bool,
) -> None:
    """Compare what is compiled of the rulebook with the rulebook, each guard by its number."""
    with as_bad_input(ValueError, ImportError):
        from ludex.compile.rulebook.derive import after_deal, derive
        from ludex.compile.rulebook.proof import prove_derived

        line.stage("compiling")
        derived = derive(game, after_deal(game, state, seed))
    line.stage("comparing")
    proof = prove_derived(
        derived, limits.states or MOST_STATES, limits.seconds or MOST_SECONDS, seed
    )
    line.clear()
    how = (
        "every state that can be reached"
        if proof.is_exhaustive
        else f"the first states and random games (seed {seed})"
    )
    verdict = "proved equal" if proof.is_exhaustive else "no difference found"
    lines = [
        f"{game.name}, engine derived: {proof.states:,} states and {proof.refusals:,} refusals compared",
        f"compared   {how}: {COMPARED}",
        f"verdict    {verdict}" if proof.problem is None else f"difference {proof.problem}",
    ]
    if derived.refused:
        lines.append(f"left       to the rulebook: {', '.join(derived.refused)}")
    if proof.problem is not None:
        lines += [f"script     {len(proof.script)} events:", *proof.script]
    show(
        {"game": game.name, "engine": "derived", "seed": seed, **asdict(proof)},
        lines,
        as_json=as_json,
    )
    if proof.problem is not None:
        raise Exit(1)


COMPARED = (
    "who acts, the legal events in order, the number of the guard that refuses, "
    "next states, weights of chance, scores, views"
)
MOST_STATES = 100_000
MOST_SECONDS = 60.0


def find_engine(game: "Game[Any]", engine: str, state: object) -> Any:  # noqa: ANN401
    """The engine of that name, or of that Python file."""
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
        if not isinstance(made, ComparedEngine):
            raise BadInput(f"{engine}: the file defines no `engine`")
        return made
    companion = companion_of(game)
    if engine == "compiled" and companion.engine is not None:
        from ludex.cli.commands.checks.simulate_engine import find_compiled

        compiled = find_compiled(game, state)
        from ludex.compile import answers

        return ComparedEngine(
            name=engine,
            moves=partial(answers.moves, compiled),
            after=partial(answers.after, compiled),
        )
    if engine == "listing" and companion.refinement is not None:
        return engine_of(engine, companion.refinement())
    engines = {"listing": companion.refinement, "compiled": companion.engine}
    there = [name for name, made in engines.items() if made is not None] + ["derived"]
    raise BadInput(f"no engine {engine!r} of {game.name}; there are: {', '.join(there)}")
