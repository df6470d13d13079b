"""What is asked over a screen."""

from typing import TypeVar

from textual.await_complete import AwaitComplete
from textual.screen import ModalScreen

T = TypeVar("T")


class Question(ModalScreen[T]):
    """Something that is asked, and answered once."""

    def dismiss(self, result: T | None = None) -> AwaitComplete:
        """Close it. Textual closes what lies on top: with a key typed twice, what was below."""
        return super().dismiss(result) if self.is_current else AwaitComplete()
