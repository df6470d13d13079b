"""The search for a GPU, without one: its words and moves beside lists of cards, and its kernels."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("numba")


def test_a_deal_a_warp() -> None:
    plain = {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-W", "ignore", str(Path(__file__).with_name("freecell_warps.py"))],
        env={**os.environ, **plain}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    moves, _, rest = done.stdout.partition(" ")
    assert int(moves) > 300
    assert rest.strip() == "moves agree; deal 3 is won in 79"
