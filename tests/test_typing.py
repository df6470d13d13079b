"""Mistakes that a type checker must see in a rulebook, each in a line of its own."""

import subprocess
import sys
from pathlib import Path

from playing import ROOT

GOOD = (ROOT / "examples" / "tic_tac_toe.py").read_text()

MISTAKES = [
    ("a misspelt field of the state", "s.cells[self.cell - 1]", "s.sells[self.cell - 1]"),
    ("a misspelt field of the event", "1 <= self.cell <= 9", "1 <= self.sell <= 9"),
    ("a guard without a text", ' or f"there is no cell {self.cell}"', ""),
    ("a text that is no text", 'f"there is no cell {self.cell}"', "3"),
    ("an undefined name in a text", "cell {self.cell} is taken", "cell {cell} is taken"),
    ("an effect without a return", "return State((*before", "State((*before"),
    ("an effect of the wrong type", "return State((*before, s.turn, *after), ", "return ("),
    ("swapped arguments", "won(Seat(1 - s.turn), f", "won(f'', Seat(0)), (f"),
    ("a foreign class among the events", "events=(Mark,)", "events=(Mark, Outcome)"),
    ("an alias for a seat", "Seat(1 - s.turn))\n\n", "1 - s.turn)\n\n"),
    ("an assignment to a frozen field", "before, after = s", "self.cell = 1; before, after = s"),
    ("an event with too many arguments", "game = Game(", "Mark(1, 2)\ngame = Game("),
]  # fmt: skip

BOT = """
from ludex.bots import Bot, random_bot, view_of
from ludex.kernel import Dice, Event, Game, Seat


def asked(game: Game[tuple[int, ...]], s: tuple[int, ...], bot: Bot[tuple[int, ...]]) -> None:
    view = view_of(game, s, Seat(0))
    event: Event[tuple[int, ...]] = bot(view, Dice(1))
    print(event, random_bot(view, Dice(1)))
"""
STATES_FOR_BOTS = [("bot(view,", "bot(s,"), ("random_bot(view,", "random_bot(s,")]


def test_a_bot_that_is_given_a_state_is_caught_by_mypy(tmp_path: Path) -> None:
    assert checked(tmp_path, BOT, STATES_FOR_BOTS) == {0, 1}


def test_every_seeded_mistake_is_caught_by_mypy(tmp_path: Path) -> None:
    changes = [(old, new) for _, old, new in MISTAKES]
    caught = checked(tmp_path, GOOD, changes)
    assert [what for i, (what, *_) in enumerate(MISTAKES) if i not in caught] == []


def checked(tmp_path: Path, good: str, changes: list[tuple[str, str]]) -> set[int]:
    """Which of the changes to a good program the type checker does not let pass."""
    (tmp_path / "good.py").write_text(good)
    for i, (old, new) in enumerate(changes):
        assert old in good, old
        (tmp_path / f"bad_{i}.py").write_text(good.replace(old, new, 1))
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file", str(ROOT / "pyproject.toml"),
         "--cache-dir", str(ROOT / ".mypy_cache"), *map(str, sorted(tmp_path.glob("*.py")))],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    caught = {
        line.split("/")[-1].split(":")[0] for line in done.stdout.splitlines() if ": error:" in line
    }
    assert "good.py" not in caught, done.stdout
    return {i for i in range(len(changes)) if f"bad_{i}.py" in caught}
