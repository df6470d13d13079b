"""The line of actions at the foot of the table: letters, words, and clicks on them."""

from dataclasses import dataclass

from textual import events
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

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
        kept = sum(_wide(item) for item in self._items if item[0] in self._always)
        for item in self._items:
            if item[0] in self._always:
                kept -= _wide(item)
            elif at + _wide(item) + kept > self.size.width + GAP:
                continue
            key, shown, words = item
            parts += (shown, "bold $text-accent"), f" {words}{GAP * ' '}"
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
