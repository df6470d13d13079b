"""The lobby: games, games to go on with, puzzles, statistics."""

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from textual import events, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ludex.kernel import Game, Written, say
from ludex.language.document import document_of
from ludex.language.rulebook.page import players
from ludex.play.starts import describe_start
from ludex.table.options import meanings_of, titles_of
from ludex.tui.background import in_background
from ludex.tui.host import host_of
from ludex.tui.lobby.saved import SavedScreen, count_moves, title_of, when
from ludex.tui.lobby.setup import BeginScreen
from ludex.tui.lobby.special_starts import StartScreen
from ludex.tui.lobby.statistics import scores
from ludex.tui.services import Row, SavedGames, Services, Words
from ludex.tui.table.dialogs import Page

RECENT = 6
"""So many games to go on with are listed."""


class LobbyScreen(StartScreen):
    """One list: what can be played, gone on with, solved, looked at."""

    DEFAULT_CSS = """
    LobbyScreen #title { height: 3; padding: 1 2; text-style: bold; color: $text-accent; }
    LobbyScreen OptionList {
        width: 36; height: 1fr; border: none; padding: 0 1; background: $background;
        scrollbar-size-vertical: 1;
    }
    LobbyScreen OptionList:focus { border: none; }
    LobbyScreen #about { width: 1fr; height: 1fr; padding: 0 2; }
    LobbyScreen #foot { height: 1; padding: 0 2; background: $panel; }
    """

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self.words = services.words(None)
        self.saved = SavedGames()
        self.has_read = asyncio.Event()
        """Have the saved games been read?"""

        self.entries: dict[str, tuple[str, Callable[[], object]]] = {}
        """For each line of the list: what it is about, and what it opens."""

    def compose(self) -> ComposeResult:
        """Show the list, and beside it what a line is about."""
        yield Static(
            Content(self.words("Ludex   tabletop games as executable rulebooks")),
            id="title",
        )
        with Horizontal():
            yield OptionList(id="menu")
            with Vertical(id="about"):
                yield Static(id="told")
        yield Static(
            Content(self.words("↑ ↓ choose   Enter opens   d dark or light   q leaves")),
            id="foot",
        )

    def on_mount(self) -> None:
        """List the games at once; saved games when they have been read."""
        self._fill()
        self._read()

    def on_screen_resume(self) -> None:
        """Read again, back from a table: there may be another game to go on with."""
        self._read()

    @work(exclusive=True)
    async def _read(self) -> None:
        saved = await in_background(self.services.saved)
        self.has_read.set()
        if saved != self.saved:  # else what has been told stays to be read
            self.saved = saved
            self._fill()

    def _fill(self) -> None:
        menu = self.menu
        at = menu.highlighted
        chosen = menu.get_option_at_index(at).id if at is not None else None
        menu.clear_options()
        self.entries.clear()
        self._section("Games")
        for name in self.services.games():
            self._game(name)
        unfinished = self.saved.unfinished
        if self.saved.rows:
            self._section("Continue" if unfinished else "Saved games")
            for row in reversed(unfinished[-RECENT:]):
                self._saved(row)
            about = "Continue, view or delete a saved game."
            count = len(self.saved.rows)
            line = say("all_saved", "All saved games ({number})", number=count)
            screen = partial(SavedScreen, self.services)
            self._entry("saves", line, about, lambda: self.app.push_screen(screen()))
        puzzles = self.services.puzzles()
        if puzzles:
            self._section("Puzzles")
            for puzzle in puzzles:
                about = say("solve", "{puzzle}: solve it at a table.", puzzle=puzzle.words)
                self._entry(puzzle.words, puzzle.words, about, partial(self.make, puzzle))
        self._section("You")
        about = "The games you have played and won, and your times."
        self._entry("statistics", "Statistics", about, self._count)
        if self.saved.troubles:
            self._troubles(self.saved.troubles)
        self._entry("quit", "Quit", "Leave. Every game is saved as it is played.", self.app.exit)
        known = [option.id for option in menu.options]
        menu.highlighted = known.index(chosen) if chosen and chosen in known else 1

    def _section(self, title: str) -> None:
        heading = Content.assemble((self.words(title), "bold $text-accent"))
        self.menu.add_option(Option(heading, disabled=True))

    def _entry(self, key: str, line: str, about: str, open_: Callable[[], object]) -> None:
        self.entries[key] = self.words(about), open_
        self.menu.add_option(Option(Content(f"  {self.words(line)}"), id=key))

    def _game(self, name: str) -> None:
        game = self.services.load(name)
        words, count = self.services.words(game), Written(self.words(players(game)))
        title = words(game.title)
        many = self.words(say("players", "Players: {number}", number=count))
        about = Written(
            f"{title}\n\n{words(game.summary)}\n\n{many}"
            f"\n{_rules(game, words)}\n\n{document_of(game).title}"
        )
        self._entry(f"game-{name}", Written(title), about, partial(self._begin, name))

    def _begin(self, name: str) -> None:
        self.app.push_screen(BeginScreen(self.services, name))

    def _saved(self, row: Row) -> None:
        name, path = str(row["name"]), Path(str(row["path"]))
        seats = ", ".join(map(str, row["seats"])) if isinstance(row["seats"], list) else ""
        title = title_of(self.services, row)
        begun = when(str(row["created"]), words=self.words)
        since = self.words(say("begun", "Begun {when}", when=Written(begun)))
        sitting = self.words(say("seats", "Seats: {seats}", seats=Written(seats)))
        about = Written(
            f"{title}\n\n{self.words(describe_start(str(row['label'])) or '')}\n{since}"
            f"\n{count_moves(row, self.words)}; {self.services.status_of(row)}\n{sitting}\n\n{name}"
        )
        self._entry(
            f"save-{name}",
            Written(f"{title}, {begun}"),
            about,
            lambda: host_of(self).sit(self.services.resume(path)),
        )

    def _troubles(self, troubles: tuple[str, ...]) -> None:
        count = len(troubles)
        one = say("unreadable_file", "1 file not readable")
        several = say("unreadable_files", "{number} files not readable", number=count)
        heading = self.words("These saved games cannot be read.")
        about = Written("\n\n".join([heading, *troubles]))
        page = partial(Page, self.words("Unreadable"), about)
        line = one if count == 1 else several
        self._entry("troubles", line, about, lambda: self.app.push_screen(page()))

    @work(exclusive=True, group="count")
    async def _count(self) -> None:
        if not self.has_read.is_set():
            self.tell(self.words("One moment: the saved games are being read …"))
            await self.has_read.wait()
        rows = self.services.statistics(self.saved.rows)
        page = Page(self.words("Statistics"), scores(rows, self.words))
        self.app.push_screen(page)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Tell what the line is about."""
        about = self.entries.get(event.option_id or "", ("", None))[0]
        self.tell(about)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Open it."""
        self.entries[event.option_id or ""][1]()

    def on_key(self, event: events.Key) -> None:
        """Leave, or change the colours."""
        if event.key in ("q", "escape"):
            self.app.exit()
        elif event.key == "d":
            host_of(self).toggle_dark()


def _rules(game: Game[Any], words: Words) -> str:
    """List the presets by name, or each with its sentence where that is said."""
    titles, meanings = titles_of(game), meanings_of(game)
    if not meanings:
        names = Written(", ".join(map(words, titles.values())))
        return words(say("rules", "Rules: {names}", names=names))
    return "\n".join(
        f"{words(titles[name])}: {words(meaning)}" for name, meaning in meanings.items()
    )
