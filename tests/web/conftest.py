"""One browser and one server for all tests of a worker."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext

from browsing import (
    CLIENT,
    DESK,
    PHONE,
    Hand,
    Keys,
    Mouse,
    Server,
    Touch,
    chromium,
    serving,
)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    assert (CLIENT / "index.html").exists(), "the client is not built: make web"
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("web") / "games.db") as server:
        yield server


GUIDED = """
try { localStorage['ludex.guided'] ??= '["*"]' } catch { /* a document without storage */ }
"""
BY_HAND = """
try { localStorage['ludex.settings'] ??= '{"follows":false,"shows":false}' } catch { /* the same */ }
"""


@pytest.fixture
def context(browser: Browser) -> Iterator[Callable[..., BrowserContext]]:
    """New contexts, closed after the test. Nothing moves in them, unless asked."""
    made: list[BrowserContext] = []

    def new(
        *, guided: bool = False, follows: bool = False, **options: object
    ) -> BrowserContext:
        settled = {"viewport": DESK, "reduced_motion": "reduce", "locale": "en-GB"}
        made.append(browser.new_context(**{**settled, **options}))  # type: ignore[arg-type]
        if not guided:  # nobody here sees a game for the first time, unless asked
            made[-1].add_init_script(GUIDED)
        if not follows:  # what a test plays is all that is played, unless asked
            made[-1].add_init_script(BY_HAND)
        return made[-1]

    yield new
    for one in made:
        one.close()


@pytest.fixture
def hand(context: Callable[..., BrowserContext]) -> Iterator[Callable[[str], Hand]]:
    """A hand by name; after the test its page must have had no problem."""
    made: list[Hand] = []

    def new(kind: str) -> Hand:
        if kind == "touch":
            made.append(Touch(context(viewport=PHONE, has_touch=True, is_mobile=True)))
        else:
            made.append({"mouse": Mouse, "keys": Keys}[kind](context()))
        return made[-1]

    yield new
    assert [problem for one in made for problem in one.problems] == []
