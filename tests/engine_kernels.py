"""Kernels in the simulator of CUDA, for machines without a GPU."""

import os
import subprocess
import sys
from typing import Any

import numpy as np

from ludex.engines.engine import Engine
from ludex.engines.loops import simulated

KERNELS = """
import numpy as np
from ludex.engines import kernels, loops
from {module} import engine
kernels.THREADS = 4
made = {made}
there, here = (each.simulated(made, {games}, first=5) for each in (kernels, loops))
assert np.array_equal(there[0], here[0]) and np.array_equal(there[1], here[1])
print(*here[1], *here[0].ravel())
"""


def same_in_a_kernel(
    engine: Engine[Any], games: int, module: str, made: str = "engine()"
) -> bool:
    """Does a kernel play the games that compiled loops play?"""
    plain = {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [
            sys.executable, "-W", "ignore", "-c",
            KERNELS.format(module=module, made=made, games=games),
        ],
        env={**os.environ, **plain}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    scores, lengths = simulated(engine, games, first=5)
    expected: list[float] = np.concatenate([lengths, scores.ravel()]).tolist()
    return [float(word) for word in done.stdout.split()] == expected
