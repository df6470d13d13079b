"""Hypothesis without a stopwatch, and databases for whoever asks for one."""

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

import postgres

pytest_plugins = ["repeats"]

gc.disable()

settings.register_profile("no stopwatch", deadline=None)  # first uses build tables
settings.load_profile("no stopwatch")


TAKES_A_MINUTE = frozenset({"builder", "environment", "installed"})
"""Fixtures of a module: an image, environments, a wheel that is installed."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests of such fixtures stand first: a process takes from the end of what another has to do."""
    items.sort(key=lambda item: TAKES_A_MINUTE.isdisjoint(getattr(item, "fixturenames", ())))


def pytest_collection_finish() -> None:
    """All modules and all tests live to the end: garbage is not looked for among them, nor while they are read."""
    gc.freeze()
    gc.enable()


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    reason = postgres.why_not()
    if reason is not None:
        pytest.skip(reason)
    with postgres.cluster() as server:
        yield server


@pytest.fixture
def postgresql_url(postgresql: str) -> str:
    return postgres.new_database(postgresql)


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/tables.sqlite3"


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def database_url(request: pytest.FixtureRequest) -> str:
    """The same tests on both: those of the store, and of processes that are killed.

    Servers that share a PostgreSQL are in the quick run.
    """
    url: str = request.getfixturevalue(f"{request.param}_url")
    return url


@pytest.fixture
def trusted_players(monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs that play write files for the test, and tell the numbers of their processes."""
    monkeypatch.setenv("LUDEX_PLAYER_WALLS", "bare")
