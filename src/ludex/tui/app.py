"""The application: the lobby, tables, and what is common to them."""

import os
from dataclasses import replace
from functools import partial
from typing import Any, Final

from textual import work

from ludex.kernel import Unreadable
from ludex.play.log import Header
from ludex.play.seating import Sitting
from ludex.tui.background import in_background
from ludex.tui.drawing.palette import Palette, palette
from ludex.tui.host import Host
from ludex.tui.lobby.screen import LobbyScreen
from ludex.tui.lobby.setup import BeginScreen
from ludex.tui.preferences import Preferences, read_preferences, write_preferences
from ludex.tui.services import Doors
from ludex.tui.table.screen import TableScreen

DARK, LIGHT = "textual-dark", "textual-light"
LIGHT_GROUNDS: Final = ("7", "15")


class LudexApp(Host):
    """The terminal table."""

    TITLE = "Ludex"
    ENABLE_COMMAND_PALETTE = False
    # In a window of a few columns words are cut off; no line is without any width.
    CSS = """
    .faint { color: $text-muted; }
    Static, OptionList, Input { min-width: 4; }
    """

    def __init__(self, doors: Doors, opening: Sitting[Any] | str | None = None) -> None:
        super().__init__()
        self.doors = doors
        self.opening = opening
        """A table to sit down at, the name of a game to begin, or the lobby."""

        self.alone = opening is not None
        self.preferences = read_preferences(doors.preferences)
        self.colourless = bool(os.environ.get("NO_COLOR"))
        ground = os.environ.get("COLORFGBG", "").rpartition(";")[2]
        dark = self.preferences.dark
        if dark is None:
            dark = ground not in LIGHT_GROUNDS
        self.theme = DARK if dark else LIGHT

    @property
    def palette(self) -> Palette:
        """The colours now."""
        dark = self.theme == DARK
        return palette(
            dark=dark, four=self.preferences.four, colourless=self.colourless
        )

    def toggle_dark(self) -> None:
        """Dark or light."""
        self.theme = LIGHT if self.theme == DARK else DARK
        self._remember(replace(self.preferences, dark=self.theme == DARK))

    def toggle_four(self) -> None:
        """Two colours for suits, or four."""
        self._remember(replace(self.preferences, four=not self.preferences.four))

    def _remember(self, preferences: Preferences) -> None:
        self.preferences = preferences
        write_preferences(self.doors.preferences, preferences)

    def on_mount(self) -> None:
        """Open the first screen."""
        match self.opening:
            case None:
                self.push_screen(LobbyScreen(self.doors))
            case str(name):
                self.push_screen(BeginScreen(self.doors, name))
            case sitting:
                self.push_screen(TableScreen(sitting, self.doors))

    def action_help_quit(self) -> None:
        """Ctrl+C ends nothing by a slip; it tells what does."""
        leave = self.doors.words(None)("leave the table; the game stays saved")
        self.notify(f"q: {leave}")

    # -- tables ------------------------------------------------------------------------

    def begin(self, header: Header, greeting: str = "") -> None:
        """Sit down at a new table, and be told something there."""
        self.sit(self.doors.sit(header), greeting)

    @work(exclusive=True)
    async def begin_another(self, header: Header) -> None:  # type: ignore[override]  # a worker
        """A new game like that one; a puzzle may take a while to be found."""
        fresh = await in_background(partial(self.doors.another, header))
        self.sit(fresh if isinstance(fresh, Unreadable) else self.doors.sit(fresh))

    def sit(self, sitting: Sitting[Any] | Unreadable, greeting: str = "") -> None:
        """Show a table, in place of the table or the questions that were shown."""
        if isinstance(sitting, Unreadable):
            self.notify(str(sitting), severity="error")
            return
        screen = TableScreen(sitting, self.doors, greeting)
        if isinstance(self.screen, TableScreen | BeginScreen):
            self.switch_screen(screen)
        else:
            self.push_screen(screen)

    def go_back(self) -> None:
        """Back to the lobby, or out."""
        if self.alone:
            self.exit()
        else:
            self.pop_screen()
