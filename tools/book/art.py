"""Shapes: read from the web client's drawings, so that book and table look the same."""

import re
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
DRAWINGS: Final = ROOT / "web" / "src" / "drawings"

SIDES: Final = "NESW"
MIDDLES: Final = {"N": "50 0", "E": "100 50", "S": "50 100", "W": "0 50"}


@cache
def suits() -> dict[str, str]:
    """The four suits as paths round the origin, about twenty units high."""
    text = (DRAWINGS / "suits.ts").read_text()
    return dict(re.findall(r'^  ([SHDC]): "(M[^"]+)"', text, re.MULTILINE))


@cache
def meeple() -> str:
    """A follower on 100 by 100."""
    found = re.search(r'MEEPLE =\s+"(M[^"]+)"', (DRAWINGS / "meeples.ts").read_text())
    assert found is not None
    return found[1]


@cache
def chess() -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    """For each piece the shapes of its body, and lines on it, on 100 by 100."""
    text = (DRAWINGS / "chess.ts").read_text()
    (base,) = re.findall(r'const BASE =\s+"(M[^"]+)"', text)
    found = {}
    for letter, body, lines in re.findall(
        r"^  ([PRNBQK]): \{\s+body: \[(.*?)\],\s+lines: \[(.*?)\]",
        text,
        re.MULTILINE | re.DOTALL,
    ):
        shapes = re.findall(r'"(M[^"]+)"', body)
        found[letter] = (*shapes, base), tuple(re.findall(r'"(M[^"]+)"', lines))
    return found


def city(sides: str, *, roads: bool) -> tuple[int, str, str]:
    """Quarter turns, the ground of a city on these sides, and its wall."""
    match len(sides):
        case 1:
            low, deep = (18, 30) if roads else (22, 34)
            wall = f"M100 0C94 {low} 76 {deep} 50 {deep}S6 {low} 0 0"
            return SIDES.index(sides), f"M0 0H100{wall[6:]}Z", wall
        case 2 if sides in ("NS", "EW"):
            left, right = (
                "M0 0C8 20 26 30 50 30S92 20 100 0",
                "M100 100C92 80 74 70 50 70S8 80 0 100",
            )
            return int("N" in sides), f"{left}V100{right[8:]}Z", left + right
        case 2:
            wall = (
                "M100 0C86 20 68 34 50 50S20 86 0 100"
                if roads
                else "M100 0C92 30 78 44 61 61S30 92 0 100"
            )
            return ("NW", "NE", "ES", "SW").index(sides), f"M0 0H100{wall[6:]}Z", wall
        case 3:
            wall = "M100 100C92 78 74 63 50 63S8 78 0 100"
            (missing,) = set(SIDES) - set(sides)
            turns = (SIDES.index(missing) + 2) % 4
            return turns, f"M0 0H100V100{wall[8:]}Z", wall
        case _:
            return 0, "M0 0H100V100H0Z", ""


def road(sides: str) -> str:
    """From side to side, or to the middle, where it ends."""
    ends = [MIDDLES[side] for side in sides]
    return f"M{ends[0]}L50 50" if len(ends) == 1 else f"M{ends[0]}Q50 50 {ends[1]}"
