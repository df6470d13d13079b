"""Domains: words both ways, lists, and values that no rule allows."""

from decimal import Decimal
from enum import Enum
from typing import Annotated, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludex.kernel import (
    Choice,
    Decimals,
    Domain,
    Seat,
    SeatNumber,
    Several,
    Text,
    Whole,
    Words,
    YesNo,
)
from ludex.kernel.domains.atoms import domain_of, snake_case
from ludex.parts.grid import Square, square


class Colour(Enum):
    RED = "r"
    DEEP_BLUE = "b"


class Size(Enum):
    SMALL = 1
    LARGE = 2


DOMAINS: list[Domain[object]] = [
    Whole(1, 8),
    Whole(-3, 3),
    Whole(0, 2**33),
    Choice(Colour),
    Choice(Size),
    Words(("any_card", "kings")),
    YesNo(),
    SeatNumber(4),
    square(4, 3),
]


@pytest.mark.parametrize("domain", DOMAINS, ids=str)
def test_every_value_and_every_hostile_value_reads_back(domain: Domain[object]) -> None:
    for value in (*domain.values(), *domain.hostile()):
        assert domain.read(domain.write(value)) == value


@pytest.mark.parametrize("domain", DOMAINS, ids=str)
def test_hostile_values_are_not_among_the_values(domain: Domain[object]) -> None:
    assert not set(domain.hostile()) & set(domain.values())


@pytest.mark.parametrize(
    ("domain", "words"),
    [
        (Whole(1, 8), ["x"]),
        (Whole(1, 8), ["+1"]),
        (Whole(1, 8), ["1.0"]),
        (Whole(1, 8), [""]),
        (Whole(1, 8), ["٣"]),  # a digit, but not one that scripts are written with
        (Whole(1, 8), [str(2**31)]),
        (Whole(1, 8), ["9" * 5000]),
        (Whole(1, 8), ["1", "2"]),
        (Choice(Colour), ["R"]),
        (Choice(Size), ["1"]),
        (YesNo(), ["true"]),
        (square(4, 4), ["1"]),
        (square(4, 4), ["1", "x"]),
    ],
)
def test_what_is_no_value_is_not_read(domain: Domain[object], words: list[str]) -> None:
    assert domain.read(words) is None


def test_a_wide_integer_has_64_bits_and_a_narrow_one_32() -> None:
    assert Whole(1, 2**33).parse(str(2**40)) == 2**40
    assert Whole(1, 2**33).parse(str(2**63)) is None
    assert Whole(1, 8).parse(str(2**31 - 1)) == 2**31 - 1
    assert (Whole(1, 8).name, Whole(1, 2**33).name) == ("INTEGER", "INTEGER_64")


def test_annotations_name_domains() -> None:
    assert domain_of(Colour) == Choice(Colour)
    assert domain_of(bool) == YesNo()
    assert domain_of(Annotated[int, "a number", Whole(2, 3)]) == Whole(2, 3)
    assert domain_of(Annotated[Colour, "a colour"]) == Choice(Colour)
    assert domain_of(Seat) == SeatNumber(10)
    assert domain_of(list[int]) is None
    assert domain_of(str) == Text()
    assert domain_of(Decimal) == Decimals()
    assert domain_of(float) is None


def test_squares_are_hostile_one_part_at_a_time_and_together() -> None:
    hostile = set(square(2, 2).hostile())
    assert Square(0, 1) in hostile
    assert Square(1, 3) in hostile
    assert Square(0, 0) in hostile


@given(st.integers())
def test_an_integer_is_read_exactly_when_it_fits(number: int) -> None:
    fits = -(2**31) <= number < 2**31
    assert Whole(1, 8).parse(str(number)) == (number if fits else None)


@pytest.mark.parametrize(
    ("name", "snake"),
    [("MoveAndCapture", "move_and_capture"), ("Undo", "undo"), ("PlayAI", "play_ai")],
)
def test_class_names_become_event_names(name: str, snake: str) -> None:
    assert snake_case(name) == snake


def test_several_members_are_written_together_and_none_is_off() -> None:
    colours = Several(Colour)
    everything = frozenset(Colour)
    assert colours.parse(colours.text(everything)) == everything
    assert colours.text(frozenset()) == "off"
    assert colours.parse("off") == frozenset()
    assert colours.parse("mauve") is None
    assert colours.size == len(list(colours.values())) == 2 ** len(Colour)
    for value in colours.values():
        assert colours.parse(colours.text(value)) == value


def test_a_literal_is_a_domain_of_words_and_several_of_them_can_be_chosen() -> None:
    kind = Literal["any_card", "kings"]
    words = domain_of(kind)
    assert isinstance(words, Words)
    assert words.expected == "one of any_card, kings"
    assert words.members == (("any_card", "Any card"), ("kings", "Kings"))
    assert [*map(words.parse, ("any_card", "kings", "aces"))] == [
        "any_card",
        "kings",
        None,
    ]
    assert words.write("kings") == ("kings",)
    assert [*words.values()] == ["any_card", "kings"]
    assert words.size == 2
    assert not [*words.hostile()]
    some = Several(kind)
    assert some.expected == "off, or some of any_card, kings joined by +"
    assert some.parse("kings+any_card") == {"any_card", "kings"}
    assert some.text(frozenset(("kings", "any_card"))) == "any_card+kings"
    assert some.parse("kings+aces") is None
