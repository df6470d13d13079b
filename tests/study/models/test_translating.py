"""Translating rulebooks into formulas: what is the same is one value, what is unfit is refused."""

from typing import NamedTuple

import pytest

from ludex.kernel import Event, Game, Guards, Start
from ludex.study.models import NotTranslated, formulas
from ludex.study.models.formulas import Cases, Var, is_in
from ludex.study.models.symbolic import model_of
from ludex.study.models.values import chosen
from playing import example


def test_so_many_formulas_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(formulas, "WORK", 3)
    for _ in range(2):
        formulas.begin()
        assert [formulas.conj() for _ in range(3)] == [True] * 3
        with pytest.raises(NotTranslated, match="too long"):
            formulas.conj()
    formulas.begin()


def test_a_value_that_is_the_same_in_all_cases_is_that_value() -> None:
    var = Var("x", (1, 2, 3))
    low, high = is_in(var, [1]), is_in(var, [2, 3])
    assert chosen([(low, 1000), (high, int("1000"))]) == 1000
    either = chosen([(low, 1000), (high, 2000)])
    assert isinstance(either, Cases)
    with pytest.raises(NotTranslated):
        chosen([(False, 1000)])


def test_what_somebody_cannot_see_has_no_model() -> None:
    game = example("kuhn_poker")
    with pytest.raises(NotTranslated, match="do not all see the same"):
        model_of(game, game.start())


class State(NamedTuple):
    """A number."""

    n: int


def least(*numbers: int) -> int:
    return min(numbers)


def named(**numbers: int) -> int:
    return numbers["n"]


class Few(Event[State]):
    """Go on, as long as there are few."""

    def guards(self, s: State) -> Guards:
        yield least(s.n, 9) < 3 or "enough"

    def apply(self, s: State) -> State:
        return State(s.n + 1)


class Named(Few):
    """The same, with names."""

    def guards(self, s: State) -> Guards:
        yield named(n=s.n) < 3 or "enough"


@pytest.mark.parametrize("event", [Few, Named])
def test_a_function_of_any_number_of_things_is_not_translated(
    event: type[Event[State]],
) -> None:
    game: Game[State] = Game(
        name="few", title="Few", summary="Few.", start=Start.fixed(State(0)),
        events=(event,), outcome=lambda _: None, text=str,
    )  # fmt: skip
    with pytest.raises(NotTranslated, match="the parameters of"):
        model_of(game, game.start())
