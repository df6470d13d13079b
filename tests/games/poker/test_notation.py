"""Cards in every notation, in both directions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludex.games.poker.fighting import event_b
from ludex.games.poker.rules import notation
from ludex.games.poker.rules.notation import CARDS, NotCards, card, cards, text

ids = st.integers(0, 51)
FACES = [
    ("As", 51, 40),
    ("Kh", 46, 13),
    ("Qd", 41, 25),
    ("2c", 0, 28),
    ("Ts", 35, 49),
    ("Ah", 50, 1),
]


@pytest.mark.parametrize(("name", "i", "document"), FACES)
def test_a_card_has_one_name_in_each_notation(name: str, i: int, document: int) -> None:
    assert (card(name), CARDS[i]) == (i, name)
    assert (notation.from_document(document), notation.to_document(i)) == (i, document)


@given(ids)
def test_every_notation_leads_back(i: int) -> None:
    assert card(CARDS[i]) == i
    assert notation.from_document(notation.to_document(i)) == i


@given(ids)
def test_the_documents_value_is_our_rank(i: int) -> None:
    value = event_b.get_value(notation.to_document(i))
    assert (value - 2) % 13 == i // 4


@given(st.lists(ids, unique=True, max_size=10), st.sampled_from(["", " ", ", ", "-"]))
def test_cards_in_a_row_are_read_back_in_order(hand: list[int], between: str) -> None:
    assert cards(between.join(CARDS[i] for i in hand)) == tuple(hand)
    assert cards(text(hand)) == tuple(hand)


@pytest.mark.parametrize(
    "spelling", ["TsAs", "10sAs", "10♠A♠", "ts as", "TSAS", "10♤,A♠", " Ts As "]
)
def test_other_spellings_are_read_too(spelling: str) -> None:
    assert cards(spelling) == (35, 51)


@pytest.mark.parametrize("bad", ["Xx", "A", "AsK", "1s", "11s", "AsXx", "sA", "??"])
def test_what_is_no_card_is_refused_by_name(bad: str) -> None:
    with pytest.raises(NotCards, match="is not a card"):
        cards(bad)


def test_a_card_twice_is_refused_by_name() -> None:
    with pytest.raises(NotCards, match="As appears twice"):
        cards("AsKhAs")


@pytest.mark.parametrize("number", [0, 53, -1])
def test_numbers_that_are_no_ids_are_refused(number: int) -> None:
    with pytest.raises(NotCards, match="from 1 to 52"):
        notation.from_document(number)
