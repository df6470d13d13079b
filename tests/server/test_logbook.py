"""A log that no client can make long."""

import io
import logging

from ludex.server.process.log import BURST, LONGEST, RATE, Logbook


def entry(name: str, text: str) -> logging.LogRecord:
    return logging.LogRecord(name, logging.WARNING, "", 0, text, None, None)


def test_a_flood_of_lines_is_counted_and_others_are_still_written() -> None:
    now, out = [0.0], io.StringIO()
    log = Logbook(out, clock=lambda: now[0])
    for i in range(BURST + 1000):
        log.emit(entry("noisy", f"invalid request {i}"))
    log.emit(entry("other", "still told"))
    lines = out.getvalue().splitlines()
    assert len(lines) == BURST + 1
    assert lines[-1].endswith("other still told")
    now[0] += 2 / RATE
    log.emit(entry("noisy", "again"))
    *_, left_out, again = out.getvalue().splitlines()
    assert left_out.endswith("noisy (1000 lines were left out: too many at once)")
    assert again.endswith("noisy again")


def test_an_entry_has_an_end() -> None:
    out = io.StringIO()
    log = Logbook(out)
    log.emit(entry("long", "begins " + "x" * 10**6 + " ends"))
    assert len(out.getvalue()) < LONGEST + 100
    assert "begins" in out.getvalue()
    assert out.getvalue().endswith(" ends\n")
