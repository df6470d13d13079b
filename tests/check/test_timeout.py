"""Patience: what goes on and on is left, wherever the clock happens to strike."""

import gc
import time
from collections.abc import Iterator

import pytest

from ludex.check.timeout import Endless, watchdog


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
