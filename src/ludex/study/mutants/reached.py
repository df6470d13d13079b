"""Mistakes are made where a rulebook is at work: in the lines that are run, and in the rows of
tables that are read.

What reads positions, or serves other options, is found beside the rules and decides nothing here.
"""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import Any

from ludex.bots.thinking import thinking_of
from ludex.check.rulebooks import Rulebook, caches
from ludex.check.trials import some_events
from ludex.kernel import AnyEvent, AnyGame, AnyState, Dice, Fault, History, Query
from ludex.language.transcript import entry_text, run_script
from ludex.study.coverage.tables import TableRow, Tables
from ludex.study.coverage.walks import walk
from ludex.study.mutants.derived import DerivedTables
from ludex.study.mutants.mutant import Mutant

LENGTH, LONG, OFTEN = 30, 300, 8
"""Events of a walk at most, and of one in so many, which may reach an end."""

WHOLE = 2_000
"""Events at most of one that is played well, to its end, where the game knows what is good."""

WALKS = 24

TRIED = 3
"""Events of a kind are tried in one of so many states, on the way of a short walk."""

Script = tuple[AnyEvent, ...]
Line = tuple[str, int | str]
"""A file and a line of it that is run, or a function."""


def walk_with_probes(game: AnyGame, start: AnyState, dice: Dice) -> Script:
    """A walk, with queries and refused events on its way."""
    length, seldom = 1 + dice.below(LENGTH), TRIED
    well = False
    if dice.below(OFTEN) == 0:
        well = thinking_of(game).worth is not None and dice.below(2) == 0
        length, seldom = WHOLE if well else LONG, TRIED * LONG // LENGTH
    walked = walk(game, start, dice, length, stray=100, well=well)
    script: list[AnyEvent] = []
    for i, s in enumerate(walked.states):
        for cls in game.events:
            if cls.by_chance or cls.beyond_source:
                continue
            if dice.below(seldom) and i < len(walked.events):
                continue
            some = dict.fromkeys(some_events(game, cls, s, dice, 1))
            script += (e for e in some if isinstance(e, Query) or not e.permitted(s))
        script += walked.events[i : i + 1]
    return tuple(script)


def some_walks(game: AnyGame, start: AnyState) -> list[Script]:
    """Walks by which it is known what is at work."""
    dice = Dice(1)
    return [walk_with_probes(game, start, dice) for _ in range(WALKS)]


def run_scripts(game: AnyGame, start: AnyState, scripts: Iterable[Script]) -> None:
    """Run scripts as those of a suite are run."""
    for script in scripts:
        with suppress(Fault):
            for entry in run_script(History(game, start), script):
                entry_text(entry)
                game.outcome(entry.state)


def at_work(book: Rulebook, mutants: Iterable[Mutant], run: Callable[[], object]) -> list[Mutant]:
    """The mutants of the lines that are run, of the rows that are read, and of what makes tables."""
    for clear in caches(book.modules):
        clear()
    tables, lines = Tables(book), _RunLines(book)
    makers = {function.__qualname__ for function in DerivedTables(book).makers}
    with tables.watched():
        tables.begin()
        with lines.watched():
            run()
        return [
            one
            for one in mutants
            if (
                _is_read(tables, one.row)
                if one.row
                else one.where in makers or (one.file, one.line or one.where) in lines.seen
            )
        ]


def _is_read(tables: Tables, row: TableRow) -> bool:
    above = {(row.table, row.path[:n]) for n in range(len(row.path) + 1)}
    return row.table in tables.value and tables.has_read({(row.table, row.path)}, above)


class _RunLines:
    """The lines of a rulebook that are run."""

    def __init__(self, book: Rulebook) -> None:
        self.files = {str(one.__file__): Path(str(one.__file__)).name for one in book.modules}
        self.seen: set[Line] = set()

    @contextmanager
    def watched(self) -> Iterator[None]:
        before = sys.gettrace()
        sys.settrace(self._enter)
        try:
            yield
        finally:
            sys.settrace(before)

    def _enter(self, frame: FrameType, _event: str, _given: object) -> Any:  # noqa: ANN401  # as sys.settrace has it
        name = self.files.get(frame.f_code.co_filename)
        if name is None:
            return None
        self.seen.add((name, frame.f_code.co_qualname))

        def step(frame: FrameType, _event: str, _given: object) -> Any:  # noqa: ANN401  # as above
            self.seen.add((name, frame.f_lineno))
            return step

        return step
