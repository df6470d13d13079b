"""Compiled engines: random games a second, beside the rulebook and OpenSpiel's C++ games.

    python bench/engines.py [--seconds 2] [--device cpu|gpu] [--only NAME] [--threads]

Beside some engines written by hand stands the one that is derived from the rulebook. Every row is
measured in the same run, in turns, the best of three, in CPU time (on a GPU by
the clock). The last columns are ratios: to the rulebook's own playouts, and to OpenSpiel's C++
game on one core, asked from Python as OpenSpiel is used (hands of hold'em are compared, moves
of the other games). OpenSpiel's rows are there where it is installed (`pip install
ludex[bench]`), and said to be missing elsewhere. `--threads` plays on two cores beside one.
"""

import argparse
import random
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import cycle
from pathlib import Path
from time import perf_counter, process_time

import numpy as np
from rows import keep, missing

from ludex.compile.engine import Engine
from ludex.compile.loops import loops
from ludex.compile.playouts import simulate
from ludex.compile.rulebook.derive import derive
from ludex.games.chess_solitaire.engine.engine import engine as chess_solitaire
from ludex.kernel import CHANCE, Dice
from ludex.language.position import read_position
from ludex.registry import engine, load, refined

EIGHT = "NP.Q/.R.B/K.N./.P.."
SIX = (
    "universal_poker(betting=nolimit,numPlayers=6,numRounds=4,blind=1 2 0 0 0 0,"
    "firstPlayer=3 1 1 1,numSuits=4,numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1,"
    "stack=200 200 200 200 200 200,bettingAbstraction=fcpa)"
)


@dataclass(frozen=True)
class Row:
    """A game, and what OpenSpiel calls it."""

    name: str
    preset: str | None = None
    position: str | None = None
    peer: str | None = None
    by_games: bool = False
    """Is the peer compared by games, as moves are counted differently?"""

    def __str__(self) -> str:
        told = self.preset or ("eight pieces" if self.position else "")
        return f"{self.name} {told}".rstrip()


ROWS = (
    Row("chess-solitaire", position=EIGHT),
    Row("chess-solitaire", "random"),
    Row("freecell"),
    Row("russian-bank", "standard"),
    Row("russian-bank", "report"),
    Row("holdem", "one_hand", peer=SIX, by_games=True),
    Row("carcassonne", "base"),
    Row("carcassonne", "standard"),
    Row("tic_tac_toe", peer="tic_tac_toe"),
    Row("kuhn_poker", peer="kuhn_poker"),
    Row("leduc_poker", peer="leduc_poker"),
    Row("connect_four", peer="connect_four"),
    Row("pig", peer="pig"),
    Row("liars_dice", peer="liars_dice"),
    Row("hex", peer="hex(board_size=5)"),
    Row("nine_mens_morris", peer="nine_mens_morris"),
)
DERIVED = {"chess-solitaire eight pieces", "freecell"}
"""Rows beside which the engine is measured that is derived from the rulebook, too."""
EXAMPLES = Path(__file__).parents[1] / "examples"
Measure = Callable[[float], tuple[float, float]]
"""(seconds): moves and games a second."""


def engine_for(row: Row) -> Engine:
    if row.preset == "random":  # a new board of eight pieces for each game
        return chess_solitaire(8)
    example = EXAMPLES / f"{row.name}.py"
    game = load(str(example) if example.exists() else row.name)
    at = row.position
    return engine(game, read_position(game, at) if at else game.start(row.preset))


def derived_of(made: Engine) -> Engine:
    """The engine of the same rulebook that no hand has written, from a start or a deal."""
    row = np.zeros(made.words, np.int64)
    loops(made).one.begin(row, 1)
    return derive(made.game, made.decode(row)).engine


def by_rulebook(made: Engine) -> Measure:
    game, dice = refined(made.game).unchecked(), Dice(1)
    longest, begin = made.longest, loops(made).one.begin
    rows = np.zeros((64, made.words), np.int64)
    for seed, row in enumerate(rows):
        begin(row, seed)
    starts = cycle([made.decode(row) for row in rows])

    def measure(seconds: float) -> tuple[float, float]:
        moves = games = 0
        began = process_time()
        while process_time() - began < seconds:
            state, steps = next(starts), 0
            while steps < longest and game.outcome(state) is None:
                if game.turn(state) == CHANCE:
                    event = game.draw(state, dice)
                else:
                    event = dice.choice(game.moves(state))
                    steps += 1
                state = game.after(state, event)
            moves, games = moves + steps, games + 1
        spent = process_time() - began
        return moves / spent, games / spent

    return measure


def by_engine(made: Engine, device: str, workers: int = 1) -> Measure:
    simulate(made, 1, device=device)
    clock = perf_counter if device == "gpu" else process_time

    def measure(seconds: float) -> tuple[float, float]:
        games = 64
        while True:
            began = clock()
            _, lengths = simulate(made, games, device=device, workers=workers)
            spent = clock() - began
            if spent >= seconds or games >= 1 << 26:
                return lengths.sum() / spent, games / spent
            games *= 2 if spent > seconds / 8 else 8

    return measure


def by_openspiel(name: str) -> Measure:
    import pyspiel

    game = pyspiel.load_game(name)

    def measure(seconds: float) -> tuple[float, float]:
        moves = games = 0
        began = process_time()
        while process_time() - began < seconds:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    actions, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(random.choices(actions, weights)[0])
                else:
                    state.apply_action(random.choice(state.legal_actions()))
                    moves += 1
            games += 1
        spent = process_time() - began
        return moves / spent, games / spent

    return measure


def print_threads(rows: list[Row], seconds: float) -> None:
    """Two cores beside one: the same games, by the clock and in CPU time.

    By the clock it is what a free machine gives; CPU time says what threads cost each other
    where others use the cores, too.
    """
    print(f"{'two threads beside one':36} {'by the clock':>14} {'by CPU time':>14}")
    for row in rows:
        made = engine_for(row)
        games = int(by_engine(made, "cpu")(seconds)[1] * seconds) + 2
        found: dict[int, list[tuple[float, float]]] = {1: [], 2: []}
        for _ in range(3):
            for workers, times in found.items():
                began, cpu = perf_counter(), process_time()
                simulate(made, games, workers=workers)
                times.append((perf_counter() - began, process_time() - cpu))
        one, two = (map(min, zip(*found[n], strict=True)) for n in (1, 2))
        (clock, cpu), (clock_2, cpu_2) = one, two
        print(f"{row!s:36} {clock / clock_2:14.2f} {2 * cpu / cpu_2:14.2f}")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--device", choices=("cpu", "gpu"), default="cpu")
    parser.add_argument("--only", metavar="NAME", help="games with this in their name")
    parser.add_argument("--threads", action="store_true")
    given = parser.parse_args()
    rows = [row for row in ROWS if (given.only or "") in str(row)]
    if not rows:
        parser.error(f"no game has {given.only!r} in its name")
    if given.threads:
        print_threads(rows, given.seconds)
        return
    print_table(rows, given.seconds, given.device)


def measures_of(
    rows: list[Row], device: str, *, has_openspiel: bool
) -> dict[tuple[Row, str], Measure]:
    measures: dict[tuple[Row, str], Measure] = {}
    for row in rows:
        made = engine_for(row)
        measures[row, "rulebook"] = by_rulebook(made)
        measures[row, "engine"] = by_engine(made, device)
        if str(row) in DERIVED:
            measures[row, "derived"] = by_engine(derived_of(made), device)
        if row.peer and has_openspiel:
            measures[row, "OpenSpiel C++"] = by_openspiel(row.peer)
    return measures


def print_table(rows: list[Row], seconds: float, device: str) -> None:
    has_openspiel = find_spec("pyspiel") is not None
    if not has_openspiel:
        print("OpenSpiel is not installed: its rows are missing")
        missing("OpenSpiel")
    measures = measures_of(rows, device, has_openspiel=has_openspiel)
    best: dict[tuple[Row, str], tuple[float, float]] = {}
    for _ in range(3):
        for key, measure in measures.items():
            best[key] = max(best.get(key, (0.0, 0.0)), measure(seconds / 3))
    print(f"{'':42} {'moves/s':>14} {'games/s':>14} {'rulebook':>9} {'OpenSpiel':>9}")
    for (row, who), (moves, games) in best.items():
        ratios = [moves / best[row, "rulebook"][0], 0.0]
        if peer := best.get((row, "OpenSpiel C++")):
            ratios[1] = (games if row.by_games else moves) / peer[row.by_games]
        told = " ".join(f"{ratio:9,.1f}" if ratio else "" for ratio in ratios)
        label = f"{row}, {who}"
        print(f"{label:42} {moves:14,.0f} {games:14,.0f} {told}".rstrip())
    for row in rows:
        by = int(row.by_games)
        unit, ours = ("moves/s", "games/s")[by], best[row, "engine"][by]
        keep(f"{row}, engine", unit, ours, "the rulebook", best[row, "rulebook"][by])
        if peer := best.get((row, "OpenSpiel C++")):
            keep(f"{row}, engine", unit, ours, "OpenSpiel C++", peer[by])


if __name__ == "__main__":
    main()
