"""Who is told to stop stops; what cannot ask, such as a compiler, goes on without them."""

from contextvars import copy_context
from threading import Event

import pytest

from ludex.bots.stopping import Stopped, heed, wait_for


def test_without_a_flag_it_is_simply_done() -> None:
    done: list[int] = []
    wait_for(lambda: done.append(1))
    assert done == [1]


def test_with_a_flag_it_is_waited_for() -> None:
    done: list[int] = []

    def thinking() -> None:
        heed(Event())
        wait_for(lambda: done.append(1))

    copy_context().run(thinking)
    assert done == [1]


def test_who_is_told_to_stop_leaves_and_it_is_done_all_the_same() -> None:
    told, free, done = Event(), Event(), Event()

    def work() -> None:
        told.set()  # somebody loses patience meanwhile
        free.wait(10)
        done.set()

    def thinking() -> None:
        heed(told)
        wait_for(work)

    with pytest.raises(Stopped):
        copy_context().run(thinking)
    assert not done.is_set()
    free.set()
    assert done.wait(10)
