"""The table: people, bots and chance, and views that hide what they must."""

from typing import Any

import pytest

from ludex.bots import View, random_bot
from ludex.kernel import CHANCE, Dice, Game, History, Seat
from ludex.play.table import Table
from playing import every_game, example

FIRST, SECOND = Seat(0), Seat(1)


def test_bots_and_chance_act_until_a_person_is_to() -> None:
    kuhn = example("kuhn_poker")
    table = Table(History(kuhn, kuhn.start()), Dice(1), {FIRST: random_bot})
    acted = [seat for seat, _ in table.advance()]
    assert acted == [CHANCE, FIRST]
    assert table.turn == SECOND


def test_a_seat_acts_only_in_its_turn() -> None:
    game = example("tic_tac_toe")
    table = Table(History(game, game.start()), Dice(1), {})
    mark = game.legal(table.state)[0]
    refusal = table.act(SECOND, mark)
    assert refusal is not None
    assert refusal.text == "It is the turn of player 1"
    assert table.history.length == 0
    assert table.act(FIRST, mark) is None
    again = table.act(SECOND, mark)
    assert again is not None
    assert again.text == "cell 1 is taken"


def test_undo_and_redo_step_over_what_bots_and_chance_replied() -> None:
    game = example("tic_tac_toe")
    table = Table(History(game, game.start()), Dice(1), {SECOND: random_bot})
    states = [table.state]
    for _ in range(2):
        table.act(FIRST, game.legal(table.state)[0])
        list(table.advance())
        states.append(table.state)
    assert table.undo()
    assert table.state is states[1]
    assert table.undo()
    assert table.state is states[0]
    assert not table.undo()
    assert table.redo()
    assert table.state is states[1]
    assert table.redo()
    assert table.state is states[2]
    assert not table.redo()


def test_a_bot_is_given_a_view_and_never_the_state() -> None:
    kuhn = example("kuhn_poker")
    seen: list[View[Any]] = []

    def spy(view: View[Any], dice: Dice) -> Any:
        seen.append(view)
        return dice.choice(view.legal)

    table = Table(History(kuhn, kuhn.start()), Dice(1), {FIRST: spy, SECOND: spy})
    list(table.advance())
    assert seen
    for view in seen:
        cards = view.shown.cards
        assert cards[view.seat] is not None
        assert cards[1 - view.seat] is None


def test_bots_alone_finish_every_game_that_players_share() -> None:
    for game in every_game():
        start = game.start()
        seats = [Seat(i) for i in range(game.seat_count(start))]
        if game.players[1] == 1:
            continue
        table = Table(History(game, start), Dice(5), dict.fromkeys(seats, random_bot))
        for _ in zip(range(20_000), table.advance(), strict=False):
            pass
        assert table.is_over


@pytest.mark.parametrize("game", every_game(), ids=lambda game: game.name)
@pytest.mark.parametrize("bots", [False, True], ids=["people", "bots"])
def test_undo_to_the_start_and_redo_to_the_end_reproduce_every_state(
    game: Game[Any], bots: bool
) -> None:
    start, dice = game.start(), Dice(8)
    others = [Seat(i) for i in range(1, game.seat_count(start))] if bots else []
    table = Table(History(game, start), Dice(3), dict.fromkeys(others, random_bot))
    states = []
    for _ in range(60):
        list(table.advance())
        if table.is_over or table.turn in table.people:
            states.append(table.state)
        if table.is_over:
            break
        if table.turn in table.people:
            seat = table.turn
            assert table.act(seat, dice.choice(table.view(seat).legal)) is None
    list(table.advance())
    if states and table.state is not states[-1]:
        states.append(table.state)
    if game.turn(start) == CHANCE and len(states) == 1:
        return  # nobody but chance ever acts
    for state in reversed(states[:-1]):
        assert table.undo()
        assert table.state is state
    assert not table.undo()
    for state in states[1:]:
        assert table.redo()
        assert table.state is state
    assert not table.redo()
