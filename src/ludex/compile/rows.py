"""Arrays without reference counts, for loops over many games."""

from typing import Any, TypeVar

from numba import types
from numba.extending import intrinsic, overload

Arrays = TypeVar("Arrays")


def bare(arrays: Arrays) -> Arrays:
    """The same array, or the same tuple of arrays, for a loop, which then does not count who refers to them.

    Each slice and each call would count up and down, by instructions that take longer than
    many a move. Whoever calls has to hold the arrays while the loop runs.
    """
    return arrays


# ruff: noqa: ANN401 - Numba has no types
def _uncounted(_context: Any, arrays: Any) -> Any:
    def generated(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return _strip(context, builder, arrays, args[0])

    return arrays(arrays), generated


def _strip(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    """Take away the owners of all arrays in a value."""
    if isinstance(kind, types.Array):
        made = context.make_array(kind)(context, builder, value)
        made.meminfo = made.meminfo.type(None)
        made.parent = made.parent.type(None)
        return made._getvalue()  # noqa: SLF001
    for i, each in enumerate(getattr(kind, "types", ())):  # of a tuple
        part = _strip(context, builder, each, builder.extract_value(value, i))
        value = builder.insert_value(value, part, i)
    return value


uncounted: Any = intrinsic(_uncounted)
AT_ONCE: Any = {"forceinline": True}
overload(bare, jit_options=AT_ONCE)(lambda arrays: lambda arrays: uncounted(arrays))  # noqa: ARG005, PLW0108
