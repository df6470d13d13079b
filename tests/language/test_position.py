"""Position lines that follow from the types of a state's fields."""

from dataclasses import dataclass
from enum import Enum
from typing import Annotated, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludex.kernel import Fault, Seat, Unreadable, Whole
from ludex.language.position import derived
from ludex.parts.grid import Grid, Square


class Suit(Enum):
    CLUBS = "c"
    HEARTS = "h"


class Card(NamedTuple):
    rank: int
    suit: Suit


@dataclass(frozen=True, slots=True)
class Pile:
    cards: tuple[Card, ...]
    is_open: bool


@dataclass(frozen=True, slots=True)
class State:
    turn: Seat
    piles: tuple[Pile, ...]
    trump: Suit | None
    pair: tuple[int, Suit]
    seen: frozenset[Suit]
    last: Card | Suit | None
    level: Annotated[int, Whole(1, 9)]
    board: Grid[Suit]


cards = st.builds(Card, st.integers(-99, 99), st.sampled_from(Suit))
piles = st.builds(Pile, st.lists(cards, max_size=3).map(tuple), st.booleans())
states = st.builds(
    State,
    st.integers(0, 9).map(Seat),
    st.lists(piles, max_size=3).map(tuple),
    st.none() | st.sampled_from(Suit),
    st.tuples(st.integers(0, 9), st.sampled_from(Suit)),
    st.frozensets(st.sampled_from(Suit)),
    st.none() | cards | st.sampled_from(Suit),
    st.integers(1, 9),
    st.lists(st.none() | st.sampled_from(Suit), min_size=4, max_size=4).map(
        lambda cells: Grid(2, 2, tuple(cells))
    ),
)
notation = derived(State)


@given(states)
def test_any_state_reads_back_from_its_line(state: State) -> None:
    line = notation.write(state)
    assert "\n" not in line
    assert notation.read(line) == state


EXAMPLE = State(
    Seat(0),
    (Pile((Card(3, Suit.CLUBS),), is_open=True), Pile((), is_open=False)),
    None,
    (1, Suit.HEARTS),
    frozenset(Suit),
    Suit.CLUBS,
    5,
    Grid[Suit].empty(1, 2).put(Square(1, 1), Suit.HEARTS),
)
LINE = (
    "turn=1 piles=[[[[3 c]] yes] [[] no]] trump=- pair=[1 h] seen=[c h] last=c level=5 "
    "board=[1 2 [h -]]"
)


def test_the_line_can_be_read_by_people() -> None:
    assert notation.write(EXAMPLE) == LINE
    assert notation.read(LINE) == EXAMPLE


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("trump=-", "trump=x", "trump: cannot read 'x'"),
        ("turn=1 ", "", "turn is missing"),
        ("level=5", "level=5 6", "level: cannot read '5 6'"),
        ("[[] no]", "[[] maybe]", "piles: cannot read"),
        ("[[] no]", "[[] no", "piles: cannot read"),
        ("pair=[1 h]", "pair=[1]", "pair: cannot read '[1]'"),
        ("turn=1", "junk turn=1", "no field 'junk'"),
        ("turn=1", "turn=1 tern=2", "no field 'tern'"),
        ("turn=1", "turn=1 turn=2", "turn is given twice"),
        ("seen=[c h]", "seen=[c q]", "seen: cannot read '[c q]'"),
        ("pair=[1 h]", "pair=", "pair: cannot read ''"),
    ],
)
def test_what_is_wrong_with_a_line_is_said(old: str, new: str, problem: str) -> None:
    read = notation.read(LINE.replace(old, new))
    assert isinstance(read, Unreadable)
    assert problem in str(read)


@given(st.text())
def test_no_text_crashes_the_reader(text: str) -> None:
    assert isinstance(notation.read(text), Unreadable)


def test_a_state_that_cannot_be_written_says_so() -> None:
    @dataclass(frozen=True)
    class Odd:
        what: tuple[float, ...] | float

    with pytest.raises(Fault, match=r"Odd\.what: float cannot stand .* may be int, or"):
        derived(Odd)


class Odd(Enum):
    TWO_WORDS = "two words"
    DASH = "-"
    PLAIN = "p"


def test_words_that_would_not_read_back_are_written_by_name() -> None:
    @dataclass(frozen=True)
    class Strange:
        odd: tuple[Odd | None, ...]
        large: int

    notation = derived(Strange)
    state = Strange((*Odd, None), 5_000_000_000)
    assert notation.write(state) == "odd=[two_words dash p -] large=5000000000"
    assert notation.read(notation.write(state)) == state


class Nested(NamedTuple):
    """Two fields, the name of one at the end of the other's."""

    a: int
    ba: int


def test_a_field_is_not_taken_for_another_that_ends_like_it() -> None:
    found = derived(Nested).read("ba=3")
    assert found == Unreadable(("a is missing",))
    assert derived(Nested).read("ba=3 a=2") == Nested(2, 3)
