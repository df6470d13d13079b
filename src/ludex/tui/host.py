"""The application as its screens know it: colours that are remembered, and the way from one screen to the next."""

import json
import os
from abc import abstractmethod
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from textual import work
from textual.app import App
from textual.screen import Screen

from ludex.kernel import Unreadable
from ludex.play.protocol.log import Header
from ludex.play.seating import Sitting
from ludex.tui.background import in_background
from ludex.tui.drawing.palette import Palette, palette
from ludex.tui.services import Services


@dataclass(frozen=True, slots=True)
class Preferences:
    """The colours that somebody has chosen."""

    dark: bool | None = None
    """None: as the terminal is."""

    four: bool = False
    """Four colours for suits?"""


def read_preferences(path: Path) -> Preferences:
    """Read what was chosen last; whatever cannot be read was never chosen."""
    try:
        found = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return Preferences()
    match found:
        case {"dark": None | bool() as dark, "four": bool(four)}:
            return Preferences(dark, four)
    return Preferences()


def write_preferences(path: Path, preferences: Preferences) -> None:
    """Remember it; where nothing can be written, it is for this visit only."""
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(asdict(preferences)) + "\n", encoding="utf-8")


DARK, LIGHT = "textual-dark", "textual-light"
LIGHT_GROUNDS = ("7", "15")


class Host(App[None]):
    """The services of the application for screens."""

    def __init__(self, services: Services, *, has_lobby: bool) -> None:
        super().__init__()
        self.services = services
        self.has_lobby = has_lobby
        self.preferences = read_preferences(services.preferences)
        self.colourless = bool(os.environ.get("NO_COLOR"))
        ground = os.environ.get("COLORFGBG", "").rpartition(";")[2]
        dark = self.preferences.dark
        if dark is None:
            dark = ground not in LIGHT_GROUNDS
        self.theme = DARK if dark else LIGHT

    @abstractmethod
    def table_screen(self, sitting: Sitting, greeting: str) -> Screen[None]:
        """Make the screen of a table."""

    @abstractmethod
    def is_replaced(self, screen: Screen[Any]) -> bool:
        """Does a table take the place of this screen?"""

    @property
    def palette(self) -> Palette:
        """Return the colours now."""
        dark = self.theme == DARK
        return palette(dark=dark, four=self.preferences.four, colourless=self.colourless)

    def toggle_dark(self) -> None:
        """Change between dark and light."""
        self.theme = LIGHT if self.theme == DARK else DARK
        self._remember(replace(self.preferences, dark=self.theme == DARK))

    def toggle_four(self) -> None:
        """Change between two colours for suits and four."""
        self._remember(replace(self.preferences, four=not self.preferences.four))

    def _remember(self, preferences: Preferences) -> None:
        self.preferences = preferences
        write_preferences(self.services.preferences, preferences)

    # -- tables ------------------------------------------------------------------------

    @work(exclusive=True)
    async def begin_another(self, header: Header) -> None:
        """Begin a new game like that one; a puzzle may take a while to be found."""
        fresh = await in_background(partial(self.services.another, header))
        self.sit(fresh if isinstance(fresh, Unreadable) else self.services.sit(fresh))

    def sit(self, sitting: Sitting | Unreadable, greeting: str = "") -> None:
        """Show a table and say something there, in place of the table or the questions before."""
        if isinstance(sitting, Unreadable):
            self.notify(str(sitting), severity="error")
            return
        screen = self.table_screen(sitting, greeting)
        if self.is_replaced(self.screen):
            self.switch_screen(screen)
        else:
            self.push_screen(screen)

    def go_back(self) -> None:
        """Go back to the lobby, or out."""
        if self.has_lobby:
            self.pop_screen()
        else:
            self.exit()


def host_of(screen: Screen[Any]) -> Host:
    """Return the application of a screen."""
    assert isinstance(screen.app, Host)
    return screen.app
