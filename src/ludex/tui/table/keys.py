"""The keys of the table: one list (`keys.toml`) for the keyboard, the help and the letters of a game."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from ludex.table import Gesture
from ludex.table.sentences import read_table


class TableKey(NamedTuple):
    """Keys that do the same, the method that does it, how they are written, and what it is called."""

    names: Sequence[str]
    action: str
    shown: str = ""
    sentence: str = ""


KEYS = tuple(TableKey(**key) for key in read_table(__package__, "keys.toml")["key"])

RESERVED = frozenset("uyhanqx?")
"""Letters that a game's actions never take; of the others they may."""

TAKEN = frozenset(name for key in KEYS for name in key.names if len(name) == 1)


def assign_letters(buttons: Sequence[Gesture], *, digits: bool = True) -> dict[str, Gesture]:
    """Give a letter or a digit to each action: the first letter of its words if that is free.

    Where an action is told by a number, such as a column, that number is its key, and digits
    stand for nothing else. Without `digits` none is given: moves are typed with them.
    """
    named = assign_digits(buttons) if digits else {}
    found = {digit: buttons[i] for digit, i in named.items()}
    has_digits = digits and not named
    numbers = iter("123456789" if has_digits else "")
    for i, gesture in enumerate(buttons):
        if i in named.values():
            continue
        first, others = gesture.words[:1].lower(), gesture.words[1:].lower()
        free = [first] if first.isalpha() and first not in RESERVED else []
        if not has_digits:
            free += [c for c in others if c.isalpha() and c not in TAKEN]
        letter = next((c for c in free if c not in found), "") or next(numbers, "")
        if letter:
            found[letter] = gesture
    return found


def assign_digits(gestures: Sequence[Gesture]) -> dict[str, int]:
    """Return the digits that name one of several gestures: those that end what is shown of it.

    A number that its event does not hold, such as what it costs to call, is no name.
    """
    found: dict[str, int] = {}
    for i, gesture in enumerate(gestures):
        label = gesture.choices[-1] if gesture.choices else gesture.words
        named = re.search(r"(?<!\d)\d$", label)
        if named and "(" in gesture.event:
            found.setdefault(named[0], i)
    return found


def is_utmost(gesture: Gesture, gestures: Sequence[Gesture]) -> bool:
    """Is it the most that can be said, such as all in? Then one key is too few."""
    return any(
        other.amount is not None
        and other.event.replace("{}", str(other.amount.high)) == gesture.event
        for other in gestures
    )
