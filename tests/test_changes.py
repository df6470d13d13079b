"""Release notes: every version has its section, and every section its tag."""

import re
import tomllib

from playing import ROOT

HEADINGS = re.findall(r"^## (.*)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)


def test_the_version_of_the_package_has_the_topmost_section() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    version = project["version"]
    assert HEADINGS[0].startswith(f"{version}, tag `v{version}` (")


def test_every_section_names_its_version_its_tag_and_its_day() -> None:
    for heading in HEADINGS:
        found = re.fullmatch(
            r"(\d+\.\d+\.\d+), tag `v(.+)` \((\d{4}-\d\d-\d\d|unreleased)\)", heading
        )
        assert found, heading
        assert found[1] == found[2]
    assert sum("unreleased" in heading for heading in HEADINGS) <= 1


def test_every_section_says_something() -> None:
    sections = re.split(r"^## .*$", (ROOT / "CHANGELOG.md").read_text(), flags=re.MULTILINE)[1:]
    assert all(re.search(r"^- \w", section, re.MULTILINE) for section in sections)
