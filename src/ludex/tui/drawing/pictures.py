"""Small pictures: chessmen as dots, and the land on tiles.

Chessmen are eight by eight dots, two rows of dots to a line of cells. A tile is asked at a
point (u to the right, v downwards, both from 0 to 1) what lies there, so that it can be
painted at any size.
"""

from collections.abc import Mapping
from typing import Final

FIGURINES: Final = {"K": "♚", "Q": "♛", "R": "♜", "B": "♝", "N": "♞", "P": "♙"}

CHESSMEN: Final[Mapping[str, tuple[str, ...]]] = {
    "K": (
        "...##...",
        "..####..",
        "...##...",
        ".######.",
        "..####..",
        "..####..",
        ".######.",
        ".######.",
    ),
    "Q": (
        "#..##..#",
        "#..##..#",
        "##.##.##",
        ".######.",
        ".######.",
        "..####..",
        ".######.",
        ".######.",
    ),
    "R": (
        "##.##.##",
        "########",
        ".######.",
        "..####..",
        "..####..",
        "..####..",
        ".######.",
        "########",
    ),
    "B": (
        "...##...",
        "..##.#..",
        ".##.###.",
        ".######.",
        "..####..",
        "...##...",
        "..####..",
        ".######.",
    ),
    "N": (
        "...#.#..",
        "..#####.",
        ".##.####",
        "########",
        "##.#####",
        "..#####.",
        ".######.",
        "########",
    ),
    "P": (
        "........",
        "...##...",
        "..####..",
        "..####..",
        "...##...",
        "..####..",
        ".######.",
        ".######.",
    ),
}


def terrain(name: str, turned: int, u: float, v: float) -> str | None:
    """What lies at a point of a tile: city or field; None when it is unknown."""
    for _ in range(turned % 4):
        u, v = v, 1 - u
    match name:
        case "B":
            return "field"  # the cloister stands on it
        case "C":
            return "city"
        case "E":
            return "city" if v < 0.12 + 0.36 * (1 - (2 * u - 1) ** 2) else "field"
        case "N":
            return "city" if u + v < 0.95 else "field"
        case _:
            return None


STANDS: Final[Mapping[str, tuple[float, float]]] = {
    "MB": (0.5, 0.5),
    "FB": (0.5, 0.1),
    "KC": (0.5, 0.5),
    "KE": (0.5, 0.2),
    "FE": (0.5, 0.85),
    "KN": (0.25, 0.25),
    "FN": (0.75, 0.8),
}


def stand(role: str, name: str, turned: int) -> tuple[float, float]:
    """Where on a tile a meeple of that role stands."""
    u, v = STANDS.get(role + name, (0.5, 0.5))
    for _ in range(turned % 4):
        u, v = 1 - v, u
    return u, v
