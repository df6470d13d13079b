"""A game without zones: its text, buttons for few events, forms for many."""

from typing import Annotated, ClassVar, NamedTuple

import pytest

from ludex.kernel import Event, Game, Guards, Outcome, Seat, Start, Whole, won
from ludex.registry import load
from ludex.table import Blank, Form, scene_of


class Heap(NamedTuple):
    stones: int


class Take(Event[Heap]):
    """Take `count` stones."""

    count: Annotated[int, Whole(1, 50)]

    def guards(self, s: Heap) -> Guards:
        yield self.count <= s.stones or "too many"

    def apply(self, s: Heap) -> Heap:
        return Heap(s.stones - self.count)


class Bid(Event[Heap]):
    """Bid `amount`."""

    sampled: ClassVar[bool] = True

    amount: Annotated[int, Whole(1, 10**9)]

    def apply(self, s: Heap) -> Heap:
        return s


class Stop(Event[Heap]):
    """Stop at once."""

    def apply(self, s: Heap) -> Heap:
        return Heap(0)


def outcome(s: Heap) -> Outcome | None:
    return None if s.stones else won(Seat(0), "done")


def heap(stones: int, *events: type[Event[Heap]]) -> Game[Heap]:
    return Game(
        name="heap",
        title="Heap",
        summary="Take stones.",
        start=Start.fixed(Heap(stones)),
        events=events,
        outcome=outcome,
        text=lambda s: f"{s.stones} stones",
    )


def test_a_game_without_zones_is_shown_by_its_text() -> None:
    game = heap(3, Take, Stop)
    scene = scene_of(game, game.start(), Seat(0))
    assert scene.text == "3 stones"
    assert [gesture.event for gesture in scene.gestures] == [
        "take(1)", "take(2)", "take(3)", "stop",
    ]  # fmt: skip
    assert scene.forms == ()


def test_many_events_of_a_kind_are_a_form_with_what_is_legal_in_its_blanks() -> None:
    game = heap(20, Take, Stop)
    (form,) = scene_of(game, game.start(), Seat(0)).forms
    legal = tuple(str(count) for count in range(1, 21))
    assert form == Form(
        "take",
        "Take count stones.",
        (Blank("count", "a number from 1 to 50", legal),),
    )


@pytest.mark.parametrize(("stones", "forms"), [(12, 0), (13, 1)])
def test_twelve_events_of_a_kind_are_buttons_and_thirteen_are_a_form(
    stones: int, forms: int
) -> None:
    game = heap(stones, Take, Stop)
    assert len(scene_of(game, game.start(), Seat(0)).forms) == forms


def test_what_cannot_be_listed_is_typed() -> None:
    game = heap(3, Stop, Bid)
    game = Game(
        **{
            **{name: getattr(game, name) for name in game.__dataclass_fields__},
            "speed": type(game.speed)(candidates=lambda _: [Stop(), Bid(1)]),
        }
    )
    (form,) = scene_of(game, game.start(), Seat(0)).forms
    assert form.blanks == (Blank("amount", "a number from 1 to 1000000000"),)


def test_a_table_with_zones_needs_neither() -> None:
    game = load("chess-solitaire")
    scene = scene_of(game, game.start(), Seat(0))
    assert scene.zones
    assert (scene.text, scene.forms) == ("", ())


def test_after_the_end_there_is_nothing_to_fill_in() -> None:
    game = heap(20, Take)
    assert scene_of(game, Heap(0), Seat(0)).forms == ()
