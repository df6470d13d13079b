"""The application: the lobby, tables, and what is common to them."""

from typing import Any

from textual.screen import Screen

from ludex.play.seating import Sitting
from ludex.tui.host import Host
from ludex.tui.lobby.screen import LobbyScreen
from ludex.tui.lobby.setup import BeginScreen
from ludex.tui.services import Services
from ludex.tui.table.screen import TableScreen


class LudexApp(Host):
    """The terminal table."""

    TITLE = "Ludex"
    ENABLE_COMMAND_PALETTE = False
    # In a window of a few columns words are cut off; no line is without any width.
    CSS = """
    .faint { color: $text-muted; }
    Static, OptionList, Input { min-width: 4; }
    """

    def __init__(self, services: Services, opening: Sitting | str | None = None) -> None:
        super().__init__(services, has_lobby=opening is None)
        self.opening = opening
        """A table to sit down at, the name of a game to begin, or the lobby."""

    def on_mount(self) -> None:
        """Open the first screen."""
        match self.opening:
            case None:
                self.push_screen(LobbyScreen(self.services))
            case str(name):
                self.push_screen(BeginScreen(self.services, name))
            case sitting:
                self.push_screen(TableScreen(sitting, self.services))

    def table_screen(self, sitting: Sitting, greeting: str) -> Screen[None]:
        return TableScreen(sitting, self.services, greeting)

    def is_replaced(self, screen: Screen[Any]) -> bool:
        return isinstance(screen, TableScreen | BeginScreen)

    def action_help_quit(self) -> None:
        """Tell what ends the game: Ctrl+C ends nothing by a slip."""
        leave = self.services.words(None)("leave the table; the game stays saved")
        self.notify(f"q: {leave}")
