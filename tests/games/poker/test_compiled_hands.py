"""Compiled poker refines the plain definitions: same order of hands, same counts."""

import subprocess
import sys
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from ludex.games.poker.equity.compiled import compiled_showdowns
from ludex.games.poker.equity.ranges import Hole
from ludex.games.poker.equity.showdowns import SamplePlan, in_python
from ludex.games.poker.equity.spot import EquitySpot
from ludex.games.poker.equity.strength import strengths
from ludex.games.poker.rules import Category, NotCards, rank
from ludex.games.poker.rules.notation import CARDS
from ludex.kernel.dice import Dice

FIVE_CARDS = {
    Category.STRAIGHT_FLUSH: 40,
    Category.FOUR_OF_A_KIND: 624,
    Category.FULL_HOUSE: 3_744,
    Category.FLUSH: 5_108,
    Category.STRAIGHT: 10_200,
    Category.THREE_OF_A_KIND: 54_912,
    Category.TWO_PAIR: 123_552,
    Category.PAIR: 1_098_240,
    Category.HIGH_CARD: 1_302_540,
}
SEVEN_CARDS = {
    Category.STRAIGHT_FLUSH: 41_584,
    Category.FOUR_OF_A_KIND: 224_848,
    Category.FULL_HOUSE: 3_473_184,
    Category.FLUSH: 4_047_644,
    Category.STRAIGHT: 6_180_020,
    Category.THREE_OF_A_KIND: 6_461_620,
    Category.TWO_PAIR: 31_433_400,
    Category.PAIR: 58_627_800,
    Category.HIGH_CARD: 23_294_460,
}


def random_hands(count: int, size: int, seed: int) -> list[list[int]]:
    dice, pack, found = Dice(seed), list(range(52)), []
    for _ in range(count):
        dice.shuffle(pack)
        found.append(pack[:size])
    return found


def by_category(counted: NDArray[np.int64]) -> dict[Category, int]:
    return {kind: int(counted[kind]) for kind in Category}


def categories(hands: NDArray[np.uint8]) -> NDArray[np.int64]:
    return np.bincount(strengths(hands) >> 26, minlength=len(Category))


@cache
def fives(cards: int) -> NDArray[np.uint8]:
    """All hands of five cards; those of the lowest n are the first of them."""
    found = np.array([*combinations(range(cards), 5)], np.uint8)
    return found[np.lexsort(found.T)]


def test_all_hands_of_five_cards_have_the_published_counts() -> None:
    found, counts = np.unique(strengths(fives(52)), return_counts=True)
    assert len(found) == 7_462
    assert counts[-1] == counts.min() == 4
    assert by_category(categories(fives(52))) == FIVE_CARDS


@pytest.mark.slow
def test_all_hands_of_seven_cards_have_the_published_counts() -> None:
    counts = np.zeros(len(Category), np.int64)
    royal = 0
    for a, b in combinations(range(51, -1, -1), 2):
        rest = fives(52)[: comb(b, 5)]
        if len(rest):
            two = np.tile(np.array([a, b], np.uint8), (len(rest), 1))
            found = strengths(np.hstack([two, rest]))
            counts += np.bincount(found >> 26, minlength=len(Category))
            royal += int((found == 8 << 26 | 1 << 25).sum())
    assert (counts.sum(), royal) == (133_784_560, 4_324)
    assert by_category(counts) == SEVEN_CARDS


@pytest.mark.parametrize("size", [5, 6, 7])
def test_arrays_of_hands_have_the_order_of_single_calls(size: int) -> None:
    hands = random_hands(500, size, seed=size)
    suited = [h for h in random_hands(1_500, size, 9) if len({i % 4 for i in h}) < 3]
    both = hands + suited
    ranks = [rank(h) for h in both]
    order = {one: place for place, one in enumerate(sorted({*ranks}, reverse=True))}
    for kind in (np.uint8, np.int64):
        found = np.unique(strengths(np.array(both, kind)), return_inverse=True)[1]
        assert found.tolist() == [order[one] for one in ranks]


@pytest.mark.parametrize("size", [5, 6, 7])
def test_phevaluator_gives_the_same_ranks(size: int) -> None:
    peer = pytest.importorskip("phevaluator._pheval")
    theirs = getattr(peer, f"evaluate_{size}cards")
    hands = random_hands(5_000, size, seed=100 + size)
    assert [theirs(*hand) for hand in hands] == [rank(hand) for hand in hands]


@pytest.mark.parametrize("size", [5, 7])
def test_treys_gives_the_same_ranks(size: int) -> None:
    treys = pytest.importorskip("treys")
    evaluate = treys.Evaluator().evaluate
    for hand in random_hands(1_000, size, seed=200 + size):
        cards = [treys.Card.new(CARDS[i]) for i in hand]
        assert evaluate(cards[:2], cards[2:]) == rank(hand)


def test_no_hands_have_no_strengths() -> None:
    assert strengths(np.empty((0, 7), np.uint8)).tolist() == []


@settings(max_examples=25)
@given(
    hand=st.lists(st.integers(0, 51), unique=True, min_size=7, max_size=7),
    places=st.lists(st.integers(0, 6), unique=True, min_size=2, max_size=7),
    row=st.integers(0, 20_000),
)
def test_a_card_twice_is_refused_in_any_row(hand: list[int], places: list[int], row: int) -> None:
    hands = np.tile(np.arange(7, dtype=np.uint8), (20_001, 1))
    for place in places[1:]:
        hand[place] = hand[places[0]]
    hands[row] = hand
    with pytest.raises(NotCards, match="appears twice"):
        strengths(hands)


@pytest.mark.parametrize("bad", [52, 63, 64, 116, 255, -1, 1 << 40])
def test_a_number_that_is_no_card_is_refused(bad: int) -> None:
    kind = np.uint8 if 0 <= bad < 256 else np.int64
    hands: NDArray[np.integer] = np.tile(np.arange(7), (100, 1)).astype(kind)
    hands[61, 3] = bad
    with pytest.raises(NotCards, match=f"{bad} is not a card"):
        strengths(hands)


@pytest.mark.parametrize("shape", [(7,), (2, 4), (2, 8), (2, 7, 1)])
def test_other_shapes_are_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(NotCards, match="rows of five, six or seven"):
        strengths(np.zeros(shape, np.uint8))


def test_cards_are_whole_numbers() -> None:
    with pytest.raises(NotCards, match="not float64"):
        strengths(np.zeros((2, 7)))  # type: ignore[arg-type]


@settings(max_examples=60)
@given(
    st.permutations(range(52)),
    st.integers(2, 10),
    st.sampled_from([3, 4, 5]),
    st.integers(0, 6),
)
def test_compiled_loops_count_showdowns_as_python_does(
    pack: list[int], players: int, on_board: int, dead: int
) -> None:
    holes: list[Hole] = [(pack[2 * p], pack[2 * p + 1]) for p in range(players)]
    spot = (holes, tuple(pack[20 : 20 + on_board]), tuple(pack[25 : 25 + dead]))
    assert compiled_showdowns().tally(*spot) == in_python().tally(*spot)


@pytest.mark.parametrize("seed", range(6))
def test_compiled_loops_count_showdowns_before_the_flop_as_python_does(
    seed: int,
) -> None:
    [pack] = random_hands(1, 52, seed)
    holes: list[Hole] = [(pack[2 * p], pack[2 * p + 1]) for p in range(2 + seed % 3)]
    dead = tuple(pack[40 : 40 + seed])
    expected = in_python().tally(holes, (), dead)
    assert compiled_showdowns().tally(holes, (), dead) == expected


@pytest.mark.slow
@pytest.mark.parametrize(
    ("hands", "board", "players"),
    [
        (["AsAh"], "", 2),
        (["QQ+, 50%(AK)", "22+, A2s+"], "", 4),
        (["AA", "AA"], "2c7d9h", 3),
        (["AsAh", "KdKc"], "2c7d9hTs", 2),
        (["77+", "88+", "99+", "TT+", "JJ+"], "", 10),
    ],
)
def test_compiled_loops_draw_the_very_same_sample(
    hands: list[str], board: str, players: int
) -> None:
    drawing = SamplePlan.of(EquitySpot.of(hands, board, "", players))
    for attempt in (0, 12_345):
        expected = in_python().draw(drawing, 25, 7, attempt)
        assert compiled_showdowns().draw(drawing, 25, 7, attempt) == expected


def test_a_sample_in_two_parts_is_the_sample() -> None:
    drawing = SamplePlan.of(EquitySpot.of(["QQ+", "AK"], "", "", 3))
    draw = compiled_showdowns().draw
    whole = draw(drawing, 50_000, 3, 0)
    first = draw(drawing, 20_000, 3, 0)
    second = draw(drawing, 30_000, 3, first.next_attempt)
    total = np.array(first.tally) + np.array(second.tally)
    assert total.tolist() == [list(row) for row in whole.tally]
    assert second.next_attempt == whole.next_attempt


def test_a_missing_extra_is_one_clear_line() -> None:
    program = """
import sys
sys.modules["numba"] = None
try:
    import ludex.games.poker.equity.compiled
except ImportError as reason:
    print(reason)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.endswith('pip install "ludex[fast]"\n')
    assert done.stdout.count("\n") == 1
