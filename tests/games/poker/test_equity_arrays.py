"""The engines of poker refine the plain definitions: same ranks, same counts."""

import subprocess
import sys
from functools import cache
from types import ModuleType

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from ludex.games.poker.equity import runout, sampling
from ludex.games.poker.equity.arrays import (
    array_runout,
    array_sampling,
    arrays,
    census,
    compiled,
    compiled_runout,
)
from ludex.games.poker.equity.runout import Hole
from ludex.games.poker.equity.sampling import Drawing
from ludex.games.poker.equity.spot import Spot
from ludex.games.poker.hands import Category, NotCards, rank
from ludex.games.poker.hands.notation import CARDS, to_treys
from ludex.kernel.dice import Dice

FACES = [arrays, compiled]
faces = pytest.mark.parametrize("face", FACES, ids=["arrays", "compiled"])

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


@faces
def test_all_hands_of_five_cards_have_the_published_counts(face: ModuleType) -> None:
    counts = np.bincount(face.ranks(five_card_hands()), minlength=7463)
    assert counts[1] == 4
    assert counts[1:].min() == 4
    assert census.by_category(counts) == FIVE_CARDS


@cache
def five_card_hands() -> NDArray[np.uint8]:
    return census.five_card_hands()


@pytest.mark.slow
def test_all_hands_of_seven_cards_have_the_published_counts() -> None:
    counts = census.census_7()
    assert counts.sum() == 133_784_560
    assert counts[1] == 4_324
    assert census.by_category(counts) == SEVEN_CARDS


@faces
@pytest.mark.parametrize("size", [5, 6, 7])
def test_arrays_of_hands_have_the_ranks_of_single_calls(
    face: ModuleType, size: int
) -> None:
    hands = random_hands(500, size, seed=size)
    suited = [h for h in random_hands(1_500, size, 9) if len({i % 4 for i in h}) < 3]
    both = hands + suited
    for kind in (np.uint8, np.int64):
        assert face.ranks(np.array(both, kind)).tolist() == [rank(h) for h in both]


@pytest.mark.parametrize("size", [5, 6, 7])
def test_phevaluator_gives_the_same_ranks(size: int) -> None:
    peer = pytest.importorskip("phevaluator._pheval")
    theirs = getattr(peer, f"evaluate_{size}cards")
    hands = random_hands(5_000, size, seed=100 + size)
    assert [theirs(*hand) for hand in hands] == [rank(hand) for hand in hands]


@pytest.mark.parametrize("size", [5, 7])
def test_treys_gives_the_same_ranks_and_integers(size: int) -> None:
    treys = pytest.importorskip("treys")
    evaluate = treys.Evaluator().evaluate
    for hand in random_hands(1_000, size, seed=200 + size):
        cards = [treys.Card.new(CARDS[i]) for i in hand]
        assert cards == [to_treys(i) for i in hand]
        assert evaluate(cards[:2], cards[2:]) == rank(hand)


@faces
def test_no_hands_have_no_ranks(face: ModuleType) -> None:
    assert face.ranks(np.empty((0, 7), np.uint8)).tolist() == []


@faces
@settings(max_examples=25)
@given(
    hand=st.lists(st.integers(0, 51), unique=True, min_size=7, max_size=7),
    places=st.lists(st.integers(0, 6), unique=True, min_size=2, max_size=7),
    row=st.integers(0, 20_000),
)
def test_a_card_twice_is_refused_in_any_row(
    face: ModuleType, hand: list[int], places: list[int], row: int
) -> None:
    hands = np.tile(np.arange(7, dtype=np.uint8), (20_001, 1))
    for place in places[1:]:
        hand[place] = hand[places[0]]
    hands[row] = hand
    with pytest.raises(NotCards, match="appears twice in the hand"):
        face.ranks(hands)


@faces
@pytest.mark.parametrize("bad", [52, 63, 64, 116, 255, -1, 1 << 40])
def test_a_number_that_is_no_card_is_refused(face: ModuleType, bad: int) -> None:
    kind = np.uint8 if 0 <= bad < 256 else np.int64
    hands = np.tile(np.arange(7, dtype=kind), (100, 1))
    hands[61, 3] = bad
    with pytest.raises(NotCards, match=f"{bad} is not a card"):
        face.ranks(hands)


@faces
def test_a_card_seven_times_is_refused_and_reads_past_no_table(
    face: ModuleType,
) -> None:
    for card in range(52):
        with pytest.raises(NotCards, match="twice"):
            face.ranks(np.full((3, 7), card, np.uint8))


@faces
@pytest.mark.parametrize("shape", [(7,), (2, 4), (2, 8), (2, 7, 1)])
def test_other_shapes_are_refused(face: ModuleType, shape: tuple[int, ...]) -> None:
    with pytest.raises(NotCards, match="rows of five, six or seven"):
        face.ranks(np.zeros(shape, np.uint8))
    with pytest.raises(NotCards, match="not float64"):
        face.ranks(np.zeros((2, 7)))


@settings(max_examples=60)
@given(
    st.permutations(range(52)),
    st.integers(2, 10),
    st.sampled_from([3, 4, 5]),
    st.integers(0, 6),
)
def test_engines_count_showdowns_as_defined(
    pack: list[int], players: int, on_board: int, dead: int
) -> None:
    holes: list[Hole] = [(pack[2 * p], pack[2 * p + 1]) for p in range(players)]
    spot = (holes, tuple(pack[20 : 20 + on_board]), tuple(pack[25 : 25 + dead]))
    expected = runout.tally(*spot)
    assert array_runout.tally(*spot) == expected
    assert compiled_runout.tally(*spot) == expected


@pytest.mark.parametrize("seed", range(6))
def test_engines_count_showdowns_before_the_flop_as_defined(seed: int) -> None:
    [pack] = random_hands(1, 52, seed)
    holes: list[Hole] = [(pack[2 * p], pack[2 * p + 1]) for p in range(2 + seed % 3)]
    dead = tuple(pack[40 : 40 + seed])
    expected = runout.tally(holes, (), dead)
    assert array_runout.tally(holes, (), dead) == expected
    assert compiled_runout.tally(holes, (), dead) == expected


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
def test_arrays_draw_the_very_same_sample(
    hands: list[str], board: str, players: int
) -> None:
    drawing = Drawing.of(Spot.of(hands, board, "", players))
    for attempt in (0, 12_345):
        expected = sampling.draw(drawing, 25, 7, attempt)
        assert array_sampling.draw(drawing, 25, 7, attempt) == expected


def test_a_sample_in_two_parts_is_the_sample() -> None:
    drawing = Drawing.of(Spot.of(["QQ+", "AK"], "", "", 3))
    whole = array_sampling.draw(drawing, 50_000, 3, 0)
    first = array_sampling.draw(drawing, 20_000, 3, 0)
    second = array_sampling.draw(drawing, 30_000, 3, first.next_attempt)
    total = np.array(first.tally) + np.array(second.tally)
    assert total.tolist() == [list(row) for row in whole.tally]
    assert second.next_attempt == whole.next_attempt


@pytest.mark.parametrize(
    ("missing", "module"),
    [
        ("numpy", "ludex.games.poker.equity.arrays.arrays"),
        ("numba", "ludex.games.poker.equity.arrays.compiled"),
    ],
)
def test_a_missing_extra_is_one_clear_line(missing: str, module: str) -> None:
    program = f"""
import sys
sys.modules[{missing!r}] = None
try:
    import {module}
except ImportError as reason:
    print(reason)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.endswith('pip install "ludex[fast]"\n')
    assert done.stdout.count("\n") == 1
