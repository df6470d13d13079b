"""Random playouts: Chess Solitaire in the reference interpreter beside two peers.

    python bench/playouts.py [--seconds 2]

Every row is measured in the same run, in turns, in CPU time; the ratio is against the
first peer that is installed (`pip install ludex[bench]`).
"""

import argparse
import random
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from time import process_time

from ludex.games.chess_solitaire import game
from ludex.kernel import Dice, Unreadable

PUZZLE = "NP.Q/.R.B/K.N./.P.."
ROUNDS = 5


def ludex(*, checked: bool) -> Callable[[], int]:
    """Games from an eight-piece puzzle; the steps of one game."""
    played = game if checked else game.unchecked()
    start = game.read_position(PUZZLE)
    assert not isinstance(start, Unreadable)
    dice = Dice(1)

    def playout() -> int:
        state, steps = start, 0
        while played.outcome(state) is None:
            state = played.after(state, dice.choice(played.moves(state)))
            steps += 1
        return steps

    return playout


def openspiel() -> Callable[[], int]:
    """OpenSpiel's tic-tac-toe written in Python."""
    import pyspiel
    from open_spiel.python.games import tic_tac_toe  # noqa: F401  # registers it

    peer = pyspiel.load_game("python_tic_tac_toe")
    choose = random.Random(1)

    def playout() -> int:
        state, steps = peer.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(choose.choice(state.legal_actions()))
            steps += 1
        return steps

    return playout


def python_chess() -> Callable[[], int]:
    """python-chess, at most 80 moves of a random game of chess."""
    import chess

    choose = random.Random(1)

    def playout() -> int:
        board, steps = chess.Board(), 0
        while steps < 80 and not board.is_game_over():
            board.push(choose.choice(list(board.legal_moves)))
            steps += 1
        return steps

    return playout


def contenders() -> Iterator[tuple[str, Callable[[], int]]]:
    if find_spec("pyspiel"):
        yield "OpenSpiel tic-tac-toe (Python)", openspiel()
    if find_spec("chess"):
        yield "python-chess, chess", python_chess()
    yield "Ludex Chess Solitaire, checked", ludex(checked=True)
    yield "Ludex Chess Solitaire, unchecked", ludex(checked=False)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="CPU time per row")
    seconds = parser.parse_args().seconds
    rows = list(contenders())
    steps = dict.fromkeys((name for name, _ in rows), 0)
    spent = dict.fromkeys(steps, 0.0)
    for _ in range(ROUNDS):  # in turns, so that a noisy machine is unfair to all
        for name, playout in rows:
            begun = process_time()
            while process_time() - begun < seconds / ROUNDS:
                steps[name] += playout()
            spent[name] += process_time() - begun
    rates = {name: steps[name] / spent[name] for name in steps}
    peer = next(iter(rates.values()))
    print(f"{'random playouts':36}{'steps/s':>12}{'ratio':>8}")
    for name, rate in rates.items():
        print(f"{name:36}{rate:12,.0f}{rate / peer:8.2f}")


if __name__ == "__main__":
    main()
