"""What a client did wrong, in one sentence, with its HTTP status."""


class Refused(Exception):
    """The request cannot be met."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status
        self.text = text
