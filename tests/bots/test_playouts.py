"""The bot that plays games out to their ends: with any way to do so, and with an engine."""

from collections.abc import Sequence
from contextvars import copy_context
from threading import Event
from typing import Any

import pytest

from ludex.bots import Bot, view_of
from ludex.bots.budget import Budget
from ludex.bots.cancellation import heed
from ludex.bots.playouts import Ends, lead, playout_bot
from ludex.kernel import CHANCE, Dice, Game, Seat, Unreadable
from ludex.players.opponents import find_bot
from ludex.registry import load, refined
from playing import event_of, example

TIC_TAC_TOE = example("tic_tac_toe")


def ended(s: Any, seeds: Sequence[int]) -> list[list[float]]:
    """As an engine would do it, on the rulebook."""
    found = []
    for seed in seeds:
        dice, at = Dice(seed), s
        while (outcome := TIC_TAC_TOE.outcome(at)) is None:
            at = TIC_TAC_TOE.after(at, dice.choice(TIC_TAC_TOE.moves(at)))
        found.append([float(seat in outcome.winners) for seat in range(2)])
    return found


def thinker(playouts: int) -> Bot[Any]:
    ends: Ends = Ends(lambda s: s, ended)
    return playout_bot(TIC_TAC_TOE, Budget(playouts=playouts), ends)


def test_a_win_is_taken_and_a_loss_prevented() -> None:
    for marks, best in (((1, 4, 2, 5), "mark(3)"), ((1, 5, 9, 4), "mark(6)")):
        s = TIC_TAC_TOE.start()
        for cell in marks:
            s = TIC_TAC_TOE.after(s, event_of(TIC_TAC_TOE, f"mark({cell})"))
        view = view_of(TIC_TAC_TOE, s, TIC_TAC_TOE.turn(s))
        assert str(thinker(600)(view, Dice(3))) == best


def test_nobody_at_a_table_waits_for_the_compiler() -> None:
    free, compiled = Event(), Event()

    def compiling(s: Any, seeds: Sequence[int]) -> list[list[float]]:
        free.wait(10)
        compiled.set()
        return ended(s, seeds)

    ends: Ends = Ends(lambda s: s, compiling)
    bot = playout_bot(TIC_TAC_TOE, Budget(playouts=50), ends)
    view = view_of(TIC_TAC_TOE, TIC_TAC_TOE.start(), Seat(0))

    def thinking() -> str:
        heed(Event())
        return str(bot(view, Dice(3)))

    # Search answers meanwhile, and the compiler goes on.
    assert copy_context().run(thinking).startswith("mark")
    assert not compiled.is_set()
    free.set()
    assert str(bot(view, Dice(3))).startswith("mark")
    assert compiled.is_set()


def test_the_lead_is_that_over_the_best_of_the_others() -> None:
    assert lead([5, 9, 7], 0) == -4
    assert lead([5, 9, 7], 1) == 2
    assert lead([5], 0) == 5


def moves(game: Game[Any], name: str, seed: int, count: int) -> list[str]:
    bot = find_bot(game, name)
    assert not isinstance(bot, Unreadable)
    s, luck, dice, made = game.start("base"), Dice(1), Dice(seed), list[str]()
    while len(made) < count:
        if game.turn(s) == CHANCE:
            s = game.after(s, game.draw(s, luck))
            continue
        view = view_of(game, s, game.turn(s))
        event = bot(view, dice)
        assert event in view.legal
        made.append(str(event))
        s = game.after(s, event)
    return made


def test_with_a_number_of_playouts_the_same_dice_make_the_same_moves() -> None:
    pytest.importorskip("numba")
    game = refined(load("carcassonne")).unchecked()
    first = moves(game, "playouts:150", 1, 4)
    assert first == moves(game, "playouts:150", 1, 4)
    assert "is not a budget" in str(find_bot(game, "playouts:many"))
