"""Who wins and why, in words, one pair of hands or a whole file."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludex.games.poker.fighting import event_b
from ludex.games.poker.fighting.compare import (
    compare,
    compare_by_value,
    document_ids,
    pairs_of_file,
    verdict_by_value,
    winners,
)
from ludex.games.poker.fighting.event_b import SetOrder
from ludex.games.poker.rules import NotCards, rank, text
from ludex.games.poker.rules.notation import to_document

SAID = [
    ("KsKh4d4c2s", "AsAhQdJc9c", 1, "two pair, kings and fours, beats a pair of aces"),
    (
        "AdAcQdJc9c",
        "AsAhKd4c2s",
        2,
        "a pair of aces with a king beats a pair of aces with a queen",
    ),
    (
        "AsKsQs9s3s",
        "AhKhQh9h2h",
        1,
        "a flush, ace high, with a three, beats a flush, ace high, with a deuce",
    ),
    (
        "AsKsQsJsTs",
        "AhAdAcKhKd",
        1,
        "a royal flush beats a full house, aces full of kings",
    ),
    ("2s3s4s5s7s", "2h3h4h5h7h", 0, "a tie: a flush, seven high, on both sides"),
    (
        "2s2h3d4c5s",
        "2d2c3h4s6s",
        2,
        "a pair of deuces with a six beats a pair of deuces",
    ),
    ("AsKhQd8c7c", "AdKsQh8s6c", 1, "ace high with a seven beats ace high with a six"),
]


@pytest.mark.parametrize(("first", "second", "winner", "words"), SAID)
def test_the_verdict_is_said_in_words(first: str, second: str, winner: int, words: str) -> None:
    verdict = compare(first, second)
    assert verdict.winner == winner
    assert verdict.words.startswith(words)


ten = st.permutations(range(52)).map(lambda pack: pack[:10])


@pytest.mark.requirement("fighting.fighting")
@given(ten)
def test_the_verdict_follows_the_ranks(cards: list[int]) -> None:
    a, b = cards[:5], cards[5:]
    winner = compare(text(a), text(b)).winner
    expected = 0 if rank(a) == rank(b) else 1 if rank(a) < rank(b) else 2
    assert winner == expected == next(winners([(text(a), text(b))], compare))
    assert compare(text(b), text(a)).winner == {0: 0, 1: 2, 2: 1}[winner]


def test_two_players_share_a_board() -> None:
    verdict = compare("AsKs", "QhQd", board="QsJsTs2c2d")
    assert verdict.words == "a royal flush beats a full house, queens full of deuces"


@pytest.mark.parametrize(
    ("first", "second", "board", "reason"),
    [
        ("AsAsKsQsJs", "2c3c4c5c6c", "", "As appears twice"),
        ("AsKsQsJsTs", "As3c4c5c6c", "", "As is in both hands"),
        ("AsKs", "QdJd", "AsTs9s8s7s", "As appears twice"),
        ("AsKsQsJsTs", "2c3c4c5c", "", "one size"),
        ("AsKs", "2c3c", "", "five, six or seven"),
        ("Xx", "2c3c", "", "not a card"),
    ],
)
def test_hands_that_cannot_be_are_refused(first: str, second: str, board: str, reason: str) -> None:
    with pytest.raises(NotCards, match=reason):
        compare(first, second, board)


def test_by_value_the_document_is_followed() -> None:
    assert compare_by_value("2s2h3d4c5s", "AsQh9d7c6s").winner == 2
    aces, queen = "AsAhKd", "AdKsQc"
    by_axioms = compare_by_value(aces, queen)
    assert (by_axioms.winner, by_axioms.words) == (
        2,
        "king-queen-ace beats king-ace-ace",
    )
    everyday = compare_by_value(aces, queen, SetOrder.ACE_HIGH)
    assert everyday.words == "ace-ace-king beats ace-king-queen"
    assert compare_by_value("As2h", "KsQh").words == (
        "deuce-ace beats king-queen, which has no ace"
    )
    assert compare_by_value("", "").winner == 0


@pytest.mark.parametrize(
    ("a", "b", "reason"),
    [
        ((1, 1), (2, 3), "twice"),
        ((1, 53), (2, 3), "53 is not a card"),
        ((1,), (2, 3), "1 cards against 2"),
    ],
)
def test_an_error_by_value_has_its_reason(
    a: tuple[int, ...], b: tuple[int, ...], reason: str
) -> None:
    verdict = verdict_by_value(a, b, SetOrder.ACE_HIGH)
    assert verdict.winner == -1
    assert reason in verdict.words


@given(ten, st.sampled_from(SetOrder))
def test_ids_and_text_by_value_agree(cards: list[int], key: SetOrder) -> None:
    a, b = cards[:5], cards[5:]
    numbers = [[to_document(i) for i in hand] for hand in (a, b)]
    written = tuple(" ".join(map(str, hand)) for hand in numbers)
    first, second = map(document_ids, written)
    assert (
        compare_by_value(text(a), text(b), key).winner
        == verdict_by_value(first, second, key).winner
        == event_b.compare(numbers[0], numbers[1], key)
    )


def test_a_file_is_judged_row_by_row_and_bad_rows_give_minus_one() -> None:
    lines = [
        "id,hand1,hand2",
        "1,AsKsQsJsTs,2c2d2h2s3c",
        '2,"2c 3c 4c 5c 7c",2d3d4d5d7d',
        "3,AsAsKsQsJs,2c3c4c5c6c",
        "",
        "4,only one",
        "5,2c3c4c5c7d,2d3d4d5d6c",
    ]
    assert list(winners(pairs_of_file(lines), compare)) == [1, 0, -1, -1, 2]


def test_a_file_without_its_header_is_refused() -> None:
    with pytest.raises(NotCards, match="hand1 and hand2"):
        list(pairs_of_file(["AsKs,QdJd"]))
    with pytest.raises(NotCards, match="hand1 and hand2"):
        list(pairs_of_file([]))


def test_what_are_no_ids_is_refused() -> None:
    assert document_ids(" 1  52 ") == (1, 52)
    with pytest.raises(NotCards, match="numbers from 1 to 52"):
        document_ids("1 As")


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        (["hand1,hand2,hand1"], "names hand1 twice"),
        (["hand1,hand2", '"As,Ks\n', "Ad,Kd\n"], "the file is no CSV"),
        (["hand1,hand2", '"As,Ks\n', 'Ad",Kd\n'], "line 2: a quote is not closed"),
    ],
)
def test_a_file_that_could_be_misread_is_refused(lines: list[str], reason: str) -> None:
    with pytest.raises(NotCards, match=reason):
        list(pairs_of_file(lines))
