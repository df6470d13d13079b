"""The document's order: its constants, its rules as written, its laws."""

from collections.abc import Sequence
from itertools import combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludex.games.poker.fighting import event_b as e
from ludex.games.poker.fighting.event_b import SetOrder

ids = st.integers(1, 52)
hands = st.lists(ids, unique=True, max_size=12)
keys = st.sampled_from(SetOrder)


def sized(n: int) -> st.SearchStrategy[list[int]]:
    return st.lists(ids, unique=True, min_size=n, max_size=n)


pairs = st.integers(0, 9).flatmap(lambda n: st.tuples(sized(n), sized(n)))
triples = st.integers(0, 7).flatmap(lambda n: st.tuples(sized(n), sized(n), sized(n)))


def with_values(values: Sequence[int]) -> list[int]:
    """Cards of these values, each from a suit of its own where values repeat."""
    return [v + 13 * values[:i].count(v) for i, v in enumerate(values)]


def value_multisets(n: int) -> list[tuple[int, ...]]:
    return [
        m for m in combinations_with_replacement(range(1, 14), n) if all(m.count(v) <= 4 for v in m)
    ]


@pytest.mark.requirement("fighting.compareSetCard_FR", "fighting.compareSetCard")
@pytest.mark.parametrize("n", [0, 1, 2, *(pytest.param(n, marks=pytest.mark.slow) for n in (3, 4))])
def test_the_recursion_of_fr_is_the_key_of_the_axioms_on_all_multisets(n: int) -> None:
    all_hands = [with_values(m) for m in value_multisets(n)]
    keys = [(hand, e.key_axioms(hand)) for hand in all_hands]
    for (a, first), (b, second) in combinations_with_replacement(keys, 2):
        expected = 0 if first == second else 1 if first > second else 2
        assert e.compare_as_written(a, b) == expected


@given(pairs)
def test_the_recursion_of_fr_is_the_key_of_the_axioms_on_samples(
    pair: tuple[list[int], list[int]],
) -> None:
    assert e.compare_as_written(*pair) == e.compare(*pair, SetOrder.AXIOMS)


@given(hands, keys)
def test_a_hand_ties_with_itself(a: list[int], key: SetOrder) -> None:
    assert e.compare(a, a, key) == e.FAIR


@given(hands, hands, keys)
def test_swapping_the_hands_swaps_the_winner(a: list[int], b: list[int], key: SetOrder) -> None:
    swapped = {-1: -1, 0: 0, 1: 2, 2: 1}
    assert e.compare(b, a, key) == swapped[e.compare(a, b, key)]


@given(triples, keys)
def test_not_to_lose_is_transitive(
    hands3: tuple[list[int], list[int], list[int]], key: SetOrder
) -> None:
    a, b, c = hands3
    holds = {e.FAIR, e.FIRST}
    if e.compare(a, b, key) in holds and e.compare(b, c, key) in holds:
        assert e.compare(a, c, key) in holds
        if e.FIRST in {e.compare(a, b, key), e.compare(b, c, key)}:
            assert e.compare(a, c, key) == e.FIRST


@given(pairs, st.permutations(range(4)), keys)
def test_suits_do_not_matter(
    pair: tuple[list[int], list[int]], suits: list[int], key: SetOrder
) -> None:
    a, b = pair
    renamed = [13 * suits[(i - 1) // 13] + (i - 1) % 13 + 1 for i in a]
    assert e.compare(renamed, b, key) == e.compare(a, b, key)


@given(pairs, keys, st.randoms(use_true_random=False))
def test_the_order_of_the_list_does_not_matter(
    pair: tuple[list[int], list[int]], key: SetOrder, random: object
) -> None:
    a, b = pair
    assert e.compare(a[::-1], sorted(b), key) == e.compare(a, b, key)


@pytest.mark.requirement("fighting.compareSetCard_F00")
@given(hands, hands, keys)
def test_hands_of_different_size_are_an_error(a: list[int], b: list[int], key: SetOrder) -> None:
    assert (e.compare(a, b, key) == e.ERROR) == (len(a) != len(b))


@pytest.mark.requirement("fighting.compareSetCard_F01", "fighting.compareSetCard_F02")
@pytest.mark.parametrize("bad", [[1, 1], [0, 5], [53, 5], [-1, 5]])
@pytest.mark.parametrize("key", SetOrder)
def test_a_card_twice_or_no_card_is_an_error_on_either_side(bad: list[int], key: SetOrder) -> None:
    assert e.compare(bad, [2, 3], key) == e.ERROR
    assert e.compare([2, 3], bad, key) == e.ERROR
    assert e.compare_as_written(bad, [2, 3]) == e.ERROR


@pytest.mark.requirement("fighting.compareSetCard_F0")
def test_nothing_ties_with_nothing_and_cannot_be_compared_with_something() -> None:
    assert e.compare([], []) == e.FAIR
    assert e.compare([], [1]) == e.ERROR


def test_a_card_in_both_hands_is_no_error() -> None:
    assert e.compare([1, 2], [1, 3]) == e.SECOND


def test_the_two_orders_differ_when_both_hold_aces_but_not_equally_many() -> None:
    aak, akq = with_values([1, 1, 13]), with_values([1, 13, 12])
    assert e.compare(aak, akq, SetOrder.ACE_HIGH) == e.FIRST
    assert e.compare(aak, akq, SetOrder.AXIOMS) == e.SECOND


def test_an_equal_card_on_both_sides_keeps_only_the_ace_high_order() -> None:
    a, b = with_values([1, 2]), with_values([13, 12])
    a_more, b_more = with_values([1, 1, 2]), with_values([1, 13, 12])
    assert e.compare(a, b, SetOrder.AXIOMS) == e.compare(a, b, SetOrder.ACE_HIGH) == e.FIRST
    assert e.compare(a_more, b_more, SetOrder.ACE_HIGH) == e.FIRST
    assert e.compare(a_more, b_more) == e.SECOND


def test_this_is_not_the_ranking_of_poker() -> None:
    fives, ace_high = with_values([5, 5, 5, 5, 2]), with_values([1, 4, 3, 2, 2])
    assert e.compare(fives, ace_high) == e.SECOND


@pytest.mark.parametrize(("n", "classes"), [(1, 13), (2, 91), (3, 455), (4, 1820), (5, 6175)])
@pytest.mark.parametrize("key", SetOrder)
def test_both_orders_have_the_same_number_of_classes(n: int, classes: int, key: SetOrder) -> None:
    found = {e.KEYS[key](with_values(m)) for m in value_multisets(n)}
    assert len(found) == classes


@pytest.mark.requirement("fighting.is*", "fighting.getMax*")
@given(hands)
def test_the_helpers_say_what_their_comments_say(a: list[int]) -> None:
    values = [e.get_value(i) for i in a]
    assert e.is_empty(a) == (not a)
    assert e.is_unique(a)
    assert not e.is_unique([*a, *a]) or not a
    assert e.has_ace(a) == (1 in values)
    assert e.has_king(a) == (13 in values)
    assert e.is_pair(a) == any(values.count(v) >= 2 for v in values)
    assert e.is_three(a) == any(values.count(v) >= 3 for v in values)
    assert e.get_max(a) == (max(values) if a else None)
    top = e.get_max_card(a)
    assert (top is None) == (not a)
    if top is not None:
        assert top == min(i for i in a if e.get_value(i) == max(values))


@pytest.mark.requirement("fighting.getPair*", "fighting.getThree*")
@given(hands, st.sampled_from([(2, e.get_pair), (3, e.get_three)]))
def test_the_highest_pair_or_three_is_found_with_its_lowest_ids(
    a: list[int], case: tuple[int, object]
) -> None:
    n = case[0]
    found = e.get_pair(a) if n == 2 else e.get_three(a)
    heights = [14 if e.get_value(i) == 1 else e.get_value(i) for i in a]
    often = [h for h in heights if heights.count(h) >= n]
    if not often:
        assert found is None
        return
    alike = sorted(i for i, h in zip(a, heights, strict=True) if h == max(often))
    assert found == tuple(alike[:n])


@pytest.mark.requirement("fighting.Card")
def test_value_and_suit_together_name_each_card_once() -> None:
    assert len({(e.get_value(i), (i - 1) // 13) for i in range(1, 53)}) == 52
    assert sorted(e.RESULT) == [-1, 0, 1, 2]
