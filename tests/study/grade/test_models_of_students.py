"""Which events are put to a student's model and to the rulebook in a state."""

from dataclasses import replace

import pytest

from counting import COUNTING, Add
from ludex.kernel import Dice
from ludex.registry import load
from ludex.study.grade import models
from ludex.study.grade.exam import Oracle
from ludex.study.grade.models import _tried


class Leap(Add):
    """Add as the source does not know it."""

    beyond_source = True


def test_every_event_is_tried_where_they_are_few_and_some_where_they_are_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    oracle = Oracle(COUNTING, 0)
    few, whole = _tried(oracle, 0, Dice(1))
    assert whole
    assert {Add(two=False), Add(two=True)} <= {*few}
    monkeypatch.setattr(models, "LISTED", len(few))
    assert _tried(oracle, 0, Dice(1)) == (few, True)
    monkeypatch.setattr(models, "LISTED", len(few) - 1)
    assert not _tried(oracle, 0, Dice(1))[1]


def test_what_has_too_many_arguments_for_a_list_is_sampled() -> None:
    game = load("freecell")
    some, whole = _tried(Oracle(game, game.start()), game.start(), Dice(1))
    assert not whole
    assert "deal" in {event.name for event in some}


def test_what_the_source_does_not_know_is_not_asked() -> None:
    oracle = Oracle(replace(COUNTING, events=(Add, Leap)), 0)
    assert {event.name for event in _tried(oracle, 0, Dice(1))[0]} == {"add"}
