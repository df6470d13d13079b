"""Showdowns at random: the hands are drawn from the ranges, the board is dealt.

An attempt takes a fixed number of random words: one for each player with a range, one
for each card dealt from the deck (to players who may hold anything, then to the board).
Attempts in which two players hold one card, or a card of a range is dealt, do not
count, and that is what makes the others exactly as likely as they should be. Attempt
number n begins at word n x `words`, so arrays and compiled loops draw the same sample.
"""

from bisect import bisect_right
from dataclasses import dataclass
from itertools import accumulate
from math import comb
from typing import Final

from ludex.games.poker.equity.runout import BOARD, Hole, Tally
from ludex.games.poker.equity.spot import Spot
from ludex.games.poker.hands.evaluator import rank
from ludex.games.poker.hands.notation import NotCards
from ludex.kernel.dice import Dice

WORD: Final = 1 << 64

STEP: Final = 0x9E3779B97F4A7C15
"""What a word of the stream adds to the seed (SplitMix64)."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """How the hands of a spot are drawn."""

    players: int
    board: tuple[int, ...]
    ranged: tuple[int, ...]
    """The players whose hands are drawn from a range; the others are dealt theirs."""
    holes: tuple[tuple[Hole, ...], ...]
    upto: tuple[tuple[int, ...], ...]
    """Running totals of the weights of each range."""
    deck: tuple[int, ...]

    @classmethod
    def of(cls, spot: Spot) -> "Drawing":
        """The drawing of a spot."""
        fixed = [r.holes[0] for r in spot.ranges if len(r.holes) == 1]
        gone = {*spot.board, *spot.dead, *(i for hole in fixed for i in hole)}
        deck = tuple(i for i in range(52) if i not in gone)
        ranged = tuple(
            p
            for p, r in enumerate(spot.ranges)
            if len(set(r.weights)) > 1 or len(r.holes) < comb(len(deck), 2)
        )
        return cls(
            players=len(spot.ranges),
            board=spot.board,
            ranged=ranged,
            holes=tuple(spot.ranges[p].holes for p in ranged),
            upto=tuple(tuple(accumulate(spot.ranges[p].weights)) for p in ranged),
            deck=deck,
        )

    @property
    def dealt(self) -> int:
        """How many cards an attempt takes from the deck."""
        return 2 * (self.players - len(self.ranged)) + BOARD - len(self.board)

    @property
    def choices(self) -> tuple[int, ...]:
        """Among how many things each word of an attempt chooses."""
        return (
            *(upto[-1] for upto in self.upto),
            *(len(self.deck) - i for i in range(self.dealt)),
        )

    @property
    def words(self) -> int:
        """How many random words an attempt takes."""
        return len(self.ranged) + self.dealt


@dataclass(frozen=True, slots=True)
class Drawn:
    """The tally of some trials, and the attempt at which the next ones begin."""

    tally: Tally
    next_attempt: int


def refuse_in_vain(attempts: int, trials: int) -> None:
    """Give up on ranges so entangled that hardly an attempt counts."""
    if attempts > 1_000 * trials + 100_000:
        raise NotCards(
            "the ranges overlap so much that they cannot be sampled:"
            " give fewer players or narrower ranges and ask for exact counting"
        )


def draw(drawing: Drawing, trials: int, seed: int, attempt: int) -> Drawn:
    """Play `trials` showdowns, from the given attempt of the seed's stream on."""
    counts = [[0] * drawing.players for _ in range(drawing.players)]
    dice = _dice_at(seed, attempt * drawing.words)
    choices = drawing.choices
    done, start = 0, attempt
    while done < trials:
        refuse_in_vain(attempt - start, trials)
        attempt += 1
        numbers = []
        for n in choices:
            word = dice.word()
            numbers.append(word % n if word < WORD - WORD % n else -1)
        hands = _dealt(drawing, numbers)
        if hands is None:
            continue
        ranks = [rank(hand) for hand in hands]
        best = min(ranks)
        sharing = ranks.count(best) - 1
        for player, mine in enumerate(ranks):
            if mine == best:
                counts[player][sharing] += 1
        done += 1
    return Drawn(tuple(map(tuple, counts)), attempt)


def _dealt(drawing: Drawing, numbers: list[int]) -> list[tuple[int, ...]] | None:
    """The seven cards of each player, or None when the attempt does not count."""
    if min(numbers, default=0) < 0:
        return None
    held: dict[int, Hole] = {}
    for p, holes, upto, n in zip(
        drawing.ranged, drawing.holes, drawing.upto, numbers, strict=False
    ):
        held[p] = holes[bisect_right(upto, n)]
    deck = list(drawing.deck)
    for i, n in enumerate(numbers[len(held) :]):
        deck[i], deck[i + n] = deck[i + n], deck[i]
    dealt = deck[: drawing.dealt]
    from_ranges = [card for hole in held.values() for card in hole]
    if len({*from_ranges, *dealt}) < len(from_ranges) + len(dealt):
        return None
    cards = iter(dealt)
    for p in range(drawing.players):
        if p not in held:
            held[p] = (next(cards), next(cards))
    board = (*drawing.board, *cards)
    return [(*held[p], *board) for p in range(drawing.players)]


def _dice_at(seed: int, word: int) -> Dice:
    """Dice whose next word is the given one of the seed's stream."""
    return Dice(seed + word * STEP)
