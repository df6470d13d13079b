"""A kernel plays the games that compiled loops play."""

import os
import subprocess
import sys

import engine_kernels
from engine_kernels import PLAYED, engine_of, written
from ludex.compile.loops import simulate_games


def test_kernels_play_the_same_games() -> None:
    plain = {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-W", "ignore", engine_kernels.__file__],
        env={**os.environ, **plain}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert len(lines) == len(PLAYED)
    for module, line in zip(PLAYED, lines, strict=True):
        engine, games = engine_of(module)
        assert line == written(simulate_games(engine, games, first=5)), module
