"""Lessons: the game in a minute, in a few sentences, each with a picture.

A picture is looks at places, in units of one piece, x to the right and y downwards, as in
a scene; any interface draws it. An arrow says what goes where.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ludex.table.sentences import read_table


@dataclass(frozen=True, slots=True)
class Shown:
    """A piece or an empty place in a picture: what to draw, and where."""

    look: str
    x: float
    y: float = 0.0
    turned: int = 0


@dataclass(frozen=True, slots=True)
class Lesson:
    """One thing to know, and what it looks like."""

    words: str
    pieces: tuple[Shown, ...]
    arrow: tuple[int, int] | None = None
    """From the piece of this number to the piece or place of that one, counted from 0."""


def fan(cards: str, x: float, y: float = 0.0) -> tuple[Shown, ...]:
    """Cards as they are written, `KS QH JC`, each a little below the one before."""
    return tuple(Shown(f"card:{c}", x, y + 0.4 * i) for i, c in enumerate(cards.split()))


def row(cards: str, y: float = 0.0, x: float = 0.0) -> tuple[Shown, ...]:
    """Cards side by side."""
    return tuple(Shown(f"card:{c}", x + 1.08 * i, y) for i, c in enumerate(cards.split()))


def squares(rows: str, left: float = 0.0) -> tuple[Shown, ...]:
    """Squares, and the pieces on them: `R..N/.P..` has two rows, a dot is an empty square."""
    lines = [*enumerate(rows.split("/"))]
    squares = (
        Shown("square:dark" if (x + y) % 2 else "square:light", left + x, y)
        for y, line in lines
        for x, _ in enumerate(line)
    )
    pieces = (
        Shown(f"chess:{letter}", left + x, y)
        for y, line in lines
        for x, letter in enumerate(line)
        if letter != "."
    )
    return (*squares, *pieces)


def pictured(pieces: list[list[Any]]) -> tuple[Shown, ...]:
    """A picture as it is written: looks and where they are, or several pieces by the name of what they are."""
    several: dict[str, Callable[..., tuple[Shown, ...]]] = {
        "fan": fan,
        "row": row,
        "squares": squares,
    }
    return tuple(
        part
        for name, *where in pieces
        for part in (several[name](*where) if name in several else (Shown(name, *where),))
    )


def read_lessons(package: str) -> tuple[tuple[Lesson, ...], tuple[Shown, ...]]:
    """The lessons and the emblem of a game, in `table/lessons.toml` of its package."""
    found = read_table(f"{package}.table", "lessons.toml")
    lessons = (
        Lesson(
            one["words"], pictured(one["pieces"]), tuple(one["arrow"]) if "arrow" in one else None
        )
        for one in found["lesson"]
    )
    return tuple(lessons), pictured(found["emblem"])
