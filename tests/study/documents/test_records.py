"""Errata and requirements are read from the files of a document's package."""

import re
from pathlib import Path

import pytest

from ludex.language.document import Erratum, Requirement
from ludex.study.documents.records import read_errata, read_requirements


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package whose name nobody else uses, on the path."""
    folder = tmp_path / f"document_{abs(hash(tmp_path))}"
    folder.mkdir()
    (folder / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    return folder


def test_a_row_becomes_a_record(package: Path) -> None:
    (package / "errata.toml").write_text(
        '[[erratum]]\ncode = "E-1"\nsays = "Five."\nhere = "Four."\n'
    )
    (package / "requirements.toml").write_text(
        '[[requirement]]\ncode = "R1"\nsays = "Move."\nby = ["move", "move.blocked"]\n'
    )
    assert read_errata(package.name) == (Erratum("E-1", "Five.", "Four."),)
    assert read_requirements(package.name) == (
        Requirement("R1", "Move.", ("move", "move.blocked")),
    )


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[[erratum]", "Expected ']]'"),
        ("[[erratum]]\n[[errata]]", "only [[erratum]] is known"),
        ('erratum = "E-1"', "only [[erratum]] is known"),
        ('[[erratum]]\ncode = "E-1"\nhere = "Four."', "erratum 1: there is no says"),
        (
            '[[erratum]]\ncode = "E-1"\nsays = "5"\nhere = "4"\nseen = "2"',
            "erratum 1: seen is not known",
        ),
        (
            '[[erratum]]\ncode = "E-1"\nsays = 5\nhere = "4"',
            "erratum 1: says is not a text",
        ),
    ],
)
def test_a_mistake_in_the_file_is_named(package: Path, text: str, problem: str) -> None:
    (package / "errata.toml").write_text(text)
    expected = re.escape(f"{package.name}/errata.toml: {problem}")
    with pytest.raises(ValueError, match=f"^{expected}"):
        read_errata(package.name)


def test_what_answers_for_a_requirement_is_a_list(package: Path) -> None:
    (package / "requirements.toml").write_text(
        '[[requirement]]\ncode = "R1"\nsays = "Move."\nby = "move"\n'
    )
    with pytest.raises(ValueError, match="requirement 1: by is not a list of texts"):
        read_requirements(package.name)
