"""What screens may ask of the application that shows them."""

from abc import abstractmethod
from typing import Any

from textual.app import App
from textual.screen import Screen

from ludex.kernel import Unreadable
from ludex.play.log import Header
from ludex.play.seating import Sitting
from ludex.tui.drawing.palette import Palette


class Host(App[None]):
    """The application as its screens know it."""

    alone: bool
    """Is there no lobby to go back to?"""

    @property
    @abstractmethod
    def palette(self) -> Palette:
        """The colours now."""

    @abstractmethod
    def toggle_dark(self) -> None:
        """Dark or light."""

    @abstractmethod
    def toggle_four(self) -> None:
        """Two colours for suits, or four."""

    @abstractmethod
    def begin(self, header: Header, greeting: str = "") -> None:
        """Sit down at a new table, and be told something there."""

    @abstractmethod
    def begin_another(self, header: Header) -> None:
        """A new game like that one."""

    @abstractmethod
    def sit(self, sitting: Sitting[Any] | Unreadable, greeting: str = "") -> None:
        """Show a table."""

    @abstractmethod
    def go_back(self) -> None:
        """Back to the lobby, or out."""


def host_of(screen: Screen[Any]) -> Host:
    """The application of a screen."""
    assert isinstance(screen.app, Host)
    return screen.app
