"""Sentences of a game as a table, `sentences.toml` in its folder `table`: templates by their codes.

    tell = read_sentences(__name__)
    tell("onto", cards=cards, target=target)

Where a code has several wordings each has a name after it: `tell("did_bet.all_in", chips=20)`.
"""

import tomllib
from collections.abc import Callable
from importlib.resources import files
from typing import Any

from ludex.kernel import Seat, Sentence, say, seat_number


def read_table(package: str, name: str) -> dict[str, Any]:
    """A file of TOML in a package."""
    return tomllib.loads(files(package).joinpath(name).read_text("utf-8"))


def read_sentences(package: str) -> Callable[..., Sentence]:
    """Return what makes a sentence from its code and what fills the template."""
    templates: dict[str, str] = {}
    for code, found in read_table(package, "sentences.toml").items():
        cases = found if isinstance(found, dict) else {"": found}
        templates |= {f"{code}.{case}".rstrip("."): words for case, words in cases.items()}

    def tell(key: str, /, **values: object) -> Sentence:
        return Sentence(key.partition(".")[0], templates[key], values)

    return tell


def somebody(seat: Seat) -> Sentence:
    """A player at the beginning of a sentence."""
    return say("player", "Player {number}", number=seat_number(seat))
