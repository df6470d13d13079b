"""Poker hands and equity beside phevaluator, eval7 and treys, in one run on one core.

    python bench/poker_evaluator.py

Every rate is the best of several rounds, and the rounds of all contestants take turns,
so that a busy machine hurts all alike. A peer that is not installed is said to be so.
"""

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from time import process_time
from typing import Any

import numpy as np
from rows import keep, missing

from ludex.games.poker.equity.compiled import compiled_showdowns
from ludex.games.poker.equity.showdowns import in_python
from ludex.games.poker.equity.strength import strengths
from ludex.games.poker.rules import notation, rank
from ludex.kernel.dice import Dice

ROUNDS = 9


@dataclass
class Contestant:
    """Something that evaluates a number of hands, and its best time."""

    name: str
    hands: int
    run: Callable[[], object]
    best: float = field(default=float("inf"))

    def play(self) -> None:
        start = process_time()
        self.run()
        self.best = min(self.best, process_time() - start)

    @property
    def rate(self) -> float:
        return self.hands / self.best


def hands_of_seven(count: int, seed: int) -> list[list[int]]:
    dice, pack, found = Dice(seed), list(range(52)), []
    for _ in range(count):
        for i in range(7):
            j = i + dice.below(52 - i)
            pack[i], pack[j] = pack[j], pack[i]
        found.append(pack[:7])
    return found


def each(call: Callable[[Any], object], hands: Sequence[Any]) -> Callable[[], None]:
    def loop() -> None:
        for hand in hands:
            call(hand)

    return loop


def spread(call: Callable[..., object], hands: Sequence[Any]) -> Callable[[], None]:
    def loop() -> None:
        for hand in hands:
            call(*hand)

    return loop


def peers(hands: list[list[int]]) -> tuple[list[Contestant], list[str]]:
    found, missing = [], []
    few = hands[: len(hands) // 10]
    try:
        inner = import_module("phevaluator._pheval").evaluate_7cards
        found.append(Contestant("phevaluator _pheval", len(hands), spread(inner, hands)))
    except ImportError:
        missing.append("phevaluator _pheval")
    try:
        eval7 = import_module("eval7")
        theirs = [[eval7.Card(notation.CARDS[i]) for i in hand] for hand in hands]
        found.append(Contestant("eval7", len(hands), each(eval7.evaluate, theirs)))
    except ImportError:
        missing.append("eval7")
    try:
        module = import_module("treys")
        treys, new = module.Evaluator(), module.Card.new
        packed = [[new(notation.CARDS[i]) for i in hand] for hand in few]
        split = [(hand[:2], hand[2:]) for hand in packed]
        found.append(Contestant("treys", len(few), spread(treys.evaluate, split)))
    except ImportError:
        missing.append("treys")
    return found, missing


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--hands", type=int, default=100_000)
    options.add_argument("--seed", type=int, default=2024)
    chosen = options.parse_args()
    hands = hands_of_seven(chosen.hands, chosen.seed)
    table = np.array(hands * 10, np.uint8)
    ours = [
        Contestant("ludex, a call a hand", len(hands), each(rank, hands)),
        Contestant("ludex, compiled", len(table), lambda: strengths(table)),
    ]
    theirs, absent = peers(hands)
    for one in ours:
        one.run()  # tables are built and loops compiled before the clock runs
    for _ in range(ROUNDS):
        for one in ours + theirs:
            one.play()
    print(f"7 cards, random hands, seed {chosen.seed}; best of {ROUNDS} rounds\n")
    print(f"{'':24}{'M hands/s':>11}", *(f"{f'x {p.name}':>22}" for p in theirs))
    for one in ours + theirs:
        ratios = (f"{one.rate / peer.rate:22.2f}" for peer in theirs)
        print(f"{one.name:24}{one.rate / 1e6:11.3f}", *ratios)
    for peer in theirs:
        single = ours[0]
        keep(
            "seven cards ranked, a call a hand",
            "hands/s",
            single.rate,
            peer.name,
            peer.rate,
        )
        keep(
            "seven cards ranked, in arrays",
            "hands/s",
            ours[-1].rate,
            peer.name,
            peer.rate,
        )
    for name in absent:
        missing(name)
        print(f"{name:24}{'not installed here':>22}")
    equity()


def equity() -> None:
    match = ([(51, 50), (45, 44)], (), ())
    print("\nexact heads-up before the flop, AsAh v KdKc, 1,712,304 boards\n")
    for name, showdowns in (
        ("ludex, plain Python", in_python()),
        ("ludex, compiled", compiled_showdowns()),
    ):
        count = showdowns.tally
        count(*match)
        one = Contestant(name, 1, lambda count=count: count(*match))  # type: ignore[misc]
        for _ in range(ROUNDS):
            one.play()
        print(f"{name:24}{one.best * 1000:11.2f} ms")
    keep("exact equity before the flop, compiled", "ms", one.best * 1000)


if __name__ == "__main__":
    main()
