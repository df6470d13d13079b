"""Events: frozen values with guards that speak in order."""

import pickle
from dataclasses import FrozenInstanceError, dataclass
from typing import Annotated

import pytest

from ludex.kernel import (
    Event,
    Fault,
    Guards,
    Query,
    Refusal,
    Sentence,
    Whole,
    say,
)
from ludex.table import button


@dataclass(frozen=True, slots=True)
class Jar:
    stones: int
    is_open: bool = True


def must_be_open(jar: Jar) -> Guards:
    yield jar.is_open or "the jar is closed"


class Take(Event[Jar]):
    """Take `count` stones out of the open jar.

    This second paragraph is for developers.
    """

    count: Annotated[int, Whole(1, 9)]

    def guards(self, s: Jar) -> Guards:
        yield from must_be_open(s)
        yield self.count > 0 or f"{self.count} is no number of stones"
        yield self.count <= s.stones or say(
            "too_few", "there are only {stones}", stones=s.stones, count=self.count
        )

    def apply(self, s: Jar) -> Jar:
        return Jar(s.stones - self.count)


class Sloppy(Event[Jar]):
    """A guard that is neither True nor a text."""

    def guards(self, s: Jar) -> Guards:
        yield s.stones

    def apply(self, s: Jar) -> Jar:
        return s


class Look(Query[Jar]):
    """Count the stones."""

    def answer(self, s: Jar) -> str:
        return str(s.stones)


def test_the_first_guard_that_fails_is_the_refusal() -> None:
    refusal = Take(0).refusal(Jar(3, is_open=False))
    assert isinstance(refusal, Refusal)
    assert (refusal.text, refusal.guard) == ("the jar is closed", 1)
    assert refusal.site is not None
    assert refusal.site.function == "must_be_open"
    second = Take(0).refusal(Jar(3))
    assert second is not None
    assert (second.text, second.guard) == ("0 is no number of stones", 2)
    assert second.site is not None
    assert second.site.function == "Take.guards"


def test_an_event_that_every_guard_allows_has_no_refusal() -> None:
    assert Take(3).refusal(Jar(3)) is None
    assert Take(3).permitted(Jar(3))
    assert not Take(4).permitted(Jar(3))
    assert Take(3).apply(Jar(3)) == Jar(0)


def test_a_refusal_is_a_sentence_with_a_code_that_can_be_worded_otherwise() -> None:
    refusal = Take(5).refusal(Jar(3))
    assert refusal is not None
    assert refusal.text == "there are only 3"
    assert refusal.code == "too_few"
    assert isinstance(refusal.text, Sentence)
    other = {"there are only {stones}": "only {stones} of {count}"}
    assert refusal.text.worded(other) == "only 3 of 5"


def test_a_plain_reason_is_its_own_code() -> None:
    refusal = Take(0).refusal(Jar(3))
    assert refusal is not None
    assert refusal.code == "0_is_no_number_of_stones"


def test_a_guard_that_is_neither_true_nor_a_text_is_a_bug() -> None:
    with pytest.raises(Fault, match="guard 1 gave 3"):
        Sloppy().refusal(Jar(3))


def test_an_event_is_a_frozen_value() -> None:
    assert Take(2) == Take(2)
    assert Take(2) != Take(3)
    assert len({Take(2), Take(2), Take(3)}) == 2
    with pytest.raises(FrozenInstanceError):
        Take(2).count = 3


def test_an_event_is_written_as_scripts_write_it() -> None:
    assert str(Take(2)) == "take(2)"
    assert str(Look()) == "look"
    assert Take.from_words(("2",)) == Take(2)
    assert Take.from_words(("2", "3")) is None
    assert Take.from_words(()) is None
    assert Take.from_words(("x",)) is None
    assert Take.declaration() == "take(count: INTEGER)"
    assert Look.declaration() == "look"


def test_the_sentence_is_the_first_paragraph_with_arguments_by_name() -> None:
    assert Take.sentence() == "Take count stones out of the open jar."
    assert Take.sentence(quote="'") == "Take 'count' stones out of the open jar."


def test_a_query_changes_nothing() -> None:
    jar = Jar(3)
    assert Look().apply(jar) is jar
    assert Look().answer(jar) == "3"


def test_an_event_without_a_place_is_a_button() -> None:
    assert button(Take(2)).words == "Take 2"


def test_a_field_without_a_domain_is_a_bug_in_the_rulebook() -> None:
    expected = r"Bet\.amount: float has no domain; .*Whole\(1, 8\).*; bool; Seat; an Enum"
    with pytest.raises(TypeError, match=expected):

        class Bet(Event[Jar]):
            """Bet `amount`."""

            amount: float

            def apply(self, s: Jar) -> Jar:
                return s


@pytest.mark.parametrize("name", ["seat", "name", "words", "apply"])
def test_a_field_cannot_take_a_name_of_the_kernel(name: str) -> None:
    with pytest.raises(TypeError, match=f"a field cannot be called '{name}'"):
        type("Bad", (Take,), {"__annotations__": {name: Annotated[int, Whole(1, 2)]}})


def test_a_sentence_can_be_sent_and_copied() -> None:
    refusal = Take(5).refusal(Jar(3))
    copy = pickle.loads(pickle.dumps(refusal))
    assert copy == refusal
    assert copy.text.template == "there are only {stones}"
    assert copy.text.values == {"stones": 3, "count": 5}
