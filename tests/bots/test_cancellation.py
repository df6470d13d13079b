"""Who is told to stop stops; what cannot ask, such as a compiler, goes on without them."""

from contextvars import copy_context
from threading import Event, Thread

import pytest

from ludex.bots.cancellation import Stopped, heed, is_done


def begun(free: Event, done: Event) -> Thread:
    """Something that goes on until it is let go."""

    def work() -> None:
        free.wait(10)
        done.set()

    doing = Thread(target=work, daemon=True)
    doing.start()
    return doing


def test_without_a_flag_it_is_simply_done() -> None:
    free, done = Event(), Event()
    free.set()
    assert is_done(begun(free, done), 0)
    assert done.is_set()


def test_with_a_flag_it_is_waited_for_a_while() -> None:
    free, done = Event(), Event()
    doing = begun(free, done)

    def thinking(seconds: float) -> bool:
        heed(Event())
        return is_done(doing, seconds)

    assert not copy_context().run(thinking, 0)
    free.set()
    assert copy_context().run(thinking, 10)
    assert done.is_set()


def test_who_is_told_to_stop_leaves_and_it_is_done_all_the_same() -> None:
    told, free, done = Event(), Event(), Event()
    told.set()  # somebody has lost patience
    doing = begun(free, done)

    def thinking() -> None:
        heed(told)
        is_done(doing, 10)

    with pytest.raises(Stopped):
        copy_context().run(thinking)
    assert not done.is_set()
    free.set()
    assert done.wait(10)
