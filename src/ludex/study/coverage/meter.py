"""The meter: the obligations that a single event meets in a state, and those that scripts meet."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

from ludex.check.timeout import watchdog
from ludex.check.trials import ask_guards
from ludex.kernel import (
    AnyEvent,
    AnyGame,
    AnyState,
    History,
    Query,
    Refusal,
)
from ludex.language.transcript import TranscriptEntry, entry_text, run_script
from ludex.study.coverage.obligations import Catalogue, EventSuccess, Obligation, RowEffect
from ludex.study.coverage.tables import ONE, TableRow, Tables


class Response(NamedTuple):
    """The result of an event: a refusal, an answer, the next state, or what was raised."""

    refusal: str | None
    answer: str | None
    state: Any
    fault: str | None


def respond(game: AnyGame, s: AnyState, event: AnyEvent) -> Response:
    """Return what an event leads to in a state."""
    try:
        refusal = game.refusal(s, event)
        if refusal is not None:
            return Response(str(refusal.text), None, None, None)
        if isinstance(event, Query):
            return Response(None, event.answer(s), None, None)
        return Response(None, None, event.apply(s), None)
    except Exception as error:  # noqa: BLE001  # a rulebook without a row may well raise
        return Response(None, None, None, type(error).__name__)


def event_text(game: AnyGame, s: AnyState, event: AnyEvent) -> str:
    """Return what the transcript shows of an event, refused or not."""
    try:
        result = History(game, s).play(event)
        if isinstance(result, Refusal):
            return entry_text(TranscriptEntry(event, result, History(game, s)))
        return entry_text(TranscriptEntry(event, None, result))
    except Exception as error:  # noqa: BLE001  # as above
        return f"raises {type(error).__name__}"


def transcript_texts(game: AnyGame, start: AnyState, script: Sequence[AnyEvent]) -> list[str]:
    """The transcript of a script, event by event, as far as it can be run."""
    found: list[str] = []
    try:
        found += (entry_text(entry) for entry in run_script(History(game, start), script))
    except Exception as error:  # noqa: BLE001  # as above
        found.append(f"raises {type(error).__name__}")
    return found


class Meter:
    """Measures events; what is not wanted is not measured."""

    def __init__(self, catalogue: Catalogue, tables: Tables | None = None) -> None:
        self.catalogue = catalogue
        self.game = catalogue.game.unchecked()
        self.tables = tables

    def at(
        self, s: AnyState, event: AnyEvent, wanted: Collection[Obligation] | None = None
    ) -> set[Obligation]:
        """Return the obligations that trying `event` in `s` meets, of those `wanted` (None: of all)."""
        if event.of_history:
            return set()
        met: set[Obligation] = set()
        refusal = self.game.refusal(s, event)
        if refusal is None:
            met.add(EventSuccess(event.name))
        elif refusal.guard:
            met.update(self.catalogue.met(event, ask_guards(event, s)))
        if self.tables is not None:
            met |= self.rows(s, event, wanted)
        return met if wanted is None else {one for one in met if one in wanted}

    def rows(
        self, s: AnyState, event: AnyEvent, wanted: Collection[Obligation] | None = None
    ) -> set[Obligation]:
        """The rows that matter to an event, to be asked while the tables are watched."""
        tables, game = self.tables, self.game
        assert tables is not None
        tables.begin()
        usual = respond(game, s, event)
        if usual.fault is not None:
            return set()
        read = tables.seen()
        if wanted is not None:
            read = [row for row in read if RowEffect(row) in wanted]
            read += self._absent(s, event, usual, wanted)
        found: set[Obligation] = set()
        text: str | None = None
        for row in read:
            with tables.without(row):
                other = respond(game, s, event)
                if other == usual:
                    continue
                changed = event_text(game, s, event)
            if text is None:
                text = event_text(game, s, event)
            if changed != text:
                found.add(RowEffect(row))
        return found

    def _absent(
        self,
        s: AnyState,
        event: AnyEvent,
        usual: Response,
        wanted: Collection[Obligation],
    ) -> list[TableRow]:
        """Return the parts that must not be put into rows that were read, or replace a part of them.

        They are looked for where it shows that all are put in, or that the part is there.
        """
        found: list[TableRow] = []
        for rows, changed in self._changes():
            some = [row for row in rows if RowEffect(row) in wanted]
            if some:
                with changed():
                    if respond(self.game, s, event) == usual:
                        continue
                found += some
        return found

    def _changes(self) -> Iterator[tuple[Sequence[TableRow], Callable[[], Any]]]:
        """Yield parts that could stand in the rows that were read, and a change that tells of them."""
        tables = self.tables
        assert tables is not None
        for key in [*tables.read]:
            rows = tables.puts(*key)
            yield rows, partial(tables.with_parts, *key, [row.more for row in rows])
        for part in tables.seen():
            yield tables.others(part), partial(tables.without, part)

    def weight(self, one: Obligation) -> int:
        """Return what it is worth to meet an obligation, in thousandths."""
        if self.tables is None or not isinstance(one, RowEffect):
            return ONE
        return self.tables.weight(one.row)

    def worth(self, some: Iterable[Obligation]) -> int:
        """Sum up what it is worth to meet some obligations."""
        return sum(map(self.weight, some))


class NamedScript(NamedTuple):
    """Events under a name, such as that of a file."""

    name: str
    events: Sequence[AnyEvent]


@dataclass
class MetObligations:
    """The obligations that scripts have met."""

    catalogue: Catalogue
    met: Counter[Obligation] = field(default_factory=Counter)
    first: dict[Obligation, tuple[str, int]] = field(default_factory=dict)
    """The script that met it first, and the number of the event in it, from 1."""

    scripts: int = 0
    events: int = 0
    refused: int = 0
    by_kernel: int = 0
    """Refusals by the kernel instead of a guard of the rulebook, such as moves after the end."""

    rows: int = 0
    """The number of rows in the tables; 0 if tables were not measured."""


def measure_scripts(
    catalogue: Catalogue,
    start: AnyState,
    scripts: Iterable[NamedScript],
    tables: Tables | None = None,
    tell: Callable[[str], None] = lambda _: None,
) -> MetObligations:
    """Run scripts from `start`, and count the obligations that they meet."""
    found = MetObligations(catalogue)
    meter = Meter(catalogue, tables)
    wanted: set[Obligation] = set()
    if tables is not None:
        found.rows = len(tables.whole)
        wanted = {RowEffect(row) for row in tables.whole}
    with watchdog(lambda: found.events):
        for script in scripts:
            found.scripts += 1
            tell(f"{script.name}: script {found.scripts}")
            _run(found, meter, start, script, wanted)
    return found


def _run(
    found: MetObligations,
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
