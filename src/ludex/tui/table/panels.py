"""Panels beside, below and over the table: actions, the log, the rulebook, the keys, the result."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rich.markdown import Markdown
from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import RichLog, Static

from ludex.kernel import Game, History, Seat, listed, say, seat_name
from ludex.language.rulebook.markup import as_markdown
from ludex.language.rulebook.page import Heading, page_blocks
from ludex.language.rulebook.players import for_players
from ludex.play.table import Table
from ludex.table import Gesture
from ludex.tui.services import Words
from ludex.tui.table.keys import KEYS

GAP = 2
"""Cells between one action and the next."""


class ActBar(Static):
    """Keys with what they do, as many as there is room for."""

    DEFAULT_CSS = "ActBar { height: 1; }"

    @dataclass
    class Chosen(Message):
        """An action was clicked."""

        key: str

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002  # Textual's name
        super().__init__(id=id)
        self._items: list[tuple[str, str, str]] = []
        self._always: frozenset[str] = frozenset()
        self._spans: list[tuple[int, int, str]] = []

    def offer(self, items: list[tuple[str, str, str]], always: frozenset[str]) -> None:
        """Show (key, the key as it is written, words) from the left; some always."""
        self._items, self._always = items, always
        self._show()

    def on_resize(self) -> None:
        """Show more, or less."""
        self._show()

    def _show(self) -> None:
        """Show as much as fits: what is always shown has its room before anything else."""
        parts: list[str | tuple[str, str]] = []
        self._spans = []
        at = 0
        width = sum(_wide(item) for item in self._items if item[0] in self._always)
        for item in self._items:
            if item[0] in self._always:
                width -= _wide(item)
            elif at + _wide(item) + width > self.size.width + GAP:
                continue
            key, label, words = item
            parts += (label, "bold $text-accent"), f" {words}{GAP * ' '}"
            self._spans.append((at, at + _wide(item) - GAP, key))
            at += _wide(item)
        self.update(Content.assemble(*parts))

    def on_click(self, event: events.Click) -> None:
        """Take a click on words for the key."""
        offset = event.get_content_offset(self)
        for low, high, key in self._spans:
            if offset is not None and low <= offset.x < high:
                self.post_message(self.Chosen(key))


def _wide(item: tuple[str, str, str]) -> int:
    return len(item[1]) + 1 + len(item[2]) + GAP


class LogPanel(RichLog, can_focus=False):
    """The log of events, the latest last."""

    DEFAULT_CSS = """
    LogPanel {
        width: 32; height: 1fr; padding: 0 1; background: $surface;
        scrollbar-size-vertical: 1;
    }
    """


class RulesPanel(VerticalScroll, can_focus=False):
    """The rules for players; written when it is opened first."""

    DEFAULT_CSS = """
    RulesPanel {
        width: 62; max-width: 90%; height: 1fr; padding: 0 1; background: $surface;
        scrollbar-size-vertical: 1;
    }
    """

    def __init__(self, game: Game[Any], words: Words) -> None:
        super().__init__(id="rules")
        self.game = game
        self.words = words
        self._written = False

    def compose(self) -> ComposeResult:
        """Show the page."""
        yield Static(id="rulebook")

    def toggle(self) -> None:
        """Show it, or hide it."""
        if not self._written:
            first, whole = for_players(page_blocks(self.game), self.words)
            text = as_markdown([Heading(1, self.words(self.game.title)), *first, *whole])
            self.query_one("#rulebook", Static).update(Markdown(text))
            self._written = True
        self.display = not self.display


LATEST = 40
"""So many of the last things that were told are on the page of the result."""


def help_page(letters: Mapping[str, Gesture], words: Words = str) -> Content:
    """List the keys, with the game's own letters first."""
    rows = [(letter, gesture.words) for letter, gesture in letters.items()]
    rows += [(key.shown, words(key.sentence)) for key in KEYS if key.sentence]
    wide = max(len(label) for label, _ in rows)
    lines = [
        Content.assemble((f"{label:{wide}}", "bold $text-accent"), f"  {meaning}")
        for label, meaning in rows
    ]
    return Content("\n").join(lines)


def result_page(table: Table, words: Words = str) -> Content:
    """Write how the game ended, the scores, how they arose, and whether anybody was helped."""
    game, history, people = table.game, table.history, table.people
    outcome = game.outcome(history.state)
    assert outcome is not None
    how = words(outcome.text)
    lines = [Content.assemble((how, "bold $text-accent")), Content("")]
    for seat, points in enumerate(outcome.scores):
        you = f" ({words('you')})" if list(people) == [seat] else ""
        won = "  ★" if seat in outcome.winners else ""
        name = words(seat_name(Seat(seat)))
        lines.append(Content(f"{name:>10}{you}: {points}{won}"))
    if game.players[1] == 1:
        verdict = words("You have won." if outcome.winners else "You have lost.")
        counted = "{number} move" if history.length == 1 else "{number} moves"
        moves = words(say("moves", counted, number=history.length))
        lines.append(Content(f"{verdict} {moves}."))
    elif not outcome.scores:
        names = listed(map(seat_name, outcome.winners))
        won_by = say("won_by", "Won by {winners}.", winners=names)
        nobody = words("Nobody wins.")
        lines.append(Content(words(won_by) if outcome.winners else nobody))
    if table.is_assisted:
        lines.append(Content(words("Assisted: counted separately in the statistics.")))
    arose = [*map(words, _arose(game, history))]
    if arose:
        lines += [Content(""), Content.assemble((words("How it came about"), "bold"))]
        lines += [Content("  …")] * (len(arose) > LATEST)
        lines += [Content(f"  {sentence}") for sentence in arose[-LATEST:]]
    return Content("\n").join(lines)


def _arose(game: Game[Any], history: History[Any]) -> list[str]:
    """List what was told on the way: where points came from."""
    found: list[str] = []
    before = history.start
    for step in history.steps:
        found += game.consequences(before, step.event, step.state)
        before = step.state
    return found
