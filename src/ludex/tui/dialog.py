"""Questions over a screen, and screens that are a list to choose from."""

from collections.abc import Callable
from typing import Any, TypeVar

from textual import events
from textual.await_complete import AwaitComplete
from textual.content import Content
from textual.screen import ModalScreen, Screen
from textual.widgets import OptionList, Static

from ludex.tui.services import Words

T = TypeVar("T")


class ModalQuestion(ModalScreen[T]):
    """A question that is answered once; Esc answers nothing."""

    def dismiss(self, result: T | None = None) -> AwaitComplete:
        """Close it. Textual closes what lies on top: with a key typed twice, what was below."""
        return super().dismiss(result) if self.is_current else AwaitComplete()

    def on_key(self, event: events.Key) -> None:
        """Leave without an answer."""
        if event.key == "escape":
            event.stop()
            self.dismiss(None)


def ask(
    screen: Screen[Any], question: ModalQuestion[T | None], then: Callable[[T], object]
) -> None:
    """Put a question over a screen, and do something with the answer, if there is one."""

    def answered(answer: T | None) -> None:
        if answer:
            then(answer)

    screen.app.push_screen(question, answered)


class ListScreen(Screen[None]):
    """A screen with a list, and a line that tells something."""

    words: Words
    """The translation of sentences here."""

    @property
    def menu(self) -> OptionList:
        """Return the list."""
        return self.query_one(OptionList)

    def tell(self, words: str) -> None:
        """Say something where one looks."""
        self.query_one("#told", Static).update(Content(words))
