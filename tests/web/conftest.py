"""One browser and one server for all tests of a worker, and pages that are used again."""

import json
from collections import defaultdict
from collections.abc import Callable, Generator, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ViewportSize

from browsing import (
    CLIENT,
    DESK,
    PHONE,
    TIMEOUT,
    Hand,
    Keys,
    Mouse,
    Server,
    Touch,
    chromium,
    driving,
    serving,
)

HANDS: dict[str, type[Hand]] = {"mouse": Mouse, "keys": Keys, "touch": Touch}
LIKES = "ludex.settings"
BY_HAND = '{"follows":false,"shows":false}'
KEEP = (
    "(kept) => { localStorage.clear(); sessionStorage.clear(); Object.assign(localStorage, kept); }"
)
FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup() -> Generator[None]:
    with driving():
        yield


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_call() -> Generator[None]:
    with driving():
        yield


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown() -> Generator[None]:
    with driving():
        yield


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    item.stash[FAILED] = report.failed
    return report


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    assert (CLIENT / "index.html").exists(), "the client is not built: make web"
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("web") / "games.db") as server:
        yield server


def kept_from_before(*, guided: bool, follows: bool) -> dict[str, str]:
    """What the browser has stored: nobody here sees a game for the first time, and what a test
    plays is all that is played, unless asked."""
    seen = {} if guided else {"ludex.guided": '["*"]'}
    return seen if follows else {**seen, LIKES: BY_HAND}


def new_context(
    browser: Browser, *, guided: bool = False, follows: bool = False, **options: object
) -> BrowserContext:
    """Nothing moves in it, unless asked."""
    settled = {"viewport": DESK, "reduced_motion": "reduce", "locale": "en-GB"}
    made = browser.new_context(**{**settled, **options})  # type: ignore[arg-type]
    made.set_default_timeout(TIMEOUT)
    stored = json.dumps(kept_from_before(guided=guided, follows=follows))
    made.add_init_script(
        f"try {{ for (const [name, value] of Object.entries({stored})) localStorage[name] ??= value }}"
        " catch { /* a document without storage */ }"
    )
    return made


@pytest.fixture
def context(browser: Browser) -> Iterator[Callable[..., BrowserContext]]:
    """New contexts, closed after the test."""
    made: list[BrowserContext] = []

    def new(**how: object) -> BrowserContext:
        made.append(new_context(browser, **how))  # type: ignore[arg-type]
        return made[-1]

    yield new
    for one in made:
        one.close()


class Hands:
    """Hands at pages that are used again: loading a page is most of what a test costs.

    What stays with a page (listeners, scripts that run first) is for a page of a new context."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self._browser, self._server = browser, server
        self._idle: defaultdict[str, list[Hand]] = defaultdict(list)

    def take(self, kind: str, viewport: ViewportSize | None = None, **how: Any) -> Hand:
        """A hand whose browser knows nothing of what was done with it before."""
        size = viewport or (PHONE if kind == "touch" else DESK)
        if idle := self._idle[f"{kind} {how}"]:
            hand = idle.pop()
            hand.page.set_viewport_size(size)
            return hand
        finger = {"has_touch": True, "is_mobile": True} if kind == "touch" else {}
        return HANDS[kind](new_context(self._browser, viewport=size, **finger, **how))

    def give_back(self, hand: Hand, kind: str, **how: Any) -> None:
        """Away with a page that is elsewhere, or has in its memory that its user likes something else."""
        page = hand.page
        guided, follows = how.get("guided", False), how.get("follows", False)
        stored = kept_from_before(guided=guided, follows=follows)
        likes = f"localStorage['{LIKES}'] ?? null"
        is_here = page.url.startswith(self._server.url)
        if not is_here or page.evaluate(likes) != stored.get(LIKES):
            page.context.close()
            return
        page.unroute_all()
        hand.visit(f"{self._server.url}/nowhere")  # whoever leaves a table may note something
        hand.problems.clear()
        page.evaluate(KEEP, stored)
        page.mouse.move(0, 0)
        self._idle[f"{kind} {how}"].append(hand)


@pytest.fixture(scope="session")
def hands(browser: Browser, server: Server) -> Hands:
    return Hands(browser, server)


@pytest.fixture
def hand(hands: Hands, request: pytest.FixtureRequest) -> Iterator[Callable[..., Hand]]:
    """A hand by name; after the test its page must have had no problem."""
    taken: list[tuple[Hand, str, dict[str, Any]]] = []

    def take(kind: str, viewport: ViewportSize | None = None, **how: Any) -> Hand:
        taken.append((hands.take(kind, viewport, **how), kind, how))
        return taken[-1][0]

    yield take
    problems = [problem for one, *_ in taken for problem in one.problems]
    for one, kind, how in taken:
        if problems or request.node.stash.get(FAILED, True):
            one.page.context.close()
        else:
            hands.give_back(one, kind, **how)
    assert problems == []
