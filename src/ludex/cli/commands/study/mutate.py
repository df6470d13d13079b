"""`ludex mutate GAME`: does a suite, or do the laws, notice a mistake in the rulebook?"""

from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import Any

from typer import Exit

from ludex.cli.arguments import (
    FixedSeed,
    GameOpening,
    Json,
    Wording,
    show,
)
from ludex.cli.arguments.files import Force, write_file
from ludex.cli.arguments.scripts import EXPECTED, named, read_scripts
from ludex.cli.errors import BadInput
from ludex.cli.terminal.progress import ProgressLine
from ludex.kernel import Game
from ludex.language.script_check import Dialect
from ludex.study.mutants import KINDS, mutants_of, try_mutants
from ludex.study.mutants import report as telling
from ludex.study.mutants.equivalence import EquivalenceCheck
from ludex.study.mutants.evaluation import (
    ByLaws,
    BySuite,
    Expected,
    MutantJudge,
    record_expected,
)
from ludex.study.mutants.trial import TriedMutant

LATE = "late"
PARTS = 20
"""Comparing takes no more than such a part of it each time."""

INTERRUPTED = "interrupted"


def mutate(
    opening: GameOpening,
    *,
    suite: list[str] | None = None,
    count: int = 100,
    kind: list[str] | None = None,
    seed: FixedSeed = 1,
    dialect: Wording = Dialect.DOCUMENT,
    time: float = 2.0,
    within: float = 600.0,
    junit: Path | None = None,
    force: Force = False,
    bar: float = 0.0,
    as_json: Json = False,
) -> None:
    """Measure tests: put small mistakes into a rulebook, and see which of them are noticed.

    A guard is negated, dropped, or swapped with the next; a number is raised or lowered by one;
    an effect is dropped; a row of a data table is removed, added or changed. Each mutant
    is judged by the scripts of a suite, whose transcripts must change, or by the laws of
    `ludex check`. A mutant that nobody notices has survived: it is shown with its line and a
    script that would kill it. Where every state could be compared and nothing differs, it
    is equivalent, and that is proved.

    \b
    ludex mutate chess-solitaire --suite tests --count 300 --kind table
    ludex mutate examples/tic_tac_toe.py
    ludex mutate my_game.py --suite tests --bar 90

    A transcript NAME.expected.txt beside a script NAME.txt must be what the rulebook says; a
    script without one is judged by what the rulebook makes of it. Ctrl-C tells what was tried
    so far. Exit status: 0 measured,
    1 below --bar, 2 bad usage or input.

    Options:
      suite (DIR): The scripts that judge: a folder or a file; without it the laws do.
      count (1..): Try this many mutants, drawn at random.
      kind (KIND): Only negate, drop, swap, shift, effect or table; may be repeated.
      time (0.1..): Seconds for comparing each survivor with the rulebook.
      within (0.1..): Stop after this many seconds and tell what was tried.
      junit (FILE): Each mutant as a test, for JUnit.
      bar (PERCENT, 0..100): Exit status 1 if fewer are killed.
    """

    end = monotonic() + within
    for one in kind or []:
        if one not in KINDS:
            raise BadInput(f"--kind {one}: there are {', '.join(KINDS)}")
    game, start = opening()
    line = ProgressLine(game.name)
    line.stage("reading the rulebook")
    judge: MutantJudge = (
        ByLaws(game, start, seed) if not suite else _suite(game, start, suite, dialect)
    )
    mutants = mutants_of(game, count=count, seed=seed, kinds=kind or ())
    if not mutants:
        raise BadInput(f"there is no mutant of {game.name} of this kind")
    comparison = EquivalenceCheck(game, start, seed, min(time, within / PARTS), end)
    trying = try_mutants(mutants, judge, comparison)
    found, late = _as_far(trying, line, len(mutants), end)
    cut = f"stopped at {within:g} seconds" if late and late != INTERRUPTED else late
    if junit is not None:
        write_file(junit, telling.junit(found, game.name), force=force)
    asked = {"game": game.name, "seed": seed, "judge": judge.words}
    lines = [*telling.report_lines(found, game.name, seed, judge.words)]
    if cut:
        lines += [f"{cut}: {len(found)} of {len(mutants)} mutants were tried"]
    record = {**asked, "drawn": len(mutants), **telling.summary(found)}
    show(record, lines, as_json=as_json)
    if cut == INTERRUPTED:
        raise KeyboardInterrupt
    if telling.score(found) < bar:
        raise Exit(1)


def _as_far(
    trying: "Iterator[TriedMutant]", line: ProgressLine, count: int, end: float
) -> tuple["list[TriedMutant]", str]:
    """Try until the time is over or Ctrl-C is pressed; return what was tried, and why it ended."""
    found: list[TriedMutant] = []
    try:
        for one in trying:
            found.append(one)
            alive = sum(o.verdict.value == "survived" for o in found)
            line.bar(len(found), count, f"{alive} survived")
            if len(found) < count and monotonic() > end:
                return found, LATE
    except KeyboardInterrupt:
        if not found:
            raise
        return found, INTERRUPTED
    finally:
        line.clear()
    return found, ""


def _suite(
    game: "Game[Any]",
    start: Any,  # noqa: ANN401  # of any game
    names: list[str],
    dialect: "Dialect",
) -> "BySuite":
    """The scripts, each with its transcript, which must be the rulebook's."""

    files = named(names)
    scripts = read_scripts(game, files, dialect)
    found: list[Expected] = []
    for file, script in zip(files, scripts, strict=True):
        one = record_expected(game.unchecked(), start, script.name, script.events, dialect)
        _demand_same(file, one)
        found.append(one)
    return BySuite(game, start, found, dialect)


def _demand_same(file: str, one: "Expected") -> None:
    beside = Path(file.removesuffix(".txt") + EXPECTED)
    if file == "-" or not file.endswith(".txt") or not beside.is_file():
        return
    echoes = ["", *(f"->{event}\n" for event in one.events)]
    whole = "".join(f"{e}{t}\n" for e, t in zip(echoes, one.texts, strict=True))
    if beside.read_bytes() != whole.encode():
        raise BadInput(f"{beside} is not what the rulebook says: ludex run shows where they differ")
