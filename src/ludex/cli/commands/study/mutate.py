"""`ludex mutate GAME`: does a suite, or do the laws, notice a mistake in the rulebook?"""

from collections.abc import Iterator, Sequence
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
from ludex.cli.errors import BadInput, as_bad_input
from ludex.cli.terminal.progress import ProgressLine
from ludex.kernel import Game
from ludex.language.script_check import Dialect
from ludex.study.grade.exam import InvalidScript
from ludex.study.grade.filters import find_filter
from ludex.study.mutants import KINDS, mutants_of, try_mutants
from ludex.study.mutants import report as telling
from ludex.study.mutants.equivalence import EquivalenceCheck
from ludex.study.mutants.evaluation import (
    ByLaws,
    BySuite,
    ExpectedRun,
    MutantJudge,
    record_expected,
)
from ludex.study.mutants.program import ByProgram
from ludex.study.mutants.trial import TriedMutant
from ludex.study.suites.kept import Script, kept_suite

DEFAULT = "default"
LATE = "late"
PARTS = 20
"""Comparing takes no more than such a part of it each time."""

INTERRUPTED = "interrupted"


def mutate(
    opening: GameOpening,
    *,
    suite: list[str] | None = None,
    filter_name: str | None = None,
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
    """Measure a test suite by mutation: put small mistakes into a rulebook, and run the tests.

    A mutant has one mistake. A guard is negated, removed, or swapped with the next; a number is
    raised or lowered by one; a part of a condition is removed, one phase replaced by another, two
    things exchanged; an effect is removed; a row of a data table is removed, added or changed. A
    suite kills a mutant if a transcript or the end of a game changes; without a suite, the laws of
    `ludex check` must fail. A surviving mutant is a question, shown with its line and a script
    that would kill it. A mutant is equivalent where that is proved: every state was compared, the
    options decide it, or the tables that it makes are the same.

    \b
    ludex mutate chess-solitaire --suite tests --count 300 --kind table
    ludex mutate chess-solitaire --suite default --count 400
    ludex mutate carcassonne --as next --count 400
    ludex mutate examples/tic_tac_toe.py
    ludex mutate my_game.py --suite tests --bar 90

    An expected transcript NAME.expected.txt must agree with the rulebook. A script NAME.txt
    without one is compared with the output of the rulebook. Ctrl-C prints the results so far.
    Exit status: 0 measured, 1 below --bar, 2 bad usage or input.

    Options:
      suite (DIR): A folder of scripts, one script, or `default`: the suite from which
          `ludex grade --generate` takes its tests. Without it, the laws test the mutants.
      filter_name --as (NAME): Test mutants of a program of the document instead, by the inputs of
          `ludex grade --as NAME --generate`.
      count (1..): Try a random sample of this many mutants.
      kind (KIND): Only mutants of this kind, such as drop, swap, part or table (may be repeated).
      time (0.1..): Seconds to compare each survivor with the rulebook.
      within (0.1..): Stop after this many seconds and print the results so far.
      junit (FILE): Write each mutant as a JUnit test.
      bar (PERCENT, 0..100): Exit status 1 if a smaller part of the mutants is killed.
    """

    end = monotonic() + within
    for one in kind or []:
        if one not in KINDS:
            raise BadInput(f"--kind {one}: there are {', '.join(KINDS)}")
    game, start = opening()
    line = ProgressLine(game.name)
    line.stage("reading the rulebook")
    judge: MutantJudge | ByProgram
    is_default = suite == [DEFAULT]
    if filter_name is not None:
        with as_bad_input(InvalidScript):
            judge = ByProgram(find_filter(game, filter_name))
    elif is_default:
        judge = _suite_of(game, start, kept_suite(game, start, line.stage), dialect)
    else:
        judge = ByLaws(game, start, seed) if not suite else _suite(game, start, suite, dialect)
    mutants = mutants_of(
        game,
        count=count,
        seed=seed,
        kinds=kind or (),
        source_only=is_default,
        start=start,
        program=judge if isinstance(judge, ByProgram) else None,
    )
    if not mutants:
        raise BadInput(f"there is no mutant of {game.name} of this kind")
    comparison = (
        EquivalenceCheck(game, start, seed, min(time, within / PARTS), end)
        if filter_name is None
        else None
    )
    trying = try_mutants(mutants, judge, comparison)
    found, late = _as_far(trying, line, len(mutants), end)
    cut = f"stopped at {within:g} seconds" if late and late != INTERRUPTED else late
    if junit is not None:
        write_file(junit, telling.junit(found, game.name), force=force)
    request = {"game": game.name, "seed": seed, "judge": judge.words}
    lines = [*telling.report_lines(found, game.name, seed, judge.words)]
    if cut:
        lines += [f"{cut}: {len(found)} of {len(mutants)} mutants were tried"]
    record = {**request, "drawn": len(mutants), **telling.summary(found)}
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
    found: list[ExpectedRun] = []
    for file, script in zip(files, scripts, strict=True):
        one = record_expected(game.unchecked(), start, script.name, script.events, dialect)
        _demand_same(file, one)
        found.append(one)
    return BySuite(game, start, found, dialect)


def _suite_of(
    game: "Game[Any]",
    start: Any,  # noqa: ANN401  # of any game
    scripts: "Sequence[Script]",
    dialect: "Dialect",
) -> "BySuite":
    """Scripts that were made, each with what the rulebook makes of it."""
    unchecked = game.unchecked()
    numbered = enumerate(scripts, start=1)
    found = [record_expected(unchecked, start, f"script {i}", one, dialect) for i, one in numbered]
    return BySuite(game, start, found, dialect)


def _demand_same(file: str, one: "ExpectedRun") -> None:
    expected_file = Path(file.removesuffix(".txt") + EXPECTED)
    if file == "-" or not file.endswith(".txt") or not expected_file.is_file():
        return
    echoes = ["", *(f"->{event}\n" for event in one.events)]
    whole = "".join(f"{e}{t}\n" for e, t in zip(echoes, one.texts, strict=True))
    if expected_file.read_bytes() != whole.encode():
        raise BadInput(
            f"{expected_file} differs from the output of the rulebook: ludex run --expect shows the difference"
        )
