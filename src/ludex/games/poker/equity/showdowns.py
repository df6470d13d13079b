"""Showdowns, counted over every board that can still fall or over boards drawn at random.

Most of the 1,712,304 boards before the flop differ only in suits that nobody needs. So
boards are counted by class. Where a flush is possible in a suit, the class is the cards
of that suit and the *ranks* of the others; everywhere else it is the ranks alone. That
is suit isomorphism at its strongest: some fifty to hundred and fifty thousand classes,
whatever the hands.

A random attempt takes a fixed number of words from the stream of its seed: one for each player with a
range, one for each card dealt (to players who may hold anything, then to the board). Attempts in which two
players hold one card, or a card of a range is dealt, do not count, and that is what makes
the others exactly as likely as they should be.

The loops are written once: Python runs them as they are, and Numba compiles them
(`ludex.games.poker.equity.compiled`). So they know nothing but whole numbers in rows.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import accumulate, chain, combinations
from math import comb
from typing import NamedTuple, Protocol, TypeVar

from ludex.kernel import Dice

from ..rules import NotCards, rank, rank_multisets
from ..rules.tables import (
    HIGH_SHIFT,
    LOW_FIELD,
    RANK_WEIGHT,
    flush_ranks,
    high_starts,
    low_places,
    ranks_by_place,
)
from .ranges import Hole
from .spot import BOARD, EquitySpot, Tally

F = TypeVar("F", bound=Callable[..., object])
Row = Sequence[int]

SUIT = 0x1FFF
"""All thirteen ranks of a suit, a bit each."""

_HIGH_FIELDS = len(high_starts(0))
_NO_RANK = 13 * 5
_WORD = 1 << 64


class Decorator(Protocol):
    """Something that makes a function faster, or leaves it as it is."""

    def __call__(self, function: F, /) -> F:
        """The function to call."""


class Backend(NamedTuple):
    """The backend of the loops: Python itself, or machine code by Numba."""

    row: Callable[[Iterable[int]], Row]
    zeros: Callable[[int], list[int]]
    loop: Decorator
    step: Decorator
    choose: Callable[[int, int, int], int]
    """Given a seed, the number of a word and n: one of n things, or -1 for a word that is not fair."""

    rank: Callable[[list[int], int], int]
    """The rank of a player on a table, two cards a player and then the board: the less the better."""


class SamplePlan(NamedTuple):
    """The plan for drawing the cards of a spot."""

    players: int
    board: Row
    ranged: Row
    """The players whose hands are drawn from a range; the others are dealt theirs."""

    starts: Row
    """The offset of the holes of each range."""

    holes: Row
    """The two cards of each hole, range by range."""

    upto: Row
    """Running totals of the weights of each range."""

    deck: Row
    places: Row
    """The place on the table of each card that is dealt: two places a player, then the board."""

    choices: Row
    """Among how many things each word of an attempt chooses."""

    @classmethod
    def of(cls, spot: EquitySpot) -> "SamplePlan":
        """The drawing of a spot."""
        fixed = [r.holes[0] for r in spot.ranges if len(r.holes) == 1]
        dead = {*spot.board, *spot.dead, *chain.from_iterable(fixed)}
        deck = [i for i in range(52) if i not in dead]
        ranged = {
            p: r
            for p, r in enumerate(spot.ranges)
            if len(set(r.weights)) > 1 or len(r.holes) < comb(len(deck), 2)
        }
        upto = [[*accumulate(r.weights)] for r in ranged.values()]
        players = len(spot.ranges)
        places = [
            *(2 * p + i for p in range(players) if p not in ranged for i in (0, 1)),
            *(2 * players + i for i in range(len(spot.board), BOARD)),
        ]
        return cls(
            players=players,
            board=spot.board,
            ranged=(*ranged,),
            starts=(*accumulate(map(len, upto), initial=0),),
            holes=(*chain.from_iterable(h for r in ranged.values() for h in r.holes),),
            upto=(*chain.from_iterable(upto),),
            deck=(*deck,),
            places=(*places,),
            choices=(
                *(totals[-1] for totals in upto),
                *(len(deck) - i for i in range(len(places))),
            ),
        )


class SampleTally(NamedTuple):
    """The tally of some trials, and the attempt at which the next ones begin."""

    tally: Tally
    next_attempt: int


class Showdowns:
    """Showdowns counted by one backend."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self._count, self._draw = _loops(backend)

    def tally(self, holes: Sequence[Hole], board: Sequence[int], dead: Sequence[int]) -> Tally:
        """Count over all boards that complete `board` how often each player has the best hand.

        The cards must be distinct.
        """
        row, counts = self._backend.row, self._backend.zeros(len(holes) ** 2)
        self._count(row(chain.from_iterable(holes)), row(board), row(dead), counts)
        return _by_player(counts, len(holes))

    def draw(self, drawing: SamplePlan, trials: int, seed: int, attempt: int) -> SampleTally:
        """Play `trials` showdowns, from the given attempt of the seed's stream on."""
        players, *rows = drawing
        given = SamplePlan(players, *map(self._backend.row, rows))
        counts = self._backend.zeros(players**2)
        seed = (seed + (_WORD >> 1)) % _WORD - (_WORD >> 1)
        end = self._draw(given, trials, seed, attempt, counts)
        if end < 0:
            raise NotCards(
                "the ranges overlap so much that they cannot be sampled:"
                " give fewer players or narrower ranges and ask for exact counting"
            )
        return SampleTally(_by_player(counts, players), end)


def _by_player(counts: list[int], players: int) -> Tally:
    whole = [int(n) for n in counts]
    return tuple(tuple(whole[p * players :][:players]) for p in range(players))


def _choose(seed: int, number: int, n: int) -> int:
    word = Dice.ahead(seed, number).word()
    return word % n if word < _WORD - _WORD % n else -1


def _rank(table: list[int], p: int) -> int:
    return rank((table[2 * p], table[2 * p + 1], *table[-BOARD:]))


@cache
def in_python() -> Showdowns:
    """Showdowns counted without any extra."""
    return Showdowns(Backend(tuple, lambda n: [0] * n, lambda f: f, lambda f: f, _choose, _rank))


def _choices(n: int) -> list[tuple[int, list[int]]]:
    """The choices of `n` ranks that a pack allows, in the order of their places.

    Of each its key, and 5 x rank + count for each rank that is there.
    """
    found = []
    for ranks in rank_multisets(n):
        counts = [5 * rank + count for rank, count in Counter(ranks).items()]
        key = sum(RANK_WEIGHT[rank] for rank in ranks)
        found.append((key, counts + [_NO_RANK] * (BOARD - len(counts))))
    return sorted(found)


def _loops(  # noqa: PLR0915 - the loops share their tables
    backend: Backend,
) -> tuple[Callable[..., None], Callable[..., int]]:
    """The two loops, with their tables as constants: as arguments these would cost a factor of four."""
    row, zeros, loop, step, choose, rank = backend
    weight, flushes = row(RANK_WEIGHT), row(flush_ranks())
    low, by_place = row(low_places()), row(ranks_by_place(7))
    high = row(chain.from_iterable(map(high_starts, range(8))))
    choices = [_choices(n) for n in range(BOARD + 1)]
    choice_start = row(accumulate(map(len, choices), initial=0))
    choice_keys = row(key for some in choices for key, _ in some)
    choice_counts = row(k for some in choices for _, counts in some for k in counts)
    sets = [[*combinations(range(13), n)] for n in range(BOARD + 1)]
    set_start = row(accumulate(map(len, sets), initial=0))
    set_masks = row(sum(1 << r for r in one) for some in sets for one in some)
    set_keys = row(sum(RANK_WEIGHT[r] for r in one) for some in sets for one in some)
    ways_of = row(comb(cards, taken) for cards in range(5) for taken in range(5))

    @step
    def place(n: int, key: int) -> int:
        """The place of a key among the keys of `n` cards."""
        return high[n * _HIGH_FIELDS + (key >> HIGH_SHIFT)] + low[key & LOW_FIELD]

    @step
    def plain(key: int) -> int:
        """The rank of seven cards when suits do not matter."""
        return by_place[place(7, key)]

    @step
    def add(counts: list[int], ranks: list[int], weight: int) -> None:
        """Count a showdown for those who have the best hand, and how many share it."""
        players, best, sharing = len(ranks), ranks[0], 0
        for p in range(1, players):
            if ranks[p] < best:
                best, sharing = ranks[p], 0
            elif ranks[p] == best:
                sharing += 1
        for p in range(players):
            if ranks[p] == best:
                counts[p * players + sharing] += weight

    @step
    def size(mask: int) -> int:
        """Return how many ranks a mask has."""
        n = 0
        while mask:
            mask &= mask - 1
            n += 1
        return n

    @step
    def weights(n: int, live: Row, but: int) -> list[int]:
        """Return how many choices of `n` cards, not of the suit `but`, have each choice of ranks."""
        ways = zeros(_NO_RANK + 1)
        ways[_NO_RANK] = 1
        for rank in range(13):
            left = 0
            for suit in range(4):
                if suit != but:
                    left += live[suit] >> rank & 1
            for taken in range(5):
                ways[5 * rank + taken] = ways_of[5 * left + taken]
        first = choice_start[n]
        found = zeros(choice_start[n + 1] - first)
        for i in range(len(found)):
            product = 1
            for j in range(BOARD * (first + i), BOARD * (first + i + 1)):
                product *= ways[choice_counts[j]]
            found[i] = product
        return found

    @loop
    def count(holes: Row, board: Row, dead: Row, counts: list[int]) -> None:
        players, to_come = len(holes) // 2, BOARD - len(board)
        live, shared, masks = zeros(4), zeros(4), zeros(4 * players)
        keys, flush, ranks = zeros(players), zeros(players), zeros(players)
        for suit in range(4):
            live[suit] = SUIT
        for card in dead:
            live[card & 3] &= ~(1 << (card >> 2))
        for card in board:
            live[card & 3] &= ~(1 << (card >> 2))
            shared[card & 3] |= 1 << (card >> 2)
        for i in range(len(holes)):
            card = holes[i]
            live[card & 3] &= ~(1 << (card >> 2))
            masks[4 * (i >> 1) + (card & 3)] |= 1 << (card >> 2)
            keys[i >> 1] += weight[card >> 2]
        for p in range(players):
            for card in board:
                keys[p] += weight[card >> 2]
            for suit in range(4):
                masks[4 * p + suit] |= shared[suit]
        without_flush = weights(to_come, live, -1)
        for suit in range(4):
            most = 0
            for p in range(players):
                most = max(most, size(masks[4 * p + suit]))
            for n in range(max(5 - most, 3 - size(shared[suit]), 0), to_come + 1):
                rest, first = (
                    weights(to_come - n, live, suit),
                    choice_start[to_come - n],
                )
                for i in range(set_start[n], set_start[n + 1]):
                    if set_masks[i] & ~live[suit]:
                        continue
                    for p in range(players):
                        flush[p] = flushes[masks[4 * p + suit] | set_masks[i]]
                    for j in range(len(rest)):
                        if rest[j]:
                            key = set_keys[i] + choice_keys[first + j]
                            without_flush[place(to_come, key)] -= rest[j]
                            for p in range(players):
                                ranks[p] = flush[p] or plain(keys[p] + key)
                            add(counts, ranks, rest[j])
        for i in range(len(without_flush)):
            if without_flush[i]:
                key = choice_keys[choice_start[to_come] + i]
                for p in range(players):
                    ranks[p] = plain(keys[p] + key)
                add(counts, ranks, without_flush[i])

    @step
    def deal(d: SamplePlan, seed: int, word: int, table: list[int], pack: list[int]) -> bool:
        """Put all cards on the table, from this word of the stream on; does the attempt count?"""
        for i in range(len(pack)):
            pack[i] = d.deck[i]
        dead, ranges = 0, len(d.ranged)
        for i in range(len(d.choices)):
            n = choose(seed, word + i, d.choices[i])
            if n < 0:
                return False
            if i >= ranges:
                j = i - ranges
                card = pack[j + n]
                pack[j + n] = pack[j]
                if dead >> card & 1:
                    return False
                table[d.places[j]] = card
                continue
            k, end = d.starts[i], d.starts[i + 1]
            while k < end:  # by halves: the first of the range whose total is more than n
                middle = (k + end) // 2
                if d.upto[middle] > n:
                    end = middle
                else:
                    k = middle + 1
            for side in range(2):
                card = d.holes[2 * k + side]
                if dead >> card & 1:
                    return False
                dead |= 1 << card
                table[2 * d.ranged[i] + side] = card
        return True

    @loop
    def draw(d: SamplePlan, trials: int, seed: int, attempt: int, counts: list[int]) -> int:
        """Play some trials; the next attempt, or -1 where hardly an attempt counts."""
        table, pack = zeros(2 * d.players + BOARD), zeros(len(d.deck))
        ranks, last = zeros(d.players), attempt + 1_000 * trials + 100_000
        for i in range(len(d.board)):
            table[2 * d.players + i] = d.board[i]
        while trials:
            if attempt > last:
                return -1
            if deal(d, seed, attempt * len(d.choices), table, pack):
                for p in range(d.players):
                    ranks[p] = rank(table, p)
                add(counts, ranks, 1)
                trials -= 1
            attempt += 1
        return attempt

    return count, draw
