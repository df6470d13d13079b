"""What is compiled is kept by what it is made of, and serves every table of a game."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import pytest

pytest.importorskip("numba")

from numba import typeof as numba_typeof

from ludex.compile import content_cache
from ludex.compile.engine import Engine
from ludex.compile.jit import alone, bound, compiled, plain, step
from ludex.compile.loops import loops
from ludex.compile.playouts import simulate
from ludex.compile.starts import starting
from ludex.games.carcassonne.engine.engine import engine as carcassonne
from ludex.games.carcassonne.rules.options import PRESETS as CARCASSONNE
from ludex.games.chess_solitaire.engine.engine import engine as chess
from ludex.games.freecell.engine.engine import encode
from ludex.games.freecell.engine.engine import engine as freecell
from ludex.games.freecell.rules.dealing import dealt
from ludex.games.freecell.rules.options import FREECELL as RULES
from ludex.games.freecell.rules.options import PRESETS as FREECELL
from ludex.games.poker.holdem.engine.engine import engine as holdem
from ludex.games.poker.holdem.rules.options import PRESETS as HOLDEM
from ludex.games.russian_bank.engine.engine import engine as russian_bank
from ludex.games.russian_bank.rules.options import PRESETS as RUSSIAN_BANK

numba_type: Any = numba_typeof

SOURCE = '''
import numpy as np
from ludex.compile.bits import lowest
from ludex.compile.jit import step
import beside
TABLE = np.arange(3)
MORE = 4

@step
def inner(x):
    """Inner."""
    return lowest(x) + TABLE[x & 1] + MORE

@step
def outer(x):
    """Outer."""
    # Here it is called.
    return inner(x) + beside.FAR

def unused(x):
    return x
'''


def made(source: str, far: int = 5) -> str:
    """The digest of a function that is written so."""
    beside = ModuleType("beside")
    beside.__dict__["FAR"] = far
    sys.modules["beside"] = beside
    try:
        known: dict[str, Any] = {"__name__": "written"}
        exec(compile(source, "written.py", "exec"), known)
    finally:
        del sys.modules["beside"]
    return content_cache.digest(known["outer"].py_func)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("MORE = 4", "MORE = 5"),
        ("np.arange(3)", "np.arange(3) + 1"),
        ("np.arange(3)", "np.arange(3).astype(np.int32)"),
        ("x & 1", "x & 3"),
        ("lowest(x) + TABLE", "lowest(x) - TABLE"),
        ("@step\ndef inner", "@__import__('numba').njit\ndef inner"),
        ("lowest", "how_many"),
    ],
)
def test_a_change_of_anything_that_is_reached_is_another_digest(old: str, new: str) -> None:
    assert old in SOURCE
    assert made(SOURCE.replace(old, new)) != made(SOURCE)


def test_a_constant_of_another_module_counts_too() -> None:
    assert made(SOURCE, far=6) != made(SOURCE)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"""Inner."""', '"""Inner, in other words."""'),
        ('"""Outer."""\n    # Here it is called.', '"""Outer."""'),
        ("def unused(x):\n    return x", "def unused(x):\n    return x + 1"),
    ],
)
def test_descriptions_and_what_is_not_reached_do_not_count(old: str, new: str) -> None:
    assert old in SOURCE
    assert made(SOURCE.replace(old, new)) == made(SOURCE)


def test_what_the_compiler_takes_in_place_of_a_python_function_counts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before, read = made(SOURCE), Path.read_bytes
    monkeypatch.setattr(Path, "read_bytes", lambda path: read(path) + b"changed")
    assert made(SOURCE) != before


def test_two_functions_that_change_places_are_another_digest() -> None:
    def adding(n: int) -> Callable[[int], int]:
        return step(lambda x: x + n)

    def calling(one: Any, other: Any, third: Any) -> Any:
        return lambda x: one(x) * other(third(x))

    first, second = adding(1), adding(2)
    found = {
        content_cache.digest(calling(*some))
        for some in (
            (first, second, first),
            (first, second, second),
            (second, first, first),
        )
    }
    assert len(found) == 3


def test_fields_are_told_apart_by_their_names() -> None:
    class One(NamedTuple):
        wins: int
        games: int

    class Other(NamedTuple):
        games: int
        wins: int

    Other.__name__ = "One"
    one, other = (numba_type(each(1, 2)) for each in (One, Other))
    assert str(one) == str(other)
    assert content_cache._type(one) != content_cache._type(other)


ENGINES: list[tuple[Engine, Engine]] = [
    (chess(3), chess(8)),
    (freecell(), freecell(FREECELL["seahaven-towers"])),
    (freecell(), starting(freecell(), dealt(FREECELL["freecell"], 617))),
    (holdem(), holdem(HOLDEM["tournament"])),
    (carcassonne(), carcassonne(CARCASSONNE["standard"])),
    (russian_bank(), russian_bank(RUSSIAN_BANK["report"])),
]


@pytest.mark.parametrize(("one", "other"), ENGINES, ids=lambda engine: engine.rules)
def test_all_tables_of_a_game_are_compiled_once(one: Engine, other: Engine) -> None:
    assert loops(one).mask.func is loops(other).mask.func  # type: ignore[attr-defined]
    assert loops(one).one.apply is loops(other).one.apply
    assert one.head != other.head


PROGRAM = """
from numba.core import event
from ludex.games.freecell.engine.engine import encode, engine
from ludex.compile.playouts import simulate
from ludex.games.freecell.rules.dealing import dealt
from ludex.games.freecell.rules.options import FREECELL

counted = event.RecordingListener()
with event.install_listener("numba:compile", counted):
    print(simulate(engine(), 3)[1].tolist(), encode(dealt(FREECELL, 1))[1])
print(len(counted.buffer))
"""


def test_another_process_compiles_nothing() -> None:
    here = f"{simulate(freecell(), 3)[1].tolist()} {encode(dealt(RULES, 1))[1]}"
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines() == [here, "0"]


def test_python_calls_a_step_as_it_is_kept() -> None:
    @step
    def twice(x: int) -> int:
        return 2 * x

    assert twice(21) == plain(twice)(21) == alone(twice)(21) == 42
    assert not getattr(twice, "signatures", None)


def test_a_name_of_a_template_stands_for_what_it_is_bound_to() -> None:
    def template(x: int) -> int:
        return factor * x  # type: ignore[name-defined, no-any-return]  # noqa: F821

    assert [bound(template, {"factor": n})(7) for n in (2, 3)] == [14, 21]


@pytest.mark.parametrize("locators", ["", "UserProvidedCacheLocator"])
def test_what_cannot_be_kept_is_compiled_all_the_same(
    monkeypatch: pytest.MonkeyPatch, locators: str
) -> None:
    """The named folder cannot be written, or none that there is."""
    monkeypatch.setattr("numba.core.config.CACHE_DIR", "/dev/null/nowhere")
    monkeypatch.setattr("numba.core.config.CACHE_LOCATOR_CLASSES", locators, raising=False)

    def count(rows: Any) -> int:
        return len(rows)

    assert compiled(count)(np.zeros(5)) == 5
