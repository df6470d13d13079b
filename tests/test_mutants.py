"""The mutants of the guards: every change that they make is one, and none is excused for nothing."""

import subprocess
import sys

import pytest

from playing import ROOT

BENCH = [sys.executable, str(ROOT / "bench" / "mutants.py")]


def mutants(*options: str) -> str:
    done = subprocess.run(
        [*BENCH, "--list", *options], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_what_is_called_equivalent_is_a_mutant_of_today() -> None:
    listed = mutants()
    excused = (ROOT / "bench" / "mutants.toml").read_text().count("[[equivalent]]")
    assert listed.count("\n  equivalent\n") == excused


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("negate", "+ yield not "),
        ("drop", "+ yield True"),
        ("swap", "in the other order"),
    ],
)
def test_guards_are_changed_in_every_way(kind: str, change: str) -> None:
    listed = mutants("--game", "chess-solitaire", "--kind", kind)
    assert listed.count(f"({kind})") == listed.count(change) > 10


def test_numbers_are_shifted_up_and_down() -> None:
    listed = mutants("--game", "freecell", "--kind", "shift")
    assert "+ yield 1 <= n <= 12 or" in listed
    assert "+ yield 1 <= n <= 14 or" in listed


@pytest.mark.slow
def test_a_sample_of_mutants_is_killed() -> None:
    asked = [
        "--game",
        "chess-solitaire",
        "--sample",
        "6",
        "--bar",
        "95",
        "--slowest",
        "1",
    ]
    done = subprocess.run([*BENCH, *asked], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "chess-solitaire" in done.stdout
    assert "100.0%" in done.stdout
