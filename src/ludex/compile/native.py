"""The machine code of a compiled loop, kept on disk: it runs without Numba.

Importing Numba takes longer than some loops run. The first process compiles a loop and keeps it; the
others load it by LLVM alone, and call it with the addresses of their memory.
"""

import os
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from ctypes import CFUNCTYPE, c_void_p
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

from llvmlite import binding  # type: ignore[import-untyped]
from platformdirs import user_cache_path

FOLDER = "NUMBA_CACHE_DIR"
"""The setting that names the folder of all that is compiled."""

Loop = Callable[..., None]


def native_loop(
    name: str,
    sources: Iterable[Path],
    compile_loop: Callable[[], tuple[Sequence[str], bytes]],
    count: int,
) -> Loop:
    """Return a loop that takes `count` addresses.

    `sources` are the files that it is made of, beside those of the compiler. `compile_loop` returns its
    name, those of all that it refers to, and its machine code. Of Numba's functions it may refer to
    those for failures, which are never called: it does not fail and allocates nothing.
    """
    file = _folder() / f"{name}.{_digest(sources)}.native"
    try:
        content = file.read_bytes()
    except OSError:
        names, code = compile_loop()
        content = " ".join(names).encode() + b"\n" + code
        with suppress(OSError):  # then it is compiled again
            part = file.with_suffix(f".{uuid4().hex}")
            file.parent.mkdir(parents=True, exist_ok=True)
            part.write_bytes(content)
            part.replace(file)
    words, _, code = content.partition(b"\n")
    return CFUNCTYPE(None, *[c_void_p] * count)(_load(words.decode().split(), code))


def _folder() -> Path:
    if named := os.environ.get(FOLDER):
        return Path(named)
    return user_cache_path("ludex") / "compiled"


def _digest(sources: Iterable[Path]) -> str:
    """Return a name for the sources, the compiler, its settings and the machine."""
    settings = sorted(
        f"{name}={value}"
        for name, value in os.environ.items()
        if name.startswith("NUMBA_") and name != FOLDER
    )
    versions = [sys.implementation.cache_tag, *map(version, ("numba", "llvmlite", "numpy"))]
    machine = [binding.get_host_cpu_name(), binding.get_host_cpu_features().flatten()]
    found = blake2b(repr((versions, machine, settings)).encode(), digest_size=12)
    for file in sorted([*Path(__file__).parent.glob("*.py"), *sources]):
        found.update(file.read_bytes())
    return found.hexdigest()


_ENGINES: Final = list[Any]()
"""Machine code stays as long as the process."""

STUB = 'define void @"{name}"() {{ call void @abort() unreachable }}\n'
"""In place of a function that is never called; Numba's own, where it is imported later, are not touched."""


def _load(names: Sequence[str], code: bytes) -> int:
    """Return the address of a loop."""
    loop, *others = names
    missing = [name for name in others if binding.address_of_symbol(name) is None]
    stubs = "declare void @abort()\n" + "".join(STUB.format(name=name) for name in missing)
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    machine = binding.Target.from_default_triple().create_target_machine()
    engine = binding.create_mcjit_compiler(binding.parse_assembly(stubs), machine)
    engine.add_object_file(binding.ObjectFileRef.from_data(code))
    engine.finalize_object()
    _ENGINES.append(engine)
    return int(engine.get_function_address(loop))
