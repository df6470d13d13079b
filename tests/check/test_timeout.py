"""Patience: what goes on and on is left, wherever the clock happens to strike."""

import gc
import time
from collections.abc import Iterator
from typing import Annotated

import pytest

from ludex.check.timeout import Endless, watchdog
from ludex.kernel import Event, Guards, Whole


def busy(seconds: float) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pass


@pytest.fixture
def slow_tidying() -> Iterator[None]:
    """Each collection takes longer than the patience below."""

    def tidy(phase: str, _info: dict[str, int]) -> None:
        if phase == "stop":
            busy(0.5)

    gc.callbacks.append(tidy)
    yield
    gc.callbacks.remove(tidy)


@pytest.mark.usefixtures("slow_tidying")
def test_a_strike_while_memory_is_tidied_up_is_not_lost() -> None:
    # Python drops an error raised there: it is kept until somebody hears it.
    def collects() -> None:
        gc.collect()
        busy(5)

    with pytest.raises(Endless), watchdog(lambda: 0, seconds=0.4):
        collects()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_finaliser_without_end_is_left_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("ludex.check.timeout.MOST_UNHEARD", 20)

    class Clinging:
        def __del__(self) -> None:
            busy(600)

    def lets_go() -> None:
        thing = Clinging()
        del thing
        busy(600)

    with pytest.raises(Endless), watchdog(lambda: 0, seconds=0.2):
        lets_go()


class Think(Event[int]):
    """Think about a number."""

    seconds: Annotated[int, Whole(0, 600)]

    def guards(self, s: int) -> Guards:
        busy(self.seconds or 0.01)
        yield s > 0 or "no"

    def apply(self, s: int) -> int:
        return s


@pytest.mark.parametrize(("seconds", "is_crowd"), [(600, False), (0, True)])
def test_one_event_without_end_is_told_from_too_many_events(
    seconds: int, *, is_crowd: bool
) -> None:
    def judges() -> None:
        while True:
            list(Think(seconds).guards(0))

    with pytest.raises(Endless) as left, watchdog(lambda: 0, seconds=0.4):
        judges()
    assert left.value.is_crowd is is_crowd
    assert left.value.event == (None if is_crowd else "think(600)")
