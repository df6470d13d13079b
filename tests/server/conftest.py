"""One server for all tests that ask nothing special of it; two that share a PostgreSQL."""

import gc
import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from multiprocessing import forkserver, get_context
from unittest.mock import patch

import pytest

import postgres
from ludex.server.workers import process
from serving import QUICK, Server, server

PLENTY = replace(QUICK, tables_per_day=10**6, attended_seconds=1.0)
"""A day's tables for a whole run; bots soon rest when their test is over."""


@pytest.fixture(scope="session", autouse=True)
def _what_others_remember_is_not_searched() -> None:
    """Graphs and tables of earlier modules stay: looking through them took seconds each time."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="module", autouse=True)
def _nothing_is_left_for_other_modules() -> Iterator[None]:
    """What a module leaves open is found by the garbage collector here, and not in another.

    What stays is not looked through again: it grows, and takes longer each time.
    """
    yield
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def _thinkers_start_at_once() -> Iterator[None]:
    """They are forked from a process that has loaded the games, which takes a second."""
    context = get_context("forkserver")
    context.set_forkserver_preload(["thinking_ahead"])
    with patch.dict(os.environ, PYTHONPATH=os.pathsep.join(sys.path)):
        forkserver.ensure_running()
    with patch.object(process, "SPAWN", context):
        yield


@pytest.fixture(scope="session")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a file of its own, in this process."""
    folder = tmp_path_factory.mktemp("web")
    with server(f"sqlite:///{folder}/tables.sqlite3", PLENTY) as running:
        yield running


@pytest.fixture(scope="session")
def pair(postgresql: str) -> Iterator[tuple[Server, Server]]:
    """Two servers that share nothing but their database, as two processes would."""
    url = postgres.new_database(postgresql)
    with server(url, PLENTY) as one, server(url, PLENTY) as two:
        yield one, two
