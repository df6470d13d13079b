"""The log of a table as it is sent: entries as a seat may know them, the last ones remembered."""

from collections.abc import Iterator
from typing import Any

from ludex.kernel import History, Seat
from ludex.kernel.history import Step
from ludex.play.protocol.effects import common_length
from ludex.server.limits.time_slices import TimeSlices
from ludex.server.presentation.scenes import Reader
from ludex.server.tables.live import LiveTable
from ludex.table.narration import last_entry

RECENT = 8
"""Steps whose entries are shared by those who see the same: those of the last move."""

ENTRIES = 500
"""Entries of a log that are sent at once."""

SLICE = 50
"""Entries of a log that are made at once: a few milliseconds."""


def first_sent(history: History[Any], known: Step[Any] | None) -> int:
    """Return the number of the first entry that is sent to somebody who knows the log up to a step.

    Of a long log only the end is sent, and earlier entries when they are asked for.
    """
    return max(common_length(history.past, known), history.length - ENTRIES) + 1


def log_entries(
    live: LiveTable, history: History[Any], number: int, known: int, reader: Reader
) -> list[bytes]:
    """Return the log after its first `known` entries, as a seat may know it."""
    step, found = history.past, list[bytes]()
    while step is not None and step.count > known:
        found.append(_entry(live, history, step, live.eyes(number, step), reader))
        step = step.rest
    return found[::-1]


def _entry(
    live: LiveTable, history: History[Any], step: Step[Any], seat: Seat, reader: Reader
) -> bytes:
    """Return the entry of a step, remembered by whose eyes see it: a seat may change hands."""
    made = live.cache.logs.setdefault((seat, reader.is_numbered), {})
    last = made.get(step.count)
    if last is None or last[0] is not step:
        if len(made) > 2 * ENTRIES:
            made.clear()
        last = made[step.count] = step, _narrated(live, history, step, seat, reader)
    return last[1]


def _narrated(
    live: LiveTable, history: History[Any], step: Step[Any], seat: Seat, reader: Reader
) -> bytes:
    """Return an event in words; those who see the same are told the same, which is made once."""
    then, recent = History(history.game, history.start, step), live.cache.recent
    if step not in recent:
        if len(recent) >= RECENT:
            recent.clear()
        recent[step] = then.consequences, []
    consequences, entries = recent[step]
    before, view = step.rest.state if step.rest else history.start, history.game.view
    was, now = view(before, seat), view(step.state, seat)
    for had, has, is_numbered, entry in entries:
        if had == was and has == now and is_numbered is reader.is_numbered:
            return entry
    made = reader.encoding.encode(last_entry(then, seat, consequences))
    entries.append((was, now, reader.is_numbered, made))
    return made


async def prepare_log(
    live: LiveTable, number: int, time_slices: TimeSlices, reader: Reader, to: int | None = None
) -> None:
    """Make the entries before `to` in slices: while one is made, the other tables stand still."""
    steps = live.shown.history.steps[:to][-ENTRIES:]
    missing = sum(not _is_made(live, number, step, reader) for step in steps)
    await time_slices.run(_prepared(live, number, steps, reader), missing // SLICE)


def _is_made(live: LiveTable, number: int, step: Step[Any], reader: Reader) -> bool:
    made = live.cache.logs.get((live.eyes(number, step), reader.is_numbered), {})
    return step.count in made


def _prepared(
    live: LiveTable, number: int, steps: tuple[Step[Any], ...], reader: Reader
) -> Iterator[None]:
    game, start = live.game, live.shown.history.start
    for at in range(0, len(steps), SLICE):
        some = steps[at : at + SLICE]
        log_entries(live, History(game, start, some[-1]), number, some[0].count - 1, reader)
        yield


def log_message(live: LiveTable, number: int, to: int, reader: Reader) -> str:
    """Return entries of a long log, up to the one of a number, as a seat may know them."""
    history = live.shown.history
    to = max(0, min(to, history.length))
    known = max(0, to - ENTRIES)
    until = History(history.game, history.start, history.steps[to - 1] if to else None)
    parts = (
        b'{"type":"log","log_from":%d,"log":[' % (known + 1),
        b",".join(log_entries(live, until, number, known, reader)),
        b"]",
        reader.news(),
        b"}",
    )
    return b"".join(parts).decode()
