"""Every option is asked as a question, and every value of it is an answer, in both languages."""

from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal

import pytest

from ludex.kernel import AnyGame, Game, Several, Start, Whole
from ludex.language.translations import language_of
from ludex.server.game_list import game_list
from ludex.table import Question, options_of
from ludex.table.options import meanings_of, titles_of
from playing import EXAMPLES, example

LONGEST = 38
"""The longest answer that a list on a phone shows whole."""

Ways = Literal["tie", "agreement"]


@dataclass(frozen=True)
class Rules:
    """One option of each kind."""

    hands: Annotated[
        int,
        Whole(0, 9),
        Question("How many hands?", "Each is dealt.", **{"0": "No end"}),
    ] = 3
    first: Annotated[
        Literal["low", "high_card"], Question("Who begins?", low="The lowest card")
    ] = "low"
    open: Annotated[bool, "Are the cards open?"] = False
    draws: Annotated[
        frozenset[Ways], Several(Ways), Question("When is it drawn?", tie="At a tie")
    ] = frozenset(("tie",))
    joker_count: int = 0


def played_by(rules: object) -> AnyGame:
    """A game with the options of these rules."""
    return replace(example("tic_tac_toe"), start=Start(lambda each: each, {"usual": rules}))


HANDS, FIRST, OPEN, DRAWS, JOKERS = options_of(played_by(Rules()))


def test_an_option_is_a_question_with_answers() -> None:
    assert (HANDS.question, HANDS.note) == ("How many hands?", "Each is dealt.")
    assert (HANDS.bounds, HANDS.answers) == ((0, 9), {"0": "No end"})
    assert FIRST.answers == {"low": "The lowest card", "high_card": "High card"}
    assert OPEN.answers == {"yes": "Yes", "no": "No"}
    assert (DRAWS.is_several, DRAWS.words) == (True, ("tie", "agreement"))
    assert JOKERS.question == "Joker count"  # for want of a question


def test_a_value_is_told_as_an_answer() -> None:
    assert [HANDS.answered(text) for text in ("0", "7")] == ["No end", "7"]
    assert FIRST.answered("low") == "The lowest card"
    assert DRAWS.answered("tie+agreement") == "At a tie; Agreement"
    assert DRAWS.answered("off") == "None of them"


def test_what_may_be_written_is_explained() -> None:
    assert [one.explained() for one in (HANDS, FIRST, OPEN, DRAWS)] == [
        "How many hands? (a number from 0 to 9) Each is dealt. 0: No end",
        "Who begins? low: The lowest card; high_card: High card",
        "Are the cards open? (yes or no)",
        "When is it drawn? (off, or some of tie, agreement joined by +) tie: At a tie; agreement: Agreement",
    ]


def test_a_question_may_depend_on_an_answer_that_there_is() -> None:
    @dataclass(frozen=True)
    class Matches:
        goal: Literal["points", "none"] = "none"
        points: Annotated[int, Whole(1, 9), Question("How many?").where(goal="points")] = 3

    _, points = options_of(played_by(Matches()))
    assert points.needs == {"goal": ("points",)}


def test_an_answer_to_nothing_is_told() -> None:
    @dataclass(frozen=True)
    class Odd:
        first: Annotated[Literal["low"], Question("Who?", lowest="The lowest")] = "low"

    with pytest.raises(TypeError, match="first: lowest has an answer"):
        options_of(played_by(Odd()))


@pytest.mark.parametrize("name", [*game_list()])
def test_every_option_of_every_game_is_a_question_with_an_answer_for_each_value(
    name: str,
) -> None:
    game = game_list()[name].game
    assert_asked(game)
    portuguese = language_of("pt", game).templates
    said = [
        text
        for option in options_of(game)
        for text in (
            option.question,
            option.note,
            option.group,
            *option.answers.values(),
        )
    ]
    said += [*titles_of(game).values(), *meanings_of(game).values()]
    assert [text for text in said if text and text not in portuguese] == []
    answers = [a for o in options_of(game) if not o.is_several for a in o.answers.values()]
    assert [a for a in answers if len(portuguese[a]) > LONGEST] == []
    if len(game.start.presets) > 1:
        assert {*meanings_of(game)} == {*game.start.presets}


@pytest.mark.parametrize("name", [*EXAMPLES, "packaged_game/src/heaps/__init__"])
def test_so_are_those_of_the_examples(name: str) -> None:
    assert_asked(example(name))


def assert_asked(game: Game[Any]) -> None:
    for option in options_of(game):
        assert option.question.endswith("?"), option.name
        assert not option.note or option.note.endswith("."), option.name
        if not option.is_several:
            assert max(map(len, option.answers.values()), default=0) <= LONGEST, option
        plain = {w for w in option.words if option.answers[w].lower() == w}
        assert plain <= {"yes", "no", "none", "never", "nothing", "everybody"}, option
        assert all("_" not in answer for answer in option.answers.values()), option.name
        for preset in game.start.presets:
            assert option.answered(option.presets[preset]), option.name
