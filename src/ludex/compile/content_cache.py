"""A cache of compiled functions on disk, by the content of everything that they are made of.

Numba keeps a function by its own code, and does not see when another has changed that it calls. Here the name of a file
is a digest of all code and all constants that a function reaches, of the types that it is called with, of the machine
and of the compiler: what is found is right, wherever it was compiled. There is no list of the files, so processes
that compile at the same time do not disturb each other.
"""

import pickle
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from hashlib import blake2b
from inspect import unwrap
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final
from uuid import uuid4

import numba
import numpy as np
from numba.core import config as numba_config
from numba.core import runtime as numba_runtime
from numba.core.caching import FunctionCache
from numba.core.serialize import dumps as numba_dumps

VERSIONS = (sys.implementation.cache_tag, numba.__version__, np.__version__)

_config: Final[Any] = numba_config
_dumps: Final[Any] = numba_dumps
_runtime: Final[Any] = numba_runtime

COUNTED_FROM_THE_FRONT: Final = set[str]()
"""The modules in which no index is negative (`jit.counted_from_the_front`)."""

KNOWN = {"builtins", "math", "numba", "numpy", "operator"}
"""The modules that come with the compiler: a name says all, with the versions."""


# ruff: noqa: ANN401 - Numba has no types
class ContentCache(FunctionCache):
    """The files of one function, in the folder where Numba would keep it."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Load a function; not, as Numba does, all that compiling one takes: who compiles does that."""
        _runtime.rtsys.initialize(target_context)
        return self._load_overload(sig, target_context)

    def _load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            content = self._file(sig, target_context.codegen()).read_bytes()
        except OSError:
            return None
        return self._impl.rebuild(target_context, pickle.loads(content))  # noqa: S301 - Numba does so

    def _save_overload(self, sig: Any, data: Any) -> None:
        if not self._impl.check_cachable(data):
            return
        file = self._file(sig, data.codegen)
        part = file.with_suffix(f".{uuid4().hex}")
        with suppress(OSError):  # then it is compiled again
            file.parent.mkdir(parents=True, exist_ok=True)
            part.write_bytes(_dumps(self._impl.reduce(data)))
            part.replace(file)

    def _file(self, sig: Any, codegen: Any) -> Path:
        function: FunctionType = self._py_func
        found = digest(function, *map(_type, sig), codegen.magic_tuple(), *VERSIONS)
        name = f"{function.__module__}.{function.__qualname__}.{found}.nbc"
        # In a folder that somebody has named, checkouts share what is the same in them.
        folder = _config.CACHE_DIR or self.cache_path
        return Path(folder, name.replace("<", "").replace(">", ""))


def _type(each: Any) -> tuple[object, ...]:
    """Write a type in words. Fields of tuples have names in the code, and are found by their order."""
    inside = getattr(each, "types", ())
    return str(each), getattr(each, "fields", ()), *map(_type, inside)


def digest(function: Callable[..., Any], *more: object) -> str:
    """Return a name for all that a compiled function is made of."""
    hashed, met = blake2b(digest_size=12), dict[int, int]()
    for part in _parts((function, *more), met):
        hashed.update(b"%d " % len(part) + part)
    return hashed.hexdigest()


def _parts(value: Any, met: dict[int, int]) -> Iterator[bytes]:
    """Write a value with what it refers to; a function that was met before by its number."""
    if isinstance(value, np.ndarray):
        yield f"{value.dtype} {value.shape}".encode()
        yield value.tobytes()
    elif isinstance(value, tuple):
        yield f"{type(value).__name__} of {len(value)}".encode()
        for each in value:
            yield from _parts(each, met)
    elif isinstance(value, type):
        inside = getattr(value, "_fields", getattr(value, "__members__", ""))
        yield f"{value.__module__}.{value.__qualname__} {inside}".encode()
    elif isinstance(function := unwrap(value), FunctionType):
        yield from _of_function(value, function, met)
    else:
        yield f"{value!r}".encode()


def _of_function(value: Any, function: FunctionType, met: dict[int, int]) -> Iterator[bytes]:
    if function.__module__.partition(".")[0] in KNOWN:
        yield f"{function.__module__}.{function.__qualname__}".encode()
        return
    if id(function) in met:
        yield b"%d" % met[id(function)]
        return
    is_first = not met
    met[id(function)] = len(met)
    options = getattr(value, "targetoptions", None)
    # What is kept names its modules: where a function has moved, it is another one.
    counted = " counted" * (function.__module__ in COUNTED_FROM_THE_FRONT)
    yield f"{function.__module__} {options!r}{counted}".encode()
    if options is None and not is_first:
        # Python's own: in its file stands what the compiler takes instead.
        yield Path(function.__code__.co_filename).read_bytes()
    yield from _of_code(function.__code__, function, met)
    for cell in function.__closure__ or ():
        yield from _parts(cell.cell_contents, met)
    yield from _parts(function.__defaults__, met)


def _of_code(code: CodeType, function: FunctionType, met: dict[int, int]) -> Iterator[bytes]:
    """Write code with its constants, but for its description, and with the globals that it names."""
    yield f"{code.co_argcount} {code.co_names} {code.co_freevars}".encode()
    yield code.co_code
    for place, constant in enumerate(code.co_consts):
        if isinstance(constant, CodeType):
            yield from _of_code(constant, function, met)
        elif place or constant != function.__doc__:
            yield from _parts(constant, met)
    for name in code.co_names:
        value = function.__globals__.get(name)
        if not isinstance(value, ModuleType):
            yield from _parts(value, met)
        elif value.__name__.partition(".")[0] not in KNOWN:
            for part in code.co_names:
                yield from _parts(getattr(value, part, None), met)


__all__ = ["COUNTED_FROM_THE_FRONT", "ContentCache", "digest"]
