"""The evaluation of a player: chips, and the part of the pot that the cards are good for.

Only what the player sees is looked at: the own cards are weighed against hands dealt at
random, then marked down for what the others have paid to stay in. Who has yet to answer a
bet may fold: the larger the bet for the pot, the more likely, and the less the more he has
paid already. (Otherwise many small raises would seem to cost nothing, and never end.)
"""

from functools import lru_cache
from math import log2

from ludex.kernel import Dice, Seat

from ...rules import Cards, PokerCard, deal, rank
from .state import BETWEEN, State

BEFORE_THE_FLOP = 80
BOARDS = 12
"""The number of boards dealt to see how good cards are: before the flop, and after it."""

HANDS = 6
"""On each board the cards are compared with so many hands."""

DOUBT = 0.03
"""The loss of a hand's winning probability for each doubling of what an opponent has paid."""

FOLDING = 0.8
"""The highest probability that a bet of any size is folded to."""

FIRM = 0.04
"""So much larger a part of the pot a bet must be to be folded to, for each doubling of what
an opponent has paid."""


HOPE = 0.01
"""A little is lost by having nothing left to win it back with: to buy in again costs nothing."""


def worth(s: State, seat: Seat) -> float:
    """The chips that a player can expect to have gained."""
    gained = s.stacks[seat] - s.session.bought[seat]
    hole = s.holes[seat] if s.holes else ()
    if s.phase in BETWEEN and s.rules.asks and not s.stacks[seat]:
        return gained - HOPE
    if s.phase in BETWEEN or not s.live[seat] or not all(card.is_known for card in hole):
        return gained
    return gained + _expected(s, seat, strength(hole, s.board))


def _expected(s: State, seat: Seat, alone: float) -> float:
    """Return what comes back of the pot; `alone` is how often the hand beats a single other."""
    blind = s.big_blind
    pot, everybody_folds, wins, calls = s.pot, 1.0, 1.0, 0.0
    for p, live in enumerate(s.live):
        if live and p != seat:
            owed = min(s.stacks[p], s.price - s.bets[p]) if p in s.waiting else 0
            paid = s.paid[p] + s.bets[p]
            folds = 0.0
            if owed:
                firm = FIRM * log2(1 + paid / (2 * blind))
                folds = FOLDING * max(0.0, owed / (owed + pot) - firm)
            everybody_folds *= folds
            calls += (1 - folds) * owed
            doubt = DOUBT * log2(1 + (paid + owed) / (2 * blind))
            wins *= max(0.02, alone - doubt)
    return everybody_folds * pot + (1 - everybody_folds) * wins * (pot + calls)


def strength(hole: Cards, board: Cards) -> float:
    """Return how often two cards beat two others, the rest of the board dealt at random.

    A sample, always the same for the same cards.
    """
    high, low = sorted(hole, reverse=True)
    if board:
        return _beats((high, low), tuple(sorted(board)), BOARDS)
    # Before the flop only ranks count, and whether the suits are equal.
    first = PokerCard(4 * (high // 4))
    second = PokerCard(4 * (low // 4) + (0 if high % 4 == low % 4 else 1))
    return _beats((first, second), (), BEFORE_THE_FLOP)


@lru_cache(maxsize=1 << 14)
def _beats(hole: Cards, board: Cards, boards: int) -> float:
    dice = Dice(sum(53**i * card for i, card in enumerate((*hole, *board))))
    halves, missing = 0, 5 - len(board)
    for _ in range(boards):
        cards = deal(missing + 2 * HANDS, (*hole, *board), dice)
        table = (*board, *cards[2 * HANDS :])
        mine = rank((*hole, *table))
        for i in range(0, 2 * HANDS, 2):
            theirs = rank((cards[i], cards[i + 1], *table))
            halves += 2 if mine < theirs else mine == theirs
    return halves / (2 * HANDS * boards)
