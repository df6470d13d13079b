"""A failing test is not tried again; a marked browser test is, once, and the run says so."""

from pathlib import Path

import pytest

from playing import ROOT

pytest_plugins = ["pytester"]

FAILS_FIRST = """
import pytest

seen = set()

@pytest.mark.flaky(reruns=1)
@pytest.mark.parametrize("n", range({count}))
def test_it(n):
    first = n not in seen
    seen.add(n)
    assert not first
"""


def run(pytester: pytest.Pytester, file: str, text: str) -> pytest.RunResult:
    pytester.makeconftest((ROOT / "tests" / "repeats.py").read_text())
    path = pytester.path / file
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    return pytester.runpytest_inprocess(path)


def test_a_marked_browser_test_is_repeated_and_named(pytester: pytest.Pytester) -> None:
    done = run(pytester, "web/test_page.py", FAILS_FIRST.format(count=3))
    assert done.ret == 0
    done.stdout.fnmatch_lines(["repeated once: *test_it?0?"])


def test_more_than_three_repeated_tests_fail_the_run(pytester: pytest.Pytester) -> None:
    done = run(pytester, "web/test_page.py", FAILS_FIRST.format(count=4))
    assert done.ret == 1
    done.stdout.fnmatch_lines(["FAILED: 4 tests were repeated, 3 are allowed"])


def test_other_tests_may_not_be_repeated(pytester: pytest.Pytester) -> None:
    done = run(pytester, "test_rule.py", FAILS_FIRST.format(count=1))
    assert done.ret == pytest.ExitCode.USAGE_ERROR


def test_ci_runs_nothing_twice() -> None:
    lines = Path(ROOT / ".ci" / "run").read_text().splitlines()
    commands = [line.split()[:2] for line in lines if line.startswith("make ")]
    assert commands == [["make", "test"], ["make", "slow"]]
    assert not any("||" in line or "last-failed" in line for line in lines)
