"""Playing in a real browser: a server of its own, and hands that click, type and tap.

A hand makes a gesture the way a person does. Which gestures there are it reads from what
the server tells the page; everything else goes through the page.
"""

import asyncio
import json
import re
import shutil
import subprocess
import sys
import urllib.request
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Self

import pytest
from _pytest.mark import ParameterSet
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Locator,
    Page,
    ViewportSize,
    expect,
    sync_playwright,
)

from playing import ROOT
from sentence_listener import Listener
from serving import QUICK
from serving import server as in_a_thread

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser")
"""The one without windows first: it does the same with half the processor time, and draws all of a
page (the other skips what it takes to be below its window, and then tells no time of paint)."""
DESK: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}
CLIENT = ROOT / "src" / "ludex" / "server" / "client"

TIMEOUT = 60_000
"""Milliseconds, which a page that is right needs on no machine, however busy: a solver may have to
be compiled first."""

expect.set_options(timeout=TIMEOUT)

PLAYED: dict[str, dict[str, object]] = {
    "freecell": {"game": "freecell", "deal": 617},
    "chess-solitaire": {"game": "chess-solitaire", "position": "NPRQ/PRPB/KPNR/BPQN"},
    "russian-bank": {"game": "russian-bank", "seats": ["me", "bot:random"], "seed": 6},
    "carcassonne": {"game": "carcassonne", "seats": ["me", "bot:random"], "seed": 3},
    "holdem": {"game": "holdem", "seats": ["me", *["bot:random"] * 5], "seed": 5},
}
"""A table of every game, the same every time, to be played by hand."""

GO = """(path) => {
  if (history.state?.dialog || document.querySelector("dialog[open]") || !document.querySelector("main")) return false;
  history.pushState(null, "", path);
  dispatchEvent(new PopStateEvent("popstate"));
  scrollTo(0, 0);
  return true;
}"""
"""As if the player had gone there by Back or Forward: where a dialog is open, that would close it."""

UNCOVERED = """(element) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  const { fan, shown } = element.dataset;
  const across = (fan === "fan_right" && Number(shown)) || width;
  const down = (fan === "fan_down" && Number(shown)) || height;
  return [x + across / 2, y + down / 2];
}"""

Message = dict[str, Any]
Gesture = dict[str, Any]


def slow(case: object) -> ParameterSet:
    """A case that is tried where there is time: others show the same."""
    return pytest.param(case, marks=pytest.mark.slow)


class Server:
    """A server for browsers."""

    def __init__(self, url: str) -> None:
        self.url, self.port = url, int(url.rpartition(":")[2])

    def open(self, **wish: object) -> Message:
        """A new table, as the lobby would open it."""
        request = urllib.request.Request(
            f"{self.url}/api/tables",
            json.dumps(wish).encode(),
            {"Content-Type": "application/json", "Origin": self.url},
        )
        with urllib.request.urlopen(request) as answer:
            opened: Message = json.load(answer)
        return opened

    def address(self, opened: Message) -> str:
        return f"{self.url}/t/{opened['table']}#{opened['token']}"


class Hand(ABC):
    """A person at a page: knows what the server said last, and makes gestures."""

    def __init__(self, context: BrowserContext) -> None:
        self.page: Page = context.new_page()
        self.message: Message | None = None
        self.log: list[Message] = []
        self.problems: list[str] = []
        self._socket: Any = None
        self.page.on("websocket", self._listen)
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("console", self._console)

    def _console(self, said: Any) -> None:
        if said.type == "error" and "WebSocket" not in said.text:
            self.problems.append(said.text)

    def _listen(self, socket: Any) -> None:
        listener = Listener()

        def hear(frame: str | bytes) -> None:
            if self._socket is socket:  # and no table that was left
                self._hear(frame, listener)

        self._socket = socket
        socket.on("framereceived", hear)

    def _hear(self, frame: str | bytes, listener: Listener) -> None:
        said = json.loads(frame)
        if said["type"] == "table":
            self.message = listener.table(said)
            del self.log[said["log_from"] - 1 :]
            self.log += self.message["log"]

    def visit(self, address: str) -> Page:
        """Go to a page; whoever is at one of the same server goes there without loading it all again."""
        self.message = self._socket = None
        self.log = []
        *_, here = self.page.url.partition("://")
        *_, there = address.partition("://")
        host, _, path = there.partition("/")
        is_near = here.partition("/")[0] == host and "?" not in path  # a link that asks
        if not is_near or not self.page.evaluate(GO, f"/{path}"):
            self.page.goto(address)
        return self.page

    def sit(self, address: str) -> Self:
        self.visit(address)
        self.until(lambda: self.message is not None)
        self.page.locator("main[data-seq]").wait_for()
        return self

    def until(self, holds: Callable[[], bool]) -> None:
        for n in range(1500):
            if holds():
                return
            # Whoever asks all the time takes it from the page that is to answer.
            self.page.wait_for_timeout(5 if n < 6 else 20)
        said = self.page.locator("[data-refusal], [aria-live]").all_inner_texts()
        raise AssertionError(f"it did not happen; the page says {said}")

    @property
    def now(self) -> Message:
        assert self.message is not None
        return self.message

    @property
    def gestures(self) -> list[Gesture]:
        return list(self.now["scene"]["gestures"])

    @property
    def moves(self) -> list[Gesture]:
        return [g for g in self.gestures if not g["aside"]]

    def gesture(self, event: str) -> Gesture:
        found = [g for g in self.gestures if g["event"] == event]
        assert found, f"{event} is not among {[g['event'] for g in self.gestures]}"
        return found[0]

    def zone(self, key: str) -> Message:
        return next(z for z in self.now["scene"]["zones"] if z["key"] == key)

    def spot(self, key: str) -> str:
        """The element of a piece or a zone: of a fan its last piece, else the zone."""
        for zone in self.now["scene"]["zones"]:
            keys = [piece["key"] for piece in zone["pieces"]]
            opened = zone["layout"] in ("fan_down", "fan_right", "row") and keys
            if key == zone["key"]:
                return f"p:{keys[-1]}" if opened else f"z:{key}"
            if key in keys:
                return f"p:{key}" if opened else f"z:{zone['key']}"
        raise AssertionError(f"there is no {key}")

    def element(self, key: str) -> Any:
        return self.page.locator(f'[data-spot="{self.spot(key)}"]')

    def point(self, key: str) -> tuple[float, float]:
        """A point of a piece or a zone that is not covered."""
        x, y = self.element(key).evaluate(UNCOVERED)
        return x, y

    def play(self, event: str, amount: int | None = None) -> None:
        """Make an event, and wait until the server has answered."""
        before = self.now["seq"]
        gesture = self.gesture(event)
        self.make(gesture, amount)
        self.until(lambda: self.now["seq"] > before)
        self.arrive()

    def arrive(self) -> None:
        """Wait until the page shows what the server said last."""
        self.until(lambda: self._shown() >= self.now["seq"])

    def _shown(self) -> int:
        return int(self.page.evaluate("document.querySelector('main').dataset.seq"))

    def my_turn(self) -> bool:
        """Wait until there is something to do; False when the game is over."""
        self.until(lambda: bool(self.now["outcome"] or self.now["your_turn"]))
        self.arrive()
        return self.now["outcome"] is None

    def make(self, gesture: Gesture, amount: int | None = None) -> None:
        if (size := self._size(gesture)) is not None:
            self.enter_amount(size)
        elif gesture["amount"]:
            self.enter_amount(gesture["amount"]["low"] if amount is None else amount)
        elif gesture["pick"] is None:
            self.press_button(gesture["words"])
        else:
            before, asked = self.now["seq"], self.page.locator(".choices")
            self.carry(gesture)
            if not gesture["choices"]:
                return
            # How it is to lie is asked, unless there is one way.
            self.until(lambda: asked.count() > 0 or self.now["seq"] > before)
            if asked.count():
                self.choose(gesture)

    def _size(self, gesture: Gesture) -> int | None:
        """The amount of what has its place on a slider, where amounts have names."""
        for other in self.gestures:
            if other["amount"] and other["amount"]["marks"] and not gesture["amount"]:
                before, after = map(re.escape, other["event"].split("{}"))
                if found := re.fullmatch(f"{before}([0-9]+){after}", gesture["event"]):
                    return int(found[1])
        return None

    @abstractmethod
    def carry(self, gesture: Gesture) -> None:
        """Pick something up, and drop it."""

    @abstractmethod
    def choose(self, gesture: Gesture) -> None:
        """Say how it is to lie."""

    @abstractmethod
    def press_button(self, words: str) -> None:
        """A button by what stands on it."""

    @abstractmethod
    def enter_amount(self, amount: int) -> None:
        """So many chips."""


class Pointing(Hand):
    """What a mouse and a finger do alike, each in its way of pressing."""

    @abstractmethod
    def press(self, what: Locator) -> None:
        """Click, or tap."""

    def press_button(self, words: str) -> None:
        self.press(self.page.get_by_role("button", name=words, exact=True))

    def enter_amount(self, amount: int) -> None:
        self.page.get_by_role("spinbutton").fill(str(amount))
        self.press(self.page.locator(".amount button"))

    def choose(self, gesture: Gesture) -> None:
        way, *others = gesture["choices"]
        rotate = self.page.get_by_role("button", name=re.compile("^Rotate"))
        for _ in range(4):
            if rotate.count() == 0 or way in rotate.inner_text():
                break
            self.press(rotate)
        for word in others:
            self.press(self.page.get_by_role("radio", name=word.capitalize()))
        self.press_button("Place")


class Mouse(Pointing):
    """Drags."""

    def press(self, what: Locator) -> None:
        what.click()

    def carry(self, gesture: Gesture) -> None:
        mouse = self.page.mouse
        x, y = self.point(gesture["pick"])
        if gesture["drop"] is None:
            mouse.click(x, y)
            return
        to_x, to_y = self.point(gesture["drop"])
        mouse.move(x, y)
        mouse.down()
        mouse.move(to_x, to_y, steps=4)
        mouse.up()
        self.page.wait_for_timeout(0)


class Keys(Hand):
    """Types, and never points."""

    def focused(self) -> str | None:
        found: str | None = self.page.evaluate("document.activeElement.dataset.spot")
        return found

    def _go(self, key: str, spot: str) -> None:
        for _ in range(90):
            if self.focused() == spot:
                return
            self.page.keyboard.press(key)
        raise AssertionError(f"{key} does not come to {spot}")

    def carry(self, gesture: Gesture) -> None:
        self._go("p", self.spot(gesture["pick"]))
        self.page.keyboard.press("Enter")
        if gesture["drop"] is not None:
            self._go("t", self.spot(gesture["drop"]))
            self.page.keyboard.press("Enter")

    def choose(self, gesture: Gesture) -> None:
        way, *others = gesture["choices"]
        rotate = self.page.get_by_role("button", name=re.compile("^Rotate"))
        for _ in range(4):
            if rotate.count() == 0 or way in rotate.inner_text():
                break
            self.page.keyboard.press("r")
        for word in others:
            wanted = self.page.get_by_role("radio", name=word.capitalize())
            for _ in range(4):
                if wanted.get_attribute("aria-checked") == "true":
                    break
                self.page.keyboard.press("c")
        self.page.keyboard.press("Enter")

    def press_button(self, words: str) -> None:
        wanted = self.page.get_by_role("button", name=words, exact=True)
        for _ in range(60):
            if wanted.evaluate("element => element === document.activeElement"):
                self.page.keyboard.press("Enter")
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not come to {words}")

    def enter_amount(self, amount: int) -> None:
        field = self.page.get_by_role("spinbutton")
        for _ in range(60):
            if field.evaluate("element => element === document.activeElement"):
                break
            self.page.keyboard.press("Tab")
        self.page.keyboard.press("Control+A")
        self.page.keyboard.type(str(amount))
        self.page.keyboard.press("Enter")


class Touch(Pointing):
    """Taps what to pick and taps where to."""

    def press(self, what: Locator) -> None:
        what.tap()

    def carry(self, gesture: Gesture) -> None:
        self.tap(gesture["pick"])
        if gesture["drop"] is not None:
            self.tap(gesture["drop"])

    def tap(self, key: str) -> None:
        """Tap it once it stands still: a map moves when a tile is laid at its edge."""
        point, still = self.point(key), 0
        for _ in range(100):
            self.page.wait_for_timeout(20)
            before, point = point, self.point(key)
            still = still + 1 if point == before else 0
            if still == 3:
                break
        self.page.touchscreen.tap(*point)


_loop: asyncio.AbstractEventLoop | None = None
"""Playwright's, which runs as long as there is a browser."""


@contextmanager
def driving() -> Iterator[None]:
    """Only in here does Playwright's event loop run, so that whoever comes after can run another."""
    global _loop  # noqa: PLW0603  # there is one browser
    asyncio._set_running_loop(_loop)
    try:
        yield
    finally:
        _loop = asyncio._get_running_loop()
        asyncio._set_running_loop(None)


@contextmanager
def chromium() -> Iterator[Browser]:
    """Debian's own, driven by Playwright."""
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        raise RuntimeError("this needs Chromium: apt-get install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=[*FLAGS])
        loop = asyncio._get_running_loop()
        yield browser
        asyncio._set_running_loop(loop)  # whoever was last may not have been driving
        browser.close()


@contextmanager
def serving(database: Path, *words: str) -> Iterator[Server]:
    """A `ludex serve` with a file of its own."""
    process = subprocess.Popen(
        [
            *(str(Path(sys.executable).with_name("ludex")), "serve", *words),
            *("--port", "0", "--db", f"sqlite:///{database}", "--pause", "0"),
            *("--request-rate", "1000", "--tables-per-day", "10000"),
            *("--client-message-rate", "1000"),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert process.stdout is not None
    try:
        said = ""
        while (found := re.search(r"http://127\.0\.0\.1:\d+", said)) is None:
            line = process.stdout.readline()
            assert line, f"the server did not start: {said}"
            said += line
        yield Server(found[0])
    finally:
        process.terminate()
        try:
            process.communicate(timeout=20)
        finally:
            process.kill()


@contextmanager
def serving_here(database: Path, port: int = 0, *, pause: float = 0) -> Iterator[Server]:
    """A server in a thread of this process, which begins sooner."""
    settings = replace(QUICK, pause=pause)
    with in_a_thread(f"sqlite:///{database}", settings, port=port) as running:
        yield Server(running.address)
