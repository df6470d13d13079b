"""Make src/ludex/games/poker/holdem/bots/push_fold.txt: all in or fold, solved.

    python tools/push_fold.py [--workers 16]

First how often each of the 169 kinds of hands beats each other one, all boards counted (minutes
on a core or two). Then, for every depth and number of players behind, the game in which the first
player goes all in or folds and the others call or fold: by counterfactual regret minimisation
(CFR+), until nobody can gain a fifty-thousandth of a big blind by playing otherwise. With one player
behind, who has posted the big blind, this is the whole game, and its solution is exact. With more, the players
behind are taken to have posted nothing and only one of them to call: good enough for a chart.

The first line of the file orders the kinds of hands from the best to the worst, by how they fare
against any hand and against a good one alike.
"""

import argparse
from collections import Counter
from itertools import combinations
from multiprocessing import Pool
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ludex.games.poker.equity.compiled import compiled_showdowns
from ludex.games.poker.equity.ranges import KINDS, kind_of

TABLE = Path(__file__).parent.parent / ("src/ludex/games/poker/holdem/bots/push_fold.txt")
DEPTHS = (1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
BEHIND = range(1, 10)
NEAR = 2e-5
"""How much anybody could gain by playing otherwise, in big blinds, at most."""

Hole = tuple[int, int]
Matrix = NDArray[np.float64]


def alike(first: Hole, second: Hole) -> tuple[Hole, Hole]:
    """The same two hands with suits named in the order in which they appear."""
    names: dict[int, int] = {}
    suits = [names.setdefault(card % 4, len(names)) for card in (*first, *second)]
    a, b, c, d = (card // 4 * 4 + suit for card, suit in zip((*first, *second), suits, strict=True))
    return (max(a, b), min(a, b)), (max(c, d), min(c, d))


def equity(pair: tuple[Hole, Hole]) -> float:
    """How often the first beats the second, a tie counting half."""
    counts = compiled_showdowns().tally(pair, (), ())
    alone, shared = counts[0][0], counts[0][1]
    return (alone + shared / 2) / (alone + shared + counts[1][0])


def equities(workers: int) -> tuple[Matrix, Matrix]:
    """How often each kind of hand beats each other, and in how many ways they can meet."""
    holes: dict[int, list[Hole]] = {}
    for low, high in combinations(range(52), 2):
        holes.setdefault(kind_of(high, low), []).append((high, low))
    meetings: dict[tuple[int, int], Counter[tuple[Hole, Hole]]] = {}
    for i, mine in holes.items():
        for j, theirs in holes.items():
            if i <= j:
                free = [hole for hole in theirs if not {*hole} & {*mine[0]}]
                met = Counter(alike(mine[0], hole) for hole in free)
                meetings[i, j] = met
    pairs = sorted({pair for met in meetings.values() for pair in met})
    with Pool(workers) as pool:
        found = dict(zip(pairs, pool.map(equity, pairs, 64), strict=True))
    ways, beats = np.zeros((169, 169)), np.zeros((169, 169))
    for (i, j), met in meetings.items():
        count = sum(met.values())
        share = sum(n * found[pair] for pair, n in met.items()) / max(count, 1)
        ways[i, j] = ways[j, i] = count * len(holes[i])
        beats[i, j], beats[j, i] = share, 1 - share
    return beats, ways


def order(beats: Matrix, ways: Matrix) -> list[int]:
    """The kinds from the best to the worst."""
    any_hand = (beats * ways).sum(1) / ways.sum(1)
    good = any_hand >= np.quantile(np.repeat(any_hand, ways.sum(1).astype(int)), 0.7)
    against_good = (beats * ways)[:, good].sum(1) / ways[:, good].sum(1)
    return [int(i) for i in np.argsort(-(any_hand + against_good), kind="stable")]


def solved(beats: Matrix, ways: Matrix, depth: float, behind: int) -> tuple[Matrix, Matrix, float]:
    """How often to go all in and to call with each kind, and what nobody can gain beyond."""
    chances = ways / ways.sum()
    lost = 0.5 if behind == 1 else 0.0
    posted = 1.0 if behind == 1 else 0.0
    blinds = 1.0 if behind == 1 else 1.5
    dead = 0.0 if behind == 1 else 1.5
    # What an all-in hand gains that is called, and what its caller gains beyond folding.
    won = beats * (2 * depth + dead) - depth
    paid = (1 - beats) * (2 * depth + dead) - depth + posted
    mine = chances.sum(1)

    def values(push: Matrix, call: Matrix) -> tuple[Matrix, Matrix]:
        """What all in is worth beyond folding, by hand; what a call is worth, by hand."""
        called = (chances * call).sum(1) / mine
        meeting = (chances * call * won).sum(1) / mine / np.maximum(called, 1e-12)
        nobody = (1 - called) ** behind
        in_all = nobody * blinds + (1 - nobody) * meeting + lost
        return in_all * mine, ((chances * push[:, None]) * paid).sum(0)

    regrets = np.zeros((2, 2, 169))
    sums = np.zeros((2, 169))
    push, call = np.ones(169), np.full(169, 0.5)
    gain = np.inf
    for turn in range(1, 200_001):
        for who in (0, 1):
            value = values(push, call)[who]
            now = push if who == 0 else call
            regrets[who, 0] = np.maximum(regrets[who, 0] + value * (1 - now), 0)
            regrets[who, 1] = np.maximum(regrets[who, 1] - value * now, 0)
            total = regrets[who].sum(0)
            part = np.divide(regrets[who, 0], total, out=np.full(169, 0.5), where=total > 0)
            push, call = (part, call) if who == 0 else (push, part)
            sums[who] += turn * part
        if turn % 200 == 0:
            weight = turn * (turn + 1) / 2
            usual = sums / weight
            pushing, calling = values(usual[0], usual[1])
            gain = float(
                np.maximum(pushing, 0).sum()
                - (pushing * usual[0]).sum()
                + np.maximum(calling, 0).sum()
                - (calling * usual[1]).sum()
            )
            if gain < NEAR:
                break
    return usual[0], usual[1], gain


def digits(frequencies: Matrix) -> str:
    """Frequencies as digits: 0 is never, 9 is always."""
    return "".join(str(round(9 * float(f))) for f in frequencies)


def main() -> None:
    """Write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--equities", type=Path, help="where they are kept, as .npz")
    given = parser.parse_args()
    if given.equities and given.equities.exists():
        kept = np.load(given.equities)
        beats, ways = kept["beats"], kept["ways"]
    else:
        beats, ways = equities(given.workers)
        if given.equities:
            np.savez(given.equities, beats=beats, ways=ways)
    lines = ["order " + " ".join(KINDS[i] for i in order(beats, ways))]
    worst = 0.0
    for behind in BEHIND:
        for depth in DEPTHS:
            push, call, gain = solved(beats, ways, depth, behind)
            worst = max(worst, gain)
            lines += [
                f"push {behind} {depth:g} {digits(push)}",
                f"call {behind} {depth:g} {digits(call)}",
            ]
    TABLE.write_text("\n".join(lines) + "\n")
    print(f"{len(lines)} lines; nobody gains more than {worst:.1g} big blinds")


if __name__ == "__main__":
    main()
