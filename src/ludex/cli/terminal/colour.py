"""Red suits in red, on a terminal that can show them."""

import os
import re
import sys

RED_CARD = re.compile(r"(?:10|[A2-9TJQK])[♥♦]'*")


def colour_cards(text: str) -> str:
    """`text` as standard output should show it: red cards in red, for people only."""
    if not sys.stdout.isatty() or os.environ.get("NO_COLOR"):
        return text
    return RED_CARD.sub("\033[31m\\g<0>\033[0m", text)


def print_cards(text: str) -> None:
    """Print for people."""
    print(colour_cards(text))
