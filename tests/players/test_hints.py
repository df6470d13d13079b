"""A hint names only what `legal` offers."""

import pytest

from ludex.bots.observation import view_of
from ludex.kernel import CHANCE, Dice
from ludex.players.advice import advisor_for
from ludex.players.game_loop import each_turn
from ludex.registry import load


@pytest.mark.parametrize("name", ["chess-solitaire", "freecell", "holdem", "russian-bank"])
def test_a_hint_is_among_the_legal_events(name: str) -> None:
    game, hints = load(name), 0
    advisor = advisor_for(game, 2_000)
    own = (turn for turn in each_turn(game, 3) if turn.seat != CHANCE)
    for number, turn in enumerate(own):
        if number % 7:
            continue
        hint = advisor.hint(view_of(game, turn.before, turn.seat), Dice(1))
        if hint is not None:
            hints += 1
            assert hint.event in game.legal(turn.before, turn.seat)
        if hints > 5:
            break
    assert hints
