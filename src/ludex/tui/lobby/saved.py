"""All saved games: to go on with, to look at, to throw away."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Final

from textual import events
from textual.app import ComposeResult
from textual.content import Content
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ludex.kernel import Written, say
from ludex.play.starts import describe_start
from ludex.tui.dialog import Question
from ludex.tui.host import host_of
from ludex.tui.services import Doors, Row, Words
from ludex.tui.table.dialogs import Page

KEYS = "↑ ↓ choose   Enter opens   Delete throws away   Esc back"


class SavedScreen(Screen[None]):
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

    def __init__(self, doors: Doors) -> None:
        super().__init__()
        self.doors = doors
        self.words = doors.words(None)
        self.rows: list[Row] = []

    def compose(self) -> ComposeResult:
        """The list, what has just happened, and the keys."""
        yield Static(Content(self.words("Saved games")), id="title")
        yield OptionList(id="saved")
        yield Static(id="told")
        yield Static(Content(self.words(KEYS)), id="foot")

    def on_screen_resume(self) -> None:
        """Also back from a table, at which something may have been played."""
        self.fill()

    def fill(self) -> None:
        """Read them again."""
        shelf = self.doors.saved()
        self.rows = [*reversed(shelf.rows)]
        menu = self.query_one(OptionList)
        at = menu.highlighted or 0
        menu.clear_options()
        menu.add_options(
            Option(Content(line(row, self._title(row), self.words)))
            for row in self.rows
        )
        if self.rows:
            menu.highlighted = min(at, len(self.rows) - 1)
        else:
            self.tell(self.words("There are no saved games."))

    def tell(self, words: str) -> None:
        """Below the list."""
        self.query_one("#told", Static).update(Content(words))

    def _title(self, row: Row) -> str:
        return title_of(self.doors, row)

    def _chosen(self) -> Row | None:
        at = self.query_one(OptionList).highlighted
        return None if at is None or at >= len(self.rows) else self.rows[at]

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Go on with it, or see how it ended."""
        row = self.rows[event.option_index]
        if row["needs"]:
            self.app.push_screen(Page(str(row["name"]), str(row["needs"])))
        else:
            host_of(self).sit(self.doors.resume(Path(str(row["path"]))))

    def on_key(self, event: events.Key) -> None:
        """Leave, or throw away."""
        if event.key in ("escape", "q"):
            event.stop()
            self.app.pop_screen()
        elif event.key == "delete" and (row := self._chosen()) is not None:
            event.stop()
            self._throw_away(row)

    def _throw_away(self, row: Row) -> None:
        def answered(sure: bool | None) -> None:
            if not sure:
                return
            trouble = self.doors.delete(Path(str(row["path"])))
            self.tell(trouble or self.words(say("gone", "{what} is gone.", what=what)))
            self.fill()

        begun = when(str(row["created"]), words=self.words)
        what = Written(f"{self._title(row)}, {begun},")
        question = say("throw_away", "Throw away {what} for ever?", what=what)
        how = self.words("y yes   any other key no")
        self.app.push_screen(Sure(f"{self.words(question)}\n\n{how}"), answered)


class Sure(Question[bool]):
    """A question that only `y` says yes to."""

    DEFAULT_CSS = """
    Sure { align: center middle; background: $background 40%; }
    Sure Static {
        width: auto; max-width: 90%; height: auto;
        border: round $accent; background: $surface; padding: 0 2;
    }
    """

    def __init__(self, question: str) -> None:
        super().__init__()
        self.question = question

    def compose(self) -> ComposeResult:
        """The question, and how to answer."""
        yield Static(Content(self.question))

    def on_key(self, event: events.Key) -> None:
        """Yes, or no."""
        event.stop()
        self.dismiss(event.key == "y")


def title_of(doors: Doors, row: Row) -> str:
    """What a game is called; one in a file, by its file."""
    name = str(row["game"])
    if name not in doors.games():
        return Path(name).stem
    game = doors.load(name)
    return doors.words(game)(game.title)


def line(row: Row, title: str, words: Words = str) -> str:
    """A saved game on one line."""
    label = words(describe_start(str(row["label"] or "")) or "")
    stands = "over" if row["over"] else "unfinished"
    if row["needs"]:
        stands = "needs its rules"
    begun = when(str(row["created"]), words=words)
    how = f"{counted(row, words)}, {words(stands)}"
    return f"{title:19.19}  {begun:22}  {how:24}  {label}".rstrip()


def counted(row: Row, words: Words = str) -> str:
    """How long it is."""
    number = row["events"]
    several = "{number} move" if number == 1 else "{number} moves"
    return words(say("moves", several, number=number))


MONTHS: Final = (
    "January", "February", "March", "April", "May", "June", "July", "August",
    "September", "October", "November", "December",
)  # fmt: skip


def when(
    created: str, now: Callable[[], datetime] = datetime.now, words: Words = str
) -> str:
    """A moment as people write it, in their own time: `today 16:50`, `14 March 2026`."""
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
