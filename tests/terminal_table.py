"""The terminal table in tests: sat down at, played by keys, looked at."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from copy import copy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from textual import _wait
from textual.pilot import Pilot

from ludex.cli.arguments.rulebooks import Rulebooks, load_file
from ludex.cli.terminal.services import make_services
from ludex.kernel import Event
from ludex.play.protocol.log import Header
from ludex.play.seating import Sitting
from ludex.table import Gesture
from ludex.tui.app import LudexApp
from ludex.tui.board.selection import ChosenGestures, Selection
from ludex.tui.table.dialogs import Chooser, Page
from ludex.tui.table.screen import TableScreen

SMALL, LARGE = (80, 24), (120, 40)

_wait.SLEEP_GRANULARITY, _wait.SLEEP_IDLE = 0.004, 0.0004
"""Textual looks every so many seconds whether there is nothing left to do; every 20 ms by itself."""


@dataclass
class Player:
    """Somebody at the keyboard."""

    app: LudexApp
    pilot: Pilot[None]
    hurried: bool = False
    """Does not wait for bots to come to the end of their pauses."""

    @property
    def table(self) -> TableScreen:
        """The table, also when something is asked over it."""
        return next(s for s in reversed(self.app.screen_stack) if isinstance(s, TableScreen))

    async def types(self, *keys: str) -> None:
        """Keys one after the other, then everything that follows from them."""
        for key in keys:
            self.app.simulate_key(key)
        await self.rests()

    async def rests(self) -> None:
        """Until bots and chance have acted and everything is drawn."""
        await self.pilot.pause()
        for _ in range(6_000):
            stack = self.app.screen_stack
            tables = [s for s in stack if isinstance(s, TableScreen)]
            thinking = any(not w.is_finished for s in tables for w in s.workers)
            drawn = not stack or stack[-1]._compositor.size
            if drawn and (self.hurried or not thinking):
                return
            await asyncio.sleep(0.005)
            await self.pilot.pause()

    async def waits_for(self, condition: Callable[[], bool]) -> None:
        """Until something is so."""
        for _ in range(6_000):  # a busy machine is slow
            if condition():
                return
            await asyncio.sleep(0.005)
            await self.pilot.pause()
        raise AssertionError(f"it never came to be so:\n{self.shown()}")

    async def makes(self, event: Event[Any]) -> None:
        """Make an event as a person would: by letters, or cursor, Enter, cursor, Enter."""
        screen = self.table
        for letter, gesture in screen.letters.items():
            if gesture.event == str(event):
                await self.types(letter)
                return
        # A bot's answer may be drawn a moment after it was given.
        await self.waits_for(
            lambda: any(g.pick and g.event == str(event) for g in screen.scene.gestures)
        )
        gesture = next(g for g in screen.scene.gestures if g.event == str(event))
        await self.waits_for(lambda: is_in_reach(screen.selection, gesture))
        keys, meant = keys_for(screen.selection, gesture)
        await self.types(*keys)
        if len(meant.gestures) > 1:
            assert isinstance(self.app.screen, Chooser)
            called = [one.words for one in meant.gestures]
            await self.types(*["down"] * called.index(gesture.words), "enter")

    async def makes_by_words(self, words: str) -> None:
        """The same, by what the gesture is called."""
        gesture = next(g for g in self.table.scene.gestures if g.words == words)
        event = self.table.game.read(gesture.event)
        assert isinstance(event, Event)
        await self.makes(event)

    @property
    def said(self) -> str:
        """The line that tells the player something."""
        return str(self.table.query_one("#said").render())

    def shown(self) -> str:
        """The whole screen as text."""
        lines = self.app.screen._compositor.render_strips()
        return "\n".join("".join(s.text for s in strip) for strip in lines)


def is_in_reach(selection: Selection, gesture: Gesture) -> bool:
    """Does the cursor come to what is picked?"""
    hand = copy(selection)
    for _ in range(200):
        if hand.cursor is not None and gesture in hand.by_pick.of_spot(hand.cursor):
            return True
        hand.go_on(1)
    return False


def keys_for(selection: Selection, gesture: Gesture) -> tuple[list[str], ChosenGestures]:
    """Tab to what is picked, Enter, Tab to where it goes, Enter."""
    hand = copy(selection)
    keys: list[str] = []
    for _ in range(200):
        if hand.cursor is not None and gesture in hand.by_pick.of_spot(hand.cursor):
            break
        hand.go_on(1)
        keys.append("tab")
    else:
        raise AssertionError(f"the cursor never comes to {gesture.pick}")
    keys.append("enter")
    intent = hand.press()
    if gesture.drop is not None and intent is None:
        for _ in range(200):
            if hand.cursor is not None and hand.cursor.zone == gesture.drop:
                break
            hand.go_on(1)
            keys.append("tab")
        else:
            raise AssertionError(f"the cursor never comes to {gesture.drop}")
        keys.append("enter")
        intent = hand.press()
    assert isinstance(intent, ChosenGestures), intent
    return keys, intent


@asynccontextmanager
async def sitting_at(
    folder: Path,
    opening: Header | Sitting | str | None,
    size: tuple[int, int] = SMALL,
    *,
    hurried: bool = False,
    pause: float = 0,
    budget: int | None = None,
    language: str = "en",
) -> AsyncIterator[Player]:
    rooms = make_services(folder, pause, named(opening), budget, language)
    if isinstance(opening, Header):
        sat = rooms.sit(opening)
        assert isinstance(sat, Sitting), sat
        opening = sat
    app = LudexApp(rooms, opening)
    async with app.run_test(size=size) as pilot:
        player = Player(app, pilot, hurried)
        await player.rests()
        yield player


def named(opening: object) -> Rulebooks:
    """The file of a game, as if it had been named on the command line."""
    if isinstance(opening, Header) and opening.game.endswith(".py"):
        return Rulebooks([load_file(Path(opening.game))])
    return Rulebooks()


def played(
    folder: Path,
    opening: Header | Sitting | str | None,
    script: Callable[[Player], Awaitable[None]],
    size: tuple[int, int] = SMALL,
    budget: int | None = None,
    *,
    language: str = "en",
) -> None:
    """Open the table and let a script play at it."""

    async def run() -> None:
        async with sitting_at(folder, opening, size, budget=budget, language=language) as player:
            await script(player)

    asyncio.run(run())


def game_header(game: str, *bots: str, seed: int = 1, **more: Any) -> Header:
    return Header(game, seed, ("person", *bots), "", **more)


def result(player: Player) -> str:
    """The page that is shown when the game is over."""
    assert isinstance(player.app.screen, Page), player.app.screen
    return player.app.screen.body.plain
