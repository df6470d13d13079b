"""A second try is for marked browser tests alone: it is printed, and more than three fail the run."""

import pytest

MOST_REPEATED = 3


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.get_closest_marker("flaky") and item.path.parent.name != "web":
            raise pytest.UsageError(f"only browser tests may be repeated: {item.nodeid}")


def repeated(config: pytest.Config) -> list[str]:
    """Return the tests that failed once and were repeated."""
    terminal = config.pluginmanager.get_plugin("terminalreporter")
    reports = terminal.stats.get("rerun", ()) if terminal else ()
    return [report.nodeid for report in reports]


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    if len(repeated(session.config)) > MOST_REPEATED:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    tests = repeated(config)
    for test in tests:
        terminalreporter.write_line(f"repeated once: {test}")
    if len(tests) > MOST_REPEATED:
        terminalreporter.write_line(
            f"FAILED: {len(tests)} tests were repeated, {MOST_REPEATED} are allowed"
        )
