"""The compiler of the engines, or one clear line when it is not installed."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import FunctionType
from typing import Any, TypeVar, cast

try:
    from numba import njit
    from numba.core.registry import CPUDispatcher
    from numba.core.types import intp, unliteral
except ImportError as missing:
    raise ImportError('compiled loops need Numba: pip install "ludex[fast]"') from missing

from ludex.compile.content_cache import COUNTED_FROM_THE_FRONT, ContentCache

cache_of: Any = ContentCache


def _import_without_scipy() -> None:
    """Import what Numba knows of arrays; it would import SciPy only to see that it is there.

    That takes as long as all of Numba. A function that needs SciPy imports it all the same.
    """
    algebra: Any = import_module("numba.np.linalg")
    imports_scipy = algebra.ensure_blas

    def finds_scipy() -> None:
        if find_spec("scipy") is None:
            raise ImportError

    algebra.ensure_blas = finds_scipy
    try:
        import_module("numba.np.arraymath")
    finally:
        algebra.ensure_blas = imports_scipy


_import_without_scipy()

F = TypeVar("F", bound=Callable[..., Any])


def counted_from_the_front(module: str) -> None:
    """No index in the compiled functions of a module is negative, so none is asked whether it is.

    That takes a quarter of the time of a loop that looks up much.
    """
    COUNTED_FROM_THE_FRONT.add(module)


def _count_from_the_front() -> None:
    """Let Numba leave the question out in those modules."""
    arrays: Any = import_module("numba.np.arrayobj")
    fix: Any = arrays.fix_integer_index

    def place(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:  # noqa: ANN401
        function = context.fndesc
        if kind.signed and function and function.modname in COUNTED_FROM_THE_FRONT:
            return context.cast(builder, index, kind, intp)
        return fix(context, builder, kind, index, size)

    arrays.fix_integer_index = place


_count_from_the_front()


def compiled(function: F) -> F:
    """Compile a loop that Python calls: compiled once, kept on disk, and other threads may run."""
    made: Any = njit(nogil=True)(function)
    if made is not function:  # unless Numba is told to leave everything to Python
        with suppress(RuntimeError):  # there is no folder where anything may be written
            made._cache = cache_of(function)  # noqa: SLF001
    return cast("F", made)


class StepDispatcher(CPUDispatcher):
    """A function for loops. No way into it from Python is compiled, which takes as long as the function itself,
    nor is a call with a constant compiled by itself: it becomes part of the loop.
    """

    def get_call_template(self, args: Any, kws: Any) -> Any:  # noqa: ANN401
        """Return what Numba calls with arguments of these types."""
        return super().get_call_template([*map(unliteral, args)], kws)

    def __call__(self, *given: Any) -> Any:  # noqa: ANN401
        """Call the same function from Python, compiled by itself and kept on disk."""
        return alone(self)(*given)


def _step(function: F, **more: bool) -> F:
    options: Any = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, **more}
    made: Any = njit(**options)(function)
    if made is not function:
        made.__class__ = StepDispatcher
    return cast("F", made)


def step(function: F) -> F:
    """Compile a function that loops call, on a CPU or in a kernel on a GPU.

    It becomes part of the loop: calls cost up to half of the time, above all the counting of
    references to rows.
    """
    return _step(function, forceinline=True)


def called(function: F) -> F:
    """Compile a function that loops call, too large or too rare to become part of them."""
    return _step(function)


@cache
def alone(function: F) -> F:
    """Compile a step by itself, for Python to call."""
    return compiled(plain(function))


def plain(function: F) -> F:
    """Return a step in Python, where a compiled function is not worth calling for so little."""
    return cast("F", getattr(function, "py_func", function))


def bound(template: F, names: Mapping[str, object]) -> F:
    """Compile a loop in which some names stand for the steps of one engine."""
    assert isinstance(template, FunctionType)
    known = {**template.__globals__, **names}
    function = FunctionType(template.__code__, known, template.__name__)
    function.__qualname__, function.__doc__ = template.__qualname__, template.__doc__
    return compiled(cast("F", function))


__all__ = [
    "alone",
    "bound",
    "called",
    "compiled",
    "counted_from_the_front",
    "njit",
    "plain",
    "step",
]
