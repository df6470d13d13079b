"""Texts, decimal numbers and rows: free arguments, as scripts write them."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludex.kernel import Decimals, Event, Row, Text, Whole, YesNo
from ludex.kernel.texts.reading import read_event
from ludex.language.position import derived
from ludex.language.script import WrittenEvent, parse


@dataclass(frozen=True)
class State:
    owner: str = "Anna B. = 3"
    others: tuple[str, ...] = ("x y", "")
    money: Decimal = Decimal("10.50")


class Open(Event[State]):
    """Open an account."""

    owner: str
    sums: Annotated[tuple[int, ...], Row(Whole(0, 9))] = ()
    money: Decimal = Decimal(0)

    def apply(self, s: State) -> State:
        return s


LINE = st.text(st.characters(codec="utf-8", exclude_characters='"'), max_size=30).filter(
    str.isprintable
)


@given(LINE)
def test_any_text_on_one_line_is_read_back_from_an_event_and_from_a_script(
    owner: str,
) -> None:
    event = Open(owner, (1, 2), Decimal("1.5"))
    assert read_event({"open": Open}, str(event)) == event
    written = [*parse([f"{event} -- (a comment)\n"])]
    assert [one.words for one in written if isinstance(one, WrittenEvent)] == [event.words()]


def test_a_single_word_needs_no_quotes_and_a_quote_has_no_place_in_a_text() -> None:
    assert Text().parse("Anna") == Text().parse('"Anna"') == "Anna"
    for wrong in ('"A"na"', "", '"', "a b", "a(b", '"\n"', f'"{"x" * 300}"'):
        assert Text().parse(wrong) is None


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("<<>>", ()),
        ("<<1>>", (1,)),
        ("<< 1 , 2 >>", (1, 2)),
        ("<<1,>>", None),
        ("<<1 2>>", None),
        ("<<a>>", None),
        ("1", None),
        ("<>", None),
    ],
)
def test_a_row_is_read_value_by_value(word: str, value: object) -> None:
    assert Row(Whole(0, 9)).parse(word) == value


def test_a_row_of_texts_may_have_commas_in_them() -> None:
    row = Row(Text())
    assert row.parse(row.text(("a, b", ">>", ""))) == ("a, b", ">>", "")
    assert row.parse(row.text(("a, b", ""))) == ("a, b", "")


@pytest.mark.parametrize(
    ("word", "text"), [("10.50", "10.5"), ("-0.0", "0"), ("7", "7"), ("-3", "-3")]
)
def test_decimal_numbers_are_exact_and_written_shortly(word: str, text: str) -> None:
    value = Decimals().parse(word)
    assert value is not None
    assert Decimals().text(value) == text
    assert Decimals().parse("1e9") is None
    assert Decimals().parse("NaN") is None


def test_a_state_of_texts_has_a_position_line() -> None:
    notation = derived(State)
    line = notation.write(State())
    assert notation.read(line) == State()


def test_free_domains_list_a_few_values_and_say_how_many_there_are() -> None:
    for domain in (Text(), Decimals(), Row(YesNo())):
        assert 0 < len([*domain.values()]) < domain.size
        assert all(domain.allows(value) for value in domain.values())
        words = [domain.text(value) for value in (*domain.values(), *domain.hostile())]
        assert [domain.text(domain.parse(word)) for word in words] == words


def test_the_hostile_numbers_of_a_whole_type_are_of_that_type() -> None:
    every = Whole(-(2**31), 2**31 - 1)
    assert [*every.hostile()] == []
    assert [*Whole(1, 8).hostile()] == [-(2**31) + 1, 0, 9, 2**31 - 1]


def test_an_event_may_say_its_own_name() -> None:
    class IsA(Event[State]):
        """Ask."""

        name = "isA"

        def apply(self, s: State) -> State:
            return s

    assert IsA.name == str(IsA()) == "isA"
