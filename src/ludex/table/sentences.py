"""Sentences of a game as a table, `sentences.toml` in its folder `table`: templates by their codes.

    tell = read_sentences(__name__)
    tell("onto", cards=cards, target=target)

Where a code has several wordings each has a name after it: `tell("did_bet.all_in", chips=20)`.
"""

import tomllib
from collections.abc import Callable, Iterator
from importlib.resources import files
from typing import Any

from ludex.kernel import Seat, Sentence, say, seat_number


def read_table(package: str, name: str) -> dict[str, Any]:
    """A file of TOML in a package."""
    return tomllib.loads(files(package).joinpath(name).read_text("utf-8"))


def read_sentences(package: str) -> Callable[..., Sentence]:
    """Return what makes a sentence from its code and what fills the template."""
    found = _templates(read_table(package, "sentences.toml"), "")
    templates = {key: (key.partition(".")[0], words) for key, words in found}

    def tell(key: str, /, **values: object) -> Sentence:
        return Sentence(*templates[key], values)

    return tell


def _templates(table: dict[str, Any], path: str) -> Iterator[tuple[str, str]]:
    for name, found in table.items():
        if isinstance(found, dict):
            yield from _templates(found, f"{path}{name}.")
        else:
            yield f"{path}{name}", found


def by_number(code: str, number: int) -> str:
    """The case of a sentence that goes with a number: `points.one`, `points.several`."""
    return f"{code}.{'one' if number == 1 else 'several'}"


def somebody(seat: Seat) -> Sentence:
    """A player at the beginning of a sentence."""
    return say("player", "Player {number}", number=seat_number(seat))
