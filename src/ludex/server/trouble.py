"""What may go wrong: what a client asks for cannot be, or the store does not answer."""


class Refused(Exception):
    """The request cannot be met; one sentence says why, with its HTTP status."""

    def __init__(self, status: int, text: str, *, retry_after: int = 1) -> None:
        super().__init__(text)
        self.status = status
        self.text = text
        self.retry_after = retry_after
        """Seconds after which it may be met, where it is a matter of time."""


class NotSaved(Exception):
    """The store did not answer: nobody knows whether anything was committed."""
