"""Tests of the browser in one process with others, in any order."""

import subprocess
import sys

import pytest

from playing import ROOT

OURS = "tests/web/test_weight.py::test_a_page_asks_only_its_own_server"
ANOTHER = "tests/web/test_seen.py::test_a_hint_is_in_words_with_its_reason"
THEIRS = "tests/tui/test_words.py"


@pytest.mark.slow
def test_between_tests_of_the_browser_others_run_event_loops() -> None:
    command = [sys.executable, "-m", "pytest", "-n0", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [*command, OURS, THEIRS, ANOTHER],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
