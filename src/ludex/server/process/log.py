"""The log, which no client can make long: so many lines a second, none without an end.

Lines beyond that are counted, and their number is told as soon as there is room again.
"""

import logging
from collections import Counter
from collections.abc import Callable
from time import monotonic
from typing import TextIO

from ludex.server.limits.rate_limit import Bucket, PerClient

RATE = 10.0
BURST = 500
LONGEST = 8000
"""Characters of an entry: a whole traceback, and not a hundred of them."""


class Logbook(logging.StreamHandler[TextIO]):
    """Writes what is logged, each logger within its own limit."""

    def __init__(self, stream: TextIO, clock: Callable[[], float] = monotonic) -> None:
        super().__init__(stream)
        self.setFormatter(logging.Formatter("%(asctime)s %(name)s %(message)s"))
        self._buckets = PerClient(lambda: Bucket(RATE, BURST, clock))
        self._left_out: Counter[str] = Counter()

    def emit(self, record: logging.LogRecord) -> None:
        name = record.name
        if not self._buckets[name].take():
            self._left_out[name] += 1
            return
        left_out = self._left_out.pop(name, 0)
        if left_out:
            text = f"({left_out} lines were left out: too many at once)"
            super().emit(logging.LogRecord(name, logging.WARNING, "", 0, text, None, None))
        super().emit(record)

    def format(self, record: logging.LogRecord) -> str:
        """Return the entry, its middle left out where it is too long."""
        text = super().format(record)
        if len(text) <= LONGEST:
            return text
        half = LONGEST // 2
        return f"{text[:half]}\n[...]\n{text[-half:]}"
