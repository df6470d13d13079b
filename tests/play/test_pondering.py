"""A bot thinks on while a person is to act, and stops as soon as anything happens."""

from threading import enumerate as threads
from time import monotonic, sleep
from typing import Any

from ludex.bots import View, find_bot, view_of
from ludex.bots.budget import Budget
from ludex.bots.cancellation import think_on
from ludex.bots.tree import TreeBot
from ludex.kernel import Dice, Event, History, Seat, Unreadable
from ludex.play.table import Table
from playing import example

GAME = example("connect_four")


def is_pondering() -> bool:
    return any(thread.name == "ludex-pondering" for thread in threads())


class Curious:
    """It plays its first move, and can think for ever."""

    def __init__(self) -> None:
        self.thought_about: list[Any] = []

    def __call__(self, view: View[Any], _: Dice) -> Event[Any]:
        return view.legal[0]

    def ponder(self, view: View[Any]) -> None:
        self.thought_about.append(view)
        while True:
            think_on()
            sleep(0.001)


def table_with(bot: Any, *, ponders: bool = True) -> Table:
    history = History(GAME, GAME.start())
    return Table(history, Dice(1), {Seat(1): bot}, ponders=ponders)


def test_it_ponders_while_a_person_is_to_act_and_stops_when_one_does() -> None:
    bot = Curious()
    table = table_with(bot)
    assert [*table.advance()] == []
    assert is_pondering()
    assert table.act(Seat(0), table.view(Seat(0)).legal[3]) is None
    assert not is_pondering()
    assert [seat for seat, _ in table.advance()] == [1]
    assert is_pondering()
    assert [view.seat for view in bot.thought_about] == [1, 1]
    table.rest()
    assert not is_pondering()


def test_what_is_refused_does_not_disturb_it() -> None:
    table = table_with(Curious())
    [*table.advance()]
    assert table.act(Seat(1), table.view(Seat(0)).legal[0]) is not None
    assert is_pondering()
    table.rest()


def test_nobody_ponders_where_it_is_not_wanted() -> None:
    [*table_with(Curious(), ponders=False).advance()]
    assert not is_pondering()


def test_a_tree_goes_on_with_what_it_has_found() -> None:
    bot = find_bot(GAME, "tree:0.05s")
    assert not isinstance(bot, Unreadable)
    assert isinstance(bot, TreeBot)
    s = GAME.start()
    table = table_with(bot)
    [*table.advance()]
    until = monotonic() + 30
    while (bot._tree is None or bot._tree.root.visits < 200) and monotonic() < until:
        sleep(0.01)
    event = table.view(Seat(0)).legal[3]
    assert table.act(Seat(0), event) is None
    pondered = bot._tree
    assert pondered is not None
    known = pondered.root.children[event].visits
    assert known
    view = view_of(GAME, GAME.after(s, event), Seat(1))
    assert bot(view, Dice(1)) in view.legal
    assert bot._tree is not None
    assert bot._tree.root is pondered.root.children[event]
    assert bot._tree.root.visits > known


def test_playouts_that_are_counted_are_the_same_whatever_was_before() -> None:
    bot = TreeBot(GAME, Budget(playouts=40))
    view = view_of(GAME, GAME.start(), Seat(0))
    first = bot(view, Dice(1))
    bot.ponder(view)
    assert bot._tree is None
    assert bot(view, Dice(1)) == first
