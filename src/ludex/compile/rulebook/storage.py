"""Keep what was compiled on disk, by a digest of everything that it was made of.

That is the text of all modules that the rulebook reaches, the compiler's own, the state that games begin
with, and the versions. So what is found is right; what is not found is compiled again.
"""

import importlib.util
import os
import pickle
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from tempfile import gettempdir
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from ludex.kernel import AnyGame, AnyState

OTHERS = {*sys.stdlib_module_names, "numpy", "numba", "llvmlite"}
"""Packages of which the version says all."""


def folder() -> Path:
    """The folder of generated code: it has a file, so that what was compiled of it can be stored,
    too."""
    at = os.environ.get("NUMBA_CACHE_DIR") or Path(gettempdir()) / f"ludex-{os.getuid()}"
    return Path(at) / "rulebooks"


def digest_of(game: AnyGame, start: AnyState) -> str:
    """Return a name for all that the engine of a game is made of."""
    found = sha256(f"{sys.version} {np.__version__} {game.name} {game.seat_count(start)}".encode())
    found.update(_compiler())
    found.update(repr(start).encode())
    with suppress(Exception):  # some states hold what cannot be sent to another process
        found.update(pickle.dumps(start))
    functions = (game.turn, game.outcome, game.view)
    for function in functions:
        found.update(_identity(function))
    found.update(repr([*game.speed.by_hand.values()]).encode())
    steps = [_step(each.step) for each in game.speed.by_hand.values()]
    for name in sorted(_modules([*game.events, *functions, type(start), *steps])):
        found.update(f"{name} {[kind.__qualname__ for kind in game.events]}".encode())
        found.update(_text(sys.modules[name]))
    return found.hexdigest()[:24]


def _step(place: str) -> object:
    module, _, name = place.partition(":")
    found = getattr(import_module(module), name)
    return getattr(found, "py_func", found)


@cache
def _compiler() -> bytes:
    found = sha256()
    for path in sorted(Path(__file__).parent.glob("*.py")):
        found.update(path.read_bytes())
    return found.digest()


def _identity(function: object) -> bytes:
    """Tell functions of one module apart: by their place, and what they close over."""
    if not isinstance(function, FunctionType):
        return repr(function).encode()
    cells = [repr(cell.cell_contents) for cell in function.__closure__ or ()]
    return f"{function.__qualname__} {function.__code__.co_firstlineno} {cells}".encode()


def _modules(things: list[object]) -> set[str]:
    """The modules of some functions and classes, and all that these mention."""
    found: set[str] = set()
    waiting: list[object] = [getattr(each, "__module__", "") for each in things]
    while waiting:
        name = waiting.pop()
        if not isinstance(name, str) or name in found or name not in sys.modules:
            continue
        if name.partition(".")[0] in OTHERS:
            continue
        found.add(name)
        waiting += _mentioned(sys.modules[name])
    return found


def _mentioned(module: ModuleType) -> Iterator[object]:
    for value in [*vars(module).values()]:
        if isinstance(value, ModuleType):
            yield value.__name__
        elif isinstance(value, type | FunctionType):
            yield value.__module__
        else:
            yield type(value).__module__


def _text(module: ModuleType) -> bytes:
    file = getattr(module, "__file__", None)
    with suppress(OSError):
        return Path(file).read_bytes() if file else b""
    return b""


def load(digest: str) -> Any:  # noqa: ANN401 - what was saved
    """Return what was saved under a name; None if nothing was."""
    try:
        return pickle.loads((folder() / f"{digest}.pickle").read_bytes())  # noqa: S301 - our own
    except Exception:  # noqa: BLE001 - then it is compiled again
        return None


def save(digest: str, value: object) -> None:
    """Save a value under a name, if it can be written."""
    with suppress(Exception):
        _write(folder() / f"{digest}.pickle", pickle.dumps(value))


def module_of(text: str, name: str) -> ModuleType:
    """Load generated code from a file, named by its contents."""
    digest = sha256(text.encode()).hexdigest()[:16]
    label = f"ludex_rulebook_{name.replace('-', '_')}_{digest}"
    path = folder() / f"{label}.py"
    if not path.exists() or path.read_text() != text:
        _write(path, text.encode())
    spec = importlib.util.spec_from_file_location(label, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[label] = module
    spec.loader.exec_module(module)
    return module


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(f".{os.getpid()}")
    part.write_bytes(content)
    part.replace(path)
