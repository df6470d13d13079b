"""Trying mutants one after the other: killed, survived, or equivalent."""

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import NamedTuple

from ludex.check.rulebooks import Rulebook, rulebook_of
from ludex.kernel import AnyGame, Dice
from ludex.study.coverage.tables import Tables
from ludex.study.mutants.equivalence import Equivalence, EquivalenceCheck
from ludex.study.mutants.evaluation import MutantJudge
from ludex.study.mutants.mutant import TABLE, Mutant
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
    """A mutant, and what became of it."""

    mutant: Mutant
    verdict: MutantVerdict
    by: str = ""
    """The test that noticed, and the place."""

    compared: Equivalence | None = None
    """Of one that nobody noticed."""


def mutants_of(
    game: AnyGame,
    *,
    count: int | None = None,
    seed: int = 1,
    kinds: Sequence[str] = (),
) -> list[Mutant]:
    """Mutants of a game: all that can be listed, or so many of them at random.

    Those of tables are drawn at random: there is no end of them. Where several kinds are
    asked for they are no more than half.
    """
    book, dice = rulebook_of(game), Dice(seed)
    found = [m for m in source_mutants(book) if not kinds or m.kind in kinds]
    if kinds and TABLE not in kinds:
        return _some(found, count, dice)
    tables = Tables(book)
    rows = TABLES * len(tables.whole)
    wanted = rows if count is None else count if not found else (count + 1) // 2
    made = [_of_table(book, tables, one) for one in draw_changes(tables, dice, min(rows, wanted))]
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
    judge: MutantJudge,
    comparison: EquivalenceCheck | None = None,
) -> Iterator[TriedMutant]:
    """Try each mutant; who survives is compared with the rulebook."""
    for mutant in mutants:
        with mutant.put():
            noticed = judge.notices()
        if noticed is not None:
            yield TriedMutant(mutant, MutantVerdict.KILLED, noticed)
            continue
        compared = None if comparison is None else comparison.compare(mutant)
        is_same = compared is not None and compared.is_proved
        verdict = MutantVerdict.EQUIVALENT if is_same else MutantVerdict.SURVIVED
        yield TriedMutant(mutant, verdict, compared=compared)
