"""The mutants: every change that they make is one, and none is excused for nothing."""

import ast
import subprocess
import sys
import tomllib
from importlib import import_module
from typing import Any

import pytest

from ludex.parts.secret_dice import SECRET, is_secret
from playing import ROOT

BENCH = ROOT / "bench"

CHANGED = """
def closed(s: State, n: int = 7) -> bool:
    assert n > 1
    s.doors.close()
    s.turns += 1
    while n < 3 and s.open:
        return n == s.doors
    return False


class Door:
    def name(self) -> str:
        def inner() -> None:
            knock(2, True)

        return [x for x in self.names if x]
"""


@pytest.fixture
def changing(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(BENCH))
    return import_module("mutating.changing")


def test_what_is_called_equivalent_is_a_mutant_of_today(changing: Any) -> None:
    entries = tomllib.loads((BENCH / "mutants.toml").read_text())["equivalent"]
    excused = {entry["mutant"] for entry in entries if entry["because"]}
    assert len(excused) == len(entries)
    parts = {key.partition(" ")[0] for key in excused}
    rooms = (*changing.GAMES, *changing.ROOMS)
    there = {m.key for r in rooms for p in parts for m in changing.mutants_of(r, p)}
    assert excused <= there


def test_guards_are_changed_in_every_way(changing: Any) -> None:
    shown = [mutant.shown for mutant in changing.mutants_of("chess-solitaire")]
    for kind, change in (
        ("negate", "+ yield not "),
        ("drop", "+ yield True"),
        ("swap", "in the other order"),
    ):
        of_this_kind = [text for text in shown if f"({kind})" in text]
        assert len(of_this_kind) > 10
        assert all(change in text for text in of_this_kind)


def test_numbers_of_guards_are_shifted_up_and_down(changing: Any) -> None:
    listed = "\n".join(mutant.shown for mutant in changing.mutants_of("freecell"))
    assert "+ yield 1 <= n <= 12 or" in listed
    assert "+ yield 1 <= n <= 14 or" in listed


def test_statements_are_changed_in_every_way_and_types_and_defaults_in_none(
    changing: Any,
) -> None:
    made = changing.edits(ast.parse(CHANGED))
    assert [(it.function, it.kind, it.before, it.after) for it in made] == [
        ("closed", "drop", "s.doors.close()", "pass"),
        ("closed", "drop", "s.turns += 1", "pass"),
        ("closed", "shift", "s.turns += 1", "s.turns += 2"),
        ("closed", "shift", "s.turns += 1", "s.turns += 0"),
        ("closed", "negate", "while n < 3 and s.open:", "while not (n < 3 and s.open):"),
        ("closed", "swap", "while n < 3 and s.open:", "while n < 3 or s.open:"),
        ("closed", "shift", "while n < 3 and s.open:", "while n <= 3 and s.open:"),
        ("closed", "shift", "while n < 3 and s.open:", "while n < 4 and s.open:"),
        ("closed", "shift", "while n < 3 and s.open:", "while n < 2 and s.open:"),
        ("closed", "shift", "return False", "return True"),
        ("closed", "shift", "return n == s.doors", "return n != s.doors"),
        ("Door.name", "return", "return [x for x in self.names if x]", "return None"),
        ("Door.name", "negate", "return [x for x in self.names if x]",
         "return [x for x in self.names if not x]"),
        ("Door.name", "drop", "knock(2, True)", "pass"),
        ("Door.name", "shift", "knock(2, True)", "knock(3, True)"),
        ("Door.name", "shift", "knock(2, True)", "knock(1, True)"),
        ("Door.name", "shift", "knock(2, True)", "knock(2, False)"),
    ]  # fmt: skip


def test_a_function_that_is_imported_already_is_changed_and_changed_back(
    changing: Any,
) -> None:
    after = "return SECRET < seed < 2 * SECRET"
    (mutant,) = (
        found
        for found in changing.mutants_of("parts", "parts/secret_dice.py")
        if found.change.after == after
    )
    assert is_secret(SECRET)
    had = changing.exchange(mutant.code(), changing.living()[0])
    try:
        assert not is_secret(SECRET)
        assert is_secret(SECRET + 1)
    finally:
        for function, code in had:
            function.__code__ = code
    assert is_secret(SECRET)


@pytest.mark.slow
@pytest.mark.parametrize(
    "asked",
    [
        "--game chess-solitaire --sample 6 --tests tests/games/chess_solitaire --bar 95",
        "--room kernel --file dice.py --kind drop --tests tests/kernel/test_dice.py --bar 95",
    ],
)
def test_a_sample_of_mutants_is_killed(asked: str) -> None:
    command = [sys.executable, str(BENCH / "mutants.py"), "--again", *asked.split()]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "100.0%" in done.stdout
