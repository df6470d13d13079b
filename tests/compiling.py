"""What the tests call of compiled functions, compiled before they run and kept on disk.

Each game is compiled by one process, where its loops share most of the work. Whatever this leaves out is
compiled by the test that needs it.
"""

from collections.abc import Callable
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from time import time
from typing import Final

import numpy as np
from numba.core import config as numba_config

from engine_kernels import PLAYED, engine_of
from games.chess_solitaire.lost_boards import lost_boards
from ludex import envs
from ludex.compile.engine import Engine, Row
from ludex.compile.games import Games
from ludex.compile.lockstep import walked
from ludex.compile.loops import loops, simulate_games
from ludex.games.carcassonne.engine.engine import ends, packed
from ludex.games.carcassonne.engine.tree_search import TreeSearch
from ludex.games.chess_solitaire.solver.puzzle_search import mine_boards
from ludex.games.chess_solitaire.solver.tables import on_cpu
from ludex.games.freecell.engine.engine import deal as freecell_deal
from ludex.games.freecell.engine.moves import counted
from ludex.games.freecell.solver.compiled import make_ready
from ludex.games.freecell.solver.engine_replay import moves_to_win, plays
from ludex.games.freecell.solver.ranges import solve_deals
from ludex.games.poker.equity.equity import Method, equity
from ludex.games.poker.equity.strength import strengths
from ludex.games.russian_bank.engine.moves import deal as russian_bank_deal
from ludex.kernel import Dice
from ludex.registry import load

MONTH: Final = 30 * 24 * 3600
"""What was compiled so many seconds ago is compiled anew."""

FREECELL: Final = "ludex.games.freecell.engine.engine"
RUSSIAN_BANK: Final = "ludex.games.russian_bank.engine.engine"
SIDE_BY_SIDE: Final = ("kuhn_poker", "ludex.games.chess_solitaire.engine.engine")
"""Of which tests play many games at once."""


def call(engine: Engine) -> None:
    """Whole games, and each step by itself."""
    simulate_games(engine, 1)
    walked(engine, [0], 1)
    one, row = loops(engine).one, np.zeros(engine.words, np.int64)
    one.draw(row, 0, one.begin(row, 0))
    one.observe(row, 0, np.zeros(engine.seen, np.int64))
    assert one.choose is not None
    one.choose(row, 0, 0, np.zeros(engine.most, np.int64))


def call_many(engine: Engine) -> None:
    """Many games side by side."""
    games = Games(engine, range(2))
    assert games.masks().shape[0] == len(games.legal()) == 2
    assert not games.over.any()
    games.observe(0)
    games.step(games.chosen())
    games.playout()


def first_row(module: str) -> Row:
    """The start of an engine's table, before anything is dealt."""
    engine, _ = engine_of(module)
    row = np.zeros(engine.words, np.int64)
    row[: len(engine.head)] = engine.head
    return row


def a_game(module: str) -> None:
    engine, _ = engine_of(module)
    call(engine)
    if module in SIDE_BY_SIDE:
        call_many(engine)


def russian_bank_deals() -> None:
    russian_bank_deal(first_row(RUSSIAN_BANK), 1)


def the_freecell_solver() -> None:
    row = first_row(FREECELL)
    freecell_deal(row, 1)
    counted(row)
    make_ready()
    (answer,) = solve_deals(range(1, 2), 400_000)
    plays(row, 0, 0, 1)
    moves_to_win(row, answer.steps, 1, answer.steps)


def carcassonne_s_bots() -> None:
    game = load("carcassonne")
    s = game.after(game.start("base"), game.draw(game.start("base"), Dice(1)))
    assert TreeSearch(packed(s)).walk(2)
    assert ends(packed(s), [1])


def poker() -> None:
    equity(["AsAh", "KdKc"], method=Method.EXACT, compiled=True)
    equity(["AsAh", "KdKc"], method=Method.SAMPLE, compiled=True)
    strengths(np.arange(7)[None])
    strengths(np.arange(7, dtype=np.uint8)[None])


def chess_solitaire_s_tables_and_vectors() -> None:
    on_cpu(3, workers=1, progress=lambda *_: None)
    assert [*lost_boards(3)]
    mine_boards(1, 3, range(10))
    env = envs.vector("chess-solitaire", 2)
    env.reset(seed=1)
    env.step(env.random_actions())


PARTS: Final[tuple[Callable[[], None], ...]] = (
    the_freecell_solver,
    carcassonne_s_bots,
    chess_solitaire_s_tables_and_vectors,
    poker,
    *(partial(a_game, module) for module in PLAYED),
    russian_bank_deals,
)
"""Everything that is compiled, called once; the longest first."""


def compile_part(at: int) -> None:
    PARTS[at]()


def forget() -> None:
    """In a folder that checkouts share, what was made for older sources does not stay for ever."""
    folder: str = getattr(numba_config, "CACHE_DIR", "")
    for file in Path(folder).glob("ludex.*.n*") if folder else ():
        if time() - file.stat().st_mtime > MONTH:
            file.unlink(missing_ok=True)


if __name__ == "__main__":
    with Pool(2) as pool:
        pool.map(compile_part, range(len(PARTS)), chunksize=1)
    forget()
