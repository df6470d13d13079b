"""Whoever asks in line mode: how moves are typed is told, and advice is noted."""

import pytest

from ludex.bots.advice import Advisor
from ludex.kernel import Dice, History, Seat
from ludex.play.advice import Advice
from ludex.play.line import LineMode
from ludex.play.shorthand import shorthand_of
from ludex.play.table import Table
from ludex.registry import load
from playing import example


def test_help_tells_how_moves_are_written_in_short() -> None:
    game = load("freecell")
    shorthand = shorthand_of(game)
    assert shorthand is not None
    answers, heard = iter(["help", "quit"]), list[str]()
    table = Table(History(game, game.start()), Dice(1), {})
    LineMode(table, lambda _: next(answers, None), heard.append, lambda: "").play()
    assert shorthand.about in heard


@pytest.mark.parametrize("question", ["hint", "winnable"])
def test_who_was_answered_is_helped_and_who_was_told_nothing_is_not(
    question: str,
) -> None:
    game = example("tic_tac_toe")
    table = Table(History(game, game.start()), Dice(1), {})
    advisor: Advisor = Advisor(lambda *_: None, winnable=lambda _: True)
    advice = Advice(table, advisor)
    assert advice.answer(question, Seat(1)) == "There is no advice to give now."
    assert not table.is_assisted
    assert advice.answer(question, Seat(0)) == "Proven: this position can be won."
    assert table.is_assisted
