"""A plugin of pytest that keeps how the tests of requirements went.

    pytest -p ludex.study.requirements.pytest_plugin

After a run the file `.requirements.json`, in the folder where pytest was started for, says of every
test that is marked with a requirement how often it passed, failed and was left out, and when.
Tests that were not run keep what is known of them.
"""

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludex.study.requirements.markers import MARK

if TYPE_CHECKING:
    import pytest

FILE = ".requirements.json"
HOW = ("passed", "failed", "skipped")

Results = Mapping[str, Mapping[str, Any]]
"""By test, without its parameters: how often it went how, and `when`."""


def read_results(path: Path) -> Results:
    """Return the stored results of tests; nothing where none was run."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))["tests"]
    except (OSError, ValueError, KeyError, TypeError):
        return {}
    return found if isinstance(found, dict) else {}


def pytest_configure(config: "pytest.Config") -> None:
    """Make the mark known, and begin to listen; workers report to whoever started them."""
    config.addinivalue_line(
        "markers", f"{MARK}(name, ...): what it shows of a document, as GAME.CODE"
    )
    if not hasattr(config, "workerinput") and not config.option.collectonly:
        config.pluginmanager.register(Recorder(config.rootpath), "ludex-requirements")


def pytest_collection_modifyitems(items: "list[pytest.Item]") -> None:
    """Tell of each report whether its test is marked."""
    for item in items:
        if any(item.iter_markers(MARK)):
            item.user_properties.append((MARK, "marked"))


class Recorder:
    """Listens to a run."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.found: dict[str, dict[str, Any]] = {}

    def pytest_runtest_logreport(self, report: "pytest.TestReport") -> None:
        """A part of a test has ended; the test itself, or what failed before or after it."""
        if (MARK, "marked") not in {tuple(one) for one in report.user_properties}:
            return
        if report.when != "call" and report.outcome == "passed":
            return
        test = report.nodeid.partition("[")[0]
        counts = self.found.setdefault(test, dict.fromkeys(HOW, 0))
        counts[report.outcome] += 1
        counts["when"] = datetime.now(UTC).isoformat(timespec="seconds")

    def pytest_sessionfinish(self) -> None:
        """Write it down beside what was known before."""
        if not self.found:
            return
        path = self.root / FILE
        known = {
            test: counts
            for test, counts in read_results(path).items()
            if _is_there(self.root, test)
        }
        text = json.dumps({"tests": {**known, **self.found}}, indent=1, sort_keys=True)
        fresh = path.with_name(f"{FILE}.{os.getpid()}")
        with suppress(OSError):  # a folder that cannot be written to has no results
            fresh.write_text(f"{text}\n", encoding="utf-8")
            fresh.replace(path)


def _is_there(root: Path, test: str) -> bool:
    """Does a test of before still exist?"""
    file, _, name = test.partition("::")
    path = root / file
    function = name.rpartition("::")[2]
    return path.is_file() and f"def {function}(" in path.read_text(encoding="utf-8")
