"""The lobby: games, games to go on with, puzzles, statistics."""

import asyncio
from collections.abc import Callable
from pathlib import Path

from textual import events, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ludex.kernel import Unreadable
from ludex.rulebook.page import players
from ludex.tui.begin import BeginScreen
from ludex.tui.choosers import Page
from ludex.tui.host import host_of
from ludex.tui.house import Beginning, House, Row

RECENT = 6
"""So many games to go on with are listed."""


class LobbyScreen(Screen[None]):
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

    def __init__(self, house: House) -> None:
        super().__init__()
        self.house = house
        self.rows: list[Row] = []
        self.entries: dict[str, tuple[str, Callable[[], None]]] = {}
        """For each line of the list: what it is about, and what it opens."""

    def compose(self) -> ComposeResult:
        """The list, and beside it what a line is about."""
        yield Static(
            Content("Ludex   tabletop games as executable rulebooks"), id="title"
        )
        with Horizontal():
            yield OptionList(id="menu")
            with Vertical(id="about"):
                yield Static(id="words")
        yield Static(
            Content("↑ ↓ choose   Enter opens   d dark or light   q leaves"), id="foot"
        )

    def on_mount(self) -> None:
        """The games at once; saved games when they have been read."""
        self._fill()
        self._read()

    def on_screen_resume(self) -> None:
        """Back from a table: there may be another game to go on with."""
        self._read()

    @work(exclusive=True)
    async def _read(self) -> None:
        self.rows = await asyncio.to_thread(self.house.saved)
        self._fill()

    def _fill(self) -> None:
        menu = self.query_one("#menu", OptionList)
        at = menu.highlighted
        chosen = menu.get_option_at_index(at).id if at is not None else None
        menu.clear_options()
        self.entries.clear()
        self._section("Games")
        for name in self.house.games:
            self._game(name)
        unfinished = [row for row in self.rows if not row["over"] and row["events"]]
        if unfinished:
            self._section("Continue")
            for row in reversed(unfinished[-RECENT:]):
                self._saved(row)
        puzzles = self.house.puzzles()
        if puzzles:
            self._section("Puzzles")
            for puzzle in puzzles:
                self._puzzle(puzzle)
        self._section("You")
        self._entry(
            "statistics", "Statistics", "What you have played and won.", self._count
        )
        self._entry(
            "quit", "Quit", "Leave. Every game is saved as it is played.", self.app.exit
        )
        known = [option.id for option in menu.options]
        menu.highlighted = known.index(chosen) if chosen and chosen in known else 1

    def _section(self, title: str) -> None:
        menu = self.query_one("#menu", OptionList)
        menu.add_option(
            Option(Content.assemble((title, "bold $text-accent")), disabled=True)
        )

    def _entry(
        self, key: str, line: str, about: str, open_: Callable[[], None]
    ) -> None:
        self.entries[key] = about, open_
        menu = self.query_one("#menu", OptionList)
        menu.add_option(Option(Content(f"  {line}"), id=key))

    def _game(self, name: str) -> None:
        game = self.house.load(name)
        presets = ", ".join(game.start.presets)
        about = (
            f"{game.title}\n\n{game.summary}\n\nPlayers: {players(game)}"
            f"\nRules: {presets}\n\n{game.source}"
        )

        def begin() -> None:
            self.app.push_screen(BeginScreen(self.house, name))

        self._entry(f"game-{name}", game.title, about, begin)

    def _saved(self, row: Row) -> None:
        name, path = str(row["name"]), Path(str(row["path"]))
        seats = (
            ", ".join(map(str, row["seats"])) if isinstance(row["seats"], list) else ""
        )
        about = (
            f"{row['game']}\n\nBegun {str(row['created'])[:16].replace('T', ' ')}"
            f"\n{row['events']} events; {row['status']}\nSeats: {seats}\n\n{name}"
        )

        def go_on() -> None:
            host_of(self).sit(self.house.resume(path))

        day = str(row["created"])[5:16].replace("T", " ")
        self._entry(f"save-{name}", f"{row['game']}  {day}", about, go_on)

    def _puzzle(self, puzzle: Beginning) -> None:
        def begin() -> None:
            self.query_one("#words", Static).update(Content("One moment …"))
            self._make(puzzle)

        key = f"puzzle-{len(self.entries)}"
        self._entry(key, puzzle.words, f"{puzzle.words}: solve it at a table.", begin)

    @work(exclusive=True, group="puzzle")
    async def _make(self, puzzle: Beginning) -> None:
        header = await asyncio.to_thread(puzzle.header)
        if isinstance(header, Unreadable):
            self.query_one("#words", Static).update(Content(str(header)))
        else:
            host_of(self).begin(header)

    def _count(self) -> None:
        rows = self.house.statistics(self.rows)
        lines = [
            f"{'game':18}{'played':>7}{'won':>5}{'streak':>8}{'best':>6}{'assisted':>10}"
        ]
        lines += [
            f"{row['game']!s:18.18}{row['played']!s:>7}{row['won']!s:>5}{row['streak']!s:>8}"
            f"{row['best_streak']!s:>6}{row['assisted']!s:>10}"
            for row in rows
        ]
        if not rows:
            lines = ["No game has been played to its end yet."]
        self.app.push_screen(Page("Statistics", "\n".join(lines)))

    def on_option_list_option_highlighted(
        self, event: OptionList.OptionHighlighted
    ) -> None:
        """Tell what the line is about."""
        about = self.entries.get(event.option_id or "", ("", None))[0]
        self.query_one("#words", Static).update(Content(about))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Open it."""
        self.entries[event.option_id or ""][1]()

    def on_key(self, event: events.Key) -> None:
        """Leave, or change the colours."""
        if event.key in ("q", "escape"):
            self.app.exit()
        elif event.key == "d":
            host_of(self).toggle_dark()
