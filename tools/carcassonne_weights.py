"""Find what the signs of a position in Carcassonne are worth, by games against itself.

    python tools/carcassonne_weights.py [--rounds 4] [--games 3000]

In each round games are played in which both sides take what seems best by weights near those found so far; then the
weights are chosen anew by which the positions of these games best foretell how they ended (least squares). What
came of it plays against the best so far, and takes its place if it wins. The result is `src/ludex/games/carcassonne/engine/weights.txt`.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.random import Generator

from ludex.compile.draws import word
from ludex.compile.engine import Row
from ludex.compile.jit import called, njit
from ludex.compile.loops import loops
from ludex.games.carcassonne.engine import features as signs
from ludex.games.carcassonne.engine.engine import engine
from ludex.games.carcassonne.engine.features import (
    SIGNS,
    Numbers,
    look_into_bag,
    read,
    weigh,
)
from ludex.games.carcassonne.engine.layout import (
    DRAW,
    OVER,
    PHASE,
    POINTS,
    WORDS,
    seat_of,
)
from ludex.games.carcassonne.engine.moves import draw
from ludex.games.carcassonne.engine.tree_search import (
    Room,
    copied,
    laid,
    new_room,
    ways,
)
from ludex.games.carcassonne.rules.options import PRESETS

WEIGHTS = Path(signs.__file__).with_name("weights.txt")
EDITIONS = {"base": "base", "document": "standard"}
MOST = 72
SPREAD, NOISE = 0.3, 2.0
"""By how much weights and worths are blurred, so that other things happen than what is thought best."""
FIRM = 30.0
"""How firmly weights stay where they were if nothing speaks against it."""


@called
def drawn_next(state: Row, seed: int, drawn: int) -> int:
    """Let chance draw."""
    return draw(state, seed, drawn)


@called
def liked(state: Row, table: Numbers, room: Room, noise: float, seed: int) -> int:
    """What seems best, blurred by noise."""
    seat, best, chosen = seat_of(state), -1e9, 0
    look_into_bag(state, room.notes)
    for at in range(ways(state, room.found)):
        copied(state, room.trial)
        laid(room.trial, room.found[at])
        weigh(room.trial, read(room.trial, room.notes), table, room.notes, room.hopes)
        luck = (word(seed, at) >> 20 & 1023) / 1023
        value = room.hopes[seat] - room.hopes[1 - seat] + (noise + 1e-6) * luck
        if value > best:
            best, chosen = value, room.found[at]
    return chosen


@njit(nogil=True)
def played(
    deals: tuple[Row, Row],
    tables: tuple[Numbers, Numbers],
    noise: float,
    room: Room,
    kept: tuple[Numbers, Numbers, Numbers],
) -> int:
    """Games for two, each seat by its weights: what was seen, and how they ended; how many positions."""
    (start, seeds), (seen, left, ends) = deals, kept
    state, rows = np.zeros(WORDS, np.int64), 0
    for game in range(seeds.shape[0]):
        state[:] = start
        drawn, made, first = 0, 0, rows
        while state[PHASE] != OVER:
            if state[PHASE] == DRAW:
                drawn = drawn_next(state, seeds[game], drawn)
                continue
            table = tables[seat_of(state)]
            seed = word(seeds[game], 7777 + made)
            laid(state, liked(state, table, room, noise, seed))
            made += 1
            if state[PHASE] != OVER:
                look_into_bag(state, room.notes)
                left[rows] = read(state, room.notes)
                for sign in range(seen.shape[1]):
                    here = room.notes.signs
                    seen[rows, sign] = here[0, sign] - here[1, sign]
                rows += 1
        ends[first:rows] = state[POINTS] - state[POINTS + 1]
    return rows


def round_of(start: Row, table: Numbers, games: int, dice: Generator) -> Iterator[Numbers]:
    """Positions of blurred games, as far as the tiles left go into it, and how they ended."""
    found = []
    for _ in range(20):
        some = games // 20
        seen, left = np.zeros((some * MOST, len(SIGNS))), np.zeros(some * MOST)
        ends = np.zeros(some * MOST)
        blurred = [table * np.exp(SPREAD * dice.normal(size=(len(SIGNS), 1))) for _ in range(2)]  # fmt: skip
        seeds = dice.integers(1 << 40, size=some)
        rows = played((start, seeds), (*blurred,), NOISE, new_room(), (seen, left, ends))
        seen, part = seen[:rows], left[:rows, None]
        found.append((np.hstack([seen, seen * part, seen * part**2]), ends[:rows]))
    return (np.concatenate(each) for each in zip(*found, strict=True))


def chosen(table: Numbers, squares: Numbers, sums: Numbers) -> Numbers:
    """The weights that foretell best."""
    before = table.T.reshape(-1)
    firm = FIRM + 1e-4 * np.diag(squares)
    found = np.linalg.solve(squares + np.diag(firm), sums + firm * before)
    return found.reshape(3, len(SIGNS)).T.copy()


def beats(start: Row, mine: Numbers, other: Numbers, games: int) -> float:
    """Which part of the points one table gets from another, every deal from both seats."""
    kept = np.zeros((MOST, len(SIGNS))), np.zeros(MOST), np.zeros(MOST)
    points = []
    for seed in range(games // 2):
        for tables, sign in (((mine, other), 1), ((other, mine), -1)):
            played((start, np.array([seed])), tables, 0.0, new_room(), kept)
            points.append((1 + sign * np.sign(kept[2][0])) / 2)
    return np.mean(points)


def first_guess() -> Numbers:
    """Points are points, and some of what is open will be completed."""
    table = np.zeros((len(SIGNS), 3))
    for sign in (signs.SCORE, signs.CITY_NOW, signs.ROAD_NOW, signs.FIELD_NOW):
        table[sign, 0] = 1
    table[signs.CLOISTER_NOW, 0], table[signs.CLOISTER, 0] = 0.55, 4
    table[signs.CITY_HOPE, 0] = table[signs.FIELD_HOPE, 0] = 0.5
    table[signs.HOME : signs.NEXT, 1] = 4.5, 3.7, 3, 2.2, 1.5, 1, 0.7
    return table


def main() -> None:
    """Find them for both sets of tiles."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--games", type=int, default=3000)
    parser.add_argument("--out", type=Path, default=WEIGHTS)
    given = parser.parse_args()
    blocks = []
    for name, preset in EDITIONS.items():
        start = np.zeros(WORDS, np.int64)
        loops(engine(PRESETS[preset])).one.begin(start, 0)
        table, dice, squares, sums = first_guess(), np.random.default_rng(1), 0.0, 0.0
        for number in range(given.rounds):
            known, ends = round_of(start, table, given.games, dice)
            # What was seen with older weights counts less and less.
            squares = squares / 2 + known.T @ known
            sums = sums / 2 + known.T @ ends
            found = chosen(table, squares, sums)
            points = 100 * beats(start, found, table, 400)
            print(f"{name}, round {number + 1}: {points:.0f} of 100 points from the best so far", flush=True)  # fmt: skip
            if points > 50:  # least squares foretell ends: that need not play better
                table = found
        lines = (f"{a:9.4f}{b:10.4f}{c:10.4f}  {sign}" for (a, b, c), sign in zip(table, SIGNS, strict=True))  # fmt: skip
        blocks.append("\n".join([name, *lines]))
    given.out.write_text("\n\n".join(blocks) + "\n", "utf-8")


if __name__ == "__main__":
    main()
