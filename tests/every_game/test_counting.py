"""Places are said as people count: nothing at a table is the column 0."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from ludex.check.strange_events import strange_event
from ludex.kernel import Dice, Game, History, Seat
from ludex.table import scene_of
from playing import every_game, random_history

NONE_SUCH = re.compile(
    r"\b(?:column|cell|home|house|foundation|pile|row|square|place|slot|seat|player|hand)"
    r" 0\b"
)


def said(history: History[Any]) -> Iterator[str]:
    """Everything that a table says of a state: the scene, the text, what was told."""
    game, state = history.game, history.state
    yield from history.consequences
    for seat in map(Seat, range(game.seat_count(state))):
        scene = scene_of(game, state, seat)
        yield game.text(game.view(state, seat))
        yield scene.status
        for zone in scene.zones:
            yield zone.label
            yield zone.caption
            yield from (piece.label for piece in zone.pieces)
        for gesture in scene.gestures:
            yield from (gesture.words, *gesture.choices)


@pytest.mark.parametrize("game", every_game(), ids=lambda game: game.name)
def test_nothing_is_counted_from_nought_at_a_table(game: Game[Any]) -> None:
    for seed in range(3):
        history = random_history(game, seed, 40)
        for step in history.steps[::4]:
            for text in said(History(game, history.start, step)):
                assert not NONE_SUCH.search(text.lower()), text


@pytest.mark.parametrize("game", every_game(), ids=lambda game: game.name)
def test_refusals_count_from_one_what_is_there(game: Game[Any]) -> None:
    dice = Dice(2)
    for seed in range(3):
        state = random_history(game, seed, 30).state
        for _ in range(200):
            refusal = game.refusal(state, strange_event(game, dice))
            # What is not there may well be called 0: there is no column 0.
            if refusal is not None and "no " not in refusal.text:
                assert not NONE_SUCH.search(refusal.text), refusal.text
