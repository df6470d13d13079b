"""A solution in words, as a table, and for machines."""

import csv
from collections.abc import Iterator
from io import StringIO
from typing import TypeVar

from ludex.kernel import Game
from ludex.solve.small.payoffs import exact, number
from ludex.solve.small.perfect_information import as_machine
from ludex.solve.small.solution import Row, Solved, Unsolved

S = TypeVar("S")


def printed(game: Game[S], position: str, found: Solved[S] | Unsolved) -> Iterator[str]:
    """What was found, line by line."""
    yield f"{game.name} from {position}"
    if isinstance(found, Unsolved):
        seen = f" ({found.looked_at:,} were looked at)" if found.looked_at else ""
        yield _line("value", "unknown")
        yield _line("verdict", f"not solved: {found.reason}{seen}")
        return
    name = ""
    for row, text in found.told():
        yield _line("" if row == name else row, text)
        name = row
    pace = found.looked_at / max(found.seconds, 1e-9)
    what = "lines of play" if found.kind == "hidden" else "positions"
    yield _line(
        "cost",
        f"{found.looked_at:,} {what} in {found.seconds:.1f} seconds, {pace:,.0f} a second",
    )
    yield _line("verdict", _verdict(found))


def _verdict(found: Solved[S]) -> str:
    if found.is_close:
        return "solved"
    why = "interrupted" if found.is_interrupted else "the time was over"
    return f"not solved as closely as asked: {why}"


def _line(name: str, text: str) -> str:
    return f"{name:<12}{text}".rstrip()


def table(found: Solved[S]) -> Iterator[str]:
    """A line for each decision, in columns."""
    rows = [(row, *_cells(row)) for row in found.rows()]
    widest = max((len(position) for _, position, *_ in rows), default=0)
    for row, position, value, events in rows:
        worth = f"  {value:<10}" if row.value is not None else ""
        yield f"player {row.player}  {position:<{widest}}{worth}  {events}".rstrip()


def _cells(row: Row) -> tuple[str, str, str]:
    mixed = any(0 < p < 1 for _, p in row.events)
    if mixed:
        events = "  ".join(f"{event} {p:.4f}" for event, p in row.events)
    else:
        first = [event for event, p in row.events if p]
        others = [event for event, p in row.events if not p]
        also = f"  or {' '.join(others)}" if others and row.value is not None else ""
        events = f"{' '.join(first)}{also}"
    value = "" if row.value is None else number(row.value)
    if row.distance is not None:
        value = f"{value} in {row.distance}"
    return row.position, value, events


def as_csv(found: Solved[S]) -> str:
    """The table for spreadsheets: a line for each event of each decision."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["player", "position", "event", "probability", "value", "distance"])
    for row in found.rows():
        value = "" if row.value is None else exact(row.value)
        distance = "" if row.distance is None else row.distance
        for event, p in row.events:
            writer.writerow([row.player, row.position, event, p, value, distance])
    return text.getvalue()


def record(
    game: Game[S], position: str, found: Solved[S] | Unsolved, *, rows: bool
) -> dict[str, object]:
    """Everything as plain values."""
    head: dict[str, object] = {"game": game.name, "start": position}
    if isinstance(found, Unsolved):
        return {
            **head,
            "verdict": "unknown",
            "reason": found.reason,
            "looked_at": found.looked_at,
            "estimated": found.is_estimate,
            "fault": found.is_fault,
        }
    head |= {
        "verdict": "solved",
        **as_machine(found),
        "seconds": round(found.seconds, 3),
    }
    if rows:
        head["table"] = [
            {
                "player": row.player,
                "position": row.position,
                "events": dict(row.events),
                "value": None if row.value is None else exact(row.value),
                "distance": row.distance,
            }
            for row in found.rows()
        ]
    return head
