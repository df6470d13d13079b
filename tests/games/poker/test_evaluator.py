"""The ranking of hands, one hand a call."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludex.games.poker.rules import (
    Category,
    Hand,
    NotCards,
    cards,
    hand_class,
    rank,
    text,
)
from ludex.games.poker.rules.ranking import (
    ROYAL_FLUSH,
    WORST,
    class_ranks,
    classes,
    classified,
)

ids = st.integers(0, 51)
hands = st.integers(5, 7).flatmap(lambda n: st.lists(ids, unique=True, min_size=n, max_size=n))


def by_definition(hand: list[int]) -> int:
    """The best of all choices of five, each classified as the rules say."""
    best = max(
        classified([i // 4 for i in five], suited=len({i % 4 for i in five}) == 1)
        for five in combinations(hand, 5)
    )
    return class_ranks()[best]


@given(hands)
def test_a_hand_is_worth_its_best_five_cards(hand: list[int]) -> None:
    assert rank(hand) == by_definition(hand)


@given(hands, st.permutations(range(4)), st.randoms(use_true_random=False))
def test_neither_order_nor_names_of_suits_matter(
    hand: list[int], suits: list[int], random: object
) -> None:
    renamed = [i // 4 * 4 + suits[i % 4] for i in hand]
    assert rank(hand[::-1]) == rank(renamed) == rank(hand)


@given(st.lists(ids, unique=True, min_size=7, max_size=7))
def test_one_more_card_never_makes_a_hand_worse(hand: list[int]) -> None:
    assert rank(hand) <= rank(hand[:6]) <= rank(hand[:5])


@given(hands, st.data())
def test_a_card_twice_is_refused_wherever_it_is(hand: list[int], data: st.DataObject) -> None:
    places = st.integers(0, len(hand) - 1)
    first, *others = data.draw(st.lists(places, unique=True, min_size=2))
    for place in others:
        hand[place] = hand[first]
    with pytest.raises(NotCards, match="twice"):
        rank(hand)


@given(hands, st.data())
def test_a_number_that_is_no_card_is_refused(hand: list[int], data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(hand) - 1))
    hand[place] = data.draw(st.integers().filter(lambda i: i not in range(52)))
    with pytest.raises(NotCards, match="is not a card"):
        rank(hand)


@pytest.mark.parametrize("n", [0, 1, 4, 8, 53])
def test_a_hand_of_another_size_is_refused(n: int) -> None:
    with pytest.raises(NotCards, match=f"not {n}"):
        rank(range(n))


def test_a_card_five_times_is_no_flush() -> None:
    with pytest.raises(NotCards, match="As appears twice"):
        rank([51] * 7)


def test_the_classes_are_7462_and_the_royal_flush_is_first() -> None:
    assert len(classes()) == WORST
    assert classes()[0] == ROYAL_FLUSH
    assert Counter(c.category for c in classes()) == {
        Category.STRAIGHT_FLUSH: 10,
        Category.FOUR_OF_A_KIND: 156,
        Category.FULL_HOUSE: 156,
        Category.FLUSH: 1277,
        Category.STRAIGHT: 10,
        Category.THREE_OF_A_KIND: 858,
        Category.TWO_PAIR: 858,
        Category.PAIR: 2860,
        Category.HIGH_CARD: 1277,
    }


@pytest.mark.parametrize("n", [0, 7463, -1])
def test_there_is_no_class_beyond_them(n: int) -> None:
    with pytest.raises(ValueError, match="1 to 7462"):
        hand_class(n)


SHOWN = [
    ("AsKsQsJsTs", 1, "a royal flush", "AsKsQsJsTs"),
    ("5d4d3d2dAd9c9s", 10, "a straight flush, five high", "5d4d3d2dAd"),
    ("6s6h6d6c2s2d2h", 118, "four of a kind, sixes", "6s6h6d6c2s"),
    ("KdKcKs4d4s9hAh", 188, "a full house, kings full of fours", "KsKdKc4s4d"),
    ("AhKhQh9h2hAcAd", 345, "a flush, ace high", "AhKhQh9h2h"),
    ("Ah2h3d4c5s9s9d", 1609, "a straight, five high", "5s4c3d2hAh"),
    ("7s7h7dAcKs", 2072, "three of a kind, sevens", "7s7h7dAcKs"),
    ("KsKh4d4cAs", 2688, "two pair, kings and fours", "KsKh4d4cAs"),
    ("AsAh2d7c9s3c4d", 3498, "a pair of aces", "AsAh9s7c4d"),
    ("7s5h4d3c2s", 7462, "seven high", "7s5h4d3c2s"),
]


@pytest.mark.parametrize(("shown", "number", "words", "five"), SHOWN)
def test_a_hand_shows_its_rank_words_and_best_five(
    shown: str, number: int, words: str, five: str
) -> None:
    hand = Hand.of(shown)
    assert (hand.rank, hand.words, text(hand.best_five)) == (number, words, five)
    assert hand.category == hand_class(number).category
    assert str(hand) == f"{shown}: {words}"


@given(hands)
def test_the_best_five_are_worth_the_whole_hand(ids: list[int]) -> None:
    hand = Hand.of(ids)
    assert rank(hand.best_five) == hand.rank
    assert set(hand.best_five) <= set(ids)


@given(hands, hands)
def test_greater_means_beats(a: list[int], b: list[int]) -> None:
    one, other = Hand.of(a), Hand.of(b)
    assert (one > other) == (one.rank < other.rank)
    assert (one < other) == (one.rank > other.rank)
    assert (one == other) == (one.rank == other.rank)
    assert (one >= other) == (not one < other)
    if one == other:
        assert hash(one) == hash(other)


def test_the_best_hand_is_the_maximum() -> None:
    hands = [Hand.of(shown) for shown, *_ in SHOWN]
    assert max(hands) is hands[0]
    assert sorted(hands, reverse=True) == hands


def test_the_flush_is_above_the_straight_and_the_low_straight_lowest() -> None:
    flush, broadway = Hand.of("7s5s4s3s2s"), Hand.of("AsKhQdJcTs")
    assert flush > broadway > Hand.of("6s5h4d3c2s") > Hand.of("As5h4d3c2s")


def test_text_and_ids_are_the_same_hand() -> None:
    assert Hand.of(cards("AsKsQsJs10s")) == Hand.of("A♠K♠Q♠J♠T♠")
