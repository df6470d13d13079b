"""CUDA for the engines: kernels from the same functions that are compiled for the CPU.

A function compiled by `njit` may be called in a kernel as it is. Without a GPU the simulator
(`NUMBA_ENABLE_CUDASIM=1`) runs the same kernels, slowly, one thread after the other.
"""

from collections.abc import Callable
from typing import Any, Final, TypeAlias

import numpy as np

from ludex.compile.bits import by_halves, how_many, lowest, nth, signed, unsigned

if not hasattr(np, "row_stack"):
    # NumPy 2.5 dropped this old name of vstack, which numba-cuda 0.30 still looks up.
    np.row_stack = np.vstack

try:
    from numba import cuda as numba_cuda
except ImportError as missing:
    raise ImportError('kernels need Numba with CUDA: pip install "ludex[gpu]"') from missing

cuda: Final[Any] = numba_cuda
"""Numba's CUDA. What is written in kernels has no Python types to be checked."""

Array: TypeAlias = Any
"""An array in the memory of the device, or one that a kernel has to itself."""

kernel: Final[Callable[[Callable[..., None]], Any]] = cuda.jit
"""A function that the host starts on the device, once for each thread."""


def kernel_with(registers: int) -> Callable[[Callable[..., None]], Any]:
    """Return `kernel` with no more registers than these for a thread, so that more of them run at once."""
    if hasattr(cuda, "extending"):
        made: Callable[[Callable[..., None]], Any] = cuda.jit(max_registers=registers)
        return made
    return kernel  # the simulator has none


if hasattr(cuda, "extending"):  # the simulator runs kernels as plain Python
    if not hasattr(cuda.extending, "overload"):
        raise ImportError('kernels need Numba with CUDA: pip install "ludex[gpu]"')
    # ruff: noqa: ARG005, PLW0108 - the same names twice, as in `bits`
    cuda.extending.overload(lowest)(lambda some: lambda some: cuda.ffs(some) - 1)
    cuda.extending.overload(unsigned)(lambda some: lambda some: np.uint64(some))
    cuda.extending.overload(signed)(lambda some: lambda some: np.int64(some))
    cuda.extending.overload(how_many)(lambda some: lambda some: cuda.popc(some))
    cuda.extending.overload(nth)(lambda some, n: lambda some, n: by_halves(some, n))

THREADS = 256
"""Threads in a block, unless there is a reason for another number."""


class NoGPU(RuntimeError):
    """There is no GPU that could be used."""


def require() -> None:
    """See to it that there is a GPU, or say in one line that there is none."""
    if not cuda.is_available():
        raise NoGPU(
            "no GPU was found: this needs an NVIDIA card with its driver and"
            ' pip install "ludex[gpu]"'
        )


def name() -> str:
    """Return the name of the card."""
    found: Any = cuda.get_current_device().name
    return found.decode() if isinstance(found, bytes) else str(found)
