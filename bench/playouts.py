"""Random playouts: the games in the reference interpreter beside two peers.

    python bench/playouts.py [--seconds 2]

The rows of a game: with its refinement (its moves listed without asking the guards, where
there is one) and every promise checked, the same unchecked, and the guards alone, unchecked.
Every row is measured in the same run, in turns, in CPU time; the ratio of steps is against
the first row, OpenSpiel's tic-tac-toe written in Python where that is installed
(`pip install ludex[bench]`). Chess Solitaire starts from a puzzle of eight pieces; a game is
cut after 500 steps, because random FreeCell can go on for ever.
"""

import argparse
import random
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from time import process_time

from rows import keep, missing

from ludex.kernel import CHANCE, Dice
from ludex.language.position import read_position
from ludex.registry import load, refined

STARTS = (
    ("chess-solitaire", None, "NP.Q/.R.B/K.N./.P.."),
    ("carcassonne", "base", None),
    ("carcassonne", "standard", None),
    ("freecell", None, None),
    ("russian-bank", None, None),
)
"""Each game with its preset, where one is named, or with its position."""

LONGEST = 500
ROUNDS = 5
PEER = "OpenSpiel tic-tac-toe (Python)"


def ludex(
    name: str,
    preset: str | None,
    position: str | None,
    *,
    checked: bool,
    guards: bool = False,
) -> Callable[[], int]:
    """One random game, chance included; the steps of it."""
    game = load(name) if guards else refined(load(name))
    game = game if checked else game.unchecked()
    start = game.start(preset) if position is None else read_position(game, position)
    dice = Dice(1)

    def playout() -> int:
        state, steps = start, 0
        while steps < LONGEST and game.outcome(state) is None:
            if game.turn(state) == CHANCE:
                event = game.draw(state, dice)
            else:
                event = dice.choice(game.moves(state))
            state = game.after(state, event)
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
        yield PEER, openspiel()
    else:
        missing("OpenSpiel")
    if find_spec("chess"):
        yield "python-chess, chess", python_chess()
    for name, preset, position in STARTS:
        row = f"Ludex {name} {preset or ''}".rstrip()
        yield f"{row}, checked", ludex(name, preset, position, checked=True)
        yield f"{row}, unchecked", ludex(name, preset, position, checked=False)
        alone = ludex(name, preset, position, checked=False, guards=True)
        yield f"{row}, guards alone", alone


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="CPU time per row")
    seconds = parser.parse_args().seconds
    rows = list(contenders())
    games = dict.fromkeys((name for name, _ in rows), 0)
    steps, spent = dict.fromkeys(games, 0), dict.fromkeys(games, 0.0)
    for _ in range(ROUNDS):  # in turns, so that a noisy machine is unfair to all
        for name, playout in rows:
            begun = process_time()
            while process_time() - begun < seconds / ROUNDS:
                steps[name] += playout()
                games[name] += 1
            spent[name] += process_time() - begun
    rates = {name: steps[name] / spent[name] for name in steps}
    peer = next(iter(rates.values()))
    print(f"{'random games':44}{'games/s':>10}{'steps/s':>10}{'ratio':>8}")
    for name, rate in rates.items():
        print(f"{name:44}{games[name] / spent[name]:10,.1f}{rate:10,.0f}{rate / peer:8.2f}")
        if name.endswith(", checked"):
            what = f"{name.removeprefix('Ludex ').removesuffix(', checked')}, rulebook"
            keep(what, "moves/s", rate, PEER if PEER in rates else "", rates.get(PEER))


if __name__ == "__main__":
    main()
