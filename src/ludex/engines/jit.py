"""The compiler of the engines, or one clear line when it is not installed."""

from collections.abc import Callable, Mapping
from functools import cache
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType
from typing import Any, Final, TypeVar, cast

import numpy as np

try:
    from numba import njit
except ImportError as missing:
    raise ImportError(
        'compiled loops need Numba: pip install "ludex[fast]"'
    ) from missing

F = TypeVar("F", bound=Callable[..., Any])

ROOMS: Final = ("ludex.engines", "ludex.games", "ludex.parts")
"""What engines are made of."""


def compiled(function: F) -> F:
    """A loop that Python calls: compiled once, kept on disk, and other threads may run."""
    return cast("F", njit(cache=True, nogil=True)(function))


def step(function: F) -> F:
    """A function that compiled loops call, on a CPU or in a kernel on a GPU.

    It becomes part of the loop: calls cost up to half of the time, above all the counting of
    references to rows.
    """
    return cast("F", njit(forceinline=True)(function))


def called(function: F) -> F:
    """A function that compiled loops call, too large or too rare to become part of them."""
    return cast("F", njit(function))


def bound(template: F, names: Mapping[str, object]) -> F:
    """A loop in which some names stand for the steps of one engine, compiled and kept on disk.

    Numba finds what it has kept by the code of a function and by what it closes over, not by
    the globals. So the steps are globals here, and what tells engines apart is a number that
    the template closes over: `digest`.
    """
    assert isinstance(template, FunctionType)
    known = {**template.__globals__, **names}
    function = FunctionType(
        template.__code__, known, template.__name__, None, template.__closure__
    )
    function.__qualname__ = template.__qualname__
    function.__module__ = template.__module__
    return compiled(cast("F", function))


def digest(*parts: object) -> int:
    """A number that changes with the sources of all engines, and with these parts."""
    hashed = blake2b(_sources(), digest_size=8)
    for part in parts:
        hashed.update(_described(part))
    return int.from_bytes(hashed.digest()) >> 1


def _described(part: object) -> bytes:
    """A value, or a function: where it is written, and what it closes over."""
    function = getattr(part, "py_func", part)
    if isinstance(part, np.ndarray):
        return part.tobytes()
    if not isinstance(function, FunctionType):
        return repr(part).encode()
    code = function.__code__
    cells = [_described(cell.cell_contents) for cell in function.__closure__ or ()]
    where = repr((code.co_qualname, code.co_firstlineno)).encode()
    return b" ".join([where, _content(code.co_filename), *cells])


@cache
def _sources() -> bytes:
    hashed = blake2b()
    for room in ROOMS:
        spec = find_spec(room)
        assert spec is not None
        for folder in spec.submodule_search_locations or ():
            for path in sorted(Path(folder).rglob("*.py")):
                hashed.update(str(path.relative_to(folder)).encode())
                hashed.update(_content(str(path)))
    return hashed.digest()


@cache
def _content(path: str) -> bytes:
    try:
        return blake2b(Path(path).read_bytes()).digest()
    except OSError:  # typed at a prompt
        return path.encode()


__all__ = ["bound", "called", "compiled", "digest", "njit", "step"]
