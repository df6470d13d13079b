"""Reports in the XML of JUnit, which build servers read."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ludex.language.templates import render


class JUnitCase(NamedTuple):
    """A test, and how it went; it passed where it neither failed nor was skipped."""

    kind: str
    name: str
    text: str = ""
    failure: str = ""
    skipped: str = ""


def junit_report(suites: Mapping[str, Sequence[JUnitCase]], *, is_many: bool = False) -> str:
    """Render suites by name; `is_many` puts them into one element."""
    text = render("study/junit.xml.j2", suites=suites, is_many=is_many)
    return "".join(
        c if c.isprintable() or c in "\n\t" else "\N{REPLACEMENT CHARACTER}" for c in text
    )
