"""What the checking commands print, word for word, of a small rulebook with many mistakes.

`LUDEX_UPDATE_GOLDEN=1 pytest tests/check/test_reports.py` writes it anew; read the differences
before you commit them.
"""

import json
import os
from pathlib import Path

import pytest

from commands import ludex
from playing import ROOT

WRITTEN = Path(__file__).parent / "written"
GAME = str(Path(__file__).parent / "faulty" / "countdown.py")
PIG = str(ROOT / "examples" / "pig.py")

SCRIPT = "take(1)\ntake(2)\ntake(3)\nswap\ntake(3)\nhalve\ntake(9)\n"

COMMANDS = {
    "check": ("check", GAME),
    "check-thorough": ("check", GAME, "--thorough"),
    "check-as-test": ("check", GAME, "--as-test"),
    "check-json": ("check", GAME, "--json"),
    "check-pig": ("check", PIG, "--states", "60", "--depth", "4"),
    "check-sound": ("check", "SOUND"),
    "cover": ("cover", "SOUND", "SCRIPT"),
    "cover-json": ("cover", "SOUND", "SCRIPT", "--json"),
    "trace": ("trace", "SOUND", "take(*){2} ; swap? ; (halve | swap)"),
    "trace-json": ("trace", "SOUND", "take(1..3) ; take({1,3})", "--json"),
    "why": ("why", GAME, "take(3)"),
    "why-source": ("why", GAME, "take(3)", "--source"),
    "why-json": ("why", GAME, "take(1)", "--json"),
    "simulate": ("simulate", GAME, "--games", "30", "--seed", "1"),
    "simulate-json": ("simulate", "SOUND", "--games", "5", "--seed", "1", "--json"),
    "mutate": ("mutate", "SOUND", "--suite", "SCRIPT", "--count", "25"),
}
"""SOUND is the rulebook without its mistakes."""


def without_mistakes(text: str) -> str:
    for wrong, right in (
        ("8 // (s.left - 4) < 9", "s.left > 4"),
        ("s != State(6, Seat(0))", "s.left > -9"),
        ("s.left == 9", "s.left == 2"),
    ):
        assert wrong in text
        text = text.replace(wrong, right)
    return text


CLOCK = ("cost ", "speed ")
TIMES = {"seconds", "bytes", "events_per_second", "games_per_second"}


def timeless(found: object) -> object:
    """What was found, without what a clock says of it."""
    if isinstance(found, dict):
        return {k: timeless(v) for k, v in found.items() if k not in TIMES}
    return found


@pytest.mark.parametrize("name", COMMANDS)
def test_it_is_told_as_it_was(name: str, tmp_path: Path) -> None:
    sound, script = tmp_path / "countdown.py", tmp_path / "script.txt"
    script.write_text(SCRIPT)
    sound.write_text(without_mistakes(Path(GAME).read_text()))
    meant = {"SOUND": sound, "SCRIPT": script}
    done = ludex(*(str(meant.get(word, word)) for word in COMMANDS[name]))
    lines = [line for line in done.out.splitlines() if not line.startswith(CLOCK)]
    if lines and lines[0].startswith("{"):
        found = timeless(json.loads("\n".join(lines)))
        lines = json.dumps(found, indent=1, ensure_ascii=False).splitlines()
    told = "\n".join([*lines, done.err, f"status {done.status}", ""])
    told = told.replace(str(tmp_path), "FOLDER").replace(GAME, "GAME")
    path = WRITTEN / f"{name}.txt"
    if os.environ.get("LUDEX_UPDATE_GOLDEN"):
        path.write_text(told, encoding="utf-8")
    assert told == path.read_text(encoding="utf-8")
