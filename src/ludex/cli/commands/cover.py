"""`ludex cover GAME SCRIPT…`: what scripts reach of a rulebook, and what they could."""

from pathlib import Path
from typing import Annotated

from typer import Argument, Exit, Option

from ludex.check.rulebooks import rulebook_of
from ludex.cli.arguments.files import Force, write_file
from ludex.cli.arguments.openings import Opening, Wording
from ludex.cli.arguments.options import (
    FixedSeed,
    Json,
    show,
)
from ludex.cli.arguments.scripts import read_scripts
from ludex.cli.terminal.progress import ProgressLine
from ludex.language.script_check import Dialect
from ludex.study.coverage import Effort, measured, survey
from ludex.study.coverage import report as telling
from ludex.study.coverage.page import page
from ludex.study.coverage.tables import Tables

SECONDS = 20.0


def cover(
    opening: Opening,
    scripts: Annotated[
        list[str],
        Argument(
            metavar="SCRIPT…",
            help="Files of events, or folders of them (*.txt); - is standard input.",
        ),
    ],
    *,
    dialect: Wording = Dialect.DOCUMENT,
    junit: Annotated[
        Path | None,
        Option(metavar="FILE", help="Each obligation as a test, for JUnit."),
    ] = None,
    html: Annotated[
        Path | None,
        Option(metavar="FILE", help="The rulebook as a page, coloured by coverage."),
    ] = None,
    force: Force = False,
    bar: Annotated[
        float,
        Option(
            min=0,
            max=100,
            metavar="PERCENT",
            help="Exit status 1 if fewer of the events, guards or pairs are met.",
        ),
    ] = 0.0,
    time: Annotated[
        float,
        Option(min=0.1, help="Seconds to find out what can be met at all."),
    ] = SECONDS,
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
    """
    game, start = opening()
    read = read_scripts(game, scripts, dialect)
    line = ProgressLine(game.name)
    known = survey(game, start, Effort(seconds=time), seed=seed, tell=line.stage)
    tables = Tables(rulebook_of(game))
    found = measured(known.catalogue, start, read, tables, line.stage)
    line.clear()
    if junit is not None:
        write_file(
            junit, "\n".join(telling.junit(found, known, tables)) + "\n", force=force
        )
    if html is not None:
        write_file(html, page(found, known, tables), force=force)
    record = {"game": game.name, "seed": seed, **telling.summary(found, known, tables)}
    show(record, telling.printed(found, known, tables), as_json=as_json)
    short = [
        count
        for count in telling.counts(found, known, beyond=False)
        if 100 * count.met < bar * count.total
    ]
    if short:
        raise Exit(1)
