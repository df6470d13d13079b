"""`ludex cover GAME SCRIPT…`: the coverage of a rulebook by scripts, and the coverage that is
possible."""

from pathlib import Path

from typer import Exit

from ludex.check.rulebooks import rulebook_of
from ludex.cli.arguments import (
    FixedSeed,
    GameOpening,
    Json,
    Wording,
    show,
)
from ludex.cli.arguments.files import Force, write_file
from ludex.cli.arguments.scripts import read_scripts
from ludex.cli.terminal.progress import ProgressLine
from ludex.language.script_check import Dialect
from ludex.study.coverage import Effort, measure_scripts, survey
from ludex.study.coverage import report as telling
from ludex.study.coverage.page import render_page
from ludex.study.coverage.tables import Tables


def cover(
    opening: GameOpening,
    scripts: list[str],
    *,
    dialect: Wording = Dialect.DOCUMENT,
    junit: Path | None = None,
    html: Path | None = None,
    force: Force = False,
    bar: float = 0.0,
    time: float = 20.0,
    seed: FixedSeed = 1,
    as_json: Json = False,
) -> None:
    """Measure the coverage of scripts: the events, guards, and pairs of guards that they reach.

    First the command computes the possible coverage: it explores every reachable state or, in
    a large game, the nearest states and random walks. Then it runs the scripts. A script
    covers a pair of guards if the first one refuses an event that the second would refuse too;
    only such a script tests their order. A script covers a row of a data table if the
    transcript would differ without that row. Each missing item is shown with a script for it.

    \b
    ludex cover chess-solitaire tests/at1.txt tests/at2.txt
    ludex cover chess-solitaire tests/ --html coverage.html --junit coverage.xml
    ludex cover examples/tic_tac_toe.py - --bar 100

    Exit status: 0 measured, 1 below --bar, 2 bad usage or input.

    Options:
      scripts (SCRIPT…): Files of events, or folders of them (*.txt); - is standard input.
      junit (FILE): Write each item as a JUnit test.
      html (FILE): Write the rulebook as a page, coloured by coverage.
      bar (PERCENT, 0..100): Exit status 1 if the coverage of events, guards or pairs is lower.
      time (0.1..): Seconds to compute the possible coverage.
    """
    game, start = opening()
    read = read_scripts(game, scripts, dialect)
    line = ProgressLine(game.name)
    known = survey(game, start, Effort(seconds=time), seed=seed, tell=line.stage)
    tables = Tables(rulebook_of(game))
    found = measure_scripts(known.catalogue, start, read, tables, line.stage)
    line.clear()
    if junit is not None:
        write_file(junit, telling.junit(found, known, tables), force=force)
    if html is not None:
        write_file(html, render_page(found, known, tables), force=force)
    record = {"game": game.name, "seed": seed, **telling.summary(found, known, tables)}
    show(record, telling.report_lines(found, known, tables), as_json=as_json)
    short = [
        count
        for count in telling.count_obligations(found, known, beyond=False)
        if 100 * count.met < bar * count.total
    ]
    if short:
        raise Exit(1)
