"""Make src/ludex/games/poker/holdem/bots/blueprint.bin: two players' hold'em, learned by playing itself.

    python tools/blueprint.py [--seconds 300] [--threads 2] [--seed 1]

Counterfactual regret minimisation with external sampling (MCCFR): a deal is drawn, one player tries everything
in it and regrets what would have been better, the other plays as it has learned so far; the average of all that was
played is kept. What the players tell apart are the spots of `holdem/bots/spots.py`: cards after the flop by how
often they beat a random hand, and whether they can become a straight or a flush; bets of 1/3, 2/3, 1 and 2 pots and all in.
Stacks are drawn from 10 to 250 big blinds, so that one table serves every depth. All threads
write into the same tables: now and then one overwrites another's regret, which costs nothing that matters.
"""

import argparse
import json
import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import monotonic

import numpy as np
from numba import njit
from numpy.typing import NDArray

from ludex.games.poker.equity.ranges import kind_of
from ludex.games.poker.equity.strength import of_suits, with_card
from ludex.games.poker.holdem.bots import spots

TABLE = Path(__file__).parent.parent / ("src/ludex/games/poker/holdem/bots/blueprint.bin")
Whole = NDArray[np.int64]
Real = NDArray[np.float64]

TRIES = 200
"""Random hands and boards by which cards are graded on the flop and the turn; those on the river meet every hand."""

EARLY = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.87, 0.93, 0.97)
LATE = (
    0.06, 0.12, 0.2, 0.28, 0.36, 0.44, 0.5, 0.56, 0.62, 0.68, 0.74, 0.78, 0.82, 0.855,
    0.885, 0.91, 0.93, 0.945, 0.96, 0.97, 0.98, 0.988,
    0.995,
)  # fmt: skip
"""Which part of all hands is worse than each grade: the best are told apart more finely."""

_KINDS = np.array([[kind_of(a, b) for b in range(52)] for a in range(52)])
_SIZES = np.array(spots.SIZES)

_price, _grade_of = njit(spots.price), njit(spots.grade_of)
_completes = njit(spots.completes)
_before, _after, _stakes, _may_raise = map(
    njit, (spots.before, spots.after, spots.stakes, spots.may_raise)
)


@njit
def rank(cards: Whole) -> int:
    """The rank of seven cards, the less the better."""
    suits = 0
    for card in cards:
        suits = with_card(suits, card)
    return -of_suits(suits)


@njit
def improves(mine: Whole, board: Whole) -> bool:
    """Is there a draw? As in `spots.can_improve`."""
    count = np.zeros(4, np.int64)
    own = np.zeros(4, np.int64)
    ranks = 0
    for card in board:
        count[card & 3] += 1
        ranks |= 1 << (card >> 2)
    board_ranks = ranks
    for card in mine:
        count[card & 3] += 1
        own[card & 3] += 1
        ranks |= 1 << (card >> 2)
    for suit in range(4):
        if count[suit] == 4 and own[suit] > 0:
            return True
    return _completes(ranks) - _completes(board_ranks) >= 2


@njit
def strength(  # noqa: C901
    mine: Whole, board: Whole, tries: int
) -> float:
    """How often two cards beat a random hand, on random boards that begin with this one."""
    gone = np.zeros(52, np.bool_)
    seven, others = np.empty(7, np.int64), np.empty(7, np.int64)
    seven[0], seven[1] = mine[0], mine[1]
    gone[mine[0]] = gone[mine[1]] = True
    for i in range(len(board)):
        gone[board[i]] = True
        seven[2 + i] = others[2 + i] = board[i]
    won = 0
    drawn = np.empty(4, np.int64)
    missing = 5 - len(board)
    if missing == 0:
        count = 0
        my_rank = rank(seven)
        for a in range(52):
            if gone[a]:
                continue
            for b in range(a):
                if not gone[b]:
                    others[0], others[1] = a, b
                    count += 1
                    won += my_rank < rank(others)
        return won / count
    for _ in range(tries):
        n = 0
        while n < missing + 2:
            card = np.random.randint(52)
            if not gone[card]:
                gone[card] = True
                drawn[n] = card
                n += 1
        others[0], others[1] = drawn[0], drawn[1]
        for i in range(missing):
            seven[7 - missing + i] = others[7 - missing + i] = drawn[2 + i]
        won += rank(seven) < rank(others)
        for i in range(n):
            gone[drawn[i]] = False
    return won / tries


@njit
def dealt(cards: Whole) -> None:
    """Nine cards: two for each player, five for the board."""
    gone = np.zeros(52, np.bool_)
    n = 0
    while n < 9:
        card = np.random.randint(52)
        if not gone[card]:
            gone[card] = True
            cards[n] = card
            n += 1


@njit(nogil=True)
def strengths(deals: int, seed: int) -> Real:
    """How good random cards are on the flop, the turn and the river."""
    np.random.seed(seed)
    found = np.empty((3, deals))
    cards = np.empty(9, np.int64)
    for i in range(deals):
        dealt(cards)
        for street in range(3):
            found[street, i] = strength(cards[:2], cards[4 : 7 + street], TRIES)
    return found


@njit
def options(  # noqa: PLR0917
    mine: float, theirs: float, deep: float, base: float, step: float, raises: int
) -> Real:  # fmt: skip
    """What each action comes to, in all that is put in; less than 0 for what may not be done."""
    to = np.full(7, -1.0)
    pot, owed = mine + theirs, theirs - mine
    to[1] = theirs
    if owed > 0.0:
        to[0] = mine
    if deep > theirs:
        last = 0.0
        for size in range(4):
            if _may_raise(raises, size):
                total = theirs + max(step, _SIZES[size] * (pot + owed))
                # Two sizes that come to the same are one, and what is nearly all is all.
                if total > last and total - base <= spots.COMMITTED * (deep - base):
                    to[2 + size] = last = total
        to[6] = deep
    return to


@njit
def matched(regrets: Real, to: Real) -> Real:
    """How often to do each thing: as much as it is regretted that it was not done."""
    chances, total, count = np.zeros(7), 0.0, 0
    for a in range(7):
        if to[a] >= 0.0:
            count += 1
            if regrets[a] > 0.0:
                chances[a] = regrets[a]
                total += regrets[a]
    for a in range(7):
        if to[a] >= 0.0:
            chances[a] = chances[a] / total if total > 0.0 else 1.0 / count
    return chances


@njit
def drawn(chances: Real) -> int:
    """One of some things, by how likely they are."""
    mark, found = np.random.random(), 1
    for a in range(7):
        if chances[a] > 0.0:
            found = a
            mark -= chances[a]
            if mark < 0.0:
                break
    return found


@njit(
    "float64(int64, int64, int64, float64, float64, float64, float64, float64, int64, int64,"
    "int64[:,::1], float64, float64[:,::1], float64[:,::1], float64)"
)
def walk(  # noqa: C901, PLR0912, PLR0917
    me: int,
    street: int,
    turn: int,
    deep: float,
    base: float,
    mine: float,
    theirs: float,
    step: float,
    raises: int,
    closes: int,
    grades: Whole,
    result: float,
    regrets: Real,
    sums: Real,
    weight: float,
) -> float:
    """What it is worth to `me`. `mine` is what the player to act has put in, `theirs` what the other has.

    Player 0 has the button: first to act before the flop and last after it. `base` is what each
    had put in before this round, `closes` whether a call ends it, `result` 1 if player 0 wins.
    """
    is_mine = turn == me
    pot, owed = mine + theirs, theirs - mine
    rest = deep - theirs
    asked = _price(raises, owed / (pot - owed), rest <= 0.0)
    if street == 0:
        if raises == 0:
            asked = 0
        spot = _before(turn == 0, asked, _grade_of(deep, spots.DEEP), grades[turn, 0])
    else:
        behind = _grade_of(rest / (pot + owed), spots.BEHIND)
        stakes = _stakes(behind, _grade_of(base, spots.SPENT))
        spot = _after(street, turn == 0, asked, stakes, grades[turn, street])
    to = options(mine, theirs, deep, base, step, raises)
    chances = matched(regrets[spot], to)
    values = np.zeros(7)
    first, last = 0, 7
    if not is_mine:
        for a in range(7):
            sums[spot, a] += weight * chances[a]
        first = drawn(chances)
        last = first + 1
    value = 0.0
    for a in range(first, last):
        if to[a] < 0.0:
            continue
        if a == 0:
            v = -mine if is_mine else mine
        elif a == 1:
            if not closes:
                v = walk(
                    me, street, 1 - turn, deep, base, theirs, theirs, step, raises, 1,
                    grades, result, regrets, sums, weight,
                )  # fmt: skip
            elif rest <= 0.0 or street == 3:
                v = theirs * result if me == 0 else -theirs * result
            else:
                v = walk(
                    me, street + 1, 1, deep, theirs, theirs, theirs, 1.0, 0, 0,
                    grades, result, regrets, sums, weight,
                )  # fmt: skip
        else:
            v = walk(
                me, street, 1 - turn, deep, base, theirs, to[a], max(step, to[a] - theirs), raises + 1, 1,
                grades, result, regrets, sums, weight,
            )  # fmt: skip
        values[a] = v
        value += v if not is_mine else chances[a] * v
    if is_mine:
        for a in range(7):
            if to[a] >= 0.0:
                regrets[spot, a] += values[a] - value
    return value


@njit(nogil=True)
def learn(  # noqa: PLR0917
    seed: int, deals: int, begun: float, edges: Real, regrets: Real, sums: Real
) -> None:
    """So many deals, each looked at by both players at three depths."""
    np.random.seed(seed)
    cards = np.empty(9, np.int64)
    grades = np.zeros((2, 4), np.int64)
    for i in range(deals):
        dealt(cards)
        board = cards[4:]
        ranks = np.empty(2, np.int64)
        seven = np.empty(7, np.int64)
        for p in range(2):
            mine = cards[2 * p : 2 * p + 2]
            grades[p, 0] = _KINDS[mine[0], mine[1]]
            for street in range(1, 4):
                seen = board[: 2 + street]
                place = np.searchsorted(
                    edges[street - 1], strength(mine, seen, TRIES), side="right"
                )
                grades[p, street] = place
                if street < 3:
                    grades[p, street] = 2 * place + improves(mine, seen)
            seven[:2] = mine
            seven[2:] = board
            ranks[p] = rank(seven)
        result = 0.0
        if ranks[0] < ranks[1]:
            result = 1.0
        elif ranks[0] > ranks[1]:
            result = -1.0
        weight = (begun + i) / 1000.0
        for look in range(3):
            deep = 100.0
            if look:
                deep = 10.0 * np.exp(np.random.random() * np.log(25.0))
            for me in range(2):
                walk(
                    me, 0, 0, deep, 0.0, 0.5, 1.0, 1.0, 0, 0, grades, result, regrets, sums,
                    weight,
                )  # fmt: skip


def main() -> None:
    """Learn, and write what was learned."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=300.0)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=TABLE)
    given = parser.parse_args()
    seen = strengths(20_000, given.seed)
    edges = np.full((3, spots.CARDS - 1), 2.0)
    for street in range(3):
        parts = LATE if street == 2 else EARLY
        edges[street, : len(parts)] = np.quantile(seen[street], parts)
    regrets = np.zeros((spots.SPOTS, spots.ACTIONS))
    sums = np.zeros((spots.SPOTS, spots.ACTIONS))
    end, deals, chunk = monotonic() + given.seconds, 0, 200
    begun = monotonic()
    with ThreadPoolExecutor(given.threads) as threads:
        seed = given.seed * 1_000_003
        while monotonic() < end:
            jobs = [
                threads.submit(learn, seed + i, chunk, deals / given.threads, edges, regrets, sums)
                for i in range(given.threads)
            ]
            for job in jobs:
                job.result()
            seed, deals = seed + given.threads, deals + chunk * given.threads
            chunk = min(5000, 2 * chunk)
    write(given.out, edges, sums)
    seconds = round(monotonic() - begun)
    known = int((sums.sum(axis=1) > 0).sum())
    print(json.dumps({"deals": deals, "seconds": seconds, "spots": known, "bytes": given.out.stat().st_size}))  # fmt: skip


def write(out: Path, edges: Real, sums: Real) -> None:
    """A line of what the grades are, then a byte for each action of each spot, packed."""
    total = sums.sum(axis=1, keepdims=True)
    chances = np.divide(sums, total, out=np.zeros_like(sums), where=total > 0)
    chances[chances < 0.03] = 0.0  # what is played so seldom is noise
    total = chances.sum(axis=1, keepdims=True)
    np.divide(chances, total, out=chances, where=total > 0)
    head = json.dumps([[round(e, 4) for e in row if e < 2] for row in edges])
    body = zlib.compress(np.rint(200 * chances).astype(np.uint8).tobytes(), 9)
    out.write_bytes(head.encode() + b"\n" + body)


if __name__ == "__main__":
    main()
