"""Every erratum is whole, and what is said to be found by a machine is found in a test."""

import re
import shlex
from pathlib import Path

import pytest

from commands import ludex
from ludex.games import GAMES, load
from ludex.kernel import Erratum

WITH_ERRATA = [name for name in GAMES if load(name).document.errata]
FOUND = [
    (name, erratum)
    for name in WITH_ERRATA
    for erratum in load(name).document.errata
    if erratum.found_by
]
MODELLED = ("carcassonne", "chess-solitaire", "fighting", "freecell", "russian-bank")
TESTS = "".join(path.read_text() for path in Path(__file__).parent.glob("test_*.py"))


@pytest.mark.parametrize("name", WITH_ERRATA)
def test_an_erratum_says_where_it_stands_and_what_is_meant(name: str) -> None:
    for erratum in load(name).document.errata:
        assert erratum.place, erratum.code
        assert erratum.says.endswith("."), erratum.code
        assert erratum.means.endswith("."), erratum.code
        assert erratum.here.endswith((".", "!`")), erratum.code


@pytest.mark.parametrize("name", MODELLED)
def test_what_a_machine_finds_is_found_in_a_test(name: str) -> None:
    codes = [e.code for game, e in FOUND if game == name]
    assert len(codes) >= 4
    for code in codes:
        assert re.search(rf'"""[^"]*\b{code}\b', TESTS), code


@pytest.mark.parametrize(
    ("name", "erratum"), FOUND, ids=[erratum.code for _, erratum in FOUND]
)
def test_the_command_that_finds_an_erratum_is_a_command(
    name: str, erratum: Erratum
) -> None:
    assert erratum.found_by is not None
    program, command, *words = shlex.split(erratum.found_by)
    assert program == "ludex"
    assert name in words or command == "poker"
    assert ludex(command, "--help").status == 0


def test_the_oracle_is_not_started_with_its_mode_twice() -> None:
    """E-CS-10."""
    erratum = next(e for _, e in FOUND if e.code == "E-CS-10")
    assert erratum.found_by is not None
    done = ludex(*shlex.split(erratum.found_by)[1:])
    assert done.out.startswith("Error: wrong number of arguments for the '-b' mode\n")
