"""The keys of the table: one list for the keyboard, the help and the letters of a game."""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from ludex.table import Gesture


class TableKey(NamedTuple):
    """Keys that do the same, the method that does it, how they are written, and what it is called."""

    names: tuple[str, ...]
    action: str
    shown: str = ""
    sentence: str = ""


ARROWS: Final = ("up", "down", "left", "right")

KEYS: Final = (
    TableKey(ARROWS, "move", "↑ ↓ ← →", "move over the table; in a fan, over its cards"),
    TableKey(
        ("enter", "space"),
        "press",
        "Enter, Space",
        "pick up, put down; twice: the obvious move",
    ),
    TableKey(
        ("tab", "shift+tab"),
        "onward",
        "Tab, Shift-Tab",
        "the next place that is lit, or thing to pick",
    ),
    TableKey(("escape",), "cancel", "Esc", "put back; close what is open"),
    TableKey(
        ("f", "f10"),
        "obvious",
        "f, F10",
        "the obvious move with what is under the cursor",
    ),
    TableKey(("u", "ctrl+z"), "undo", "u", "undo"),
    TableKey(("y", "ctrl+y"), "redo", "y", "redo"),
    TableKey(("h", "f5"), "hint", "h, F5", "hint: where, then why, then do it"),
    TableKey(("w", "f8"), "light", "w, F8", "can it still be won? (where that can be proven)"),
    TableKey(("x", "f12"), "explain", "x, F12", "why a move is refused, or what it would do"),
    TableKey(("a", "f9"), "actions", "a, F9", "everything that can be done now, as a list"),
    TableKey(("colon",), "type", ":", "type a move; the digit of a column begins one"),
    TableKey(("q",), "leave", "q", "leave; the game is saved as it is played"),
    TableKey(("v",), "belong", "v", "show what belongs together here"),
    TableKey(("n", "f2"), "new", "n, F2", "a new deal; this game stays saved"),
    TableKey(("ctrl+r",), "restart", "Ctrl-R", "the same deal from the start"),
    TableKey(("l", "f6"), "log", "l, F6", "the log: what has happened"),
    TableKey(("g", "f7"), "rules", "g, F7", "the rules (Page Up and Down turn them)"),
    TableKey(("c", "f4"), "colours", "c, F4", "four colours for suits"),
    TableKey(("d", "f3"), "dark", "d, F3", "dark or light"),
    TableKey(("plus", "equals_sign", "minus"), "zoom", "+ -", "larger and smaller maps"),
    TableKey(
        tuple(f"shift+{arrow}" for arrow in ARROWS),
        "pan",
        "Shift-arrows",
        "move the map, as the mouse wheel does",
    ),
    TableKey(("pagedown", "pageup"), "page"),
    TableKey(("question_mark", "f1"), "help", "?, F1", "these keys"),
)

RESERVED: Final = frozenset("uyhanqx?")
"""Letters that a game's actions never take; of the others they may."""

TAKEN: Final = frozenset(name for key in KEYS for name in key.names if len(name) == 1)


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
        shown = gesture.choices[-1] if gesture.choices else gesture.words
        named = re.search(r"(?<!\d)\d$", shown)
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
