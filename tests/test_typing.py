"""Mistakes that a type checker must see in a rulebook, each in a line of its own."""

import subprocess
import sys
from pathlib import Path

from playing import ROOT

GOOD = (ROOT / "examples" / "tic_tac_toe.py").read_text()

MISTAKES = [
    ("a misspelt field of the state", "s.cells[self.cell - 1]", "s.sells[self.cell - 1]"),
    ("a misspelt field of the event", "1 <= self.cell <= 9", "1 <= self.sell <= 9"),
    ("a guard without a text", ' or "the game is over"', ""),
    ("a text that is no text", '"the game is over"', "3"),
    ("an undefined name in a text", "cell {self.cell} is taken", "cell {cell} is taken"),
    ("an effect without a return", "return State((*before", "State((*before"),
    ("an effect of the wrong type", "return State((*before, s.turn, *after), ", "return ("),
    ("swapped arguments", "won(Seat(1 - s.turn), f", "won(f'', Seat(0)), (f"),
    ("a foreign class among the events", "events=(Mark,)", "events=(Mark, Outcome)"),
    ("an alias for a seat", "Seat(1 - s.turn))\n\n", "1 - s.turn)\n\n"),
    ("an assignment to a frozen field", "before, after = s", "self.cell = 1; before, after = s"),
    ("an event with too many arguments", "game = Game(", "Mark(1, 2)\ngame = Game("),
]  # fmt: skip


def test_every_seeded_mistake_is_caught_by_mypy(tmp_path: Path) -> None:
    (tmp_path / "good.py").write_text(GOOD)
    for i, (_, old, new) in enumerate(MISTAKES):
        assert old in GOOD, old
        (tmp_path / f"bad_{i}.py").write_text(GOOD.replace(old, new, 1))
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file", str(ROOT / "pyproject.toml"),
         "--cache-dir", str(ROOT / ".mypy_cache"), *map(str, sorted(tmp_path.glob("*.py")))],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    caught = {
        line.split("/")[-1].split(":")[0]
        for line in done.stdout.splitlines()
        if ": error:" in line
    }
    assert "good.py" not in caught, done.stdout
    missed = [
        what for i, (what, *_) in enumerate(MISTAKES) if f"bad_{i}.py" not in caught
    ]
    assert missed == [], done.stdout
