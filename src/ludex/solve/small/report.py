"""Reports of a solution: in words, as a table, and for machines."""

import csv
from collections.abc import Iterator
from io import StringIO

from ludex.kernel import AnyGame
from ludex.solve.small.payoffs import exact, write_number
from ludex.solve.small.solution import Decision, Solution, Unsolved


def render(game: AnyGame, position: str, found: Solution | Unsolved) -> Iterator[str]:
    """Write the result, line by line."""
    yield f"{game.name} from {position}"
    name = ""
    for row, text in _lines(found):
        yield f"{'' if row == name else row:<12}{text}".rstrip()
        name = row


def _lines(found: Solution | Unsolved) -> Iterator[tuple[str, str]]:
    if isinstance(found, Unsolved):
        seen = f" ({found.looked_at:,} were searched)" if found.looked_at else ""
        yield "value", "unknown"
        yield "verdict", f"not solved: {found.reason}{seen}"
        return
    yield from found.summary()
    rate = found.looked_at / max(found.seconds, 1e-9)
    units = "lines of play" if found.kind == "hidden" else "positions"
    took = f"{found.seconds:.1f} seconds, {rate:,.0f} a second"
    yield "cost", f"{found.looked_at:,} {units} in {took}"
    why = "interrupted" if found.is_interrupted else "the limit of time or rounds was reached"
    missed = f"not solved to the requested precision: {why}"
    yield "verdict", "solved" if found.is_close else missed


def render_table(found: Solution) -> Iterator[str]:
    """Write a line for each decision, in columns."""
    rows = [*found.decisions()]
    widest = max((len(row.position) for row in rows), default=0)
    for row in rows:
        line = f"player {row.player}  {row.position:<{widest}}{_value(row)}"
        yield f"{line}  {_events(row)}".rstrip()


def _value(row: Decision) -> str:
    if row.value is None:
        return ""
    distance = "" if row.distance is None else f" in {row.distance}"
    return f"  {write_number(row.value) + distance:<10}"


def _events(row: Decision) -> str:
    if any(0 < p < 1 for _, p in row.events):
        return "  ".join(f"{event} {p:.4f}" for event, p in row.events)
    first = " ".join(event for event, p in row.events if p)
    others = " ".join(event for event, p in row.events if not p)
    return f"{first}  or {others}" if others and row.value is not None else first


def render_csv(found: Solution) -> str:
    """Write the table for spreadsheets: a line for each event of each decision."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["player", "position", "event", "probability", "value", "distance"])
    for row in found.decisions():
        value = None if row.value is None else exact(row.value)
        for event, p in row.events:
            writer.writerow([row.player, row.position, event, p, value, row.distance])
    return text.getvalue()


def to_record(
    game: AnyGame, position: str, found: Solution | Unsolved, *, table: bool
) -> dict[str, object]:
    """Return everything as plain values."""
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
        "kind": found.kind,
        "measure": found.measure.value,
        "values": [*map(exact, found.values)],
        "positions": found.looked_at,
        **found.details(),
        "seconds": round(found.seconds, 3),
    }
    if table:
        head["table"] = [
            {
                "player": row.player,
                "position": row.position,
                "events": dict(row.events),
                "value": None if row.value is None else exact(row.value),
                "distance": row.distance,
            }
            for row in found.decisions()
        ]
    return head
