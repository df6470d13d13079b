"""Bits in a whole number: one instruction each, on a CPU and on a GPU."""

from typing import Any

import numpy as np
from llvmlite import binding, ir  # type: ignore[import-untyped]
from numba import types
from numba.core import config
from numba.extending import intrinsic, overload

from ludex.compile.jit import step


def lowest(some: int) -> int:
    """The place of the lowest bit that is set; one must be."""
    return (int(some) & -int(some)).bit_length() - 1


def how_many(some: int) -> int:
    """Return the number of bits that are set."""
    return int(some).bit_count()


def unsigned(some: int) -> np.uint64:
    """The same 64 bits without a sign: such numbers wrap around, signed ones must not.

    Numba tells LLVM that signed sums and products never grow too large (`nsw`).
    """
    return np.uint64(int(some) % (1 << 64))


def signed(some: np.uint64) -> int:
    """The same 64 bits with a sign."""
    return int(some) - (int(some) >> 63 << 64)


def nth(some: int, n: int) -> int:
    """The place of the bit with n others that are set below it."""
    return int(by_halves(some, n))


@step
def by_halves(some: int, n: int) -> int:
    """The same on every machine: half of the bits, a quarter of them, …"""
    place = 0
    for half in (32, 16, 8, 4, 2, 1):
        below = how_many(some & (1 << half) - 1)
        higher = int(n >= below)
        n -= higher * below
        some >>= higher * half
        place += higher * half
    return place


# Numba asks for each function twice, once by the types that it is called with: the same
# names stand in both, and what looks unused here is what it looks at.
# ruff: noqa: ANN401, ARG001, ARG005, PLW0108
def _trailing(context: Any, some: Any) -> Any:
    def generated(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], context.get_constant(types.boolean, 0))

    return types.int64(types.int64), generated


def _population(context: Any, some: Any) -> Any:
    def generated(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), generated


def _deposited(context: Any, bits: Any, places: Any) -> Any:
    """The lowest bits, one after the other, put where the places are: PDEP of x86."""

    def generated(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        word = ir.IntType(64)
        of_two = ir.FunctionType(word, [word, word])
        name = "llvm.x86.bmi.pdep.64"
        return builder.call(builder.module.declare_intrinsic(name, (), of_two), args)

    return types.int64(types.int64, types.int64), generated


def _has_deposit() -> bool:
    """Does this machine have it, and as one instruction? Two old ones have it as a loop."""
    # Numba may have been told to compile for another one.
    is_told = getattr(config, "CPU_NAME", None) or getattr(config, "CPU_FEATURES", None)
    is_slow = binding.get_host_cpu_name() in {"znver1", "znver2"}
    return not is_told and not is_slow and "+bmi2" in _features()


def _features() -> list[str]:
    try:
        found: str = binding.get_host_cpu_features().flatten()
    except RuntimeError:  # nothing is known of this machine
        return []
    return found.split(",")


trailing: Any = intrinsic(_trailing)
population: Any = intrinsic(_population)
deposited: Any = intrinsic(_deposited)

overload(unsigned)(lambda some: lambda some: np.uint64(some))
overload(signed)(lambda some: lambda some: np.int64(some))
overload(lowest)(lambda some: lambda some: trailing(some))
overload(how_many)(lambda some: lambda some: population(some))
if _has_deposit():
    overload(nth)(lambda some, n: lambda some, n: trailing(deposited(1 << n, some)))
else:
    overload(nth)(lambda some, n: lambda some, n: by_halves(some, n))
