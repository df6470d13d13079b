"""Measuring scripts: what they reach, how often, and which of them reaches it first."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ludex.check.timeout import watchdog
from ludex.kernel import AnyEvent, AnyState, History, Refusal
from ludex.study.coverage.meter import Meter
from ludex.study.coverage.obligations import Catalogue, Obligation, Used
from ludex.study.coverage.tables import Tables


class NamedScript(NamedTuple):
    """Events under a name, such as that of a file."""

    name: str
    events: Sequence[AnyEvent]


@dataclass
class Covered:
    """The obligations that scripts have met."""

    catalogue: Catalogue
    met: Counter[Obligation] = field(default_factory=Counter)
    first: dict[Obligation, tuple[str, int]] = field(default_factory=dict)
    """Who met it first: the script, and the number of the event in it, from 1."""

    scripts: int = 0
    events: int = 0
    refused: int = 0
    by_kernel: int = 0
    """Refused by the kernel, such as a move after the end: that is no guard of the rulebook."""

    rows: int = 0
    """How many rows the tables have; 0 where they were not looked at."""


def measure_scripts(
    catalogue: Catalogue,
    start: AnyState,
    scripts: Iterable[NamedScript],
    tables: Tables | None = None,
    tell: Callable[[str], None] = lambda _: None,
) -> Covered:
    """Run scripts from `start`, and count what they meet."""
    found: Covered = Covered(catalogue)
    meter = Meter(catalogue, tables)
    wanted: set[Obligation] = set()
    if tables is not None:
        found.rows = len(tables.whole)
        wanted = {Used(row) for row in tables.whole}
    with watchdog(lambda: found.events):
        for script in scripts:
            found.scripts += 1
            tell(f"{script.name}: script {found.scripts}")
            _run(found, meter, start, script, wanted)
    return found


def _run(
    found: Covered,
    meter: Meter,
    start: AnyState,
    script: NamedScript,
    wanted: set[Obligation],
) -> None:
    history = History(meter.game, start)
    for number, event in enumerate(script.events, start=1):
        found.events += 1
        bare = Meter(meter.catalogue)
        met = bare.at(history.state, event)
        if meter.tables is not None and not event.of_history:
            with meter.tables.watched():
                used = meter.rows(history.state, event, wanted)
            wanted -= used
            met |= used
        for one in met:
            found.met[one] += 1
            found.first.setdefault(one, (script.name, number))
        result = history.play(event)
        if isinstance(result, Refusal):
            found.refused += 1
            found.by_kernel += not result.guard
        else:
            history = result
