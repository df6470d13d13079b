"""The search for a GPU, without one: its words and moves beside lists of cards, and its kernels."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("numba")


def told(*arguments: str) -> str:
    """What the program says, without the compiler and with CUDA's simulator."""
    plain = {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
    program = str(Path(__file__).with_name("freecell_warps.py"))
    done = subprocess.run(
        [sys.executable, "-W", "ignore", program, *arguments],
        env={**os.environ, **plain}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_its_moves_and_values_are_those_of_lists_of_cards() -> None:
    assert int(told()) > 150


@pytest.mark.slow
def test_a_deal_a_warp_with_four_free_cells_and_with_three() -> None:
    assert told("a deal") == "deal 3 is won in 79 and 85\n"
