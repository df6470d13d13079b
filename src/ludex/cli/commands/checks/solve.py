"""`ludex solve GAME`: the value of a small game, and the best way to play it."""

from pathlib import Path

from typer import Exit

from ludex.check.explore import ExploreLimits
from ludex.cli.arguments import (
    ChanceSeed,
    Json,
    SearchTableOpening,
    Time,
    demand_decisions,
    show,
)
from ludex.cli.arguments.files import Force, write_file
from ludex.cli.errors import INTERRUPTED, BadInput
from ludex.cli.terminal.progress import ProgressLine
from ludex.language.position import position_line
from ludex.solve.small import SolveOptions, Unsolved, report
from ludex.solve.small import solve as solved
from ludex.solve.small.cfr import METHODS
from ludex.solve.small.method import count_rows
from ludex.solve.small.payoffs import Measure


def solve(  # they are options
    opening: SearchTableOpening,
    *,
    seed: ChanceSeed = None,
    by: str | None = None,
    exploitability: float = 1e-4,
    method: str = "cfr+",
    rounds: int | None = None,
    states: int = 1_000_000,
    time: Time = 60.0,
    memory: int = 2_000,
    table: bool = False,
    csv: Path | None = None,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Solve a small game: its exact value and best play.

    For one player: a shortest way to win, or a proof that there is none. For several players
    with open information: the exact value and best play, even if positions repeat; with
    chance events, exact expected values as fractions. With hidden cards: strategies computed
    by CFR, and their exact exploitability. A game with its own solver uses that solver.

    \b
    ludex solve examples/tic_tac_toe.py
    ludex solve examples/connect_four.py --preset small --time 300
    ludex solve examples/pig.py --option goal=5
    ludex solve examples/kuhn_poker.py --table
    ludex solve chess-solitaire --start NP.Q/.R.B/K.N./.P..

    If a game is too large, the command says so at once, with an estimate. A search that was
    cut off proves nothing: its result is "unknown". Ctrl-C prints the results so far. The
    solution can play: `--bot solved`. Exit status: 0 solved, 2 not solved (or not to the
    precision of --exploitability), bad usage or input.

    Options:
      by (wins|scores): The goal of the players: to win, or to score. The default is scores if
          one player gains what the other loses, as with chips; otherwise wins.
      exploitability (1e-12..): With hidden cards: the most that a best response may win per
          game.
      method (cfr|cfr+|dcfr|pcfr+): With hidden cards: the method. dcfr is often faster in poker,
          pcfr+ in other games.
      rounds (1..): With hidden cards: stop after this many rounds.
      states (1..4000000000): Stop after this many positions (with hidden cards: lines of
          play).
      memory (MB, 1..): Stop at this many megabytes.
      table: Print the best move in every position.
      csv (FILE): Write that table to a file.
    """

    if by is not None and by not in [*Measure]:
        raise BadInput(f"--by {by}: expected wins or scores")
    if method not in METHODS:
        raise BadInput(f"--method {method}: expected one of {', '.join(METHODS)}")
    game, state = opening(seed)
    demand_decisions(game)
    line = ProgressLine(game.name)
    options = SolveOptions(
        ExploreLimits(states=states, seconds=time, size=memory * 1_000_000),
        None if by is None else Measure(by),
        exploitability,
        METHODS[method],
        rounds,
        whole=table or csv is not None,
        seed=1 if seed is None else seed,
        compiled=True,
    )
    try:
        found = solved(game, state, options, tell=line.tell, stage=line.stage)
    finally:
        line.clear()
    if isinstance(found, Unsolved) and found.is_fault:
        raise BadInput(f"{found.reason}; `ludex check` shows where")
    position = position_line(game, state)
    lines = [*report.render(game, position, found)]
    if isinstance(found, Unsolved) and found.is_estimate and not as_json:
        room = count_rows(game, state)
        if room is not None:
            lines.append(f"layout      the words of a state have room for {room} positions at most")
    if not isinstance(found, Unsolved):
        if csv is not None:
            write_file(csv, report.render_csv(found), force=force)
        lines += ["", *report.render_table(found)] if table else []
    show(report.to_record(game, position, found, table=table), lines, as_json=as_json)
    if isinstance(found, Unsolved) or not found.is_close:
        raise Exit(INTERRUPTED if found.is_interrupted else 2)
