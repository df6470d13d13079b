"""Screens from which games begin in special ways, some of which ask something first."""

from functools import partial

from textual import work

from ludex.kernel import Unreadable
from ludex.tui.background import in_background
from ludex.tui.dialog import ListScreen, ask
from ludex.tui.host import host_of
from ludex.tui.services import Beginning
from ludex.tui.table.dialogs import WordDialog


class StartScreen(ListScreen):
    """Begins what a `Beginning` says; finding it may take a while."""

    def make(self, beginning: Beginning) -> None:
        """Ask what has to be asked, then begin."""
        if beginning.question:
            ask(self, WordDialog(self.words(beginning.question)), partial(self._make, beginning))
        else:
            self._make(beginning, "")

    @work(exclusive=True, group="making")
    async def _make(self, beginning: Beginning, answer: str) -> None:
        self.tell(self.words("One moment …"))
        header = await in_background(partial(beginning.header, answer))
        if isinstance(header, Unreadable):
            self.tell(str(header))
        else:
            host = host_of(self)
            host.sit(host.services.sit(header), f"{self.words(beginning.words)}.")
