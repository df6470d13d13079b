"""All saved games: to go on with, to look at, to throw away."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from textual import events
from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ludex.kernel import Written, say
from ludex.play.starts import describe_start
from ludex.tui.dialog import ListScreen, ask
from ludex.tui.host import host_of
from ludex.tui.services import Row, Services, Words
from ludex.tui.table.dialogs import Page

KEYS = "↑ ↓ choose   Enter opens   Delete removes   Esc back"


class SavedScreen(ListScreen):
    """A list, the latest first."""

    DEFAULT_CSS = """
    SavedScreen #title { height: 3; padding: 1 2; text-style: bold; color: $text-accent; }
    SavedScreen OptionList {
        height: 1fr; border: none; padding: 0 1; background: $background;
        scrollbar-size-vertical: 1;
    }
    SavedScreen OptionList:focus { border: none; }
    SavedScreen #told { height: 1; padding: 0 2; }
    SavedScreen #foot { height: 1; padding: 0 2; background: $panel; }
    """

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.words = services.words(None)
        self.rows: list[Row] = []

    def compose(self) -> ComposeResult:
        """Show the list, what has just happened, and the keys."""
        yield Static(Content(self.words("Saved games")), id="title")
        yield OptionList(id="saved")
        yield Static(id="told")
        yield Static(Content(self.words(KEYS)), id="foot")

    def on_screen_resume(self) -> None:
        """Read again, also back from a table, at which something may have been played."""
        self.fill()

    def fill(self) -> None:
        """Read the saved games again."""
        self.rows = [*reversed(self.services.saved().rows)]
        at = self.menu.highlighted or 0
        self.menu.clear_options()
        self.menu.add_options(
            Option(Content(describe(row, title_of(self.services, row), self.words)))
            for row in self.rows
        )
        if self.rows:
            self.menu.highlighted = min(at, len(self.rows) - 1)
        else:
            self.tell(self.words("There are no saved games."))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Continue a game, or see how it ended."""
        row = self.rows[event.option_index]
        if row["needs"]:
            self.app.push_screen(Page(str(row["name"]), str(row["needs"])))
        else:
            host_of(self).sit(self.services.resume(Path(str(row["path"]))))

    def on_key(self, event: events.Key) -> None:
        """Leave, or throw away."""
        at = self.menu.highlighted
        if event.key in ("escape", "q"):
            event.stop()
            self.app.pop_screen()
        elif event.key == "delete" and at is not None and at < len(self.rows):
            event.stop()
            self._throw_away(self.rows[at])

    def _throw_away(self, row: Row) -> None:
        def delete(_: str) -> None:
            trouble = self.services.delete(Path(str(row["path"])))
            self.tell(trouble or self.words(say("gone", "{what} was deleted.", what=title)))
            self.fill()

        begun = when(str(row["created"]), words=self.words)
        title = Written(f"{title_of(self.services, row)}, {begun},")
        question = say("throw_away", "Delete {what} for good?", what=title)
        how = self.words("y yes   any other key no")
        page = Page("", f"{self.words(question)}\n\n{how}", hand_back=("y",))
        ask(self, page, delete)


def title_of(services: Services, row: Row) -> str:
    """Return what a game is called; one in a file, by its file."""
    name = str(row["game"])
    if name not in services.games():
        return Path(name).stem
    game = services.load(name)
    return services.words(game)(game.title)


def describe(row: Row, title: str, words: Words = str) -> str:
    """Write a saved game on one line."""
    label = words(describe_start(str(row["label"] or "")) or "")
    status = "over" if row["over"] else "unfinished"
    if row["needs"]:
        status = "needs its rules"
    begun = when(str(row["created"]), words=words)
    how = f"{count_moves(row, words)}, {words(status)}"
    return f"{title:19.19}  {begun:22}  {how:24}  {label}".rstrip()


def count_moves(row: Row, words: Words = str) -> str:
    """Say how long a game is."""
    number = row["events"]
    return words(say("moves", "{number} move" if number == 1 else "{number} moves", number=number))


MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August",
    "September", "October", "November", "December",
)  # fmt: skip


def when(created: str, now: Callable[[], datetime] = datetime.now, words: Words = str) -> str:
    """Write a moment as people do, in their own time: `today 16:50`, `14 March 2026`."""
    try:
        then = datetime.fromisoformat(created).astimezone()
    except (ValueError, OverflowError):
        return created
    days = (now().astimezone().date() - then.date()).days
    if days in (0, 1):
        template = ("today {time}", "yesterday {time}")[days]
        return words(say("lately", template, time=Written(f"{then:%H:%M}")))
    month, date = MONTHS[then.month - 1], "{day} {month} {year}"
    return words(say("date", date, day=then.day, month=month, year=then.year))
