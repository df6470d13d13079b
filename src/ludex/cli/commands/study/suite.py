"""`ludex suite GAME --out DIR`: a few scripts that reach everything there is to reach."""

import shlex
from collections import Counter
from pathlib import Path
from typing import Any

from typer import Exit

from ludex.cli.arguments import (
    FixedSeed,
    GameOpening,
    Json,
    Wording,
    print_json,
)
from ludex.cli.arguments.files import write_file
from ludex.cli.arguments.scripts import EXPECTED
from ludex.cli.errors import BadInput
from ludex.cli.terminal.progress import ProgressLine
from ludex.language.script_check import Dialect
from ludex.study.coverage import Happened, Refused, Together, Used, measure_scripts
from ludex.study.coverage.meter import NamedScript
from ludex.study.coverage.report import report_lines, summary
from ludex.study.coverage.survey import Effort
from ludex.study.suites import SuitePlan
from ludex.study.suites import suite as make
from ludex.study.suites.files import render_index, write_scripts

INDEX = "SUITE.md"


def suite(
    opening: GameOpening,
    *,
    out: Path,
    dialect: Wording = Dialect.DOCUMENT,
    time: float = 60.0,
    events: int = 600,
    undo: bool = False,
    seed: FixedSeed = 1,
    force: bool = False,
    as_json: Json = False,
) -> None:
    """Make a small set of scripts with their expected transcripts, for any rulebook.

    Together they reach every event, every guard, every pair of guards that can fail together and
    say different things, and every row of the data tables. Each event is tried in every class of
    states, by phase, outcome and turn: accepted, refused by one guard alone, with each part of a
    condition true and false, at the ends of its arguments' values and just beyond. Then mistakes
    are made in the rulebook, and for one that no script notices a script is added. It says what
    cannot be reached, and whether that is proved.

    \b
    ludex suite chess-solitaire --out tests
    ludex run chess-solitaire tests/01.txt --expect tests/01.expected.txt
    ludex cover chess-solitaire tests
    ludex mutate chess-solitaire --suite tests

    Exit status: 0 made, 1 something that can be reached is missing, 2 bad usage or input.

    Options:
      out (DIR): The folder for the scripts.
      time (0.1..): Seconds of processor time for choosing.
      events (1..): Stop at this many events, once everything that must be met is met.
      undo: Add scripts that take events back and play them again.
      force: Replace the suite that is in DIR.
    """
    old = _demand_folder(out, force=force)
    game, start = opening()
    line = ProgressLine(game.name)
    effort = Effort(seconds=max(1.0, time / 3))
    is_ours = dialect is Dialect.DOCUMENT  # another interface declares the source's events alone
    plan = SuitePlan(effort, seconds=time, events=events, undo=undo, beyond=is_ours)
    made = make(game, start, plan, seed=seed, tell=line.stage)
    line.clear()
    files = [*write_scripts(made, dialect)]
    out.mkdir(parents=True, exist_ok=True)
    for path in old:
        path.unlink()
    for one in files:
        write_file(out / f"{one.name}.txt", one.script, force=True)
        write_file(out / f"{one.name}{EXPECTED}", one.transcript, force=True)
    wording = [] if is_ours else ["--dialect", dialect.value]
    ending = "".join(f" {word}" for word in wording)

    def command(name: str) -> str:
        return f"{opening.running(name)}{ending}"

    write_file(out / INDEX, render_index(made, files, command), force=True)
    words = [*opening.words("mutate"), "--suite", str(out), *wording]
    _tell(made, out, as_json=as_json, measure=shlex.join(words), seed=seed)
    if any(one in made.survey.witness for one in made.missed):
        raise Exit(1)


def _demand_folder(out: Path, *, force: bool) -> list[Path]:
    """The files of the suite that is there and may be replaced."""
    if out.exists() and not out.is_dir():
        raise BadInput(f"{out} is no folder")
    there = [*out.iterdir()] if out.exists() else []
    if there and not force:
        raise BadInput(f"{out} is not empty; --force replaces the suite in it")
    if not there:
        return []
    if not (out / INDEX).is_file():
        raise BadInput(f"{out} holds other files, and no suite: choose another folder")
    return [
        path
        for path in there
        if path.name == INDEX or path.name.removeprefix("beyond-").partition(".")[0].isdigit()
    ]


def _tell(made: Any, out: Path, *, as_json: bool, measure: str, seed: int) -> None:  # noqa: ANN401  # of any game
    scripts = [NamedScript(str(i), one) for i, one in enumerate(made.scripts, start=1)]
    found = measure_scripts(made.survey.catalogue, made.survey.start, scripts, made.tables)
    missed = Counter(type(one) for one in made.missed)
    if as_json:
        value = summary(found, made.survey, made.tables)
        print_json(
            {
                "game": made.survey.catalogue.game.name,
                "seed": seed,
                "folder": str(out),
                "missed": [made.survey.catalogue.describe(one) for one in made.missed],
                **value,
            }
        )
        return
    print("\n".join(report_lines(found, made.survey, made.tables)))
    for kind, word in (
        (Happened, "events"),
        (Refused, "guards"),
        (Together, "pairs"),
        (Used, "rows"),
    ):
        if missed[kind]:
            print(f"missed      {missed[kind]} {word}")
    where = shlex.quote(str(out))
    beyond = [one for i, one in enumerate(made.scripts) if made.is_beyond(i)]
    mine = [one for i, one in enumerate(made.scripts) if not made.is_beyond(i)]
    print(f"written     {where}: {_counted(mine)}")
    if beyond:
        print(f"            apart, for what the document does not know: {_counted(beyond)}")
    print(f"            measure it: {measure}")


def _counted(scripts: list[Any]) -> str:
    events = sum(map(len, scripts))
    return f"{len(scripts)} script{'s' * (len(scripts) != 1)}, {events} events"
