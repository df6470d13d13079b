"""How much could be won from hold'em's blueprint: the local best response (Lisý and Bowling, 2017).

    python bench/holdem_lbr.py [--hands 2000] [--jobs 2] [--seed 1]

Who responds knows the blueprint, and so what the other may hold after everything that it did. At each decision it takes what
would bring most if nothing were bet afterwards: fold, call, a bet of the pot, or all in. What it wins, in big blinds for a hundred
hands, is less than the best response would: a lower bound of how much can be won. A solution of the game would lose nothing.
"""

import argparse
import json
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import sqrt
from statistics import fmean, stdev

import numpy as np
from numpy.typing import NDArray

from ludex.games.poker.equity.ranges import ALL_HOLES, kind_of
from ludex.games.poker.holdem.bots import blueprint, spots
from ludex.games.poker.holdem.bots.showdowns import ranks
from ludex.games.poker.holdem.bots.sizing import by_weight, effective, raise_near
from ludex.games.poker.holdem.game import game
from ludex.games.poker.holdem.rules.betting import owed, to_call
from ludex.games.poker.holdem.rules.candidates import CALL, CHECK, FOLD, SHOW
from ludex.games.poker.holdem.rules.state import Phase, State
from ludex.kernel import CHANCE, Dice, Event, Seat

BOARDS = 24
"""So often the board is dealt to its end to see how hands fare."""

Weights = NDArray[np.float64]
FIRST = np.array([a for a, _ in ALL_HOLES])
SECOND = np.array([b for _, b in ALL_HOLES])
KINDS = np.array([kind_of(a, b) for a, b in ALL_HOLES])


class Seen:
    """How all hands fare on a board: their grades, and how often mine beats each."""

    def __init__(self, hole: tuple[int, ...], board: tuple[int, ...], dice: Dice) -> None:
        mine = ALL_HOLES.index((max(hole), min(hole)))
        gone = np.isin(FIRST, (*hole, *board)) | np.isin(SECOND, (*hole, *board))
        self.free = ~gone
        beats, wins, count = np.zeros(1326), np.zeros(1326), np.zeros(1326)
        for _ in range(1 if len(board) == 5 else BOARDS):
            left = [card for card in range(52) if card not in (*hole, *board)]
            dice.shuffle(left)
            full = (*board, *left[: 5 - len(board)])
            new = full[len(board) :]
            there = self.free & ~np.isin(FIRST, new) & ~np.isin(SECOND, new)
            places = np.flatnonzero(there)
            my_rank, *others = ranks(full, [mine, *places.tolist()])
            found = np.array(others)
            order = np.sort(found)
            worse = len(found) - np.searchsorted(order, found, side="right")
            beats[places] += worse / len(found)
            wins[places] += (my_rank < found) + 0.5 * (my_rank == found)
            count[places] += 1
        self.wins = np.divide(wins, count, out=np.full(1326, 0.5), where=count > 0)
        if not board:
            self.cards = KINDS
            return
        strength = np.divide(beats, count, out=np.zeros(1326), where=count > 0)
        street = len(board) - 2
        self.cards = np.array(
            [
                blueprint.grade(street, strength[k], ALL_HOLES[k], board) if self.free[k] else 0
                for k in range(1326)
            ]
        )


def chances(s: State, seat: Seat) -> dict[int, dict[Event[State], float]]:
    """For each kind or grade of cards, how often the blueprint does what in this state."""
    found = {}
    for cards in range(spots.CARDS if s.board else spots.KINDS):
        mixed = blueprint.mixed(s, seat, cards) or [(CALL if owed(s) else CHECK, 1.0)]
        total = sum(weight for _, weight in mixed)
        often: dict[Event[State], float] = {}
        for event, weight in mixed:
            often[event] = often.get(event, 0.0) + weight / total
        found[cards] = often
    return found


def probability(s: State, seat: Seat, event: Event[State], seen: Seen) -> Weights:
    """How likely each hand does something in a state."""
    by_cards = {cards: of.get(event, 0.0) for cards, of in chances(s, seat).items()}
    return np.array([by_cards[cards] for cards in seen.cards.tolist()])


def respond(s: State, seat: Seat, weights: Weights, seen: Seen) -> Event[State]:
    """What brings most if nothing is bet afterwards."""
    pot, cost = s.pot, to_call(s)
    share = float(weights @ seen.wins / weights.sum())
    values: list[tuple[float, Event[State]]] = [
        (share * (pot + cost) - cost, CALL if owed(s) else CHECK)
    ]
    if owed(s):
        values.append((0.0, FOLD))
    for target in (s.bets[seat] + cost + pot + cost, effective(s)):
        event = raise_near(s, target)
        if event is None:
            continue
        after = game.after(s, event)
        added = s.stacks[seat] - after.stacks[seat]
        other = Seat(1 - seat)
        if not after.waiting:
            continue
        folds = probability(after, other, FOLD, seen)
        stays = weights * (1 - folds)
        gone = float((weights * folds).sum() / weights.sum())
        if stays.sum() <= 0:
            values.append((float(pot), event))
            continue
        share = float(stays @ seen.wins / stays.sum())
        called = pot + added + to_call(after)
        values.append((gone * pot + (1 - gone) * (share * called - added), event))
    return max(values, key=lambda value: value[0])[1]


def hand(seed: int, seat: int) -> float:
    """What the response wins in one hand, in big blinds."""
    source = Dice(seed)
    chance, dice = source.split(), source.split()
    s, me, other = game.start.varied("one_hand", {"players": "2"}), Seat(seat), Seat(1 - seat)  # fmt: skip
    weights, seen, board = np.ones(1326), None, None
    while game.outcome(s) is None:
        turn = game.turn(s)
        if turn == CHANCE:
            s = game.after(s, game.draw(s, chance))
            continue
        if s.phase is Phase.SHOWDOWN:
            s = game.after(s, SHOW)
            continue
        if board != s.board or seen is None:
            board, seen = s.board, Seen(s.holes[me], tuple(s.board), dice)
            weights = weights * seen.free
        if turn == me:
            s = game.after(s, respond(s, me, weights, seen))
            continue
        held = s.holes[other]
        place = ALL_HOLES.index((max(held), min(held)))
        often = chances(s, other)[int(seen.cards[place])]
        event = by_weight([*often.items()], dice)
        weights = weights * probability(s, other, event, seen)
        s = game.after(s, event)
    outcome = game.outcome(s)
    assert outcome is not None
    return (outcome.scores[me] - outcome.scores[other]) / 2 / s.rules.stakes(1).big


def deal(seed: int) -> float:
    """A deal from both seats."""
    return (hand(seed, 0) + hand(seed, 1)) / 2


def main() -> None:
    """Play, and print what was won."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=2000)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    dice = Dice(given.seed)
    seeds = [dice.word() for _ in range(given.hands // 2)]
    with ProcessPoolExecutor(given.jobs) as pool:
        won = [*pool.map(partial(deal), seeds, chunksize=5)]
    error = 1.96 * stdev(won) / sqrt(len(won))
    print(json.dumps({"hands": given.hands, "won": round(100 * fmean(won)), "give_or_take": round(100 * error)}))  # fmt: skip


if __name__ == "__main__":
    main()
