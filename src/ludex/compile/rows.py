"""Rows of which nobody counts who refers to them: what loops over many games work on."""

from typing import Any, TypeVar

import numpy as np
from numba.extending import intrinsic, overload

Array = TypeVar("Array", bound="np.ndarray[Any, Any]")


def bare(rows: Array) -> Array:
    """The same rows for a loop, which then does not count who refers to them.

    Each slice and each call would count up and down, by instructions that take longer than
    many a move. Whoever calls has to hold the rows while the loop runs.
    """
    return rows


def _uncounted(_context: Any, rows: Any) -> Any:  # noqa: ANN401
    def generated(context: Any, builder: Any, _signature: Any, args: Any) -> Any:  # noqa: ANN401
        made = context.make_array(rows)(context, builder, args[0])
        made.meminfo = made.meminfo.type(None)
        made.parent = made.parent.type(None)
        return made._getvalue()  # noqa: SLF001

    return rows(rows), generated


uncounted: Any = intrinsic(_uncounted)
AT_ONCE: Any = {"forceinline": True}
overload(bare, jit_options=AT_ONCE)(lambda rows: lambda rows: uncounted(rows))  # noqa: ARG005, PLW0108
