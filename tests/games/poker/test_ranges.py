"""Ranges: what they name, how they are weighed, and what is refused."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludex.games.poker.equity.ranges import (
    ALL_HOLES,
    KINDS,
    Hole,
    Range,
    kind_of,
)
from ludex.games.poker.rules.notation import RANKS, NotCards, text


def kind(hole: Hole) -> str:
    return KINDS[kind_of(*hole)]


NAMED = [
    ("AA", 6),
    ("AK", 16),
    ("KA", 16),
    ("AKs", 4),
    ("AKo", 12),
    ("aks", 4),
    ("QQ+", 18),
    ("AA+", 6),
    ("ATs+", 16),
    ("A5s-A2s", 16),
    ("A2s-A5s", 16),
    ("QQ-99", 24),
    ("99 - QQ", 24),
    ("98s-65s", 16),
    ("KTo+", 36),
    ("32+", 16),
    ("76o", 12),
    ("AsKh", 1),
    ("As Kh", 1),
    ("A♠10♥", 1),
    ("any", 1326),
    ("??", 1326),
    ("22+, A2+, K2+, Q2+", 78 + 16 * (12 + 11 + 10)),
    ("QQ+, AKs, A5s-A2s, 76o, AsKh", 18 + 4 + 16 + 12 + 1),
    ("AKs, AsKs", 4),
    ("AA KK;QQ", 18),
]


@pytest.mark.parametrize(("written", "holes"), NAMED)
def test_a_range_names_so_many_pairs_of_cards(written: str, holes: int) -> None:
    found = Range.of(written)
    assert len(found.holes) == len(set(found.holes)) == holes
    assert set(found.weights) == {1}


def test_the_169_kinds_are_all_hands_once() -> None:
    pairs = {r + r for r in RANKS}
    others = {high + low for low, high in combinations(RANKS, 2)}
    names = {kind(hole) for hole in ALL_HOLES}
    assert names == pairs | {two + s for two in others for s in "so"}
    assert len(names) == 169
    assert sum(len(Range.of(name).holes) for name in names) == 1326


@given(st.sampled_from(ALL_HOLES))
def test_two_cards_are_a_range_of_one_and_lie_in_their_kind(
    hole: tuple[int, int],
) -> None:
    assert Range.of(text(hole)).holes == (hole,)
    assert hole in Range.of(kind(hole)).holes


def test_weights_are_the_smallest_whole_numbers() -> None:
    found = Range.of("AA, 50%(KK), 12.5%(QQ)")
    assert dict(zip(map(kind, found.holes), found.weights, strict=True)) == {
        "AA": 8,
        "KK": 4,
        "QQ": 1,
    }
    assert set(Range.of("50%(KK, AKs)").weights) == {1}


def test_cards_that_are_gone_leave_the_range() -> None:
    left = Range.of("AA, 50%(KK)").without([51, 47])
    assert len(left.holes) == 6
    assert sorted(left.weights) == [1, 1, 1, 2, 2, 2]


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        ("", "is empty"),
        (" , ", "is empty"),
        ("AAs", "a pair has no s or o"),
        ("Xx", "not part of a range"),
        ("AsKhQd", "two cards"),
        ("AsAs", "As appears twice"),
        ("A5s-K2s", "keep the high card or the gap"),
        ("A5s-A2o", "keep the high card or the gap"),
        ("50%(AA", "not part of a range"),
        ("0%(AA)", "is not a weight"),
        ("150%(AA)", "is not a weight"),
        ("AA, 50%(AA)", "two weights"),
        ("AK++", "not part of a range"),
    ],
)
def test_what_is_no_range_is_refused_with_a_reason(bad: str, reason: str) -> None:
    with pytest.raises(NotCards, match=reason):
        Range.of(bad)
