"""Asking for lines: with history and completion at a terminal, plainly in a pipe."""

import sys
from collections.abc import Callable, Iterable

from ludex.cli.arguments import is_terminal


class Prompt:
    """Lines from whoever sits at the other end."""

    def __init__(self, words: Callable[[], Iterable[str]] = list) -> None:
        self.words = words
        self.at_terminal = is_terminal()
        if self.at_terminal:
            self._complete()

    def ask(self, prompt: str) -> str | None:
        """The next line, or None when there are no more."""
        if self.at_terminal:
            try:
                return input(prompt)
            except EOFError:
                print()
                return None
        sys.stdout.flush()
        line = sys.stdin.readline()
        return line.rstrip("\r\n") if line else None

    def _complete(self) -> None:
        try:
            import readline
        except ImportError:  # a Python without it still plays
            return

        def completer(text: str, state: int) -> str | None:
            found = [word for word in self.words() if word.startswith(text)]
            return found[state] if state < len(found) else None

        readline.set_completer(completer)
        readline.set_completer_delims(" \t\n")
        readline.parse_and_bind("tab: complete")
