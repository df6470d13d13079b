"""Chess Solitaire as a Promela model for Spin: written from the document, not from our rulebook.

The board is an array of sixteen bytes. Each capture that the pieces' walks allow is one option
of a loop, in one step: the piece stands there, a piece stands on the target, and nothing on the
way. A state of the model is a board, so Spin's numbers can be compared with ours.
"""

import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

SIZE = 4
KINDS = "KQNBRP"
STRAIGHT = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))


class Spun(NamedTuple):
    """What Spin says: states stored, transitions between them, and the seconds it took."""

    states: int
    transitions: int
    seconds: float


def is_there() -> bool:
    """Can the model be run: are Spin and a compiler installed?"""
    return all(map(shutil.which, ("spin", "gcc")))


def walks(kind: str, row: int, col: int) -> Iterator[list[tuple[int, int]]]:
    """The squares that a piece enters one after the other, the last its target."""
    if kind == "P":
        yield from ([(row - 1, col + side)] for side in (-1, 1))
    elif kind == "N":
        for down in (-2, -1, 1, 2):
            sign = 1 if down > 0 else -1
            rows = [(row + sign * n, col) for n in range(1, abs(down) + 1)]
            for side in (-1, 1):
                cols = range(1, 4 - abs(down))
                yield rows + [(row + down, col + side * n) for n in cols]
    else:
        ways = {"R": STRAIGHT, "B": DIAGONAL}.get(kind, STRAIGHT + DIAGONAL)
        for down, right in ways:
            for length in range(1, 2 if kind == "K" else SIZE):
                steps = range(1, length + 1)
                yield [(row + down * n, col + right * n) for n in steps]


def options() -> Iterator[str]:
    """Every capture, as an option of the loop."""
    for kind in KINDS:
        for row in range(SIZE):
            for col in range(SIZE):
                for walk in walks(kind, row, col):
                    if all(0 <= r < SIZE and 0 <= c < SIZE for r, c in walk):
                        places = [SIZE * r + c for r, c in walk]
                        yield option(kind, SIZE * row + col, places)


def option(kind: str, source: int, places: list[int]) -> str:
    """One capture: its conditions, and what it does in the same step."""
    *between, target = places
    held = [f"b[{source}]=={kind}", f"b[{target}]!=0"]
    held += [f"b[{place}]==0" for place in between]
    return f"  :: d_step {{ {' && '.join(held)} -> b[{target}]={kind}; b[{source}]=0 }}"


def model(line: str) -> str:
    """The model that begins with a position line such as `NP.Q/.R.B/K.N./.P..`."""
    cells = line.replace("/", "")
    values = ", ".join("0" if cell == "." else cell for cell in cells)
    defines = [f"#define {kind} {i}" for i, kind in enumerate(KINDS, start=1)]
    return "\n".join(
        [
            *defines,
            f"byte b[{SIZE * SIZE}] = {{ {values} }};",
            "active proctype play() {",
            "end: do",
            *options(),
            "  od",
            "}",
            "",
        ]
    )


def spun(line: str) -> Spun:
    """Run Spin on the model of a position."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "model.pml").write_text(model(line))
        for command in (
            ["spin", "-a", "model.pml"],
            ["gcc", "-O2", "-w", "-DSAFETY", "-DNOREDUCE", "-o", "pan", "pan.c"],
        ):
            subprocess.run(command, cwd=folder, check=True, capture_output=True)
        done = subprocess.run(
            ["./pan", "-m1000000"],
            cwd=folder,
            check=True,
            capture_output=True,
            text=True,
        )
    return Spun(
        int(_number(r"(\d+) states, stored", done.stdout)),
        int(_number(r"(\d+) transitions", done.stdout)) - 1,  # Spin counts the beginning
        float(_number(r"elapsed time ([\d.]+) seconds", done.stdout)),
    )


def _number(pattern: str, text: str) -> str:
    found = re.search(pattern, text)
    if found is None:
        raise ValueError(f"Spin did not say what was asked for: {text[:200]}")
    return found[1]
