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
    """Measure scripts: which events happened, which guards refused, which pairs of guards met.

    First it finds out what can be met at all: in every state that can be reached, or, in
    a large game, in the nearest ones and along random walks. Then the scripts are run. A pair of
    guards is met where the first refuses and the second would have refused too: only such a
    script shows that their order is right. A row of a data table is met where the
    transcript would be different without it. What is missing comes with a script for it.

    \b
    ludex cover chess-solitaire tests/at1.txt tests/at2.txt
    ludex cover chess-solitaire tests/ --html coverage.html --junit coverage.xml
    ludex cover examples/tic_tac_toe.py - --bar 100

    Exit status: 0 measured, 1 below --bar, 2 bad usage or input.

    Options:
      scripts (SCRIPT…): Files of events, or folders of them (*.txt); - is standard input.
      junit (FILE): Each obligation as a test, for JUnit.
      html (FILE): The rulebook as a page, coloured by coverage.
      bar (PERCENT, 0..100): Exit status 1 if fewer of the events, guards or pairs are met.
      time (0.1..): Seconds to find out what can be met at all.
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
