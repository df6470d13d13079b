"""Errors: a request that cannot be met, or a store that does not answer."""

from ludex.table.sentence_data import packed


def problem(text: str) -> dict[str, object]:
    """An error as every error is sent: its English text, and the sentence as data."""
    return {"error": str(text), "said": packed(text)}


class RequestRefused(Exception):
    """The request cannot be met; one sentence says why, with its HTTP status."""

    def __init__(self, status: int, text: str, *, retry_after: int = 1) -> None:
        super().__init__(text)
        self.status = status
        self.text = text
        self.retry_after = retry_after
        """Seconds after which it may be met, where it is a matter of time."""


UNSAVED = "That could not be saved; try again."
LOST = "The server's database file is missing: no move is saved until it returns."


class NotSaved(Exception):
    """The store did not answer: nobody knows whether anything was committed."""

    def __init__(self, *, lost: bool = False) -> None:
        super().__init__()
        self.is_lost = lost
        """Is there nothing to save it in?"""

        self.text = LOST if lost else UNSAVED
