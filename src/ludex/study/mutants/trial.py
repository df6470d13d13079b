"""Trying mutants one after the other: killed, survived, or equivalent."""

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import NamedTuple

from ludex.check.rulebooks import Rulebook, rulebook_of
from ludex.kernel import AnyGame, AnyState, Dice
from ludex.study.coverage.tables import Tables
from ludex.study.mutants.constant_folding import Folding
from ludex.study.mutants.derived import DerivedTables
from ludex.study.mutants.equivalence import Equivalence, EquivalenceCheck
from ludex.study.mutants.evaluation import MutantJudge
from ludex.study.mutants.mutant import TABLE, Mutant
from ludex.study.mutants.program import ByProgram
from ludex.study.mutants.reached import at_work, run_scripts, some_walks
from ludex.study.mutants.sources import source_mutants
from ludex.study.mutants.tables import Change, draw_changes

TABLES = 2
"""The number of mutants of tables for each row, where no number is asked for."""


class MutantVerdict(StrEnum):
    """The verdict on a mutant."""

    KILLED = "killed"
    SURVIVED = "survived"
    EQUIVALENT = "equivalent"


class TriedMutant(NamedTuple):
    """A mutant and its verdict."""

    mutant: Mutant
    verdict: MutantVerdict
    by: str = ""
    """The test that detected it, and the place."""

    compared: Equivalence | None = None
    """Details of a surviving mutant."""


def mutants_of(
    game: AnyGame,
    *,
    count: int | None = None,
    seed: int = 1,
    kinds: Sequence[str] = (),
    source_only: bool = False,
    start: AnyState = None,
    program: ByProgram | None = None,
) -> list[Mutant]:
    """Return the mutants of a game: all that can be listed, or a random sample.

    Those of tables are drawn at random: there is no end of them. Where several kinds are
    asked for they are no more than half. In a table that is computed nobody errs by hand: it
    has mutants of its own only where they alone are asked for. `source_only` leaves out the
    events that the source of the rules does not know, and what is at work in no walk. With the
    `start` of a game is known what its options decide. Where a `program` of the document is meant, its functions are changed.
    """
    book = program.book(game) if program else rulebook_of(game)
    dice = Dice(seed)
    folding = None if start is None or program else Folding(game, start)
    beyond = {cls.__name__ for cls in game.events if source_only and cls.beyond_source}
    found = [
        m
        for m in source_mutants(book, folding)
        if (not kinds or m.kind in kinds) and m.where.partition(".")[0] not in beyond
    ]
    if program:
        found = program.reached(book, found)
    elif source_only and start is not None:
        walks = some_walks(game, start)
        found = at_work(book, found, partial(run_scripts, game, start, walks))
    if kinds and TABLE not in kinds:
        return _some(found, count, dice)
    computed = DerivedTables(book).computed if not kinds else set()
    tables = Tables(book._replace(tables=tuple(t for t in book.tables if t.name not in computed)))
    rows = TABLES * len(tables.whole)
    wanted = rows if count is None else count if not found else (count + 1) // 2
    made = [_of_table(book, tables, one) for one in draw_changes(tables, dice, min(rows, wanted))]
    if program:
        made = program.reached(book, made)
    rest = None if count is None else count - len(made)
    return [*_some(found, rest, dice), *made]


def _some(found: list[Mutant], count: int | None, dice: Dice) -> list[Mutant]:
    if count is None or count >= len(found):
        return found
    places = [*range(len(found))]
    chosen = {places.pop(dice.below(len(places))) for _ in range(max(0, count))}
    return [mutant for i, mutant in enumerate(found) if i in chosen]


def _of_table(book: Rulebook, tables: Tables, change: Change) -> Mutant:
    file, line = _place(book, change.row.table)
    put = partial(tables.changed, change.row.table, change.value)
    where, before, after = str(change.row), change.before, change.after
    return Mutant(TABLE, file, line, where, before, after, put, change.row)


def _place(book: Rulebook, table: str) -> tuple[str, int]:
    """The file and the line in which a table is made."""
    home = next((one.module for one in book.tables if one.name == table), "")
    for module in book.modules:
        path = getattr(module, "__file__", None)
        if module.__name__ == home and path:
            lines = Path(path).read_text(encoding="utf-8").splitlines()
            for number, text in enumerate(lines, start=1):
                if text.startswith((f"{table}:", f"{table} ")):
                    return Path(path).name, number
            return Path(path).name, 0
    return "", 0


def try_mutants(
    mutants: Iterable[Mutant],
    judge: MutantJudge | ByProgram,
    comparison: EquivalenceCheck | None = None,
) -> Iterator[TriedMutant]:
    """Try each mutant; survivors are compared with the rulebook."""
    for mutant in mutants:
        if isinstance(judge, ByProgram):
            noticed = judge.notices(mutant)
        else:
            with mutant.put():
                noticed = judge.notices()
        if noticed is not None:
            yield TriedMutant(mutant, MutantVerdict.KILLED, noticed)
            continue
        compared: Equivalence | None
        if isinstance(judge, ByProgram):
            compared = judge.compare(mutant)
        elif comparison is not None:
            compared = comparison.compare(mutant)
        else:
            with mutant.put():
                because = mutant.same()
            compared = Equivalence(None, bool(because), 0, because=because) if because else None
        is_same = compared is not None and compared.is_proved
        verdict = MutantVerdict.EQUIVALENT if is_same else MutantVerdict.SURVIVED
        yield TriedMutant(mutant, verdict, compared=compared)
